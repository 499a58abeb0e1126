package want

import "procad/core"

// use is what is used of a value: all of it, or of a tuple parts. nil is nothing.
type use struct {
	all   bool
	parts []*use
}

var everything = &use{all: true}

func (u *use) part(i int) *use {
	if u == nil || u.all {
		return u
	}
	return u.parts[i]
}

// both is what is used by either.
func both(a, b *use) *use {
	switch {
	case a == nil || b != nil && b.all:
		return b
	case b == nil || a.all:
		return a
	}
	parts := make([]*use, len(a.parts))
	for i := range parts {
		parts[i] = both(a.parts[i], b.parts[i])
	}
	return &use{parts: parts}
}

// uses finds what is used of the values of variables, and of what calls of
// derivatives give. A variable may be mentioned where its value is not used.
type uses struct {
	vars      map[*core.Var]*use
	mentioned map[*core.Var]bool
	derived   map[*core.Apply]*use
}

// term goes through t, of whose value u is used. What follows a binding comes
// before what it binds, so all uses of a variable are known there.
func (s *uses) term(t core.Term, u *use) {
	switch t := t.(type) {
	case *core.Use:
		s.vars[t.Var], s.mentioned[t.Var] = both(s.vars[t.Var], u), true
		return
	case *core.Let, *core.Untuple:
		s.lets(t, u)
		return
	case *core.Tuple:
		for i, e := range t.Elems {
			s.term(e, u.part(i))
		}
		return
	case *core.Case:
		s.term(t.X, everything)
		for _, arm := range t.Arms {
			s.term(arm.Body, u)
		}
		return
	case *core.Apply:
		if _, ok := t.Func.(*core.Derive); ok {
			s.derived[t] = u
		}
	}
	always, others := core.Slots(t)
	for _, p := range append(always, others...) {
		s.term(*p, everything)
	}
	for _, n := range core.Carried(t) {
		s.term(*n, everything)
	}
}

// lets goes through a chain of bindings, which may be long.
func (s *uses) lets(t core.Term, u *use) {
	var chain []core.Term
	for {
		chain = append(chain, t)
		switch let := t.(type) {
		case *core.Let:
			t = let.Body
			continue
		case *core.Untuple:
			t = let.Body
			continue
		}
		break
	}
	s.term(t, u)
	for i := len(chain) - 2; i >= 0; i-- {
		switch let := chain[i].(type) {
		case *core.Let:
			s.term(let.Bound, s.vars[let.Var])
		case *core.Untuple:
			parts := make([]*use, len(let.Vars))
			none := true
			for k, v := range let.Vars {
				parts[k] = s.vars[v]
				none = none && parts[k] == nil
			}
			if none {
				s.term(let.Bound, nil)
				continue
			}
			s.term(let.Bound, &use{parts: parts})
		}
	}
}
