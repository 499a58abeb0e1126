package recursion

import (
	"procad/core"
	"procad/internal/diag"
)

// params are new variables for the heaps of an effect, in the order in which functions take them,
// and the heaps that they are.
//
//	f(x, …, h, …, n, …)        the arrays of all, and the numbers of those that f adds to
func (h *heaps) params(at diag.Pos, e effect) (vars []*core.Var, now map[*core.RecType]heap) {
	now = map[*core.RecType]heap{}
	for _, r := range h.list(e.all()) {
		v := variable(at, "heap", nodesType(r))
		vars, now[r] = append(vars, v), heap{v, nil}
	}
	for _, r := range h.list(e.adds) {
		n := variable(at, "n", core.Int)
		vars, now[r] = append(vars, n), heap{now[r].nodes, n}
	}
	return vars, now
}

// passed are the heaps at hand as arguments for an effect.
func (b *block) passed(at diag.Pos, e effect) []core.Term {
	var args []core.Term
	for _, r := range b.list(e.all()) {
		args = append(args, useAt(at, b.now[r].nodes))
	}
	for _, r := range b.list(e.adds) {
		args = append(args, useAt(at, b.now[r].n))
	}
	return args
}

// function is a body with heaps as further parameters and results, but for its own, which begin empty.
func (h *heaps) function(at diag.Pos, params []*core.Var, e effect, own types, of core.Type, body core.Term) ([]*core.Var, core.Term) {
	retyped(params...)
	vars, now := h.params(at, e)
	b := h.open(now)
	for _, r := range h.list(own) {
		b.empty(at, r)
	}
	y := b.value(body)
	return append(params[:len(params):len(params)], vars...), b.in(b.give(h.result(e.adds, of), y))
}

// empty lets a heap begin.
func (b *block) empty(at diag.Pos, r *core.RecType) {
	v, n := variable(at, "heap", nodesType(r)), variable(at, "n", core.Int)
	b.let(v, blank(at, nodesType(r), []core.Term{integer(at, 0)}))
	b.let(n, integer(at, 0))
	b.now[r] = heap{v, n}
}

// lambda binds a local function.
func (b *block) lambda(v *core.Var, fn *core.Lambda) {
	f := b.locals[v]
	out := &core.Lambda{}
	out.Params, out.Body = b.function(fn.At, fn.Params, f.effect, types{}, fn.Of.(*core.FuncType).Result, fn.Body)
	t := &core.FuncType{Result: out.Body.Type()}
	for _, p := range out.Params {
		t.Params = append(t.Params, p.Type)
	}
	out.Node = node(fn.At, t)
	v.Type = t
	b.let(v, out)
}

// call is a call of a function, with its heaps.
func (b *block) call(t *core.Apply) core.Term {
	places := make([]*core.Term, len(t.Args))
	for i := range t.Args {
		places[i] = &t.Args[i]
	}
	b.operands(places)
	var e effect
	var callee core.Term
	switch f := t.Func.(type) {
	case *core.Derive:
		return b.derivative(t, f)
	case *core.Ruled: // whose parts neither take nor give values of recursive types
		return t
	case *core.Global:
		e = b.globals[f.Def].effect
		callee = globalAt(f.At, b.globals[f.Def].def)
	case *core.Use:
		e = b.locals[f.Var].effect
		callee = useAt(f.At, f.Var)
	}
	r := b.result(e.adds, t.Of)
	if e.adds.some() {
		for i := range t.Args {
			t.Args[i] = b.named(t.Args[i])
		}
	}
	call := &core.Apply{Node: node(t.At, r.typ()), Func: callee, Args: append(t.Args, b.passed(t.At, e)...)}
	if !e.adds.some() {
		return call
	}
	return b.receive(r, call)
}

func globalAt(at diag.Pos, d *core.Def) core.Term {
	return &core.Global{Node: node(at, d.Type()), Def: d}
}

// firstOf is the first n parts of a tuple.
func firstOf(t core.Term, n int) core.Term {
	all := t.Type().(*core.TupleType).Elems
	if n >= len(all) {
		return t
	}
	vars := make([]*core.Var, len(all))
	parts := make([]core.Term, n)
	for i := range n {
		vars[i] = variable(t.Pos(), "g", all[i])
		parts[i] = useAt(t.Pos(), vars[i])
	}
	return untuple(vars, t, tuple(t.Pos(), parts...))
}

// single is a function as a definition that gives its result alone, and the heaps that it reads.
func (h *heaps) single(t core.Term) (*core.Def, effect) {
	at := t.Pos()
	if f, ok := t.(*core.Derive); ok {
		of := f.Type().(*core.FuncType)
		e := effect{reads: h.globals[base(f)].all()}
		vars, now := h.params(at, e)
		d := &core.Def{Pos: at, Name: h.name(base(f).Name + "_" + string(f.Op)), Result: plainType(of.Result), Local: true}
		b := h.open(now)
		var args []core.Term
		for _, p := range of.Params {
			v := variable(at, "x", plainType(p))
			d.Params, args = append(d.Params, v), append(args, useAt(at, v))
		}
		d.Params = append(d.Params, vars...)
		y := b.derivative(&core.Apply{Node: node(at, of.Result), Args: args}, f)
		d.Body = b.in(y)
		h.out = append(h.out, d)
		return d, e
	}
	of := t.(*core.Global).Def
	f := h.globals[of]
	e := effect{reads: f.all()}
	if !f.adds.some() {
		return f.def, e
	}
	if d := h.pure[of]; d != nil {
		return d, e
	}
	r := h.result(f.adds, t.Type().(*core.FuncType).Result)
	d := &core.Def{Pos: at, Name: h.name(of.Name + "_value"), Result: r.of, Local: true}
	var args []core.Term
	for _, p := range t.Type().(*core.FuncType).Params {
		v := variable(at, "x", plainType(p))
		d.Params, args = append(d.Params, v), append(args, useAt(at, v))
	}
	vars, now := h.params(at, e)
	d.Params = append(d.Params, vars...)
	b := h.open(now)
	b.counts(f.adds)
	call := &core.Apply{Node: node(at, r.typ()), Func: globalAt(at, f.def), Args: append(args, b.passed(at, f.effect)...)}
	y := b.receive(r, call)
	d.Body = b.in(y)
	h.pure[of] = d
	h.out = append(h.out, d)
	return d, e
}

// counts binds how many nodes there are where heaps are full.
func (b *block) counts(set types) {
	for _, r := range b.list(set) {
		nodes := b.now[r].nodes
		n := variable(nodes.Pos, "n", core.Int)
		b.let(n, &core.Size{Node: node(nodes.Pos, core.Int), X: useAt(nodes.Pos, nodes)})
		b.now[r] = heap{nodes, n}
	}
}

// name is a name of a definition that is new.
func (h *heaps) name(base string) string {
	s := &set{taken: h.taken}
	return s.define(diag.Pos{}, base, nil, core.Unit).Name
}
