package gen

import (
	"fmt"
	"slices"
	"strings"
)

// A naming is what a declared type has beside its parts: of a record, their names; of a
// sum, constructors, which have so many of the parts each.
type naming struct {
	name   string
	fields []string
	cons   []constructor
	rec    []*typ // the parts of a recursive type, in which it is without parts
}

type constructor struct {
	name string
	args int
}

// payload are the parts of constructor k.
func (t *typ) payload(k int) []*typ {
	from := 0
	for _, c := range t.naming.cons[:k] {
		from += c.args
	}
	parts := t.parts
	if t.naming.rec != nil {
		parts = t.naming.rec
	}
	return parts[from : from+t.naming.cons[k].args]
}

// nested is the sum of two parts each that a named one is.
func (t *typ) nested() *typ {
	n := len(t.naming.cons)
	sum := tupleOf(t.payload(n - 1)...)
	for k := n - 2; k >= 0; k-- {
		sum = sumOf(tupleOf(t.payload(k)...), sum)
	}
	return sum
}

// declarations declares types that the program may use; the later ones may have the
// earlier ones in them.
func (g *generator) declarations() string {
	var text strings.Builder
	if g.opts.Trees {
		for i := range 1 + g.choose(2) {
			text.WriteString(g.tree(fmt.Sprint("R", g.opts.Prefix, i)))
		}
	}
	for i := range 1 + g.choose(4) {
		t := &typ{kind: recordKind, naming: &naming{name: fmt.Sprint("T", g.opts.Prefix, i)}}
		var parts []string
		part := func() *typ {
			if g.chance(1, 4) && !g.opts.Scalar {
				return arrayOf(realType, literal(1+g.choose(3)))
			}
			if g.chance(1, 4) && len(g.types) > 0 {
				return g.types[g.choose(len(g.types))]
			}
			return g.scalarType(1)
		}
		if g.chance(1, 2) {
			for range 1 + g.choose(3) {
				f := g.name("f" + strings.ToLower(g.opts.Prefix))
				t.parts, t.naming.fields = append(t.parts, part()), append(t.naming.fields, f)
				parts = append(parts, f+": "+t.parts[len(t.parts)-1].String())
			}
			fmt.Fprintf(&text, "type %s = { %s }\n", t.naming.name, strings.Join(parts, ", "))
		} else {
			t.kind = namedKind
			for k := range 1 + g.choose(4) {
				c := constructor{name: fmt.Sprint("C", t.naming.name, "x", k)}
				var args []string
				for range g.choose(3) {
					c.args++
					t.parts = append(t.parts, part())
					args = append(args, t.parts[len(t.parts)-1].String())
				}
				t.naming.cons = append(t.naming.cons, c)
				parts = append(parts, c.name)
				if len(args) > 0 {
					parts[k] += "(" + strings.Join(args, ", ") + ")"
				}
			}
			fmt.Fprintf(&text, "type %s = | %s\n", t.naming.name, strings.Join(parts, " | "))
		}
		g.types = append(g.types, t)
	}
	return text.String()
}

// declared is one of the declared types, with arrays in it only if it may have some; nil
// if there is none, or at random.
func (g *generator) declared(arrays bool) *typ {
	if len(g.types) == 0 || !g.chance(1, 4) {
		return nil
	}
	if t := g.types[g.choose(len(g.types))]; arrays || t.scalar() {
		return t
	}
	return nil
}

// record makes { f: e, … }, the fields in any order.
func (g *generator) record(t *typ, part func(*typ) string) string {
	fields := make([]string, len(t.parts))
	for i, p := range t.parts {
		fields[i] = t.naming.fields[i] + ": " + part(p)
	}
	if len(fields) > 1 && g.chance(1, 3) {
		slices.Reverse(fields)
	}
	return "{ " + strings.Join(fields, ", ") + " }"
}

