package gen

import (
	"fmt"
	"slices"
	"strings"
)

// calls are the calls that give a value of type t: of definitions, of local
// functions, and of derivatives.
func (g *generator) calls(t *typ, depth int) []option {
	var options []option
	if f := g.self; f != nil && g.again+g.mult <= mostAgain {
		sizes := map[string]dim{}
		if f.result.match(t, f.free(), sizes) {
			options = append(options, option{10, "recursive call", func() string {
				g.again += g.mult
				return g.call(f, sizes, depth)
			}})
		}
	}
	for _, f := range g.locals {
		if f.result.equal(t) && !g.tooExpensive(f, 1) {
			options = append(options, option{8, "local call", func() string { return g.call(f, nil, depth) }})
		}
	}
	for _, f := range g.defs {
		sizes := map[string]dim{}
		if f.result.match(t, f.free(), sizes) && !g.tooExpensive(f, 1) {
			options = append(options, option{3, "call", func() string { return g.call(f, sizes, depth) }})
		}
	}
	if g.opts.Derivatives && t.kind == realKind {
		for _, f := range g.defs {
			if !g.tooExpensive(f, 20) {
				options = append(options, g.derivatives(f, depth)...)
			}
		}
	}
	return options
}

// mostAgain bounds how often a definition calls itself, with the iterations around the calls.
const mostAgain = 3

func (g *generator) tooExpensive(f *function, factor int) bool {
	return g.work+g.mult*f.work*factor > maxWork
}

// free are the sizes that a call of f settles.
func (f *function) free() map[string]dim {
	free := map[string]dim{}
	for _, d := range f.sizes {
		free[d.text] = d
	}
	return free
}

// settle chooses the sizes that are not known yet.
func (g *generator) settle(f *function, sizes map[string]dim) {
	for _, d := range f.sizes {
		if _, ok := sizes[d.text]; ok {
			continue
		}
		fits := slices.DeleteFunc(slices.Clone(g.dims), func(to dim) bool { return to.min < d.min })
		if len(fits) > 0 && g.chance(2, 3) {
			sizes[d.text] = fits[g.choose(len(fits))]
		} else {
			sizes[d.text] = literal(1 + g.choose(3))
		}
	}
}

func (g *generator) call(f *function, sizes map[string]dim, depth int) string {
	if sizes == nil {
		sizes = map[string]dim{}
	}
	g.settle(f, sizes)
	g.work += g.mult * f.work
	call := fmt.Sprintf("%s(%s)", f.name, strings.Join(g.arguments(f, sizes, depth), ", "))
	labelled := strings.Contains(call, "[iteration") // and labels are distinct
	if f.result.kind == realKind && !labelled && g.chance(1, 6) {
		g.use("call twice")
		g.work += g.mult * f.work
		return fmt.Sprintf("(%s - 0.5 * %s)", call, call)
	}
	return call
}

func (g *generator) arguments(f *function, sizes map[string]dim, depth int) []string {
	args := make([]string, len(f.params))
	for i, p := range f.params {
		switch {
		case p.size != nil:
			args[i] = sizes[p.size.text].text
		case p.left && f == g.self:
			args[i] = p.name + " - 1"
		case p.left:
			args[i] = fmt.Sprint(g.choose(3))
		default:
			args[i] = g.expr(p.typ.replace(sizes), depth-1)
		}
	}
	return args
}

// localFunction binds a function that sees what is around it.
func (g *generator) localFunction(depth int) string {
	g.use("local function")
	f := &function{name: g.name("h"), result: realType}
	if g.chance(1, 3) {
		f.result = g.anyType()
	}
	outer := g.work
	text := g.scoped(func() string {
		params := make([]string, g.choose(3))
		for i := range params {
			p := parameter{name: g.name("p"), typ: g.anyType()}
			f.params = append(f.params, p)
			g.bind(variable{name: p.name, typ: p.typ})
			params[i] = p.name
			if g.chance(1, 3) {
				params[i] += ": " + p.typ.String()
			}
		}
		result := ""
		if g.chance(1, 4) {
			result = ": " + f.result.String()
		}
		mult := g.mult
		g.mult = 1
		body := g.expr(f.result, depth)
		g.mult = mult
		return fmt.Sprintf("%s(%s)%s = %s", f.name, strings.Join(params, ", "), result, body)
	})
	f.work = g.work - outer
	g.locals = append(g.locals, f)
	return text
}

// definition makes a top-level function; main is the one to be tested.
func (g *generator) definition(name string, main bool) string {
	g.scope, g.locals, g.dims, g.work, g.mult, g.self, g.again = nil, nil, nil, 0, 1, nil, 0
	f := &function{name: name}
	var params []string
	for range g.sizes() {
		d := dim{g.name("n"), 1, maxSize - 1}
		if g.chance(1, 8) {
			d.min = 0
		}
		f.sizes = append(f.sizes, d)
		g.dims = append(g.dims, d)
		g.bind(variable{name: d.text, typ: intType, limit: d.max + 1})
	}
	add := func(p parameter) {
		f.params = append(f.params, p)
		params = append(params, fmt.Sprintf("%s: %s", p.name, p.typ))
	}
	recursive := g.opts.Recursion && g.chance(1, 2)
	if recursive {
		add(parameter{name: g.name("k"), typ: intType, left: true})
	}
	bound := map[string]bool{}
	for _, d := range f.sizes {
		if g.chance(1, 4) {
			bound[d.text] = true
			add(parameter{name: d.text, typ: intType, size: &d})
		}
	}
	for range 1 + g.choose(3) {
		p := parameter{name: g.name("p"), typ: g.parameterType(bound)}
		g.bind(variable{name: p.name, typ: p.typ})
		add(p)
	}
	for _, d := range f.sizes {
		if !bound[d.text] {
			p := parameter{name: g.name("p"), typ: arrayOf(realType, d)}
			g.bind(variable{name: p.name, typ: p.typ})
			add(p)
		}
	}
	f.result = realType
	if !main && g.chance(1, 3) || main && g.chance(1, 2) {
		f.result = g.anyType()
	}
	if main && g.chance(1, 12) {
		f.result = sumOf(g.anyType(), realType)
	}
	body := ""
	if recursive {
		first := g.expr(f.result, 1)
		g.self = f
		body = fmt.Sprintf("if %s <= 0 then %s else %s", f.params[0].name, first, g.expr(f.result, 5))
		g.self = nil
		g.work *= 1 + g.again + g.again*g.again // a call from outside says 2 at most
	} else {
		body = g.expr(f.result, 5)
	}
	f.work = g.work
	g.defs = append(g.defs, f)
	return fmt.Sprintf("def %s(%s): %s =\n  %s\n", name, strings.Join(params, ", "), f.result, body)
}

// sizes is how many sizes a definition takes.
func (g *generator) sizes() int {
	if g.opts.Scalar {
		return 0
	}
	return g.choose(3)
}

// parameterType is the type of a parameter. It notes the sizes that it binds:
// those that are not under a sum.
func (g *generator) parameterType(bound map[string]bool) *typ {
	t := g.anyType()
	if g.chance(1, 12) {
		t = sumOf(t, realType)
		if t.any(func(t *typ) bool {
			return slices.ContainsFunc(t.dims, func(d dim) bool { return !bound[d.text] && d.text[0] == 'n' })
		}) {
			return sumOf(realType, intType)
		}
		return t
	}
	t.any(func(t *typ) bool {
		for _, d := range t.dims {
			bound[d.text] = true
		}
		return false
	})
	return t
}
