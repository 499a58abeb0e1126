package prim

import (
	"procad/internal/special"
	"procad/proc"
)

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
var Table = func() map[proc.Func]proc.Sig {
	table := operators
	// The elementary functions are those of C's library; logistic x is 1 / (1 + exp(-x)), sign 0 is 0.
	for _, f := range special.Functions {
		table[proc.Name(f.Name)] = unary
		if f.Two != nil {
			table[proc.Name(f.Name)] = binary
		}
	}
	return table
}()

var operators = map[proc.Func]proc.Sig{
	// Arithmetic of Real: IEEE 754 double precision.
	Add: binary, Sub: binary, Mul: binary, Div: binary, Neg: unary, Abs: unary, Min: binary, Max: binary,
	// Strong products: smul (x, s) is x * s and sdiv (x, d) is x / d, but 0 where x = 0. zmul (x, y) is x * y, but 0 where
	// x = 0 or y = 0.
	SMul: binary, SDiv: binary, ZMul: binary,
	Polygamma: {In: proc.NewTuple(proc.Int, proc.Real), Out: proc.Real},
	// powi (x, n) is x^n by repeated squaring; 0^0 = 1; x^-n = 1 / x^n.
	Powi: {In: proc.NewTuple(proc.Real, proc.Int), Out: proc.Real},

	// Arithmetic of Int wraps at 64 bits. idiv and imod round towards -inf; dividing by 0 is a run-time error.
	IAdd: intOp, ISub: intOp, IMul: intOp, IDiv: intOp, IMod: intOp,
	IMin: intOp, IMax: intOp,
	// iand works on bits; ishl (x, k) is x 2^k, and ishr (x, k) is x idiv 2^k; of k the last 6 bits count.
	IAnd: intOp, IShl: intOp, IShr: intOp,
	INeg: {In: proc.Int, Out: proc.Int}, IAbs: {In: proc.Int, Out: proc.Int},

	// Comparison; with a NaN all three are false.
	Lt: compare, Le: compare, Eq: compare,
	ILt: intCmp, ILe: intCmp, IEq: intCmp,

	// real n is the nearest Real; int x is floor x, a run-time error where that is no Int.
	ToReal: {In: proc.Int, Out: proc.Real},
	ToInt:  {In: proc.Real, Out: proc.Int},

	// cacheBytes () is the size of the second-level cache of the machine that runs, at most native.MostCache. Strategies
	// ask for it; no value depends on it.
	CacheBytes: {In: proc.Unit, Out: proc.Int},
}
