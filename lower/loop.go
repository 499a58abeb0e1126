package lower

import (
	"procad/core"
	"procad/internal/diag"
	"procad/proc"
	"procad/proc/deriv"
)

// newBody begins the body of a loop.
func (f *fn) newBody(kind string) *fn {
	return f.newFn(f, f.root, f.funcName(f.root+"."+kind, true))
}

// newIteration begins the body of a sequential loop. Its label names it.
func (f *fn) newIteration(kind string, plan core.Plan) *fn {
	if plan.Label == "" {
		return f.newBody(kind)
	}
	name := labelled(f.root, plan.Label)
	f.program.Origins[name] = &proc.Origin{Loop: labelled(plan.Origin.Def, plan.Origin.Label), Calls: plan.Origin.Calls, Fixed: plan.Fixed}
	return f.newFn(f, f.root, name)
}

// index adds the number of the iteration to the zone of a body.
func (f *fn) index(v *core.Var) *leaf {
	if v == nil || v.Name == "_" {
		return f.zoneName("i", proc.Shared, proc.Int)
	}
	i := f.zoneName(v.Name, proc.Shared, proc.Int)
	f.set(v, value{leaf: i})
	return i
}

// state makes the parts of the argument of a body, as p takes them apart.
func (f *fn) state(t core.Type, p *pattern) (ins []proc.Var, v value) {
	var list []*leaf
	f.walk(t, p.target(), func(to *target, t proc.Type) {
		in := f.result(to, t)
		ins = append(ins, in)
		list = append(list, f.own(in))
	})
	return ins, regroup(t, list)
}

// end finishes a body.
func (f *fn) end(pos diag.Pos, ins []proc.Var, result value) {
	f.define(pos, f.finish(pos, result, ins, nil), ins)
}

// refs is the names that a body needs, as they are called here.
func (f *fn) refs(body *fn) []string {
	names := make([]string, len(body.captures))
	for i, c := range body.captures {
		names[i] = f.ref(c)
	}
	return names
}

// looping is a proc.LoopKind, or a proc.LoopForm.
type looping interface{ Of(proc.Func) proc.Func }

// run calls a loop over a body.
func (f *fn) run(pos diag.Pos, form looping, body *fn, out, in proc.Var) proc.Var {
	f.emit(&proc.Call{Where: where(pos), Out: out, Func: form.Of(body.name), Zone: f.refs(body), In: in})
	return out
}

// iterate runs a loop with a state of type t.
//
//	s' = Call loop{f} [Θ] (n, s)
func (f *fn) iterate(pos diag.Pos, form looping, body *fn, n proc.Var, init value, t core.Type, to *target) value {
	in := f.pair(pos, n, f.flat(pos, init))
	out := f.run(pos, form, body, f.packed(t, to), in)
	return f.unflat(pos, out, t, to)
}

// nTimes is nTimes(n, a, \s. e).
//
//	f : [Θ] S → S
func (f *fn) nTimes(e *core.NTimes, to *target) value {
	n, init, t := f.scalar(e.Count), f.expr(e.Init, nil), e.Of
	g := f.newIteration("loop", e.Plan)
	body := e.Body
	p := received(e.State, t, &body)
	ins, s := g.state(t, p)
	g.receive(p, s)
	g.end(e.At, ins, g.expr(body, p.target()))
	return f.iterate(e.At, deriv.With(proc.NTimes, strategy(e.Plan)), g, n, init, t, to)
}

// strategy is that of a plan.
func strategy(p core.Plan) deriv.Strategy {
	s, _ := p.Strategy.(deriv.Strategy)
	return s
}

