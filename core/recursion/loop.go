package recursion

import (
	"math"

	"procad/core"
	"procad/internal/diag"
)

// loop is a loop with a call of the set in it, as a function that calls itself.
//
//	nTimes(n, a, \s. e)          = loop(0, a)        for def loop(i, s) = if i < n then loop(i + 1, e) else s
//	ccl(n, a, \(i, s). e)        = loop(0, a)        for def loop(k, s) = if k < n then loop(k + 1, let i = n - 1 - k in e) else s
//	fold(\(s, x). e, a, v)       = loop(0, a)        for def loop(i, s) = if i < size(v) then loop(i + 1, let x = v[i] in e) else s
//	fold(\(s, x). e, a, [b for i < n])    = loop(0, a)    for def loop(i, s) = if i < n then loop(i + 1, let x = b in e) else s        for b that takes little
//	while(n, a, \s. c, \s. e)    = loop(0, a)        for def loop(i, s) = if c then let _ = assert(i < n) in loop(i + 1, e) else s
func (s *set) loop(e core.Term) core.Term {
	at := e.Pos()
	i := variable(at, "i", core.Int)
	n := variable(at, "n", core.Int)
	switch e := e.(type) {
	case *core.NTimes:
		return s.counted(e, n, e.Count, i, orNew(at, e.State, e.Of), e.Init, e.Body)
	case *core.Ccl:
		body := e.Body
		if e.Index != nil {
			last := prim(at, core.Int, core.Sub, useAt(at, n), integer(at, 1))
			body = let(e.Index, prim(at, core.Int, core.Sub, last, useAt(at, i)), body)
		}
		return s.counted(e, n, e.Count, i, orNew(at, e.State, e.Of), e.Init, body)
	case *core.Fold:
		e = e.Plain()
		if over, ok := e.Over.(*core.Build); ok && onDemand(over) {
			one := over.Binders[0]
			element := let(one.Var, useAt(at, i), over.Body)
			return s.counted(e, n, one.Size, i, orNew(at, e.Acc, e.Of), e.Init, let(e.Elem, element, e.Body))
		}
		v := variable(at, "v", e.Over.Type())
		of := v.Type.(*core.ArrayType)
		element := &core.Index{Node: node(at, core.ArrayOf(of.Elem, of.Rank-1)), X: useAt(at, v), At: []core.Term{useAt(at, i)}}
		size := &core.Size{Node: node(at, core.Int), X: useAt(at, v)}
		return let(v, e.Over, let(n, size, s.repeated(e, n, i, orNew(at, e.Acc, e.Of), e.Init, let(e.Elem, element, e.Body))))
	case *core.While:
		state := variable(at, "s", e.Of)
		test := let(e.Test, useAt(at, state), e.Cond)
		next := let(e.State, useAt(at, state), e.Body)
		c := s.close(at, s.of.Defs[0].Name+"_loop", []*core.Var{i, state}, e.Of, test, next, useAt(at, n))
		again := c.again(at, prim(at, core.Int, core.Add, useAt(at, i), integer(at, 1)), c.in(next))
		within := prim(at, core.Bool, core.Lt, useAt(at, i), c.in(useAt(at, n)))
		again = let(nil, demand(at, within, "the loop has not ended after as many iterations as it may have"), again)
		c.def.Body = choice(at, c.in(test), again, useAt(at, state))
		s.join(c)
		some := demand(at, prim(at, core.Bool, core.Le, integer(at, 0), useAt(at, n)), "the count of a loop is not negative")
		return let(n, e.Limit, let(nil, some, c.from(at, integer(at, 0), e.Init)))
	case *core.Build:
		return sequential{s.counted}.build(e)
	}
	return sequential{s.counted}.reduce(e.(*core.Reduce))
}

// onDemand says that the elements of an array take little and cannot fail, so each is computed where it is used.
func onDemand(b *core.Build) bool {
	if len(b.Binders) > 1 || len(b.Row) > 0 {
		return false
	}
	is := true
	core.Visit(b.Body, func(t core.Term) {
		switch t := t.(type) {
		case *core.Use:
			is = is && scalar(t.Type())
		case *core.IntConst, *core.RealConst, *core.Tuple:
		case *core.Prim:
			is = is && (t.Op == core.Add || t.Op == core.Sub || t.Op == core.Mul || t.Op == core.Neg)
		default:
			is = false
		}
	})
	return is
}

// orNew is v, or a variable if there is none.
func orNew(at diag.Pos, v *core.Var, of core.Type) *core.Var {
	if v == nil {
		return variable(at, "s", of)
	}
	return v
}

