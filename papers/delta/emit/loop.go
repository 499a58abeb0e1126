package emit

import (
	"procad/core"
	"procad/papers/delta"
)

// loop is a loop with a state: one that makes no bindings remains what it is.
func (e *emitter) loop(b builder, l *delta.Loop, m core.Term) core.Term {
	switch t := l.Form.(type) {
	case *core.Build:
		return e.build(b, l, t, m)
	case *core.Reduce:
		if t.Op == core.Sum {
			return e.sum(b, l, t, m)
		}
		return e.max(b, l, t, m)
	case *core.Fold:
		s := b.fresh("s", core.TupleOf(translated(t.Of), state))
		out := &core.Fold{Node: b.node(s.Type), Acc: s, Init: b.tuple(e.expr(b, l.In[0]), m), Over: e.expr(b, l.In[1])}
		out.Elem = e.variable(t.Elem)
		out.Body = e.iteration(b, s, t.Acc, l.Body[0])
		return out
	case *core.NTimes:
		s := b.fresh("s", core.TupleOf(translated(t.Of), state))
		out := &core.NTimes{Node: b.node(s.Type), Count: e.expr(b, l.In[0]), Init: b.tuple(e.expr(b, l.In[1]), m), State: s}
		out.Body = e.iteration(b, s, t.State, l.Body[0])
		return out
	case *core.While:
		of := core.TupleOf(translated(t.Of), state)
		out := &core.While{Node: b.node(of), Limit: e.expr(b, l.In[0]), Init: b.tuple(e.expr(b, l.In[1]), m), Test: b.fresh("s", of), State: b.fresh("s", of)}
		out.Cond = e.dropped(func() core.Term { return b.first(e.iteration(b, out.Test, t.Test, l.Body[0])) })
		out.Body = e.iteration(b, out.State, t.State, l.Body[1])
		return out
	}
	t := l.Form.(*core.Ccl)
	// ccl: i runs from n-1 down to 0, with the iterations in this order.
	return b.name("n", e.expr(b, l.In[0]), func(n core.Term) core.Term {
		init := []core.Term{b.prim(core.Sub, core.Copy(n), b.int(1)), e.expr(b, l.In[1]), m}
		return e.last(b, b.repeat(n, init, func(s []core.Term) core.Term {
			index, value := e.variable(t.Index), e.variable(t.State)
			return b.let(index, s[0], b.let(value, s[1], b.parts(e.code(b, l.Body[0], s[2]), func(next []core.Term) core.Term {
				return b.tuple(b.prim(core.Sub, b.use(index), b.int(1)), next[0], next[1])
			})))
		}))
	})
}

// dropped is a term whose bindings are not wanted: it makes none.
func (e *emitter) dropped(make func() core.Term) core.Term {
	outer := e.drop
	e.drop = true
	defer func() { e.drop = outer }()
	return make()
}

// iteration is let (x, m) = s in body.
func (e *emitter) iteration(b builder, s, x *core.Var, body delta.Code) core.Term {
	inner, m := e.variable(x), b.fresh("m", state)
	return b.open([]*core.Var{inner, m}, b.use(s), e.code(b, body, b.use(m)))
}

// last is the last two parts of a state.
func (e *emitter) last(b builder, s core.Term) core.Term {
	return b.parts(s, func(parts []core.Term) core.Term { return b.tuple(parts[len(parts)-2:]...) })
}

// counted is the loops over binders, from number k on, with acc and the state passed on:
// nTimes in nTimes. inner is an iteration, of type (acc, state).
func (e *emitter) counted(
	b builder, binders []core.Binder, size func(k int) core.Term, acc, m core.Term, inner func(acc, m core.Term) core.Term,
) core.Term {
	if len(binders) == 0 {
		return inner(acc, m)
	}
	init := []core.Term{b.int(0), acc, m}
	return e.last(b, b.repeat(size(0), init, func(s []core.Term) core.Term {
		i := e.variable(binders[0].Var)
		body := e.counted(b, binders[1:], func(k int) core.Term { return size(k + 1) }, s[1], s[2], inner)
		return b.let(i, s[0], b.parts(body, func(next []core.Term) core.Term {
			return b.tuple(b.prim(core.Add, b.use(i), b.int(1)), next[0], next[1])
		}))
	}))
}

