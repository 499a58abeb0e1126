package loops

import (
	"fmt"
	"slices"

	"procad/proc"
	"procad/proc/deriv"
)

// Checkpoints is the way of nTimes, fold, foldr and while with a strategy that keeps less
// than every trace (strategy.go), or may keep less (blocks.go). Two stacks hold what is kept, both in the
// order of the iterations:
//
//	K : Stack (Int, S)     states: the number p of the next iteration, and s
//	T : Stack X            traces of iterations after all of these
//
// A descent (descent.go) goes from a state to where the iterations that are left are
// taped: the state s before iteration p, and l iterations, with c checkpoints free. It keeps the
// state and runs m iterations as long as the strategy says so:
//
//	descent (K, p, l, c, s)        = (K', p', l', c', s')      from (push (K, (p, s)), p, l, c, m, s) on, if m = next$X (l, c) > 0
//	taped [p, θ] (l, T, s)         = (T', s')                  the iterations p … p + l - 1
//
//	revf$loop{f} [θ] (n, s)        = (s', (n, a, S, B, c, l, K, T))    where (K, p, l, c, s₁) = descent (∅, 0, n, c₀, s), (T, s') = taped [p, θ] (l, ∅, s₁)
//	revr$loop{f} [θ̄] ((n, …, l, K, T), s̄')  = ((), s̄)                 where (∅, ∅, 0, c, s̄) = foldr{iteration} (n, (K, T, l, c, s̄'))
//	iteration [i, a, S, B, θ̄] (K, T, r, c, s̄)   = (K', T', r - 1, c', revr$f [θ̄] (t, s̄))
//	                                          where (T', t) = pop T, after a restore if r = 0
//	restore [a, S, B, θ] (i, K, T, c)    = (K', T', r, c')          the iterations that the descent from the state on top of K to iteration i leaves are taped
//
// Where nobody has chosen a strategy, S, B and c are left out, and the trace of the first iteration may be below all others.
// Where a strategy leaves one iteration only, restore tapes it without its value (trace.go).
// Iterations are numbered in the order in which they run. The first sweep of while
// is another one (online.go), and its iterations give a Bool too, which nobody needs
// again.
const Checkpoints Way = "loop with checkpoints"

// maxIterations bounds a loop with a strategy, so that arithmetic on its iterations stays exact.
const (
	maxIterations = 1 << 31
	tooMany       = "a loop with a strategy has at most 2147483648 iterations"
)

func checkpointIteration(l *loop, m *maker) (proc.Var, error) {
	c := l.checkpointed(m)
	switch {
	case l.phase == deriv.Descend:
		c.descend()
	case l.phase == deriv.Save, l.phase == deriv.Resave:
		c.keep()
	case l.phase == deriv.Tape:
		c.tape()
	case l.phase == deriv.TapeLast && c.alone():
		c.trace()
	case l.phase == deriv.Advance && l.kind != proc.NTimes:
		c.advance()
	case l.kind == proc.While && slices.Contains([]deriv.Phase{deriv.Online, deriv.Thin, deriv.ThinTo, deriv.ThinBack}, l.phase) && !l.backwards:
		c.online()
	case l.phase == deriv.Measure:
		c.probe()
	case l.phase == deriv.Restore && l.backwards:
		c.restore()
	case l.phase == deriv.Body && l.backwards:
		c.reverse()
	default:
		return proc.Var{}, fmt.Errorf("a checkpointed loop has no phase %s", l.phase)
	}
	return c.out, c.err
}

// checkpoint writes the definitions of a loop.
type checkpoint struct {
	*loop
	*maker
	x    proc.Type // X
	kind deriv.StrategyKind
	// reruns says that iterations run for a second time, and have adds that must not.
	reruns bool
	out    proc.Var
	err    error
}

func (l *loop) checkpointed(m *maker) *checkpoint {
	c := &checkpoint{loop: l, maker: m, kind: l.plan.Strategy.Kept()}
	for _, r := range l.f.Zone {
		c.reruns = c.reruns || l.backwards && r.Mode == proc.Accumulator
	}
	c.x = l.plan.Trace
	return c
}

// alone says that a descent leaves one iteration only.
func (c *checkpoint) alone() bool { return c.loop.kind != proc.While && strategyTable[c.kind].alone }

// checkpoint is the type of what K holds, length and room those names of Θ that iterations
// have beside the loop's: the number of iterations where they count down, and a, S and B.
func (c *checkpoint) checkpoint() proc.Type { return proc.NewTuple(proc.Int, c.f.In) }

func (c *checkpoint) length() []proc.Ref {
	if c.loop.kind != proc.FoldR {
		return nil
	}
	return []proc.Ref{c.shared("n", proc.Int)}
}

func (c *checkpoint) room() []proc.Ref {
	return append([]proc.Ref{c.shared("a", proc.Int), c.shared("S", proc.Int), c.shared("B", proc.Int)}, c.length()...)
}

