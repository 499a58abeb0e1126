package estimate

import (
	"procad/proc"
	"procad/proc/graph"
)

// loop is what a Call of loop{body} gives, nil where that is a run-time error.
func (fr *frame) loop(s *proc.Call, kind proc.LoopKind, body proc.Func, in *Value, zone []*Value) *Value {
	d := fr.need(body)
	switch {
	case kind == proc.SumOf:
		return fr.total(d, in, zone)
	case kind == proc.Adds:
		return fr.adds(d, in, zone)
	case kind == proc.MaxOf || kind == proc.ArgMax:
		return fr.largest(d, kind, in, zone)
	case kind.BuildRank() > 0:
		return fr.build(d, kind, in, zone)
	}
	return fr.repeat(s, d, kind, in, zone)
}

// below are the indices of a loop of n iterations.
func (m *machine) below(n Interval) *Value {
	hi := n.Hi
	if hi != unbounded {
		hi--
	}
	return m.int(Interval{0, max(hi, 0)})
}

// iterations runs a body that has no state, n times; it returns nil where no iteration
// has a result.
func (fr *frame) iterations(d *proc.Def, n Interval, indices, zone []*Value) *Value {
	if n.Hi == 0 {
		return nil
	}
	if fr.inLanes(d) {
		fr.lanes = laneRoom
	}
	c := fr.call(d, append(indices, zone...), fr.unit())
	fr.ran(c, n)
	return c.out
}

// sum: a sum of n terms, each in an interval.
func (fr *frame) total(d *proc.Def, in *Value, zone []*Value) *Value {
	n, ok := in.iv.counts()
	if !ok {
		return nil
	}
	term := fr.iterations(d, n, []*Value{fr.below(n)}, zone)
	if term == nil {
		if n.Lo > 0 {
			return nil
		}
		n = nothing
		term = fr.anything(d.Out.Type)
	}
	return fr.added0(term, n)
}

// adds: a sum that begins with a value.
func (fr *frame) adds(d *proc.Def, in *Value, zone []*Value) *Value {
	all := fr.total(d, in.parts[0], zone)
	if all == nil {
		return nil
	}
	return fr.plus(in.parts[1], all)
}

func (fr *frame) plus(x, y *Value) *Value {
	switch {
	case x.typ == proc.Real:
		return fr.anyReal()
	case x.typ == proc.Int:
		return fr.int(x.iv.plus(y.iv))
	}
	parts := make([]*Value, len(x.parts))
	for i := range parts {
		parts[i] = fr.plus(x.parts[i], y.parts[i])
	}
	return fr.make(x.typ, parts...)
}

func (fr *frame) added0(term *Value, n Interval) *Value {
	switch {
	case term.typ == proc.Real:
		return fr.anyReal()
	case term.typ == proc.Int && n.Hi == 0:
		return fr.int(nothing)
	case term.typ == proc.Int:
		return fr.int(n.times(term.iv))
	}
	parts := make([]*Value, len(term.parts))
	for i, p := range term.parts {
		parts[i] = fr.added0(p, n)
	}
	return fr.make(term.typ, parts...)
}

// max and argmax; of no iterations they are a run-time error.
func (fr *frame) largest(d *proc.Def, kind proc.LoopKind, in *Value, zone []*Value) *Value {
	n := Interval{max(1, in.iv.Lo), in.iv.Hi}
	if n.Hi < 1 || fr.iterations(d, n, []*Value{fr.below(n)}, zone) == nil {
		return nil
	}
	if kind == proc.MaxOf {
		return fr.anyReal()
	}
	return fr.make(proc.NewTuple(proc.Real, proc.Int), fr.anyReal(), fr.below(n))
}

