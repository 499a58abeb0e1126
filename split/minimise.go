package split

import (
	"procad/proc"
	"procad/proc/graph"
	"procad/proc/linear"
)

// minimise drops from the trace of a block what its reverse pass can get again
// for a few operations from Θ and from the rest of the trace: constants, what
// shared names hold, loop indices, cheap arithmetic. It may keep what such values
// are made from in their place. Of values that are kept twice it keeps one, and
// what R then only eliminates it drops as well.
//
//	t = e, e over Θ and Υ'    for t ∈ Υ \ Υ'
//	F' = F, with a Dup for u ∈ Υ' \ Υ ; Elim t…        R' = t… = e… ; R
//
// In a branch of a Case the values of what comes from outside are known.
func (t *splitter) minimise(r passes, outside *values, choose choice) passes {
	if len(r.trace) == 0 {
		return r
	}
	r.fwd, r.rev = t.inline(r.fwd), t.inline(r.rev)
	g := newValues(t)
	g.outside = outside
	if outside != nil {
		g.terms, g.known = outside.terms, outside.known // equal expressions are one value inside and outside
	}
	g.run.Procedure(r.fwd)
	if t.err != nil {
		return r
	}
	f := &proc.Builder{Names: t.names, Body: r.fwd}
	s := &minimiser{recomputed: &proc.Builder{Names: t.names}, made: map[*value]proc.Var{}}

	// The trace in parts, each with what makes it whole again.
	whole := make([]func() proc.Var, len(r.trace))
	for i, v := range r.trace {
		whole[i] = s.apart(f, v, g.value(v))
	}
	var needed []*value
	for _, l := range s.leaves {
		if proc.Scalar(l.v.Type) {
			needed = append(needed, l.value)
			g.at[l.value] = l.v
		}
	}
	s.keep(f, choose(needed, g.at), g.at)
	outs := make([]proc.Var, len(r.trace))
	for i := range outs {
		outs[i] = whole[i]()
	}
	s.recomputed.Body.Walk(func(st proc.Stmt) { proc.RefsUsed(st, func(n string) { t.mention(n) }) })

	body, finals := linear.Procedure(s.recomputed.Body, s.kept, outs, t.names)
	other := map[proc.Var]proc.Var{}
	for i, v := range r.trace {
		if finals[i] != v {
			other[v] = finals[i]
		}
	}
	rev := graph.Consuming(r.rev, other)
	return unused(passes{f.Body, s.kept, linear.SimplifyReverseUnless(t.lib.Without(), append(body, rev...))})
}

// A minimiser takes a trace apart and puts it together again.
type minimiser struct {
	recomputed *proc.Builder // what R' does first, not yet single-use
	made       map[*value]proc.Var
	leaves     []*part
	kept       []proc.Var
}

// A part of a trace is a variable that F binds.
type part struct {
	v     proc.Var
	value *value
}

