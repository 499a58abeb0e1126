package lower

import (
	"procad/internal/diag"
	"procad/proc"
)

// zeroKey says what zero.k fills arrays with.
type zeroKey struct {
	elem proc.Type
	rank int
}

// zeros makes an array full of zeros.
//
//	z = Call build{zero.k} (n1, …, nr)
func (f *fn) zeros(pos diag.Pos, t proc.Type, sizes []proc.Var) proc.Var {
	elem, rank := arrayType(t)
	key := zeroKey{elem, rank}
	body, ok := f.lowerer.zeros[key]
	if !ok {
		body = f.zeroBody(key)
		f.lowerer.zeros[key] = body
	}
	out := f.variable("z", t)
	return f.call(pos, proc.BuildKind(rank).Of(body), out, sizes...)
}

// zeroBody adds the definition that gives a zero at every index.
func (l *lowerer) zeroBody(key zeroKey) proc.Func {
	g := l.newFn(nil, "", l.funcName("zero.", true))
	for range key.rank {
		g.zoneName("i", proc.Shared, proc.Int)
	}
	z := g.zero(diag.Pos{}, key.elem)
	g.end(diag.Pos{}, nil, g.value(z))
	return g.name
}

// zero makes the zero of a scalar type: sums are Inl.
func (f *fn) zero(pos diag.Pos, t proc.Type) proc.Var {
	switch t := t.(type) {
	case *proc.TupleType:
		parts := make([]proc.Var, len(t.Elems))
		for i, e := range t.Elems {
			parts[i] = f.zero(pos, e)
		}
		return f.tuple(pos, parts)
	case *proc.SumType:
		out, x := f.variable("t", t), f.zero(pos, t.L)
		f.emit(&proc.Inl{Where: where(pos), Out: out, In: x})
		return out
	case proc.UnitType:
		return f.tuple(pos, nil)
	}
	out := f.variable("t", t)
	f.emit(&proc.Const{Where: where(pos), Out: out})
	return out
}
