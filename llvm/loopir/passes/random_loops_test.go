package passes

import (
	"fmt"
	"slices"
	"strings"
)

// observed writes a loop that reads indices, and looks at elements there. They are in range, or mostly so.
func (w *writer) observed(depth int) string {
	n, i, s, t, k, a, u, sum := w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh()
	w.line(depth, "%s = add p, 0", n)
	w.line(depth, "%s = for %s %s < %s (%s = 0.0)", t, []string{"free", "seq"}[w.r.IntN(2)], i, n, s)
	w.line(depth+1, "check %s < p index-range at %d:1", i, w.n)
	w.line(depth+1, "%s = load vp[%s]", k, i)
	if w.r.IntN(3) == 0 {
		j := w.fresh()
		w.line(depth+1, "check %s < p index-range at %d:1", k, w.n)
		w.line(depth+1, "%s = load vp[%s]", j, k)
		k = j
	}
	if w.r.IntN(2) == 0 {
		j, c := w.fresh(), w.fresh()
		w.line(depth+1, "%s = lt %s, %d", c, k, w.r.IntN(6))
		w.line(depth+1, "%s = if %s", a, c)
		w.line(depth+2, "check %s < n index-range at %d:1", k, w.n)
		w.line(depth+2, "%s = load vx[%s]", j, k)
		if w.adds {
			w.line(depth+2, "accum vz[%s] += %s", k, j)
		}
		w.line(depth+2, "yield %s", j)
		w.line(depth+1, "else")
		w.line(depth+2, "yield 1.0")
	} else {
		w.line(depth+1, "check %s < n index-range at %d:1", k, w.n)
		w.line(depth+1, "%s = load vx[%s]", a, k)
	}
	x := a
	for range 3 { // the work that makes an inspector pay
		y := w.fresh()
		w.line(depth+1, "%s = math sqrt(%s)", y, x)
		x = y
	}
	w.line(depth+1, "%s = lt %s, %s", w.fresh(), x, a)
	w.line(depth+1, "%s = select t%d, %s, 2.0", u, w.n, a)
	w.line(depth+1, "%s = add %s, %s", sum, s, u)
	w.line(depth+1, "yield %s", sum)
	return t
}

// chosen writes a loop with a loop inside and two choices in one another, which read and may add. Its checks hold.
func (w *writer) chosen(depth int) string {
	v := func() string { return w.fresh() }
	t, i, s, a, j, p, x, q, c, d, y, e, r, u := v(), v(), v(), v(), v(), v(), v(), v(), v(), v(), v(), v(), v(), v()
	w.line(depth, "%s = for free %s < n (%s = 0.0)", t, i, s)
	w.line(depth+1, "%s = for free %s < n (%s = 0.0)", a, j, p)
	w.line(depth+2, "check %s < n index-range at %d:1", j, w.n)
	w.line(depth+2, "%s = load vx[%s]", x, j)
	w.line(depth+2, "%s = add %s, %s", q, p, x)
	w.line(depth+2, "yield %s", q)
	w.line(depth+1, "%s = lt %d, %s", c, w.r.IntN(8), i)
	add := func(depth int, x string) {
		if w.adds && w.r.IntN(2) == 0 {
			w.line(depth, "accum vz[%s] += %s", []string{i, "0"}[w.r.IntN(2)], x)
		}
	}
	w.line(depth+1, "%s = if %s", r, c)
	w.line(depth+2, "check %s < n index-range at %d:1", i, w.n)
	w.line(depth+2, "check 0 < n index-range at %d:1", w.n)
	w.line(depth+2, "%s = load vx[%s]", y, i)
	w.line(depth+2, "%s = lt %s, %d.0", d, y, w.r.IntN(100))
	w.line(depth+2, "%s = if %s", e, d)
	add(depth+3, y)
	w.line(depth+3, "yield %s", y)
	w.line(depth+2, "else")
	add(depth+3, y)
	w.line(depth+3, "yield 1.0")
	w.line(depth+2, "yield %s", e)
	w.line(depth+1, "else")
	w.line(depth+2, "yield %s", a)
	w.line(depth+1, "%s = add %s, %s", u, s, r)
	w.line(depth+1, "yield %s", u)
	return t
}

