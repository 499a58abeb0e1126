package gen

import "fmt"

// parts are the forms of an array that take arrays apart or put them together.
func (g *generator) parts(t *typ, depth int) []option {
	elem, d := t.parts[0], t.dims[0]
	if g.tooMany(2 * iterationsOf(t.dims)) {
		return nil
	}
	array := func(elem *typ, dims ...dim) string { return g.expr(arrayOf(elem, dims...), depth-1) }
	others := func(first dim) []dim { return append([]dim{first}, t.dims[1:]...) }
	var options []option
	add := func(name string, form func() string) { options = append(options, option{1, name, form}) }
	if fixed := d.min == d.max; fixed && d.min < maxSize {
		add("slice", func() string {
			from := g.choose(maxSize - d.min + 1)
			return fmt.Sprintf("%s[%d ..< %d]", array(elem, others(literal(from+d.min))...), from, from+d.min)
		})
	}
	if d.min == d.max && d.min > 1 {
		add("concat", func() string {
			k := 1 + g.choose(d.min-1)
			return fmt.Sprintf("concat(%s, %s)", array(elem, others(literal(k))...), array(elem, others(literal(d.min-k))...))
		})
	}
	if len(t.dims) == 2 {
		add("transpose", func() string { return fmt.Sprintf("transpose(%s)", array(elem, t.dims[1], t.dims[0])) })
		if g.indexable(t.dims[:1]) {
			add("set of a row", func() string {
				return fmt.Sprintf("set(%s, %s, %s)", g.expr(t, depth-1), g.index(d), array(elem, t.dims[1]))
			})
		}
	}
	if len(t.dims) > 1 {
		return options
	}
	add("column", func() string { return fmt.Sprintf("%s[_, %d]", array(elem, d, literal(2)), g.choose(2)) })
	if elem.scalar() && elem.kind != unitKind {
		add("scan", func() string { return g.scan(elem, d, depth) })
	}
	if (elem.kind == realKind || elem.kind == intKind) && d.min > 0 {
		add("addAt", func() string { return g.addAt(t, depth) })
	}
	if elem.kind == intKind || elem.kind == realKind && g.opts.Kinks {
		add("sort", func() string { return fmt.Sprintf("sort(%s)", g.expr(t, depth-1)) })
	}
	if elem.kind == intKind {
		add("argsort", func() string { return fmt.Sprintf("argsort(%s)", array(g.sortable(), d)) })
	}
	return options
}

// sortable is a type of numbers whose order may be looked at.
func (g *generator) sortable() *typ {
	if g.opts.Kinks {
		return realType
	}
	return intType
}

// sortedInts are elements of arrays that are sorted, or of orders.
func (g *generator) sortedInts(depth int) []option {
	form := func(f string, of *typ) func() string {
		return func() string {
			d := literal(2 + g.choose(2))
			return fmt.Sprintf("%s(%s)[%s]", f, g.expr(arrayOf(of, d), depth-1), g.index(d))
		}
	}
	return []option{{1, "sort", form("sort", intType)}, {1, "argsort", form("argsort", g.sortable())}}
}

// scan is the states of a fold over an array of Reals.
func (g *generator) scan(state *typ, d dim, depth int) string {
	init, over := g.expr(state, depth-1), g.expr(arrayOf(realType, d), depth-1)
	return g.scoped(func() string {
		acc, x := g.pattern(state), g.pattern(realType)
		return g.inLoop(d.max, func() string {
			return fmt.Sprintf("scan(\\(%s, %s). %s, %s, %s)", acc, x, g.bounded(state, depth-1), init, over)
		})
	})
}

// addAt adds to elements of an array, to some perhaps more than once.
func (g *generator) addAt(t *typ, depth int) string {
	n := literal(1 + g.choose(3))
	a, v := g.expr(t, depth-1), g.expr(arrayOf(t.parts[0], n), depth-1)
	at := g.scoped(func() string {
		k := g.counter(n)
		return g.inLoop(n.max, func() string { return fmt.Sprintf("[%s for %s < %s]", g.index(t.dims[0]), k, n.text) })
	})
	return fmt.Sprintf("addAt(%s, %s, %s)", a, at, v)
}

// bits are powers of Ints, and what works on their bits.
func (g *generator) bits(depth int) []option {
	sub := func() string { return g.expr(intType, depth-1) }
	options := []option{{1, "power of an Int", func() string {
		if g.chance(1, 3) && !g.opts.Scalar {
			return fmt.Sprintf("(%s^(%s mod 5))", sub(), g.expr(intType, 1))
		}
		return fmt.Sprintf("(%s^%d)", sub(), g.choose(6))
	}}}
	if g.opts.Field || g.opts.Scalar {
		return options
	}
	return append(options, option{1, "bits", func() string {
		switch k := g.choose(6); {
		case k == 0:
			return fmt.Sprintf("bitNot(%s)", sub())
		case k < 4:
			return fmt.Sprintf("%s(%s, %s)", [...]string{"bitAnd", "bitOr", "bitXor"}[k-1], sub(), sub())
		default:
			return fmt.Sprintf("%s(%s, %s mod 3)", [...]string{"shiftLeft", "shiftRight"}[k-4], sub(), g.expr(intType, 1))
		}
	}})
}
