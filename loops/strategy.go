package loops

import (
	"strings"

	"procad/linear"
	"procad/proc"
)

// The strategies of loop checkpointing. Before the reverse pass comes to a
// turn, it has to have the trace of that turn, and gets it by running forwards
// again from a state that was kept. With a state at hand, l turns to be
// reversed from there on, and c units of room left, a strategy either tapes
// the next turn, or keeps the state and goes on:
//
//	next$X [a, u, w] (l, c) = m       m = 0   run the turn, its trace goes on the stack of traces
//	                                  m ≥ 1   keep the state, run m turns without traces, m < l
//
// After that (l - m, c - u) is left to do from there on, and then (m, c) from
// the state that was kept. What a loop of n turns begins with:
//
//	start$X (a, n, S, B) = (a', u, w, c, slots, traces)
//
// a is the parameter of the strategy, S and B are the bytes of a state and of
// the trace of a turn. A slot takes u units of room, a trace w. There are never
// more states and traces at once than slots and traces say.
type strategy struct {
	start func(m *maker, a, n, S, B proc.Var) room
	next  func(m *maker, a, u, w proc.Ref, l, c proc.Var) proc.Var
	// turns are the bodies of the loops in them, f : [zone] (Int, Int) → (Bool, (Int, Int)).
	turns map[string]turn
	sizes bool // whether start uses S and B
}

// A room is the result of start$X.
type room struct{ a, u, w, c, slots, traces proc.Var }

// A turn of a while loop over two Ints.
type turn struct {
	zone []string
	body func(m *maker, zone []proc.Ref, x, y proc.Var) (more, x2, y2 proc.Var)
}

var strategyTable = map[proc.StrategyKind]*strategy{
	proc.Recompute: {start: startRecompute, next: nextRecompute},
	proc.Every:     {start: startEvery, next: nextEvery},
	proc.Sqrt:      {start: startSqrt, next: nextEvery},
	proc.Bisect:    {start: startBisect, next: nextBisect, turns: map[string]turn{"halve": {body: halve}}},
	proc.Binomial:  {start: startBinomial, next: nextBinomial, turns: map[string]turn{"rise": {[]string{"l", "c"}, rise}}},
}

// recompute keeps the initial state only:  m = l - 1.
func startRecompute(m *maker, a, n, S, B proc.Var) room {
	one, none := m.k(1), m.k(0)
	return room{a, none, none, none, one, one}
}

func nextRecompute(m *maker, a, u, w proc.Ref, l, c proc.Var) proc.Var { return m.sub(l, m.k(1)) }

// every(k) keeps the states before the turns 0, k, 2k, …, and tapes the last k
// turns that are left, or fewer:  m = k if k < l, else 0. At most ⌈n/k⌉ - 1
// states are kept.
func startEvery(m *maker, k, n, S, B proc.Var) room {
	none, one := m.k(0), m.k(1)
	return room{k, none, none, none, m.max(none, m.div(m.sub(n, one), k)), m.max(one, m.min(k, n))}
}

func nextEvery(m *maker, k, u, w proc.Ref, l, c proc.Var) proc.Var {
	block := m.read(k)
	return m.cond(m.less(block, l),
		func() []proc.Var { return []proc.Var{m.read(k)} },
		func() []proc.Var { return []proc.Var{m.k(0)} })[0]
}

// sqrt is every(⌈√n⌉):  ⌈√n⌉ = r + min(1, n - r²) for r = ⌊√n⌋.
func startSqrt(m *maker, a, n, S, B proc.Var) room {
	x := m.b.Call("x", proc.Real, "real", nil, n)
	r := m.b.Call("r", proc.Int, "int", nil, m.b.Call("root", proc.Real, "sqrt", nil, x))
	up := m.plus(r, m.min(m.k(1), m.sub(n, m.mul(r, r))))
	return startEvery(m, m.max(up, m.k(1)), n, S, B)
}

// bisect keeps the state, and goes on to the middle of what is left:
// m = min(⌈l/2⌉, l - 1). At most ⌊log₂ n⌋ states are kept.
func startBisect(m *maker, a, n, S, B proc.Var) room {
	none := m.k(0)
	state := m.b.Tuple("s", m.max(n, m.k(1)), none)
	out := m.b.Call("o", state.Type, proc.While.Of(stepName(proc.Bisect, "halve")), nil, m.b.Tuple("a", m.k(64), state))
	return room{a, none, none, none, m.b.Untuple(out, "l", "slots")[1], m.k(1)}
}

// halve (l, slots) = (⌊l/2⌋, slots + 1) while l > 1
func halve(m *maker, _ []proc.Ref, l, slots proc.Var) (more, l2, slots2 proc.Var) {
	again := m.min(m.k(1), m.sub(l, m.k(1)))
	return m.less(m.k(1), l), m.max(m.k(1), m.div(l, m.k(2))), m.plus(slots, again)
}

func nextBisect(m *maker, a, u, w proc.Ref, l, c proc.Var) proc.Var {
	one := m.k(1)
	return m.min(m.div(m.plus(l, one), m.k(2)), m.sub(l, one))
}