// states writes a while that is a state machine of two Bools, the second of which may be undefined where the first one is false. It
// counts its iterations.
func (w *writer) states(depth int) string {
	v := w.fresh
	again, s, u, x := v(), v(), v(), v()
	k, s1, u1, x1 := v(), v(), v(), v()
	lost := []string{"undef:bool", "true", "false"}[w.r.IntN(3)]
	one := func(depth int, of string) string {
		x, y := w.real(depth), w.fresh()
		w.line(depth, "%s = add %s, %s", y, of, x)
		return y
	}
	ints, count := len(w.ints), len(w.count)
	back := func() { w.ints, w.count = w.ints[:ints], w.count[:count] }
	w.line(depth, "%s, %s, %s, %s = while (%s = 0, %s = false, %s = %s, %s = 0.0)", again, s, u, x, k, s1, u1, lost, x1)
	w.ints = append(w.ints, k)
	inner := len(w.ints)
	s2, u2, x2, c := v(), v(), v(), v()
	w.line(depth+1, "%s, %s, %s = if %s", s2, u2, x2, s1)
	w.line(depth+2, "%s = lt %s, %d", c, k, w.r.IntN(6))
	s3, x3 := v(), v()
	w.line(depth+2, "%s, %s = if %s", s3, x3, u1)
	w.line(depth+3, "yield false, %s", one(depth+3, x1))
	w.ints = w.ints[:inner]
	w.line(depth+2, "else")
	w.line(depth+3, "yield %s, %s", []string{c, "true", "false"}[w.r.IntN(3)], x1)
	w.line(depth+2, "yield %s, %s, %s", s3, []string{c, u1}[w.r.IntN(2)], x3)
	w.line(depth+1, "else")
	y := one(depth+2, x1)
	d := v()
	w.line(depth+2, "%s = lt %s, %d.0", d, y, w.r.IntN(100))
	w.line(depth+2, "yield true, %s, %s", d, y)
	w.ints = w.ints[:inner]
	limit, f, x4, k1, e := v(), v(), v(), v(), v()
	w.line(depth+1, "%s = lt %s, 9223372036854775807", limit, k)
	w.line(depth+1, "check %s assert \"limit\" at %d:1", limit, w.n)
	w.line(depth+1, "%s = if %s", f, s1)
	w.line(depth+2, "yield 2.0")
	w.line(depth+1, "else")
	w.line(depth+2, "yield 1.0")
	w.line(depth+1, "%s = mul %s, %s", x4, x2, f)
	w.line(depth+1, "%s = add %s, 1", k1, k)
	w.line(depth+1, "%s = lt %s, %d", e, k1, 1+w.r.IntN(7))
	w.line(depth+1, "yield %s, %s, %s, %s, %s", e, k1, s2, u2, x4)
	back()
	return x
}

// stencil writes a loop that reads neighbours, and may add to neighbours, in one row or in two. Its checks hold.
func (w *writer) stencil(depth int) string {
	n, i, s, t := w.fresh(), w.fresh(), w.fresh(), w.fresh()
	to, from, many := "vz", "vx", "n"
	if w.r.IntN(2) == 0 {
		to, from, many = "wz", "wx", "h"
	}
	w.line(depth, "%s = sub %s, 3", n, many)
	w.line(depth, "check %s >= 0 negative-count at %d:1", n, w.n)
	w.line(depth, "%s = for free %s < %s%s (%s = 0.0)", t, i, n, []string{"", " from 1"}[w.r.IntN(2)], s)
	place := func() string {
		k := w.fresh()
		w.line(depth+1, "%s = add %s, %d", k, i, w.r.IntN(4))
		w.line(depth+1, "check %s < %s index-range at %d:1", k, many, w.n)
		if many == "h" {
			k = fmt.Sprintf("%d, %s", w.r.IntN(2), k)
		}
		return k
	}
	sum := "0.0"
	for range 1 + w.r.IntN(3) {
		x, next := w.fresh(), w.fresh()
		w.line(depth+1, "%s = load %s[%s]", x, from, place())
		for range w.r.IntN(3) {
			if w.adds {
				w.line(depth+1, "accum %s[%s] += %s", to, place(), x)
			}
		}
		w.line(depth+1, "%s = add %s, %s", next, sum, x)
		sum = next
	}
	u := w.fresh()
	w.line(depth+1, "%s = add %s, %s", u, s, sum)
	w.line(depth+1, "yield %s", u)
	return t
}

