package gen

import (
	"fmt"
	"strings"
)

// tree declares a recursive type, and two functions that go through its values.
//
//	type R = | C0(…) | C1(…, R, …) | …
//	def sumR(t: R): Real        def mapR(t: R, k: Real): R
func (g *generator) tree(name string) string {
	g.use("recursive type")
	t := &typ{kind: namedKind, naming: &naming{name: name}}
	self := &typ{kind: namedKind, naming: t.naming}
	var cons, sums, maps []string
	for k := range 2 + g.choose(2) {
		c := constructor{name: fmt.Sprint("C", name, "x", k), args: g.choose(3)}
		var parts []*typ
		for range c.args {
			parts = append(parts, g.scalarType(1))
		}
		if k > 0 {
			for range 1 + g.choose(2) {
				of := self
				switch g.choose(6) {
				case 0:
					of = sumOf(realType, self)
				case 1:
					of = tupleOf(self, realType)
				}
				parts = append(parts, of)
			}
			c.args = len(parts)
		}
		t.naming.cons = append(t.naming.cons, c)
		t.naming.rec = append(t.naming.rec, parts...)
		names := make([]string, len(parts))
		sum, mapped := []string{[...]string{"0.5", "0.0", "1.25"}[g.choose(3)]}, make([]string, len(parts))
		for i, p := range parts {
			names[i] = g.name("x")
			s, m := g.through(p, name, names[i])
			if mapped[i] = m; s != "" {
				sum = append(sum, s)
			}
		}
		texts := make([]string, len(parts))
		for i, p := range parts {
			texts[i] = p.String()
		}
		of := func(list []string) string {
			i := -1
			return g.constructed(c.name, parts, func(*typ) string { i++; return list[i] })
		}
		cons = append(cons, of(texts))
		sums = append(sums, of(names)+" -> "+strings.Join(sum, " + "))
		maps = append(maps, of(names)+" -> "+of(mapped))
	}
	t.parts = t.naming.rec
	g.types = append(g.types, t)
	const work = 40
	g.defs = append(g.defs,
		&function{name: "sum" + name, params: []parameter{{name: "t", typ: t}}, result: realType, work: work},
		&function{name: "map" + name, params: []parameter{{name: "t", typ: t}, {name: "k", typ: realType}}, result: t, work: work})
	return fmt.Sprintf("type %[1]s = | %[2]s\ndef sum%[1]s(t: %[1]s): Real = case t of %[3]s\ndef map%[1]s(t: %[1]s, k: Real): %[1]s = case t of %[4]s\n",
		name, strings.Join(cons, " | "), strings.Join(sums, ", "), strings.Join(maps, ", "))
}

// through is what both functions make of a part x of a value of a recursive type: a Real, "" for
// none, and another such part.
func (g *generator) through(p *typ, name, x string) (sum, mapped string) {
	factor := [...]string{"", "0.5 * ", "(-0.75) * "}[g.choose(3)]
	switch {
	case p.kind == realKind:
		return factor + x, fmt.Sprintf("%s * k + 0.125", x)
	case p.kind == namedKind && p.naming.name == name:
		return factor + "sum" + name + "(" + x + ")", "map" + name + "(" + x + ", " + factor + "k)"
	case p.kind == sumKind && p.parts[1].kind == namedKind && p.parts[1].naming.name == name:
		a, b := g.name("y"), g.name("z")
		return fmt.Sprintf("(case %s of Inl %s -> %s%s, Inr %s -> sum%s(%s))", x, a, factor, a, b, name, b),
			fmt.Sprintf("(case %s of Inl %s -> Inl (k * %s), Inr %s -> Inr map%s(%s, k))", x, a, a, b, name, b)
	case p.kind == tupleKind && p.parts[0].kind == namedKind && p.parts[0].naming.name == name:
		a, b := g.name("y"), g.name("z")
		return fmt.Sprintf("(let (%s, %s) = %s in %s%s * sum%s(%s))", a, b, x, factor, b, name, a),
			fmt.Sprintf("(let (%s, %s) = %s in (map%s(%s, 0.5 * k), k * %s))", a, b, x, name, a, b)
	}
	return "", x
}
