package elaborate

import (
	"slices"

	"procad/core"
	"procad/source"
)

// notANumber stands before the message of an assertion that fails since a number is NaN.
const notANumber = "a compared number is NaN: "

var comparisons = []core.Op{core.Eq, core.Lt, core.Le, core.Gt, core.Ge}

// assert is assert(c, "m"). No comparison but != holds of NaN. So where one of Reals has to hold, and does not since an
// operand is NaN, the message says so. A comparison of a number with itself asks just this.
//
//	assert(p && q, "m")             = let _ = assert(p, "m") in assert(q, "m")
//	assert(if c then p else q, "m") = if c then assert(p, "m") else assert(q, "m")
//	assert(a < b, "m")              = let a = a; b = b; _ = assert(a == a, "a compared number is NaN: m"); _ = … b … in assert(a < b, "m")
//	assert(a < b || q, "m")         = let a = a; b = b in if a < b then () else assert(q, "m"), which asks for NaN in a and b too
func (e *elaborator) assert(n core.Node, cond source.Expr, message string) core.Term {
	return e.assertAfter(n, nil, cond, message)
}

// assertAfter is an assertion where comparisons of some numbers did not hold.
func (e *elaborator) assertAfter(n core.Node, numbers []core.Term, cond source.Expr, message string) core.Term {
	switch c := cond.(type) {
	case *source.Binary:
		switch c.Op {
		case source.And:
			p := e.assertAfter(n, copies(numbers), c.X, message)
			return lets([]binding{{vars: []*core.Var{nil}, bound: p}}, e.assertAfter(n, numbers, c.Y, message))
		case source.Or:
			if p, ok := c.X.(*source.Binary); ok && p.Op == source.Or { // (o || p) || q = o || (p || q)
				q := *c
				q.X = p.Y
				o := *p
				o.Y = &q
				return e.assertAfter(n, numbers, &o, message)
			}
			p, binds, compared := e.comparison(c.X)
			return lets(binds, choice(n, p, &core.Tuple{Node: n}, e.assertAfter(n, append(numbers, compared...), c.Y, message)))
		}
	case *source.If:
		return choice(n, e.expr(c.Cond), e.assertAfter(n, copies(numbers), c.Then, message), e.assertAfter(n, numbers, c.Else, message))
	}
	c, binds, compared := e.comparison(cond)
	if len(numbers) == 0 {
		for _, x := range compared {
			binds = append(binds, binding{vars: []*core.Var{nil}, bound: isNumber(n, x, message)})
		}
		return lets(binds, &core.Assert{Node: n, Cond: c, Message: message})
	}
	holds := &core.Var{Pos: n.At, Name: "c", Type: core.Bool}
	var asked []binding
	for _, x := range append(numbers, compared...) {
		asked = append(asked, binding{vars: []*core.Var{nil}, bound: isNumber(n, x, message)})
	}
	binds = append(binds, binding{vars: []*core.Var{holds}, bound: c})
	failed := lets(asked, &core.Assert{Node: n, Cond: use(holds), Message: message})
	return lets(binds, choice(n, use(holds), &core.Tuple{Node: n}, failed))
}

// comparison is a condition, and the numbers that it compares, if it is a comparison of Reals that NaN does not fulfil.
func (e *elaborator) comparison(cond source.Expr) (c core.Term, binds []binding, numbers []core.Term) {
	c = e.expr(cond)
	if p, ok := c.(*core.Prim); ok && slices.Contains(comparisons, p.Op) && p.Args[0].Type() == core.Real {
		p.Args[0], binds = named(p.Args[0], "a", binds)
		p.Args[1], binds = named(p.Args[1], "b", binds)
		numbers = operands(p)
	}
	return c, binds, numbers
}

// isNumber asserts that x is not NaN.
func isNumber(n core.Node, x core.Term, message string) core.Term {
	itself := &core.Prim{Node: core.Node{At: n.At, Of: core.Bool}, Op: core.Eq, Args: []core.Term{x, core.Copy(x)}}
	return &core.Assert{Node: n, Cond: itself, Message: notANumber + message}
}

// operands are the variables that a comparison is of, none where they are the same.
func operands(p *core.Prim) []core.Term {
	x, isX := p.Args[0].(*core.Use)
	y, isY := p.Args[1].(*core.Use)
	switch {
	case isX && isY && x.Var == y.Var:
		return nil
	case isX && isY:
		return []core.Term{core.Copy(x), core.Copy(y)}
	case isX:
		return []core.Term{core.Copy(x)}
	case isY:
		return []core.Term{core.Copy(y)}
	}
	return nil
}
