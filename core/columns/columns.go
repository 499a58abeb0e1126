// Package columns is about loops whose second index has few values and decides
// what is computed. An iteration of the first index computes all columns together,
// and what they have in common once:
//
//	[if j == 0 then x else y for i < n, j < 2]  =  [[if j == 0 then x else y for j < 2] for i < n]
package columns

import "procad/core"

// A Loop is one of this form: [row for i < n], where row is a Build after bindings.
type Loop struct {
	First core.Binder
	Row   core.Term
	Count int64 // of columns
}

// Of is b as such a loop of no more than few columns; nil if it is none. That is
// seen from its text. What is written out for all columns may come to no more than
// most, where weight says how much a term comes to.
func Of(b *core.Build, few int64, weight func(core.Term) int, most int) *Loop {
	l := &Loop{First: b.Binders[0]}
	switch len(b.Binders) {
	case 1:
		l.Row = b.Body
	case 2:
		l.Row = &core.Build{Node: core.Node{At: b.At, Of: core.ArrayOf(b.Body.Type(), 1)}, Binders: b.Binders[1:], Body: b.Body}
	default:
		return nil
	}
	row := last(l.Row)
	if row == nil || len(b.Binders) == 1 && row == l.Row {
		return nil // two loops that are one have no row of their own
	}
	j := row.Binders[0]
	k, ok := j.Size.(*core.IntConst)
	if !ok || k.Value < 1 || k.Value > few || int(k.Value)*weight(row.Body) > most || !decides(row.Body, j.Var) {
		return nil
	}
	l.Count = k.Value
	return l
}

// last is the comprehension of scalars with one index at the end of t, or nil.
func last(t core.Term) *core.Build {
	for {
		switch let := t.(type) {
		case *core.Let:
			t = let.Body
		case *core.Untuple:
			t = let.Body
		case *core.Build:
			if a := let.Of.(*core.ArrayType); a.Rank != 1 {
				return nil
			}
			return let
		default:
			return nil
		}
	}
}

// decides says that an index alone decides a choice in t.
func decides(t core.Term, j *core.Var) bool {
	found := false
	core.Visit(t, func(t core.Term) {
		if t, ok := t.(*core.Case); ok && t.X.Type() == core.Bool && only(t.X, j) {
			found = true
		}
	})
	return found
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

// Split makes such a loop with two indices one of rows, and is the place of what
// an iteration of the first index computes.
func Split(b *core.Build) *core.Term {
	l := &core.Build{Node: core.Node{At: b.At, Of: core.ArrayOf(b.Body.Type(), 1)}, Binders: b.Binders[1:], Body: b.Body}
	b.Row = []core.Term{core.Copy(b.Binders[1].Size)}
	b.Binders, b.Body = b.Binders[:1:1], l
	return &b.Body
}
