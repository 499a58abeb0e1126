package interchange

import (
	"procad/core"
	"procad/core/inline"
	"procad/core/known"
)

// Program interchanges loops in the definitions of p.
func Program(p *core.Program) {
	for _, d := range p.Defs {
		f := &finder{facts: known.New()}
		f.facts.Learn(d.Body)
		f.term(&d.Body)
	}
	core.Labels(p)
}

// A finder goes through a definition.
type finder struct{ facts *known.Facts }

// term interchanges loops in the term in a place, the inner ones first: then an outer one has only loops over elements in it.
func (f *finder) term(at *core.Term) {
	for {
		switch let := (*at).(type) {
		case *core.Let:
			at = f.binding(at, &let.Bound, nil)
			continue
		case *core.Untuple:
			at = f.binding(at, &let.Bound, let.Vars)
			continue
		}
		f.parts(*at)
		f.loop(at, nil)
		return
	}
}

// parts interchanges loops in what is in t.
func (f *finder) parts(t core.Term) {
	core.EachSlot(t, func(at *core.Term, _ bool) { f.term(at) })
}

// binding interchanges loops in what a binding in a place binds, and gives the place of what follows the binding.
func (f *finder) binding(at, bound *core.Term, vars []*core.Var) *core.Term {
	switch (*bound).(type) {
	case *core.NTimes, *core.Fold:
		f.parts(*bound)
		if f.loop(bound, vars) {
			return spread(at)
		}
	default:
		f.term(bound)
	}
	return body(*at)
}

// loop interchanges the loop in a place, if it is one that can be. wanted are the variables for the parts of its result, nil for
// those that are not used; without it all are. It is false if the loop stays.
func (f *finder) loop(at *core.Term, wanted []*core.Var) bool {
	l := f.loopOf(*at)
	if l == nil {
		return false
	}
	t := l.interchanged(wanted)
	if t == nil {
		return false
	}
	inline.Variables(&t)
	f.facts.Learn(t)
	*at = t
	return true
}

// spread gives the bindings in a place the form in which other passes see arrays, and the place of what follows them.
//
//	let v = (let w = e in b) in t        =  let w = e; v = b in t
//	let (v, w) = (d, e) in t             =  let v = d; w = e in t
func spread(at *core.Term) *core.Term {
	for inner := unnested(*at); inner != nil; inner = unnested(*at) {
		*at = inner
		at = body(inner)
	}
	binds := apart(*at)
	if binds == nil {
		return body(*at)
	}
	*at = lets(binds, *body(*at))
	for range binds {
		at = body(*at)
	}
	return at
}

// body is the place of what follows a binding.
func body(t core.Term) *core.Term {
	switch t := t.(type) {
	case *core.Let:
		return &t.Body
	case *core.Untuple:
		return &t.Body
	}
	return nil
}

// bound is the place of what a binding binds.
func bound(t core.Term) *core.Term {
	switch t := t.(type) {
	case *core.Let:
		return &t.Bound
	case *core.Untuple:
		return &t.Bound
	}
	return nil
}

// unnested is a binding of a term that binds others, with the first of them outside; nil of all others.
func unnested(t core.Term) core.Term {
	at := bound(t)
	switch inner := (*at).(type) {
	case *core.Let:
		*at, inner.Body, inner.Of = inner.Body, t, t.Type()
		return inner
	case *core.Untuple:
		*at, inner.Body, inner.Of = inner.Body, t, t.Type()
		return inner
	}
	return nil
}

// apart are the bindings of the parts of a tuple that t binds, but of a variable to none; nil if t binds no tuple.
func apart(t core.Term) []binding {
	u, ok := t.(*core.Untuple)
	if !ok {
		return nil
	}
	tuple, ok := u.Bound.(*core.Tuple)
	if !ok {
		return nil
	}
	binds := []binding{}
	for i, e := range tuple.Elems {
		if _, variable := e.(*core.Use); !variable || u.Vars[i] != nil {
			binds = append(binds, binding{u.Vars[i : i+1], false, e})
		}
	}
	return binds
}
