package gen

import (
	"fmt"
	"strings"
)

// expr is an expression of type t, at most depth deep, that may stand as an
// operand.
func (g *generator) expr(t *typ, depth int) string {
	g.nodes++
	g.work += g.mult
	if depth <= 0 || g.full() {
		return g.leaf(t)
	}
	options := []option{{2, "leaf", func() string { return g.leaf(t) }}}
	switch t.kind {
	case realKind:
		options = append(options, g.reals(depth)...)
	case intKind:
		options = append(options, g.ints(depth)...)
	case boolKind:
		options = append(options, g.bools(depth)...)
	case tupleKind:
		options = append(options, option{6, "tuple", func() string { return g.each(t.parts, func(p *typ) string { return g.expr(p, depth-1) }) }})
	case sumKind:
		options = append(options, option{6, "inject", func() string { return g.inject(t, func(p *typ) string { return g.expr(p, depth-1) }) }})
	case recordKind:
		options = append(options,
			option{6, "record", func() string { return g.record(t, func(p *typ) string { return g.expr(p, depth-1) }) }},
			option{3, "with", func() string { return g.changed(t, depth) }})
	case namedKind:
		options = append(options, option{6, "construct", func() string { return g.construct(t, func(p *typ) string { return g.expr(p, depth-1) }) }})
	case arrayKind:
		options = append(options, g.arrays(t, depth)...)
	}
	options = append(options, g.general(t, depth)...)
	if !g.opts.Scalar {
		options = append(options, g.loops(t, depth)...)
	}
	options = append(options, g.calls(t, depth)...)
	options = append(options, g.higher(t, depth)...)
	return g.pick(options)
}

// each makes a tuple part by part.
func (g *generator) each(parts []*typ, part func(*typ) string) string {
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = part(p)
	}
	return "(" + strings.Join(texts, ", ") + ")"
}

func (g *generator) inject(t *typ, part func(*typ) string) string {
	k := g.choose(2)
	return fmt.Sprintf("(%s %s : %s)", [...]string{"Inl", "Inr"}[k], part(t.parts[k]), t)
}

// leaf is a variable, an element or a literal.
func (g *generator) leaf(t *typ) string {
	vs := g.ofType(t)
	arrays := g.of(func(v variable) bool {
		return v.typ.kind == arrayKind && v.typ.parts[0].equal(t) && g.indexable(v.typ.dims)
	})
	if len(g.types) > 0 && g.nodes < g.limit && g.chance(1, 4) {
		if fields := g.fields(t); len(fields) > 0 {
			g.use("field")
			return fields[g.choose(len(fields))]
		}
	}
	switch k := g.choose(8); {
	case k < 5 && len(vs) > 0:
		return g.oneOf(vs).name
	case k < 7 && len(arrays) > 0 && g.nodes < g.limit:
		g.use("element")
		v := g.oneOf(arrays)
		return fmt.Sprintf("%s[%s]", v.name, g.indices(v.typ.dims))
	}
	switch t.kind {
	case realKind:
		return g.number()
	case intKind:
		return fmt.Sprint(g.choose(5))
	case boolKind:
		return [...]string{"true", "false"}[g.choose(2)]
	case unitKind:
		return "()"
	case sumKind:
		return g.inject(t, g.leaf)
	case recordKind:
		return g.record(t, g.leaf)
	case namedKind:
		if t.naming.rec != nil {
			return g.constructed(t.naming.cons[0].name, t.payload(0), g.leaf)
		}
		return g.construct(t, g.leaf)
	case arrayKind:
		if len(vs) > 0 {
			return g.oneOf(vs).name
		}
		return g.comprehension(t, g.leaf)
	}
	return g.each(t.parts, g.leaf)
}

// number is a literal of type Real.
func (g *generator) number() string {
	return [...]string{"1.5", "0.5", "2.0", "0.25", "(-0.75)", "3.0", "(-1.25)", "0.125"}[g.choose(8)]
}

