package lower

import (
	"procad/internal/diag"
	"procad/proc"
	"procad/proc/deriv"
)

// stop is v as a constant. What is discrete is one already.
func (f *fn) stop(pos diag.Pos, v value, to *target) value {
	if v.leaf == nil {
		parts := value{elems: make([]value, len(v.elems))}
		for i, e := range v.elems {
			parts.elems[i] = f.stop(pos, e, to.part(i))
		}
		return parts
	}
	switch l := v.leaf; {
	case deriv.Discrete(l.Type):
		return v
	case isArray(l.Type):
		return value{leaf: f.stopArray(pos, l, to)}
	case proc.Scalar(l.Type):
		return f.value(f.stopScalar(pos, f.linear(l), to))
	}
	return f.value(f.stopSum(pos, f.linear(v.leaf), to))
}

// stopScalar calls stop{T}.
func (f *fn) stopScalar(pos diag.Pos, x proc.Var, to *target) proc.Var {
	return f.call(pos, proc.FamilyOf("stop", x.Type), f.result(to, x.Type), x)
}

// stopArray makes an array of the stopped elements.
func (f *fn) stopArray(pos diag.Pos, a *leaf, to *target) *leaf {
	elem, rank := arrayType(a.Type)
	g := f.newBody("build")
	idx := make([]proc.Var, rank)
	for i := range idx {
		idx[i] = g.linear(g.index(nil))
	}
	x := g.variable("x", elem)
	g.emit(&proc.Read{Where: where(pos), Out: x, Ref: g.ref(a), Idx: idx})
	g.end(pos, nil, g.value(g.stopScalar(pos, x, nil)))
	in := f.tuple(pos, f.sizes(pos, a, 0))
	return f.own(f.run(pos, proc.BuildKind(rank), g, f.result(to, a.Type), in))
}

// stopSum stops whichever side x, a sum with arrays inside, is on.
func (f *fn) stopSum(pos diag.Pos, x proc.Var, to *target) proc.Var {
	t := x.Type.(*proc.SumType)
	out := f.result(to, t)
	s := &proc.Case{Where: where(pos), In: x}
	l, r := f.variable("t", t.L), f.variable("t", t.R)
	s.L = f.branch(l, func() { f.emit(&proc.Inl{Where: where(pos), Out: out, In: f.stopNested(pos, l)}) })
	s.R = f.branch(r, func() { f.emit(&proc.Inr{Where: where(pos), Out: out, In: f.stopNested(pos, r)}) })
	f.emit(s)
	return out
}

// stopNested stops a payload.
func (f *fn) stopNested(pos diag.Pos, x proc.Var) proc.Var {
	t, tuple := x.Type.(*proc.TupleType)
	if !tuple || proc.Scalar(x.Type) {
		return f.nested(pos, f.stop(pos, f.value(x), nil))
	}
	stopped := make([]proc.Var, len(t.Elems))
	for i, p := range f.parts(pos, x, t) {
		stopped[i] = f.stopNested(pos, p)
	}
	return f.tuple(pos, stopped)
}
