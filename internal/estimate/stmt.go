package estimate

import (
	"math"

	"procad/proc"
	"procad/proc/cost"
)

// A frame is a definition that runs.
type frame struct {
	*machine
	def  *proc.Def
	vars map[string]*Value // Γ
	zone map[string]*Value // Θ
	// log has what vars was before each change in the branches of a Case that are open.
	log  []change
	open int
	// live is what the variables of Γ own, and what is shared or added to; peak
	// is the most of it.
	live, peak footprint
	work       work
	loops      usage
	dead       bool // what follows is not reached
}

type change struct {
	name string
	was  *Value
}

func (fr *frame) set(name string, v *Value) {
	if fr.open > 0 {
		fr.log = append(fr.log, change{name, fr.vars[name]})
	}
	if v == nil {
		delete(fr.vars, name)
	} else {
		fr.vars[name] = v
	}
}

// put binds a variable to a value whose memory counts already.
func (fr *frame) put(v proc.Var, x *Value) {
	if x.typ != v.Type {
		failf("internal error: in %s, %s : %s is bound to a %s", fr.def.Name, v.Name, proc.Brief(v.Type), proc.Brief(x.typ))
	}
	fr.set(v.Name, x)
}

// get uses a variable up; its memory remains.
func (fr *frame) get(v proc.Var) *Value {
	x := fr.vars[v.Name]
	if x == nil || x.typ != v.Type {
		failf("in %s, %s is used and not bound", fr.def.Name, v.Name)
	}
	fr.set(v.Name, nil)
	return x
}

// bind binds a variable, take uses it up, with what it owns.
func (fr *frame) bind(v proc.Var, x *Value) {
	fr.put(v, x)
	if own := fr.own(x); own != nil {
		fr.live.plus(own)
		fr.peak.most(&fr.live)
	}
}

func (fr *frame) take(v proc.Var) *Value {
	x := fr.get(v)
	fr.live.minus(fr.own(x))
	return x
}

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

// stop says that what follows is not reached.
func (fr *frame) stop() { fr.dead = true }

func (fr *frame) ref(name string) *Value {
	v := fr.zone[name]
	if v == nil {
		failf("in %s, %s is not in the zone", fr.def.Name, name)
	}
	return v
}

// body runs a procedure; every statement is one operation.
func (fr *frame) body(p proc.Procedure) {
	for _, s := range p {
		if fr.dead {
			return
		}
		if fr.steps++; fr.steps > maxSteps {
			failf("the program is too long: more than %d statements were looked at", maxSteps)
		}
		fr.also(work{ops: Exactly(1), time: Exactly(cost.Stmt(s))})
		fr.stmt(s)
		if fr.watch != nil && fr.watch.def == fr.def && !fr.dead {
			fr.watch.saw(fr, s)
		}
	}
}

// scoped runs a procedure with one name more in Θ.
func (fr *frame) scoped(name string, v *Value, p proc.Procedure) {
	was := fr.zone[name]
	fr.zone[name] = v
	fr.body(p)
	if was == nil {
		delete(fr.zone, name)
	} else {
		fr.zone[name] = was
	}
}

func (fr *frame) stmt(s proc.Stmt) {
	switch s := s.(type) {
	case *proc.Call:
		fr.apply(s)
	case *proc.Const:
		fr.put(s.Out, fr.constant(s))
	case *proc.Elim:
		fr.take(s.In)
	case *proc.Dup:
		x := fr.take(s.In)
		if own := fr.own(x); own != nil {
			fr.also(copying(words(own.data)))
		}
		fr.bind(s.Out, fr.tuple(s.Out.Type, x, fr.copied(x)))
	case *proc.Tuple:
		parts := make([]*Value, len(s.Ins))
		for i, v := range s.Ins {
			parts[i] = fr.get(v)
		}
		fr.put(s.Out, fr.tuple(s.Out.Type, parts...))
	case *proc.Untuple:
		x := fr.get(s.In)
		if len(x.parts) != len(s.Outs) {
			failf("in %s, %s has %d parts, not %d", fr.def.Name, s.In.Name, len(x.parts), len(s.Outs))
		}
		for i, v := range s.Outs {
			fr.put(v, x.parts[i])
		}
	case *proc.Inl:
		fr.put(s.Out, fr.sum(s.Out.Type, fr.get(s.In), nil))
	case *proc.Inr:
		fr.put(s.Out, fr.sum(s.Out.Type, nil, fr.get(s.In)))
	case *proc.Case:
		fr.cases(s)
	case *proc.Share:
		x := fr.get(s.In)
		fr.scoped(s.Name, x, s.Body)
		fr.put(s.Out, x)
	case *proc.Accum:
		// What is added to are Reals, of which nothing is known.
		x := fr.get(s.In)
		fr.scoped(s.Name, x, s.Body)
		fr.put(s.Out, fr.added(x))
	case *proc.Read:
		fr.read(s)
	case *proc.Add:
		for _, i := range s.Idx {
			fr.get(i)
		}
		x := fr.take(s.In)
		if own := fr.own(x); own != nil {
			fr.also(copying(words(own.data)))
		}
	case *proc.Size:
		fr.put(s.Out, fr.ref(s.Ref).parts[s.Axis])
	case *proc.Row:
		for _, i := range s.Idx {
			fr.get(i)
		}
		a := fr.ref(s.Ref)
		t := proc.NewArray(rank(a.typ)-len(s.Idx), a.typ.(*proc.ArrayType).Elem)
		fr.scoped(s.Name, fr.make(t, a.parts[len(s.Idx):]...), s.Body)
	case *proc.Choose:
		c := fr.get(s.In)
		var x *Value
		for i, name := range []string{s.True, s.False} {
			if c.parts[i] != nil {
				x = fr.join(x, fr.ref(name))
			}
		}
		fr.scoped(s.Name, x, s.Body)
	default:
		failf("internal error: no rule for %T", s)
	}
}