// general are the forms that give values of any type.
func (g *generator) general(t *typ, depth int) []option {
	options := []option{
		{4, "let", func() string {
			return g.scoped(func() string {
				binds := g.binding(depth - 1)
				for g.chance(1, 3) && !g.full() {
					binds += "; " + g.binding(depth-1)
				}
				return fmt.Sprintf("(let %s in\n  %s)", binds, g.expr(t, depth-1))
			})
		}},
		{2, "if", func() string {
			return fmt.Sprintf("(if %s then %s else %s)", g.expr(boolType, depth-1), g.expr(t, depth-1), g.expr(t, depth-1))
		}},
		{2, "case", func() string { return g.caseOf(t, depth-1) }},
		{1, "annotation", func() string { return fmt.Sprintf("(%s : %s)", g.expr(t, depth-1), t) }},
	}
	if g.opts.Stop {
		options = append(options, option{1, "stopGradient", func() string { return fmt.Sprintf("stopGradient(%s)", g.expr(t, depth-1)) }})
	}
	if t.scalar() && t.kind != unitKind && !g.opts.Scalar {
		options = append(options, option{1, "element of an expression", func() string {
			d := literal(1 + g.choose(3))
			return fmt.Sprintf("%s[%s]", g.expr(arrayOf(t, d), depth-1), g.index(d))
		}})
	}
	return options
}

func (g *generator) caseOf(t *typ, depth int) string {
	sums := g.of(func(v variable) bool { return v.typ.kind == sumKind || v.typ.kind == namedKind })
	var on string
	var sum *typ
	if len(sums) > 0 && g.chance(3, 4) {
		v := g.oneOf(sums)
		on, sum = v.name, v.typ
	} else {
		sum = sumOf(g.anyType(), g.scalarType(0))
		on = g.expr(sum, depth)
	}
	if sum.kind == sumKind && len(g.types) > 0 && g.chance(1, 6) {
		if t := g.types[g.choose(len(g.types))]; t.kind == namedKind && !(g.opts.Scalar && !t.scalar()) {
			sum, on = t, g.expr(t, depth)
		}
	}
	if sum.kind == namedKind || len(g.types) > 0 && g.chance(1, 3) {
		return g.matching(on, sum, t, depth)
	}
	branch := func(p *typ) string {
		return g.scoped(func() string { return fmt.Sprintf("%s -> %s", g.pattern(p), g.expr(t, depth)) })
	}
	return fmt.Sprintf("(case %s of Inl %s, Inr %s)", on, branch(sum.parts[0]), branch(sum.parts[1]))
}

// pattern binds variables to a value of type t, or to its parts.
func (g *generator) pattern(t *typ) string {
	switch {
	case t.kind == unitKind:
		return [...]string{"()", "_"}[g.choose(2)]
	case t.kind == recordKind && g.chance(1, 2):
		g.use("record pattern")
		var fields []string
		for i, p := range t.parts {
			if i == 0 || g.chance(3, 4) {
				fields = append(fields, t.naming.fields[i]+": "+g.pattern(p))
			}
		}
		return "{ " + strings.Join(fields, ", ") + " }"
	case t.kind == tupleKind && !g.chance(1, 4):
		return g.each(t.parts, g.pattern)
	case g.chance(1, 12):
		return "_"
	}
	v := variable{name: g.name("x"), typ: t}
	g.bind(v)
	if g.chance(1, 8) {
		return fmt.Sprintf("%s : %s", v.name, t)
	}
	return v.name
}

// binding is what stands between let and in.
func (g *generator) binding(depth int) string {
	if depth > 0 && !g.full() {
		k := g.choose(16)
		for at, name := range map[int]string{12: "assert", 13: "local function"} {
			if g.prefers(name) && g.chance(1, 3) {
				k = at
			}
		}
		switch {
		case k == 11 && !g.opts.Scalar:
			return g.sizeBinding()
		case k == 12:
			return fmt.Sprintf("%s = assert(%s, \"holds\")", [...]string{"_", "()"}[g.choose(2)], g.truth())
		case k > 12:
			return g.localFunction(depth)
		}
	}
	t := g.anyType()
	e := g.expr(t, depth)
	return g.pattern(t) + " = " + e
}

// sizeBinding binds an Int that arrays may have as their size.
func (g *generator) sizeBinding() string {
	g.use("size")
	e := g.expr(intType, 1)
	d := dim{g.name("n"), 1, 3}
	g.dims = append(g.dims, d)
	g.bind(variable{name: d.text, typ: intType, limit: d.max + 1})
	return fmt.Sprintf("%s = 1 + %s mod 3", d.text, e)
}

// truth is a condition that holds.
func (g *generator) truth() string {
	g.use("assert")
	arrays := g.of(func(v variable) bool { return v.typ.kind == arrayKind })
	if len(arrays) == 0 {
		return fmt.Sprintf("0 <= abs(%s) || true", g.expr(intType, 1))
	}
	v := g.oneOf(arrays)
	return fmt.Sprintf("size(%s) == %s && 0 <= 1", v.name, v.typ.dims[0].text)
}
