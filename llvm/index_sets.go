package llvm

import (
	"maps"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"

	"procad/internal/optim"
	"procad/llvm/ll"
)

// At the ends of a stencil an iteration does something else than between them:
//
//	if i == 0 then 0 else u[i - 1]      u[(i + 1) mod m]      u[min(i + 1, m - 1)]
//
// Where what an iteration asks of its number has one answer in a range of iterations, the
// iterations of that range are written with the answer instead of the question. In
// what is left of them, checks can be left out that fail at the ends. The iterations
// before and after are written with everything:
//
//	0 ≤ i < lo       as it is
//	lo ≤ i < hi      with the answers, if the guard holds; else lo = hi = 0
//	hi ≤ i < n       as it is

// An index set is a range of the iterations of a loop, and the answers in it.
type indexSet struct {
	*guard
	loop        *innermost
	lo, hi      val // 0 ≤ lo ≤ hi ≤ n, if the guard holds
	answers     map[question]val
	late        map[val]bool // the last iterations, not the first ones, are near base + c
	found       *trial
	small       []val // what has to be small for the answers to be right
	guessed     []guess
	proved      map[claim]bool // by the guard, or because all indices were looked at before the loop
	drop        []bool         // the checks of the trial with such a claim
	kept        int            // the others
	weak, loose int            // those in doubt: of indices that are not i, and of sizes that may not be n
	first       int            // the first block of the loop when it was last written
	written     []*ir.Block    // what was last written for trial
	speculation *speculation   // of iterations that note wrong indices; nil if they have none

	buffered []*bufferedAdd // the adds that are buffered
	from     val            // the first of the iterations at hand that do so; nil if none does
}

// An ask is where an iteration compares two Ints, or takes the remainder of one.
type ask struct {
	p    enum.IPred
	x, y val
	mod  bool
}

// A question is an ask about the number i of the iteration.
type question struct {
	kind questionKind
	x, y val // do not depend on i
}

// A phrase is how a question was asked: perhaps negated, and so that the answer
// is right only if nothing overflows that is made of certain values.
type phrase struct {
	question
	negated bool
	of      []val
}

type questionKind byte

const (
	isBelow   questionKind = iota // i < x?
	isAt                          // i = x?
	remainder                     // which multiple of y does (i + x) mod y take away?
	isEqual                       // x = y? Both do not depend on i: such questions are guessed
	isLess                        // x < y?
)

// A part is a range lo ≤ i < hi of iterations with one answer; nil is no bound.
type part struct{ lo, hi, answer val }

// indexSet is the range of all iterations, without answers.
func (l *innermost) indexSet() *indexSet {
	g := &guard{builder: l.builder, at: l.at, known: l.known}
	s := &indexSet{guard: g, loop: l, lo: ll.Int(0), hi: l.n, answers: map[question]val{}, late: map[val]bool{}}
	if base, _ := s.offset(l.n); base != nil {
		s.late[nil], s.late[base] = false, true
	}
	return s
}

func (s *indexSet) clone() *indexSet {
	c, g := *s, *s.guard
	c.guard, c.answers, c.late = &g, maps.Clone(s.answers), maps.Clone(s.late)
	return &c
}

// compare compares two Ints.
func (b *builder) compare(p enum.IPred, x, y val) val {
	if s := b.indexSet; s != nil && !isVector(x) && !isVector(y) {
		if v, ok := s.ask(ask{p: p, x: x, y: y}); ok {
			return v
		}
	}
	v := b.ICmp(p, x, y)
	b.compares(v, p, x, y)
	if p == enum.IPredSGE && y == ll.Int(0) {
		b.asks(v, x)
	}
	return v
}

// remainder is x mod y where the multiple of y is known.
func (b *builder) remainder(x, y val) (val, bool) {
	if b.indexSet == nil {
		return nil, false
	}
	multiple, ok := b.indexSet.ask(ask{x: x, y: y, mod: true})
	if !ok || multiple == ll.Int(0) {
		return x, ok
	}
	b.Size++
	return b.Cur.NewSub(x, multiple), true
}

// ask looks for an answer; in a trial it notes what has none.
func (s *indexSet) ask(a ask) (val, bool) {
	if isVector(a.x) || isVector(a.y) {
		return nil, false
	}
	s.look()
	if q, ok := s.question(a); ok {
		if v, ok := s.answers[q.question]; ok {
			if q.negated {
				return constant.NewBool(v == constant.False), true
			}
			return v, true
		}
	}
	if t := s.builder.trial; t != nil {
		t.asks = append(t.asks, a)
	}
	return nil, false
}

