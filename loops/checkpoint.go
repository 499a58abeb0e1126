package loops

import (
	"fmt"

	"procad/prim"
	"procad/proc"
)

// checkpointRules are nTimes, fold, foldr and while with a strategy that keeps less
// than every trace (strategy.go). Two stacks hold what is kept, both in the
// order of the turns:
//
//	K : Stack (Int, Int, S)      states: the number p of the next turn, how many turns right before it are taped, and s
//	T : Stack X                  traces
//
// A descent goes from a state to the turn that is to be reversed next, taping
// and keeping as the strategy says. Its state D has the state s before turn p,
// how many turns before p are taped (r), l turns to go, and c slots free:
//
//	D = (K, T, p, r, l, c, s)        l + p is the same all the time;  at the end l = 0, r ≥ 1
//
//	revf$loop{f} [θ] (n, s)              = (s', (n, a, S, B, c, r, K, T))    where D = while{turn0} (n, (∅, ∅, 0, 0, n, c, s))
//	turn0 [a, S, B, θ] D                 = (l > 0, D')                       where D' is turn1 or turn2 of D, as next$X says
//	turn1 [θ] (K, p, r, m, s)            = (push (K, (p, r, s)), f^m s)
//	turn2 [θ] (T, p, s)                  = (push (T, t), s')                 where (s', t) = revf$f [θ] s
//	turn3 [j, p, θ] s                    = f [p + j, θ] s                    one turn of f^m, where turns have an index
//
//	revr$loop{f} [θ̄] ((n, …, K, T), s̄') = ((), s̄)                            where (∅, ∅, …, s̄) = foldr{turn} (n, (K, T, r, c, s̄'))
//	turn [i, a, S, B, θ̄] (K, T, r, c, s̄) = (K', T', r - 1, c, revr$f [θ̄] (t, s̄))
//	                                        where (T', t) = pop T, after a restore if r = 0
//	turn4 [a, S, B, θ] (i, K, T, c)      = the (K, T, r, c) of the descent from the state that is popped of K to turn i
//
// A state that is kept again right after it was popped goes back by turn5,
// which is turn1. Turns are numbered in the order in which they run. The first
// sweep of while is another one (online.go), and its turns give a Bool too, which
// nobody needs again.
var checkpointRules = map[proc.Deriv]func(*loop, *maker) (proc.Var, error){
	proc.RevF:        checkpointForward,
	proc.RevR:        checkpointReverse,
	proc.RevF.Turn(): checkpointTurn,
	proc.RevR.Turn(): checkpointTurn,
}

// maxTurns bounds a loop with a strategy, so that arithmetic on its turns stays exact.
const (
	maxTurns = 1 << 31
	tooMany  = "a loop with a strategy has at most 2147483648 turns"
)

// The turns, by number; turn.revr$loop{f} has none.
const (
	turnDescend = 0
	turnKeep    = 1
	turnTape    = 2
	turnAdvance = 3
	turnRestore = 4
	turnHold    = 5
	turnProbe   = 6
	turnOnline  = 7
	turnThin    = 8
	turnSort    = 9
	turnBack    = 10
	turnPut     = 11
)

func checkpointTurn(l *loop, m *maker) (proc.Var, error) {
	c := l.checkpointed(m)
	switch {
	case l.number == turnDescend:
		c.descend()
	case l.number == turnKeep, l.number == turnHold:
		c.keep()
	case l.number == turnTape:
		c.tape()
	case l.number == turnAdvance && l.kind != proc.NTimes:
		c.advance()
	case l.kind == proc.While && l.number >= turnOnline && l.number <= turnPut && !l.backwards:
		c.online()
	case l.number == turnProbe:
		c.probe()
	case l.number == turnRestore && l.backwards:
		c.restore()
	case l.number == -1 && l.backwards:
		c.reverse()
	default:
		return proc.Var{}, fmt.Errorf("a checkpointed loop has no turn %d", l.number)
	}
	return c.out, c.err
}

// checkpoint writes the definitions of a loop.
type checkpoint struct {
	*loop
	*maker
	x    proc.Type // X
	kind proc.StrategyKind
	// again says that turns run for a second time, and have adds that must not.
	again bool
	out   proc.Var
	err   error
}

func (l *loop) checkpointed(m *maker) *checkpoint {
	c := &checkpoint{loop: l, maker: m, kind: l.name.Strategy().Kind}
	for _, r := range l.f.Zone {
		c.again = c.again || l.backwards && r.Mode == proc.Accumulator
	}
	c.x, c.err = l.trace(l.fl)
	return c
}

