package split

import (
	"procad/linear"
	"procad/proc"
)

// slim drops from the trace of a block what its reverse pass can get again
// for a few operations from Θ and from the rest of the trace: constants, what
// shared names hold, loop indices, cheap arithmetic. Of values that are kept
// twice it keeps one, and what R then only eliminates it drops as well.
//
//	Υ' ⊆ Υ    t = e, e over Θ and Υ', |e| ≤ limit    for t ∈ Υ \ Υ'
//	F' = F ; Elim t…        R' = t… = e… ; R
func (t *splitter) slim(r row) row {
	if t.err != nil || len(r.trace) == 0 {
		return r
	}
	r.fwd, r.rev = t.inline(r.fwd), t.inline(r.rev)
	g := newValues(t)
	g.run(r.fwd)
	if t.err != nil {
		return r
	}
	f := &proc.Builder{Names: t.names, Body: r.fwd}
	s := &slimmer{again: &proc.Builder{Names: t.names}, made: map[*value]proc.Var{}}

	// The trace in parts, each with what makes it whole again.
	whole := make([]func() proc.Var, len(r.trace))
	for i, v := range r.trace {
		whole[i] = s.apart(f, v, g.value(v))
	}
	// Values that nothing else tells are kept first, so that the others can be made from them.
	for _, l := range s.leaves {
		if !l.value.cheap {
			s.keep(f, l)
		}
	}
	for _, l := range s.leaves {
		if l.value.cheap {
			s.keep(f, l)
		}
	}
	outs := make([]proc.Var, len(r.trace))
	for i := range outs {
		outs[i] = whole[i]()
	}
	s.again.Body.Walk(func(st proc.Stmt) { proc.RefsUsed(st, func(n string) { t.mention(n) }) })

	body, finals := linear.Procedure(s.again.Body, s.kept, outs, t.names)
	rev := replace(r.rev, r.trace, finals)
	return unused(row{f.Body, s.kept, linear.Tidy(append(body, rev...))})
}

// recomputeLimit bounds the operations that R spends to get one value again.
const recomputeLimit = 12

// A slimmer decides about the parts of a trace.
type slimmer struct {
	again  *proc.Builder // what R' does first, not yet single-use
	made   map[*value]proc.Var
	leaves []*part
	kept   []proc.Var
}

// A part of a trace is a variable that F binds.
type part struct {
	v     proc.Var
	value *value
}

// apart takes v apart as far as its parts are known apart, and returns what
// makes it whole in R'.
func (s *slimmer) apart(f *proc.Builder, v proc.Var, x *value) func() proc.Var {
	if v.Type == proc.Unit {
		f.Elim(v)
		return s.again.Unit
	}
	if _, ok := v.Type.(*proc.TupleType); ok && x.parts != nil {
		parts := make([]func() proc.Var, len(x.parts))
		for i, p := range f.Untuple(v, v.Name) {
			parts[i] = s.apart(f, p, x.parts[i])
		}
		return func() proc.Var {
			vs := make([]proc.Var, len(parts))
			for i, p := range parts {
				vs[i] = p()
			}
			return s.again.Tuple(v.Name, vs...)
		}
	}
	l := &part{v, x}
	s.leaves = append(s.leaves, l)
	return func() proc.Var {
		if !proc.Scalar(v.Type) {
			return v
		}
		return s.emit(l.value)
	}
}

// keep keeps a part, or lets F eliminate it where R' makes it from others.
func (s *slimmer) keep(f *proc.Builder, l *part) {
	if proc.Scalar(l.v.Type) {
		if cost, ok := s.cost(l.value); ok && cost <= recomputeLimit {
			f.Elim(l.v)
			return
		}
		s.made[l.value] = l.v
	}
	s.kept = append(s.kept, l.v)
}

// cost is how many operations make x from what is kept, if that can be done.
func (s *slimmer) cost(x *value) (int, bool) {
	if _, ok := s.made[x]; ok {
		return 0, true
	}
	if !x.cheap {
		return 0, false
	}
	total := 1
	for _, a := range x.args {
		c, ok := s.cost(a)
		total += c
		if !ok || total > recomputeLimit {
			return total, false
		}
	}
	return total, true
}

// emit appends what computes x, once.
func (s *slimmer) emit(x *value) proc.Var {
	if v, ok := s.made[x]; ok {
		return v
	}
	args := make([]proc.Var, len(x.args))
	for i, a := range x.args {
		args[i] = s.emit(a)
	}
	v := x.make(s.again, args)
	s.made[x] = v
	return v
}

// replace puts other variables in the place of those that p consumes.
func replace(p proc.Procedure, old, now []proc.Var) proc.Procedure {
	to := map[proc.Var]proc.Var{}
	for i, v := range old {
		if now[i] != v {
			to[v] = now[i]
		}
	}
	if len(to) == 0 {
		return p
	}
	m := &proc.Mapper{Use: func(v proc.Var) proc.Var {
		if w, ok := to[v]; ok {
			return w
		}
		return v
	}}
	return m.Procedure(p)
}

// unused drops the parts of the trace that R only eliminates.
func unused(r row) row {
	traced := map[proc.Var]bool{}
	for _, v := range r.trace {
		traced[v] = proc.Scalar(v.Type)
	}
	dropped := map[proc.Var]bool{}
	var rev proc.Procedure
	for _, s := range r.rev {
		if e, ok := s.(*proc.Elim); ok && traced[e.In] {
			dropped[e.In] = true
			r.fwd = append(r.fwd, s)
			continue
		}
		rev = append(rev, s)
	}
	var kept []proc.Var
	for _, v := range r.trace {
		if !dropped[v] {
			kept = append(kept, v)
		}
	}
	return row{r.fwd, kept, rev}
}
