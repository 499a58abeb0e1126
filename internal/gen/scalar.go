package gen

import (
	"fmt"
	"slices"
	"strings"

	"procad/internal/special"
)

// reals are the forms of type Real.
func (g *generator) reals(depth int) []option {
	sub := func() string { return g.expr(realType, depth-1) }
	options := []option{
		{6, "+ -", func() string {
			return fmt.Sprintf("(%s %s %s)", sub(), [...]string{"+", "-"}[g.choose(2)], sub())
		}},
		{6, "*", func() string { return fmt.Sprintf("(%s * %s)", sub(), sub()) }},
		{1, "neg", func() string { return fmt.Sprintf("(-%s)", sub()) }},
		{2, "/", func() string { return fmt.Sprintf("(%s / %s)", sub(), g.divisor(sub())) }},
		{2, "^", func() string { return g.power(sub()) }},
		{1, "real", func() string { return fmt.Sprintf("real(%s mod 4)", g.expr(intType, depth-1)) }},
	}
	if !g.opts.Scalar && !g.tooMany(3) {
		options = append(options, option{2, "few", func() string { return g.few(depth) }})
	}
	if g.prefers("array literal") {
		options = append(options, option{2, "array literal", func() string { return g.literalArray(depth) }})
	}
	if g.prefers("row") {
		options = append(options, option{2, "row", func() string { return g.row(depth) }})
	}
	if !g.opts.Field {
		options = append(options,
			option{6, "library", func() string { return g.smooth(sub()) }},
			option{1, "library of two", func() string { return g.smoothOfTwo(sub(), sub()) }},
		)
	}
	if g.prefers("strong product") {
		options = append(options, option{2, "strong product", func() string {
			switch g.choose(3) {
			case 0:
				return fmt.Sprintf("smul(%s, %s)", sub(), sub())
			case 1:
				return fmt.Sprintf("zmul(%s, %s)", sub(), sub())
			}
			return fmt.Sprintf("sdiv(%s, %s)", sub(), g.divisor(sub()))
		}})
	}
	if g.opts.Singular {
		options = append(options, option{12, "singular", func() string { return g.singular(sub) }})
	}
	if g.opts.Kinks {
		options = append(options, option{2, "kink", func() string { return g.kinked(sub, depth) }})
	}
	return options
}

// divisor keeps away from 0, which in a field it need not always.
func (g *generator) divisor(x string) string {
	if g.opts.Field && len(g.opts.Prefer) == 0 && g.chance(1, 2) {
		return x
	}
	return fmt.Sprintf("(1.0 + %s^2)", x)
}

func (g *generator) power(x string) string {
	switch k := g.choose(7); {
	case k == 6:
		if indices := g.of(func(v variable) bool { return v.limit > 0 && v.limit <= maxSize }); len(indices) > 0 {
			g.use("power of an index")
			return fmt.Sprintf("(%s^(%s%s))", x, g.oneOf(indices).name, [...]string{"", "", " + 1"}[g.choose(3)])
		}
		fallthrough
	case k < 3:
		return fmt.Sprintf("(%s^%d)", x, 2+k%2)
	case k == 3:
		return fmt.Sprintf("(%s^%d)", x, g.choose(2))
	case k == 4:
		return fmt.Sprintf("((1.0 + %s^2)^-%d)", x, 1+g.choose(2))
	}
	return fmt.Sprintf("(%s^(%s mod 3))", x, g.expr(intType, 1))
}

// singular is a function with an infinite slope somewhere, in most programs as a part that does not matter.
func (g *generator) singular(sub func() string) string {
	form := singular[g.choose(len(singular))]
	x := []any{sub(), sub()}
	at := fmt.Sprintf(form, x[:strings.Count(form, "%s")]...)
	name := g.name("s")
	switch g.choose(6) {
	case 0:
		return at
	case 1:
		return fmt.Sprintf("(let (_, %s) = (%s, %s) in %s)", name, at, sub(), name)
	case 2:
		return fmt.Sprintf("(let %s = %s in if %s < %s then %s else %s)", name, at, sub(), sub(), name, sub())
	case 3:
		return fmt.Sprintf("(let %s = %s in if %s < %s then %s else %s)", name, at, sub(), sub(), sub(), sub())
	case 4:
		return fmt.Sprintf("([%s, %s][1])", at, sub())
	}
	return fmt.Sprintf("(let %s = [%s, %s] in sum(i < 2) set(%s, 0, %s)[i])", name, at, sub(), name, sub())
}

// singular are functions that are given what has an infinite slope, too: 0 or 1 in most of them.
var singular = []string{
	"sqrt(%s)", "log(%s)", "log1p(-%s)", "(%s / %s)", "(1.0 / %s)", "(%s^-1)", "(%s^-2)", "pow(%s, 0.5)", "pow(%s, %s)",
	"asin(%s)", "acos(%s)", "atan2(%s, %s)", "lgamma(%s)", "digamma(%s)",
}

// smooth is a function of the library, within its domain.
func (g *generator) smooth(x string) string {
	form := smooth[g.choose(len(smooth))]
	return fmt.Sprintf(form, x)
}

func (g *generator) smoothOfTwo(x, y string) string {
	return fmt.Sprintf(smoothOfTwo[g.choose(len(smoothOfTwo))], x, y)
}

// smooth and smoothOfTwo are uses of all elementary functions.
var smooth, smoothOfTwo = func() (one, two []string) {
	for _, f := range special.Functions {
		if f.Two != nil {
			two = append(two, f.Inside...)
		} else {
			one = append(one, f.Inside...)
		}
	}
	return append(one, "polygamma(1, 2.0 + sin(%s))", "polygamma(2, 2.0 + tanh(%s))"), two
}()

