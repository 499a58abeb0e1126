package faults

const (
	checkpoint = "loops/checkpoint.go"
	online     = "loops/online.go"
	strategies = "loops/strategy.go"
	mixed      = "loops/mixed.go"
)

// Strategies are the faults in what keeps states of loops and runs turns again.
var Strategies = []Row{
	{Name: "forward: a turn is left out", File: checkpoint, In: "func checkpointForward(",
		Old: "m.k(0), m.k(0), n, r[1], s)", New: "m.k(0), m.k(0), c.sub(n, c.k(1)), r[1], s)"},
	{Name: "forward: slots and traces have each other's room", File: checkpoint, In: "func checkpointForward(",
		Old: `c.slot()), nil, r[2])`, New: `c.slot()), nil, r[3])`},
	{Name: "forward: free slots are forgotten", File: checkpoint, In: "func checkpointForward(",
		Old: "end[5], end[3]", New: "c.k(0), end[3]"},
	{Name: "forward: taped turns are forgotten", File: checkpoint, In: "func checkpointForward(",
		Old: "end[5], end[3]", New: "end[5], c.k(0)"},
	{Name: "keep: a slot stays free", File: checkpoint, In: ") kept(",
		Old: "c.sub(free, c.k(1))", New: "c.plus(free, c.k(0))"},
	{Name: "keep: the next turn has the number of the one that is kept", File: checkpoint, In: ") kept(",
		Old: "c.plus(p, m)", New: "c.plus(p, c.k(0))"},
	{Name: "keep: a turn too many is left to do", File: checkpoint, In: ") kept(",
		Old: "c.sub(l, m)", New: "c.plus(c.sub(l, m), c.k(1))"},
	{Name: "keep: the state after the turns is kept", File: checkpoint, In: ") keep()",
		Old: `c.done(b.Tuple("o", k, s))`, New: `c.done(func() proc.Var {
		last, more := b.Dup(s)
		kx := b.Untuple(b.Call("kx", proc.NewTuple(stack, c.slot()), proc.FamilyOf("pop", c.slot()), nil, k), "K", "x")
		x := b.Untuple(kx[1], "p", "r", "s")
		b.Elim(x[2])
		return b.Tuple("o", b.Call("K'", stack, proc.FamilyOf("push", c.slot()), nil, b.Tuple("kx", kx[0], b.Tuple("x", x[0], x[1], more))), last)
	}())`},
	{Name: "tape: a trace is not counted", File: checkpoint, In: ") descend()",
		Old: "c.plus(r, one)", New: "c.plus(r, c.k(0))"},
	{Name: "tape: the number of the turn stays", File: checkpoint, In: ") descend()",
		Old: "c.plus(p, one)", New: "c.plus(p, c.k(0))"},
	{Name: "advance: the index stays that of the first turn", File: checkpoint, In: ") advance()",
		Old: "c.plus(c.read(p), c.read(j))", New: "c.plus(c.read(p), c.mul(c.k(0), c.read(j)))"},
	{Name: "foldr: the index is that of the turn before", File: checkpoint, In: ") indexed(",
		Old: "c.sub(c.sub(c.read(room[3]), c.k(1)), p)", New: "c.sub(c.read(room[3]), p)"},
	{Name: "reverse: a trace is counted after it was taken", File: checkpoint, In: ") reverse()",
		Old: "c.sub(at[2], c.k(1))", New: "c.plus(at[2], c.k(0))"},
	{Name: "restore: l is one too small", File: checkpoint, In: ") restore()",
		Old: "c.sub(c.plus(in[0], c.k(1)), p)", New: "c.sub(in[0], p)"},
	{Name: "restore: the slot is not free again", File: checkpoint, In: ") restore()",
		Old: "c.plus(in[3], c.k(1))", New: "c.plus(in[3], c.k(0))"},
	{Name: "restore: a state that stays counts as a new one", File: checkpoint, In: ") restore()",
		Old: "c.kept(turnHold,", New: "c.kept(turnKeep,"},
	{Name: "turns that run again add again", File: checkpoint, In: ") checkpointed(",
		Old: "c.again = c.again || l.backwards && r.Mode", New: "c.again = c.again && l.backwards && r.Mode"},
	{Name: "a slot has no room for numbers", File: checkpoint, In: ") sizes(",
		Old: "slot = c.plus(slot, c.k(16))", New: "slot = c.plus(slot, c.k(0))"},
	{Name: "a trace of many types is measured in fewer words", File: checkpoint, In: "func most(",
		Old: "return 1 + max(", New: "return max("},

	{Name: "recompute: m is one too small", File: strategies, In: "func nextRecompute(",
		Old: "m.k(1)", New: "m.k(2)"},
	{Name: "every: the last block is kept, too", File: strategies, In: "func nextEvery(",
		Old: "m.less(block, l)", New: "m.atMost(block, l)"},
	{Name: "every: no room for traces", File: strategies, In: "func startEvery(",
		Old: "m.max(one, m.min(k, n))", New: "m.max(one, m.min(none, n))"},
	{Name: "sqrt: rounded down", File: strategies, In: "func startSqrt(",
		Old: "m.min(m.k(1), ", New: "m.min(m.k(0), "},
	{Name: "bisect: one slot too few", File: strategies, In: "func halve(",
		Old: "m.plus(slots, again)", New: "m.plus(slots, m.min(again, slots))"},
	{Name: "bisect: the middle is rounded down", File: strategies, In: "func nextBisect(",
		Old: "m.div(m.plus(l, one), m.k(2))", New: "m.max(one, m.div(l, m.k(2)))"},
	{Name: "binomial: a wrong β", File: strategies, In: "func rise(",
		Old: "m.plus(c, up)", New: "m.plus(c, s[4])"},
	{Name: "binomial: a split with more writes", File: strategies, In: "func (m *maker) split(",
		Old: "m.sub(b2, b3)", New: "m.sub(b1, b3)"},
	{Name: "binomial: a split beyond β", File: strategies, In: "func (m *maker) split(",
		Old: "one), b1)", New: "one), m.sub(l, one))"},

	{Name: "mixed: a turn too many is taped", File: mixed, In: "func (m *maker) tape(",
		Old: "return m.plus(m.k(1), m.div(", New: "return m.plus(m.k(2), m.div("},
	{Name: "mixed: all conversions go to the left", File: mixed, In: "func convert(",
		Old: "m.plus(done, m.mul(left, gain))", New: "m.plus(done, m.mul(all, gain))"},
	{Name: "mixed: conversions without writes are forgotten", File: mixed, In: "func convert(",
		Old: "m.min(free, most)", New: "m.mul(m.k(0), m.min(free, most))"},

	{Name: "while: the gap stays when states are dropped", File: online, In: ") onlineTurn(",
		Old: "g2 := c.mul(g, c.k(2))", New: "g2 := c.mul(g, c.k(1))"},
	{Name: "while: as many slots are free as states stay", File: online, In: ") onlineTurn(",
		Old: "c.sub(c.read(a), c.half(c.read(a)))", New: "c.half(c.read(a))"},
	{Name: "while: the number of the turn stays", File: online, In: ") onlineTurn(",
		Old: "c.plus(p, c.k(1)), g", New: "c.plus(p, c.k(0)), g"},
	{Name: "while: the wrong states are dropped", File: online, In: "case turnSort:",
		Old: `c.op("ieq", c.op("imod", p[0], c.read(g)), none)`, New: `c.less(none, c.op("imod", p[0], c.read(g)))`},
	{Name: "while: states are moved back from the wrong stack", File: online, In: "case turnThin:",
		Old: `b.Tuple("HK", kh[1], kh[0])`, New: `b.Tuple("HK", kh[0], kh[1])`},
}
