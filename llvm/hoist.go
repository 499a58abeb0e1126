package llvm

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"

	"procad/proc"
)

// A check that leaves a loop keeps LLVM from vectorising it. So a loop without
// loops inside is written several times where that helps: without the checks of
// indices that grow evenly with the turns, for few turns and for many, and with
// all checks. A guard before the loop, which looks at the first and the last
// turn, says which one runs.
//
// What checks there are is found out by writing the loop for trial first.

// A trial says what is in a loop that was written for trial.
type trial struct {
	checks []indexCheck
	others int // other faults, and calls of what has effects
}

// manyTurns is where LLVM's usual vectors and unrolling begin to be worth it: a
// loop of fewer turns would run in what they leave over.
const manyTurns = 64

// An indexCheck is the check that 0 ≤ i < n.
type indexCheck struct{ i, n val }

// A hoisted says which checks a loop is written without, by their numbers.
type hoisted struct {
	drop []bool
	next int
}

// checkIndex faults where i is not 0 ≤ i < n.
func (b *builder) checkIndex(i, n val, fail func()) {
	if b.opts.Unchecked || b.isBelow(i, n) {
		return
	}
	if b.lanes != nil && isVector(i) {
		b.checkLanes(i, n)
		return
	}
	defer b.below(i, n)
	if b.trial != nil {
		b.trial.checks = append(b.trial.checks, indexCheck{i, n})
	}
	if h := b.hoisted; h != nil {
		h.next++
		if h.drop[h.next-1] {
			return
		}
	}
	fail()
}

// innermostLoop writes a loop that has no loop inside; LLVM may be able to
// vectorise it if its turns commute.
func (b *builder) innermostLoop(commutes bool) looper {
	return func(n val, init []val, turn func(i val, state []val) []val) []val {
		return b.hoist(commutes, n, init, turn)
	}
}

func (b *builder) hoist(commutes bool, n val, init []val, turn func(i val, state []val) []val) []val {
	outer := b.inner
	b.inner = true
	defer func() { b.inner = outer }()
	t, i, inside := b.try(n, init, turn)
	plain := func() []val { return b.loop(n, init, turn) }
	g := &guard{builder: b, i: i, n: n, inside: inside, known: map[computed]val{}}
	drop := make([]bool, len(t.checks))
	kept := 0
	for k, c := range t.checks {
		if drop[k] = g.covers(c); !drop[k] {
			kept++
		}
	}
	fast := func() []val {
		defer func() { b.hoisted, b.short = nil, false }()
		write := func(short bool) func() []val {
			return func() []val {
				b.hoisted, b.short = &hoisted{drop: drop}, short
				return plain()
			}
		}
		if !commutes || kept > 0 || t.others > 0 {
			return write(false)()
		}
		if c, ok := n.(intConst); ok {
			return write(c < manyTurns)()
		}
		return b.either(b.icmp(enum.IPredULT, n, intConst(manyTurns)), write(true), write(false))
	}
	if g.all == nil {
		return fast()
	}
	return b.either(g.all, fast, plain)
}

// try writes a loop into the void, and returns its checks, the number of the
// turn, and all that is computed inside.
func (b *builder) try(n val, init []val, turn func(i val, state []val) []val) (t *trial, i val, inside map[val]bool) {
	fn, cur, size, names := b.fn, b.cur, b.size, b.names
	t = &trial{}
	b.trial, b.fn, b.names = t, ir.NewFunc("trial", b.fn.Sig.RetType), proc.NewNames()
	b.use(b.block("trial"))
	b.loop(n, init, func(number val, state []val) []val {
		i = number
		return turn(number, state)
	})
	inside = map[val]bool{}
	for _, block := range b.fn.Blocks {
		for _, inst := range block.Insts {
			if v, ok := inst.(val); ok {
				inside[v] = true
			}
		}
	}
	b.trial, b.fn, b.cur, b.size, b.names = nil, fn, cur, size, names
	return t, i, inside
}

// A guard is the condition under which checks can be left out.
type guard struct {
	*builder
	i, n   val // the number of the turn, and of all turns
	inside map[val]bool
	all    val
	known  map[computed]val // what was computed before, to be used again
}

// A computed value of two others.
type computed struct {
	op   string
	x, y val
}

// once computes a value unless it is known.
func (g *guard) once(op string, x, y val, compute func() val) val {
	key := computed{op, x, y}
	v, ok := g.known[key]
	if !ok {
		v = compute()
		g.known[key] = v
	}
	return v
}

// less requires x < y of unsigned numbers, lessEq x ≤ y.
func (g *guard) less(x, y val)   { g.require("<", enum.IPredULT, x, y) }
func (g *guard) lessEq(x, y val) { g.require("≤", enum.IPredULE, x, y) }

// maxStep bounds steps and turns, so that their product does not overflow.
const maxStep = 1 << 31

