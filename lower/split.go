package lower

import (
	"procad/core"
	"procad/internal/diag"
	"procad/proc"
)

// A split is a sum with arrays inside, taken apart: names of Θ are scalars or
// arrays, so the body of a loop sees such a sum in this form. The parts of the
// side that it is not on are empty.
type split struct {
	left *leaf // a Bool
	l, r value
}

// inParts says that the function sees the leaf, a sum with arrays inside, in parts.
func (f *fn) inParts(l *leaf) bool { return openSum(l.Type) && (l.fn != f || l.split != nil) }

// openSum says that t is a sum with arrays inside.
func openSum(t proc.Type) bool {
	_, sum := t.(*proc.SumType)
	return sum && !proc.Scalar(t)
}

// parts returns the leaf in parts, which the function that has it makes before
// the loop or the local function that needs them.
func (l *leaf) parts() *split {
	if l.split == nil {
		l.fn.takeApart(l)
	}
	return l.split
}

// takeApart emits
//
//	Case s (Inl x left = true; l = x; r = nothing) (Inr y left = false; l = nothing; r = y)
func (f *fn) takeApart(l *leaf) {
	pos := f.at
	of := coreType(l.Type).(*core.SumType)
	t := [2]core.Type{of.Cons[0].Of, of.Cons[1].Of}
	s := &proc.Case{Where: where(pos), In: f.linear(l)}
	left := f.exact(core.Bool, nil)
	to := [2]*target{f.exact(t[0], targetOf(t[0], l.Name)), f.exact(t[1], targetOf(t[1], l.Name))}
	branch := func(side int, t, other core.Type) proc.Branch {
		x := f.nestedVar(t, nil)
		return f.branch(x, func() {
			f.boolConst(pos, f.result(left, proc.Bool), side == 0)
			f.into(pos, f.unnested(pos, x, t, nil), to[side])
			f.into(pos, treeOf(other, func(t proc.Type) *leaf { return f.own(f.nothing(pos, t)) }), to[1-side])
		})
	}
	s.L = branch(0, t[0], t[1])
	s.R = branch(1, t[1], t[0])
	f.emit(s)
	l.split = &split{left: f.own(f.result(left, proc.Bool)), l: f.joined(t[0], to[0]), r: f.joined(t[1], to[1])}
	f.splits = append(f.splits, l)
}

// nothing is a value of a type where it does not matter which.
func (f *fn) nothing(pos diag.Pos, t proc.Type) proc.Var {
	if proc.Scalar(t) {
		return f.zero(pos, t)
	}
	switch t := t.(type) {
	case *proc.TupleType:
		vars := make([]proc.Var, len(t.Elems))
		for i, e := range t.Elems {
			vars[i] = f.nothing(pos, e)
		}
		return f.tuple(pos, vars)
	case *proc.SumType:
		in, out := f.nothing(pos, t.L), f.variable("t", t)
		f.emit(&proc.Inl{Where: where(pos), Out: out, In: in})
		return out
	}
	_, rank := arrayType(t)
	sizes := make([]proc.Var, rank)
	for i := range sizes {
		sizes[i] = f.intConst(pos, 0)
	}
	return f.zeros(pos, t, sizes)
}

// caseOfParts is a case of a sum that is seen in parts.
func (f *fn) caseOfParts(e *core.Case, x *leaf, to *target) value {
	parts := x.parts()
	s := &proc.Case{Where: where(e.Pos()), In: f.linear(parts.left)}
	l, r := e.Arms[0], e.Arms[1]
	out := f.exact(e.Of, to)
	branch := func(a core.Arm, t core.Type, v value) proc.Branch {
		body := a.Body
		p := received(a.Var, t, &body)
		return f.branch(f.variable("u", proc.Unit), func() {
			f.receive(p, v)
			f.into(body.Pos(), f.expr(body, out), out)
		})
	}
	of := e.X.Type().(*core.SumType)
	s.L = branch(l, of.Cons[0].Of, parts.l)
	s.R = branch(r, of.Cons[1].Of, parts.r)
	f.emit(s)
	f.ends[s] = f.clock
	return f.joined(e.Of, out)
}

// together puts a leaf together again that is seen in parts.
func (f *fn) together(l *leaf, to *target) proc.Var {
	pos, parts := f.at, l.parts()
	out := f.result(to, l.Type)
	s := &proc.Case{Where: where(pos), In: f.linear(parts.left)}
	s.L = f.branch(f.variable("u", proc.Unit), func() {
		f.emit(&proc.Inl{Where: where(pos), Out: out, In: f.nested(pos, parts.l)})
	})
	s.R = f.branch(f.variable("u", proc.Unit), func() {
		f.emit(&proc.Inr{Where: where(pos), Out: out, In: f.nested(pos, parts.r)})
	})
	f.emit(s)
	return out
}
