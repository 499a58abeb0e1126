package linear_test

import (
	"fmt"

	"procad/prim"
	"procad/proc"
	"procad/proc/graph"
)

// A meaning evaluates procedures to terms, so that two of them can be compared:
// a variable may be used any number of times, a Dup makes a pair. Terms are
// numbered, equal ones alike. What a procedure does beside its result is a
// term too: the list of its effects in order.
type meaning struct {
	terms  map[string]int
	tuples map[int][]int
}

func newMeaning() *meaning { return &meaning{map[string]int{}, map[int][]int{}} }

func (m *meaning) term(parts ...any) int {
	key := fmt.Sprintln(parts...)
	if _, ok := m.terms[key]; !ok {
		m.terms[key] = len(m.terms)
	}
	return m.terms[key]
}

func (m *meaning) tuple(parts ...int) int {
	t := m.term("tuple", parts)
	m.tuples[t] = parts
	return t
}

func (m *meaning) part(t, i int) int {
	if parts, ok := m.tuples[t]; ok {
		return parts[i]
	}
	return m.term("part", t, i)
}

// def is the pair of a result and the effects.
func (m *meaning) def(d *proc.Def) [2]int {
	r := &run{m, map[string]int{}, map[string]int{}, nil}
	for _, z := range d.Zone {
		r.refs[z.Name] = m.term("zone", z.Name)
	}
	r.vars[d.In.Name] = m.term("in")
	r.body(d.Body)
	return [2]int{r.vars[d.Out.Name], m.term("effects", r.effects)}
}

type run struct {
	*meaning
	vars, refs map[string]int
	effects    []int
}

func (r *run) effect(parts ...any) { r.effects = append(r.effects, r.term(parts...)) }

// nested runs a body and returns its effects as one term.
func (r *run) nested(p proc.Procedure) int {
	outer := r.effects
	r.effects = nil
	r.body(p)
	inner := r.term("effects", r.effects)
	r.effects = outer
	return inner
}

func (r *run) idx(vs []proc.Var) []int {
	list := make([]int, len(vs))
	for i, v := range vs {
		list[i] = r.vars[v.Name]
	}
	return list
}

func (r *run) body(p proc.Procedure) {
	for _, s := range p {
		r.stmt(s)
	}
}

func (r *run) stmt(s proc.Stmt) {
	in := func(v proc.Var) int {
		t, ok := r.vars[v.Name]
		if !ok {
			panic(v.Name + " is not bound")
		}
		return t
	}
	switch s := s.(type) {
	case *proc.Call:
		out := r.term("call", s.Func, in(s.In))
		if _, total := prim.Table[s.Func]; !total || s.Func == prim.IDiv {
			r.effects = append(r.effects, out)
		}
		r.vars[s.Out.Name] = out
	case *proc.Const:
		r.vars[s.Out.Name] = r.term("const", s.Out.Type, s.Bits)
	case *proc.Elim:
		in(s.In)
	case *proc.Dup:
		r.vars[s.Out.Name] = r.tuple(in(s.In), in(s.In))
	case *proc.Tuple:
		r.vars[s.Out.Name] = r.tuple(r.idx(s.Ins)...)
	case *proc.Untuple:
		for i, v := range s.Outs {
			r.vars[v.Name] = r.part(in(s.In), i)
		}
	case *proc.Inl:
		r.vars[s.Out.Name] = r.term("inl", in(s.In))
	case *proc.Inr:
		r.vars[s.Out.Name] = r.term("inr", in(s.In))
	case *proc.Case:
		r.branches(s, in(s.In))
	case *proc.Share:
		r.refs[s.Name] = in(s.In)
		r.body(s.Body)
		r.vars[s.Out.Name] = in(s.In)
	case *proc.Accum:
		if !graph.Mentions(s.Body, s.Name, nil) { // nothing is added
			r.body(s.Body)
			r.vars[s.Out.Name] = in(s.In)
			return
		}
		// Accumulators are numbered in the order in which they begin.
		r.refs[s.Name] = r.term("accumulator", len(r.effects), in(s.In))
		did := r.nested(s.Body)
		r.effects = append(r.effects, did)
		r.vars[s.Out.Name] = r.term("accum", in(s.In), did)
	case *proc.Read:
		out := r.term("read", r.refs[s.Ref], r.idx(s.Idx))
		if len(s.Idx) > 0 {
			r.effects = append(r.effects, out)
		}
		r.vars[s.Out.Name] = out
	case *proc.Add:
		r.effect("add", r.refs[s.Ref], r.idx(s.Idx), in(s.In))
	case *proc.Size:
		r.vars[s.Out.Name] = r.term("size", r.refs[s.Ref], s.Axis)
	case *proc.Row:
		r.refs[s.Name] = r.term("row", r.refs[s.Ref], r.idx(s.Idx))
		r.effect("row", r.refs[s.Name], r.nested(s.Body))
	case *proc.Choose:
		r.refs[s.Name] = r.term("choose", in(s.In), r.refs[s.True], r.refs[s.False])
		r.effects = append(r.effects, r.nested(s.Body))
	}
}

func (r *run) branches(s *proc.Case, in int) {
	branch := func(b proc.Branch, tag string) (map[string]int, int) {
		inner := &run{r.meaning, map[string]int{}, r.refs, nil}
		for v, t := range r.vars {
			inner.vars[v] = t
		}
		inner.vars[b.Var.Name] = r.term("payload", tag, in)
		did := inner.nested(b.Body)
		return inner.vars, did
	}
	l, didL := branch(s.L, "inl")
	rr, didR := branch(s.R, "inr")
	for v, t := range l {
		if u, ok := rr[v]; ok {
			if _, outer := r.vars[v]; !outer {
				r.vars[v] = t
				if t != u {
					r.vars[v] = r.term("case", in, t, u)
				}
			}
		}
	}
	if nothing := r.term("effects", []int(nil)); didL != nothing || didR != nothing {
		r.effect("case", in, didL, didR)
	}
}