// question brings an ask into the form of a question, if it is about the number
// of the iteration.
func (s *indexSet) question(a ask) (q phrase, ok bool) {
	step, f, ok1 := s.linear(a.x, 0)
	step2, w, ok2 := s.linear(a.y, 0)
	if !ok1 || !ok2 {
		return q, false
	}
	p := a.p
	if step == ll.Int(0) && !a.mod {
		step, f, step2, w, p = step2, w, step, f, opposite[p]
	}
	if step == ll.Int(0) && step2 == step && !a.mod {
		return s.unswitched(p, f, w)
	}
	forwards, backwards := step == ll.Int(1), step == ll.Int(-1)
	if step2 != ll.Int(0) || !forwards && (!backwards || a.mod) {
		return q, false
	}
	q.of = []val{f, w, s.loop.n}
	switch {
	case a.mod:
		q.question = question{remainder, f, w}
	case p == enum.IPredEQ || p == enum.IPredNE:
		// i + f = w  ⟺  i = w - f        -i + f = w  ⟺  i = f - w
		q.question, q.negated = question{kind: isAt, x: s.minus(w, f)}, p == enum.IPredNE
		if backwards {
			q.x = s.minus(f, w)
		}
		q.of = []val{q.x} // after iteration x comes x + 1
	case forwards:
		// i + f < w  ⟺  i < w - f        i + f ≤ w  ⟺  i < w - f + 1
		q.question = question{kind: isBelow, x: s.plus(s.minus(w, f), one(p == enum.IPredSLE || p == enum.IPredSGT))}
		q.negated = p == enum.IPredSGE || p == enum.IPredSGT
	case backwards:
		// -i + f > w  ⟺  i < f - w       -i + f ≥ w  ⟺  i < f - w + 1
		q.question = question{kind: isBelow, x: s.plus(s.minus(f, w), one(p == enum.IPredSGE || p == enum.IPredSLT))}
		q.negated = p == enum.IPredSLE || p == enum.IPredSLT
	}
	return q, true
}

// opposite says what x < y is of y and x.
var opposite = map[enum.IPred]enum.IPred{
	enum.IPredEQ: enum.IPredEQ, enum.IPredNE: enum.IPredNE,
	enum.IPredSLT: enum.IPredSGT, enum.IPredSLE: enum.IPredSGE,
	enum.IPredSGT: enum.IPredSLT, enum.IPredSGE: enum.IPredSLE,
}

// one is 1 if it is wanted.
func one(wanted bool) ll.Int {
	if wanted {
		return 1
	}
	return 0
}

// parts are the ranges in which a question has one answer, in order, without
// those that are short whatever n is.
func (s *indexSet) parts(q question) []part {
	switch q.kind {
	case isBelow:
		return s.longer(q.x, part{hi: q.x, answer: constant.True}, part{lo: q.x, answer: constant.False})
	case isAt:
		return s.longer(q.x, part{hi: q.x, answer: constant.False}, part{lo: s.plus(q.x, ll.Int(1)), answer: constant.False})
	case isEqual, isLess:
		return []part{{answer: s.usual(q)}}
	}
	return s.remainders(q.x, q.y)
}

// longer chooses between what is before and after x, if that is a certain number
// of iterations from the first or from the last one.
func (s *indexSet) longer(x val, before, after part) []part {
	base, c := s.offset(x)
	late, known := s.late[base]
	if base == nil && !known {
		_, n := s.offset(s.loop.n)
		late, known = 2*c > n, true
	}
	switch {
	case !known:
		return []part{before, after}
	case late:
		return []part{before}
	}
	return []part{after}
}

// remainders are the ranges in which (i + f) mod m takes the same multiple of m
// away, of an m that may be about as large as the number of iterations:
//
//	(i + f) mod m  =  i + f - q m      for  q m - f ≤ i < (q+1) m - f
func (s *indexSet) remainders(f, m val) []part {
	mBase, c := s.offset(m)
	nBase, d := s.offset(s.loop.n)
	if mBase == nil && (nBase != nil || c <= 0 || 2*c <= d || c > maxValue) {
		return nil
	}
	at := func(multiple val) part {
		r := s.minus(f, multiple)
		return part{s.minus(ll.Int(0), r), s.minus(m, r), multiple}
	}
	none, once := at(ll.Int(0)), at(m)
	switch base, k := s.offset(f); {
	case base == nil && mBase == nil:
		return []part{s.longest(at, k, c, d)}
	case base == nil:
		return []part{none}
	case base == mBase:
		return []part{once}
	case isNegative(base):
		return []part{at(s.minus(ll.Int(0), m)), none}
	}
	return []part{none, once}
}

