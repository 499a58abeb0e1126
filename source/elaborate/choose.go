package elaborate

import "procad/core"

// choose is the nested cases of the constructors of a sum from number k on, whose value is x;
// of the last one x is what it carries.
func (e *elaborator) choose(n core.Node, t *tree, k int, x core.Term) core.Term {
	c, left := t.sum[k], len(payloads(t.at.of))-k
	if left == 1 {
		return lets([]binding{{vars: []*core.Var{c.part.variable()}, bound: e.loaded(t.at, k, c.part.v, x)}}, e.next(n, c.then))
	}
	out := &core.Case{Node: n, X: x}
	sides := x.Type().(*core.SumType).Cons
	first := e.arm(n, t, k, sides[0].Of)
	var others core.Arm
	switch next := t.sum[k+1]; {
	case next.rest:
		others = core.Arm{Body: e.next(n, next.then)}
	case left == 2:
		others = e.arm(n, t, k+1, sides[1].Of)
	default:
		others.Var = &core.Var{Pos: n.At, Type: sides[1].Of}
		others.Body = e.choose(n, t, k+1, use(others.Var))
	}
	out.Arms = []core.Arm{first, others}
	return out
}

// arm is that of constructor k, which carries a value that is stored as of.
func (e *elaborator) arm(n core.Node, t *tree, k int, of core.Type) core.Arm {
	c := t.sum[k]
	v := c.part.variable()
	if v == nil || e.carries(t.at.of, k) == nil {
		return core.Arm{Var: v, Body: e.next(n, c.then)}
	}
	x := &core.Var{Pos: v.Pos, Name: "x", Type: of}
	return core.Arm{Var: x, Body: lets([]binding{{vars: []*core.Var{v}, bound: e.loaded(t.at, k, v, use(x))}}, e.next(n, c.then))}
}

// loaded is what constructor k of the sum at a place carries in v, where x is what is stored.
func (e *elaborator) loaded(at *place, k int, v *core.Var, x core.Term) core.Term {
	return load(x, e.carries(at.of, k), v.Type)
}
