package special

import "math"

// A Function is an elementary function of one or two Reals, with all that the
// compiler knows of it but its derivative, which is in core/partials.go and
// prim/rules.proc.
type Function struct {
	Name  string
	At    []float64                  // arguments inside its domain, of a function of one; it is differentiable there
	One   func(float64) float64      // of one Real, or
	Two   func(x, y float64) float64 // of two
	LLVM  string                     // LLVM's intrinsic, or a function of C or of the runtime; "" if llvm/prim.go writes it out
	Glibc int                        // the minor version of glibc 2 from which on it has variants for vectors; 0 for none
	Cost  int64                      // measured by scripts/unitcosts, in twentieths of exp; 0 for that of an addition
	// Inside are uses of it with all arguments, whatever Reals they are, inside its domain.
	Inside []string
}

// Functions are the elementary functions, in the order of docs/grammar.md. sqrt takes 10 as
// measured; its cost is lower, for traces that are no larger.
var Functions = []Function{
	{Name: "exp", At: []float64{-1, 0.3}, One: math.Exp, LLVM: "llvm.exp.f64", Glibc: 22, Cost: 20, Inside: []string{"exp(sin(%s))"}},
	{Name: "log", At: []float64{0.3, 2}, One: Log, LLVM: "llvm.log.f64", Glibc: 22, Cost: 26, Inside: []string{"log(1.0 + %s^2)"}},
	{Name: "log1p", At: []float64{-0.3, 2}, One: math.Log1p, LLVM: "log1p", Glibc: 35, Cost: 33, Inside: []string{"log1p(%s^2)"}},
	{Name: "expm1", At: []float64{-1, 0.3}, One: math.Expm1, LLVM: "expm1", Glibc: 35, Cost: 23, Inside: []string{"expm1(tanh(%s))"}},
	{Name: "sqrt", At: []float64{0.3, 2}, One: math.Sqrt, LLVM: "llvm.sqrt.f64", Cost: 4, Inside: []string{"sqrt(1.0 + %s^2)"}},
	{Name: "sin", At: []float64{-1, 0.3}, One: math.Sin, LLVM: "llvm.sin.f64", Glibc: 22, Cost: 19, Inside: []string{"sin(%s)"}},
	{Name: "cos", At: []float64{-1, 0.3}, One: math.Cos, LLVM: "llvm.cos.f64", Glibc: 22, Cost: 20, Inside: []string{"cos(%s)"}},
	{Name: "tan", At: []float64{-1, 0.3}, One: math.Tan, LLVM: "tan", Glibc: 35, Cost: 23, Inside: []string{"tan(sin(%s))"}},
	{Name: "asin", At: []float64{-0.7, 0.3}, One: math.Asin, LLVM: "asin", Glibc: 35, Cost: 31, Inside: []string{"asin(0.5 * sin(%s))"}},
	{Name: "acos", At: []float64{-0.7, 0.3}, One: math.Acos, LLVM: "acos", Glibc: 35, Cost: 32, Inside: []string{"acos(0.5 * tanh(%s))"}},
	{Name: "atan", At: []float64{-1, 0.3}, One: math.Atan, LLVM: "atan", Glibc: 35, Cost: 27, Inside: []string{"atan(%s)"}},
	{Name: "sinh", At: []float64{-1, 0.3}, One: Sinh, LLVM: "sinh", Glibc: 35, Cost: 29, Inside: []string{"sinh(sin(%s))"}},
	{Name: "cosh", At: []float64{-1, 0.3}, One: Cosh, LLVM: "cosh", Glibc: 35, Cost: 32, Inside: []string{"cosh(tanh(%s))"}},
	{Name: "tanh", At: []float64{-1, 0.3}, One: math.Tanh, LLVM: "tanh", Glibc: 35, Cost: 58, Inside: []string{"tanh(%s)"}},
	{Name: "floor", At: []float64{-1.2, 0.3}, One: math.Floor, LLVM: "llvm.floor.f64"}, // its derivative is 0, and it jumps: generators have it apart
	{Name: "sign", At: []float64{-1, 0.3}, One: Sign},
	{Name: "erf", At: []float64{-1, 0.3}, One: math.Erf, LLVM: "erf", Glibc: 35, Cost: 25, Inside: []string{"erf(%s)"}},
	{Name: "lgamma", At: []float64{0.3, 2.5}, One: Lgamma, LLVM: "pc_lgamma", Cost: 230, Inside: []string{"lgamma(1.5 + logistic(%s))"}},
	{Name: "digamma", At: []float64{0.3, 2.5}, One: Digamma, LLVM: "pc_digamma", Cost: 340, Inside: []string{"digamma(1.5 + logistic(%s))"}},
	{Name: "logistic", At: []float64{-1, 0.3}, One: Logistic, Cost: 24, Inside: []string{"logistic(%s)"}},
	{Name: "pow", Two: Pow, LLVM: "llvm.pow.f64", Glibc: 22, Cost: 107, Inside: []string{"pow(1.0 + logistic(%s), tanh(%s))"}},
	{Name: "atan2", Two: math.Atan2, LLVM: "atan2", Glibc: 35, Cost: 37, Inside: []string{"atan2(%s, 2.0 + sin(%s))", "atan2(2.0 + tanh(%s), %s)"}},
}
