package reductions

import (
	"math"

	"procad/core"
)

// Program takes away states in the definitions of p.
func Program(p *core.Program) {
	for _, d := range p.Defs {
		core.Visit(d.Body, func(t core.Term) {
			if f, ok := t.(*core.Fold); ok && !f.Adds && f.Plan == (core.Plan{}) && core.Additive(f.Of) {
				fold(f)
			}
		})
	}
}

// fold makes a fold whose iterations only add one without a state.
func fold(f *core.Fold) {
	s := state{}
	if f.Acc != nil {
		s[f.Acc] = &part{}
	}
	if e := s.addend(s[f.Acc], f.Body); e != nil {
		f.Adds, f.Acc, f.Body = true, nil, e
	}
}

// A state is the variables of one: the whole, and those of its parts.
type state map[*core.Var]*part

// A part of a state has parts itself, if it is taken apart.
type part struct{ parts []*part }

// addend is what e adds to p, a part of the state; nil if it does something else.
func (s state) addend(p *part, e core.Term) core.Term {
	switch e := e.(type) {
	case *core.Let:
		if q := s.of(e.Bound); q != nil {
			s[e.Var] = q
			return s.addend(p, e.Body)
		}
		if body := s.addend(p, e.Body); body != nil && !s.in(e.Bound) {
			return &core.Let{Node: core.Node{At: e.At, Of: body.Type()}, Var: e.Var, Bound: e.Bound, Body: body}
		}
	case *core.Untuple:
		if q := s.of(e.Bound); q != nil {
			s.split(q, e.Vars)
			return s.addend(p, e.Body)
		}
		if body := s.addend(p, e.Body); body != nil && !s.in(e.Bound) {
			return &core.Untuple{Node: core.Node{At: e.At, Of: body.Type()}, Vars: e.Vars, Bound: e.Bound, Body: body}
		}
	case *core.Use:
		if p != nil && s[e.Var] == p {
			return neutral(e.Node)
		}
	case *core.Tuple:
		out := &core.Tuple{Node: e.Node}
		for i, x := range e.Elems {
			var q *part
			if p != nil && p.parts != nil {
				q = p.parts[i]
			}
			sum := s.addend(q, x)
			if sum == nil {
				return nil
			}
			out.Elems = append(out.Elems, sum)
		}
		return out
	case *core.Prim:
		return s.prim(p, e)
	case *core.Case:
		if s.in(e.X) {
			return nil
		}
		out := &core.Case{Node: e.Node, X: e.X}
		for _, arm := range e.Arms {
			sum := s.addend(p, arm.Body)
			if sum == nil {
				return nil
			}
			out.Arms = append(out.Arms, core.Arm{Var: arm.Var, Body: sum})
		}
		return out
	}
	return nil
}

// prim is addend of s + e, e + s and s - e.
func (s state) prim(p *part, e *core.Prim) core.Term {
	is := func(x core.Term) bool { return p != nil && s.of(x) == p }
	switch {
	case e.Op == core.Add && is(e.Args[0]) && !s.in(e.Args[1]):
		return e.Args[1]
	case e.Op == core.Add && is(e.Args[1]) && !s.in(e.Args[0]):
		return e.Args[0]
	case e.Op == core.Sub && is(e.Args[0]) && !s.in(e.Args[1]):
		return &core.Prim{Node: e.Node, Op: core.Neg, Args: e.Args[1:]}
	}
	return nil
}

// of is the part of the state that t is; nil if it is none.
func (s state) of(t core.Term) *part {
	if use, ok := t.(*core.Use); ok {
		return s[use.Var]
	}
	return nil
}

// split takes a part of the state apart.
func (s state) split(p *part, vars []*core.Var) {
	if p.parts == nil {
		p.parts = make([]*part, len(vars))
		for i := range vars {
			p.parts[i] = &part{}
		}
	}
	for i, v := range vars {
		if v != nil {
			s[v] = p.parts[i]
		}
	}
}

// in says that t mentions the state.
func (s state) in(t core.Term) bool {
	found := false
	core.Visit(t, func(t core.Term) {
		use, ok := t.(*core.Use)
		found = found || ok && s[use.Var] != nil
	})
	return found
}

// neutral is what changes no number when it is added: -0, for -0 + 0 is 0.
func neutral(n core.Node) core.Term {
	switch t := n.Of.(type) {
	case core.Basic:
		if t == core.Real {
			return &core.RealConst{Node: n, Value: math.Copysign(0, -1)}
		}
	case *core.TupleType:
		out := &core.Tuple{Node: n}
		for _, e := range t.Elems {
			out.Elems = append(out.Elems, neutral(core.Node{At: n.At, Of: e}))
		}
		return out
	}
	return &core.IntConst{Node: n}
}
