package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// facts are what is known at a place: of the index of each loop around it, of the conditions of the choices around it, and
// of the checks before it.
type facts struct {
	forms
	loops       []*loopir.Op // around the place, the outermost first
	known       []atLeast
	differ      []form      // that are not 0, as 64 bits have them
	nonNegative map[val]int // Ints that are not negative, and how often that was found
}

func newFacts() *facts { return &facts{forms: forms{}, nonNegative: map[val]int{}} }

// A mark is a place to come back to.
type mark struct{ loops, known, differ int }

func (k *facts) mark() mark { return mark{len(k.loops), len(k.known), len(k.differ)} }

// undo forgets what was learnt since.
func (k *facts) undo(m mark) {
	for _, g := range k.known[m.known:] {
		k.count(g, -1)
	}
	k.loops, k.known, k.differ = k.loops[:m.loops], k.known[:m.known], k.differ[:m.differ]
}

const (
	mostKnown  = 256 // inequalities that are looked at, the latest ones: a definition may have 100,000 checks
	mostDiffer = 16
)

// latest are the last of a list.
func latest[T any](list []T, most int) []T { return list[max(0, len(list)-most):] }

// learn notes f ≥ 0.
func (k *facts) learn(g atLeast) {
	if g.f.lost {
		return
	}
	k.known = append(k.known, g)
	k.count(g, 1)
}

// count keeps which Ints are not negative:  v - c ≥ 0, where c ≥ 0.
func (k *facts) count(g atLeast, by int) {
	if f := g.f; g.exact && len(f.terms) == 1 && f.terms[0].k == 1 && f.c <= 0 {
		k.nonNegative[f.terms[0].v] += by
	}
}

// passed learns what a check shows.
func (k *facts) passed(op *loopir.Op) {
	x := op.Args[0]
	if op.Mask != nil || x.Type != loopir.IntType && op.Claim.Test != loopir.Holds {
		return
	}
	at := len(k.known)
	defer func() {
		for j := range k.known[at:] {
			k.known[at+j].check = true
		}
	}()
	switch op.Claim.Test {
	case loopir.Holds:
		if x.Type == loopir.BoolType {
			k.holds(x, true)
		}
	case loopir.Below:
		i, n := k.of(x), k.of(op.Args[1])
		k.learn(k.less(number(0), i, 0))
		k.learn(k.less(i, n, 1))
		k.learn(k.less(number(0), n, 1))
	case loopir.Equal:
		a, b := k.of(x), k.of(op.Args[1])
		k.learn(k.less(a, b, 0))
		k.learn(k.less(b, a, 0))
	case loopir.NonNegative:
		k.learn(k.less(number(0), k.of(x), 0))
	case loopir.NonZero:
		f := k.of(x)
		k.differ = append(k.differ, f)
		if k.exact(f) && k.proves(f) {
			k.learn(k.less(number(0), f, 1))
		}
	}
}

// chosen learns of what a loop carries that is in the end what it was in the beginning, or the number of an iteration: it is below
// the number of iterations if the beginning is.
//
//	w = for i < n (s = c) { … yield s, or i }      0 ≤ w < n where 0 ≤ c < n
func (k *facts) chosen(loop *loopir.Op) {
	body := loop.Sub[0]
	n := k.of(loop.Args[0])
	for j, out := range loop.Outs {
		c, s := k.of(loop.Args[1+j]), body.Params[1+j]
		first, ok := c.constant()
		if !ok || first < 0 || s.Type != loopir.IntType || !k.exact(n) || !oneOf(body.Yield[j], body.Params[0], s, deepest) {
			continue
		}
		if k.proves(n.add(-first - 1)) {
			k.learn(k.less(number(0), k.of(out), 0))
			k.learn(k.less(k.of(out), n, 1))
		}
	}
}