// theta is what iterations get of the zone of the loop.
func (c *checkpoint) theta() []proc.Ref {
	var zone []proc.Ref
	for _, r := range c.loop.zone() {
		if r.Mode != proc.Accumulator || !c.reruns {
			zone = append(zone, r)
		}
	}
	return zone
}

// once is f or revf$f, without adds if it runs again.
func (c *checkpoint) once(f proc.Func) proc.Func {
	if !c.reruns {
		return f
	}
	for k := len(c.f.Zone) - 1; k >= 0; k-- {
		if c.f.Zone[k].Mode == proc.Accumulator {
			f = EraseName(f, k)
		}
	}
	return f
}

// iteration names the body of a loop.
func (c *checkpoint) iteration(phase deriv.Phase) proc.Func {
	d := c.policy.F
	if c.reruns || phase == deriv.Restore || phase == deriv.Resave {
		d = c.policy.R
	}
	return deriv.IterationOf(d, phase).Of(c.name)
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
	if c.kind == deriv.Auto {
		return c.blocksForward(n, s)
	}
	c.bounded(n)
	s, checkpoint, trace := c.sizes(n, s)
	var r []proc.Var
	m.share([]proc.Var{checkpoint, trace}, func(z []proc.Ref) {
		start := c.call("o", startName(c.kind), z, b.Tuple("i", b.Int("a", l.plan.Strategy.K), n))
		r = b.Untuple(start, "a", "c", "checkpoints", "traces")
	})
	k := b.Call("K", proc.NewStack(c.checkpoint()), proc.FamilyOf("slots", c.checkpoint()), nil, r[2])
	t := b.Call("T", proc.NewStack(c.x), proc.FamilyOf("slots", c.x), nil, r[3])
	return c.forward(n, []proc.Var{r[0], checkpoint, trace}, []proc.Var{k, m.k(0), n, r[1], s}, t)
}

// forward is the forward pass from where K, p, l, c and s are, given n, the room a, S, B, and T.
func (c *checkpoint) forward(n proc.Var, room, at []proc.Var, t proc.Var) (proc.Var, error) {
	var d, end []proc.Var
	c.share(c.withLength(room, n), func(room []proc.Ref) {
		d = c.descent(deriv.Save, room, at[0], at[1], at[2], at[3], at[4])
		end = c.taped(room[3:], d[1], d[2], t, d[4])
	})
	x := []proc.Var{n, room[0], room[1], room[2], d[3], d[2], d[0], end[0]}
	if c.kind == deriv.Auto { // every(a) asks for a alone
		x = []proc.Var{n, room[0], d[2], d[0], end[0]}
	}
	return c.finish(c.b.Tuple("o", end[1], c.b.Tuple("x", x...))), c.err
}

// withLength are values with n, where iterations count down.
func (c *checkpoint) withLength(values []proc.Var, n proc.Var) []proc.Var {
	if c.loop.kind == proc.FoldR {
		return append(slices.Clip(values), n)
	}
	return values
}

// bounded is a run-time error where a loop has more iterations than a schedule can have.
func (c *checkpoint) bounded(n proc.Var) {
	c.b.Elim(c.b.Call("u", proc.Unit, proc.CheckOf("assert", tooMany), nil, c.atMost(n, c.k(maxIterations))))
}

func checkpointReverse(l *loop, m *maker) (proc.Var, error) {
	c := l.checkpointed(m)
	b := m.b
	cot := deriv.Cotangent(l.f.In)
	zone := deriv.CotangentZone(l.zone(), m.bar)
	names := []string{"n", "a", "S", "B", "c", "r", "K", "T"}
	if c.kind == deriv.Auto {
		names = []string{"n", "a", "r", "K", "T"}
	}
	types := slices.Repeat([]proc.Type{proc.Int}, len(names)-2)
	x := proc.NewTuple(append(types, proc.NewStack(c.checkpoint()), proc.NewStack(c.x))...)
	in := m.in(zone, proc.NewTuple(x, cot), "x", "s'.bar")
	parts := b.Untuple(in[0], names...)
	if c.kind == deriv.Auto {
		parts = []proc.Var{parts[0], parts[1], m.k(0), m.k(0), m.k(0), parts[2], parts[3], parts[4]}
	}
	var s proc.Var
	m.share(c.withLength(parts[1:4], parts[0]), func(room []proc.Ref) {
		st := b.Tuple("st", parts[6], parts[7], parts[5], parts[4], in[1])
		st = b.Call("st'", st.Type, proc.FoldR.Of(deriv.Iteration(l.policy.R).Of(l.name)), namesOf(join(room, zone)), b.Tuple("nst", parts[0], st))
		end := b.Untuple(st, "K", "T", "r", "c", "s.bar")
		b.Elim(b.Call("u", proc.Unit, proc.FamilyOf("drained", c.checkpoint()), nil, end[0]))
		b.Elim(b.Call("u", proc.Unit, proc.FamilyOf("drained", c.x), nil, end[1]))
		s = end[4]
	})
	if s.Type != proc.Unit {
		s = b.Tuple("o", b.Unit(), s)
	}
	return c.finish(s), c.err
}
