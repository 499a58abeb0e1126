package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// Why a check is kept.
const (
	noComparison = "it does not compare Ints"
	ofIteration  = "it depends on an Int that an iteration makes"
	mayOverflow  = "what it computes may overflow"
	noBound      = "no bound of it is known before a loop"
	alwaysFails  = "it would fail in an iteration"
	longTest     = "the test before the loop would be too long"
	longLoop     = "the loop is too long for two versions"
)

// mostTests is how much a test before a loop may ask.
const mostTests = 60

// A guarder gives loops versions without checks.
type guarder struct {
	*walker
	unproven map[*loopir.Op]bool   // checks, before this pass
	room     *int                  // how many operations may still be copied
	why      map[*loopir.Op]string // a check is kept
}

// A test is what is asked before a loop.
type test struct {
	least []form // that are to be at least 0
	small []val  // that are to be bounded
}

// loop gives a loop a version without the checks that a test before it can ask for.
func (g *guarder) loop(b block, at int, loop *loopir.Op) int {
	if loop.Kind != loopir.For || g.copies[loop] {
		return 0
	}
	long := size([]*loopir.Op{loop}, mostOps)
	made := map[val]bool{}
	madeIn(loop, made)
	outside := func(v val) bool { return g.scope[v] && !made[v] }
	var t test
	var guarded []*loopir.Op
	inner := len(g.loops)
	var scan func(b block)
	scan = func(b block) {
		m := g.mark()
		for _, op := range b.Ops {
			if op.Kind == loopir.Check && op.Claim.Proof == loopir.Unproven {
				switch why := g.asks(op, inner, outside, &t); {
				case long > *g.room:
					g.why[op] = longLoop
				case why != "":
					g.why[op] = why
				default:
					guarded = append(guarded, op)
				}
			}
			g.shown(op)
			g.inside(op, scan)
			if op.Kind == loopir.For {
				g.chosen(op)
			}
		}
		g.undo(m)
	}
	g.inside(loop, scan)
	if len(guarded) == 0 {
		return 0
	}
	*g.room -= long
	slow := newCopier(g.f).op(loop)
	g.copies[slow] = true
	for _, op := range guarded {
		op.Claim.Proof = loopir.Guarded
	}
	w := &builder{f: g.f}
	choice := instead(g.f, w.early(t.write(w)), loop)
	side(choice, []*loopir.Op{loop}, loop.Outs)
	side(choice, []*loopir.Op{slow}, slow.Outs)
	b.Ops[at] = choice
	insert(b, at, w.ops)
	return len(w.ops)
}

// asks adds to a test what a check demands. If no test can ask it, it says why.
func (g *guarder) asks(op *loopir.Op, inner int, outside func(val) bool, t *test) (why string) {
	fs := g.demands(op)
	switch {
	case fs == nil:
		return noComparison
	case len(t.least) > mostTests:
		return longTest
	}
	least, small := t.least, t.small
	for _, f := range fs {
		s := &search{facts: g.facts, inner: inner, outside: outside, steps: mostSteps}
		switch {
		case f.lost:
			return mayOverflow
		case !s.tested(f):
			if slices.ContainsFunc(f.terms, func(t term) bool { return s.most(t.v) > mostValue }) {
				return ofIteration
			}
			return mayOverflow
		case !s.find(f):
			return noBound
		}
		for _, d := range append(s.given, s.found) {
			if n, ok := d.constant(); ok && n < 0 {
				return alwaysFails
			} else if !ok && !slices.ContainsFunc(least, d.equal) {
				least = append(least, d)
			}
		}
		used := append(s.used, f, s.found)
		for _, loop := range g.loops[inner:] {
			used = append(used, g.of(loop.Args[0]))
		}
		for _, d := range used {
			small = g.madeOf(d, outside, small, nested)
		}
	}
	t.least, t.small = least, small
	return ""
}

// madeOf adds the Ints from outside that a form is made of to a list, with those that bound its other Ints.
func (g *guarder) madeOf(f form, outside func(val) bool, list []val, depth int) []val {
	for _, t := range f.terms {
		switch {
		case !outside(t.v):
			if replaceable(t.v) && depth > 0 {
				for _, x := range t.v.Def.Args {
					list = g.madeOf(g.of(x), outside, list, depth-1)
				}
			}
		case !slices.Contains(list, t.v):
			list = append(list, t.v)
		}
	}
	return list
}

// write writes a test: a Bool.
func (t *test) write(w *builder) val {
	c := w.f.Bool(true)
	and := func(x, y val) {
		d := w.make(loopir.Le, loopir.BoolType, x, y)
		if c.Origin == loopir.Constant {
			c = d
			return
		}
		c = w.make(loopir.And, loopir.BoolType, c, d)
	}
	for _, v := range t.small {
		and(w.f.Int(-bounded), v)
		and(v, w.f.Int(bounded))
	}
	for _, f := range t.least {
		and(w.f.Int(0), w.sum(f))
	}
	return c
}
