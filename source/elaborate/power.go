package elaborate

import "procad/core"

// intPower is m ^ k of Ints, by squares. It wraps as products do; k is not negative.
//
//	m ^ 5 = let b = m; c = b * b; d = c * c in b * d
//	m ^ k = let (r, _, _) = while(63, (1, m, k), \(_, _, k). k > 0, \(r, b, k). (if k mod 2 == 1 then r * b else r, b * b, k div 2)) in r
func intPower(n core.Node, m, k core.Term) core.Term {
	if c, ok := k.(*core.IntConst); ok && c.Value >= 0 && c.Value < 64 {
		return knownPower(n, m, c.Value)
	}
	variable := func(name string) *core.Var { return &core.Var{Pos: n.At, Name: name, Type: core.Int} }
	op := func(op core.Op, x *core.Var, y core.Term) core.Term { return prim(n.At, op, use(x), y) }
	compare := func(op core.Op, x, y core.Term) core.Term {
		return &core.Prim{Node: node(n.At, core.Bool), Op: op, Args: []core.Term{x, y}}
	}
	k, binds := named(k, "k", nil)
	positive := &core.Assert{
		Node: node(n.At, core.Unit), Cond: compare(core.Le, integer(n.At, 0), core.Copy(k)), Message: "an Int has no negative power",
	}
	binds = append(binds, binding{vars: []*core.Var{nil}, bound: positive})

	state := core.TupleOf(core.Int, core.Int, core.Int)
	tuple := func(elems ...core.Term) core.Term { return &core.Tuple{Node: node(n.At, state), Elems: elems} }
	test, step := &core.Var{Pos: n.At, Name: "s", Type: state}, &core.Var{Pos: n.At, Name: "s", Type: state}
	left := variable("k")
	loop := &core.While{Node: node(n.At, state), Limit: integer(n.At, 63), Init: tuple(integer(n.At, 1), m, k), Test: test, State: step}
	loop.Cond = lets([]binding{{tuple: true, vars: []*core.Var{nil, nil, left}, bound: use(test)}}, compare(core.Lt, integer(n.At, 0), use(left)))
	r, b, rest := variable("r"), variable("b"), variable("k")
	odd := compare(core.Eq, op(core.IMod, rest, integer(n.At, 2)), integer(n.At, 1))
	loop.Body = lets([]binding{{tuple: true, vars: []*core.Var{r, b, rest}, bound: use(step)}},
		tuple(choice(n, odd, op(core.Mul, r, use(b)), use(r)), op(core.Mul, b, use(b)), op(core.IDiv, rest, integer(n.At, 2))))
	out := variable("r")
	return lets(append(binds, binding{tuple: true, vars: []*core.Var{out, nil, nil}, bound: loop}), use(out))
}

// knownPower is the product of the squares of squares that the digits of k say.
func knownPower(n core.Node, m core.Term, k int64) core.Term {
	if k == 0 {
		return lets([]binding{{vars: []*core.Var{nil}, bound: m}}, integer(n.At, 1))
	}
	square, binds := named(m, "b", nil)
	var out core.Term
	for ; ; k /= 2 {
		if k%2 == 1 && out == nil {
			out = core.Copy(square)
		} else if k%2 == 1 {
			out = prim(n.At, core.Mul, out, core.Copy(square))
		}
		if k <= 1 {
			return lets(binds, out)
		}
		square, binds = named(prim(n.At, core.Mul, square, core.Copy(square)), "b", binds)
	}
}