// build is sequence [s for i < n, …]: an array of zeros whose elements are set one after the other.
func (e *emitter) build(b builder, l *delta.Loop, t *core.Build, m core.Term) core.Term {
	if pure, ok := l.Body[0].(*delta.Pure); ok {
		out := &core.Build{Node: b.node(translated(t.Of))}
		sizes := e.exprs(b, l.In)
		for _, row := range t.Row {
			out.Row = append(out.Row, e.expr(b, l.Sizes[row]))
		}
		for i, binder := range t.Binders {
			out.Binders = append(out.Binders, core.Binder{Var: e.variable(binder.Var), Size: sizes[i]})
		}
		out.Body = e.expr(b, pure.X)
		return b.tuple(out, m)
	}
	rank := t.Of.(*core.ArrayType).Rank
	if rank > len(t.Binders) && t.Row == nil {
		unsupported(t.At, "an array of arrays whose sizes are known only when they are made")
	}
	return e.named(b, e.exprs(b, l.In), func(sizes []core.Term) core.Term {
		all := copies(sizes)
		for _, row := range t.Row {
			all = append(all, e.expr(b, l.Sizes[row]))
		}
		elem := translated(t.Of).(*core.ArrayType).Elem
		start := b.build(all, func([]core.Term) core.Term { return e.zero(b, elem) })
		return e.counted(b, t.Binders, func(k int) core.Term { return core.Copy(sizes[k]) }, start, m, func(a, m core.Term) core.Term {
			var at []core.Term
			for _, binder := range t.Binders {
				at = append(at, b.use(e.vars[binder.Var]))
			}
			return b.parts(e.code(b, l.Body[0], m), func(x []core.Term) core.Term {
				if rank == len(t.Binders) {
					return b.tuple(b.set(a, x[0], at...), x[1])
				}
				return e.copyRow(b, a, x[0], at, x[1])
			})
		})
	})
}

// copyRow is (a with the array x at the indices at, m).
func (e *emitter) copyRow(b builder, a, x core.Term, at []core.Term, m core.Term) core.Term {
	var binders []core.Binder
	for range x.Type().(*core.ArrayType).Rank {
		binders = append(binders, core.Binder{Var: b.fresh("k", core.Int)})
	}
	return e.counted(b, binders, func(k int) core.Term { return b.size(core.Copy(x), k) }, a, m, func(a, m core.Term) core.Term {
		var inner []core.Term
		for _, binder := range binders {
			inner = append(inner, b.use(e.vars[binder.Var]))
		}
		return b.tuple(b.set(a, b.index(core.Copy(x), inner...), append(copies(at), copies(inner)...)...), m)
	})
}

// named is body of variables for the terms.
func (e *emitter) named(b builder, list []core.Term, body func(vars []core.Term) core.Term) core.Term {
	if len(list) == 0 {
		return body(nil)
	}
	return b.name("n", list[0], func(n core.Term) core.Term {
		return e.named(b, list[1:], func(rest []core.Term) core.Term { return body(append([]core.Term{n}, rest...)) })
	})
}

func copies(list []core.Term) []core.Term {
	out := make([]core.Term, len(list))
	for i, t := range list {
		out[i] = core.Copy(t)
	}
	return out
}

// zero is a value of a type without arrays, (0, Zero) in every dual number.
func (e *emitter) zero(b builder, t core.Type) core.Term {
	switch t := t.(type) {
	case core.Basic:
		if t == core.Real {
			return b.real(0)
		}
		return b.int(0)
	case *core.TupleType:
		if len(t.Elems) == 0 {
			return &core.Tuple{Node: b.node(core.Unit)}
		}
		parts := make([]core.Term, len(t.Elems))
		for i, elem := range t.Elems {
			parts[i] = e.zero(b, elem)
		}
		return b.tuple(parts...)
	case *core.SumType:
		return &core.Inject{Node: b.node(t), X: e.zero(b, t.Cons[0].Of)}
	}
	unsupported(b.at, "a sum of tuples of arrays whose sizes are not known before it")
	return nil
}
