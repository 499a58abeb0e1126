package core

// An Algebra computes with numbers, or with terms that stand for numbers.
type Algebra[T any] interface {
	Real(v float64) T
	Int(v int64) T
	Prim(op Op, args ...T) T               // of the types that op takes
	If(cond T, then, otherwise func() T) T // cond is a Bool
}

// Partials is the derivatives of op in its arguments xs: the one table of the
// calculus that the evaluator uses, written without prim/rules.proc. That
// of an argument that is an Int or a Bool is the zero T, as are all of an op
// whose result is not Real.
//
// Where a primitive has no derivative, the table says which value is taken:
// abs has 0 at 0, sign and floor have 0 everywhere, min and max have the
// derivative of their first argument where both are equal.
func Partials[T any](a Algebra[T], op Op, xs []T) []T {
	x := xs[0]
	var y T
	if len(xs) > 1 {
		y = xs[1]
	}
	var none T
	add := func(x, y T) T { return a.Prim(Add, x, y) }
	sub := func(x, y T) T { return a.Prim(Sub, x, y) }
	mul := func(x, y T) T { return a.Prim(Mul, x, y) }
	quo := func(x, y T) T { return a.Prim(Quo, x, y) }
	neg := func(x T) T { return a.Prim(Neg, x) }
	f := func(op Op) T { return a.Prim(op, x) }
	zero, one, two := a.Real(0), a.Real(1), a.Real(2)
	choose := func(cond T) []T {
		return []T{
			a.If(cond, func() T { return one }, func() T { return zero }),
			a.If(cond, func() T { return zero }, func() T { return one }),
		}
	}
	square := func(x T) T { return mul(x, x) }
	switch op {
	case Add:
		return []T{one, one}
	case Sub:
		return []T{one, neg(one)}
	case Mul:
		return []T{y, x}
	case Quo:
		return []T{quo(one, y), neg(quo(quo(x, y), y))}
	case SMul, ZMul:
		return []T{y, x}
	case SDiv:
		return []T{quo(one, y), neg(a.Prim(SDiv, a.Prim(SDiv, x, y), y))}
	case Neg:
		return []T{neg(one)}
	case Powi: // x^n: n x^(n-1), which is 0 for n = 0
		return []T{a.If(a.Prim(Eq, y, a.Int(0)),
			func() T { return zero },
			func() T { return mul(a.Prim("real", y), a.Prim(Powi, x, sub(y, a.Int(1)))) }), none}
	case "pow": // x^y: y x^(y-1), which is 0 for x = y = 0; x^y log x, which is 0 for x ≤ 0
		slope := func() T { return mul(y, a.Prim("pow", x, sub(y, one))) }
		return []T{
			a.If(a.Prim(Eq, x, zero), func() T { return a.If(a.Prim(Eq, y, zero), func() T { return zero }, slope) }, slope),
			a.If(a.Prim(Lt, zero, x),
				func() T { return mul(a.Prim("pow", x, y), f("log")) },
				func() T { return zero })}
	case "exp":
		return []T{f("exp")}
	case "expm1":
		return []T{f("exp")}
	case "log":
		return []T{quo(one, x)}
	case "log1p":
		return []T{quo(one, add(one, x))}
	case "sqrt":
		return []T{quo(one, mul(two, f("sqrt")))}
	case "logistic": // 1 / (1 + e^-x)
		return []T{mul(f("logistic"), a.Prim("logistic", neg(x)))}
	case "sin":
		return []T{f("cos")}
	case "cos":
		return []T{neg(f("sin"))}
	case "tan":
		return []T{quo(one, square(f("cos")))}
	case "asin":
		return []T{quo(one, a.Prim("sqrt", sub(one, square(x))))}
	case "acos":
		return []T{neg(quo(one, a.Prim("sqrt", sub(one, square(x)))))}
	case "atan":
		return []T{quo(one, add(one, square(x)))}
	case "atan2": // the angle of the point (y, x)
		q := add(square(x), square(y))
		return []T{quo(y, q), neg(quo(x, q))}
	case "sinh":
		return []T{f("cosh")}
	case "cosh":
		return []T{f("sinh")}
	case "tanh":
		return []T{quo(one, square(f("cosh")))}
	case "abs":
		return []T{f("sign")}
	case "sign", "floor":
		return []T{zero}
	case "min":
		return choose(a.Prim(Le, x, y))
	case "max":
		return choose(a.Prim(Le, y, x))
	case "erf": // 2/√π e^(-x²)
		return []T{mul(a.Real(1.1283791670955125738961589), a.Prim("exp", neg(square(x))))}
	case "lgamma":
		return []T{f("digamma")}
	case "digamma":
		return []T{a.Prim("polygamma", a.Int(1), x)}
	case "polygamma":
		return []T{none, a.Prim("polygamma", add(x, a.Int(1)), y)}
	}
	return make([]T, len(xs))
}

// singular are the primitives whose derivative can be infinite or NaN where a program meets them.
var singular = map[Op]bool{
	Quo: true, SMul: true, SDiv: true, ZMul: true, Powi: true, "pow": true, "sqrt": true, "log": true, "log1p": true, "tan": true,
	"asin": true, "acos": true, "atan2": true, "lgamma": true, "digamma": true, "polygamma": true,
}

// Contribution is what a tangent d of argument i of op contributes to the tangent of the result, for the
// partial derivative k. It is also the cotangent of argument i for a cotangent d of the result.
//
//	d * k            where k is finite for finite arguments
//	smul(d, k)       where k may be infinite or NaN
//	smul(k, d)       for min and max, which choose: k is 0 or 1
//	zmul(k, d)       for the second argument of smul and sdiv, whose k is 0 if their first argument is; for both of zmul
func Contribution[T any](a Algebra[T], op Op, i int, k, d T) T {
	switch {
	case op == "min", op == "max":
		return a.Prim(SMul, k, d)
	case op == ZMul, (op == SMul || op == SDiv) && i == 1:
		return a.Prim(ZMul, k, d)
	case singular[op]:
		return a.Prim(SMul, d, k)
	}
	return a.Prim(Mul, k, d)
}
