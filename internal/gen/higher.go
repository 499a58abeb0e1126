package gen

import (
	"fmt"
	"strings"
)

// general is what programs with functions as values begin with.
const general = `def %[1]stwice(f: a -> a, x: a): a = f(f(x))
def %[1]smap(f: a -> b, v: a[n]): b[n] = [f(v[i]) for i < n]
def %[1]scompose(f: b -> c, g: a -> b): a -> c = \x. f(g(x))
def %[1]siterated(f: a -> a, k: Int, x: a): a = if k <= 0 then x else f(%[1]siterated(f, k - 1, x))
`

// lambda is a function from p to t, which is called so often. It sees what is around it.
func (g *generator) lambda(p, t *typ, times, depth int) string {
	return g.scoped(func() string {
		x := g.name("x")
		g.bind(variable{name: x, typ: p})
		outer := g.mult
		g.mult *= times
		body := g.expr(t, depth-1)
		g.mult = outer
		return fmt.Sprintf(`\%s: %s. %s`, x, p, body)
	})
}

// higher are values of type t that functions as values give.
func (g *generator) higher(t *typ, depth int) []option {
	if !g.opts.Functions || depth < 1 || g.tooMany(2) {
		return nil
	}
	options := []option{
		{2, "lambda", func() string {
			p := g.anyType()
			return fmt.Sprintf("(%s)(%s)", g.lambda(p, t, 1, depth), g.expr(p, depth-1))
		}},
		{3, "chosen function", func() string {
			p, f := g.anyType(), g.name("f")
			text := fmt.Sprintf("(let %s = if %s then (%s) else (%s) in ", f, g.expr(boolType, 1), g.lambda(p, t, 2, depth), g.lambda(p, t, 2, depth))
			if t.kind == realKind && g.chance(1, 2) {
				return text + fmt.Sprintf("%[1]s(%[2]s) - 0.5 * %[1]s(%[3]s))", f, g.expr(p, 1), g.expr(p, 1))
			}
			return text + fmt.Sprintf("%s(%s))", f, g.expr(p, depth-1))
		}},
		{2, "function of a function", func() string {
			return fmt.Sprintf("%stwice(%s, %s)", g.opts.Prefix, g.lambda(t, t, 2, depth), g.expr(t, depth-1))
		}},
		{2, "array of functions", func() string {
			p, fs, n := g.anyType(), make([]string, 2+g.choose(2)), 0
			for n = range fs {
				fs[n] = g.lambda(p, t, 1, depth)
			}
			return fmt.Sprintf("([%s][%s mod %d])(%s)", strings.Join(fs, ", "), g.expr(intType, 1), n+1, g.expr(p, depth-1))
		}},
		{2, "generic recursion", func() string {
			return fmt.Sprintf("%siterated(%s, %d, %s)", g.opts.Prefix, g.lambda(t, t, 3, depth), g.choose(4), g.expr(t, depth-1))
		}},
		{2, "composition", func() string {
			a, b := g.anyType(), g.anyType()
			return fmt.Sprintf("%scompose(%s, %s)(%s)", g.opts.Prefix, g.lambda(b, t, 1, depth), g.lambda(a, b, 1, depth), g.expr(a, depth-1))
		}},
	}
	if t.kind == arrayKind && len(t.dims) == 1 && !g.opts.Scalar && !g.tooMany(maxSize) {
		options = append(options, option{3, "map", func() string {
			return fmt.Sprintf("%smap(%s, %s)", g.opts.Prefix, g.lambda(realType, t.parts[0], maxSize, depth), g.expr(arrayOf(realType, t.dims...), depth-1))
		}})
	}
	if t.kind == realKind && g.opts.Derivatives && !g.tooMany(20) {
		options = append(options,
			option{2, "derivative of a lambda", func() string {
				return fmt.Sprintf("grad(%s)(%s)", g.lambda(realType, realType, 20, min(depth, 3)), g.expr(realType, 1))
			}},
			option{2, "tangent of a lambda", func() string {
				y, dy := g.name("y"), g.name("y")
				op := "jvp"
				if g.chance(1, 3) {
					op = "hvp"
				}
				return fmt.Sprintf("(let (%s, %s) = %s(%s)(%s, %s) in %s - 0.5 * %s)", y, dy, op,
					g.lambda(realType, realType, 20, min(depth, 3)), g.expr(realType, 1), g.expr(realType, 1), y, dy)
			}})
	}
	return options
}
