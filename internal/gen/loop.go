package gen

import (
	"fmt"
	"strings"
)

// loops are the loops that give a value of type t.
func (g *generator) loops(t *typ, depth int) []option {
	if g.tooMany(4) || t.kind == unitKind {
		return nil
	}
	var options []option
	if t.additive() {
		options = append(options,
			option{4, "sum", func() string { return g.reduction("sum", t, depth) }},
			option{1, "sum of sums", func() string { return g.nested("sum", t, depth) }},
		)
		if !g.opts.Trees { // whose iterations would make values of recursive types
			options = append(options, option{2, "ccl", func() string { return g.ccl(t, depth) }})
		}
	}
	if t.kind == realKind || t.kind == intKind {
		options = append(options, option{1, "product", func() string { return g.reduction("product", t, depth) }})
	}
	if t.kind == realKind {
		options = append(options, option{2, "loop-invariant part", func() string { return g.unchanging(depth) }})
	}
	return append(options,
		option{2, "nTimes", func() string { return g.nTimes(t, depth) }},
		option{2, "while", func() string { return g.while(t, depth) }},
		option{2, "fold", func() string { return g.fold(t, depth) }},
	)
}

// unchanging is a loop over another one, in whose iterations something is computed that only the inner one changes,
// perhaps in a branch or by a local function.
func (g *generator) unchanging(depth int) string {
	arrays := g.of(func(v variable) bool {
		return v.typ.kind == arrayKind && v.typ.parts[0].equal(realType) && len(v.typ.dims) == 1
	})
	var let, array string
	var d dim
	if len(arrays) > 0 {
		v := g.oneOf(arrays)
		array, d = v.name, v.typ.dims[0]
	} else {
		d = literal(1 + g.choose(3))
		array = g.name("v")
		let = fmt.Sprintf("%s = %s; ", array, g.expr(arrayOf(realType, d), depth-1))
	}
	f, x := g.name("g"), g.name("x")
	expensive := fmt.Sprintf("%s^3 / (2.0 + %s^2) + 1.0 / (1.0 + %s^2)", x, x, x)
	if !g.opts.Field && g.chance(1, 2) {
		expensive = fmt.Sprintf("exp(-%s^2)", x)
	}
	return g.scoped(func() string {
		n := g.count(false)
		i := g.counter(n)
		return g.inLoop(n.max, func() string {
			j := g.counter(d)
			return g.inLoop(d.max, func() string {
				call := fmt.Sprintf("%s(%s[%s])", f, array, j)
				if g.chance(1, 4) {
					call = fmt.Sprintf("(if %s then %s else %s)", g.expr(boolType, depth-1), call, g.expr(realType, depth-1))
				}
				return fmt.Sprintf("(let %s%s(%s) = %s in sum(%s < %s) sum(%s < %s) (%s * %s))",
					let, f, x, expensive, i, n.text, j, d.text, call, g.expr(realType, depth-1))
			})
		})
	})
}

// reduction is a sum, product, max, min, argmax or argmin of one loop.
func (g *generator) reduction(op string, t *typ, depth int) string {
	return g.scoped(func() string {
		some := op != "sum" && op != "product" || !t.scalar() // there is no result for no iterations
		n := g.count(some)
		if n.min == 0 && some {
			n = literal(2)
		}
		i := g.counter(n)
		return g.inLoop(n.max, func() string {
			loop := fmt.Sprintf("%s < %s", i, n.text)
			if !some || n.min > 1 {
				loop = g.from(i, n)
			}
			if op == "product" {
				return fmt.Sprintf("(product(%s) %s)", loop, g.bounded(t, depth-1))
			}
			return fmt.Sprintf("(%s(%s) %s)", op, loop, g.expr(t, depth-1))
		})
	})
}

