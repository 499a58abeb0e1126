package hoist

import (
	"procad/core"
	"procad/core/inline"
)

// An opening is a call in whose place the body of its function is looked at.
type opening struct {
	at    *core.Term
	call  core.Term
	found int // candidates before
}

// close takes back all openings but the first ones.
func (f *finder) close(first int) {
	for _, o := range f.opened[first:] {
		*o.at = o.call
	}
	f.opened = f.opened[:first]
}

// call is a call. The body of a function that takes work is put in its place if
// there is something to be moved in that.
//
//	c(i) = x[i] - f(x)        sum(i < n) c(i) = sum(i < n) (x[i] - f(x))
func (f *finder) call(at *core.Term, t *core.Apply, depth int, always bool) info {
	n := f.term(&t.Func, depth+1, false)
	n.weight = 0 // a name is no code
	n = leaf(t).and(n)
	args := make([]info, len(t.Args))
	before := len(f.found)
	for i := range t.Args {
		args[i] = f.term(&t.Args[i], depth+1, always)
		n = n.and(args[i])
	}
	takes := f.takes(t.Func)
	n.work = max(n.work, takes)
	if takes == little || !always {
		return n
	}
	c := inline.Known(t.Func, func(v *core.Var) *core.Lambda { return f.lambdas[v] })
	if c == nil || f.weigher().Weight(c.Body) > heaviest {
		return n
	}
	fn := inline.Copy(c, t)
	lets := make([]*core.Let, len(fn.Params))
	place := at
	*at = fn.Body
	for i, p := range fn.Params {
		lets[i] = &core.Let{Node: core.Node{At: t.Args[i].Pos(), Of: fn.Body.Type()}, Var: p, Bound: t.Args[i], Body: *place}
		*place = lets[i]
		place = &lets[i].Body
		f.let(lets[i])
		f.bind(p, t.Args[i], args[i], depth)
	}
	mark, opened := len(f.found), len(f.opened)
	f.opened = append(f.opened, opening{at, t, mark})
	body := f.term(place, depth+1, true)
	if len(f.found) == mark {
		f.close(opened)
		return n.and(body)
	}
	for k := before; k < mark; k++ {
		for i := range t.Args {
			if f.found[k].at == &t.Args[i] {
				f.found[k].at = &lets[i].Bound
			}
		}
	}
	return n.and(body)
}

func (f *finder) weigher() *inline.Weigher {
	return inline.NewWeigher(func(v *core.Var) *core.Lambda { return f.lambdas[v] }, 1, heaviest)
}

// of is the work of a primitive.
func of(op core.Op) work {
	switch {
	case core.Elementary(op):
		return much
	case op == core.IDiv || op == core.IMod || op == core.Quo:
		return division
	}
	return little
}

// ofPrim is the work of a primitive with arguments. To divide Reals by a number takes as little as to multiply.
func ofPrim(t *core.Prim) work {
	if t.Op == core.Quo {
		if _, number := t.Args[1].(*core.RealConst); number {
			return little
		}
	}
	return of(t.Op)
}

// takes is the most work that there is in a function, or in those that it calls.
func (h *hoister) takes(f core.Term) work {
	switch f := f.(type) {
	case *core.Global:
		return h.works(f.Def, f.Def.Body)
	case *core.Ruled:
		return h.works(f.Rule.Value, f.Rule.Value.Body)
	case *core.Use:
		if fn := h.lambdas[f.Var]; fn != nil {
			return h.works(fn, fn.Body)
		}
	case *core.Derive:
		return h.takes(f.Func)
	}
	return little
}

// works is takes of a definition or lambda with a body.
func (h *hoister) works(fn any, body core.Term) work {
	w, known := h.work[fn]
	if known {
		return w
	}
	core.Visit(body, func(t core.Term) {
		switch t := t.(type) {
		case *core.Build, *core.Reduce, *core.Fold, *core.NTimes, *core.While, *core.Ccl:
			w = much
		case *core.Prim:
			w = max(w, ofPrim(t))
		case *core.Apply:
			w = max(w, h.takes(t.Func))
		}
	})
	h.work[fn] = w
	return w
}
