package recursion

import (
	"procad/core"
)

// lambdas makes definitions of the local functions in d, inner ones last: with what they
// see from outside as further parameters.
//
//	let g = \(x1, …). e in t    =    t[g(…, z1, …)/g(…)]        for def g'(x1, …, z1, …) = e[g'(…, z1, …)/g(…)], z1, … free in e
func (s *set) lambdas(d *core.Def) {
	at := &d.Body
	s.lift(at, d.Name, map[*core.Var]*closure{})
}

// lift does that in the place at. Functions are those that variables in scope stand for.
func (s *set) lift(at *core.Term, name string, functions map[*core.Var]*closure) {
	for {
		let, ok := (*at).(*core.Let)
		if !ok {
			break
		}
		fn, ok := let.Bound.(*core.Lambda)
		if !ok {
			s.lift(&let.Bound, name, functions)
			at = &let.Body
			continue
		}
		s.lift(&fn.Body, name, functions)
		c := s.close(fn.At, name+"_"+let.Var.Name, fn.Params, fn.Body.Type(), fn.Body)
		c.def.Body = c.in(fn.Body)
		if s.recurs(fn.Body) {
			s.join(c)
		} else {
			c.def.Local = true
			s.helpers = append(s.helpers, c.def)
		}
		functions[let.Var] = c
		*at = let.Body
	}
	t := *at
	if call, ok := t.(*core.Apply); ok {
		if use, ok := call.Func.(*core.Use); ok && functions[use.Var] != nil {
			for i := range call.Args {
				s.lift(&call.Args[i], name, functions)
			}
			*at = functions[use.Var].from(call.At, call.Args...)
			return
		}
	}
	for _, p := range core.Places(t) {
		s.lift(p, name, functions)
	}
}
