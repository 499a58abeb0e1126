package lower

import "procad/core"

// A pattern is how a body begins with taking a variable apart that has no name:
//
//	\v. let (x, w) = v; (y, z) = w in e        is        \(x, (y, z)). e
//
// Leaves are named after the variables of a pattern. In e there may be v and w, too.
type pattern struct {
	v     *core.Var       // nil of a tuple, and of what is not bound
	whole *core.Var       // without a name, of which this is the pattern; nil if there is none
	of    core.Type       // the type of the value
	parts []*pattern      // of a tuple
	check *core.SizeCheck // of the sizes of the value; nil if there is none
}

// received is the pattern of v, which may be nil, in what it begins. What is left
// of body is put there.
func received(v *core.Var, of core.Type, body *core.Term) *pattern {
	if v == nil || v.Name != "" {
		return &pattern{v: v, of: of}
	}
	// v, or (v : sizes)
	whole := func(bound core.Term) (check *core.SizeCheck, ok bool) {
		if c, is := bound.(*core.SizeCheck); is {
			check, bound = c, c.X
		}
		use, ok := bound.(*core.Use)
		return check, ok && use.Var == v
	}
	switch let := (*body).(type) {
	case *core.Let:
		if check, ok := whole(let.Bound); ok {
			*body = let.Body
			return &pattern{v: let.Var, whole: v, of: of, check: check}
		}
	case *core.Untuple:
		if check, ok := whole(let.Bound); ok {
			p := untupled(let, body)
			p.whole, p.check = v, check
			return p
		}
	}
	return &pattern{v: v, of: of}
}

// untupled is the pattern of what let binds. What is left of it is put in body.
func untupled(let *core.Untuple, body *core.Term) *pattern {
	of := let.Bound.Type()
	p := &pattern{of: of}
	*body = let.Body
	for i, v := range let.Vars {
		p.parts = append(p.parts, received(v, of.(*core.TupleType).Elems[i], body))
	}
	return p
}

// target names the leaves of what p takes apart after its variables.
func (p *pattern) target() *target {
	switch {
	case p.v != nil:
		return targetOf(p.of, p.v.Name)
	case p.parts != nil:
		to := &target{parts: make([]*target, len(p.parts))}
		for i, e := range p.parts {
			to.parts[i] = e.target()
		}
		return to
	}
	return nil
}

// match binds the variables of p to the parts of v. The sizes of the whole are
// checked by then; those of its parts are checked here.
func (f *fn) match(p *pattern, v value) {
	for _, x := range []*core.Var{p.v, p.whole} {
		if x != nil {
			f.set(x, v)
		}
	}
	for i, e := range p.parts {
		f.receive(e, v.elems[i])
	}
}

// receive is match for a pattern whose own sizes have not been checked.
func (f *fn) receive(p *pattern, v value) {
	f.match(p, v)
	if p.check != nil {
		f.checkSizes(p.check.Shape, v, p.check.At, p.check.Name)
	}
}
