package prim

import "procad/proc"

var (
	realPair = proc.NewTuple(proc.Real, proc.Real)
	intPair  = proc.NewTuple(proc.Int, proc.Int)

	unary   = proc.Sig{In: proc.Real, Out: proc.Real}
	binary  = proc.Sig{In: realPair, Out: proc.Real}
	compare = proc.Sig{In: realPair, Out: proc.Bool}
	intOp   = proc.Sig{In: intPair, Out: proc.Int}
	intCmp  = proc.Sig{In: intPair, Out: proc.Bool}
)

// Table lists the primitives that have no parameters in braces.
var Table = map[proc.Func]proc.Sig{
	// Arithmetic of Real: IEEE 754 double precision.
	"add": binary, "sub": binary, "mul": binary, "div": binary, "neg": unary,
	// The C library's functions; logistic x is 1 / (1 + exp(-x)), sign 0 is 0.
	"exp": unary, "log": unary, "log1p": unary, "expm1": unary, "sqrt": unary,
	"sin": unary, "cos": unary, "tan": unary, "asin": unary, "acos": unary, "atan": unary,
	"sinh": unary, "cosh": unary, "tanh": unary, "abs": unary, "floor": unary, "sign": unary,
	"erf": unary, "lgamma": unary, "digamma": unary, "logistic": unary,
	"pow": binary, "atan2": binary, "min": binary, "max": binary,
	"polygamma": {In: proc.NewTuple(proc.Int, proc.Real), Out: proc.Real},
	// powi (x, n) is x^n by repeated squaring; 0^0 = 1; x^-n = 1 / x^n.
	"powi": {In: proc.NewTuple(proc.Real, proc.Int), Out: proc.Real},

	// Arithmetic of Int wraps at 64 bits. idiv and imod round towards -inf; dividing by 0 is a fault.
	"iadd": intOp, "isub": intOp, "imul": intOp, "idiv": intOp, "imod": intOp,
	"imin": intOp, "imax": intOp,
	"ineg": {In: proc.Int, Out: proc.Int}, "iabs": {In: proc.Int, Out: proc.Int},

	// Comparison; with a NaN all three are false.
	"lt": compare, "le": compare, "eq": compare,
	"ilt": intCmp, "ile": intCmp, "ieq": intCmp,

	// real n is the nearest Real; int x is floor x, a fault where that is no Int.
	"real": {In: proc.Int, Out: proc.Real},
	"int":  {In: proc.Real, Out: proc.Int},
}
