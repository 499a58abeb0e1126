package loops

import (
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/linear"
)

// The strategies of loop checkpointing. Before the reverse pass comes to an
// iteration, it has to have the trace of that iteration, and gets it by running forwards
// again from a state that was kept. With a state at hand, l iterations to be
// reversed from there on, and c checkpoints free, a strategy either tapes all of them,
// or keeps the state and goes on:
//
//	next$X [a, S, B] (l, c) = m       m = 0   run all l iterations, their traces go on the stack of traces
//	                                  m ≥ 1   keep the state, run m iterations without traces, m < l
//
// After that (l - m, c - 1) is left to do from there on, and then (m, c) from
// the state that was kept. What a loop of n iterations begins with:
//
//	start$X [S, B] (a, n) = (a', c, checkpoints, traces)
//
// a is the parameter of the strategy, or what takes its place, S and B are the bytes
// of a checkpoint and of the trace of an iteration. There are never more states and traces at once than
// checkpoints and traces say.
type strategy struct {
	start func(m *maker, z sizes, a, n proc.Var) room
	next  func(m *maker, a proc.Ref, z sizes, l, c proc.Var) proc.Var
	steps map[string]step
	sized bool // S and B matter
	alone bool // an iteration is only taped where no other is left
}

// sizes are S and B.
type sizes struct{ checkpoint, trace proc.Ref }

// A room is the result of start$X.
type room struct{ a, c, checkpoints, traces proc.Var }

// A step is the iteration of a while loop over Ints.
type step struct {
	zone, state []string
	body        func(m *maker, zone []proc.Ref, s []proc.Var) (more proc.Var, s2 []proc.Var)
}

var strategyTable = map[deriv.StrategyKind]*strategy{
	deriv.Auto:      {start: startAuto, next: nextEvery},
	deriv.Recompute: {start: startRecompute, next: nextRecompute, alone: true},
	deriv.Every:     {start: startEvery, next: nextEvery},
	deriv.Sqrt:      {start: startSqrt, next: nextEvery},
	deriv.Bisect:    {start: startBisect, next: nextBisect, steps: map[string]step{"halve": {nil, []string{"l", "checkpoints"}, halve}}, alone: true},
	deriv.Binomial:  {start: startBinomial, next: nextBinomial, steps: map[string]step{"rise": {[]string{"l", "c"}, []string{"b0", "b1", "b2", "b3", "r"}, rise}}, alone: true},
	deriv.Mixed: {start: startMixed, next: nextMixed, sized: true, steps: map[string]step{
		"convert": {[]string{"k", "B", "c", "q1", "d1", "rest"}, []string{"b", "i", "all", "left", "q", "d", "ones", "last", "need", "m"}, convert},
	}},
}

// recompute keeps the initial state only:  m = l - 1.
func startRecompute(m *maker, _ sizes, a, n proc.Var) room {
	one, none := m.k(1), m.k(0)
	return room{a, none, one, one}
}

func nextRecompute(m *maker, a proc.Ref, z sizes, l, c proc.Var) proc.Var { return m.sub(l, m.k(1)) }

// every(k) keeps the states before the iterations 0, k, 2k, …, and tapes the last k
// iterations that are left, or fewer:  m = k if k < l, else 0. At most ⌈n/k⌉ - 1
// states are kept.
func startEvery(m *maker, z sizes, k, n proc.Var) room {
	none, one := m.k(0), m.k(1)
	return room{k, none, m.max(none, m.div(m.sub(n, one), k)), m.max(one, m.min(k, n))}
}

func nextEvery(m *maker, k proc.Ref, z sizes, l, c proc.Var) proc.Var {
	block := m.read(k)
	return m.cond(m.less(block, l),
		func() []proc.Var { return []proc.Var{m.read(k)} },
		func() []proc.Var { return []proc.Var{m.k(0)} })[0]
}

