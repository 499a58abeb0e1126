// Package hoist moves calls out of loops.
//
//	sum(i < n) E[f(a)]  =  let x = (if 0 < n then f(a) else none) in sum(i < n) E[x]
//
// where no variable of f(a) is bound in the loop, each iteration evaluates f(a),
// and f has loops. It is the same for the other loops but while. A run fails if
// and only if it failed before: without iterations f is not called, and none,
// which nothing reads, cannot fail. A function that makes such a call is put in the
// place of its own call first.
package hoist

import (
	"maps"

	"procad/core"
	"procad/core/inline"
)

// Program hoists in the definitions of p, and returns those that changed.
func Program(p *core.Program) (changed []*core.Def) {
	h := &hoister{loops: map[any]bool{}, lambdas: map[*core.Var]*core.Lambda{}, moved: map[core.Term]bool{}}
	for _, d := range p.Defs {
		h.count = 0
		h.term(&d.Body)
		h.loops[d] = h.hasLoops(d.Body)
		if h.count > 0 {
			changed = append(changed, d)
		}
	}
	return changed
}

type hoister struct {
	loops   map[any]bool               // which definitions and lambdas have loops
	lambdas map[*core.Var]*core.Lambda // local functions
	moved   map[core.Term]bool         // the terms if 0 < n then f(a) else none
	count   int                        // of calls that were moved in a definition
}

// term hoists in what is in a place, inner loops first.
func (h *hoister) term(at *core.Term) {
	for {
		t := *at
		if let, ok := t.(*core.Let); ok {
			if fn, ok := let.Bound.(*core.Lambda); ok {
				h.lambdas[let.Var] = fn
			}
			h.term(&let.Bound)
			at = &let.Body // chains of bindings are long
			continue
		}
		always, others := core.Slots(t)
		for _, s := range always {
			h.term(s)
		}
		for _, s := range others {
			h.term(s)
		}
		if l := loopOf(t); l != nil {
			*at = h.hoist(t, l)
		}
		return
	}
}

// A loop is what hoisting needs to know of one.
type loop struct {
	counts []*core.Term // there are iterations if all are more than 0
	over   *core.Term   // or if this array has elements along dimension 0
	body   *core.Term
}

// loopOf is t as a loop; nil if it is none from which calls can be moved.
func loopOf(t core.Term) *loop {
	l := &loop{}
	switch t := t.(type) {
	case *core.Build:
		for i := range t.Binders {
			l.counts = append(l.counts, &t.Binders[i].Size)
		}
		l.body = &t.Body
	case *core.Reduce:
		for i := range t.Binders {
			if i > 0 && usesIndex(t.Binders[i].Size, t.Binders[:i]) {
				return nil
			}
			l.counts = append(l.counts, &t.Binders[i].Size)
		}
		l.body = &t.Body
	case *core.Fold:
		l.over, l.body = &t.Over, &t.Body
	case *core.NTimes:
		l.counts, l.body = []*core.Term{&t.Count}, &t.Body
	case *core.Ccl:
		l.counts, l.body = []*core.Term{&t.Count}, &t.Body
	default:
		return nil
	}
	return l
}

// usesIndex says that a size uses an index.
func usesIndex(t core.Term, binders []core.Binder) bool {
	vars := make([]*core.Var, len(binders))
	for i, b := range binders {
		vars[i] = b.Var
	}
	return core.Mentions(t, vars...)
}

// hoist is the loop t behind the bindings of what it does not change.
func (h *hoister) hoist(t core.Term, l *loop) core.Term {
	inside := core.BoundIn(t)
	calls := h.candidates(l.body, inside, nil)
	if len(calls) == 0 {
		return t
	}
	var binds []*core.Let
	if l.over != nil {
		v := bound(l.over, "over", &binds)
		n := &core.Size{Node: core.Node{At: t.Pos(), Of: core.Int}, X: v(), Axis: 0}
		l.counts = []*core.Term{new(core.Term)}
		*l.counts[0] = n
	}
	var counts []func() core.Term
	for _, n := range l.counts {
		if n, ok := (*n).(*core.IntConst); ok && n.Value > 0 {
			continue
		}
		counts = append(counts, bound(n, "count", &binds))
	}
	for _, at := range calls {
		call := *at
		node := core.Node{At: call.Pos(), Of: call.Type()}
		value := call
		for i := len(counts) - 1; i >= 0; i-- {
			value = &core.Case{Node: node, X: positive(counts[i](), node), Arms: []core.Arm{core.True: {Body: value}, core.False: {Body: none(node)}}}
		}
		if len(counts) > 0 {
			h.moved[value] = true
		}
		x := &core.Var{Pos: call.Pos(), Name: nameOf(call), Type: call.Type()}
		*at = &core.Use{Node: node, Var: x}
		binds = append(binds, &core.Let{Node: core.Node{At: call.Pos(), Of: t.Type()}, Var: x, Bound: value})
		h.count++
	}
	for i := len(binds) - 1; i >= 0; i-- {
		binds[i].Of = t.Type()
		binds[i].Body = t
		t = binds[i]
	}
	return t
}

