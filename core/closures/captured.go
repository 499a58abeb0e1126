package closures

import (
	"slices"

	"procad/core"
	"procad/core/linearity"
	"procad/internal/diag"
)

// A value of d f, where the shape of f is s, is data of type δ(rep(s)), and one of trace f is the arguments of f, of which
// pull(f) computes again what it needs; where f is linear in these and captures nothing, it needs none. Both are tuples of data.
//
//	split(f)(x)    = (f(x), x)
//	pull(f)(x, w)  = let (_, d) = vjp'(f)(x, w) in d
//	vjp'(\x. e)(x, w) = let (y, (g, dx)) = vjp(h)(caps, x, w) in (y, (g, dx))        def h(caps, x) = e
//	jvp'(\x. e)(x, g, dx) = jvp(h)(caps, x, g, dx)

func isCaptured(op core.Operator) bool {
	switch op {
	case core.SplitOf, core.PullOf, core.ZeroOf, core.VJPOf, core.JVPOf:
		return true
	}
	return false
}

// linearData is a value of d f.
func linearData(t core.Term, b *block) value { return &tuple{[]value{b.named(data{t}, "df")}} }

// termOf is the data of a value of d f.
func termOf(v value) core.Term { return core.Copy(v.(*tuple).elems[0].(data).Term) }

// captured is a call of an operator on a function that a rule takes. One that depends on data is each that it may be.
func (p *pass) captured(n core.Node, d *derived, args []value, b *block) value {
	for i, arg := range args {
		args[i] = b.named(arg, "x")
	}
	if d.op == core.ZeroOf {
		return linearData(p.zeroOf(n.At, d.f), b)
	}
	c, ops := choiceIn(d.f)
	if c == nil {
		return p.capturedBy(n, d.op, d.f, args, one{}, b)
	}
	list := c.shape.(*choiceShape).of
	return p.dispatch(n, c.v, list, func(f value, b *block) value {
		k := 0
		for !alike(list[k], p.shapeOf(f)) {
			k++
		}
		for i := len(ops) - 1; i >= 0; i-- {
			f = &derived{ops[i], f}
		}
		return p.capturedBy(n, d.op, f, agains(args), one{list, k}, b)
	}, b)
}

// one is an alternative of several functions; of none if there is only one.
type one struct {
	list []shape
	k    int
}

// side is x, which is δ of the data of the alternative, as δ of that of the choice.
func (o one) side(at diag.Pos, x core.Term) core.Term {
	if len(o.list) <= 1 {
		return x
	}
	n := core.Node{At: at, Of: core.Tangent(choiceOf(o.list))}
	switch {
	case n.Of == core.Unit:
		return &core.Tuple{Node: n}
	case o.k == 0:
		return &core.Inject{Node: n, Con: 0, X: x}
	}
	return &core.Inject{Node: n, Con: 1, X: one{o.list[1:], o.k - 1}.side(at, x)}
}

// part is what x, δ of the data of the choice, has of the alternative. It has nothing else: its tag is that of the
// function.
func (o one) part(at diag.Pos, x, zero core.Term) core.Term {
	if len(o.list) <= 1 {
		return x
	}
	s, ok := x.Type().(*core.SumType)
	if !ok {
		return zero
	}
	v := &core.Var{Pos: at, Name: "df", Type: s.Cons[min(o.k, 1)].Of}
	arms := []core.Arm{{Body: core.Copy(zero)}, {Body: core.Copy(zero)}}
	arms[min(o.k, 1)] = core.Arm{Var: v, Body: core.UseOf(v)}
	if o.k > 0 {
		arms[1].Body = one{o.list[1:], o.k - 1}.part(at, core.UseOf(v), zero)
	}
	return &core.Case{Node: core.Node{At: at, Of: zero.Type()}, X: x, Arms: arms}
}

// capturedBy is a call of an operator on a known function.
func (p *pass) capturedBy(n core.Node, op core.Operator, f value, args []value, o one, b *block) value {
	switch op {
	case core.SplitOf:
		t := n.Of.(*core.TupleType).Elems[0]
		y := p.apply(core.Node{At: n.At, Of: t}, f, agains(args), b)
		if len(o.list) == 0 && p.linearIn(n.At, f) {
			args = nil
		}
		return &tuple{[]value{b.named(y, "y"), &tuple{args}}}
	case core.PullOf:
		xs := args[0].(*tuple).elems
		if of := typeOf(f); len(xs) < len(of.Params) {
			for _, t := range of.Params {
				xs = append(xs, data{zeroReals(n.At, t)})
			}
		}
		_, d := p.pullback(n.At, f, append(xs[:len(xs):len(xs)], args[1]), o, b)
		return d
	case core.VJPOf:
		y, d := p.pullback(n.At, f, args, o, b)
		return &tuple{[]value{y, d}}
	}
	h, caps := p.named(n.At, f)
	of := h.Type().(*core.FuncType)
	m := len(of.Params) - len(caps)
	df := linearData(o.part(n.At, termOf(args[m]), p.zeroOf(n.At, f)), b)
	all := append(caps, terms(agains(args[:m]))...)
	all = append(all, p.scattered(n.At, p.shapeOf(f), termOf(df), b)...)
	d := &core.Derive{Node: core.Node{At: n.At, Of: core.DerivedType(core.JVP, of, nil)}, Op: core.JVP, Func: h}
	return data{&core.Apply{Node: n, Func: d, Args: append(all, terms(agains(args[m+1:]))...)}}
}

