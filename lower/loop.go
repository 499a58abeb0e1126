package lower

import (
	"procad/diag"
	"procad/optim"
	"procad/proc"
	"procad/source"
)

// newBody begins the body of a loop.
func (f *fn) newBody(kind string) *fn {
	return f.newFn(f, f.root, f.funcName(f.root+"."+kind, true))
}

// newTurn begins the body of a sequential loop. Its label names it; where it
// has several, because a local function is called at several types, the others
// get numbers.
func (f *fn) newTurn(kind string, plan source.Plan) *fn {
	if plan.Label == "" {
		return f.newBody(kind)
	}
	name := labelled(f.root, plan.Label)
	if f.labels[name] {
		delete(f.labels, name)
	} else {
		name = f.funcName(string(name), false)
	}
	return f.newFn(f, f.root, name)
}

// index adds the number of the turn to the zone of a body.
func (f *fn) index(v *source.Var) *leaf {
	if v == nil || v.Name == "_" {
		return f.zoneName("i", proc.Shared, proc.Int)
	}
	i := f.zoneName(v.Name, proc.Shared, proc.Int)
	f.set(v, value{leaf: i})
	return i
}

// state makes the parts of the argument of a body, as p takes them apart.
func (f *fn) state(t source.Type, p *source.Pattern) (ins []proc.Var, v value) {
	var list []*leaf
	f.walk(t, patternTarget(p), func(to *target, t proc.Type) {
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

// run calls a loop over a body.
func (f *fn) run(pos diag.Pos, kind proc.LoopKind, body *fn, out, in proc.Var) proc.Var {
	f.emit(&proc.Call{Where: where(pos), Out: out, Func: kind.Of(body.name), Zone: f.refs(body), In: in})
	return out
}

// iterate runs a loop with a state of type t.
//
//	s' = Call loop{f} [Θ] (n, s)
func (f *fn) iterate(pos diag.Pos, kind proc.LoopKind, body *fn, n proc.Var, init value, t source.Type, to *target) value {
	in := f.pair(pos, n, f.flat(pos, init))
	out := f.run(pos, kind, body, f.packed(t, to), in)
	return f.unflat(pos, out, t, to)
}

// nTimes is nTimes(n, a, \s. e).
//
//	f : [Θ] S → S
func (f *fn) nTimes(e *source.NTimes, to *target) value {
	n, init, t := f.scalar(e.N), f.expr(e.Init, nil), e.Init.Type()
	g := f.newTurn("loop", e.Plan)
	ins, s := g.state(t, e.State)
	g.receive(e.State, s)
	g.end(e.Pos(), ins, g.expr(e.Body, patternTarget(e.State)))
	return f.iterate(e.Pos(), proc.NTimes.With(e.Plan.Strategy), g, n, init, t, to)
}

// while is while(n, a, \s. c, \s. e).
//
//	f : [Θ] S → (Bool, S)        f(s) = if c then (true, e) else (false, s)
func (f *fn) while(e *source.While, to *target) value {
	pos, n, init, t := e.Pos(), f.scalar(e.N), f.expr(e.Init, nil), e.Init.Type()
	g := f.newTurn("while", e.Plan)
	ins, s := g.state(t, e.State)
	g.receive(e.Test, s)
	c := g.scalar(e.Cond)
	next := g.exact(t, patternTarget(e.State))
	turn := &proc.Case{Where: where(pos), In: c}
	turn.L = g.branch(g.variable("u", proc.Unit), func() {
		g.receive(e.State, s)
		g.into(e.Body.Pos(), g.expr(e.Body, next), next)
	})
	turn.R = g.branch(g.variable("u", proc.Unit), func() { g.into(pos, s, next) })
	g.emit(turn)
	g.ends[turn] = g.clock
	out := g.value(g.flat(pos, g.joined(t, next)))
	g.end(pos, ins, value{elems: []value{g.value(c), out}})
	return f.iterate(pos, proc.While.With(e.Plan.Strategy), g, n, init, t, to)
}

// ccl is ccl(n, a, \(i, s). e).
//
//	f : [i : &Int, Θ] S → S
func (f *fn) ccl(e *source.Ccl, to *target) value {
	n, init, t := f.scalar(e.N), f.expr(e.Init, nil), e.Init.Type()
	g := f.newBody("loop")
	i := g.index(e.Index.Var)
	g.receive(e.Index, value{leaf: i})
	ins, s := g.state(t, e.State)
	g.receive(e.State, s)
	g.end(e.Pos(), ins, g.expr(e.Body, patternTarget(e.State)))
	return f.iterate(e.Pos(), proc.CCL, g, n, init, t, to)
}

// fold is fold(\(acc, x). e, a, v): x is read from v in each turn. If v is a
// comprehension of scalars, x is computed in its turn and v is not made.
//
//	f : [i : &Int, v : &A, Θ] S → S
func (f *fn) fold(e *source.Fold, to *target) value {
	pos, t := e.Pos(), e.Init.Type()
	init := f.expr(e.Init, nil)
	comp := fusible(e.Over)
	var n proc.Var
	var v *leaf
	if comp != nil {
		n = f.scalar(comp.Binders[0].Bound)
	} else {
		v = f.array(e.Over, "v")
		n = f.size(pos, f.variable("n", proc.Int), v, 0)
	}
	g := f.newTurn("fold", e.Plan)
	if onlyAdds(e) && !f.without.Has(optim.Adds) {
		g.receive(e.Elem, g.foldElem(e, comp, v))
		g.end(pos, nil, g.growth(e.Acc, e.Body, patternTarget(e.Acc)))
		return f.iterate(pos, proc.Adds, g, n, init, t, to)
	}
	ins, acc := g.state(t, e.Acc)
	x := g.foldElem(e, comp, v)
	g.receive(e.Acc, acc)
	g.receive(e.Elem, x)
	g.end(pos, ins, g.expr(e.Body, patternTarget(e.Acc)))
	return f.iterate(pos, proc.Fold.With(e.Plan.Strategy), g, n, init, t, to)
}

// foldElem is the x of a turn of a fold over v, or over a comprehension.
func (f *fn) foldElem(e *source.Fold, comp *source.Comp, v *leaf) value {
	to := patternTarget(e.Elem)
	if comp != nil {
		f.index(comp.Binders[0].Var)
		return f.expr(comp.Elem, to)
	}
	pos, i := e.Pos(), f.linear(f.index(nil))
	if _, rank := arrayType(v.Type); rank > 1 {
		return value{leaf: f.row(pos, v, []proc.Var{i}, to.hint("row"))}
	}
	elem := e.Over.Type().(*source.Array).Elem
	out := f.nestedVar(elem, to)
	f.emit(&proc.Read{Where: where(pos), Out: out, Ref: f.ref(v), Idx: []proc.Var{i}})
	return f.unnested(pos, out, elem, to)
}

// fusible is e as a comprehension whose elements can be made where they are used.
func fusible(e source.Expr) *source.Comp {
	comp, ok := e.(*source.Comp)
	if !ok || len(comp.Binders) > 1 {
		return nil
	}
	if _, rows := comp.Elem.Type().(*source.Array); rows {
		return nil
	}
	return comp
}