// edges writes a loop that reads neighbours at clamped places, and at places around the end, or in a nest of two.
func (w *writer) edges(depth int) string {
	i, s, t, u, sum := w.fresh(), w.fresh(), w.fresh(), w.fresh(), "0.0"
	w.line(depth, "%s = for free %s < n (%s = 0.0)", t, i, s)
	inner, end, by := depth+1, "n", i
	nest := w.r.IntN(3) == 0
	j, p, q := w.fresh(), w.fresh(), w.fresh()
	if nest {
		w.line(inner, "%s = for free %s < m (%s = 0.0)", q, j, p)
		inner++
	}
	for range 1 + w.r.IntN(3) {
		if nest && w.r.IntN(2) == 0 {
			end, by = "m", j
		}
		a, k, l, x, next := w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh()
		away := w.r.IntN(4) - 1
		switch w.r.IntN(4) {
		case 0:
			w.line(inner, "%s = sub %s, %d", a, by, away)
			w.line(inner, "%s = max %s, %d", k, a, w.r.IntN(2))
		case 1:
			w.line(inner, "%s = sub %s, 1", l, end)
			w.line(inner, "%s = add %s, %d", a, by, away)
			w.line(inner, "%s = min %s, %s", k, []string{a, l}[w.r.IntN(2)], l)
		case 2:
			w.line(inner, "%s = add %s, %d", a, by, away)
			w.line(inner, "check %s != 0 divide-by-zero at %d:1", end, w.n)
			w.line(inner, "%s = mod %s, %s", k, a, end)
		default:
			w.line(inner, "%s = add %s, %s", l, by, end)
			w.line(inner, "%s = sub %s, %d", a, l, away)
			w.line(inner, "check %s != 0 divide-by-zero at %d:1", end, w.n)
			w.line(inner, "%s = mod %s, %s", k, a, end)
		}
		w.line(inner, "check %s < %s index-range at %d:1", k, end, w.n)
		w.line(inner, "%s = load v%s[%s]", x, map[string]string{"n": "x", "m": "y"}[end], k)
		w.line(inner, "%s = add %s, %s", next, sum, x)
		sum = next
	}
	if nest {
		r := w.fresh()
		w.line(inner, "%s = add %s, %s", r, p, sum)
		w.line(inner, "yield %s", r)
		sum = q
	}
	w.line(depth+1, "%s = add %s, %s", u, s, sum)
	w.line(depth+1, "yield %s", u)
	return t
}

// extreme writes a fold to the larger, or to the smaller, of what is read. It may keep the place.
func (w *writer) extreme(depth int) string {
	i, n, m, s, l, c, r, at, u, q := w.fresh(), w.pick(w.count), w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh()
	ints := len(w.ints)
	kind, place := []string{"max", "min"}[w.r.IntN(2)], w.r.IntN(2) == 0
	w.line(depth, "check %s >= 0 negative-count at %d:1", n, w.n)
	if place {
		w.line(depth, "%s, %s = for seq %s < %s (%s = 3.0, %s = -1)", m, at, i, n, s, u)
	} else {
		w.line(depth, "%s = for seq %s < %s (%s = 3.0)", m, i, n, s)
	}
	w.ints = append(w.ints, i)
	x := w.read(depth + 1)
	if !place {
		args := []string{s, x}
		if w.r.IntN(2) == 0 {
			slices.Reverse(args)
		}
		w.line(depth+1, "%s = %s %s", r, kind, strings.Join(args, ", "))
		w.line(depth+1, "yield %s", r)
		w.ints = w.ints[:ints]
		return m
	}
	less := []string{x, s}
	if kind == "min" {
		slices.Reverse(less)
	}
	w.line(depth+1, "%s = le %s", l, strings.Join(less, ", "))
	w.line(depth+1, "%s = not %s", c, l)
	w.line(depth+1, "%s = %s %s, %s", r, kind, s, x)
	w.line(depth+1, "%s = select %s, %s, %s", q, c, i, u)
	w.line(depth+1, "yield %s, %s", r, q)
	w.ints = append(w.ints[:ints], at)
	return m
}

// largest writes a loop that finds the largest of what is read.
func (w *writer) largest(depth int) string {
	if w.r.IntN(2) == 0 {
		return w.extreme(depth)
	}
	i, n, m, s, p, q, c, r := w.fresh(), w.pick(w.count), w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh()
	ints := len(w.ints)
	w.line(depth, "check %s >= 0 negative-count at %d:1", n, w.n)
	w.line(depth, "check %s != 0 empty-max at %d:1", n, w.n)
	at, u, v := w.fresh(), w.fresh(), w.fresh()
	w.line(depth, "%s, %s = for seq %s < %s (%s = 0.0, %s = 0)", m, at, i, n, s, u)
	w.ints = append(w.ints, i)
	x := w.read(depth + 1)
	w.line(depth+1, "%s = eq %s, 0", p, i)
	w.line(depth+1, "%s = lt %s, %s", q, s, x)
	w.line(depth+1, "%s = or %s, %s", c, p, q)
	w.line(depth+1, "%s = select %s, %s, %s", r, c, x, s)
	w.line(depth+1, "%s = select %s, %s, %s", v, c, i, u)
	w.line(depth+1, "yield %s, %s", r, v)
	w.ints = append(w.ints[:ints], at)
	return m
}