// slot is the type of what K holds, room and those that follow are the names
// of Θ that every turn has: a, S and B, and the number of turns where turns count down.
func (c *checkpoint) slot() proc.Type { return proc.NewTuple(proc.Int, proc.Int, c.f.In) }

func (c *checkpoint) room() []proc.Ref {
	names := []string{"a", "S", "B"}
	if c.loop.kind == proc.FoldR {
		names = append(names, "n")
	}
	refs := make([]proc.Ref, len(names))
	for i, n := range names {
		refs[i] = c.shared(n, proc.Int)
	}
	return refs
}

// theta is what turns get of the zone of the loop.
func (c *checkpoint) theta() []proc.Ref {
	var zone []proc.Ref
	for _, r := range c.loop.zone() {
		if r.Mode != proc.Accumulator || !c.again {
			zone = append(zone, r)
		}
	}
	return zone
}

// once is f or revf$f, without adds if it runs again.
func (c *checkpoint) once(f proc.Func) proc.Func {
	if !c.again {
		return f
	}
	for k := len(c.f.Zone) - 1; k >= 0; k-- {
		if c.f.Zone[k].Mode == proc.Accumulator {
			f = MuteName(f, k)
		}
	}
	return f
}

// turn names one of the turns above.
func (c *checkpoint) turn(number int) proc.Func {
	d := c.fl.F
	if c.again || number == turnRestore || number == turnHold {
		d = c.fl.R
	}
	return d.TurnOf(number).Of(c.name)
}

func (c *checkpoint) call(name string, f proc.Func, zone []proc.Ref, in proc.Var) proc.Var {
	v, err := c.maker.call(c.lib, name, f, zone, in)
	if c.err == nil {
		c.err = err
	}
	return v
}

// descent is the type of D.
func (c *checkpoint) descent() proc.Type {
	return proc.NewTuple(proc.NewStack(c.slot()), proc.NewStack(c.x), proc.Int, proc.Int, proc.Int, proc.Int, c.f.In)
}

func checkpointForward(l *loop, m *maker) (proc.Var, error) {
	c := l.checkpointed(m)
	if l.kind == proc.While {
		return c.onlineForward()
	}
	b := m.b
	in := m.in(l.zone(), proc.NewTuple(proc.Int, l.f.In), "n", "s")
	n, s := in[0], in[1]
	c.bounded(n)
	s, slot, trace := c.sizes(n, s)
	var r []proc.Var
	m.share([]proc.Var{slot, trace}, func(z []proc.Ref) {
		start := c.call("o", startName(c.kind), z, b.Tuple("i", b.Int("a", l.name.Strategy().K), n))
		r = b.Untuple(start, "a", "c", "slots", "traces")
	})
	k := b.Call("K", proc.NewStack(c.slot()), proc.FamilyOf("slots", c.slot()), nil, r[2])
	t := b.Call("T", proc.NewStack(c.x), proc.FamilyOf("slots", c.x), nil, r[3])
	d := b.Tuple("D", k, t, m.k(0), m.k(0), n, r[1], s)
	var end []proc.Var
	values := []proc.Var{r[0], slot, trace}
	if l.kind == proc.FoldR {
		values = append(values, n)
	}
	m.share(values, func(room []proc.Ref) {
		d = b.Call("D'", d.Type, proc.While.Of(c.turn(turnDescend)), namesOf(join(room, c.theta())), b.Tuple("nD", n, d))
		end = b.Untuple(d, "K", "T", "p", "r", "l", "c", "s'")
	})
	x := b.Tuple("x", n, r[0], slot, trace, end[5], end[3], end[0], end[1])
	return c.finish(b.Tuple("o", end[6], x)), c.err
}

// bounded is a fault where a loop has more turns than a schedule can have.
func (c *checkpoint) bounded(n proc.Var) {
	c.b.Elim(c.b.Call("u", proc.Unit, prim.MessageOf("assert", tooMany), nil, c.atMost(n, c.k(maxTurns))))
}

