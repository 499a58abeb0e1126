package recursion

import (
	"procad/core"
	"procad/internal/diag"
)

// loop is a loop that adds nodes: the heaps are part of its state. A comprehension or a reduction
// becomes a loop in the order of the indices.
//
//	nTimes(k, a, \s. e) = nTimes(k, (a, h, n), \(s, h, n). (e, h', n'))
func (b *block) loop(t core.Term, adds types) core.Term {
	switch t := t.(type) {
	case *core.NTimes:
		b.operands([]*core.Term{&t.Count, &t.Init})
		inner := b.effect(t.Body).adds
		if !inner.some() {
			return b.body(t, &t.Body)
		}
		r := b.result(inner, t.Of)
		out := *t
		out.Init, out.Of = b.give(r, t.Init), r.typ()
		out.State, out.Body = b.step(r, t.State, t.Body, inner)
		return b.receive(r, &out)
	case *core.Fold:
		b.operands([]*core.Term{&t.Init, &t.Over})
		inner := b.effect(t.Body).adds
		if !inner.some() {
			return b.body(t, &t.Body)
		}
		over := b.named(t.Over)
		body, acc := t.Body, t.Acc
		if t.Adds {
			acc = variable(t.At, "acc", t.Of)
			body = plus(t.At, useAt(t.At, acc), body)
			b.known[body] = effect{b.effect(t.Body).reads, inner}
		}
		r := b.result(inner, t.Of)
		out := *t
		out.Adds, out.Over = false, over
		out.Init, out.Of = b.give(r, t.Init), r.typ()
		retyped(t.Elem)
		out.Acc, out.Body = b.step(r, acc, body, inner)
		return b.receive(r, &out)
	case *core.While:
		b.operands([]*core.Term{&t.Limit, &t.Init})
		inner := b.effect(t.Body).adds
		if !inner.some() {
			retyped(t.Test)
			t.Cond = b.alone(t.Cond)
			return b.body(t, &t.Body)
		}
		r := b.result(inner, t.Of)
		out := *t
		out.Init, out.Of = b.give(r, t.Init), r.typ()
		test := b.open(b.now)
		out.Test = test.state(r, t.Test, t.At)
		cond := test.value(t.Cond)
		out.Cond = test.in(cond)
		out.State, out.Body = b.step(r, t.State, t.Body, inner)
		return b.receive(r, &out)
	case *core.Ccl:
		b.operands([]*core.Term{&t.Count, &t.Init})
		if !b.effect(t.Body).adds.some() {
			return b.body(t, &t.Body)
		}
		panic(diag.Errorf(t.At, CodeContents, "iterations of ccl make no values of recursive types").Hintf("write fold or nTimes"))
	}
	var inner core.Term
	switch t := t.(type) {
	case *core.Build:
		inner = t.Body
	case *core.Reduce:
		inner = t.Body
		for _, k := range t.Binders[1:] {
			if b.effect(k.Size).adds.some() {
				inner = k.Size
			}
		}
	}
	if !b.effect(inner).adds.some() {
		return b.same(t)
	}
	s := sequential{b.counted}
	if build, ok := t.(*core.Build); ok {
		return b.value(s.build(build))
	}
	return b.value(s.reduce(t.(*core.Reduce)))
}

// body is a loop whose body adds nothing.
func (b *block) body(t core.Term, body *core.Term) core.Term {
	retyped(core.Bound(t)...)
	*body = b.alone(*body)
	return retype(t)
}

// state is a variable for the state of a loop, and in b that of the program and the heaps.
func (b *block) state(r result, own *core.Var, at diag.Pos) *core.Var {
	s := variable(at, "state", r.typ())
	if own != nil {
		own.Type = r.of
	}
	vars := r.vars(at, own)
	b.parts(vars, useAt(at, s))
	b.take(r, vars)
	return s
}

// step is an iteration, from a state with heaps to one.
func (b *block) step(r result, own *core.Var, body core.Term, adds types) (*core.Var, core.Term) {
	inner := b.open(b.now)
	s := inner.state(r, own, body.Pos())
	y := inner.value(body)
	return s, inner.in(inner.give(r, y))
}

// counted is n iterations of s = body, in which i counts from 0.
//
//	let n = count in fold(\(s, i). body, init, [k for k < n])
func (b *block) counted(e core.Term, n *core.Var, count core.Term, i, state *core.Var, init, body core.Term) core.Term {
	at := e.Pos()
	k := variable(at, "k", core.Int)
	over := &core.Build{Node: node(at, core.ArrayOf(core.Int, 1)), Binders: []core.Binder{{Var: k, Size: useAt(at, n)}}, Body: useAt(at, k)}
	return let(n, count, &core.Fold{Node: node(at, state.Type), Acc: state, Elem: i, Body: body, Init: init, Over: over})
}