// words is how many words of 8 bytes there are.
func words(bytes Interval) Interval {
	if bytes.Hi == unbounded {
		return Interval{bytes.Lo / 8, unbounded}
	}
	return Interval{bytes.Lo / 8, bytes.Hi / 8}
}

func (fr *frame) constant(s *proc.Const) *Value {
	switch s.Out.Type {
	case proc.Int:
		return fr.int(Exactly(int64(s.Bits)))
	case proc.Real:
		x := math.Float64frombits(s.Bits)
		return fr.reals(span{x == x, x, x})
	}
	return fr.unit()
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

func (fr *frame) read(s *proc.Read) {
	x := fr.ref(s.Ref)
	for _, i := range s.Idx {
		fr.get(i)
	}
	if rank(x.typ) > 0 {
		if x.Elem() == nil {
			fr.stop()
			return
		}
		fr.also(work{spread: x.count()})
		x = x.Elem()
	}
	fr.put(s.Out, x)
}

// cases runs both branches of a Case where either may run.
func (fr *frame) cases(s *proc.Case) {
	in := fr.take(s.In)
	branches := [2]proc.Branch{s.L, s.R}
	run := func(i int) {
		fr.bind(branches[i].Var, in.parts[i])
		fr.body(branches[i].Body)
	}
	switch {
	case in.parts[1] == nil:
		run(0)
		return
	case in.parts[0] == nil:
		run(1)
		return
	}
	start := *fr
	from := len(fr.log)
	fr.open++
	branch := func(i int) end {
		fr.live, fr.peak, fr.work, fr.dead = start.live, start.live, work{}, false
		fr.loops = usage{}
		run(i)
		e := end{frame: *fr, bound: map[string]*Value{}}
		for _, c := range fr.log[from:] {
			e.bound[c.name] = fr.vars[c.name]
		}
		for k := len(fr.log) - 1; k >= from; k-- {
			c := fr.log[k]
			if c.was == nil {
				delete(fr.vars, c.name)
			} else {
				fr.vars[c.name] = c.was
			}
		}
		fr.log = fr.log[:from]
		return e
	}
	l, r := branch(0), branch(1)
	fr.open--
	fr.merge(&start, l, r)
}

// An end is the end of a branch: what has changed in Γ, nil for what is used up.
type end struct {
	frame
	bound map[string]*Value
}

// merge goes on after two branches, of which one has run.
func (fr *frame) merge(start *frame, l, r end) {
	fr.loops = start.loops
	l.loops.either(r.loops, fr.lattice)
	fr.loops.add(l.loops, Exactly(1), fr.lattice)
	// Of a run without a run-time error, only a branch without one says the least.
	done, peak := l.work.join(r.work), l.peak
	peak.either(&r.peak)
	switch {
	case l.dead:
		done.least(r.work)
		peak.data.Lo = r.peak.data.Lo
	case r.dead:
		done.least(l.work)
		peak.data.Lo = l.peak.data.Lo
	}
	fr.work = start.work.and(done)
	fr.peak = start.peak
	fr.peak.most(&peak)
	fr.dead = l.dead && r.dead
	switch {
	case fr.dead:
		return
	case l.dead:
		l = r
	case !r.dead:
		for name, x := range l.bound {
			if x == nil {
				continue
			}
			y := r.bound[name]
			if y == nil {
				failf("in %s, only one branch of a Case makes %s", fr.def.Name, name)
			}
			both := fr.join(x, y)
			l.live.minus(fr.own(x))
			l.live.plus(fr.own(both))
			l.bound[name] = both
		}
	}
	fr.live = l.live
	for name, x := range l.bound {
		fr.set(name, x)
	}
}
