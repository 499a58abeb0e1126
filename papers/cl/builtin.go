package cl

import (
	"procad/core"
	"procad/diag"
	"procad/papers/ks"
)

// A rule is how a function of Figure 2, or one of those that it leaves out, is
// differentiated, as terms of package ks.
type rule struct {
	// forward is δt for f(x) = t and δs.
	forward func(x, dx ks.Term) ks.Term
	// keep is what of x the reverse needs: the X of revf$f.
	keep func(x ks.Term) ks.Term
	// reverse is δs for what was kept and δt.
	reverse func(kept, dt ks.Term) ks.Term
}

var nowhere = diag.Pos{}

func do(f ks.Fun, args ...ks.Term) ks.Term { return ks.Do(nowhere, f, args...) }
func pi(t ks.Term, k int) ks.Term {
	return do(ks.Select{K: k, N: len(t.Type().(ks.Tuple))}, t)
}
func nought(t ks.Type) ks.Term       { return do(ks.Zero{Of: t}) }
func nothing(ks.Term) ks.Term        { return ks.Tuples(nowhere) }
func tuples(e ...ks.Term) ks.Term    { return ks.Tuples(nowhere, e...) }
func plus(a, b ks.Term) ks.Term      { return do(ks.Op{Op: core.Add}, a, b) }
func times(k, x ks.Term) ks.Term     { return do(ks.Op{Op: core.Mul}, k, x) }
func sizeOf(v ks.Term) ks.Term       { return do(ks.Size{}, v) }
func index(i, v ks.Term) ks.Term     { return do(ks.Index{}, i, v) }
func equal(i, j ks.Term) ks.Term     { return do(ks.Op{Op: core.Eq}, i, j) }
func choose(c, a, b ks.Term) ks.Term { return ks.If(nowhere, c, a, b) }

func build(n ks.Term, each func(i ks.Term) ks.Term) ks.Term {
	i := &ks.Var{Name: "i", Type: ks.N}
	return do(ks.Build{}, n, ks.Fn(i, each(ks.UseOf(nowhere, i))))
}

// ruleOf is the rule of f : S → T, whose T has Rs in it.
func ruleOf(f ks.Fun, s, t ks.Type) rule {
	switch f := f.(type) {
	case ks.Op:
		return primitive(f, s)

	// πk(x)     δt = πk(δs)     δs = (0, …, δt, …, 0)
	case ks.Select:
		return rule{
			func(_, dx ks.Term) ks.Term { return pi(dx, f.K) }, nothing,
			func(_, dt ks.Term) ks.Term { return only(s.(ks.Tuple), f.K, dt) },
		}

	// ix(i, v)     δt = δv[i]     δs = (0, build(n, λj. if j == i then δt else 0))        keeps (i, n), n = sz(v)
	case ks.Index:
		return rule{
			func(x, dx ks.Term) ks.Term { return index(pi(x, 0), pi(dx, 1)) },
			func(x ks.Term) ks.Term { return tuples(pi(x, 0), sizeOf(pi(x, 1))) },
			func(kept, dt ks.Term) ks.Term {
				hot := build(pi(kept, 1), func(j ks.Term) ks.Term { return choose(equal(j, pi(kept, 0)), dt, nought(t)) })
				return tuples(tuples(), hot)
			},
		}

	// sum(v)     δt = sum(δv)     δv = build(n, λi. δt)                                   keeps n = sz(v)
	case ks.Add:
		return rule{
			func(_, dx ks.Term) ks.Term { return do(ks.Add{Of: ks.Tangent(t)}, dx) },
			sizeOf,
			func(n, dt ks.Term) ks.Term { return build(n, func(ks.Term) ks.Term { return dt }) },
		}

	// con(x)     δt = con δs     δs = case δt of con y → y, …
	case ks.Inject:
		of := ks.Tangent(f.To).(ks.Sum)
		return rule{
			func(_, dx ks.Term) ks.Term { return do(ks.Inject{K: f.K, To: of}, dx) }, nothing,
			func(_, dt ks.Term) ks.Term { return carried(of, f.K, dt) },
		}

	// check(x, n1, …)     δt = δx     δs = (δt, 0, …)
	case ks.Check:
		return rule{
			func(_, dx ks.Term) ks.Term { return pi(dx, 0) }, nothing,
			func(_, dt ks.Term) ks.Term { return only(s.(ks.Tuple), 0, dt) },
		}

	// stopGradient(x)     δt = 0     δs = 0
	case ks.Stop:
		zero := func(_, _ ks.Term) ks.Term { return nought(s) }
		return rule{zero, nothing, zero}
	}
	panic("cl: no derivative of " + f.Name())
}

// only is (0, …, dt, …, 0) with dt in place k.
func only(s ks.Tuple, k int, dt ks.Term) ks.Term {
	out := make([]ks.Term, len(s))
	for i, t := range s {
		if out[i] = nought(t); i == k {
			out[i] = dt
		}
	}
	return &ks.Pair{Node: ks.Node{Of: ks.Tangent(s)}, Elems: out}
}

// carried is the x of con x; a tangent has the constructor of its primal.
func carried(sum ks.Sum, k int, d ks.Term) ks.Term {
	c := &ks.Case{Node: ks.Node{Of: sum.Cons[k].Of}, X: d}
	for i, con := range sum.Cons {
		x := &ks.Var{Name: "x", Type: con.Of}
		arm := ks.Arm{Var: x, Body: nought(sum.Cons[k].Of)}
		if i == k {
			arm.Body = ks.UseOf(nowhere, x)
		}
		c.Arms = append(c.Arms, arm)
	}
	return c
}

// primitive is the rule of a primitive.
//
//	op(x1, …, xn)     δt = Σ ∂op/∂xi * δxi     δs = (∂op/∂x1 * δt, …)     keeps x, or nothing if no ∂op/∂xi mentions it
func primitive(f ks.Op, s ks.Type) rule {
	types, several := s.(ks.Tuple)
	r := rule{
		forward: func(x, dx ks.Term) ks.Term {
			var sum ks.Term
			for i, k := range ks.Partials(f.Op, x) {
				if k == nil {
					continue
				}
				part := dx
				if several {
					part = pi(dx, i)
				}
				if part = times(k, part); sum != nil {
					part = plus(sum, part)
				}
				sum = part
			}
			if sum == nil {
				return nought(ks.R)
			}
			return sum
		},
		keep: func(x ks.Term) ks.Term { return x },
	}
	back := func(x, dt ks.Term) ks.Term {
		partials := ks.Partials(f.Op, x)
		out := make([]ks.Term, len(partials))
		for i, k := range partials {
			switch {
			case k != nil:
				out[i] = times(k, dt)
			case several:
				out[i] = nought(types[i])
			default:
				out[i] = nought(s)
			}
		}
		return tuples(out...)
	}
	r.reverse = back
	x := &ks.Var{Name: "x", Type: s}
	mentions := 0
	for _, k := range ks.Partials(f.Op, ks.UseOf(nowhere, x)) {
		if k != nil {
			mentions += ks.Uses(k, x)
		}
	}
	if mentions == 0 { // as the partial derivatives of + and -
		r.keep = nothing
		r.reverse = func(_, dt ks.Term) ks.Term { return back(ks.UseOf(nowhere, x), dt) }
	}
	return r
}
