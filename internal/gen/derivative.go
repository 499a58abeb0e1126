package gen

import (
	"fmt"
	"strings"
)

// derivatives are calls of derivatives of f from which a Real is made.
func (g *generator) derivatives(f *function, depth int) []option {
	var domain []*typ
	tagged, discrete, jacobian := f.result.tagged(), true, realOrArray(f.result)
	for _, p := range f.params {
		d := p.typ.tangent()
		domain = append(domain, d)
		tagged = tagged || p.typ.tagged()
		discrete = discrete && d.kind == unitKind
		jacobian = jacobian && (d.kind == unitKind || realOrArray(p.typ))
	}
	if discrete {
		return nil
	}
	gradient := tupleOf(domain...)
	range_ := f.result.tangent()

	var options []option
	add := func(op string, result *typ, extra ...*typ) {
		options = append(options, option{1, op, func() string {
			sizes := map[string]dim{}
			g.settle(f, sizes)
			g.work += 20 * g.mult * f.work
			args := g.arguments(f, sizes, min(depth, 2))
			for _, t := range extra {
				args = append(args, g.expr(t.replace(sizes), 1))
			}
			return g.scoped(func() string {
				p := g.pattern(result.replace(sizes))
				return fmt.Sprintf("(let %s = %s(%s)(%s) in\n  %s)", p, op, f.name, strings.Join(args, ", "), g.expr(realType, min(depth-1, 2)))
			})
		}})
	}
	if f.result.kind == realKind {
		add("grad", gradient)
	}
	if !tagged {
		add("jvp", tupleOf(f.result, range_), domain...)
		add("vjp", tupleOf(f.result, gradient), range_)
	}
	if jacobian {
		var blocks []*typ
		for i, d := range domain {
			if d.kind != unitKind {
				d = arrayOf(realType, append(append([]dim{}, f.result.dims...), f.params[i].typ.dims...)...)
			}
			blocks = append(blocks, d)
		}
		add("jacfwd", tupleOf(blocks...))
		add("jacrev", tupleOf(blocks...))
	}
	return options
}

func realOrArray(t *typ) bool {
	return t.kind == realKind || t.kind == arrayKind && t.parts[0].kind == realKind
}
