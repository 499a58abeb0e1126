package loops

import (
	"fmt"

	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// checkpointRules are nTimes, fold, foldr and while with a strategy that keeps less
// than every trace (strategy.go). Two stacks hold what is kept, both in the
// order of the turns:
//
//	K : Stack (Int, S)     states: the number p of the next turn, and s
//	T : Stack X            traces of turns after all of these
//
// A descent (descent.go) goes from a state to where the turns that are left are
// taped: the state s before turn p, and l turns, with c slots free. It keeps the
// state and runs m turns as long as the strategy says so:
//
//	descend (K, p, l, c, s)        = (K', p', l', c', s')      from (push (K, (p, s)), p, l, c, m, s) on, if m = next$X (l, c) > 0
//	taped [p, θ] (l, T, s)         = (T', s')                  the turns p … p + l - 1
//
//	revf$loop{f} [θ] (n, s)        = (s', (n, a, S, B, c, l, K, T))    where (K, p, l, c, s₁) = descend (∅, 0, n, c₀, s), (T, s') = taped [p, θ] (l, ∅, s₁)
//	revr$loop{f} [θ̄] ((n, …, l, K, T), s̄')  = ((), s̄)                 where (∅, ∅, 0, c, s̄) = foldr{turn} (n, (K, T, l, c, s̄'))
//	turn [i, a, S, B, θ̄] (K, T, r, c, s̄)   = (K', T', r - 1, c', revr$f [θ̄] (t, s̄))
//	                                          where (T', t) = pop T, after a restore if r = 0
//	turn4 [a, S, B, θ] (i, K, T, c) = (K', T', r, c')          the turns that the descent from the state on top of K to turn i leaves are taped
//
// Where a strategy leaves one turn only, turn4 tapes it without its value (trace.go).
// Turns are numbered in the order in which they run. The first sweep of while
// is another one (online.go), and its turns give a Bool too, which nobody needs
// again.
var checkpointRules = map[proc.Deriv]func(*loop, *maker) (proc.Var, error){
	deriv.RevF:             checkpointForward,
	deriv.RevR:             checkpointReverse,
	deriv.Turn(deriv.RevF): checkpointTurn,
	deriv.Turn(deriv.RevR): checkpointTurn,
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
	turnTrace   = 11
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
	case l.number == turnTrace && c.alone():
		c.trace()
	case l.number == turnAdvance && l.kind != proc.NTimes:
		c.advance()
	case l.kind == proc.While && l.number >= turnOnline && l.number <= turnBack && !l.backwards:
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
	c.x = l.plan.Trace
	return c
}

// alone says that a descent leaves one turn only.
func (c *checkpoint) alone() bool { return c.loop.kind != proc.While && strategyTable[c.kind].alone }

// slot is the type of what K holds, length and room those names of Θ that turns
// have beside the loop's: the number of turns where they count down, and a, S and B.
func (c *checkpoint) slot() proc.Type { return proc.NewTuple(proc.Int, c.f.In) }

func (c *checkpoint) length() []proc.Ref {
	if c.loop.kind != proc.FoldR {
		return nil
	}
	return []proc.Ref{c.shared("n", proc.Int)}
}

func (c *checkpoint) room() []proc.Ref {
	return append([]proc.Ref{c.shared("a", proc.Int), c.shared("S", proc.Int), c.shared("B", proc.Int)}, c.length()...)
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
	d := c.policy.F
	if c.again || number == turnRestore || number == turnHold {
		d = c.policy.R
	}
	return deriv.TurnOf(d, number).Of(c.name)
}

func (c *checkpoint) call(name string, f proc.Func, zone []proc.Ref, in proc.Var) proc.Var {
	v, err := c.maker.call(c.lib, name, f, zone, in)
	if c.err == nil {
		c.err = err
	}
	return v
}

func (c *checkpoint) done(out proc.Var) {
	c.out = c.finish(out)
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
	var d, end []proc.Var
	values := []proc.Var{r[0], slot, trace}
	if l.kind == proc.FoldR {
		values = append(values, n)
	}
	m.share(values, func(room []proc.Ref) {
		d = c.descent(turnKeep, room, k, m.k(0), n, r[1], s)
		end = c.taped(room[3:], d[1], d[2], t, d[4])
	})
	x := b.Tuple("x", n, r[0], slot, trace, d[3], d[2], d[0], end[0])
	return c.finish(b.Tuple("o", end[1], x)), c.err
}

// bounded is a fault where a loop has more turns than a schedule can have.
func (c *checkpoint) bounded(n proc.Var) {
	c.b.Elim(c.b.Call("u", proc.Unit, prim.MessageOf("assert", tooMany), nil, c.atMost(n, c.k(maxTurns))))
}

func checkpointReverse(l *loop, m *maker) (proc.Var, error) {
	c := l.checkpointed(m)
	b := m.b
	cot := proc.Cotangent(l.f.In)
	zone := deriv.CotangentZone(l.zone(), m.bar)
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
		st = b.Call("st'", st.Type, proc.FoldR.Of(deriv.Turn(l.policy.R).Of(l.name)), namesOf(join(room, zone)), b.Tuple("nst", parts[0], st))
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

// Undecided says that the derivative of a loop with auto was wanted.
type Undecided struct{ Loop proc.Func }

func (e *Undecided) Error() string {
	return fmt.Sprintf("%s: auto stands for a strategy that has to be decided first", e.Loop)
}
