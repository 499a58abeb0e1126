package loops

import (
	"procad/proc"
	"procad/proc/cost"
	"procad/proc/deriv"
)

// sizes are the bytes of a checkpoint and of the trace of an iteration, for strategies that
// want them. Where the type does not say, they are those of the initial state,
// and of the first iteration, which runs once more for it.
func (c *checkpoint) sizes(n, s proc.Var) (same, checkpoint, trace proc.Var) {
	if !strategyTable[c.kind].sized {
		return s, c.k(0), c.k(0)
	}
	b := c.b
	s, checkpoint = c.checkpointBytes(s)
	if bytes, ok := Static(c.x); ok {
		return s, checkpoint, c.k(bytes)
	}
	probed := c.cond(c.less(c.k(0), n), func() []proc.Var {
		probe := *c
		probe.reruns = true
		var sB proc.Var
		probe.first(n, func(index []proc.Ref) {
			sB = c.call("sB", c.iteration(deriv.Measure), join(index, probe.theta()), s)
		})
		return b.Untuple(sB, "s", "B")
	}, func() []proc.Var { return []proc.Var{s, c.k(0)} })
	return probed[0], checkpoint, probed[1]
}

// checkpointBytes are the bytes of a checkpoint, by the state s.
func (c *checkpoint) checkpointBytes(s proc.Var) (same, bytes proc.Var) {
	if n, ok := Static(c.f.In); ok {
		return s, c.plus(c.k(n), c.k(8))
	}
	same, bytes = c.bytes(s)
	return same, c.plus(bytes, c.k(8))
}

// bytes are those of a value.
func (m *maker) bytes(x proc.Var) (same, bytes proc.Var) {
	xn := m.b.Untuple(m.b.Call("xn", proc.NewTuple(x.Type, proc.Int), proc.FamilyOf("bytes", x.Type), nil, x), "x", "bytes")
	return xn[0], xn[1]
}

// Sized says that the schedule of a strategy depends on the bytes of a state
// and of a trace.
func Sized(s deriv.Strategy) bool {
	rule := strategyTable[s.Kind]
	return rule != nil && rule.sized
}

// Static is what a schedule takes for the bytes of a value of a type, if the
// type says it: those of the largest.
func Static(t proc.Type) (int64, bool) {
	if !proc.Scalar(t) {
		return 0, false
	}
	return 8 * cost.Most(t), true
}

// first runs body with the index of the first of n iterations, if iterations have one.
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

// probe measures the trace of the first iteration, whose index is i where iterations have one:
//
//	measure [i, θ] s = (s, B)    where (_, t) = revf$f [i, θ] s
func (c *checkpoint) probe() {
	c.reruns = true
	b := c.b
	var index []proc.Ref
	if c.loop.kind.Indices() > 0 {
		index = []proc.Ref{c.shared("i", proc.Int)}
	}
	zone := join(index, c.theta())
	s := c.in(zone, c.f.In, "s")[0]
	s, copy := b.Dup(s)
	st := b.Untuple(c.call("bt", c.once(c.plan.F(c.body)), zone, copy), "s'", "t")
	b.Elim(st[0])
	t := st[1]
	tn := b.Untuple(b.Call("tn", proc.NewTuple(t.Type, proc.Int), proc.FamilyOf("bytes", t.Type), nil, t), "t", "B")
	b.Elim(tn[0])
	c.done(b.Tuple("o", s, tn[1]))
}
