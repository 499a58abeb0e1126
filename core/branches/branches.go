package branches

import (
	"procad/core"
	"procad/core/inline"
)

// short is how much a function may weigh: a condition on each of three indices, with an
// element where they hold, weighs some 50.
const short = 64

// Program puts functions in the place of calls in the definitions of p, callees first.
func Program(p *core.Program) {
	b := &branches{lambdas: map[*core.Var]*core.Lambda{}, is: map[core.Term]bool{}}
	for _, d := range p.Defs {
		b.term(&d.Body)
	}
}

type branches struct {
	lambdas map[*core.Var]*core.Lambda // the local functions
	is      map[core.Term]bool         // whether a function with this body is one, of those that were asked for
}

// term puts functions in the place of the calls in the term at a place. Inner functions and arguments come first.
func (b *branches) term(at *core.Term) {
	for {
		let, ok := (*at).(*core.Let)
		if !ok {
			break
		}
		b.term(&let.Bound)
		fn, ok := let.Bound.(*core.Lambda)
		if !ok {
			at = &let.Body
			continue
		}
		b.lambdas[let.Var] = fn
		b.term(&let.Body)
		if b.inlined(fn.Body) && !core.Mentions(let.Body, let.Var) {
			*at = let.Body
		}
		return
	}
	for _, place := range core.Places(*at) {
		b.term(place)
	}
	call, ok := (*at).(*core.Apply)
	if !ok {
		return
	}
	if c := inline.Known(call.Func, func(v *core.Var) *core.Lambda { return b.lambdas[v] }); c != nil && b.inlined(c.Body) {
		*at = inline.Call(c, call)
	}
}

// inlined says that a function with this body, in which calls are inlined already, is put in the place of its calls.
func (b *branches) inlined(body core.Term) bool {
	is, ok := b.is[body]
	if !ok {
		is = !core.Discrete(body.Type()) && branching(body) && inline.Weight(body) <= short
		b.is[body] = is
	}
	return is
}

// branching says that there is a case in a term, and no loop and no function.
func branching(t core.Term) bool {
	found, others := false, false
	core.Visit(t, func(t core.Term) {
		switch t.(type) {
		case *core.Case:
			found = true
		case *core.Build, *core.Reduce, *core.Fold, *core.NTimes, *core.While, *core.Ccl, *core.Lambda, *core.StackTerm:
			others = true
		}
	})
	return found && !others
}
