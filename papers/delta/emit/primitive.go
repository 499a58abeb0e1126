package emit

import "procad/core"

// operation is D{op} (x1, …) m: a call of delta_op.
func (e *emitter) operation(b builder, op core.Op, args []core.Term, m core.Term) core.Term {
	if e.drop {
		plain := make([]core.Term, len(args))
		for i, x := range args {
			plain[i] = x
			if core.Equal(x.Type(), dual) {
				plain[i] = b.first(x)
			}
		}
		return b.tuple(b.tuple(b.prim(op, plain...), b.int(0)), m)
	}
	d := e.rule(b, op, args)
	return e.call(b, d, append(args, m))
}

// call is d(args).
func (e *emitter) call(b builder, d *core.Def, args []core.Term) core.Term {
	return &core.Apply{Node: b.node(d.Result), Func: &core.Global{Node: b.node(d.Type()), Def: d}, Args: args}
}

// rule is delta_op, which puts one binding on the tape (Figure 14).
//
//	D{f} = \((x1, u1), (x2, u2)) (i, bs).
//	       ((f x, i), (i + 1, bs with (df1 x, u1, df2 x, u2) at i))
func (e *emitter) rule(b builder, op core.Op, args []core.Term) *core.Def {
	if d := e.ops[op]; d != nil {
		return d
	}
	d := &core.Def{Pos: b.at, Name: "delta_" + string(op), Result: core.TupleOf(dual, state)}
	var xs, us []core.Term
	var open []func(core.Term) core.Term
	for i, x := range args {
		p := b.fresh([]string{"x", "y"}[i], x.Type())
		d.Params = append(d.Params, p)
		if !core.Equal(p.Type, dual) {
			xs, us = append(xs, b.use(p)), append(us, nil)
			continue
		}
		primal, id := b.fresh([]string{"a", "b"}[i], core.Real), b.fresh([]string{"u", "v"}[i], core.Int)
		xs, us = append(xs, b.use(primal)), append(us, b.use(id))
		open = append(open, func(body core.Term) core.Term {
			return b.open([]*core.Var{primal, id}, b.use(p), body)
		})
	}
	m := b.fresh("m", state)
	d.Params = append(d.Params, m)
	i, tape := b.fresh("i", core.Int), b.fresh("t", state.Elems[1])
	entry := []core.Term{b.real(0), b.int(0), b.real(0), b.int(0)}
	for j, df := range core.Partials(algebra{b}, op, copies(xs)) {
		if us[j] != nil {
			entry[2*j], entry[2*j+1] = core.Copy(df), us[j]
		}
	}
	next := b.prim(core.Add, b.use(i), b.int(1))
	d.Body = b.open([]*core.Var{i, tape}, b.use(m),
		b.tuple(b.tuple(b.prim(op, copies(xs)...), b.use(i)), b.tuple(next, b.set(b.use(tape), b.tuple(entry...), b.use(i)))))
	for k := len(open) - 1; k >= 0; k-- {
		d.Body = open[k](d.Body)
	}
	e.ops[op] = d
	e.add(d)
	return d
}

// algebra makes terms of partial derivatives.
type algebra struct{ builder }

func (a algebra) Real(v float64) core.Term { return a.real(v) }
func (a algebra) Int(n int64) core.Term    { return a.int(n) }

func (a algebra) Prim(op core.Op, args ...core.Term) core.Term { return a.prim(op, copies(args)...) }

func (a algebra) If(cond core.Term, then, otherwise func() core.Term) core.Term {
	return a.choose(cond, then(), otherwise())
}
