package bog

import (
	"procad/core"
	"procad/internal/diag"
	"procad/papers/ks"
)

// A reverser makes ∇r[e] δt b, a set of bindings: d has δx for each variable x with
// Rs that is free in what has been bound so far.
type reverser struct {
	*Deriver
	d map[*ks.Var]ks.Term
}

// reverseOf is f_rbog.
//
//	f_rbog(δt, b) = let ∇r[e] δt b in δx
func (d *Deriver) reverseOf(f *Def, b ks.Type) *ks.Def {
	return pass(f.Title, f.At, f.Body.Type(), b, func(b, dt ks.Term) ks.Term {
		r := &reverser{d, map[*ks.Var]ks.Term{}}
		return r.bind(f.Body, dt, b, func() ks.Term {
			if ks.Discrete(f.Param.Type) {
				return zero(f.Param.Type)
			}
			return r.d[f.Param]
		})
	})
}

// bind is let ∇r[e] δt b in body.
func (r *reverser) bind(e Term, dt, b ks.Term, body func() ks.Term) ks.Term {
	switch e := e.(type) {
	// ∇r[k] δt b = {}; a variable in what has no Rs gets 0
	case *Plain:
		return r.plain([]Term{e}, body)

	// ∇r[x] δt b = { δx = δt }
	case *Use:
		if ks.Discrete(e.of) {
			return body()
		}
		return r.let(e.X, dt, body)

	// ∇r[f(e)] δt b = { (b1, b2) = b ; δa = f_rbog(δt, b2) } ++ ∇r[e] δa b1
	case *Call:
		return let("δa", ks.Do(e.at, r.called(e).reverse, dt, pi(b, 1)), func(da ks.Term) ks.Term {
			return r.part(e.Arg, da, b, 0, body)
		})

	// ∇r[(e1, e2)] δt b = { (δt1, δt2) = δt ; (b1, b2) = b } ++ ∇r[e1] δt1 b1 ++ ∇r[e2] δt2 b2
	case *Pair:
		var from func(i int) ks.Term
		from = func(i int) ks.Term {
			if i == len(e.Elems) {
				return body()
			}
			return r.part(e.Elems[i], pi(dt, i), b, i, func() ks.Term { return from(i + 1) })
		}
		return from(0)

	// ∇r[let x = e1 in e2] δt b = { (b1, b2) = b } ++ ∇r[e2] δt b2 ++ ∇r[e1] δx b1
	case *Let:
		return r.part(e.Body, dt, b, 1, func() ks.Term {
			return r.part(e.Bound, r.of(e.X), b, 0, body)
		})

	// ∇r[let (x, y) = e1 in e2] δt b = { (b1, b2) = b } ++ ∇r[e2] δt b2 ++ { δxy = (δx, δy) } ++ ∇r[e1] δxy b1
	case *LetPair:
		return r.part(e.Body, dt, b, 1, func() ks.Term {
			return let("δxy", ks.Tuples(e.at, r.of(e.X), r.of(e.Y)), func(dxy ks.Term) ks.Term {
				return r.part(e.Bound, dxy, b, 0, body)
			})
		})
	}
	return r.reverseLoop(e, dt, b, body)
}

// part is let bk = πk(b) in let ∇r[e] δt bk in body. A bk that is not used is not bound.
func (r *reverser) part(e Term, dt, b ks.Term, k int, body func() ks.Term) ks.Term {
	switch e.(type) {
	case *Plain, *Use:
		return r.bind(e, dt, pi(b, k), body)
	}
	return let("b", pi(b, k), func(bk ks.Term) ks.Term { return r.bind(e, dt, bk, body) })
}

// of is δx.
func (r *reverser) of(x *ks.Var) ks.Term {
	if dx := r.d[x]; dx != nil {
		return dx
	}
	return zero(x.Type) // there are no Rs in x
}

// let is let δx = e in body.
func (r *reverser) let(x *ks.Var, e ks.Term, body func() ks.Term) ks.Term {
	return let("δ"+x.Name, e, func(dx ks.Term) ks.Term {
		r.d[x] = dx
		return body()
	})
}

// plain binds the variables of terms without Rs to 0.
func (r *reverser) plain(terms []Term, body func() ks.Term) ks.Term {
	var xs []*ks.Var
	for _, t := range terms {
		xs = append(xs, t.(*Plain).Uses...)
	}
	var from func(i int) ks.Term
	from = func(i int) ks.Term {
		if i == len(xs) {
			return body()
		}
		return r.let(xs[i], zero(xs[i].Type), func() ks.Term { return from(i + 1) })
	}
	return from(0)
}

// inside is let ∇r[e] δt b in body, in an arm or a loop: the bindings end with it.
func (r *reverser) inside(e Term, dt, b ks.Term, body func(in *reverser) ks.Term) ks.Term {
	in := &reverser{r.Deriver, map[*ks.Var]ks.Term{}}
	return in.bind(e, dt, b, func() ks.Term { return body(in) })
}

// tuple is (δv1, …, δvn).
func (r *reverser) tuple(vs []*ks.Var) ks.Term {
	out := make([]ks.Term, len(vs))
	for i, v := range vs {
		out[i] = r.d[v]
	}
	return ks.Tuples(diag.Pos{}, out...)
}

// spread is let (δv1, …, δvn) = all in body.
func (r *reverser) spread(vs []*ks.Var, all ks.Term, body func() ks.Term) ks.Term {
	var from func(i int) ks.Term
	from = func(i int) ks.Term {
		if i == len(vs) {
			return body()
		}
		e := all
		if len(vs) > 1 {
			e = pi(all, i)
		}
		return r.let(vs[i], e, func() ks.Term { return from(i + 1) })
	}
	return from(0)
}

// tangentsOf is the type of (δv1, …, δvn).
func tangentsOf(vs []*ks.Var) ks.Type {
	types := make([]ks.Type, len(vs))
	for i, v := range vs {
		types[i] = ks.Tangent(v.Type)
	}
	return ks.TupleOf(types...)
}

// free are the variables with Rs that e uses and does not bind, but x.
func free(e Term, x *ks.Var) []*ks.Var {
	bound := map[*ks.Var]bool{x: true}
	var used []*ks.Var
	var walk func(Term)
	walk = func(t Term) {
		switch t := t.(type) {
		case *Use:
			used = append(used, t.X)
		case *Plain:
			used = append(used, t.Uses...)
		case *Let:
			bound[t.X] = true
		case *LetPair:
			bound[t.X], bound[t.Y] = true, true
		case *Build:
			bound[t.I] = true
		case *Fold:
			bound[t.T] = true
		}
		all, arms := children(t)
		for _, c := range all {
			walk(c)
		}
		for _, arm := range arms {
			bound[arm.X] = true
			walk(arm.Body)
		}
	}
	walk(e)
	var out []*ks.Var
	for _, v := range used {
		if !bound[v] && !ks.Discrete(v.Type) {
			bound[v] = true
			out = append(out, v)
		}
	}
	return out
}

func zero(t ks.Type) ks.Term    { return ks.Do(diag.Pos{}, ks.Zero{Of: t}) }
func plus(a, b ks.Term) ks.Term { return ks.Do(a.Pos(), ks.Op{Op: core.Add}, a, b) }