// sqrt is every(⌈√n⌉):  ⌈√n⌉ = r + min(1, n - r²) for r = ⌊√n⌋.
func startSqrt(m *maker, z sizes, a, n proc.Var) room {
	x := m.b.Call("x", proc.Real, prim.ToReal, nil, m.max(n, m.k(0)))
	r := m.b.Call("r", proc.Int, prim.ToInt, nil, m.b.Call("root", proc.Real, prim.Sqrt, nil, x))
	up := m.plus(r, m.min(m.k(1), m.sub(n, m.mul(r, r))))
	return startEvery(m, z, m.max(up, m.k(1)), n)
}

// bisect keeps the state, and goes on to the middle of what is left:
// m = min(⌈l/2⌉, l - 1). At most ⌊log₂ n⌋ states are kept.
func startBisect(m *maker, z sizes, a, n proc.Var) room {
	none := m.k(0)
	s := m.while(deriv.Bisect, "halve", nil, m.k(64), m.max(n, m.k(1)), none)
	return room{a, none, s[1], m.k(1)}
}

// halve (l, checkpoints) = (⌊l/2⌋, checkpoints + 1) while l > 1
func halve(m *maker, _ []proc.Ref, s []proc.Var) (more proc.Var, s2 []proc.Var) {
	l, checkpoints := s[0], s[1]
	again := m.min(m.k(1), m.sub(l, m.k(1)))
	return m.less(m.k(1), l), []proc.Var{m.max(m.k(1), m.div(l, m.k(2))), m.plus(checkpoints, again)}
}

func nextBisect(m *maker, a proc.Ref, z sizes, l, c proc.Var) proc.Var {
	one := m.k(1)
	return m.min(m.div(m.plus(l, one), m.k(2)), m.sub(l, one))
}

// binomial(s) keeps at most s states. With c checkpoints, β(c, r) = C(c+r, c) iterations can
// be reversed such that none runs forwards more than r times before it is
// taped. Griewank and Walther: with the smallest r for which l ≤ β(c, r), the
// forward iterations are fewest exactly if
//
//	β(c, r-2) ≤ m ≤ β(c, r-1)        β(c-1, r-1) ≤ l - m ≤ β(c-1, r)
func startBinomial(m *maker, z sizes, s, n proc.Var) room {
	one := m.k(1)
	return room{s, s, m.max(one, m.min(s, m.sub(n, one))), one}
}

// Most problems are small: where l ≤ β(c, 1) = c + 1, the only m is 1.
func nextBinomial(m *maker, a proc.Ref, z sizes, l, c proc.Var) proc.Var {
	last := m.sub(l, m.k(1))
	return m.cond(m.less(m.min(c, last), m.k(2)), func() []proc.Var {
		return []proc.Var{m.sub(l, m.k(1))}
	}, func() []proc.Var {
		return m.cond(m.atMost(last, c),
			func() []proc.Var { return []proc.Var{m.k(1)} },
			func() []proc.Var { return []proc.Var{m.split(l, c)} })
	})[0]
}

// rise goes on to the next r, with β(c, r) to β(c, r-3), while β(c, r) < l:
//
//	rise (β(c, r), …, β(c, r-3), r) = (β(c, r+1), …, β(c, r-2), r + 1)    where β(c, r+1) = β(c, r) (c + r + 1) / (r + 1)
func rise(m *maker, zone []proc.Ref, s []proc.Var) (more proc.Var, s2 []proc.Var) {
	l, c := m.read(zone[0]), m.read(zone[1])
	again := m.less(s[0], l)
	return again, m.cond(again, func() []proc.Var {
		up := m.plus(s[4], m.k(1))
		return []proc.Var{m.div(m.mul(s[0], m.plus(c, up)), up), s[0], s[1], s[2], up}
	}, func() []proc.Var { return s })
}

