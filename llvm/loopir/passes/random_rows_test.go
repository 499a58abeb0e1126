package passes

import (
	"fmt"
	"slices"

	"procad/llvm/loopir"
)

// rows writes a loop that carries a small buffer, and makes the next one of it. It may push what it carries, for a loop that takes
// it. The dimension is a number, or an Int that a check says to be one.
func (w *writer) rows(depth int) string {
	if w.r.IntN(2) == 0 {
		return w.carrying(depth, "2")
	}
	k, c, t := w.pick(w.count), w.fresh(), w.fresh()
	ints, count := len(w.ints), len(w.count)
	w.line(depth, "%s = eq %s, 2", c, k)
	w.line(depth, "%s = if %s", t, c)
	if w.r.IntN(2) == 0 {
		w.line(depth+1, "check %s == 2 sizes-disagree at %d:1", k, w.n)
	}
	w.line(depth+1, "yield %s", w.carrying(depth+1, k))
	w.ints, w.count = w.ints[:ints], w.count[:count]
	w.line(depth, "else")
	w.line(depth+1, "yield 1.0")
	return t
}

// element writes a read of an element of a buffer, with its check.
func (w *writer) element(depth int, buffer, dim string, i int) string {
	v, x := w.fresh(), w.fresh()
	w.line(depth, "%s = view %s[%s]", v, buffer, dim)
	w.line(depth, "check %d < %s index-range at %d:1", i, dim, w.n)
	w.line(depth, "%s = load %s[%d]", x, v, i)
	return x
}

// filled writes a new buffer of two elements.
func (w *writer) filled(depth int, dim, x, y string) string {
	b, v := w.fresh(), w.fresh()
	if w.r.IntN(4) == 0 {
		dim = "2"
	}
	w.line(depth, "%s: real* = alloc %s at %d:1", b, dim, w.n)
	w.line(depth, "%s = view %s[%s]", v, b, dim)
	for i, x := range []string{x, y} {
		w.line(depth, "check %d < %s index-range at %d:1", i, dim, w.n)
		w.line(depth, "store %s[%d] = %s", v, i, x)
	}
	return b
}

func (w *writer) carrying(depth int, dim string) string {
	if w.r.IntN(4) == 0 {
		return w.copying(depth, dim)
	}
	n := w.pick(w.count)
	ints := len(w.ints)
	first := w.filled(depth, dim, w.read(depth), "1.5")
	pushes := w.r.IntN(2) == 0
	i, s, y, p, t, q, empty := w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh()
	w.line(depth, "check %s >= 0 negative-count at %d:1", n, w.n)
	out, carried := y, fmt.Sprintf("%s = %s", s, first)
	if pushes {
		w.line(depth, "%s = empty %s, 1 at %d:1", empty, n, w.n)
		out, carried = t+", "+y, fmt.Sprintf("%s = %s, %s", p, empty, carried)
	}
	w.line(depth, "%s = for seq %s < %s (%s)", out, i, n, carried)
	w.ints = append(w.ints, i)
	x := "0.5"
	if w.r.IntN(2) == 0 { // it may end the run before the buffer is read
		x = w.read(depth + 1)
	}
	e := w.element(depth+1, s, dim, w.r.IntN(2))
	next := w.filled(depth+1, dim, e, x)
	if pushes {
		w.line(depth+1, "%s = push %s, %s at %d:1", q, p, s, w.n)
		w.line(depth+1, "yield %s, %s", q, next)
	} else {
		w.line(depth+1, "release %s", s)
		w.line(depth+1, "yield %s", next)
	}
	w.ints = w.ints[:ints]
	total := "0.0"
	if pushes {
		if w.r.IntN(2) == 0 {
			total, y = w.taken(depth, n, t, dim, y), ""
		} else {
			total = w.taken(depth, n, t, dim, "")
		}
	}
	if y != "" {
		l, sum := w.element(depth, y, dim, 1), w.fresh()
		w.line(depth, "%s = add %s, %s", sum, total, l)
		w.line(depth, "release %s", y)
		total = sum
	}
	return total
}