// demand is assert(c, "message").
func demand(at diag.Pos, c core.Term, message string) core.Term {
	return &core.Assert{Node: node(at, core.Unit), Cond: c, Message: message}
}

// counted is n iterations of s = body from init on, in which i counts from 0.
//
//	let n = count; _ = assert(0 <= n) in loop(0, init)        for def loop(i, s) = if i < n then loop(i + 1, body) else s
func (s *set) counted(e core.Term, n *core.Var, count core.Term, i, state *core.Var, init, body core.Term) core.Term {
	at := e.Pos()
	some := demand(at, prim(at, core.Bool, core.Le, integer(at, 0), useAt(at, n)), "the count of a loop is not negative")
	return let(n, count, let(nil, some, s.repeated(e, n, i, state, init, body)))
}

// repeated is counted where n is known, and not negative.
func (s *set) repeated(e core.Term, n, i, state *core.Var, init, body core.Term) core.Term {
	at := e.Pos()
	c := s.close(at, s.of.Defs[0].Name+"_loop", []*core.Var{i, state}, state.Type, body, useAt(at, n))
	again := c.again(at, prim(at, core.Int, core.Add, useAt(at, i), integer(at, 1)), c.in(body))
	c.def.Body = choice(at, prim(at, core.Bool, core.Lt, useAt(at, i), c.in(useAt(at, n))), again, useAt(at, state))
	s.join(c)
	return c.from(at, integer(at, 0), init)
}

// A sequential makes comprehensions and reductions of loops that count: counted is n iterations of
// s = body from init on, in which i counts from 0.
type sequential struct {
	counted func(e core.Term, n *core.Var, count core.Term, i, state *core.Var, init, body core.Term) core.Term
}

// reduce is a sum, maximum or argmax as loops that count.
//
//	sum(i < n, j < m) e    = nTimes(n, 0, \s. nTimes(m, s, \s. s + e))        for numbers; of arrays s is Inl () at first
//	argmax(i < n) e        = let v = [e for i < n] in argmax(i < n) v[i]
func (s sequential) reduce(e *core.Reduce) core.Term {
	at := e.At
	switch {
	case e.Op == core.Max:
		return s.max(e)
	case e.Op == core.ArgMax:
		v := variable(at, "v", core.ArrayOf(e.Body.Type(), 1))
		k := variable(at, "i", core.Int)
		largest := *e
		largest.Binders = []core.Binder{{Var: k, Size: &core.Size{Node: node(at, core.Int), X: useAt(at, v)}}}
		largest.Body = &core.Index{Node: node(at, e.Body.Type()), X: useAt(at, v), At: []core.Term{useAt(at, k)}}
		return let(v, &core.Build{Node: node(at, v.Type), Binders: e.Binders, Body: e.Body}, &largest)
	case scalar(e.Of):
		return s.nest(e, 0, none(at, e.Of), func(acc core.Term) core.Term { return plus(at, acc, e.Body) })
	}
	of := core.SumOf(core.Unit, e.Of)
	start := &core.Inject{Node: node(at, of), Con: 0, X: tuple(at)}
	total := s.nest(e, 0, start, func(acc core.Term) core.Term {
		x, y := variable(at, "x", e.Of), variable(at, "y", e.Of)
		first := core.Arm{Body: &core.Inject{Node: node(at, of), Con: 1, X: useAt(at, x)}}
		others := core.Arm{Var: y, Body: &core.Inject{Node: node(at, of), Con: 1, X: s.plusArrays(at, y, x)}}
		return let(x, e.Body, &core.Case{Node: node(at, of), X: acc, Arms: []core.Arm{first, others}})
	})
	y := variable(at, "y", e.Of)
	nothing := *e
	nothing.Binders = []core.Binder{{Var: variable(at, "_", core.Int), Size: integer(at, 0)}}
	nothing.Body = none(at, e.Of)
	return &core.Case{Node: node(at, e.Of), X: total, Arms: []core.Arm{{Body: &nothing}, {Var: y, Body: useAt(at, y)}}}
}

// nest is the loops of e from number k on, from a value of acc on.
func (s sequential) nest(e *core.Reduce, k int, from core.Term, leaf func(acc core.Term) core.Term) core.Term {
	if k == len(e.Binders) {
		return leaf(from)
	}
	b := e.Binders[k]
	acc := variable(e.At, "acc", from.Type())
	body := s.nest(e, k+1, useAt(e.At, acc), leaf)
	return s.counted(e, variable(e.At, "n", core.Int), b.Size, b.Var, acc, from, body)
}

