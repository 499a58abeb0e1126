package fusion

import (
	"procad/core"
)

// fused is the let of the array without it.
func (a *array) fused() core.Term {
	for _, s := range a.spans {
		*s.at = core.Copy(a.size(s.axis))
	}
	checks := a.doubtful()
	value, binds := a.element()
	a.replace(value, binds)
	body := a.let.Body
	for i := len(checks) - 1; i >= 0; i-- {
		body = core.Counted(a.let.Bound.Pos(), checks[i], body)
	}
	return body
}

func (a *array) size(axis int) core.Term {
	if n := len(a.binders); axis >= n {
		return a.row[axis-n]
	}
	return a.binders[axis].Size
}

// element is what an iteration reads of the array, and what is bound before.
func (a *array) element() (value core.Term, binds []*core.Let) {
	at := a.let.Bound.Pos()
	value = a.elem
	if rest := a.binders[a.fixed:]; len(rest) > 0 {
		value = &core.Build{Node: core.Node{At: at, Of: core.ArrayOf(value.Type(), len(rest))}, Binders: rest, Row: a.row, Body: value}
	}
	names := map[*core.Var]*core.Var{}
	for axis, index := range a.index {
		i := a.binders[axis].Var
		if j, ok := index.(*core.Use); ok {
			names[i] = j.Var
		} else {
			binds = append(binds, &core.Let{Node: core.Node{At: index.Pos()}, Var: i, Bound: index})
		}
	}
	core.Visit(value, func(t core.Term) {
		if use, ok := t.(*core.Use); ok && names[use.Var] != nil {
			use.Var = names[use.Var]
		}
	})
	return value, binds
}

// replace puts the element where it is read: in the place of the one read, if that
// is all that the iteration is, or before what the iteration does. A row that is
// added up is an array first, and then added whole.
func (a *array) replace(value core.Term, binds []*core.Let) {
	first := a.reads[0]
	all := len(a.reads) == 1 && first.at == a.iteration
	whole := a.iteration == nil || all && (first.around[a.fixed-1].build || !isArray(value.Type()))
	if whole && len(first.args) == a.fixed {
		*first.at = lets(binds, value)
		return
	}
	x := &core.Var{Pos: a.let.Var.Pos, Name: a.let.Var.Name, Type: value.Type()}
	binds = append(binds, &core.Let{Node: core.Node{At: a.let.At}, Var: x, Bound: value})
	for i := len(a.reads) - 1; i >= 0; i-- { // those in the indices of others first
		r := a.reads[i].at
		_, args := core.Indexed((*r).(*core.Index))
		var part core.Term = &core.Use{Node: core.Node{At: (*r).Pos(), Of: x.Type}, Var: x}
		if len(args) > a.fixed {
			part = &core.Index{Node: core.Node{At: (*r).Pos(), Of: (*r).Type()}, X: part, At: args[a.fixed:]}
		}
		*r = part
	}
	for _, b := range binds {
		a.facts.Bind(b.Var, b.Bound)
	}
	at := a.iteration
	if at == nil {
		at = first.at
	}
	*at = lets(binds, *at)
}

// lets is let b1; …; bn in body.
func lets(binds []*core.Let, body core.Term) core.Term {
	for i := len(binds) - 1; i >= 0; i-- {
		binds[i].Of, binds[i].Body = body.Type(), body
		body = binds[i]
	}
	return body
}

func isArray(t core.Type) bool {
	_, ok := t.(*core.ArrayType)
	return ok
}
