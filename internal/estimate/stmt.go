package estimate

import (
	"math"

	"procad/proc"
	"procad/proc/cost"
	"procad/proc/graph"
)

// A frame is a definition that runs: the domain of an abstract interpretation, with what the run costs.
type frame struct {
	*machine
	graph.Unknown[*Value, *Value]
	run *graph.Interpreter[*Value, *Value]
	def *proc.Def
	costs
}

// costs are those of a run so far.
type costs struct {
	// live is what the variables of Γ own, and what is shared or added to; peak
	// is the most of it.
	live, peak footprint
	work       work
	loops      usage
}

// gives is new memory behind a value, and frees is memory that is given back.
func (fr *frame) gives(x *Value) *Value {
	if own := fr.own(x); own != nil {
		fr.live.plus(own)
		fr.peak.most(&fr.live)
	}
	return x
}

func (fr *frame) frees(x *Value) { fr.live.minus(fr.own(x)) }

// during says that so much more memory is in use for a while.
func (fr *frame) during(more *footprint) {
	if more != nil {
		now := fr.live
		now.plus(more)
		fr.peak.most(&now)
	}
}

// also counts work.
func (fr *frame) also(w work) { fr.work = fr.work.and(w) }

// copies counts the work of writing the arrays of a value.
func (fr *frame) copies(x *Value) {
	if own := fr.own(x); own != nil {
		fr.also(copying(words(own.data)))
	}
}

// Before counts a statement, which is one operation.
func (fr *frame) Before(s proc.Stmt) {
	if fr.steps++; fr.steps > maxSteps {
		failf("the program is too long: more than %d statements were looked at", maxSteps)
	}
	fr.also(work{ops: Exactly(1), time: Exactly(cost.Stmt(s))})
}

// Bind checks a value, and shows it to who watches.
func (fr *frame) Bind(v proc.Var, x *Value) *Value {
	switch {
	case x == nil:
		failf("in %s, %s is used and not bound", fr.def.Name, v.Name)
	case x.typ != v.Type:
		failf("internal error: in %s, %s : %s is bound to a %s", fr.def.Name, v.Name, proc.Brief(v.Type), proc.Brief(x.typ))
	}
	if fr.watch != nil && fr.watch.def == fr.def {
		fr.watch.made[v.Name] = fr.strip(x)
	}
	return x
}

func (fr *frame) Const(s *proc.Const) *Value {
	switch s.Out.Type {
	case proc.Int:
		return fr.int(Exactly(int64(s.Bits)))
	case proc.Real:
		x := math.Float64frombits(s.Bits)
		return fr.reals(span{x == x, x, x})
	}
	return fr.unit()
}

func (fr *frame) Elim(_ *proc.Elim, x *Value) { fr.frees(x) }

func (fr *frame) Dup(s *proc.Dup, x *Value) *Value {
	fr.copies(x)
	fr.frees(x)
	return fr.gives(fr.tuple(s.Out.Type, x, fr.copied(x)))
}

func (fr *frame) Tuple(s *proc.Tuple, parts []*Value) *Value { return fr.tuple(s.Out.Type, parts...) }

func (fr *frame) Parts(x *Value, _ proc.Type) []*Value { return x.parts }

func (fr *frame) Inject(out proc.Var, x *Value, left bool) *Value {
	if left {
		return fr.sum(out.Type, x, nil)
	}
	return fr.sum(out.Type, nil, x)
}

func (fr *frame) Share(_ *proc.Share, x *Value) *Value { return x }

func (fr *frame) Accum(_ *proc.Accum, x *Value) *Value { return x }

// Accumulated: what is added to are Reals, of which nothing is known.
func (fr *frame) Accumulated(_ *proc.Accum, x, _ *Value) *Value { return fr.added(x) }

func (fr *frame) Read(_ *proc.Read, x *Value, _ []*Value) *Value {
	if rank(x.typ) == 0 {
		return x
	}
	if x.Elem() == nil {
		fr.run.Stop()
		return nil
	}
	fr.also(work{spread: x.count()})
	return x.Elem()
}