// construct makes C(e, …). What ends a value of a recursive type is the first constructor.
func (g *generator) construct(t *typ, part func(*typ) string) string {
	k := g.choose(len(t.naming.cons))
	if t.naming.rec != nil {
		if g.full() || g.deep > 2 {
			k = 0
		}
		g.use("value of a recursive type")
		g.deep++
		defer func() { g.deep-- }()
	}
	return g.constructed(t.naming.cons[k].name, t.payload(k), part)
}

func (g *generator) constructed(name string, parts []*typ, part func(*typ) string) string {
	if len(parts) == 0 {
		return name
	}
	list := make([]string, len(parts))
	for i, p := range parts {
		list[i] = part(p)
	}
	return name + "(" + strings.Join(list, ", ") + ")"
}

// changed makes { r with f: e }.
func (g *generator) changed(t *typ, depth int) string {
	k := g.choose(len(t.parts))
	return fmt.Sprintf("{ %s with %s: %s }", g.expr(t, depth-1), t.naming.fields[k], g.expr(t.parts[k], depth-1))
}

// fields are the fields of type t of variables, and of elements of arrays.
func (g *generator) fields(t *typ) []string {
	var found []string
	for _, v := range slices.Backward(g.scope) {
		text, of := v.name, v.typ
		if of.kind == arrayKind && of.parts[0].kind == recordKind && g.indexable(of.dims) {
			text, of = "", of.parts[0]
		}
		for i, p := range of.parts {
			if of.kind == recordKind && p.equal(t) {
				if text == "" {
					text = fmt.Sprintf("%s[%s]", v.name, g.indices(v.typ.dims))
				}
				found = append(found, text+"."+of.naming.fields[i])
			}
		}
	}
	return found
}

// A shape of a pattern, which binds variables when it is written.
type matcher func() string

// covering is patterns for values of type t, one of which matches each.
func (g *generator) covering(t *typ, depth int) []matcher {
	whole := []matcher{func() string { return g.pattern(t) }}
	within := func(parts []*typ, write func([]string) string) []matcher {
		at := -1
		for i, p := range parts {
			if depth > 0 && (p.kind == namedKind || p.kind == sumKind) && g.chance(1, 2) {
				at = i
			}
		}
		inner := []matcher{nil}
		if at >= 0 {
			inner = g.covering(parts[at], depth-1)
		}
		var list []matcher
		for _, m := range inner {
			list = append(list, func() string {
				texts := make([]string, len(parts))
				for i, p := range parts {
					if i == at {
						texts[i] = m()
					} else {
						texts[i] = g.pattern(p)
					}
				}
				return write(texts)
			})
		}
		return list
	}
	switch t.kind {
	case sumKind:
		return slices.Concat(
			within(t.parts[:1], func(p []string) string { return "Inl " + p[0] }),
			within(t.parts[1:], func(p []string) string { return "Inr " + p[0] }))
	case namedKind:
		var list []matcher
		for k, c := range t.naming.cons {
			list = append(list, within(t.payload(k), func(p []string) string {
				i := 0
				return g.constructed(c.name, t.payload(k), func(*typ) string { i++; return p[i-1] })
			})...)
		}
		return list
	}
	return whole
}

// matching makes a case of a named sum, or of a sum with patterns in each other: the last
// of them may be one for all that is left.
func (g *generator) matching(on string, sum, t *typ, depth int) string {
	g.use("pattern")
	list := g.covering(sum, 2)
	if len(list) > 2 && g.chance(1, 3) {
		list = append(list[:1+g.choose(len(list)-1)], func() string {
			v := variable{name: g.name("x"), typ: sum}
			g.bind(v)
			return v.name
		})
	}
	arms := make([]string, len(list))
	for i, m := range list {
		arms[i] = g.scoped(func() string {
			p := m()
			return p + " -> " + g.expr(t, depth)
		})
	}
	return fmt.Sprintf("(case %s of %s)", on, strings.Join(arms, ", "))
}