// sizes are the bytes of a slot and of the trace of a turn, for strategies that
// want them. Where the type does not say, they are those of the initial state,
// and of the first turn, which runs once more for it.
func (c *checkpoint) sizes(n, s proc.Var) (same, slot, trace proc.Var) {
	if !strategyTable[c.kind].sized {
		return s, c.k(0), c.k(0)
	}
	b := c.b
	if bytes, ok := Static(c.f.In); ok {
		slot = c.k(bytes)
	} else {
		sn := b.Untuple(b.Call("sn", proc.NewTuple(s.Type, proc.Int), proc.FamilyOf("bytes", s.Type), nil, s), "s", "bytes")
		s, slot = sn[0], sn[1]
	}
	slot = c.plus(slot, c.k(16))
	if bytes, ok := Static(c.x); ok {
		return s, slot, c.k(bytes)
	}
	probed := c.cond(c.less(c.k(0), n), func() []proc.Var {
		probe := *c
		probe.again = true
		var sB proc.Var
		probe.first(n, func(index []proc.Ref) {
			sB = c.call("sB", c.turn(turnProbe), join(index, probe.theta()), s)
		})
		return b.Untuple(sB, "s", "B")
	}, func() []proc.Var { return []proc.Var{s, c.k(0)} })
	return probed[0], slot, probed[1]
}

// Sized says that the schedule of a strategy depends on the bytes of a state
// and of a trace.
func Sized(s proc.Strategy) bool {
	rule := strategyTable[s.Kind]
	return rule != nil && rule.sized
}

// Static is what a schedule takes for the bytes of a value of a type, if the
// type says it: those of the largest.
func Static(t proc.Type) (int64, bool) {
	if !proc.Scalar(t) {
		return 0, false
	}
	return 8 * most(t), true
}

// most is the number of words that a value of a scalar type can have on a stack.
func most(t proc.Type) int64 {
	switch t := t.(type) {
	case proc.RealType, proc.IntType:
		return 1
	case *proc.TupleType:
		n := int64(0)
		for _, e := range t.Elems {
			n += most(e)
		}
		return n
	case *proc.SumType:
		return 1 + max(most(t.L), most(t.R))
	}
	return 0
}

// first runs body with the index of the first of n turns, if turns have one.
func (c *checkpoint) first(n proc.Var, body func(index []proc.Ref)) {
	switch c.loop.kind {
	case proc.Fold:
		c.share([]proc.Var{c.k(0)}, body)
	case proc.FoldR:
		c.share([]proc.Var{c.sub(n, c.k(1))}, body)
	default:
		body(nil)
	}
}

// probe measures the trace of the first turn, whose index is i where turns have one:
//
//	turn6 [i, θ] s = (s, B)    where (_, t) = revf$f [i, θ] s
func (c *checkpoint) probe() {
	c.again = true
	b := c.b
	var index []proc.Ref
	if c.loop.kind.Indices() > 0 {
		index = []proc.Ref{c.shared("i", proc.Int)}
	}
	zone := join(index, c.theta())
	s := c.in(zone, c.f.In, "s")[0]
	s, copy := b.Dup(s)
	st := b.Untuple(c.call("bt", c.once(c.fl.F.Of(c.body)), zone, copy), "s'", "t")
	b.Elim(st[0])
	t := st[1]
	tn := b.Untuple(b.Call("tn", proc.NewTuple(t.Type, proc.Int), proc.FamilyOf("bytes", t.Type), nil, t), "t", "B")
	b.Elim(tn[0])
	c.done(b.Tuple("o", s, tn[1]))
}

func (c *checkpoint) descend() {
	b := c.b
	room := c.room()
	in := c.in(join(room, c.theta()), c.descent(), "K", "T", "p", "r", "l", "c", "s")
	k, t, p, r, l, free, s := in[0], in[1], in[2], in[3], in[4], in[5], in[6]
	more := c.less(c.k(0), l)
	out := c.cond(more, func() []proc.Var {
		m := c.call("m", nextName(c.kind), room[:3], b.Tuple("lc", l, free))
		return c.cond(c.less(c.k(0), m),
			func() []proc.Var { return c.kept(turnKeep, room, k, t, p, r, l, free, s, m) },
			func() []proc.Var {
				ts := b.Untuple(c.call("ts", c.turn(turnTape), join(room, c.theta()), b.Tuple("Tps", t, p, s)), "T", "s")
				one := c.k(1)
				return []proc.Var{k, ts[0], c.plus(p, one), c.plus(r, one), c.sub(l, one), free, ts[1]}
			})
	}, func() []proc.Var { return []proc.Var{k, t, p, r, l, free, s} })
	c.done(b.Tuple("o", more, b.Tuple("D", out...)))
}

// kept is D after the state was kept and m turns ran.
func (c *checkpoint) kept(turn int, room []proc.Ref, k, t, p, r, l, free, s, m proc.Var) []proc.Var {
	ks := c.call("ks", c.turn(turn), join(room, c.theta()), c.b.Tuple("a", k, p, r, m, s))
	out := c.b.Untuple(ks, "K", "s")
	return []proc.Var{out[0], t, c.plus(p, m), c.k(0), c.sub(l, m), c.sub(free, c.k(1)), out[1]}
}