// nested is a sum or a maximum of two loops, where the bound of the second may depend on the index of the first.
func (g *generator) nested(op string, t *typ, depth int) string {
	return g.scoped(func() string {
		some := op != "sum" // there is no result for no iterations
		n := literal(2)
		if t.scalar() {
			n = g.count(some)
		}
		if some && n.min == 0 {
			n = literal(2)
		}
		i := g.counter(n)
		return g.inLoop(n.max, func() string {
			m := literal(1 + g.choose(2))
			switch {
			case some:
				m = [...]dim{m, {i + " + 1", 1, n.max}, {i, 0, n.max - 1}}[g.choose(3)]
			case t.scalar():
				m = g.count(false)
			}
			if some && m.min == 0 && n.min < 2 {
				m = literal(1)
			}
			j := g.counter(m)
			return g.inLoop(m.max, func() string {
				return fmt.Sprintf("(%s(%s < %s, %s < %s) %s)", op, i, n.text, j, m.text, g.expr(t, depth-1))
			})
		})
	})
}

// state is the type of a loop's state from which a value of type t is taken,
// and how: from gets the loop and gives the value.
func (g *generator) state(t *typ) (state *typ, from func(loop string) string) {
	if !g.chance(1, 3) {
		return t, func(loop string) string { return loop }
	}
	g.use("state of several parts")
	state = tupleOf(t, g.anyType())
	return state, func(loop string) string {
		x := g.name("x")
		return fmt.Sprintf("(let (%s, _) = %s in %s)", x, loop, x)
	}
}

// plan is a strategy, often none, for a loop that counts its iterations, or for one
// that does not know how many there will be.
func (g *generator) plan(counted bool) string {
	if !g.chance(1, 12) {
		return ""
	}
	g.use("strategy")
	strategies := []string{"store", "recompute", "every(%d)", "binomial(%d)"}
	if counted {
		strategies = append(strategies, "bisect", "mixed(%d)")
	}
	if counted && !g.opts.Field { // the root is that of a Real
		strategies = append(strategies, "sqrt")
	}
	plan := strategies[g.choose(len(strategies))]
	if strings.Contains(plan, "%") {
		plan = fmt.Sprintf(plan, 1+g.choose(4))
	}
	if g.chance(1, 3) {
		plan = g.name("iteration") + ": " + plan
	}
	return "[" + plan + "]"
}

func (g *generator) nTimes(t *typ, depth int) string {
	state, from := g.state(t)
	init := g.expr(state, depth-1)
	n := g.count(false)
	return from(g.scoped(func() string {
		p := g.pattern(state)
		return g.inLoop(n.max, func() string {
			return fmt.Sprintf("nTimes%s(%s, %s, \\%s. %s)", g.plan(true), n.text, init, p, g.bounded(state, depth-1))
		})
	}))
}

// while has a number in its state that says how many iterations there may still be.
func (g *generator) while(t *typ, depth int) string {
	state, from := g.state(t)
	init := g.expr(state, depth-1)
	n := g.count(false)
	most, left, result := g.name("m"), g.name("k"), g.name("x")
	lambda := func(body func() string) string {
		return g.scoped(func() string {
			g.bind(variable{name: left, typ: intType})
			return fmt.Sprintf("\\(%s, %s). %s", left, g.pattern(state), g.inLoop(n.max, body))
		})
	}
	test := lambda(func() string {
		if g.chance(1, 3) {
			return left + " > 0"
		}
		return fmt.Sprintf("%s > 0 && %s", left, g.expr(boolType, depth-1))
	})
	body := lambda(func() string { return fmt.Sprintf("(%s - 1, %s)", left, g.bounded(state, depth-1)) })
	return from(fmt.Sprintf("(let %s = %s; (_, %s) = while%s(%s, (%s, %s), %s, %s) in %s)",
		most, n.text, result, g.plan(false), most, most, init, test, body, result))
}