// while is while(n, a, \s. c, \s. e).
//
//	f : [Θ] S → (Bool, S)        f(s) = if c then (true, e) else (false, s)
func (f *fn) while(e *core.While, to *target) value {
	pos, n, init, t := e.At, f.scalar(e.Limit), f.expr(e.Init, nil), e.Of
	g := f.newIteration("while", e.Plan)
	cond, body := e.Cond, e.Body
	test, p := received(e.Test, t, &cond), received(e.State, t, &body)
	ins, s := g.state(t, p)
	g.receive(test, s)
	c := g.scalar(cond)
	next := g.exact(t, p.target())
	iteration := &proc.Case{Where: where(pos), In: c}
	iteration.L = g.branch(g.variable("u", proc.Unit), func() {
		g.receive(p, s)
		g.into(body.Pos(), g.expr(body, next), next)
	})
	iteration.R = g.branch(g.variable("u", proc.Unit), func() { g.into(pos, s, next) })
	g.emit(iteration)
	g.ends[iteration] = g.clock
	out := g.value(g.flat(pos, g.joined(t, next)))
	g.end(pos, ins, value{elems: []value{g.value(c), out}})
	return f.iterate(pos, deriv.With(proc.While, strategy(e.Plan)), g, n, init, t, to)
}

// ccl is ccl(n, a, \(i, s). e).
//
//	f : [i : &Int, Θ] S → S
func (f *fn) ccl(e *core.Ccl, to *target) value {
	n, init, t := f.scalar(e.Count), f.expr(e.Init, nil), e.Of
	g := f.newBody("loop")
	body := e.Body
	index := received(e.Index, core.Int, &body)
	i := g.index(index.v)
	g.receive(index, value{leaf: i})
	p := received(e.State, t, &body)
	ins, s := g.state(t, p)
	g.receive(p, s)
	g.end(e.At, ins, g.expr(body, p.target()))
	return f.iterate(e.At, proc.CCL, g, n, init, t, to)
}

// fold is fold(\(acc, x). e, a, v): x is read from v in each iteration. If v is a
// comprehension of scalars, x is computed in its iteration and v is not made.
//
//	f : [i : &Int, v : &A, Θ] S → S
func (f *fn) fold(e *core.Fold, to *target) value {
	pos, t := e.At, e.Of
	init := f.expr(e.Init, nil)
	comp := fusible(e.Over)
	var n proc.Var
	var v *leaf
	if comp != nil {
		n = f.scalar(comp.Binders[0].Size)
	} else {
		v = f.array(e.Over, "v")
		n = f.size(pos, f.variable("n", proc.Int), v, 0)
	}
	over := e.Over.Type().(*core.ArrayType)
	body := e.Body
	acc := received(e.Acc, t, &body)
	elem := received(e.Elem, core.ArrayOf(over.Elem, over.Rank-1), &body)
	g := f.newIteration("fold", e.Plan)
	if e.Adds {
		g.receive(elem, g.foldElem(e, elem, comp, v))
		g.end(pos, nil, g.expr(body, targetOf(t, "s")))
		return f.iterate(pos, proc.Adds, g, n, init, t, to)
	}
	ins, s := g.state(t, acc)
	x := g.foldElem(e, elem, comp, v)
	g.receive(acc, s)
	g.receive(elem, x)
	g.end(pos, ins, g.expr(body, acc.target()))
	return f.iterate(pos, deriv.With(proc.Fold, strategy(e.Plan)), g, n, init, t, to)
}

// foldElem is the x of an iteration of a fold over v, or over a comprehension.
func (f *fn) foldElem(e *core.Fold, p *pattern, comp *core.Build, v *leaf) value {
	to := p.target()
	if comp != nil {
		f.index(comp.Binders[0].Var)
		return f.expr(comp.Body, to)
	}
	i := f.linear(f.index(nil))
	if _, rank := arrayType(v.Type); rank > 1 {
		return value{leaf: f.row(e.At, v, []proc.Var{i}, to.hint("row"))}
	}
	out := f.nestedVar(p.of, to)
	f.emit(&proc.Read{Where: where(e.At), Out: out, Ref: f.ref(v), Idx: []proc.Var{i}})
	return f.unnested(e.At, out, p.of, to)
}

// fusible is e as a comprehension whose elements can be made where they are used.
func fusible(e core.Term) *core.Build {
	comp, ok := e.(*core.Build)
	if !ok || len(comp.Binders) > 1 {
		return nil
	}
	if _, rows := comp.Body.Type().(*core.ArrayType); rows {
		return nil
	}
	return comp
}
