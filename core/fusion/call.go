package fusion

import (
	"procad/core"
	"procad/core/inline"
)

// mostInlined bounds how many terms are inlined for an array.
const mostInlined = 1000

// A trial is a copy of the let of an array, in which calls are inlined until the
// array can be fused. It is kept only if it can.
type trial struct {
	*fuser
	whole core.Term // the copy, and what the call that gives the array binds before it
	let   *core.Let
	left  int // terms that may still be inlined
}

// through fuses the array that a let in a place binds by inlining calls of what is
// given the array, gives it, or captures it; false if that cannot be.
func (f *fuser) through(at *core.Term, let *core.Let) bool {
	t := &trial{fuser: f, let: core.Copy(let).(*core.Let), left: mostInlined}
	t.whole = t.let
	f.facts.Learn(t.whole)
	if !t.given() || !t.taken() {
		return false
	}
	t.forget(&t.whole)
	a := f.arrayOf(t.let)
	if a == nil {
		return false
	}
	a.look(&a.let.Body)
	if a.calls > 0 || !a.settle() {
		return false
	}
	place := &t.whole
	for *place != core.Term(t.let) {
		switch let := (*place).(type) {
		case *core.Let:
			place = &let.Body
		case *core.Untuple:
			place = &let.Body
		}
	}
	*place = a.fused()
	inline.Variables(&t.whole)
	*at = t.whole
	f.term(at) // what was inlined may have others
	return true
}

// given inlines the call that gives the array, if one does.
//
//	let a = (let n = e in [b for i < n]) in …  =  let n = e; a = [b for i < n] in …
func (t *trial) given() bool {
	call, ok := t.let.Bound.(*core.Apply)
	if !ok {
		return true
	}
	if !t.inline(&t.let.Bound, call) {
		return false
	}
	last := &t.whole
	for {
		if check, ok := t.let.Bound.(*core.SizeCheck); ok {
			t.let.Bound = inside(check)
		}
		switch let := t.let.Bound.(type) {
		case *core.Let:
			*last, t.let.Bound, let.Body, let.Of = let, let.Body, t.let, t.let.Of
			last = &let.Body
			continue
		case *core.Untuple:
			*last, t.let.Bound, let.Body, let.Of = let, let.Body, t.let, t.let.Of
			last = &let.Body
			continue
		}
		t.facts.Bind(t.let.Var, t.let.Bound)
		return true
	}
}

// inside is a check where the value is made.
//
//	(let x = e in b : T)  =  let x = e in (b : T)
func inside(check *core.SizeCheck) core.Term {
	switch let := check.X.(type) {
	case *core.Let:
		check.X, let.Body = let.Body, check
		return let
	case *core.Untuple:
		check.X, let.Body = let.Body, check
		return let
	}
	return check
}

// taken inlines the calls that are given the array, or capture it.
func (t *trial) taken() bool {
	for {
		t.rename()
		at := t.concerned(&t.let.Body)
		if at == nil {
			return true
		}
		if !t.inline(at, (*at).(*core.Apply)) {
			return false
		}
	}
}

// inline puts the callee in the place of a call of it, if that is short enough and
// copies no work.
func (t *trial) inline(at *core.Term, call *core.Apply) bool {
	c := inline.Known(call.Func, t.facts.Lambda)
	if c == nil {
		return false
	}
	if t.left -= inline.Weight(c.Body); t.left < 0 {
		return false
	}
	if !light(c.Body) && t.calls(call.Func) > 1 {
		return false
	}
	*at = inline.Call(c, call)
	t.facts.Learn(*at)
	return true
}

// light says that a body does no work: it reads arrays.
func light(t core.Term) bool {
	work := false
	core.Visit(t, func(t core.Term) {
		switch t := t.(type) {
		case *core.Use, *core.IntConst, *core.RealConst, *core.Index, *core.Size, *core.Let, *core.SizeCheck, *core.Tuple:
		case *core.Prim:
			work = work || t.Of != core.Int
		default:
			work = true
		}
	})
	return !work
}

// calls counts the calls of a function where the array is in scope.
func (t *trial) calls(f core.Term) int {
	n := 0
	core.Visit(t.let.Body, func(t core.Term) {
		if call, ok := t.(*core.Apply); ok && same(call.Func, f) {
			n++
		}
	})
	return n
}

// same says that two functions, which are names, are the same.
func same(f, g core.Term) bool {
	switch f := f.(type) {
	case *core.Global:
		g, ok := g.(*core.Global)
		return ok && f.Def == g.Def
	case *core.Use:
		g, ok := g.(*core.Use)
		return ok && f.Var == g.Var
	}
	return false
}

// concerned is the place of a call that is given the array or captures it; nil if
// there is none.
func (t *trial) concerned(at *core.Term) *core.Term {
	if call, ok := (*at).(*core.Apply); ok {
		for _, arg := range call.Args {
			if t.is(arg) {
				return at
			}
		}
		if use, ok := call.Func.(*core.Use); ok {
			if fn := t.facts.Lambda(use.Var); fn != nil && core.Mentions(fn, t.let.Var) {
				return at
			}
		}
	}
	for _, p := range core.Places(*at) {
		if found := t.concerned(p); found != nil {
			return found
		}
	}
	return nil
}

// is says that x is the array.
func (t *trial) is(x core.Term) bool {
	use, ok := x.(*core.Use)
	return ok && use.Var == t.let.Var
}

// rename takes the array for what else is bound to it, whose sizes are seen to be
// as they are said to be.
//
//	let b = a; c = (b : Real[n]) in e  =  e[a/b, a/c]
func (t *trial) rename() {
	core.Visit(t.let.Body, func(x core.Term) {
		if let, ok := x.(*core.Let); ok {
			if bound := t.facts.Unchecked(let.Bound); t.is(bound) {
				let.Bound = bound
			}
		}
	})
	inline.Variables(&t.let.Body)
}

// forget removes the functions that nothing calls any more.
func (t *trial) forget(at *core.Term) {
	for _, p := range core.Places(*at) {
		t.forget(p)
	}
	if let, ok := (*at).(*core.Let); ok {
		if _, fn := let.Bound.(*core.Lambda); fn && !core.Mentions(let.Body, let.Var) && core.Mentions(let.Bound, t.let.Var) {
			*at = let.Body
		}
	}
}
