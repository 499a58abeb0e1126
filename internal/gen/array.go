package gen

import (
	"fmt"
	"strings"
)

// arrays are the forms of an array type.
func (g *generator) arrays(t *typ, depth int) []option {
	rank := len(t.dims)
	elem := t.parts[0]
	options := append(g.wholeArrays(t, depth), g.parts(t, depth)...)
	if iterations := iterationsOf(t.dims); !g.tooMany(iterations) {
		options = append(options, option{5, fmt.Sprint("comprehension of rank ", rank), func() string {
			return g.comprehension(t, func(t *typ) string { return g.expr(t, depth-1) })
		}})
		if rank == 2 && t.dims[0].min > 0 {
			options = append(options, option{3, "comprehension of arrays", func() string {
				return g.scoped(func() string {
					i := g.counter(t.dims[0])
					row := arrayOf(elem, t.dims[1])
					return g.inLoop(t.dims[0].max, func() string {
						return fmt.Sprintf("[%s for %s < %s]", g.expr(row, depth-1), i, t.dims[0].text)
					})
				})
			}})
		}
	}
	if g.indexable(t.dims) {
		options = append(options, option{3, "set", func() string {
			return fmt.Sprintf("set(%s, %s, %s)", g.expr(t, depth-1), g.indices(t.dims), g.expr(elem, depth-1))
		}})
	}
	same := g.ofType(t)
	if len(same) > 1 {
		options = append(options, option{8, "choice of arrays", func() string {
			return fmt.Sprintf("(if %s then %s else %s)", g.expr(boolType, depth-1), g.oneOf(same).name, g.oneOf(same).name)
		}})
	}
	rows := g.of(func(v variable) bool {
		return v.typ.kind == arrayKind && len(v.typ.dims) == rank+1 && v.typ.parts[0].equal(elem) &&
			sizes(v.typ.dims[1:]) == sizes(t.dims) && g.indexable(v.typ.dims[:1])
	})
	if len(rows) > 0 {
		options = append(options, option{10, "row", func() string {
			v := g.oneOf(rows)
			return fmt.Sprintf("%s[%s]", v.name, g.index(v.typ.dims[0]))
		}})
	}
	return options
}

// few is a sum over an array of few elements that is read at places that are
// known once the sum is written out, and perhaps at others.
func (g *generator) few(depth int) string {
	n := literal(2 + g.choose(2))
	a := variable{name: g.name("a"), typ: arrayOf(realType, n)}
	elements := g.comprehension(a.typ, func(t *typ) string { return g.expr(t, depth-1) })
	return g.scoped(func() string {
		g.bind(a)
		i := g.counter(n)
		return g.inLoop(n.max, func() string {
			at := fmt.Sprintf("(%s + %d) mod %s", i, g.choose(3), n.text)
			return fmt.Sprintf("(let %s = %s in sum(%s < %s) (%s[%s] * %s))", a.name, elements, i, n.text, a.name, at, g.expr(realType, depth-1))
		})
	})
}

// literalArray is an expression with a small array that is read at a place which is known, and at one which is not.
func (g *generator) literalArray(depth int) string {
	d := literal(2 + g.choose(2))
	a := variable{name: g.name("a"), typ: arrayOf(realType, d)}
	elements := g.comprehension(a.typ, func(t *typ) string { return g.expr(t, depth-1) })
	return g.scoped(func() string {
		g.bind(a)
		return fmt.Sprintf("(let %s = %s in %s[%d] * %s[%s mod %s])", a.name, elements, a.name, g.choose(d.min), a.name, g.expr(intType, depth-1), d.text)
	})
}

// row is an expression with a row of a small matrix.
func (g *generator) row(depth int) string {
	d := literal(1 + g.choose(2))
	m := variable{name: g.name("a"), typ: arrayOf(realType, d, literal(2))}
	elements := g.comprehension(m.typ, func(t *typ) string { return g.expr(t, depth-1) })
	return g.scoped(func() string {
		g.bind(m)
		r := variable{name: g.name("r"), typ: arrayOf(realType, literal(2))}
		at := g.index(d)
		g.bind(r)
		return fmt.Sprintf("(let %s = %s; %s = %s[%s] in %s)", m.name, elements, r.name, m.name, at, g.expr(realType, depth-1))
	})
}

func iterationsOf(dims []dim) int {
	iterations := 1
	for _, d := range dims {
		iterations *= d.max
	}
	return iterations
}

// comprehension builds an array from its elements.
func (g *generator) comprehension(t *typ, elem func(*typ) string) string {
	return g.scoped(func() string {
		names := make([]string, len(t.dims))
		loops := make([]string, len(t.dims))
		for i, d := range t.dims {
			names[i] = g.counter(d)
			loops[i] = names[i] + " < " + d.text
		}
		return g.inLoop(iterationsOf(t.dims), func() string {
			e := elem(t.parts[0])
			if last := len(t.dims) - 1; last > 0 && t.dims[last].min == t.dims[last].max && g.chance(1, 4) {
				g.use("choice by an index")
				e = fmt.Sprintf("if %s == %d then %s else %s", names[last], g.choose(2), e, elem(t.parts[0]))
			}
			switch {
			case len(t.dims) == 1 && g.chance(1, 6):
				return fmt.Sprintf("build(%s, \\%s. %s)", t.dims[0].text, names[0], e)
			case len(t.dims) == 2 && (g.prefers("comprehension of arrays") || g.chance(1, 4)):
				return fmt.Sprintf("[[%s for %s] for %s]", e, loops[1], loops[0])
			}
			return fmt.Sprintf("[%s for %s]", e, strings.Join(loops, ", "))
		})
	})
}

// boundedArray is an array whose elements stay small if those around it are.
func (g *generator) boundedArray(t *typ, depth int) string {
	same := g.ofType(t)
	bounded := func(t *typ) string { return g.bounded(t, depth-1) }
	if len(same) > 0 && g.indexable(t.dims) && g.chance(2, 3) {
		g.use("set")
		return fmt.Sprintf("set(%s, %s, %s)", g.oneOf(same).name, g.indices(t.dims), bounded(t.parts[0]))
	}
	if len(same) > 0 && (g.full() || g.chance(1, 4)) {
		return g.oneOf(same).name
	}
	return g.comprehension(t, bounded)
}
