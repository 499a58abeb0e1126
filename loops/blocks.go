package loops

import (
	"fmt"

	"procad/internal/optim"
	"procad/internal/units"
	"procad/prim"
	"procad/proc"
	"procad/proc/cost"
	"procad/proc/deriv"
	"procad/split"
)

// A loop for which nobody has chosen a strategy has the fastest one: store, as long as the traces of all iterations
// stay in the cache, and elsewhere every(k), for blocks of iterations whose traces do. Where it can pay to run iterations again, is
// decided here, from the program. When the loop begins, its sizes are known, and start$auto chooses k, which is n for
// store. loops/schedule/auto.go has the same rule for predictions.

// blocks says that the reverse of a loop in order may run iterations again when all traces leave the cache,
// or why it stores them always. x is X, which an iteration leaves.
func (c *chooser) blocks(x proc.Type) (ok bool, why string, err error) {
	switch {
	case c.lib.Without().Has(optim.Blocks):
		return false, "its traces are stored without blocks", nil
	case !c.kind.Sequential():
		return false, "", nil
	case c.kind == proc.While:
		return false, "all traces are stored, since it is not known how many there will be", nil
	case c.policy != split.Recompute:
		return false, "all traces are stored, since it is in what runs again", nil
	case isPart(c.body):
		return false, "all traces are stored, since it is part of a derivative", nil
	case proc.HasStack(c.f.In):
		return false, "all traces are stored, since a copy of its state would take as long as the iterations before", nil
	case proc.Scalar(x):
		return false, "all traces are stored, since a trace is a few numbers: an iteration that waits for the one before takes longer than these", nil
	}
	def, err := c.lib.Def(c.body)
	if def == nil || err != nil {
		return false, "", err
	}
	p := &policies{lib: c.lib}
	word := 0.0 // of a trace, what running an iteration again costs for it
	for _, items := range []float64{units.Short, units.Iterations} {
		a := &cost.Arithmetic{Def: p.definition, Items: items}
		word = max(word, a.Of(def)/a.Kept(x))
	}
	if p.err != nil {
		return false, "", p.err
	}
	if word > units.Memory {
		return false, fmt.Sprintf("all traces are stored, since running an iteration again costs %.3g for each word of its trace, and memory %d", word, units.Memory), nil
	}
	return true, "when the loop begins, it is chosen whether all traces are stored, by their bytes and by those of the cache", nil
}

// isPart says that the body of a loop is that of a loop which a derivative runs, and the program does not.
func isPart(body proc.Func) bool {
	for d, base, ok := deriv.Apart(body); ok; d, base, ok = deriv.Apart(base) {
		if _, _, _, is := deriv.IsIteration(d); is {
			return true
		}
	}
	return false
}

// auto is store or every(k). The first iteration is taped, so its trace is at the bottom of T, and l are left. With C the
// bytes of the cache, and S and B those of a checkpoint and of that trace,
//
//	k = ⌊C / B⌋    where l B > 4 C, the traces leave the cache, and 4 S ≤ k B, states are few beside those of k iterations
//	k = all        elsewhere
func startAuto(m *maker, z sizes, _, l proc.Var) room {
	cache := m.b.Call("C", proc.Int, prim.CacheBytes, nil, m.b.Unit())
	trace := m.max(m.k(1), m.read(z.trace))
	k := m.div(cache, trace)
	leave := m.truth(m.less(m.div(m.mul(m.k(units.Caches), cache), trace), l))
	few := m.truth(m.atMost(m.mul(m.k(units.States), m.read(z.checkpoint)), m.mul(k, trace)))
	bounded := m.truth(m.atMost(l, m.k(maxIterations)))
	block := m.cond(m.less(m.k(0), m.mul(leave, m.mul(few, bounded))),
		func() []proc.Var { return []proc.Var{m.plus(k, m.k(0))} },
		func() []proc.Var { return []proc.Var{m.k(all)} })[0]
	return startEvery(m, z, block, l)
}

// all is a k that no loop reaches. It is a constant, so that it is known that all traces are stored where l is not known.
const all = 1 << 40

// truth is 1 where c is true, and 0 elsewhere.
func (m *maker) truth(c proc.Var) proc.Var {
	return m.cond(c, func() []proc.Var { return []proc.Var{m.k(1)} }, func() []proc.Var { return []proc.Var{m.k(0)} })[0]
}

// blocksForward is the forward pass of a loop for which nobody has chosen a strategy. With fewer iterations than
// units.Measured it stores.
//
//	revf$loop{f} [θ] (n, s) = …    from ((K, T, p, l, a, c, s) = (∅, (t), 1, n - 1, a, c, s₁) on, where (s₁, t) = revf$f [0, θ] s, (a, c) = start$auto (n - 1);
//	                               or (∅, ∅, 0, n, all, 0, s)
func (c *checkpoint) blocksForward(n, s proc.Var) (proc.Var, error) {
	b := c.b
	s, checkpoint := c.checkpointBytes(s)
	var begun []proc.Var
	c.share(c.withLength(nil, n), func(length []proc.Ref) {
		begun = c.cond(c.less(c.k(units.Measured-1), n), func() []proc.Var {
			first := c.taped(length, c.k(0), c.k(1), c.stack("slots", c.k(1)), s)
			one, trace := c.bytes(first[0])
			left := c.sub(n, c.k(1))
			var r []proc.Var
			c.share([]proc.Var{checkpoint, trace}, func(z []proc.Ref) {
				r = b.Untuple(c.call("o", startName(c.kind), z, b.Tuple("i", c.k(0), left)), "a", "c", "checkpoints", "traces")
			})
			// If all traces are stored, there can be any number of iterations, and the loop may end before with a run-time error.
			t := c.cond(c.less(r[0], left),
				func() []proc.Var { return []proc.Var{c.stack("slots", c.plus(r[3], c.k(1)))} },
				func() []proc.Var { return []proc.Var{c.stack("empty", n)} })[0]
			popped := b.Untuple(b.Call("Tt", proc.NewTuple(one.Type, c.x), proc.FamilyOf("pop", c.x), nil, one), "T", "t")
			b.Elim(b.Call("u", proc.Unit, proc.FamilyOf("drained", c.x), nil, popped[0]))
			t = b.Call("T'", t.Type, proc.FamilyOf("push", c.x), nil, b.Tuple("Tt", t, popped[1]))
			return []proc.Var{r[0], trace, r[2], c.k(1), left, r[1], first[1], t}
		}, func() []proc.Var {
			return []proc.Var{c.k(all), c.k(0), c.k(0), c.k(0), n, c.k(0), s, c.stack("empty", n)}
		})
	})
	k := b.Call("K", proc.NewStack(c.checkpoint()), proc.FamilyOf("slots", c.checkpoint()), nil, begun[2])
	return c.forward(n, []proc.Var{begun[0], checkpoint, begun[1]}, append([]proc.Var{k}, begun[3:7]...), begun[7])
}

// stack is T with room for so many traces.
func (c *checkpoint) stack(family string, n proc.Var) proc.Var {
	return c.b.Call("T", proc.NewStack(c.x), proc.FamilyOf(family, c.x), nil, n)
}
