package special

import "math"

// A Function is an elementary function of one or two Reals, with all that the
// compiler knows of it but its derivative, which is in core/partials.go and
// prim/rules.proc.
type Function struct {
	Name   string
	Smooth []Box                      // where finite differences of its first and second derivative are good: what tests draw from
	One    func(float64) float64      // of one Real, or
	Two    func(x, y float64) float64 // of two
	LLVM   string                     // LLVM's intrinsic, or a function of C or of the runtime; "" if llvm/loopir/emit/arith.go writes it out
	Glibc  int                        // the minor version of glibc 2 from which on it has variants for vectors; 0 for none
	Cost   int64                      // measured by scripts/unitcosts, in twentieths of exp; 0 for that of an addition
	// Inside are uses of it with all arguments, whatever Reals they are, inside its domain.
	Inside []string
}

// A Box is an interval for each argument of a function.
type Box [][2]float64

// intervals are boxes of one argument, of their lower and upper bounds.
func intervals(bounds ...float64) []Box {
	var boxes []Box
	for i := 0; i < len(bounds); i += 2 {
		boxes = append(boxes, Box{{bounds[i], bounds[i+1]}})
	}
	return boxes
}

// Functions are the elementary functions, in the order of docs/grammar.md. sqrt takes 10 as
// measured; its cost is lower, for traces that are no larger.
var Functions = []Function{
	{Name: "exp", Smooth: intervals(-3, 3), One: math.Exp, LLVM: "llvm.exp.f64", Glibc: 22, Cost: 20, Inside: []string{"exp(sin(%s))"}},
	{Name: "log", Smooth: intervals(0.2, 9), One: Log, LLVM: "llvm.log.f64", Glibc: 22, Cost: 26, Inside: []string{"log(1.0 + %s^2)"}},
	{Name: "log1p", Smooth: intervals(-0.7, 5), One: math.Log1p, LLVM: "log1p", Glibc: 35, Cost: 33, Inside: []string{"log1p(%s^2)"}},
	{Name: "expm1", Smooth: intervals(-3, 3), One: math.Expm1, LLVM: "expm1", Glibc: 35, Cost: 23, Inside: []string{"expm1(tanh(%s))"}},
	{Name: "sqrt", Smooth: intervals(0.2, 9), One: math.Sqrt, LLVM: "llvm.sqrt.f64", Cost: 4, Inside: []string{"sqrt(1.0 + %s^2)"}},
	{Name: "sin", Smooth: intervals(-5, 5), One: math.Sin, LLVM: "llvm.sin.f64", Glibc: 22, Cost: 19, Inside: []string{"sin(%s)"}},
	{Name: "cos", Smooth: intervals(-5, 5), One: math.Cos, LLVM: "llvm.cos.f64", Glibc: 22, Cost: 20, Inside: []string{"cos(%s)"}},
	{Name: "tan", Smooth: intervals(-1.2, 1.2), One: math.Tan, LLVM: "tan", Glibc: 35, Cost: 23, Inside: []string{"tan(sin(%s))"}},
	{Name: "asin", Smooth: intervals(-0.9, 0.9), One: math.Asin, LLVM: "asin", Glibc: 35, Cost: 31, Inside: []string{"asin(0.5 * sin(%s))"}},
	{Name: "acos", Smooth: intervals(-0.9, 0.9), One: math.Acos, LLVM: "acos", Glibc: 35, Cost: 32, Inside: []string{"acos(0.5 * tanh(%s))"}},
	{Name: "atan", Smooth: intervals(-5, 5), One: math.Atan, LLVM: "atan", Glibc: 35, Cost: 27, Inside: []string{"atan(%s)"}},
	{Name: "sinh", Smooth: intervals(-3, 3), One: Sinh, LLVM: "sinh", Glibc: 35, Cost: 29, Inside: []string{"sinh(sin(%s))"}},
	{Name: "cosh", Smooth: intervals(-3, 3), One: Cosh, LLVM: "cosh", Glibc: 35, Cost: 32, Inside: []string{"cosh(tanh(%s))"}},
	{Name: "tanh", Smooth: intervals(-3, 3), One: math.Tanh, LLVM: "tanh", Glibc: 35, Cost: 58, Inside: []string{"tanh(%s)"}},
	{Name: "floor", Smooth: intervals(-1.9, -1.1, 2.1, 2.9), One: math.Floor, LLVM: "llvm.floor.f64"}, // its derivative is 0, and it jumps: generators have it apart
	{Name: "sign", Smooth: intervals(-3, -0.1, 0.1, 3), One: Sign},
	{Name: "erf", Smooth: intervals(-2, 2), One: math.Erf, LLVM: "erf", Glibc: 35, Cost: 25, Inside: []string{"erf(%s)"}},
	{Name: "lgamma", Smooth: intervals(0.5, 9, -1.7, -1.3), One: Lgamma, LLVM: "pc_lgamma", Cost: 230, Inside: []string{"lgamma(1.5 + logistic(%s))"}},
	{Name: "digamma", Smooth: intervals(0.5, 9, -1.7, -1.3), One: Digamma, LLVM: "pc_digamma", Cost: 340, Inside: []string{"digamma(1.5 + logistic(%s))"}},
	{Name: "logistic", Smooth: intervals(-5, 5), One: Logistic, Cost: 24, Inside: []string{"logistic(%s)"}},
	{Name: "pow", Smooth: []Box{{{0.3, 3}, {-2, 3}}}, Two: Pow, LLVM: "llvm.pow.f64", Glibc: 22, Cost: 107, Inside: []string{"pow(1.0 + logistic(%s), tanh(%s))"}},
	{Name: "atan2", Smooth: []Box{{{0.3, 2}, {-2, 2}}, {{-2, -0.3}, {-2, 2}}, {{-0.3, 0.3}, {0.3, 2}}}, Two: math.Atan2, LLVM: "atan2", Glibc: 35, Cost: 37, Inside: []string{"atan2(%s, 2.0 + sin(%s))", "atan2(2.0 + tanh(%s), %s)"}},
}
