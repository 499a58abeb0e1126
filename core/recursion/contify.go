package recursion

import (
	"slices"

	"procad/core"
)

// contify lets functions that were made for a recursion end in what follows their only call from outside of them
// (contification). Then this call is a tail call, and needs no frame:
//
//	let y = loop(0, a) in t    =    loop(0, a, z)        for def loop(i, s, z) = if … then loop(i + 1, e, z) else let y = s in t, z free in t
//
// Calls of such functions do not count, so it does not matter how deep t is.
func (s *set) contify() {
	for {
		m := s.single()
		if m == nil {
			return
		}
		m.move()
	}
}

// A follow is what follows the calls of a function: one let, or several things.
type follow struct {
	known bool // there is a call
	let   *core.Let
}

func (a follow) meet(b follow) follow {
	switch {
	case !a.known:
		return b
	case !b.known || a == b:
		return a
	}
	return follow{known: true}
}

// A moving is the move of what follows a let to the ends of functions.
type moving struct {
	*set
	from  *core.Def
	site  *core.Let
	group []*core.Def // the functions, that of the call in the let first

	needs []*core.Var // the variables of what follows
	inner map[*core.Def]map[*core.Var]*core.Var
	more  map[*core.Def][]*core.Var // those of needs that are further parameters of a function
}

// single is a move of a let that is all that follows the calls of some functions; nil if there is none.
func (s *set) single() *moving {
	after := map[*core.Def]follow{}
	for d := range s.own {
		after[d] = follow{known: true}
	}
	for changed := true; changed; {
		changed = false
		for _, d := range s.defs {
			s.eachCall(d.Body, func(let *core.Let, f *core.Def) {
				by := follow{let != nil, let}
				if let == nil {
					by = after[d]
				}
				if m := after[f].meet(by); m != after[f] {
					after[f], changed = m, true
				}
			})
		}
	}
	var m *moving
	for _, d := range s.defs {
		s.eachCall(d.Body, func(let *core.Let, f *core.Def) {
			if m == nil && let != nil && after[f].let == let && after[d].let != let {
				m = &moving{set: s, from: d, site: let, group: []*core.Def{f}}
			}
		})
	}
	if m == nil {
		return nil
	}
	for _, g := range s.defs {
		if after[g].let == m.site && g != m.group[0] {
			m.group = append(m.group, g)
		}
	}
	return m
}

// eachCall visits the calls in a body in normal form, each with its let; a tail call has none.
func (s *set) eachCall(t core.Term, visit func(let *core.Let, f *core.Def)) {
	switch t := t.(type) {
	case *core.Let:
		if _, f := s.call(t.Bound); f != nil {
			visit(t, f)
		}
		s.eachCall(t.Body, visit)
	case *core.Untuple:
		s.eachCall(t.Body, visit)
	case *core.Case:
		for _, arm := range t.Arms {
			s.eachCall(arm.Body, visit)
		}
	default:
		if _, f := s.call(t); f != nil {
			visit(nil, f)
		}
	}
}

// move moves what follows.
func (m *moving) move() {
	call, first := m.call(m.site.Bound)
	y := m.site.Var
	if y == nil {
		y = variable(m.site.At, "_", call.Of)
	}
	m.needs = without(free(m.site.Body), y)
	m.hand(call)
	for _, g := range m.group {
		g.Result = m.site.Body.Type()
	}
	here := map[*core.Var]*core.Var{}
	for _, v := range m.needs {
		here[v] = v
	}
	substitute(&m.from.Body, m.site, m.handed(call, first, here))
	after := m.ending(y)
	for _, g := range m.group {
		g.Body = m.tails(g.Body, func(t core.Term) core.Term {
			if call, f := m.call(t); f != nil && slices.Contains(m.group, f) {
				return m.handed(call, f, m.inner[g])
			}
			return after(t, m.inner[g])
		})
	}
}

// hand gives each function of the group a parameter for each variable of what follows, if none of its parameters
// is that variable already.
func (m *moving) hand(call *core.Apply) {
	same := m.static(m.group[0], m.group, nil)
	m.inner, m.more = map[*core.Def]map[*core.Var]*core.Var{}, map[*core.Def][]*core.Var{}
	for _, g := range m.group {
		m.inner[g] = map[*core.Var]*core.Var{}
		for _, q := range g.Params {
			k := slices.Index(m.group[0].Params, same[q])
			if k < 0 {
				continue
			}
			if use, ok := call.Args[k].(*core.Use); ok && m.inner[g][use.Var] == nil {
				m.inner[g][use.Var] = q
			}
		}
		for _, v := range m.needs {
			if m.inner[g][v] == nil {
				p := *v
				m.inner[g][v] = &p
				m.more[g] = append(m.more[g], v)
			}
		}
	}
	for _, g := range m.group {
		for _, v := range m.more[g] {
			g.Params = append(g.Params, m.inner[g][v])
		}
	}
}

// handed is a call of a function of the group with its further arguments, where variables have the given names.
func (m *moving) handed(call *core.Apply, f *core.Def, names map[*core.Var]*core.Var) core.Term {
	args := slices.Clone(call.Args)
	for _, v := range m.more[f] {
		args = append(args, useAt(call.At, names[v]))
	}
	return apply(call.At, f, args)
}

// ending is what stands at an end of the group whose value was y. It is a join if there are several ends.
func (m *moving) ending(y *core.Var) func(t core.Term, names map[*core.Var]*core.Var) core.Term {
	body, ends := m.site.Body, 0
	for _, g := range m.group {
		m.tails(g.Body, func(t core.Term) core.Term {
			if _, f := m.call(t); !slices.Contains(m.group, f) {
				ends++
			}
			return t
		})
	}
	if ends > 1 && !m.short(body) {
		c := m.joint(y, body)
		body = c.from(m.site.At, useAt(m.site.At, y))
	}
	return func(t core.Term, names map[*core.Var]*core.Var) core.Term {
		own := *y
		to := map[*core.Var]*core.Var{y: &own}
		for _, v := range m.needs {
			to[v] = names[v]
		}
		return let(&own, t, renamed(body, to))
	}
}

// substitute puts a term in the place of one that ends a body in normal form.
func substitute(at *core.Term, site, with core.Term) {
	if *at == site {
		*at = with
		return
	}
	switch t := (*at).(type) {
	case *core.Let:
		substitute(&t.Body, site, with)
	case *core.Untuple:
		substitute(&t.Body, site, with)
	case *core.Case:
		for i := range t.Arms {
			substitute(&t.Arms[i].Body, site, with)
		}
	}
}