// oneOf says that v is one of two values, or chosen from them.
func oneOf(v, x, y val, depth int) bool {
	switch {
	case v == x || v == y:
		return true
	case v.Def == nil || depth == 0:
		return false
	case v.Def.Kind == loopir.Select:
		return oneOf(v.Def.Args[1], x, y, depth-1) && oneOf(v.Def.Args[2], x, y, depth-1)
	case v.Def.Kind == loopir.If:
		k := slices.Index(v.Def.Outs, v)
		return oneOf(v.Def.Sub[0].Yield[k], x, y, depth-1) && oneOf(v.Def.Sub[1].Yield[k], x, y, depth-1)
	}
	return false
}

// An atLeast says f ≥ 0 of integers, not of numbers of 64 bits. If it is not exact, that holds only where no form in from
// overflows: what is compared may, though it is not in the difference, as z in i + z < z.
type atLeast struct {
	f     form
	exact bool
	from  []form
	check bool   // a check says so
	given []form // a test has to ask that these are at least 0, too
}

// less says c ≤ y - x.
func (k *facts) less(x, y form, c int64) atLeast {
	if k.exact(x) && k.exact(y) {
		return atLeast{f: y.minus(x).add(-c), exact: true}
	}
	return atLeast{f: y.minus(x).add(-c), from: []form{x, y}}
}

// indexOf says that v is the index of a loop around the place, and of which.
func indexOf(v val) *loopir.Op {
	if v.Origin != loopir.Parameter || v.Block.In == nil || v.Block.In.Kind != loopir.For || v.Block.Params[0] != v {
		return nil
	}
	return v.Block.In
}

// holds learns what follows from a Bool.
//
//	x < y        y - x - 1 ≥ 0        not x < y    x - y ≥ 0
//	x ≤ y        y - x ≥ 0            not x ≤ y    x - y - 1 ≥ 0
//	x = y        both                 not x = y    x - y ≠ 0
//	c and d      both                 not c or d   neither
//	a result of an if, or of a select, that is another Bool on one side: it is the other side, and what that gives
func (k *facts) holds(v val, is bool) {
	looked := 0
	var visit func(v val, is bool)
	visit = func(v val, is bool) {
		op := v.Def
		if looked++; op == nil || looked > mostLooked || op.Mask != nil {
			return
		}
		other := func(v val) bool {
			bits, ok := v.IsConst()
			return ok && (bits != 0) != is
		}
		choice := func(c, yes, no val) {
			switch {
			case other(no):
				visit(c, true)
				visit(yes, is)
			case other(yes):
				visit(c, false)
				visit(no, is)
			}
		}
		switch op.Kind {
		case loopir.Freeze:
			visit(op.Args[0], is)
		case loopir.Not:
			visit(op.Args[0], !is)
		case loopir.And, loopir.Or:
			if is == (op.Kind == loopir.And) {
				visit(op.Args[0], is)
				visit(op.Args[1], is)
			}
		case loopir.If:
			k := slices.Index(op.Outs, v)
			choice(op.Args[0], op.Sub[0].Yield[k], op.Sub[1].Yield[k])
		case loopir.Select:
			choice(op.Args[0], op.Args[1], op.Args[2])
		case loopir.Lt, loopir.Le, loopir.Eq:
			if op.Args[0].Type == loopir.IntType {
				k.compared(op.Kind, k.of(op.Args[0]), k.of(op.Args[1]), is)
			}
		}
	}
	visit(v, is)
}

// mostLooked is how many Bools of a condition are looked at: in some, the same ones are found in 2^n ways.
const mostLooked = 100

// compared learns a comparison, or its opposite.
func (k *facts) compared(kind loopir.Kind, x, y form, is bool) {
	switch {
	case kind == loopir.Eq && is:
		k.learn(k.less(x, y, 0))
		k.learn(k.less(y, x, 0))
	case kind == loopir.Eq:
		k.differ = append(k.differ, x.minus(y))
	case is && kind == loopir.Lt:
		k.learn(k.less(x, y, 1))
	case is:
		k.learn(k.less(x, y, 0))
	case kind == loopir.Lt:
		k.learn(k.less(y, x, 0))
	default:
		k.learn(k.less(y, x, 1))
	}
}

