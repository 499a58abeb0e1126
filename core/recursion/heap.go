package recursion

import (
	"slices"

	"procad/core"
	"procad/internal/diag"
)

// A heap is an array of nodes, of which the first n are there. n is nil where nothing is added.
type heap struct{ nodes, n *core.Var }

// A bind is vars = bound.
type bind struct {
	vars  []*core.Var
	tuple bool
	bound core.Term
}

// A block is bindings in the order of their evaluation, and the heaps after them.
type block struct {
	*heaps
	now   map[*core.RecType]heap
	binds []bind
}

func (h *heaps) open(now map[*core.RecType]heap) *block {
	own := map[*core.RecType]heap{}
	for r, x := range now {
		own[r] = x
	}
	return &block{heaps: h, now: own}
}

func (b *block) let(v *core.Var, bound core.Term) {
	b.binds = append(b.binds, bind{[]*core.Var{v}, false, bound})
}

// parts binds the components of a tuple; of one alone the value itself.
func (b *block) parts(vars []*core.Var, bound core.Term) {
	b.binds = append(b.binds, bind{vars, len(vars) != 1, bound})
}

// in is the bindings around a term.
func (b *block) in(t core.Term) core.Term {
	for _, x := range slices.Backward(b.binds) {
		if x.tuple {
			t = untuple(x.vars, x.bound, t)
		} else {
			t = let(x.vars[0], x.bound, t)
		}
	}
	b.binds = nil
	return t
}

// named is t as a variable, so that it is evaluated here.
func (b *block) named(t core.Term) core.Term {
	switch t.(type) {
	case *core.Use, *core.IntConst, *core.RealConst, *core.Global:
		return t
	}
	v := variable(t.Pos(), "x", t.Type())
	b.let(v, t)
	return useAt(t.Pos(), v)
}

// plain is t with Ints for the values of recursive types.
func plainType(t core.Type) core.Type {
	return core.Replaced(t, func(*core.RecType) core.Type { return core.Int })
}

func nodesType(r *core.RecType) *core.ArrayType {
	return &core.ArrayType{Elem: plainType(r.Of), Rank: 1}
}

// retyped gives variables their types.
func retyped(vars ...*core.Var) {
	for _, v := range vars {
		if v != nil {
			v.Type = plainType(v.Type)
		}
	}
}

func retype(t core.Term) core.Term {
	if core.HasRec(t.Type()) {
		t.(interface{ Retype(core.Type) }).Retype(plainType(t.Type()))
	}
	return t
}

// A result is what a part of a program gives that adds nodes: its value, the heaps that it adds to,
// and how many nodes they have. Where the value has no values of a recursive type in it, nothing
// is left of the nodes that were added, and the number is that of before.
//
//	(y, h', n')
type result struct {
	of    core.Type // of y
	nodes []*core.RecType
	ns    []*core.RecType // whose numbers are there
}

func (h *heaps) result(adds types, of core.Type) result {
	return result{plainType(of), h.list(adds), h.list(adds.and(h.of(of)))}
}

// vars are new variables for a result.
func (r result) vars(at diag.Pos, y *core.Var) []*core.Var {
	vars := []*core.Var{y}
	for _, t := range r.nodes {
		vars = append(vars, variable(at, "heap", nodesType(t)))
	}
	for range r.ns {
		vars = append(vars, variable(at, "n", core.Int))
	}
	return vars
}

func (r result) typ() core.Type { return varsType(r.vars(diag.Pos{}, &core.Var{Type: r.of})) }

// give is the result with a value where b ends.
func (b *block) give(r result, y core.Term) core.Term {
	at := y.Pos()
	if len(r.nodes) > 0 {
		y = b.named(y) // before the heaps, which it may read
	}
	parts := []core.Term{y}
	for _, t := range r.nodes {
		parts = append(parts, useAt(at, b.now[t].nodes))
	}
	for _, t := range r.ns {
		parts = append(parts, useAt(at, b.now[t].n))
	}
	return tuple(at, parts...)
}

// take lets b go on with the heaps of a result, whose variables are given.
func (b *block) take(r result, vars []*core.Var) {
	for i, t := range r.nodes {
		b.now[t] = heap{vars[1+i], b.now[t].n}
	}
	for i, t := range r.ns {
		b.now[t] = heap{b.now[t].nodes, vars[1+len(r.nodes)+i]}
	}
}

// receive is the value of a term that gives a result.
func (b *block) receive(r result, t core.Term) core.Term {
	y := variable(t.Pos(), "y", r.of)
	vars := r.vars(t.Pos(), y)
	b.parts(vars, t)
	b.take(r, vars)
	return useAt(t.Pos(), y)
}

// within is a term in a block of its own, which gives a result.
func (b *block) within(t core.Term, r result) core.Term {
	inner := b.open(b.now)
	y := inner.value(t)
	return inner.in(inner.give(r, y))
}

// alone is the value of a term, whose heaps nothing reads after it.
func (b *block) alone(t core.Term) core.Term {
	inner := b.open(b.now)
	y := inner.value(t)
	return inner.in(y)
}

