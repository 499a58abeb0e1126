package passes

// ends writes a loop of whose bounds little is known, in one of four ways:
//
//	skipped    for i < n { if i == e { 1.0 } else { check i + 1 < n; … } }      e need not be the last iteration
//	turned     for i < m { check 2^61 i < n; … }                                the index is in range again where it has overflowed
//	crossed    for i < n { if max 0, c - i < d { … } else { … } }               where this changes, c - d, overflows for some c and d
//	found      p = for i < n (s = -1) { … yield i, or s }; check p < n; …       no iteration may be chosen
func (w *writer) ends(depth int) string {
	i, s, t, u, k, c, x, y := w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh(), w.fresh()
	read := func(depth int, at string) {
		w.line(depth, "check %s < n index-range at %d:1", at, w.n)
		w.line(depth, "%s = load vx[%s]", x, at)
	}
	way := w.r.IntN(4)
	if way == 3 {
		p := w.fresh()
		w.line(depth, "%s = for seq %s < n (%s = %d)", p, i, s, w.r.IntN(3)-1)
		w.line(depth+1, "check %s < n index-range at %d:1", i, w.n)
		w.line(depth+1, "%s = load vx[%s]", y, i)
		w.line(depth+1, "%s = lt %d.0, %s", c, 50+w.r.IntN(50), y)
		w.line(depth+1, "%s = select %s, %s, %s", u, c, i, s)
		w.line(depth+1, "yield %s", u)
		read(depth, p)
		return x
	}
	first, e := w.int(depth), w.pick(w.ints)
	many := []string{"n", "m", "k", "l"}[w.r.IntN(4)]
	if way != 1 {
		many = "n"
	}
	if way == 2 {
		clamped := w.fresh()
		w.line(depth, "%s = max 0, %s", clamped, first)
		first = clamped
	}
	w.line(depth, "check %s >= 0 negative-count at %d:1", many, w.n)
	w.line(depth, "%s = for free %s < %s (%s = 0.0)", t, i, many, s)
	next := x
	switch way {
	case 0:
		w.line(depth+1, "%s = eq %s, %s", c, i, e)
		w.line(depth+1, "%s = if %s", y, c)
		w.line(depth+2, "yield 1.0")
		w.line(depth+1, "else")
		w.line(depth+2, "%s = add %s, 1", k, i)
		read(depth+2, k)
		w.line(depth+2, "yield %s", x)
		next = y
	case 1:
		w.line(depth+1, "%s = mul %s, %d", k, i, int64(1)<<(60+w.r.IntN(2)))
		read(depth+1, k)
	case 2:
		w.line(depth+1, "%s = sub %s, %s", k, first, i)
		w.line(depth+1, "%s = lt %s, %s", c, k, []string{"c", "d", e}[w.r.IntN(3)])
		w.line(depth+1, "%s = if %s", y, c)
		w.line(depth+2, "%s = real %s", x, i)
		w.line(depth+2, "yield %s", x)
		w.line(depth+1, "else")
		w.line(depth+2, "yield 1.0")
		next = y
	}
	w.line(depth+1, "%s = add %s, %s", u, s, next)
	w.line(depth+1, "yield %s", u)
	return t
}

// tables writes a loop whose iterations come back to rows of a table, which is a buffer of its own. They may set what they read, or
// read where there need be no row, and add to rows of z.
//
//	for i < h { for j < l { for k < g { check i + o < h; … table[i + o, k] … } } }      or  for j < g + 1 { for k < j …
func (w *writer) tables(depth int) string {
	v := w.fresh
	g, size, b, table, to := v(), v(), v(), v(), v()
	w.line(depth, "%s = min m, 2", g) // nobody knows how many
	w.line(depth, "%s = mul h, %s", size, g)
	w.line(depth, "%s: real* = alloc %s at %d:1", b, size, w.n)
	w.line(depth, "%s = view %s[h, %s]", table, b, g)
	w.line(depth, "%s = view z[h, %s]", to, g)
	f, c, e := v(), v(), v()
	w.line(depth, "for free %s < h ()", f)
	w.line(depth+1, "for free %s < %s ()", c, g)
	w.line(depth+2, "check %s < m index-range at %d:1", c, w.n)
	w.line(depth+2, "%s = load vy[%s]", e, c)
	w.line(depth+2, "store %s[%s, %s] = %s", table, f, c, e)
	w.line(depth+2, "yield")
	w.line(depth+1, "yield")
	r, i, s, a, j, p, inner, k, q, x, y, u, sum := v(), v(), v(), v(), v(), v(), v(), v(), v(), v(), v(), v(), v()
	w.line(depth, "%s = for free %s < h (%s = 0.0)", r, i, s)
	row, many, wide, set := i, w.pick(w.count), g, w.r.IntN(2) == 0
	if !set && w.r.IntN(2) == 0 {
		row = v()
		w.line(depth+1, "%s = add %s, %s", row, i, []string{"1", "k", "-1"}[w.r.IntN(3)])
	}
	if w.r.IntN(3) == 0 {
		many, wide = v(), j
		w.line(depth+1, "%s = add %s, 1", many, g)
	}
	w.line(depth+1, "check %s >= 0 negative-count at %d:1", many, w.n)
	w.line(depth+1, "%s = for seq %s < %s (%s = 0.0)", a, j, many, p)
	w.line(depth+2, "%s = for seq %s < %s (%s = %s)", inner, k, wide, q, p)
	w.line(depth+3, "check %s < h index-range at %d:1", row, w.n)
	w.line(depth+3, "check %s < %s index-range at %d:1", k, g, w.n)
	w.line(depth+3, "%s = load %s[%s, %s]", x, table, row, k)
	w.line(depth+3, "%s = math exp(%s)", y, x) // what is only compared is rounded in the same way in any order
	if set {
		next := v()
		w.line(depth+3, "%s = add %s, 1.0", next, x)
		w.line(depth+3, "store %s[%s, %s] = %s", table, row, k, next)
	}
	if w.adds && w.r.IntN(2) == 0 {
		w.line(depth+3, "accum %s[%s, %s] += 1.0", to, row, k)
	}
	d := v()
	w.line(depth+3, "%s = lt %s, %s", d, q, y)
	w.line(depth+3, "%s = select %s, %s, %s", u, d, x, q)
	w.line(depth+3, "yield %s", u)
	w.line(depth+2, "yield %s", inner)
	w.line(depth+1, "%s = add %s, %s", sum, s, a)
	w.line(depth+1, "yield %s", sum)
	w.line(depth, "release %s", b)
	return r
}