// linearIn says that a function of Reals captures nothing and is linear.
func (p *pass) linearIn(at diag.Pos, f value) bool {
	for _, t := range typeOf(f).Params {
		if !reals(t) {
			return false
		}
	}
	if len(p.leaves(f, nil)) > 0 {
		return false
	}
	h, _ := p.named(at, f)
	g, ok := h.(*core.Global)
	return ok && linearity.Linear(g.Def)
}

// reals says that values of t are Reals, and tuples of such.
func reals(t core.Type) bool {
	if tuple, ok := t.(*core.TupleType); ok {
		return !slices.ContainsFunc(tuple.Elems, func(e core.Type) bool { return !reals(e) })
	}
	return t == core.Real
}

// zeroReals is 0 of such a type.
func zeroReals(at diag.Pos, t core.Type) core.Term {
	n := core.Node{At: at, Of: t}
	tuple, ok := t.(*core.TupleType)
	if !ok {
		return &core.RealConst{Node: n}
	}
	out := &core.Tuple{Node: n, Elems: make([]core.Term, len(tuple.Elems))}
	for i, e := range tuple.Elems {
		out.Elems[i] = zeroReals(at, e)
	}
	return out
}

// zeroOf is δ of the data of a function, which is 0.
func (p *pass) zeroOf(at diag.Pos, f value) core.Term {
	var zeros []core.Term
	for _, c := range p.leaves(f, nil) {
		zeros = append(zeros, core.ZeroTangent(c))
	}
	return gathered(at, p.shapeOf(f), &zeros)
}

// pullback is y and (d f, dS), given the arguments of f and the cotangent of y.
func (p *pass) pullback(at diag.Pos, f value, args []value, o one, b *block) (y, d value) {
	h, caps := p.named(at, f)
	of := h.Type().(*core.FuncType)
	t := core.DerivedType(core.VJP, of, nil)
	call := &core.Apply{
		Node: core.Node{At: at, Of: t.Result},
		Func: &core.Derive{Node: core.Node{At: at, Of: t}, Op: core.VJP, Func: h},
		Args: append(caps[:len(caps):len(caps)], terms(agains(args))...),
	}
	pair := t.Result.(*core.TupleType).Elems
	v := &core.Var{Pos: at, Name: "y", Type: pair[0]}
	g := &core.Var{Pos: at, Name: "g", Type: pair[1]}
	b.untuple([]*core.Var{v, g}, call)
	parts := cotangentParts(at, core.UseOf(g), len(of.Params), b)
	list := parts[:len(caps):len(caps)]
	df := linearData(o.side(at, gathered(at, p.shapeOf(f), &list)), b)
	ds := data{cotangentOf(at, parts[len(caps):])}
	return data{core.UseOf(v)}, &tuple{[]value{df, b.named(ds, "g")}}
}

// cotangentParts are the cotangents of n parameters.
func cotangentParts(at diag.Pos, g core.Term, n int, b *block) []core.Term {
	parts := make([]core.Term, n)
	t, ok := g.Type().(*core.TupleType)
	switch {
	case n == 1:
		parts[0] = g
	case ok && len(t.Elems) == n:
		vars := make([]*core.Var, n)
		for i, e := range t.Elems {
			vars[i] = &core.Var{Pos: at, Name: "g", Type: e}
			parts[i] = core.UseOf(vars[i])
		}
		b.untuple(vars, g)
	default:
		for i := range parts {
			parts[i] = unit(at)
		}
	}
	return parts
}

// cotangentOf is the cotangent of all parameters, given those of each: () if all are.
func cotangentOf(at diag.Pos, parts []core.Term) core.Term {
	for _, x := range parts {
		if x.Type() != core.Unit {
			return tupleOf(at, parts)
		}
	}
	return unit(at)
}

func unit(at diag.Pos) core.Term { return &core.Tuple{Node: core.Node{At: at, Of: core.Unit}} }

// inner are the shapes that one is made of; nil, false of one whose data is a leaf.
func inner(s shape) ([]shape, bool) {
	switch s := s.(type) {
	case *funShape:
		return s.caps, true
	case *opShape:
		return []shape{s.f}, true
	case *tupleShape:
		return s.elems, true
	case *conShape:
		return []shape{s.x}, true
	}
	return nil, false
}

// gathered is δ of the data of a shape, given that of each leaf.
func gathered(at diag.Pos, s shape, leaves *[]core.Term) core.Term {
	parts, ok := inner(s)
	if !ok {
		x := (*leaves)[0]
		*leaves = (*leaves)[1:]
		return x
	}
	list := make([]core.Term, len(parts))
	for i, part := range parts {
		list[i] = gathered(at, part, leaves)
	}
	return cotangentOf(at, list)
}

// scattered are δ of the leaves of a shape, given that of its data.
func (p *pass) scattered(at diag.Pos, s shape, x core.Term, b *block) []core.Term {
	parts, ok := inner(s)
	if !ok {
		return []core.Term{x}
	}
	var list []core.Term
	for i, x := range cotangentParts(at, x, len(parts), b) {
		list = append(list, p.scattered(at, parts[i], x, b)...)
	}
	return list
}
