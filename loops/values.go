package loops

import (
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// Values of the types that sum can add, and elements.

// tangent says that t is a tangent type, so that accumulators can hold a t.
func tangent(t proc.Type) bool { return deriv.Tangent(t) == t }

// zeroOf is 0 of a type that sum can add.
func zeroOf(b *proc.Builder, t proc.Type) proc.Var {
	switch t := t.(type) {
	case proc.RealType:
		return as(b, t, b.Real("zero", 0))
	case proc.IntType:
		return b.Int("zero", 0)
	case *proc.TupleType:
		parts := make([]proc.Var, len(t.Elems))
		for i, e := range t.Elems {
			parts[i] = zeroOf(b, e)
		}
		return b.Tuple("zero", parts...)
	}
	return b.Unit()
}

// plus adds two values of a type that sum can add.
func plus(b *proc.Builder, x, y proc.Var) proc.Var {
	switch t := x.Type.(type) {
	case proc.RealType:
		x, y = as(b, proc.Real, x), as(b, proc.Real, y)
		return as(b, t, b.Call("plus", proc.Real, prim.Add, nil, b.Tuple("xy", x, y)))
	case proc.IntType:
		return b.Call("plus", t, prim.IAdd, nil, b.Tuple("xy", x, y))
	case *proc.TupleType:
		xs, ys := b.Untuple(x, "x"), b.Untuple(y, "y")
		for i := range xs {
			xs[i] = plus(b, xs[i], ys[i])
		}
		return b.Tuple("plus", xs...)
	}
	b.Elim(y)
	return x
}

// as holds a Real, or frees it.
func as(b *proc.Builder, t proc.Type, x proc.Var) proc.Var {
	switch {
	case x.Type == t:
		return x
	case t == deriv.InactiveReal:
		return b.Call(x.Name, t, proc.FamilyOf("inactive", x.Type), nil, x)
	}
	return b.Call(x.Name, t, proc.FamilyOf("lift", x.Type, t), nil, x)
}

// setAt is v[i] := x.
func setAt(b *proc.Builder, v proc.Var, idx []proc.Ref, x proc.Var) proc.Var {
	in := []proc.Var{v}
	for _, i := range idx {
		in = append(in, b.Read("i", proc.Int, i.Name))
	}
	swapped := b.Call("vx", proc.NewTuple(v.Type, x.Type), proc.FamilyOf("swap", v.Type), nil, b.Tuple("a", append(in, x)...))
	old := b.Untuple(swapped, "v'", "old")
	b.Elim(old[1])
	return old[0]
}