// low are what the index of a loop around the place is at least. A test before the loop takes the first that it can compute:
// the beginning of the loop, if something is known to differ from it, then what conditions say, the beginning, and what
// earlier checks say, which are to be tested themselves.
//
//	0 ≤ i;    1 ≤ i where i ≠ 0 is known; …
func (k *facts) low(loop *loopir.Op) []atLeast {
	i := loop.Sub[0].Params[0]
	begin := atLeast{exact: true}
	if loop.From != nil {
		begin = k.end(loop.From, 0)
	}
	return k.bounds(i, 1, begin, func(g atLeast) atLeast {
		return atLeast{f: number(0).minus(g.f.with(i, number(0))), exact: g.exact, from: g.from}
	})
}

// high are what the index is at most.
//
//	i ≤ n - 1;    i ≤ n - 2 where i ≠ n - 1 is known; …
//
// Where i ≠ e is known and e is no number, it is mostly the last iteration: a test asks whether e = n - 1.
func (k *facts) high(loop *loopir.Op) []atLeast {
	i := loop.Sub[0].Params[0]
	end := k.last(loop)
	var list []atLeast
	for _, d := range latest(k.differ, mostDiffer) {
		if at := d.of(i); at == 1 || at == -1 {
			e := number(0).plus(-at, d.with(i, number(0)))
			if more := e.minus(end.f); len(e.terms) > 0 && len(more.terms) > 0 {
				list = append(list, atLeast{f: end.f.add(-1), exact: end.exact, from: append(end.from, e), given: []form{more, number(0).minus(more)}})
			}
		}
	}
	return append(list, k.bounds(i, -1, end, func(g atLeast) atLeast {
		return atLeast{f: g.f.with(i, number(0)), exact: g.exact, from: g.from}
	})...)
}

// bounds are the bounds of an index: the end of its loop, and what is known of forms in which i is added sign times.
func (k *facts) bounds(i val, sign int64, end atLeast, of func(atLeast) atLeast) []atLeast {
	next := k.beside(i, end, sign)
	var conditions, checks []atLeast
	for _, g := range latest(k.known, mostKnown) {
		switch {
		case g.f.of(i) != sign:
		case g.check:
			checks = append(checks, of(g))
		default:
			conditions = append(conditions, of(g))
		}
	}
	if next.f.equal(end.f) {
		return slices.Concat(conditions, []atLeast{end}, checks)
	}
	return slices.Concat([]atLeast{next}, conditions, checks)
}

// last is the last iteration of a loop that has one. There a larger of two, less one of them, is the other one less that:
//
//	for i < (max a, m) - a    i ≤ m - a - 1
func (k *facts) last(loop *loopir.Op) atLeast {
	n := k.of(loop.Args[0])
	for _, t := range n.terms {
		if t.k != 1 || t.v.Def == nil || t.v.Def.Kind != loopir.Max || t.v.Def.Mask != nil {
			continue
		}
		for j, a := range t.v.Def.Args {
			if c, ok := n.with(t.v, k.of(a)).constant(); !ok || c > 0 {
				continue
			}
			m := k.of(t.v.Def.Args[1-j])
			if f := n.with(t.v, m).add(-1); k.exact(n) && k.notAbove(m) {
				return atLeast{f: f, exact: true}
			} else {
				return atLeast{f: f, from: []form{n, m}}
			}
		}
	}
	return k.end(loop.Args[0], -1)
}

// end is v + c, as a bound.
func (k *facts) end(v val, c int64) atLeast {
	f := k.of(v)
	if k.exact(f) {
		return atLeast{f: f.add(c), exact: true}
	}
	return atLeast{f: f.add(c), from: []form{f}}
}

// beside is a bound of i, moved on as long as i is known to differ from it.
func (k *facts) beside(i val, b atLeast, step int64) atLeast {
	differ := latest(k.differ, mostDiffer)
	for range differ { // one may make the next one say something
		for _, d := range differ {
			at := d.of(i)
			if at != 1 && at != -1 {
				continue
			}
			e := number(0).plus(-at, d.with(i, number(0))) // i ≠ e
			if e.equal(b.f) {
				b.f = b.f.add(step)
			}
		}
	}
	return b
}
