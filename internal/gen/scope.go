package gen

import (
	"fmt"
	"slices"
)

// A variable is in scope.
type variable struct {
	name string
	typ  *typ

	// Of an Int that is the index of a loop, or else not negative:
	below []string // sizes that it is below
	limit int      // a number that it is below; 0 if none is known
}

// A function is a definition or a local function.
type function struct {
	name   string
	params []parameter
	sizes  []dim // bound by the types of the parameters
	result *typ
	work   int
}

type parameter struct {
	name string
	typ  *typ
	size *dim // of an Int that is a size
	left bool // of an Int that says how often the function may call itself
}

func (g *generator) bind(v variable) { g.scope = append(g.scope, v) }

// of are the variables for which f holds, the innermost first.
func (g *generator) of(f func(variable) bool) []variable {
	var found []variable
	for _, v := range slices.Backward(g.scope) {
		if f(v) {
			found = append(found, v)
		}
	}
	return found
}

func (g *generator) ofType(t *typ) []variable {
	return g.of(func(v variable) bool { return v.typ.equal(t) })
}

// oneOf prefers the innermost variables.
func (g *generator) oneOf(vs []variable) variable {
	k := g.choose(len(vs))
	if len(vs) > 3 && g.chance(1, 2) {
		k = g.choose(3)
	}
	return vs[k]
}

// within are the variables that are indices below d.
func (g *generator) within(d dim) []variable {
	return g.of(func(v variable) bool {
		return v.limit > 0 && v.limit <= d.min || slices.Contains(v.below, d.text)
	})
}

// indexable says that there is an index below each of the sizes.
func (g *generator) indexable(dims []dim) bool {
	return !slices.ContainsFunc(dims, func(d dim) bool { return d.min == 0 && len(g.within(d)) == 0 })
}

// index is an expression of type Int that is below d.
func (g *generator) index(d dim) string {
	var options []option
	add := func(weight int, f func() string) { options = append(options, option{weight, "index", f}) }
	if d.min > 0 {
		add(1, func() string { return fmt.Sprint(g.choose(d.min)) })
	}
	if vs := g.within(d); len(vs) > 0 {
		add(8, func() string { return g.oneOf(vs).name })
		if d.text != "1" {
			add(1, func() string {
				v := g.oneOf(vs)
				if !slices.Contains(v.below, d.text) {
					return v.name
				}
				return fmt.Sprintf("%s - 1 - %s", d.text, v.name)
			})
		}
	}
	if d.min > 0 {
		add(1, func() string { return fmt.Sprintf("%s mod %s", g.expr(intType, 1), d.text) })
		add(1, func() string { return d.text + " - 1" })
	}
	return g.pick(options)
}

// indices are an expression for each of the sizes.
func (g *generator) indices(dims []dim) string {
	text := ""
	for i, d := range dims {
		if i > 0 {
			text += ", "
		}
		text += g.index(d)
	}
	return text
}

// count is the number of iterations of a loop: at most 4, and at least 1 if it says so.
func (g *generator) count(positive bool) dim {
	indices := g.of(func(v variable) bool { return v.limit > 1 && v.limit <= maxSize && !positive })
	switch k := g.choose(10); {
	case k < 3 && len(g.dims) > 0:
		return g.dims[g.choose(len(g.dims))]
	case k == 3 && len(indices) > 0:
		v := g.oneOf(indices)
		return dim{v.name, 0, v.limit - 1}
	case k == 4 && !positive:
		return dim{g.expr(intType, 1) + " mod 4", 0, 3}
	case k == 5 && !positive:
		return literal(0)
	case k < 8:
		return literal(1 + g.choose(3))
	}
	return literal(2 + g.choose(3))
}

// counter binds the index of a loop that runs n times.
func (g *generator) counter(n dim) string {
	v := variable{name: g.name("i"), typ: intType, below: []string{n.text}, limit: n.max}
	for _, outer := range g.scope {
		if outer.name == n.text {
			v.below = append(v.below, outer.below...)
		}
	}
	g.bind(v)
	return v.name
}

// tooMany says that a loop may not have that many iterations here.
func (g *generator) tooMany(iterations int) bool { return g.mult*iterations > 100 || g.work >= maxWork }