// bound makes the term in a place cheap, and returns what makes uses of it: a
// variable is bound to it unless it is a constant or a variable.
func bound(at *core.Term, name string, binds *[]*core.Let) func() core.Term {
	switch t := (*at).(type) {
	case *core.IntConst:
		return func() core.Term { c := *t; return &c }
	case *core.Use:
		return func() core.Term { c := *t; return &c }
	case *core.Size:
		if x, ok := t.X.(*core.Use); ok {
			return func() core.Term {
				c := *x
				return &core.Size{Node: t.Node, X: &c, Axis: t.Axis}
			}
		}
	}
	t := *at
	v := &core.Var{Pos: t.Pos(), Name: name, Type: t.Type()}
	*binds = append(*binds, &core.Let{Node: core.Node{At: t.Pos()}, Var: v, Bound: t})
	use := func() core.Term { return &core.Use{Node: core.Node{At: t.Pos(), Of: v.Type}, Var: v} }
	*at = use()
	return use
}

// positive is 0 < n.
func positive(n core.Term, at core.Node) core.Term {
	zero := &core.IntConst{Node: core.Node{At: at.At, Of: core.Int}}
	return &core.Prim{Node: core.Node{At: at.At, Of: core.Bool}, Op: core.Lt, Args: []core.Term{zero, n}}
}

// none is a value of a type: zeros, and arrays without elements.
func none(n core.Node) core.Term {
	switch t := n.Of.(type) {
	case core.Basic:
		if t == core.Real {
			return &core.RealConst{Node: n}
		}
		return &core.IntConst{Node: n}
	case *core.TupleType:
		tuple := &core.Tuple{Node: n}
		for _, e := range t.Elems {
			tuple.Elems = append(tuple.Elems, none(core.Node{At: n.At, Of: e}))
		}
		return tuple
	case *core.SumType:
		return &core.Inject{Node: n, X: none(core.Node{At: n.At, Of: t.Cons[0].Of})}
	}
	a := n.Of.(*core.ArrayType)
	build := &core.Build{Node: n, Body: none(core.Node{At: n.At, Of: a.Elem})}
	for range a.Rank {
		i := &core.Var{Pos: n.At, Name: "i", Type: core.Int}
		build.Binders = append(build.Binders, core.Binder{Var: i, Size: &core.IntConst{Node: core.Node{At: n.At, Of: core.Int}}})
	}
	return build
}

// nameOf is what the value of a call is called.
func nameOf(t core.Term) string {
	for {
		switch u := t.(type) {
		case *core.Apply:
			t = u.Func
		case *core.Derive:
			t = u.Func
		case *core.Case:
			t = u.Arms[core.True].Body
		case *core.Global:
			return u.Def.Name
		case *core.Use:
			return u.Var.Name
		default:
			return "x"
		}
	}
}

// candidates are the places in t, each evaluated whenever t is, of calls that are
// worth moving and use nothing that is bound inside of the loop.
func (h *hoister) candidates(at *core.Term, inside map[*core.Var]bool, list []*core.Term) []*core.Term {
	if h.worthwhile(*at) && core.Independent(*at, inside) {
		return append(list, at)
	}
	if body := h.opened(*at, inside); body != nil {
		*at = body
	}
	always, _ := core.Slots(*at)
	for _, s := range always {
		list = h.candidates(s, inside, list)
	}
	return list
}

// mostOpened bounds how many terms a function may have that is put in the place of
// a call.
const mostOpened = 1000

// opened is a call with the body of its function in its place, if there are calls
// to be moved in that; else nil. What it binds is bound inside of the loop.
//
//	c(i) = x[i] - f(x)        sum(i < n) c(i) = sum(i < n) (x[i] - f(x))
func (h *hoister) opened(t core.Term, inside map[*core.Var]bool) core.Term {
	call, ok := t.(*core.Apply)
	if !ok || !first(call.Of) || !h.looping(call.Func) {
		return nil
	}
	c := inline.Of(call, func(v *core.Var) *core.Lambda { return h.lambdas[v] })
	if c == nil || core.Weight(c.Body) > mostOpened {
		return nil
	}
	body := inline.Call(c, core.Copy(call).(*core.Apply))
	own := core.BoundIn(body)
	all := maps.Clone(inside)
	maps.Copy(all, own)
	if len(h.candidates(&body, all, nil)) == 0 {
		return nil
	}
	maps.Copy(inside, all)
	return body
}

// worthwhile says that t is a call of a function with loops, or was moved out of
// a loop inside.
func (h *hoister) worthwhile(t core.Term) bool {
	if call, ok := t.(*core.Apply); ok {
		return first(call.Of) && h.looping(call.Func)
	}
	return h.moved[t]
}

// first says that values of t are not functions.
func first(t core.Type) bool {
	_, function := t.(*core.FuncType)
	return !function
}

// looping says that a function has loops.
func (h *hoister) looping(f core.Term) bool {
	switch f := f.(type) {
	case *core.Global:
		return h.loops[f.Def]
	case *core.Use:
		fn := h.lambdas[f.Var]
		if fn == nil {
			return false
		}
		has, known := h.loops[fn]
		if !known {
			has = h.hasLoops(fn.Body)
			h.loops[fn] = has
		}
		return has
	case *core.Derive:
		return h.looping(f.Func)
	}
	return false
}

// hasLoops says that evaluating t may take loops.
func (h *hoister) hasLoops(t core.Term) bool {
	found := false
	core.Visit(t, func(t core.Term) {
		switch t := t.(type) {
		case *core.Build, *core.Reduce, *core.Fold, *core.NTimes, *core.While, *core.Ccl:
			found = true
		case *core.Apply:
			found = found || h.looping(t.Func)
		}
	})
	return found
}
