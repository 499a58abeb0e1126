package recursion

import (
	"slices"

	"procad/core"
)

// An origin is what a parameter is in all calls: a parameter of the entry, as it was at first.
type origin struct {
	known  bool      // there is a call
	param  *core.Var // of the entry; nil: it is not the same in all calls
	varies bool
}

// meet is what a parameter is that is a in some calls and b in the others.
func (a origin) meet(b origin) origin {
	switch {
	case !a.known:
		return b
	case !b.known || a == b:
		return a
	}
	return origin{known: true, varies: true}
}

// static finds the parameters that no call changes, of functions that are entered by one of
// them. Further variables of the entry may stand for what is the same as well. What they are is a greatest fixed point: a call hands on a parameter of its function
// as it is, or under another name, or after a check of its sizes.
func (s *set) static(entry *core.Def, reach []*core.Def, vars map[*core.Var]*core.Var) map[*core.Var]*core.Var {
	of := map[*core.Var]origin{}
	for _, p := range entry.Params {
		of[p] = origin{known: true, param: p}
	}
	for v, w := range vars {
		of[v] = origin{known: true, param: w}
	}
	alias := map[*core.Var]*core.Var{}
	for _, d := range reach {
		core.Visit(d.Body, func(t core.Term) {
			if l, ok := t.(*core.Let); ok && l.Var != nil {
				if v := sameAs(l.Bound); v != nil {
					alias[l.Var] = v
				}
			}
		})
	}
	for changed := true; changed; {
		changed = false
		for _, d := range reach {
			core.Visit(d.Body, func(t core.Term) {
				call, f := s.call(t)
				if f == nil {
					return
				}
				for i, p := range f.Params {
					arg := origin{known: true, varies: true}
					if v := sameAs(call.Args[i]); v != nil {
						for alias[v] != nil {
							v = alias[v]
						}
						if o, param := of[v]; param {
							arg = o
						}
					}
					if m := of[p].meet(arg); m != of[p] {
						of[p], changed = m, true
					}
				}
			})
		}
	}
	out := map[*core.Var]*core.Var{}
	for p, o := range of {
		if o.known && !o.varies {
			out[p] = o.param
		}
	}
	return out
}

// A prelude is what an entry computes first of what no call changes. It is computed around the loop: each further call
// would compute the same.
type prelude struct {
	lets []*core.Let
	vars map[*core.Var]*core.Var // around the loop, by the variables of the lets and by the parameters
	rest core.Term
}

// prelude is that of an entry, where of says what no call changes.
func (s *set) prelude(entry *core.Def, same map[*core.Var]*core.Var) *prelude {
	p := &prelude{vars: map[*core.Var]*core.Var{}, rest: entry.Body}
	for _, v := range entry.Params {
		if same[v] == v {
			p.vars[v] = v
		}
	}
	for {
		t, ok := p.rest.(*core.Let)
		if !ok || !silent(t.Bound) || slices.ContainsFunc(free(t.Bound), func(v *core.Var) bool { return p.vars[v] == nil }) {
			return p
		}
		let := *t
		let.Bound = renamed(t.Bound, p.vars)
		if t.Var != nil {
			v := *t.Var
			let.Var, p.vars[t.Var] = &v, &v
		}
		p.lets, p.rest = append(p.lets, &let), t.Body
	}
}

// silent says that t calls nothing, so it neither prints nor is a call of the recursion.
func silent(t core.Term) bool {
	is := true
	core.Visit(t, func(t core.Term) {
		switch t.(type) {
		case *core.Apply, *core.Global, *core.Trace, *core.Foreign, *core.Ruled:
			is = false
		}
	})
	return is
}

// around is a loop with the prelude before it.
func (p *prelude) around(t core.Term) core.Term {
	for _, l := range slices.Backward(p.lets) {
		t = let(l.Var, l.Bound, t)
	}
	return t
}

// sameAs is the variable that t is the value of; nil if there is none.
func sameAs(t core.Term) *core.Var {
	switch t := t.(type) {
	case *core.Use:
		return t.Var
	case *core.SizeCheck:
		return sameAs(t.X)
	}
	return nil
}

// direct is t with a variable of the entry in the place of every other one that is the same,
// so that none of these is kept in a frame.
//
//	let y = (x : shape) in t    =    let _ = (x : shape) in t[x/y]        for x of the entry
func direct(t core.Term, entry map[*core.Var]bool) core.Term {
	names := map[*core.Var]*core.Var{}
	core.Visit(t, func(t core.Term) {
		switch t := t.(type) {
		case *core.Let:
			v := sameAs(t.Bound)
			for v != nil && names[v] != nil {
				v = names[v]
			}
			if v != nil && entry[v] && t.Var != nil {
				names[t.Var], t.Var = v, nil
			}
		case *core.Use:
			if v := names[t.Var]; v != nil {
				t.Var = v
			}
		}
	})
	return t
}
