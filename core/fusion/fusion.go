package fusion

import (
	"slices"

	"procad/core"
	"procad/core/inline"
	"procad/core/known"
)

// Program fuses in the definitions of p.
func Program(p *core.Program) {
	for _, d := range p.Defs {
		f := &fuser{facts: known.New()}
		f.facts.Learn(d.Body)
		f.term(&d.Body)
	}
	core.Labels(p)
}

// A fuser goes through a definition.
type fuser struct {
	facts *known.Facts
	outer []known.Poly // the first sizes of the loops around, which are 0 or more
}

// term fuses in the term in a place: what is bound last comes first, since an
// array that has become part of another loop reads others there.
func (f *fuser) term(at *core.Term) {
	var chain []*core.Term
	for {
		chain = append(chain, at)
		switch let := (*at).(type) {
		case *core.Let:
			at = &let.Body
			continue
		case *core.Untuple:
			at = &let.Body
			continue
		}
		break
	}
	for i := len(chain) - 1; i >= 0; i-- {
		f.parts(*chain[i])
		switch t := (*chain[i]).(type) {
		case *core.Let:
			f.array(chain[i], t)
		case *core.Apply:
			f.arguments(chain[i], t)
		}
	}
}

// parts goes through what is in t, but not through the body of a binding.
func (f *fuser) parts(t core.Term) {
	switch t := t.(type) {
	case *core.Let:
		f.term(&t.Bound)
		return
	case *core.Untuple:
		f.term(&t.Bound)
		return
	}
	always, others := core.Slots(t)
	for _, at := range always {
		f.term(at)
	}
	depth := len(f.outer)
	if n := firstSize(t); n != nil {
		f.outer = append(f.outer, f.facts.Int(n))
	}
	for _, at := range others {
		f.term(at)
	}
	f.outer = f.outer[:depth]
}

// firstSize is a size that is compared with 0 before each iteration of a loop.
func firstSize(t core.Term) core.Term {
	switch t := t.(type) {
	case *core.Build:
		return t.Binders[0].Size
	case *core.Reduce:
		return t.Binders[0].Size
	case *core.NTimes:
		return t.Count
	case *core.Ccl:
		return t.Count
	}
	return nil
}

// array fuses the array that a let in a place binds; false if that cannot be.
func (f *fuser) array(at *core.Term, let *core.Let) bool {
	if let.Var == nil || !isArray(let.Var.Type) {
		return false
	}
	a := f.arrayOf(let)
	if a == nil {
		return f.gives(let.Bound) && f.through(at, let)
	}
	a.look(&let.Body)
	switch {
	case a.other:
	case a.calls > 0:
		return f.through(at, let)
	case a.settle():
		*at = a.fused()
		return true
	default:
		if body := a.view(); body != nil {
			*at = body
			return true
		}
	}
	return false
}

// arguments fuses an array that is an argument of a call in a place.
//
//	f([e for i < n])  =  let x = [e for i < n] in f(x)
func (f *fuser) arguments(at *core.Term, call *core.Apply) {
	for k, arg := range call.Args {
		if _, build := arg.(*core.Build); !build && !f.gives(arg) {
			continue
		}
		c := inline.Known(call.Func, f.facts.Lambda)
		if c == nil {
			return
		}
		x := &core.Var{Pos: arg.Pos(), Name: c.Params[k].Name, Type: arg.Type()}
		again := *call
		again.Args = slices.Clone(call.Args)
		again.Args[k] = core.UseOf(x)
		var bound core.Term = &core.Let{Node: core.Node{At: arg.Pos(), Of: call.Of}, Var: x, Bound: arg, Body: &again}
		if f.array(&bound, bound.(*core.Let)) {
			*at = bound
			return
		}
	}
}

// gives says that t is a call of a function that ends by making an array.
func (f *fuser) gives(t core.Term) bool {
	call, ok := t.(*core.Apply)
	if !ok || !isArray(call.Of) {
		return false
	}
	c := inline.Known(call.Func, f.facts.Lambda)
	if c == nil {
		return false
	}
	for body := c.Body; ; {
		switch t := body.(type) {
		case *core.Let:
			body = t.Body
		case *core.Untuple:
			body = t.Body
		case *core.SizeCheck:
			body = t.X
		case *core.Build:
			return true
		default:
			return false
		}
	}
}
