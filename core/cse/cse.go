package cse

import (
	"slices"

	"procad/core"
	"procad/core/inline"
	"procad/core/known"
)

// Program computes once what the definitions of p say several times.
func Program(p *core.Program) {
	for _, d := range p.Defs {
		facts := known.New()
		facts.Learn(d.Body)
		for regions := []*core.Term{&d.Body}; len(regions) > 0; {
			last := len(regions) - 1
			regions = append(regions[:last], look(facts, regions[last])...)
		}
	}
}

// A region is what is evaluated with the term in a place, and what may be: the arms
// of cases.
type region struct {
	facts  *known.Facts
	nodes  []node
	found  map[string][]int // nodes that compute the same, in the order of the text
	bodies []*core.Term     // of loops and functions, but for those in arms
	arms   []*core.Term     // of cases, but for those in arms
	others []*core.Term     // bodies in arms
}

// A node is the term in a place.
type node struct {
	term   core.Term // that was there when the region was gone through
	at     *core.Term
	parent int  // -1: there is none
	arm    bool // it is in an arm of a case
}

// look computes once what the term in a place says several times, and returns the
// regions inside.
func look(facts *known.Facts, at *core.Term) []*core.Term {
	for {
		r := &region{facts: facts, nodes: make([]node, 0, inline.Weight(*at)), found: map[string][]int{}}
		always := map[string]bool{}
		r.gather(node{at: at, parent: -1}, always)
		if !r.share(always) {
			return r.inside()
		}
	}
}

// inside are the regions inside. The arms of cases need not be looked at alone if
// nothing is computed twice.
func (r *region) inside() []*core.Term {
	for _, ids := range r.found {
		if len(ids) > 1 {
			return append(r.bodies, r.arms...)
		}
	}
	return append(r.bodies, r.others...)
}

// gather notes what the term in a place computes, and in always what it computes
// whenever it is evaluated.
func (r *region) gather(n node, always map[string]bool) {
	n.term = *n.at
	id := len(r.nodes)
	r.nodes = append(r.nodes, n)
	if worthwhile(n.term) {
		if key, ok := r.facts.Key(n.term); ok {
			r.found[key] = append(r.found[key], id)
			always[key] = true
		}
	}
	var others []*core.Term
	core.EachSlot(n.term, func(at *core.Term, sure bool) {
		if sure {
			r.gather(node{at: at, parent: id, arm: n.arm}, always)
		} else {
			others = append(others, at)
		}
	})
	if _, ok := n.term.(*core.Case); !ok {
		if n.arm {
			r.others = append(r.others, others...)
		} else {
			r.bodies = append(r.bodies, others...)
		}
		return
	}
	arms := make([]map[string]bool, len(others))
	for i, at := range others {
		arms[i] = map[string]bool{}
		r.gather(node{at: at, parent: id, arm: true}, arms[i])
	}
	for key := range arms[0] {
		if !slices.ContainsFunc(arms[1:], func(arm map[string]bool) bool { return !arm[key] }) {
			always[key] = true
		}
	}
	if !n.arm {
		r.arms = append(r.arms, others...)
	}
}

// worthwhile says that t is worth a variable.
func worthwhile(t core.Term) bool {
	switch t := t.(type) {
	case *core.Apply:
		return numbers(t.Of)
	case *core.Reduce:
		return numbers(t.Of)
	case *core.Prim:
		return core.Elementary(t.Op)
	}
	return false
}

// numbers says that values of t are numbers: not nothing, and no arrays, which
// something may update, or functions.
func numbers(t core.Type) bool { return t != core.Type(core.Unit) && plain(t) }

func plain(t core.Type) bool {
	switch t := t.(type) {
	case core.Basic:
		return true
	case *core.TupleType:
		return !slices.ContainsFunc(t.Elems, func(e core.Type) bool { return !plain(e) })
	case *core.SumType:
		return !slices.ContainsFunc(t.Cons, func(c core.Con) bool { return !plain(c.Of) })
	}
	return false
}
