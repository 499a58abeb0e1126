package ks

import (
	"procad/core"
	"procad/internal/diag"
)

// A Rule is how a function of Figure 2, or one of those that it leaves out, is
// differentiated without linear maps.
type Rule struct {
	// Forward is δt for f(x) = t and δs.
	Forward func(x, dx Term) Term
	// Keep is what of x the reverse needs: the X of revf$f, and its BOG.
	Keep func(x Term) Term
	// Reverse is δs for what was kept and δt.
	Reverse func(kept, dt Term) Term
}

// nowhere is the position of what is not in the program.
var nowhere = diag.Pos{}

func do(f Fun, args ...Term) Term { return Do(nowhere, f, args...) }
func pi(t Term, k int) Term {
	return do(Select{K: k, N: len(t.Type().(Tuple))}, t)
}
func nought(t Type) Term       { return do(Zero{Of: t}) }
func nothing(Term) Term        { return Tuples(nowhere) }
func tuples(e ...Term) Term    { return Tuples(nowhere, e...) }
func plus(a, b Term) Term      { return do(Op{Op: core.Add}, a, b) }
func times(k, x Term) Term     { return do(Times{}, k, x) }
func sizeOf(v Term) Term       { return do(Size{}, v) }
func index(i, v Term) Term     { return do(Index{}, i, v) }
func equal(i, j Term) Term     { return do(Op{Op: core.Eq}, i, j) }
func choose(c, a, b Term) Term { return If(nowhere, c, a, b) }

func build(n Term, each func(i Term) Term) Term {
	i := &Var{Name: "i", Type: N}
	return do(Build{}, n, Fn(i, each(UseOf(nowhere, i))))
}

// RuleOf is the rule of f : S → T, whose T has Rs in it.
func RuleOf(f Fun, s, t Type) Rule {
	switch f := f.(type) {
	case Op:
		return primitive(f, s)

	// πk(x)     δt = πk(δs)     δs = (0, …, δt, …, 0)
	case Select:
		return Rule{
			func(_, dx Term) Term { return pi(dx, f.K) }, nothing,
			func(_, dt Term) Term { return only(s.(Tuple), f.K, dt) },
		}

	// ix(i, v)     δt = δv[i]     δs = (0, build(n, λj. if j == i then δt else 0))        keeps (i, n), n = sz(v)
	case Index:
		return Rule{
			func(x, dx Term) Term { return index(pi(x, 0), pi(dx, 1)) },
			func(x Term) Term { return tuples(pi(x, 0), sizeOf(pi(x, 1))) },
			func(kept, dt Term) Term {
				hot := build(pi(kept, 1), func(j Term) Term { return choose(equal(j, pi(kept, 0)), dt, nought(t)) })
				return tuples(tuples(), hot)
			},
		}

	// sum(v)     δt = sum(δv)     δv = build(n, λi. δt)                                   keeps n = sz(v)
	case Add:
		return Rule{
			func(_, dx Term) Term { return do(Add{Of: Tangent(t)}, dx) },
			sizeOf,
			func(n, dt Term) Term { return build(n, func(Term) Term { return dt }) },
		}

	// con(x)     δt = con δs     δs = case δt of con y → y, …
	case Inject:
		of := Tangent(f.To).(Sum)
		return Rule{
			func(_, dx Term) Term { return do(Inject{K: f.K, To: of}, dx) }, nothing,
			func(_, dt Term) Term { return Carried(of, f.K, dt) },
		}

	// check(x, n1, …)     δt = δx     δs = (δt, 0, …)
	case Check:
		return Rule{
			func(_, dx Term) Term { return pi(dx, 0) }, nothing,
			func(_, dt Term) Term { return only(s.(Tuple), 0, dt) },
		}

	// stopGradient(x)     δt = 0     δs = 0
	case Stop:
		zero := func(_, _ Term) Term { return nought(s) }
		return Rule{zero, nothing, zero}
	}
	panic("ks: no derivative of " + f.Name())
}

// only is (0, …, dt, …, 0) with dt in place k.
func only(s Tuple, k int, dt Term) Term {
	out := make([]Term, len(s))
	for i, t := range s {
		if out[i] = nought(t); i == k {
			out[i] = dt
		}
	}
	return &Pair{Node: Node{Of: Tangent(s)}, Elems: out}
}

// Carried is the x of con x; a tangent has the constructor of its primal.
func Carried(sum Sum, k int, d Term) Term {
	c := &Case{Node: Node{Of: sum.Cons[k].Of}, X: d}
	for i, con := range sum.Cons {
		x := &Var{Name: "x", Type: con.Of}
		arm := Arm{Var: x, Body: nought(sum.Cons[k].Of)}
		if i == k {
			arm.Body = UseOf(nowhere, x)
		}
		c.Arms = append(c.Arms, arm)
	}
	return c
}

// primitive is the rule of a primitive.
//
//	op(x1, …, xn)     δt = Σ ∂op/∂xi * δxi     δs = (∂op/∂x1 * δt, …)     keeps x, or nothing if no ∂op/∂xi mentions it
func primitive(f Op, s Type) Rule {
	types, several := s.(Tuple)
	r := Rule{
		Forward: func(x, dx Term) Term {
			var sum Term
			for i, k := range Partials(f.Op, x) {
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
				return nought(R)
			}
			return sum
		},
		Keep: func(x Term) Term { return x },
	}
	back := func(x, dt Term) Term {
		partials := Partials(f.Op, x)
		out := make([]Term, len(partials))
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
	r.Reverse = back
	x := &Var{Name: "x", Type: s}
	mentions := 0
	for _, k := range Partials(f.Op, UseOf(nowhere, x)) {
		if k != nil {
			mentions += Uses(k, x)
		}
	}
	if mentions == 0 { // as the partial derivatives of + and -
		r.Keep = nothing
		r.Reverse = func(_, dt Term) Term { return back(UseOf(nowhere, x), dt) }
	}
	return r
}
