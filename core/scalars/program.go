package scalars

import (
	"maps"

	"procad/core"
	"procad/core/inline"
)

// Bounds of what is written out.
const (
	// mostDims is how many dimensions an array may have that is made of elements.
	mostDims = 8
	// mostWritten bounds how much is written out for the body of a loop, and
	// mostIterations how often the body of loops in each other.
	mostWritten    = 1000
	mostIterations = 64
	// mostInlined bounds the size of a function that is put in the place of a call,
	// so that a program grows in proportion to its calls at most.
	mostInlined = 1000
)

// Program replaces arrays in the definitions of p.
func Program(p *core.Program) {
	s := &scalars{lambdas: map[*core.Var]*core.Lambda{}}
	s.weigher = inline.NewWeigher(s.lambda, inline.MostFew, mostInlined)
	s.uses = newUses(func(f core.Term) *inline.Callee {
		if c := s.calleeOf(f); s.inlinable(c) {
			return c
		}
		return nil
	})
	for _, d := range p.Defs {
		core.Visit(d.Body, func(t core.Term) {
			if let, ok := t.(*core.Let); ok {
				if fn, ok := let.Bound.(*core.Lambda); ok {
					s.lambdas[let.Var] = fn
				}
			}
		})
		s.uses.function(calleeOfDef(d))
	}
	// A function that is put in the place of calls is so as it was.
	next := map[*core.Def]*inline.Callee{}
	for _, d := range p.Defs {
		b := &builder{scalars: s, env: map[*core.Var]value{}, funcs: map[*core.Var]*core.Var{}, needed: map[*core.Var]bool{}, inPlace: map[*core.Var]bool{}, copies: 1}
		params, body := b.function(calleeOfDef(d))
		next[d] = &inline.Callee{Params: params, Body: body}
	}
	for d, c := range maps.All(next) {
		d.Params, d.Body = c.Params, c.Body
	}
	core.Labels(p)
}

// scalars is what the definitions of a program share.
type scalars struct {
	lambdas map[*core.Var]*core.Lambda // the local functions
	weigher *inline.Weigher
	uses    *uses
}

func calleeOfDef(d *core.Def) *inline.Callee { return &inline.Callee{Params: d.Params, Body: d.Body} }

func calleeOfLambda(fn *core.Lambda) *inline.Callee {
	return &inline.Callee{Params: fn.Params, Body: fn.Body}
}

// calleeOf is the function that f is; nil of a derivative.
func (s *scalars) calleeOf(f core.Term) *inline.Callee { return inline.Known(f, s.lambda) }

func (s *scalars) lambda(v *core.Var) *core.Lambda { return s.lambdas[v] }

// sizes are those that the result of c has to have, nil if nothing says them.
func sizes(c *inline.Callee) core.Shape {
	if check, ok := core.Inner(c.Body).(*core.SizeCheck); ok {
		return check.Shape
	}
	return nil
}

// inlinable says that c may be put in the place of a call.
func (s *scalars) inlinable(c *inline.Callee) bool {
	return c != nil && s.weigher.Body(c.Body) <= mostInlined
}