// plusArrays is y + x, part by part and element by element.
func (s sequential) plusArrays(at diag.Pos, y, x *core.Var) core.Term {
	switch t := y.Type.(type) {
	case *core.TupleType:
		xs, ys := make([]*core.Var, len(t.Elems)), make([]*core.Var, len(t.Elems))
		sums := make([]core.Term, len(t.Elems))
		for i, e := range t.Elems {
			xs[i], ys[i] = variable(at, "x", e), variable(at, "y", e)
			sums[i] = s.plusArrays(at, ys[i], xs[i])
		}
		return untuple(xs, useAt(at, x), untuple(ys, useAt(at, y), tuple(at, sums...)))
	case *core.ArrayType:
		b := &core.Build{Node: node(at, t)}
		shape := &core.ArrayShape{}
		var idx []core.Term
		for axis := range t.Rank {
			size := &core.Size{Node: node(at, core.Int), X: useAt(at, y), Axis: axis}
			i := variable(at, "i", core.Int)
			b.Binders = append(b.Binders, core.Binder{Var: i, Size: size})
			shape.Sizes = append(shape.Sizes, core.ShapeSize{Size: core.Copy(size), Name: "that of the first one"})
			idx = append(idx, useAt(at, i))
		}
		same := variable(at, "x", t)
		check := &core.SizeCheck{Node: node(at, t), X: useAt(at, x), Shape: shape, Name: "an array of this sum"}
		element := func(a *core.Var) core.Term {
			at2 := make([]core.Term, len(idx))
			for k := range idx {
				at2[k] = core.Copy(idx[k])
			}
			return &core.Index{Node: node(at, t.Elem), X: useAt(at, a), At: at2}
		}
		b.Body = plus(at, element(y), element(same))
		return let(same, check, b)
	}
	return plus(at, useAt(at, y), useAt(at, x))
}

// max is a maximum, row by row: of a row the first of the largest, or the least number if it
// has no values. Each loop gives that, and whether there are values.
func (s sequential) max(e *core.Reduce) core.Term {
	at := e.At
	option := core.SumOf(core.Unit, e.Of)
	none := &core.Inject{Node: node(at, option), Con: 0, X: tuple(at)}
	some := func(x core.Term) core.Term { return &core.Inject{Node: node(at, option), Con: 1, X: x} }
	least := func() core.Term {
		if e.Of == core.Type(core.Int) {
			return integer(at, math.MinInt64)
		}
		return &core.RealConst{Node: node(at, core.Real), Value: math.Inf(-1)}
	}
	state := core.TupleOf(option, core.Bool)
	var level func(k int) core.Term // a value and whether there is one
	level = func(k int) core.Term {
		if k == len(e.Binders) {
			return tuple(at, e.Body, truth(at, true))
		}
		acc := variable(at, "acc", state)
		best, any, x, is, y := variable(at, "best", option), variable(at, "any", core.Bool), variable(at, "x", e.Of), variable(at, "is", core.Bool), variable(at, "y", e.Of)
		larger := choice(at, prim(at, core.Bool, core.Lt, useAt(at, y), useAt(at, x)), useAt(at, x), useAt(at, y))
		next := &core.Case{Node: node(at, option), X: useAt(at, best), Arms: []core.Arm{{Body: some(useAt(at, x))}, {Var: y, Body: some(larger)}}}
		both := tuple(at, next, choice(at, useAt(at, any), truth(at, true), useAt(at, is)))
		body := untuple([]*core.Var{x, is}, level(k+1), untuple([]*core.Var{best, any}, useAt(at, acc), both))
		b := e.Binders[k]
		from := tuple(at, core.Copy(none), truth(at, false))
		all := s.counted(e, variable(at, "n", core.Int), b.Size, b.Var, acc, from, body)
		found, has, z := variable(at, "best", option), variable(at, "any", core.Bool), variable(at, "z", e.Of)
		value := &core.Case{Node: node(at, e.Of), X: useAt(at, found), Arms: []core.Arm{{Body: least()}, {Var: z, Body: useAt(at, z)}}}
		return untuple([]*core.Var{found, has}, all, tuple(at, value, useAt(at, has)))
	}
	x, is := variable(at, "x", e.Of), variable(at, "is", core.Bool)
	nothing := *e
	nothing.Binders = []core.Binder{{Var: variable(at, "_", core.Int), Size: integer(at, 0)}}
	nothing.Body = least()
	return untuple([]*core.Var{x, is}, level(0), choice(at, useAt(at, is), useAt(at, x), &nothing))
}
