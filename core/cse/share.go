package cse

import (
	"cmp"
	"slices"

	"procad/core"
	"procad/core/inline"
)

// share binds what is computed several times to variables, the longest first, and
// says whether there was any. always is what the region computes whenever it is
// evaluated.
func (r *region) share(always map[string]bool) bool {
	type shared struct {
		ids    []int
		weight int
	}
	var list []shared
	for key, ids := range r.found {
		if always[key] && len(ids) > 1 {
			list = append(list, shared{ids, inline.Weight(r.nodes[ids[0]].term)})
		}
	}
	slices.SortFunc(list, func(a, b shared) int { return cmp.Or(-cmp.Compare(a.weight, b.weight), a.ids[0]-b.ids[0]) })
	taken := map[int]bool{}
	changed := false
	for _, s := range list {
		inside := func(id int) bool { return slices.ContainsFunc(r.path(id, -1), func(id int) bool { return taken[id] }) }
		if slices.ContainsFunc(s.ids, inside) || !r.bind(s.ids) {
			continue // in the next round
		}
		changed = true
		for _, id := range s.ids {
			taken[id] = true
		}
	}
	return changed
}

// path is a node and what is around it, up to but without another node.
func (r *region) path(id, to int) []int {
	var list []int
	for ; id != to; id = r.nodes[id].parent {
		list = append(list, id)
	}
	return list
}

// common is the innermost node around all of some nodes.
func (r *region) common(ids []int) int {
	around := r.path(ids[0], -1)
	for _, id := range ids[1:] {
		other := map[int]bool{}
		for _, id := range r.path(id, -1) {
			other[id] = true
		}
		around = around[slices.IndexFunc(around, func(id int) bool { return other[id] }):]
	}
	return around[0]
}

// bind binds what some nodes compute to a variable; false if it uses what is bound on
// the way.
func (r *region) bind(ids []int) bool {
	value := r.nodes[ids[0]].term
	uses := map[*core.Var]bool{}
	core.Visit(value, func(t core.Term) {
		if use, ok := t.(*core.Use); ok {
			uses[use.Var] = true
		}
	})
	binds := func(id int) bool {
		return slices.ContainsFunc(core.Bound(r.nodes[id].term), func(v *core.Var) bool { return uses[v] })
	}
	top := r.common(ids)
	for _, id := range ids {
		if slices.ContainsFunc(r.path(id, r.nodes[top].parent)[1:], binds) {
			return false
		}
	}
	if let, ok := r.nodes[top].term.(*core.Let); ok && let.Var != nil {
		if k := slices.IndexFunc(ids, func(id int) bool { return r.nodes[id].at == &let.Bound }); k >= 0 {
			r.replace(slices.Delete(slices.Clone(ids), k, k+1), let.Var)
			return true
		}
	}
	x := &core.Var{Pos: value.Pos(), Name: name(value), Type: value.Type()}
	r.replace(ids, x)
	r.facts.Bind(x, value)
	at := r.nodes[top].at
	*at = &core.Let{Node: core.Node{At: value.Pos(), Of: (*at).Type()}, Var: x, Bound: value, Body: *at}
	return true
}

// replace puts uses of a variable in the places of some nodes.
func (r *region) replace(ids []int, x *core.Var) {
	for _, id := range ids {
		at := r.nodes[id].at
		*at = &core.Use{Node: core.Node{At: (*at).Pos(), Of: x.Type}, Var: x}
	}
}

// name is what the value of a term is called.
func name(t core.Term) string {
	switch t := t.(type) {
	case *core.Apply:
		f := t.Func
		for {
			d, ok := f.(*core.Derive)
			if !ok {
				break
			}
			f = d.Func
		}
		switch f := f.(type) {
		case *core.Global:
			return f.Def.Name
		case *core.Ruled:
			return f.Rule.Name
		case *core.Use:
			return f.Var.Name
		}
	case *core.Prim:
		return string(t.Op)
	}
	return "all"
}