// build: the array is there while the iterations run.
func (fr *frame) build(d *proc.Def, kind proc.LoopKind, in *Value, zone []*Value) *Value {
	dims := fr.dims(in)
	if dims == nil {
		return nil
	}
	n := Exactly(1)
	var indices []*Value
	for _, k := range dims {
		n = n.by(k.iv)
		indices = append(indices, fr.below(k.iv))
	}
	t := proc.NewArray(kind.BuildRank(), d.Out.Type)
	room := fr.own(fr.make(t, append(dims[:len(dims):len(dims)], nil)...))
	fr.live.plus(room)
	elem := fr.iterations(d, n, indices, zone)
	fr.live.minus(room)
	if elem == nil && n.Lo > 0 {
		return nil
	}
	return fr.make(t, append(dims, fr.strip(elem))...)
}

// repeat is nTimes, fold, foldr, ccl and while.
func (fr *frame) repeat(s *proc.Call, d *proc.Def, kind proc.LoopKind, in *Value, zone []*Value) *Value {
	n, ok := in.parts[0].iv.counts()
	if !ok {
		return nil
	}
	l := &stateLoop{frame: fr, def: d, start: in.parts[1], n: n}
	l.zone = zone
	if kind.Indices() > 0 {
		l.zone = append([]*Value{fr.below(n)}, zone...)
		l.indexed, l.down = true, kind != proc.Fold
	}
	if kind == proc.While {
		// The last iteration is the one that gives false.
		l.while = true
		l.n = Interval{1, satAdd(n.Hi, 1)}
	}
	if end, before := l.unrolled(); end != nil {
		fr.note(s, kind, n, zone, l.start, before)
		return end
	}
	state := l.fixed()
	fr.note(s, kind, n, zone, l.start, state)
	if l.n.Hi == 0 {
		return l.start
	}
	next := l.next()
	fr.ran(l.atEnds(next), l.n)
	switch {
	case next == nil && l.n.Lo > 0:
		return nil
	case next == nil:
		return l.start
	}
	return l.after(next)
}

// note lists a loop whose iterations depend on each other.
func (fr *frame) note(s *proc.Call, kind proc.LoopKind, n Interval, zone []*Value, start, state *Value) {
	if !kind.Sequential() {
		return
	}
	_, body, _ := s.Func.Loop()
	l := Loop{
		Func: s.Func, Kind: kind, Body: body, In: fr.def.Name, Pos: s.At(),
		Count: n, Entries: Exactly(1), State: state.bytes, First: start.bytes,
		Start: fr.strip(start), Before: fr.strip(state), site: s, order: fr.sites,
	}
	if !l.Pos.Known() {
		l.Pos = fr.def.Pos
	}
	for _, v := range zone {
		l.Zone = append(l.Zone, fr.strip(v))
	}
	fr.sites++
	fr.loops.add(usage{s: l}, Exactly(1), fr.lattice)
}

// A stateLoop is a loop that hands a state from iteration to iteration.
type stateLoop struct {
	*frame
	def   *proc.Def
	zone  []*Value
	start *Value
	n     Interval // iterations
	while bool     // the body gives (Bool, S)
	// The zone begins with the number of the iteration, which is counted down.
	indexed, down bool
	iteration     *call // of an iteration on any state; its result is relative to the state
}

// patience is how many times a state may grow before its bounds are given up.
const patience = 4

// fixed finds what covers the state before any iteration. With s0 the first state and
// F an iteration, I covers all states if s0 ⊑ I and for every Int of the state either
//
//	F(I) ⊑ I, or F adds d ∈ [d1, d2] to it and s0 + k · d ⊑ I for k = 0 … n-1.
func (l *stateLoop) fixed() *Value {
	all := graph.Limit(l.blur(l.start), func(k int, all *Value) (*Value, bool) {
		l.iterate(all)
		grown := l.grown(all, false)
		if l.covers(all, grown) {
			return all, false
		}
		if k >= patience {
			grown = l.widen(all, l.join(all, grown), toEnds)
		}
		return grown, true
	})
	// Whatever is reached from I is in what F and s0 make of it.
	if less := l.grown(all, true); less != all {
		all = less
		l.iterate(all)
	}
	return all
}

