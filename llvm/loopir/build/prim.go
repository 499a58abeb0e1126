package build

import (
	"procad/internal/special"
	"procad/llvm/loopir"
	"procad/prim"
	"procad/proc"
)

// primitives writes the functions of prim.Table: from the leaves of the argument the one leaf of the result.
var primitives = func() map[proc.Func]func(b *builder, in []val) val {
	table := map[proc.Func]func(b *builder, in []val) val{
		prim.SMul: func(b *builder, in []val) val { return b.strong(b.make(loopir.Mul, loopir.RealType, in...), in[0]) },
		prim.SDiv: func(b *builder, in []val) val { return b.strong(b.make(loopir.Div, loopir.RealType, in...), in[0]) },
		prim.ZMul: func(b *builder, in []val) val { return b.strong(b.make(loopir.Mul, loopir.RealType, in...), in...) },
		prim.IAbs: (*builder).absolute,
		prim.IDiv: func(b *builder, in []val) val { return b.divide(loopir.Div, in) },
		prim.IMod: func(b *builder, in []val) val { return b.divide(loopir.Mod, in) },

		prim.ToReal: func(b *builder, in []val) val { return b.make(loopir.ToReal, loopir.RealType, in...) },
		prim.ToInt:  (*builder).toInt,
	}
	for f, k := range map[proc.Func]loopir.Kind{
		prim.Add: loopir.Add, prim.Sub: loopir.Sub, prim.Mul: loopir.Mul, prim.Div: loopir.Div, prim.Neg: loopir.Neg,
		prim.Min: loopir.Min, prim.Max: loopir.Max,
		prim.IAdd: loopir.Add, prim.ISub: loopir.Sub, prim.IMul: loopir.Mul, prim.INeg: loopir.Neg, prim.IMin: loopir.Min, prim.IMax: loopir.Max,
		prim.IAnd: loopir.And, prim.IShl: loopir.Shl, prim.IShr: loopir.Shr,
	} {
		table[f] = func(b *builder, in []val) val { return b.make(k, in[0].Type, in...) }
	}
	// True is the tag 0.
	for f, k := range map[proc.Func]loopir.Kind{
		prim.Lt: loopir.Lt, prim.Le: loopir.Le, prim.Eq: loopir.Eq, prim.ILt: loopir.Lt, prim.ILe: loopir.Le, prim.IEq: loopir.Eq,
	} {
		table[f] = func(b *builder, in []val) val { return b.not(b.make(k, loopir.BoolType, in...)) }
	}
	math := func(f proc.Func, t loopir.Type) {
		table[f] = func(b *builder, in []val) val { return b.math(f, t, in...) }
	}
	for _, f := range special.Functions {
		math(proc.Name(f.Name), loopir.RealType)
	}
	math(prim.Abs, loopir.RealType)
	math(prim.Polygamma, loopir.RealType)
	math(prim.Powi, loopir.RealType)
	math(prim.CacheBytes, loopir.IntType)
	return table
}()

func (b *builder) math(f proc.Func, t loopir.Type, in ...val) val {
	v := b.make(loopir.Math, t, in...)
	v.Def.Func = f
	return v
}

// strong is
//
//	smul (x, y) = 0 if x = 0, else x · y        sdiv (x, y) = 0 if x = 0, else x / y
//	zmul (x, y) = 0 if x = 0 or y = 0, else x · y
//
// for the result r and the factors that make it 0.
func (b *builder) strong(r val, factors ...val) val {
	zero := b.zero(loopir.RealType)
	for _, x := range factors {
		r = b.choice(b.make(loopir.Eq, loopir.BoolType, x, zero), zero, r)
	}
	return r
}

// absolute is  |i| = -i if i < 0, else i.
func (b *builder) absolute(in []val) val {
	i := in[0]
	return b.choice(b.make(loopir.Lt, loopir.BoolType, i, b.int(0)), b.make(loopir.Neg, loopir.IntType, i), i)
}

// divide is a quotient, or what is left:
//
//	idiv (i, j)    ↦    check j != 0; div i, j
func (b *builder) divide(k loopir.Kind, in []val) val {
	if bits, ok := in[1].IsConst(); !ok || bits == 0 {
		b.check(loopir.NonZero, prim.DivideByZero, "", in[1])
	}
	return b.make(k, loopir.IntType, in...)
}

// toInt is
//
//	int x    ↦    f = math floor(x); check f in int; int f
func (b *builder) toInt(in []val) val {
	f := b.math(prim.Floor, loopir.RealType, in...)
	b.check(loopir.InInt, prim.IntRange, "", f)
	return b.make(loopir.ToInt, loopir.IntType, f)
}