// value is the value of t, which is evaluated after the bindings in b.
func (b *block) value(t core.Term) core.Term {
	b.effect(t)
	for {
		switch let := t.(type) {
		case *core.Let:
			if fn, ok := let.Bound.(*core.Lambda); ok {
				b.lambda(let.Var, fn)
			} else {
				x := b.value(let.Bound)
				retyped(let.Var)
				b.let(let.Var, x)
			}
			t = let.Body
			continue
		case *core.Untuple:
			x := b.value(let.Bound)
			retyped(let.Vars...)
			b.binds = append(b.binds, bind{let.Vars, true, x})
			t = let.Body
			continue
		}
		break
	}
	adds := b.effect(t).adds
	switch t := t.(type) {
	case *core.Roll:
		return b.roll(t)
	// unroll t = h[t]
	case *core.Unroll:
		r := t.X.Type().(*core.RecType)
		x := b.value(t.X)
		return &core.Index{Node: node(t.At, plainType(r.Of)), X: useAt(t.At, b.now[r].nodes), At: []core.Term{x}}
	case *core.Absent:
		return integer(t.At, 0)
	case *core.Apply:
		return b.call(t)
	case *core.Case:
		if adds.some() {
			return b.cases(t, adds)
		}
	case *core.Build, *core.Reduce, *core.Fold, *core.NTimes, *core.While, *core.Ccl:
		if adds.some() {
			return b.loop(t, adds)
		}
	}
	return b.same(t)
}

// same is a term that adds no nodes but in its operands.
func (b *block) same(t core.Term) core.Term {
	always, others := core.Slots(t)
	b.operands(always)
	retyped(core.Bound(t)...)
	for _, at := range append(others, core.Carried(t)...) {
		*at = b.alone(*at)
	}
	return retype(t)
}

// operands are evaluated in their order: those before one that adds nodes are bound.
func (b *block) operands(list []*core.Term) {
	last := -1
	for i, at := range list {
		if b.effect(*at).adds.some() {
			last = i
		}
	}
	for i, at := range list {
		x := b.value(*at)
		if i < last {
			x = b.named(x)
		}
		*at = x
	}
}

// roll adds a node, whose number is that of the nodes before.
//
//	let h' = append(h, n, x); n' = n + 1 in n
func (b *block) roll(t *core.Roll) core.Term {
	r := t.Of.(*core.RecType)
	x := b.named(b.value(t.X))
	old := b.now[r]
	now := heap{variable(t.At, "heap", nodesType(r)), variable(t.At, "n", core.Int)}
	b.let(now.nodes, apply(t.At, b.append[r], []core.Term{useAt(t.At, old.nodes), useAt(t.At, old.n), x}))
	b.let(now.n, prim(t.At, core.Int, core.Add, useAt(t.At, old.n), integer(t.At, 1)))
	b.now[r] = now
	return useAt(t.At, old.n)
}

// cases is a case with branches that add nodes.
func (b *block) cases(t *core.Case, adds types) core.Term {
	x := b.value(t.X)
	var inner types
	for _, arm := range t.Arms {
		inner = inner.or(b.effect(arm.Body).adds)
	}
	r := b.result(inner, t.Of)
	out := &core.Case{Node: node(t.At, r.typ()), X: x}
	for _, arm := range t.Arms {
		retyped(arm.Var)
		out.Arms = append(out.Arms, core.Arm{Var: arm.Var, Body: b.within(arm.Body, r)})
	}
	if !inner.some() {
		return out
	}
	return b.receive(r, out)
}

// appends is the definition that adds a node to a heap. It stands where the first term is that has
// the type in its own.
func (h *heaps) appends(at diag.Pos, r *core.RecType) {
	d := appending(&core.Def{Pos: at, Name: h.name("append_" + r.Form.Name), Local: true}, nodesType(r))
	h.append[r] = d
	h.out = append(h.out, d)
}

// appending makes d the definition that adds an element to those of an array, in constant time on average.
//
//	def append(h, n, x) = set(if n < size(h) then h else [if j < n then h[j] else none for j < 2 n + 8], n, x)
func appending(d *core.Def, of *core.ArrayType) *core.Def {
	at := d.Pos
	nodes, n, x := variable(at, "heap", of), variable(at, "n", core.Int), variable(at, "x", of.Elem)
	j := variable(at, "j", core.Int)
	size := &core.Size{Node: node(at, core.Int), X: useAt(at, nodes)}
	old := &core.Index{Node: node(at, of.Elem), X: useAt(at, nodes), At: []core.Term{useAt(at, j)}}
	more := &core.Build{
		Node:    node(at, of),
		Binders: []core.Binder{{Var: j, Size: prim(at, core.Int, core.Add, prim(at, core.Int, core.Mul, integer(at, 2), useAt(at, n)), integer(at, 8))}},
		Body:    choice(at, prim(at, core.Bool, core.Lt, useAt(at, j), useAt(at, n)), old, none(at, of.Elem)),
	}
	room := choice(at, prim(at, core.Bool, core.Lt, useAt(at, n), size), useAt(at, nodes), more)
	d.Params, d.Result = []*core.Var{nodes, n, x}, of
	d.Body = &core.Set{Node: node(at, of), X: room, At: []core.Term{useAt(at, n)}, Value: useAt(at, x)}
	return d
}