// split is m for 2 ≤ c < l - 1. Of what Griewank and Walther allow it is what
// writes the fewest states, as loops/schedule proves:
//
//	m = l - β(c-1, r-1) - β(c-2, r-1), but at least β(c, r-2), at most β(c, r-1)
//
// where β(c-1, r) = β(c, r) - β(c, r-1). It begins at β(c, 2) = (c+1) (c+2) / 2.
func (m *maker) split(l, c proc.Var) proc.Var {
	var x proc.Var
	m.share([]proc.Var{l, c}, func(zone []proc.Ref) {
		one, two := m.k(1), m.k(2)
		b1 := m.plus(m.read(zone[1]), one)
		b0 := m.div(m.mul(b1, m.plus(b1, one)), two)
		s := m.while(deriv.Binomial, "rise", zone, m.read(zone[0]), b0, b1, one, m.k(0), two)
		b1, b2, b3 := s[1], s[2], s[3]
		right := m.sub(m.mul(two, m.sub(b1, b2)), m.sub(b2, b3))
		x = m.min(m.max(m.sub(m.read(zone[0]), right), b2), b1)
	})
	return x
}

// while runs a loop over Ints.
func (m *maker) while(kind deriv.StrategyKind, name string, zone []proc.Ref, most proc.Var, state ...proc.Var) []proc.Var {
	s := m.b.Tuple("s", state...)
	return m.b.Untuple(m.b.Call("o", s.Type, proc.While.Of(stepName(kind, name)), namesOf(zone), m.b.Tuple("a", most, s)), "s")
}

// The names of what belongs to a strategy: start$X, next$X, and step$X for its loops.
func startName(k deriv.StrategyKind) proc.Func { return stepName(k, "start") }
func nextName(k deriv.StrategyKind) proc.Func  { return stepName(k, "next") }
func stepName(k deriv.StrategyKind, step string) proc.Func {
	return deriv.Helper(step).Of(proc.Name(string(k)))
}

// schedules write the definitions start$X, next$X, and of the steps in them.
var schedules = map[proc.Func]func(*maker) proc.Var{}

func init() {
	for kind, s := range strategyTable {
		schedules[startName(kind)], schedules[nextName(kind)] = s.writeStart, s.writeNext
		for name, step := range s.steps {
			schedules[stepName(kind, name)] = step.write
		}
	}
}

// Schedule is the definition start$X, next$X or of a step in one of them; nil
// if f is none of those.
func Schedule(f proc.Func) *proc.Def {
	write := schedules[f]
	if write == nil {
		return nil
	}
	m := &maker{def: &proc.Def{Name: f}}
	m.b = &proc.Builder{Names: proc.NewNames(m.def)}
	m.def.Out = m.finish(write(m))
	m.def.Body = linear.Simplify(m.b.Body)
	return m.def
}

func (s *strategy) writeStart(m *maker) proc.Var {
	refs := m.sharedInts("S", "B")
	a := m.in(refs, ints(2), "a", "n")
	r := s.start(m, sizes{refs[0], refs[1]}, a[0], a[1])
	return m.b.Tuple("o", r.a, r.c, r.checkpoints, r.traces)
}

func (s *strategy) writeNext(m *maker) proc.Var {
	refs := m.sharedInts("a", "S", "B")
	a := m.in(refs, ints(2), "l", "c")
	return s.next(m, refs[0], sizes{refs[1], refs[2]}, a[0], a[1])
}

func (s step) write(m *maker) proc.Var {
	refs := m.sharedInts(s.zone...)
	more, state := s.body(m, refs, m.in(refs, ints(len(s.state)), s.state...))
	return m.b.Tuple("o", more, m.b.Tuple("s", state...))
}

func (m *maker) sharedInts(names ...string) []proc.Ref {
	refs := make([]proc.Ref, len(names))
	for i, n := range names {
		refs[i] = m.shared(n, proc.Int)
	}
	return refs
}

// ints is the type of so many Ints.
func ints(n int) proc.Type {
	types := make([]proc.Type, n)
	for i := range types {
		types[i] = proc.Int
	}
	return proc.NewTuple(types...)
}

// finish makes what was written single-use, and gives the name that out then has.
func (m *maker) finish(out proc.Var) proc.Var {
	body, outs := linear.Procedure(m.b.Body, []proc.Var{m.def.In}, []proc.Var{out}, m.b.Names)
	m.b.Body = body
	return outs[0]
}
