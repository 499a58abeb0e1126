package gen

import (
	"fmt"
	"strings"
)

// wholeArrays are the forms of an array that have no index: what is written out, and
// arithmetic element by element.
func (g *generator) wholeArrays(t *typ, depth int) []option {
	var options []option
	elem := t.parts[0]
	fixed := true
	for _, d := range t.dims {
		fixed = fixed && d.min == d.max && d.min > 0
	}
	if n := iterationsOf(t.dims); fixed && n <= 6 && !g.tooMany(n) {
		options = append(options, option{2, "array written out", func() string { return g.writtenOut(t.dims, elem, depth) }})
	}
	if elem.kind == realKind || elem.kind == intKind {
		options = append(options, option{2, "elementwise", func() string { return g.elementwise(t, depth) }})
	}
	return options
}

// writtenOut is [a, b], or [[a, b], [c, d]], whose rows may be arrays that are there.
func (g *generator) writtenOut(dims []dim, elem *typ, depth int) string {
	parts := make([]string, dims[0].min)
	for k := range parts {
		switch {
		case len(dims) == 1:
			parts[k] = g.expr(elem, depth-1)
		case g.chance(1, 4):
			parts[k] = g.expr(arrayOf(elem, dims[1:]...), depth-1)
		default:
			parts[k] = g.writtenOut(dims[1:], elem, depth-1)
		}
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// elementwise is an operation of an array with another or with a number.
func (g *generator) elementwise(t *typ, depth int) string {
	elem := t.parts[0]
	u := g.expr(t, depth-1)
	if elem.kind == realKind {
		switch g.choose(8) {
		case 0:
			return fmt.Sprintf("(-%s)", u)
		case 1:
			return fmt.Sprintf("(%s^%d)", u, 2+g.choose(2))
		case 2:
			return fmt.Sprintf("(%s / (1.0 + %s^2))", u, g.expr([...]*typ{t, realType}[g.choose(2)], depth-1))
		}
	}
	v := g.expr([...]*typ{t, t, elem}[g.choose(3)], depth-1)
	if g.chance(1, 4) {
		u, v = v, u
	}
	return fmt.Sprintf("(%s %s %s)", u, [...]string{"+", "-", "*"}[g.choose(3)], v)
}

// from is the loop of an index below n, which may begin at 1 or more.
func (g *generator) from(index string, n dim) string {
	if start := g.choose(n.min + 1); start > 0 && start < n.max && g.chance(1, 3) {
		g.use("range")
		return fmt.Sprintf("%s in %d ..< %s", index, start, n.text)
	}
	return index + " < " + n.text
}