// covers makes sure that a check holds in all turns, if it can.
func (g *guard) covers(c indexCheck) bool {
	limit, ok := g.invariant(c.n, 0)
	if !ok {
		return false
	}
	if bound, ok := g.bounds[c.i]; ok && g.inside[c.i] && c.i != g.i && !g.inside[bound] {
		g.lessEq(bound, limit)
		return true
	}
	a, first, ok := g.linear(c.i, 0)
	if !ok {
		return false
	}
	if k, ok := first.(intConst); ok && k < 0 {
		return false // in turn 0 it fails, if it is reached
	}
	switch step, known := a.(intConst); {
	case known && step == 0:
		g.less(first, limit)
	case known && step == 1 && first == intConst(0):
		g.lessEq(g.n, limit)
	case known && step == 1:
		g.lessEq(first, limit)
		g.lessEq(g.n, g.minus(limit, first))
	case known && step == -1:
		g.less(first, limit)
		g.lessEq(g.n, g.plus(first, intConst(1)))
	case known && step < 0:
		return false
	default:
		g.lessEq(a, intConst(maxStep))
		g.lessEq(g.n, intConst(maxStep))
		g.less(first, limit)
		last := g.plus(first, g.times(a, g.minus(g.n, intConst(1))))
		g.less(last, limit)
	}
	return true
}

// require adds a condition, once.
func (g *guard) require(op string, p enum.IPred, x, y val) {
	g.once(op, x, y, func() val {
		cond := val(g.icmp(p, x, y))
		if g.all != nil {
			cond = g.cur.NewAnd(g.all, cond)
		}
		g.all = cond
		return cond
	})
}

// maxHoist bounds how deep expressions are followed.
const maxHoist = 16

// linear writes v as a·i + first, with a and first computed before the loop.
func (g *guard) linear(v val, depth int) (a, first val, ok bool) {
	if v == g.i {
		return intConst(1), intConst(0), true
	}
	if w, ok := g.invariant(v, depth); ok {
		return intConst(0), w, true
	}
	if depth == maxHoist {
		return nil, nil, false
	}
	both := func(x, y val) (a1, f1, a2, f2 val, ok bool) {
		a1, f1, ok = g.linear(x, depth+1)
		if ok {
			a2, f2, ok = g.linear(y, depth+1)
		}
		return
	}
	switch v := v.(type) {
	case *ir.InstAdd:
		if a1, f1, a2, f2, ok := both(v.X, v.Y); ok {
			return g.plus(a1, a2), g.plus(f1, f2), true
		}
	case *ir.InstSub:
		if a1, f1, a2, f2, ok := both(v.X, v.Y); ok {
			return g.minus(a1, a2), g.minus(f1, f2), true
		}
	case *ir.InstMul:
		for _, xy := range [][2]val{{v.X, v.Y}, {v.Y, v.X}} {
			if w, ok := g.invariant(xy[1], depth+1); ok {
				if a, f, ok := g.linear(xy[0], depth+1); ok {
					return g.times(a, w), g.times(f, w), true
				}
			}
		}
	}
	return nil, nil, false
}

// invariant computes v before the loop, if no turn changes it.
func (g *guard) invariant(v val, depth int) (val, bool) {
	if !g.inside[v] {
		return v, v != g.i
	}
	if depth == maxHoist {
		return nil, false
	}
	both := func(x, y val) (p, q val, ok bool) {
		if p, ok = g.invariant(x, depth+1); ok {
			q, ok = g.invariant(y, depth+1)
		}
		return
	}
	switch v := v.(type) {
	case *ir.InstAdd:
		if x, y, ok := both(v.X, v.Y); ok {
			return g.plus(x, y), true
		}
	case *ir.InstSub:
		if x, y, ok := both(v.X, v.Y); ok {
			return g.minus(x, y), true
		}
	case *ir.InstMul:
		if x, y, ok := both(v.X, v.Y); ok {
			return g.times(x, y), true
		}
	}
	return nil, false
}

// plus, minus and times wrap around, as the arithmetic of Int does.
func (g *guard) plus(x, y val) val {
	c, known := x.(intConst)
	d, known2 := y.(intConst)
	switch {
	case known && known2:
		return c + d
	case known && c == 0:
		return y
	case known2 && d == 0:
		return x
	}
	return g.once("+", x, y, func() val { return g.cur.NewAdd(x, y) })
}

func (g *guard) minus(x, y val) val {
	c, known := x.(intConst)
	d, known2 := y.(intConst)
	switch {
	case known && known2:
		return c - d
	case known2 && d == 0:
		return x
	}
	return g.once("-", x, y, func() val { return g.cur.NewSub(x, y) })
}

func (g *guard) times(x, y val) val {
	c, known := x.(intConst)
	d, known2 := y.(intConst)
	switch {
	case known && known2:
		return c * d
	case known && c == 1:
		return y
	case known2 && d == 1:
		return x
	case known && c == 0, known2 && d == 0:
		return intConst(0)
	}
	return g.once("*", x, y, func() val { return g.cur.NewMul(x, y) })
}