// apart takes v apart as far as its parts are known apart, and returns what
// makes it whole in R'.
func (s *minimiser) apart(f *proc.Builder, v proc.Var, x *value) func() proc.Var {
	if v.Type == proc.Unit {
		f.Elim(v)
		return s.recomputed.Unit
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
			return s.recomputed.Tuple(v.Name, vs...)
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

// keep keeps the chosen values and all that is no scalar. The other parts are
// eliminated, and of two with the same value one; a value that is no part of the
// trace is copied where F has it.
func (s *minimiser) keep(f *proc.Builder, chosen []*value, at map[*value]proc.Var) {
	wanted := map[*value]bool{}
	for _, x := range chosen {
		wanted[x] = true
	}
	for _, l := range s.leaves {
		if proc.Scalar(l.v.Type) {
			if !wanted[l.value] {
				f.Elim(l.v)
				continue
			}
			delete(wanted, l.value)
			s.made[l.value] = l.v
		}
		s.kept = append(s.kept, l.v)
	}
	var copies []twice
	for _, x := range chosen {
		if wanted[x] {
			v := at[x]
			s.made[x] = f.Var(v.Name, v.Type)
			copies = append(copies, twice{v, s.made[x]})
			s.kept = append(s.kept, s.made[x])
		}
	}
	f.Body = copied(f.Body, copies, f.Names)
}

// twice is a variable and a copy of it.
type twice struct{ v, copy proc.Var }

// copied is p with copies of some of its variables:
//
//	…v…    becomes    …w… ; d = Dup w ; (v, copy) = d          where p binds v
//	…v…    becomes    d = Dup v ; (w, copy) = d ; …w…          where it does not
func copied(p proc.Procedure, copies []twice, names *proc.Names) proc.Procedure {
	if len(copies) == 0 {
		return p
	}
	bound := map[proc.Var]bool{}
	p.Walk(func(s proc.Stmt) { proc.Binds(s, func(v proc.Var) { bound[v] = true }) })
	other, copyOf := map[proc.Var]proc.Var{}, map[proc.Var]proc.Var{} // w for v, copy for v
	dup := func(out proc.Procedure, v, first, second proc.Var) proc.Procedure {
		d := proc.Var{Name: names.Fresh(v.Name + ".dup"), Type: proc.NewTuple(v.Type, v.Type)}
		return append(out, &proc.Dup{Out: d, In: v}, &proc.Untuple{Outs: []proc.Var{first, second}, In: d})
	}
	rename := func(v proc.Var) proc.Var {
		if w, ok := other[v]; ok {
			return w
		}
		return v
	}
	m := &proc.Mapper{
		Use: func(v proc.Var) proc.Var {
			if bound[v] {
				return v
			}
			return rename(v)
		},
		Bind: rename,
	}
	var start proc.Procedure
	for _, t := range copies {
		w := proc.Var{Name: names.Fresh(t.v.Name), Type: t.v.Type}
		other[t.v], copyOf[t.v] = w, t.copy
		if !bound[t.v] {
			start = dup(start, t.v, w, t.copy)
		}
	}
	m.Body = func(p proc.Procedure) proc.Procedure {
		var out proc.Procedure
		for _, s := range p {
			out = append(out, m.Stmt(s))
			proc.Binds(s, func(v proc.Var) {
				if c, ok := copyOf[v]; ok {
					out = dup(out, other[v], v, c)
				}
			})
		}
		return out
	}
	return append(start, m.Body(p)...)
}

// emit appends what computes x, once.
func (s *minimiser) emit(x *value) proc.Var {
	if v, ok := s.made[x]; ok {
		return v
	}
	if x.choice {
		s.made[x] = s.choice(x)
		return s.made[x]
	}
	args := make([]proc.Var, len(x.args))
	for i, a := range x.args {
		args[i] = s.emit(a)
	}
	v := x.make(s.recomputed, args)
	s.made[x] = v
	return v
}

// unused drops the parts of the trace that R only eliminates, in whatever runs once.
func unused(r passes) passes {
	traced := map[proc.Var]bool{}
	for _, v := range r.trace {
		traced[v] = proc.Scalar(v.Type)
	}
	dropped := map[proc.Var]bool{}
	var without func(p proc.Procedure) proc.Procedure
	without = func(p proc.Procedure) proc.Procedure {
		var rest proc.Procedure
		for _, s := range p {
			switch e := s.(type) {
			case *proc.Elim:
				if traced[e.In] {
					dropped[e.In] = true
					r.fwd = append(r.fwd, s)
					continue
				}
			case *proc.Share, *proc.Accum:
				s = (&proc.Mapper{Body: without}).Stmt(s)
			}
			rest = append(rest, s)
		}
		return rest
	}
	rev := without(r.rev)
	var kept []proc.Var
	for _, v := range r.trace {
		if !dropped[v] {
			kept = append(kept, v)
		}
	}
	return passes{r.fwd, kept, rev}
}