func (c *checkpoint) done(out proc.Var) {
	c.out = c.finish(out)
}

func (c *checkpoint) keep() {
	b := c.b
	room := c.room()
	stack := proc.NewStack(c.slot())
	in := c.in(join(room, c.theta()), proc.NewTuple(stack, proc.Int, proc.Int, proc.Int, c.f.In), "K", "p", "r", "m", "s")
	s, copy := b.Dup(in[4])
	k := b.Call("K'", stack, proc.FamilyOf("push", c.slot()), nil, b.Tuple("kx", in[0], b.Tuple("x", in[1], in[2], copy)))
	ms := b.Tuple("ms", in[3], s)
	switch c.loop.kind {
	case proc.NTimes:
		s = c.call("s'", proc.NTimes.Of(c.once(c.body)), c.theta(), ms)
	case proc.While:
		s = c.call("s'", proc.NTimes.Of(c.turn(turnAdvance)), c.theta(), ms)
	default:
		c.share([]proc.Var{in[1]}, func(p []proc.Ref) {
			s = c.call("s'", proc.Fold.Of(c.turn(turnAdvance)), join(p, room, c.theta()), ms)
		})
	}
	c.done(b.Tuple("o", k, s))
}

// advance is one turn of f^m, where that is not f: of while what it makes of the
// state, and where turns have an index, the j-th from p on.
func (c *checkpoint) advance() {
	if c.loop.kind == proc.While {
		s := c.in(c.theta(), c.f.In, "s")[0]
		c.done(c.state(c.call("bs", c.once(c.body), c.theta(), s)))
		return
	}
	j, p, room := c.shared("j", proc.Int), c.shared("p", proc.Int), c.room()
	s := c.in(join([]proc.Ref{j, p}, room, c.theta()), c.f.In, "s")[0]
	at := c.plus(c.read(p), c.read(j))
	c.indexed(at, room, func(index []proc.Ref) { s = c.call("s'", c.once(c.body), join(index, c.theta()), s) })
	c.done(s)
}

// indexed runs body with the index of the turn that runs as number p.
func (c *checkpoint) indexed(p proc.Var, room []proc.Ref, body func(index []proc.Ref)) {
	switch c.loop.kind {
	case proc.NTimes, proc.While:
		body(nil)
		return
	case proc.FoldR:
		p = c.sub(c.sub(c.read(room[3]), c.k(1)), p)
	}
	c.share([]proc.Var{p}, body)
}

func (c *checkpoint) tape() {
	b := c.b
	room := c.room()
	stack := proc.NewStack(c.x)
	in := c.in(join(room, c.theta()), proc.NewTuple(stack, proc.Int, c.f.In), "T", "p", "s")
	var st []proc.Var
	c.indexed(in[1], room, func(index []proc.Ref) {
		st = b.Untuple(c.call("bt", c.once(c.fl.F.Of(c.body)), join(index, c.theta()), in[2]), "s'", "t")
	})
	c.done(b.Tuple("o", b.Call("T'", stack, proc.FamilyOf("push", c.x), nil, b.Tuple("Tt", in[0], st[1])), c.state(st[0])))
}

// state is s' of what a turn gives, which is (b, s') in while.
func (c *checkpoint) state(out proc.Var) proc.Var {
	if c.loop.kind != proc.While {
		return out
	}
	parts := c.b.Untuple(out, "b", "s'")
	c.b.Elim(parts[0])
	return parts[1]
}

func checkpointReverse(l *loop, m *maker) (proc.Var, error) {
	c := l.checkpointed(m)
	b := m.b
	cot := proc.Cotangent(l.f.In)
	zone := proc.CotangentZone(l.zone(), m.bar)
	ints := []proc.Type{proc.Int, proc.Int, proc.Int, proc.Int, proc.Int, proc.Int}
	x := proc.NewTuple(append(ints, proc.NewStack(c.slot()), proc.NewStack(c.x))...)
	in := m.in(zone, proc.NewTuple(x, cot), "x", "s'.bar")
	parts := b.Untuple(in[0], "n", "a", "S", "B", "c", "r", "K", "T")
	values := parts[1:4:4]
	if l.kind == proc.FoldR {
		values = append(values, parts[0])
	}
	var s proc.Var
	m.share(values, func(room []proc.Ref) {
		st := b.Tuple("st", parts[6], parts[7], parts[5], parts[4], in[1])
		st = b.Call("st'", st.Type, proc.FoldR.Of(l.fl.R.Turn().Of(l.name)), namesOf(join(room, zone)), b.Tuple("nst", parts[0], st))
		end := b.Untuple(st, "K", "T", "r", "c", "s.bar")
		b.Elim(b.Call("u", proc.Unit, proc.FamilyOf("drained", c.slot()), nil, end[0]))
		b.Elim(b.Call("u", proc.Unit, proc.FamilyOf("drained", c.x), nil, end[1]))
		s = end[4]
	})
	if s.Type != proc.Unit {
		s = b.Tuple("o", b.Unit(), s)
	}
	return c.finish(s), c.err
}