func (fr *frame) Add(_ *proc.Add, _ *Value, _ []*Value, x *Value) {
	fr.copies(x)
	fr.frees(x)
}

func (fr *frame) Size(s *proc.Size, a *Value) *Value { return a.parts[s.Axis] }

func (fr *frame) Row(_ *proc.Row, a *Value, idx []*Value) *Value {
	return fr.make(proc.RowType(a.typ, len(idx)), a.parts[len(idx):]...)
}

func (fr *frame) Choose(_ *proc.Choose, in, yes, no *Value) *Value {
	switch {
	case in.parts[1] == nil:
		return yes
	case in.parts[0] == nil:
		return no
	}
	return fr.join(yes, no)
}

// words is how many words of 8 bytes there are.
func words(bytes Interval) Interval {
	if bytes.Hi == unbounded {
		return Interval{bytes.Lo / 8, unbounded}
	}
	return Interval{bytes.Lo / 8, bytes.Hi / 8}
}

// copied is a copy of a value, whose stacks have room for what is on them.
func (m *machine) copied(v *Value) *Value {
	if v == nil || m.isScalar(v.typ) {
		return v
	}
	switch v.typ.(type) {
	case *proc.ArrayType:
		return v
	case *proc.StackType:
		parts := append([]*Value(nil), v.parts...)
		parts[stackMost], parts[stackStart] = parts[stackWords], parts[stackWords]
		parts[stackLimit] = m.int(Exactly(unbounded))
		return m.make(v.typ, parts...)
	}
	return m.mapParts(v, m.copied)
}

// added is an accumulator afterwards: nothing is known of its numbers.
func (m *machine) added(v *Value) *Value {
	switch {
	case v == nil:
		return nil
	case v.typ == proc.Real:
		return m.anyReal()
	case v.typ == proc.Int:
		return m.int(anyInt)
	case rank(v.typ) > 0:
		parts := append([]*Value(nil), v.parts...)
		parts[len(parts)-1] = m.added(v.Elem())
		return m.make(v.typ, parts...)
	}
	return m.mapParts(v, m.added)
}

// Payload is the side of a sum that a branch takes.
func (fr *frame) Payload(_ *proc.Case, in *Value, left bool) *Value {
	if left {
		return fr.gives(in.parts[0])
	}
	return fr.gives(in.parts[1])
}

// Cases runs both branches of a Case where either may run, and then the costs are those of one of them.
func (fr *frame) Cases(_ *proc.Case, in *Value, left, right func() bool) {
	fr.frees(in)
	switch {
	case in.parts[1] == nil:
		left()
		return
	case in.parts[0] == nil:
		right()
		return
	}
	start := fr.costs
	branch := func(run func() bool) (costs, bool) {
		fr.costs = costs{live: start.live, peak: start.live, loops: usage{}}
		ends := run()
		return fr.costs, ends
	}
	l, lends := branch(left)
	r, rends := branch(right)
	fr.costs = start
	l.loops.either(r.loops, fr.lattice)
	fr.loops.add(l.loops, Exactly(1), fr.lattice)
	// Of a run without a run-time error, only a branch without one says the least.
	done, peak := l.work.join(r.work), l.peak
	peak.either(&r.peak)
	fr.live = l.live
	switch {
	case !lends:
		done.least(r.work)
		peak.data.Lo = r.peak.data.Lo
		fr.live = r.live
	case !rends:
		done.least(l.work)
		peak.data.Lo = l.peak.data.Lo
	}
	fr.also(done)
	fr.peak.most(&peak)
}

// Join covers what both branches leave, and owns as much in the place of l.
func (fr *frame) Join(_ *proc.Case, _ *Value, _ proc.Var, l, r *Value) *Value {
	both := fr.join(l, r)
	fr.frees(l)
	fr.live.plus(fr.own(both))
	return both
}
