package recursion

import (
	"slices"

	"procad/core"
)

// shortest is how many terms are in a body that may stand at several places.
const shortest = 40

// inline writes functions that were made for a recursion where they are called, if they are short or called once: a
// tail call of one takes no iteration then.
func (s *set) inline() {
	for changed := true; changed; {
		changed = false
		for _, f := range slices.Clone(s.defs) {
			tails, lets, self := s.callsOf(f)
			if s.own[f] || self || tails == 0 || tails+lets > 1 && !s.short(f.Body) {
				continue
			}
			for _, d := range s.defs {
				if d != f {
					d.Body = s.tails(d.Body, func(t core.Term) core.Term {
						if call, g := s.call(t); g == f {
							return written(call, f)
						}
						return t
					})
				}
			}
			if changed = true; lets == 0 {
				s.defs = slices.DeleteFunc(s.defs, func(d *core.Def) bool { return d == f })
			}
		}
	}
}

// callsOf counts the calls of a function, and says whether it calls itself.
func (s *set) callsOf(f *core.Def) (tails, lets int, self bool) {
	for _, d := range s.defs {
		s.eachCall(d.Body, func(let *core.Let, g *core.Def) {
			switch {
			case g != f:
			case let != nil:
				lets++
			default:
				tails++
			}
			self = self || g == f && d == f
		})
	}
	return tails, lets, self
}

// short says that a body in normal form takes little: cheap terms and at most a tail call.
func (s *set) short(t core.Term) bool {
	size := 0
	core.Visit(t, func(core.Term) { size++ })
	if size > shortest {
		return false
	}
	for {
		switch let := t.(type) {
		case *core.Let:
			if !cheap(let.Bound) {
				return false
			}
			t = let.Body
			continue
		case *core.Untuple:
			if !cheap(let.Bound) {
				return false
			}
			t = let.Body
			continue
		}
		call, f := s.call(t)
		return f == nil && cheap(t) || f != nil && !slices.ContainsFunc(call.Args, func(x core.Term) bool { return !cheap(x) })
	}
}

// written is the body of a function in the place of a call.
func written(call *core.Apply, f *core.Def) core.Term {
	names := map[*core.Var]*core.Var{}
	var vars []*core.Var
	var bound []core.Term
	for i, p := range f.Params {
		if use, ok := call.Args[i].(*core.Use); ok {
			names[p] = use.Var
			continue
		}
		v := *p
		names[p] = &v
		vars, bound = append(vars, &v), append(bound, call.Args[i])
	}
	t := renamed(f.Body, names)
	for i, v := range slices.Backward(vars) {
		t = let(v, bound[i], t)
	}
	return t
}