// longest is, of the ranges of n iterations in which (i + f) mod m takes a multiple of m > n/2
// away, the longest one.
func (s *indexSet) longest(at func(multiple val) part, f, m, n ll.Int) part {
	low := f - f%m
	if low > f {
		low -= m
	}
	first := min(low+m-f, n)
	if second := min(n-first, m); second > first {
		low += m
	}
	return at(low)
}

// isNegative says that v is written as 0 - x.
func isNegative(v val) bool {
	sub, ok := v.(*ir.InstSub)
	return ok && sub.X == ll.Int(0)
}

// narrow restricts the index set to a part with one answer.
func (s *indexSet) narrow(q phrase, to part) {
	s.answers[q.question] = to.answer
	s.small = append(s.small[:len(s.small):len(s.small)], q.of...)
	if q.kind == isEqual || q.kind == isLess {
		s.guessed = append(s.guessed[:len(s.guessed):len(s.guessed)], guess{q.question, to.answer})
	}
	if to.lo != nil {
		s.lo = s.most(s.lo, s.least(to.lo, s.loop.n))
	}
	if to.hi != nil {
		s.hi = s.least(s.hi, to.hi)
	}
	s.hi = s.most(s.hi, s.lo)
}

// open are the questions that have no answer.
func (s *indexSet) open() []phrase {
	var out []phrase
	seen := map[question]bool{}
	for _, a := range s.found.asks {
		if q, ok := s.question(a); ok && !seen[q.question] {
			seen[q.question] = true
			out = append(out, q)
		}
	}
	return out
}

// firstAsk is the number of the first ask that has no answer, but might have one.
func (s *indexSet) firstAsk() int {
	for k, a := range s.found.asks {
		if q, ok := s.question(a); ok && len(s.parts(q.question)) > 0 {
			return k
		}
	}
	return len(s.found.asks)
}

// maxAnswered bounds how often answers are looked for, as they raise questions again.
const maxAnswered = 3

// answer gives the answers of the questions with one long part, and plans again.
func (s *indexSet) answer() {
	for range maxAnswered {
		more := false
		for _, q := range s.open() {
			if parts := s.parts(q.question); len(parts) == 1 {
				s.narrow(q, parts[0])
				more = true
			}
		}
		if !more {
			return
		}
		s.plan()
	}
}

// remainders counts the remainders that are computed by division.
func (t *trial) remainders() int {
	n := 0
	for _, a := range t.asks {
		if a.mod {
			n++
		}
	}
	return n
}

// split finds ranges of iterations in which no check is left, or fewer divisions.
func (l *innermost) split(whole *indexSet) []*indexSet {
	mods := whole.found.remainders()
	if l.without(optim.IndexSets) || whole.kept == 0 && whole.weak == 0 && mods == 0 {
		return nil
	}
	before, known := len(l.at.Insts), maps.Clone(l.known)
	better := func(s *indexSet) bool {
		return s.lo != s.hi && (s.kept == 0 && whole.kept+whole.weak > s.weak || s.found.remainders() < mods)
	}
	s := whole.clone()
	s.answer()
	if better(s) && s.weak+s.loose == 0 {
		return []*indexSet{s}
	}
	for _, q := range s.open() {
		var sets []*indexSet
		base, _ := s.offset(q.x)
		for k, part := range s.parts(q.question) {
			t := s.clone()
			t.narrow(q, part)
			if q.kind != remainder {
				t.late[base] = k == 0 // so are other questions with this base
			}
			t.plan()
			if t.answer(); better(t) {
				sets = append(sets, t)
			}
		}
		if len(sets) == 2 {
			return sets
		}
	}
	if better(s) {
		return []*indexSet{s}
	}
	l.at.Insts = l.at.Insts[:before] // what was computed for the index sets
	clear(l.known)
	maps.Copy(l.known, known)
	return nil
}

// inSets writes the index sets, and the iterations between them as they are.
func (l *innermost) inSets(sets []*indexSet) []val {
	state, at := l.init, val(ll.Int(0))
	for _, s := range sets {
		holds := s.holds() // if not, lo and hi mean nothing
		lo, hi := l.Choice(holds, s.lo, at), l.Choice(holds, s.hi, at)
		state = l.plain(at, lo, state)
		state = s.fast(lo, hi, state)
		at = hi
	}
	return l.plain(at, l.n, state)
}
