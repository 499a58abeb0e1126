package scalars

import (
	"maps"

	"procad/core"
	"procad/core/inline"
)

// Bounds of what is written out.
const (
	// mostFew is how many elements are few: those of a 4 × 4 matrix, which are as
	// many as a processor has registers for.
	mostFew = 16
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
	s.weigher = inline.NewWeigher(func(v *core.Var) *core.Lambda { return s.lambdas[v] }, mostFew, mostInlined)
	s.uses = newUses(func(f core.Term) *callee {
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
	next := map[*core.Def]*callee{}
	for _, d := range p.Defs {
		b := &builder{scalars: s, env: map[*core.Var]value{}, funcs: map[*core.Var]*core.Var{}, needed: map[*core.Var]bool{}, inPlace: map[*core.Var]bool{}, copies: 1}
		params, body := b.function(calleeOfDef(d))
		next[d] = &callee{params, body}
	}
	for d, c := range maps.All(next) {
		d.Params, d.Body = c.params, c.body
	}
}

// scalars is what the definitions of a program share.
type scalars struct {
	lambdas map[*core.Var]*core.Lambda // the local functions
	weigher *inline.Weigher
	uses    *uses
}

// A callee is a function with a body, which can be put in the place of a call.
type callee struct {
	params []*core.Var
	body   core.Term
}

func calleeOfDef(d *core.Def) *callee { return &callee{d.Params, d.Body} }

func calleeOfLambda(fn *core.Lambda) *callee { return &callee{fn.Params, fn.Body} }

// calleeOf is the function that f is; nil of a derivative.
func (s *scalars) calleeOf(f core.Term) *callee {
	switch f := f.(type) {
	case *core.Global:
		return calleeOfDef(f.Def)
	case *core.Use:
		if fn := s.lambdas[f.Var]; fn != nil {
			return calleeOfLambda(fn)
		}
	}
	return nil
}

// result is the sizes that the result has to have, nil if nothing says them.
func (c *callee) result() core.Shape {
	if check, ok := inner(c.body).(*core.SizeCheck); ok {
		return check.Shape
	}
	return nil
}

// inner is what is inside of the bindings of t.
func inner(t core.Term) core.Term {
	for {
		switch let := t.(type) {
		case *core.Let:
			t = let.Body
		case *core.Untuple:
			t = let.Body
		default:
			return t
		}
	}
}

// inlinable says that c may be put in the place of a call. A loop with a label
// is one loop.
func (s *scalars) inlinable(c *callee) bool { return c != nil && s.weigher.Body(c.body) <= mostInlined }