// atEnds is an iteration, of which more is known to be needed at least: as much as in
// the first iteration and in the last one. The state before the last iteration is, for
// every Int that an iteration adds d to, s0 + (n-1) · d.
func (l *stateLoop) atEnds(next *Value) *call {
	if next == nil || l.while || !l.n.Exact() || l.iteration.peak.data.Exact() || l.seen[l.def.Name].calls > maxCalls/2 {
		return l.iteration
	}
	both := *l.iteration
	w := l.walker(Exactly(l.n.Lo - 1))
	for _, state := range []*Value{l.start, w.walk(l.iteration.arg, l.start, next)} {
		c := l.call(l.def, l.zone, l.named(l.blur(state)))
		both.peak.data.Lo = max(both.peak.data.Lo, c.peak.data.Lo)
	}
	return &both
}

// iterate runs an iteration on a state, whose Ints have places.
func (l *stateLoop) iterate(state *Value) {
	if l.n.Hi > 0 {
		l.iteration = l.call(l.def, l.zone, l.named(l.blur(state)))
	}
}

// next is the state after an iteration.
func (l *stateLoop) next() *Value {
	if l.iteration == nil || l.iteration.out == nil {
		return nil
	}
	if l.while {
		return l.iteration.out.parts[1]
	}
	return l.iteration.out
}

// grown covers the first state and what an iteration makes of all; that F(I) is a
// bound too is only so where all covers all states.
func (l *stateLoop) grown(all *Value, bounded bool) *Value {
	next := l.next()
	if next == nil {
		return all
	}
	before := Interval{0, l.n.Hi - 1}
	if l.n.Hi == unbounded {
		before.Hi = unbounded
	}
	w := l.walker(before)
	w.bounded = bounded
	return l.strip(w.walk(all, l.start, next))
}

// after is the state after n iterations.
func (l *stateLoop) after(next *Value) *Value {
	return l.walker(l.n).walk(l.iteration.arg, l.start, next)
}

// walker gives the state after so many iterations.
func (l *stateLoop) walker(iterations Interval) *walker {
	return &walker{stateLoop: l, iterations: iterations, bounded: true, leaf: func(s, next *Value) *Value {
		if iterations.Lo > 0 {
			return l.strip(next)
		}
		return l.join(s, l.strip(next))
	}}
}

// A walker goes through a state before an iteration, the first state and the state
// after an iteration at once.
type walker struct {
	*stateLoop
	iterations Interval
	bounded    bool                        // what an iteration gives is a bound
	leaf       func(s, next *Value) *Value // for what is not known relative to itself
	place      int
}

func (w *walker) walk(all, start, next *Value) *Value {
	if all == nil || all.leaves == 0 || all.leaves > maxNamed {
		return w.either(start, next)
	}
	if all.typ == proc.Int {
		w.place++
		if start == nil || next == nil || next.rel != w.place {
			return w.either(start, next)
		}
		// s0 + k · d, for all k in iterations
		off := w.iterations.times(next.off)
		known := next.iv
		if w.iterations.Lo == 0 {
			known = known.join(start.iv)
		}
		if off == anyInt && w.bounded {
			return w.int(known)
		}
		if !w.bounded {
			known = anyInt
			if start.iv.Lo >= 0 && next.iv.Lo >= 0 {
				known.Lo = 0
			}
		}
		return w.lattice.after(start, off, known)
	}
	if start == nil || next == nil {
		w.place += all.leaves
		return w.either(start, next)
	}
	parts := make([]*Value, len(all.parts))
	for i := range parts {
		if inside(all.typ, i) {
			parts[i] = w.either(start.parts[i], next.parts[i])
		} else {
			parts[i] = w.walk(all.parts[i], start.parts[i], next.parts[i])
		}
	}
	return w.whole(all.typ, Interval{}, parts)
}

func (w *walker) either(start, next *Value) *Value {
	switch {
	case start == nil:
		return w.strip(next)
	case next == nil:
		return w.strip(start)
	}
	return w.leaf(start, next)
}