// kinked has no derivative, or jumps, at some points.
func (g *generator) kinked(sub func() string, depth int) string {
	forms := []option{
		{1, "abs", func() string { return fmt.Sprintf("abs(%s)", sub()) }},
		{1, "max of two", func() string { return fmt.Sprintf("max(%s, %s)", sub(), sub()) }},
		{1, "min of two", func() string { return fmt.Sprintf("min(%s, %s)", sub(), sub()) }},
		{1, "floor", func() string { return fmt.Sprintf("floor(%s)", sub()) }},
		{1, "sign", func() string { return fmt.Sprintf("sign(%s)", sub()) }},
		{1, "int", func() string { return fmt.Sprintf("real(int(%s) mod 5)", g.bounded(realType, depth-1)) }},
		{1, "argmax", func() string { return fmt.Sprintf("real(%s)", g.reduction("argmax", realType, depth)) }},
		{1, "argmin", func() string { return fmt.Sprintf("real(%s)", g.reduction("argmin", realType, depth)) }},
		{1, "max", func() string { return g.reduction("max", realType, depth) }},
		{1, "min", func() string { return g.reduction("min", realType, depth) }},
	}
	if g.opts.Scalar {
		forms = slices.DeleteFunc(forms, func(o option) bool { return slices.Contains([]string{"argmax", "argmin", "max", "min"}, o.name) })
	}
	if g.opts.Field {
		forms = slices.DeleteFunc(forms, func(o option) bool { return o.name == "floor" || o.name == "int" })
	}
	if g.prefers("max of maxima") {
		forms = append(forms, option{1, "max of maxima", func() string { return g.nested("max", realType, depth) }})
	}
	return g.pick(forms)
}

// bounded is an expression whose Reals stay small, whatever is around them.
func (g *generator) bounded(t *typ, depth int) string {
	switch t.kind {
	case realKind:
		x := g.expr(t, depth)
		if g.opts.Field {
			return x
		}
		return fmt.Sprintf([...]string{"sin(%s)", "tanh(%s)", "atan(%s)", "logistic(%s)"}[g.choose(4)], x)
	case tupleKind:
		return g.each(t.parts, func(p *typ) string { return g.bounded(p, depth) })
	case sumKind:
		return g.inject(t, func(p *typ) string { return g.bounded(p, depth-1) })
	case recordKind:
		return g.record(t, func(p *typ) string { return g.bounded(p, depth-1) })
	case namedKind:
		return g.construct(t, func(p *typ) string { return g.bounded(p, depth-1) })
	case arrayKind:
		return g.boundedArray(t, depth)
	case intKind:
		return fmt.Sprintf("(%s mod 7)", g.expr(t, depth))
	}
	return g.expr(t, depth)
}

// ints are the forms of type Int.
func (g *generator) ints(depth int) []option {
	sub := func() string { return g.expr(intType, depth-1) }
	options := []option{
		{3, "Int + - *", func() string {
			return fmt.Sprintf("(%s %s %s)", sub(), [...]string{"+", "-", "*"}[g.choose(3)], sub())
		}},
		{1, "Int div mod", func() string {
			return fmt.Sprintf("(%s %s %d)", sub(), [...]string{"mod", "div"}[g.choose(2)], 2+g.choose(3))
		}},
		{1, "Int min max abs", func() string {
			switch g.choose(3) {
			case 0:
				return fmt.Sprintf("min(%s, %s)", sub(), sub())
			case 1:
				return fmt.Sprintf("max(%s, %s)", sub(), sub())
			}
			return fmt.Sprintf("abs(%s)", sub())
		}},
	}
	if !g.opts.Scalar {
		options = append(options, option{1, "Int max argmax", func() string {
			return g.reduction([...]string{"max", "argmax", "min", "argmin"}[g.choose(4)], intType, depth)
		}})
	}
	options = append(options, g.bits(depth)...)
	if !g.opts.Scalar && !g.tooMany(6) {
		options = append(options, g.sortedInts(depth)...)
	}
	if arrays := g.of(func(v variable) bool { return v.typ.kind == arrayKind }); len(arrays) > 0 {
		options = append(options, option{2, "size", func() string {
			v := g.oneOf(arrays)
			if k := g.choose(len(v.typ.dims)); k > 0 {
				return fmt.Sprintf("size(%s, %d)", v.name, k)
			}
			return fmt.Sprintf("size(%s)", v.name)
		}})
	}
	return options
}

// bools are the forms of type Bool.
func (g *generator) bools(depth int) []option {
	sub := func() string { return g.expr(boolType, depth-1) }
	comparison := func(t *typ) string {
		op := [...]string{"<", "<=", ">", ">=", "==", "!="}[g.choose(6)]
		return fmt.Sprintf("(%s %s %s)", g.expr(t, depth-1), op, g.expr(t, depth-1))
	}
	options := []option{
		{4, "Int comparison", func() string { return comparison(intType) }},
		{1, "&& || not", func() string {
			switch g.choose(3) {
			case 0:
				return fmt.Sprintf("(not %s)", sub())
			case 1:
				return fmt.Sprintf("(%s && %s)", sub(), sub())
			}
			return fmt.Sprintf("(%s || %s)", sub(), sub())
		}},
		{1, "Bool comparison", func() string {
			return fmt.Sprintf("(%s %s %s)", sub(), [...]string{"==", "!="}[g.choose(2)], sub())
		}},
	}
	if g.opts.Kinks {
		options = append(options, option{4, "Real comparison", func() string { return comparison(realType) }})
	}
	return options
}