func (c *checkpoint) reverse() {
	b := c.b
	cot := proc.Cotangent(c.f.In)
	i, room, zone := c.shared("i", proc.Int), c.room(), proc.CotangentZone(c.loop.zone(), c.bar)
	ks, ts := proc.NewStack(c.slot()), proc.NewStack(c.x)
	in := c.in(join([]proc.Ref{i}, room, zone), proc.NewTuple(ks, ts, proc.Int, proc.Int, cot), "K", "T", "r", "c", "s'.bar")
	k, t, r, free := in[0], in[1], in[2], in[3]
	at := c.cond(c.less(c.k(0), r), func() []proc.Var { return []proc.Var{k, t, r, free} }, func() []proc.Var {
		a := b.Tuple("a", c.read(i), k, t, free)
		return b.Untuple(c.call("o", c.turn(turnRestore), join(room, c.theta()), a), "K", "T", "r", "c")
	})
	tx := b.Untuple(b.Call("Tt", proc.NewTuple(ts, c.x), proc.FamilyOf("pop", c.x), nil, at[1]), "T", "t")
	var s proc.Var
	c.indexed(c.read(i), room, func(index []proc.Ref) {
		end := in[4]
		if c.loop.kind == proc.While {
			end = cotOfCounted(b, end)
		}
		s = c.call("s.bar", c.fl.R.Of(c.body), join(index, zone), b.Tuple("ts", tx[1], end))
	})
	c.done(b.Tuple("o", at[0], tx[0], c.sub(at[2], c.k(1)), at[3], s))
}

func (c *checkpoint) restore() {
	b := c.b
	room := c.room()
	ks, ts := proc.NewStack(c.slot()), proc.NewStack(c.x)
	in := c.in(join(room, c.theta()), proc.NewTuple(proc.Int, ks, ts, proc.Int), "i", "K", "T", "c")
	kx := b.Untuple(b.Call("kx", proc.NewTuple(ks, c.slot()), proc.FamilyOf("pop", c.slot()), nil, in[1]), "K", "x")
	x := b.Untuple(kx[1], "p", "r", "s")
	k, t, p, r, s := kx[0], in[2], x[0], x[1], x[2]
	l := c.sub(c.plus(in[0], c.k(1)), p)
	free := c.plus(in[3], c.k(1))
	m := c.call("m", nextName(c.kind), room[:3], b.Tuple("lc", l, free))
	d := c.cond(c.less(c.k(0), m),
		func() []proc.Var { return c.kept(turnHold, room, k, t, p, r, l, free, s, m) },
		func() []proc.Var { return []proc.Var{k, t, p, r, l, free, s} })
	end := b.Call("D'", c.descent(), proc.While.Of(c.turn(turnDescend)), namesOf(join(room, c.theta())), b.Tuple("lD", l, b.Tuple("D", d...)))
	out := b.Untuple(end, "K", "T", "p", "r", "l", "c", "s")
	c.done(b.Tuple("o", out[0], out[1], out[3], out[5]))
}

// Undecided says in an error that the derivative of a loop with auto was wanted.
const Undecided = "auto stands for a strategy that has to be decided first"

// checkpointing are the rules for a loop with a strategy. Where turns leave no
// trace, there is nothing to be saved, and they are those of a loop without one.
func (l *loop) checkpointing() (map[proc.Deriv]func(*loop, *maker) (proc.Var, error), error) {
	s := l.name.Strategy()
	switch x, err := l.trace(l.fl); {
	case err != nil:
		return nil, err
	case s.Kind == proc.Auto:
		return nil, fmt.Errorf("%s: %s", l.name, Undecided)
	case strategyTable[s.Kind] == nil:
		return nil, fmt.Errorf("%s: the strategy %s is not known", l.name, s)
	case l.kind == proc.While && !s.Online():
		return nil, fmt.Errorf("%s: a while loop cannot have the strategy %s", l.name, s)
	case x == proc.Unit && l.kind == proc.While:
		return whileRules, nil
	case x == proc.Unit:
		return keptRules, nil
	}
	return checkpointRules, nil
}