// binomial(s) keeps at most s states. With c slots, β(c, r) = C(c+r, c) turns can
// be reversed such that none runs forwards more than r times before it is
// taped. For the smallest r with l ≤ β(c, r) the split of Griewank and Walther
// leaves m ≤ β(c, r-1) turns to the left and l - m ≤ β(c-1, r) to the right.
func startBinomial(m *maker, s, n, S, B proc.Var) room {
	none, one := m.k(0), m.k(1)
	return room{s, one, none, s, m.max(one, m.min(s, m.sub(n, one))), one}
}

func nextBinomial(m *maker, a, u, w proc.Ref, l, c proc.Var) proc.Var {
	one := m.k(1)
	last := m.sub(l, one)
	return m.cond(m.less(m.min(c, last), m.k(2)), func() []proc.Var {
		return []proc.Var{m.sub(l, m.k(1))}
	}, func() []proc.Var {
		return []proc.Var{m.split(l, m.min(c, last))}
	})[0]
}

// rise (r, β(c, r)) = (r + 1, β(c, r + 1)) while β(c, r) < l, where β(c, r + 1) = β(c, r) (c + r + 1) / (r + 1)
func rise(m *maker, zone []proc.Ref, r, beta proc.Var) (more, r2, beta2 proc.Var) {
	l, c := m.read(zone[0]), m.read(zone[1])
	again := m.less(beta, l)
	out := m.cond(again, func() []proc.Var {
		up := m.plus(r, m.k(1))
		return []proc.Var{up, m.div(m.mul(beta, m.plus(c, up)), up)}
	}, func() []proc.Var { return []proc.Var{m.plus(r, m.k(0)), m.plus(beta, m.k(0))} })
	return again, out[0], out[1]
}

// split is m for 2 ≤ c < l, with r and β = β(c, r) as above:
//
//	β(c, r-1) = β r / (c + r)        β(c-1, r-1) = β(c, r-1) c / (c + r - 1)        m = min(β(c, r-1), l - β(c-1, r-1))
func (m *maker) split(l, c proc.Var) proc.Var {
	var x proc.Var
	m.share([]proc.Var{l, c}, func(zone []proc.Ref) {
		one := m.k(1)
		state := m.b.Tuple("s", m.k(0), one)
		out := m.b.Call("o", state.Type, proc.While.Of(stepName(proc.Binomial, "rise")), namesOf(zone), m.b.Tuple("a", m.read(zone[0]), state))
		rb := m.b.Untuple(out, "r", "beta")
		l, c := m.read(zone[0]), m.read(zone[1])
		cr := m.plus(c, rb[0])
		left := m.div(m.mul(rb[1], rb[0]), cr)
		least := m.div(m.mul(left, c), m.sub(cr, one))
		x = m.min(left, m.sub(l, least))
	})
	return x
}

// The names of what belongs to a strategy: start$X, next$X, and step$X for its loops.
func startName(k proc.StrategyKind) proc.Func { return "start$" + proc.Func(k) }
func nextName(k proc.StrategyKind) proc.Func  { return "next$" + proc.Func(k) }
func stepName(k proc.StrategyKind, step string) proc.Func {
	return proc.Func(step) + "$" + proc.Func(k)
}

// Schedule is the definition start$X, next$X or of a step in one of them; nil
// if f is none of those.
func Schedule(f proc.Func) *proc.Def {
	head, kind, ok := strings.Cut(string(f), "$")
	s := strategyTable[proc.StrategyKind(kind)]
	if !ok || s == nil {
		return nil
	}
	m := &maker{def: &proc.Def{Name: f}}
	m.b = &proc.Builder{Names: proc.NewNames(m.def)}
	zone := func(names ...string) []proc.Ref {
		refs := make([]proc.Ref, len(names))
		for i, n := range names {
			refs[i] = m.shared(n, proc.Int)
		}
		return refs
	}
	ints := func(n int) proc.Type {
		types := make([]proc.Type, n)
		for i := range types {
			types[i] = proc.Int
		}
		return proc.NewTuple(types...)
	}
	var out proc.Var
	switch step := s.turns[head]; {
	case head == "start":
		a := m.in(nil, ints(4), "a", "n", "S", "B")
		r := s.start(m, a[0], a[1], a[2], a[3])
		out = m.b.Tuple("o", r.a, r.u, r.w, r.c, r.slots, r.traces)
	case head == "next":
		refs := zone("a", "u", "w")
		a := m.in(refs, ints(2), "l", "c")
		out = s.next(m, refs[0], refs[1], refs[2], a[0], a[1])
	case step.body != nil:
		refs := zone(step.zone...)
		a := m.in(refs, ints(2), "x", "y")
		more, x, y := step.body(m, refs, a[0], a[1])
		out = m.b.Tuple("o", more, m.b.Tuple("s", x, y))
	default:
		return nil
	}
	m.def.Out = m.finish(out)
	m.def.Body = linear.Tidy(m.b.Body)
	return m.def
}

// finish makes what was written single-use, and gives the name that out then has.
func (m *maker) finish(out proc.Var) proc.Var {
	body, outs := linear.Procedure(m.b.Body, []proc.Var{m.def.In}, []proc.Var{out}, m.b.Names)
	m.b.Body = body
	return outs[0]
}

// Online says that a strategy needs not know how many turns there will be, so
// that a while loop can have it.
func Online(s proc.Strategy) bool {
	switch s.Kind {
	case "", proc.KeepAll, proc.Recompute, proc.Every, proc.Binomial, proc.Auto:
		return true
	}
	return false
}
