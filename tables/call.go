package tables

import (
	"slices"

	"procad/prim"
	"procad/proc"
)

// call is b = Call f [θ] a.
func (s *scan) call(c *proc.Call) {
	if kind, body, ok := c.Func.Loop(); ok {
		s.run(c, kind, s.defs[body])
		return
	}
	if d := s.defs[c.Func]; d != nil {
		s.definition(c, d)
		return
	}
	if _, known := prim.Table[c.Func]; known && c.Func != "idiv" && c.Func != "imod" && c.Func != "int" {
		if plain(c.Out.Type) {
			t := s.terms.of(term{kind: apply, typ: c.Out.Type, name: string(c.Func), args: s.parts(c.In)})
			s.bind(c.Out, t)
			s.found(c, t)
		} else {
			s.bind(c.Out, nil)
		}
		return
	}
	s.out.pure = false
	s.bind(c.Out, nil)
	if check, _, ok := prim.Message(c.Func); ok && check.Equal {
		if parts := s.parts(c.In); len(parts) == 2 && parts[0] != nil && parts[1] != nil {
			s.facts = append(s.facts, fact{parts[0], parts[1]})
		}
	}
}

// parts are the components of an argument.
func (s *scan) parts(v proc.Var) []*term {
	list, ok := s.vars[v.Name].(tuple)
	if !ok {
		return []*term{s.term(v)}
	}
	parts := make([]*term, len(list))
	for i, x := range list {
		parts[i], _ = x.(*term)
	}
	return parts
}

// found makes a candidate of what costs enough.
func (s *scan) found(c *proc.Call, t *term) {
	if t != nil && t.typ == proc.Real && t.price >= dear && !t.local && !s.still[c.Out.Name] && !constant(t) {
		s.add(&candidate{term: t, path: []*proc.Call{c}})
	}
}

func constant(t *term) bool {
	known := true
	t.each(func(u *term) { known = known && u.kind != scalar && u.kind != array })
	return known
}

// add is for candidates that callers can make use of.
func (s *scan) add(c *candidate) {
	if s.branch > 0 || len(s.out.candidates) == maxCandidates || c.term.local {
		return
	}
	for _, l := range c.levels {
		if l.bound.local {
			return
		}
	}
	s.out.candidates = append(s.out.candidates, c)
}

// arguments replaces the parameters of d by what a call passes; indices are those that a loop passes.
func (s *scan) arguments(c *proc.Call, d *proc.Def, indices []*term) *substitution {
	sub := newSubstitution(s.terms)
	for i, r := range d.Zone {
		if r.Mode != proc.Shared {
			continue
		}
		if i < len(indices) {
			sub.put(s.terms.of(term{kind: scalar, typ: r.Type, name: "&" + r.Name}), indices[i])
			continue
		}
		name := c.Zone[i-len(indices)]
		if _, ok := r.Type.(*proc.ArrayType); ok {
			if v := s.views[name]; v != nil {
				a := s.terms.of(term{kind: array, typ: r.Type, name: r.Name})
				sub.arrays[a] = v
				sub.order = append(sub.order, a)
			}
		} else if t, ok := s.shared[name].(*term); ok {
			sub.put(s.terms.of(term{kind: scalar, typ: r.Type, name: "&" + r.Name}), t)
		}
	}
	return sub
}

// passes adds what a call passes as the argument.
func (s *scan) passes(sub *substitution, t proc.Type, name string, v value) {
	switch t := t.(type) {
	case proc.RealType, proc.IntType:
		if x, ok := v.(*term); ok {
			sub.put(s.terms.of(term{kind: scalar, typ: t, name: name}), x)
		}
	case *proc.TupleType:
		list, ok := v.(tuple)
		for i, e := range t.Elems {
			if ok {
				s.passes(sub, e, part(name, i), list[i])
			}
		}
	}
}

// definition is a call of a definition.
func (s *scan) definition(c *proc.Call, d *proc.Def) {
	sub := s.arguments(c, d, nil)
	s.passes(sub, d.In.Type, "#", s.vars[c.In.Name])
	if s.enter != nil {
		s.enter(d, sub, nil)
	}
	callee := s.summary(d)
	s.out.pure = s.out.pure && callee.pure
	for _, t := range callee.checks {
		s.checked(sub.of(t))
	}
	s.bind(c.Out, sub.value(callee.result))
	for _, inner := range callee.candidates {
		if s.branch > 0 || len(s.out.candidates) == maxCandidates {
			break
		}
		if l := inner.lifted(c, sub, nil); l != nil && !(l.state && s.source[c.Func]) {
			s.add(l)
		}
	}
}

// value is of for tuples too.
func (s *substitution) value(v value) value {
	switch v := v.(type) {
	case *term:
		if t := s.of(v); t != nil {
			return t
		}
	case tuple:
		list := make(tuple, len(v))
		for i, x := range v {
			list[i] = s.value(x)
		}
		return list
	}
	return nil
}

// lifted is a candidate as the caller sees it, inside further loops; nil if it has no term there.
func (inner *candidate) lifted(c *proc.Call, sub *substitution, outer []level) *candidate {
	if len(inner.path) == maxPath {
		return nil
	}
	out := &candidate{term: sub.of(inner.term), path: append([]*proc.Call{c}, inner.path...), state: inner.state}
	if out.term == nil {
		return nil
	}
	out.levels = append(out.levels, outer...)
	for _, l := range inner.levels {
		l.depth++
		if l.bound = sub.of(l.bound); l.bound == nil {
			return nil
		}
		out.levels = append(out.levels, l)
	}
	return out
}

// run is a call of a loop.
func (s *scan) run(c *proc.Call, kind proc.LoopKind, d *proc.Def) {
	if d == nil {
		s.out.pure = false
		s.bind(c.Out, nil)
		return
	}
	var indices []*term
	for _, r := range d.Zone[:kind.Indices()] {
		indices = append(indices, s.index(string(d.Name)+"."+r.Name))
	}
	sub := s.arguments(c, d, indices)
	bounds := s.parts(c.In)
	known := len(bounds) >= len(indices) && !slices.Contains(bounds[:max(len(indices), 1)], nil)
	var levels []level
	if known {
		levels = append(levels, level{bound: bounds[0]})
		for k, i := range indices {
			levels = append(levels[:k], level{index: i, bound: bounds[k]})
		}
	}
	if s.enter != nil {
		s.enter(d, sub, levels)
	}
	if kind == proc.While || !known {
		s.out.pure = false
		s.bind(c.Out, nil)
		return
	}
	callee := s.summary(d)
	var found []*candidate
	for _, inner := range callee.candidates {
		if l := inner.lifted(c, sub, levels); l != nil {
			l.state = l.state || d.In.Type != proc.Unit
			found = append(found, l)
			s.add(l)
		}
	}
	if s.loop != nil && len(found) > 0 {
		s.loop(c, len(levels), found)
	}
	s.bind(c.Out, s.sum(c, kind, callee, levels[0], sub))
}

// sum is the value of sum(i < n) e, if nothing but e can be noticed.
func (s *scan) sum(c *proc.Call, kind proc.LoopKind, callee *summary, l level, sub *substitution) value {
	e, ok := callee.result.(*term)
	if kind != proc.SumOf || !callee.pure || !ok || e.typ != proc.Real {
		s.out.pure = false
		return nil
	}
	args := append([]*term{l.bound, sub.of(e)}, sub.all(callee.checks)...)
	t := s.terms.of(term{kind: sum, typ: proc.Real, name: l.index.name, args: args})
	s.checked(t)
	if t == nil {
		return nil
	}
	s.found(c, t)
	return t
}