func (g *generator) fold(t *typ, depth int) string {
	state, from := g.state(t)
	init := g.expr(state, depth-1)
	over := g.arrayType()
	if arrays := g.of(func(v variable) bool { return v.typ.kind == arrayKind }); len(arrays) > 0 {
		over = g.oneOf(arrays).typ
	}
	v := g.expr(over, depth-1)
	return from(g.scoped(func() string {
		elem := arrayOf(over.parts[0], over.dims[1:]...)
		if state.scalar() && state.additive() && g.chance(1, 3) {
			g.use("fold that adds")
			x := g.pattern(elem)
			return g.inLoop(over.dims[0].max, func() string {
				acc, body := g.accumulate(state, depth-1)
				return fmt.Sprintf("fold(\\(%s, %s). %s, %s, %s)", acc, x, body, init, v)
			})
		}
		if g.opts.Kinks && state.kind == realKind && g.chance(1, 2) {
			g.use("fold that is a maximum")
			m, op, x := g.name("m"), []string{"max", "min"}[g.choose(2)], g.pattern(elem)
			return g.inLoop(over.dims[0].max, func() string {
				e := g.expr(realType, depth-1)
				if g.chance(1, 4) {
					return fmt.Sprintf("fold(\\(%s, %s). %s(%s, %s), %s, %s)", m, x, op, e, m, init, v)
				}
				return fmt.Sprintf("fold(\\(%s, %s). %s(%s, %s), %s, %s)", m, x, op, m, e, init, v)
			})
		}
		acc := g.pattern(state)
		x := g.pattern(elem)
		return g.inLoop(over.dims[0].max, func() string {
			return fmt.Sprintf("fold%s(\\(%s, %s). %s, %s, %s)", g.plan(true), acc, x, g.bounded(state, depth-1), init, v)
		})
	}))
}

// ccl adds to its state what does not depend on it, so that iterations commute. Its
// state may have a second part, which the iterations only read.
func (g *generator) ccl(t *typ, depth int) string {
	init := g.expr(t, depth-1)
	n := g.count(false)
	env := g.chance(1, 4)
	var envType *typ
	if env {
		g.use("ccl with an environment")
		envType = g.scalarType(1)
		init = fmt.Sprintf("(%s, %s)", init, g.expr(envType, depth-1))
	}
	loop := g.scoped(func() string {
		i := g.counter(n)
		envName := g.name("x")
		if env {
			g.bind(variable{name: envName, typ: envType})
		}
		return g.inLoop(n.max, func() string {
			pattern, body := g.accumulate(t, depth-1)
			if env {
				pattern, body = fmt.Sprintf("(%s, %s)", pattern, envName), fmt.Sprintf("(%s, %s)", body, envName)
			}
			return fmt.Sprintf("ccl(%s, %s, \\(%s, %s). %s)", n.text, init, i, pattern, body)
		})
	})
	if env {
		x := g.name("x")
		loop = fmt.Sprintf("(let (%s, _) = %s in %s)", x, loop, x)
	}
	return loop
}

// accumulate is a pattern for a state of type t, and that state with something added.
func (g *generator) accumulate(t *typ, depth int) (pattern, body string) {
	s := g.name("s")
	switch t.kind {
	case tupleKind:
		pattern, body = "(", "("
		for i, part := range t.parts {
			p, b := g.accumulate(part, depth)
			if i > 0 {
				p, b = ", "+p, ", "+b
			}
			pattern, body = pattern+p, body+b
		}
		return pattern + ")", body + ")"
	case recordKind:
		for i, part := range t.parts {
			if f := t.naming.fields[i]; part.kind == realKind {
				return s, fmt.Sprintf("{ %s with %s: %s.%s + %s }", s, f, s, f, g.expr(realType, depth))
			}
		}
		return s, s
	case arrayKind:
		if !g.indexable(t.dims) || t.parts[0].kind != realKind {
			return s, s
		}
		at := make([]string, len(t.dims))
		binds := ""
		for i, d := range t.dims {
			at[i] = g.name("k")
			binds += fmt.Sprintf("%s = %s; ", at[i], g.index(d))
		}
		element := at[0]
		for _, k := range at[1:] {
			element += ", " + k
		}
		return s, fmt.Sprintf("(let %sx = %s in set(%s, %s, %s[%s] + x))", binds, g.expr(realType, depth), s, element, s, element)
	}
	x := g.expr(t, depth)
	switch g.choose(8) {
	case 0:
		return s, fmt.Sprintf("(%s + %s)", x, s)
	case 1:
		return s, fmt.Sprintf("(%s - %s)", s, x)
	case 2:
		return s, fmt.Sprintf("(if %s then %s + %s else %s)", g.expr(boolType, depth), s, x, s)
	case 3:
		return s, fmt.Sprintf("(let y = %s in %s + y)", x, s)
	}
	return s, fmt.Sprintf("(%s + %s)", s, x)
}
