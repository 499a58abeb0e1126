package gen

import (
	"fmt"
	"strings"
)

// derivatives are calls of derivatives of f from which a Real is made.
func (g *generator) derivatives(f *function, depth int) []option {
	var domain []*typ
	tagged, discrete, jacobian := false, true, realOrArray(f.result)
	for _, p := range f.params {
		d := p.typ.tangent()
		domain = append(domain, d)
		tagged = tagged || p.typ.tagged() && !p.typ.equal(d)
		discrete = discrete && d.kind == unitKind
		jacobian = jacobian && (d.kind == unitKind || realOrArray(p.typ))
	}
	if discrete {
		return nil
	}
	gradient := tupleOf(domain...)
	range_ := f.result.tangent()

	var options []option
	work := 20
	add := func(op string, result *typ, extra ...*typ) {
		cost := work
		options = append(options, option{1, op, func() string {
			sizes := map[string]dim{}
			g.settle(f, sizes)
			g.work += cost * g.mult * f.work
			args := g.arguments(f, sizes, min(depth, 2))
			own, before := len(args), ""
			named := func(i int) string {
				x := g.name("u")
				before += fmt.Sprintf("let %s = %s in ", x, args[i])
				args[i] = x
				return x
			}
			for i, t := range extra {
				switch {
				case !t.tagged():
					args = append(args, g.expr(t.replace(sizes), 1))
				case op != "vjp": // the tangent of a value with tags is the value
					args = append(args, named(i))
				default: // and a seed the result
					for k := range own {
						named(k)
					}
					args = append(args, fmt.Sprintf("%s(%s)", f.name, strings.Join(args, ", ")))
				}
			}
			return g.scoped(func() string {
				p := g.pattern(result.replace(sizes))
				return fmt.Sprintf("(%slet %s = %s(%s)(%s) in\n  %s)", before, p, op, f.name, strings.Join(args, ", "), g.expr(realType, min(depth-1, 2)))
			})
		}})
	}
	if f.result.kind == realKind {
		add("grad", gradient)
	}
	if !tagged {
		add("jvp", tupleOf(f.result, range_), domain...)
	}
	if !f.result.tagged() || f.result.equal(range_) && f != g.self {
		add("vjp", tupleOf(f.result, gradient), range_)
	}
	if f.result.kind == realKind && !tagged && !g.opts.FirstOnly {
		add("hvp", tupleOf(gradient, gradient), domain...)
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
		if f.result.kind == realKind && !g.opts.FirstOnly && !g.tooMany(50) {
			work *= 20
			add("hessian", f.hessian())
		}
	}
	return options
}

// hessian is the type of hessian(f).
func (f *function) hessian() *typ {
	var rows []*typ
	for _, p := range f.params {
		var row []*typ
		for _, q := range f.params {
			block := q.typ.tangent()
			if block.kind != unitKind {
				block = arrayOf(realType, append(append([]dim{}, p.typ.dims...), q.typ.dims...)...)
			}
			row = append(row, block)
		}
		if p.typ.tangent().kind == unitKind {
			row = nil
		}
		rows = append(rows, tupleOf(row...))
	}
	return tupleOf(rows...)
}

func realOrArray(t *typ) bool {
	return t.kind == realKind || t.kind == arrayKind && t.parts[0].kind == realKind
}
