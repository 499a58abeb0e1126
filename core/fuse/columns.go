package fuse

import "procad/core"

// Where the second index of a loop has few values and decides what is computed,
// an iteration computes all of its columns together, and what they have in common
// once. An array that they read at the first index is computed before them:
//
//	[if j == 0 then x else y for i < n, j < 2]  =  [[if j == 0 then x else y for j < 2] for i < n]

// columned says that a loop is of this form. That is seen from its text.
func (f *fuser) columned(b *core.Build) bool {
	if !f.small || len(b.Binders) != 2 || isArray(b.Body.Type()) {
		return false
	}
	j := b.Binders[1]
	k, ok := j.Size.(*core.IntConst)
	if !ok || k.Value < 1 || k.Value > mostFew || int(k.Value)*f.weigher.Weight(b.Body) > mostWritten {
		return false
	}
	decides := false
	core.Visit(b.Body, func(t core.Term) {
		if t, ok := t.(*core.Case); ok && t.X.Type() == core.Bool && only(t.X, j.Var) {
			decides = true
		}
	})
	return decides
}

// only says that a term is an index, or made of numbers and that.
func only(t core.Term, i *core.Var) bool {
	made := true
	core.Visit(t, func(t core.Term) {
		switch t := t.(type) {
		case *core.IntConst, *core.Prim, *core.Case, *core.Inject, *core.Tuple:
		case *core.Use:
			made = made && t.Var == i
		default:
			made = false
		}
	})
	return made
}

// columns splits such a loop, and is the place of what an iteration of the first
// index computes.
func columns(b *core.Build) *core.Term {
	j := b.Binders[1]
	n := core.Node{At: b.At, Of: core.ArrayOf(b.Body.Type(), 1)}
	b.Row = []core.Term{core.Copy(j.Size)}
	b.Body = &core.Build{Node: n, Binders: b.Binders[1:], Body: b.Body}
	b.Binders = b.Binders[:1:1]
	return &b.Body
}