// copying writes a loop that carries a buffer, and copies it for the next iteration. It may set an element before it does so, or of the
// copy; then the next iteration finds it. It may add an element behind the copy, or set one there.
func (w *writer) copying(depth int, dim string) string {
	v, n := w.fresh, w.pick(w.count)
	ints := len(w.ints)
	first := w.filled(depth, dim, w.read(depth), "1.5")
	y, sum, i, s, acc, c, next, last, total := v(), v(), v(), v(), v(), v(), v(), v(), v()
	set := func(buffer, x string) {
		row, y := v(), v()
		w.line(depth+1, "%s = view %s[%s]", row, buffer, dim)
		w.line(depth+1, "check 1 < %s index-range at %d:1", dim, w.n)
		w.line(depth+1, "%s = add %s, 1.0", y, x)
		w.line(depth+1, "store %s[1] = %s", row, y)
	}
	w.line(depth, "check %s >= 0 negative-count at %d:1", n, w.n)
	w.line(depth, "%s, %s = for seq %s < %s (%s = %s, %s = 0.0)", y, sum, i, n, s, first, acc)
	w.ints = append(w.ints, i)
	at := w.r.IntN(6)
	if at == 0 {
		set(s, w.element(depth+1, s, dim, 1))
	}
	w.line(depth+1, "%s = copy %s, %s at %d:1", c, s, dim, w.n)
	if at == 1 {
		set(c, w.element(depth+1, c, dim, 1))
	}
	x := w.element(depth+1, s, dim, w.r.IntN(2))
	if at < 4 {
		set(s, x)
		x = w.element(depth+1, s, dim, 1)
	}
	w.line(depth+1, "%s = add %s, %s", next, acc, x)
	w.line(depth+1, "release %s", s)
	w.line(depth+1, "yield %s, %s", c, next)
	w.ints = w.ints[:ints]
	w.line(depth, "%s = add %s, 0.0", last, w.element(depth, y, dim, 1))
	w.line(depth, "release %s", y)
	w.line(depth, "%s = add %s, %s", total, sum, last)
	return total
}

// taken writes a loop that takes buffers off a stack, and adds up elements of them. It carries a buffer to give it back, or none.
func (w *writer) taken(depth int, n, stack, dim, carried string) string {
	u, r, d, j, p, acc, k, q, m, g, h, o := w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh()
	out, state := u+", "+r, fmt.Sprintf("%s = %s, %s = 0.0", p, stack, acc)
	if carried != "" {
		out, state = out+", "+d, fmt.Sprintf("%s, %s = %s", state, o, carried)
	}
	w.line(depth, "%s = for seq %s < %s (%s)", out, j, n, state)
	w.line(depth+1, "%s = len %s", k, p)
	w.line(depth+1, `check %s != 0 misuse "a pop of an empty stack" at %d:1`, k, w.n)
	w.line(depth+1, "%s: stack, %s: real* = pop %s", q, m, p)
	w.line(depth+1, "%s = add %s, %s", g, acc, w.element(depth+1, m, dim, w.r.IntN(2)))
	if carried != "" {
		w.line(depth+1, "release %s", o)
		w.line(depth+1, "yield %s, %s, %s", q, g, m)
	} else {
		w.line(depth+1, "release %s", m)
		w.line(depth+1, "yield %s, %s", q, g)
	}
	w.line(depth, "%s = len %s", h, u)
	w.line(depth, `check %s == 0 misuse "a stack that has to be empty still has items" at %d:1`, h, w.n)
	w.line(depth, "release %s", u)
	if carried != "" {
		w.line(depth, "release %s", d)
	}
	return r
}

// carriesAny says that a loop of a program carries something of a form.
func carriesAny(p *loopir.Program, form loopir.Form) bool {
	found := false
	p.Funcs[0].Body.Walk(func(op *loopir.Op) {
		found = found || op.Kind == loopir.For && slices.ContainsFunc(op.Outs, func(v val) bool { return v.Type.Form == form })
	})
	return found
}
