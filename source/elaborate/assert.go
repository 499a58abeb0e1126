package elaborate

import (
	"slices"

	"procad/core"
	"procad/source"
)

// notANumber stands before the message of an assertion that fails since a number is NaN.
const notANumber = "a compared number is NaN: "

var comparisons = []core.Op{core.Eq, core.Lt, core.Le, core.Gt, core.Ge}

// assert is assert(c, "m"). No comparison but != holds of NaN; so where one of Reals has to hold, it is said first that
// no operand is NaN. A comparison of a number with itself asks just this.
//
//	assert(p && q, "m") = let _ = assert(p, "m") in assert(q, "m")
//	assert(a < b, "m")  = let a = a; b = b; _ = assert(a == a, "a compared number is NaN: m"); _ = … b … in assert(a < b, "m")
func (e *elaborator) assert(n core.Node, cond source.Expr, message string) core.Term {
	var binds []binding
	first := func(t core.Term) { binds = append(binds, binding{vars: []*core.Var{nil}, bound: t}) }
	if and, ok := cond.(*source.Binary); ok && and.Op == source.And {
		first(e.assert(n, and.X, message))
		return lets(binds, e.assert(n, and.Y, message))
	}
	c := e.expr(cond)
	if p, ok := c.(*core.Prim); ok && slices.Contains(comparisons, p.Op) && p.Args[0].Type() == core.Real {
		p.Args[0], binds = named(p.Args[0], "a", binds)
		p.Args[1], binds = named(p.Args[1], "b", binds)
		for _, x := range operands(p) {
			itself := &core.Prim{Node: p.Node, Op: core.Eq, Args: []core.Term{x, core.Copy(x)}}
			first(&core.Assert{Node: n, Cond: itself, Message: notANumber + message})
		}
	}
	return lets(binds, &core.Assert{Node: n, Cond: c, Message: message})
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
