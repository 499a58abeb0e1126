package cl

import (
	"fmt"

	"procad/papers/ks"
)

// Reverse is rev$f : (S, δT) ⇒ δS, from c← of its body. It computes again what it
// needs of the primal; Split does not.
func (d *Deriver) Reverse(f *Def) *Def {
	return d.once("rev$", f, func() Code { return d.reverse(f.Body) })
}

// reverse is c← : (S, δT) ⇒ δS for c : S ⇒ T.
//
//	(s, dt) ◇ c← = dt ⊙ᴿ ∂c(s)
func (d *Deriver) reverse(c Code) Code {
	s, t := c.From(), c.To()
	in := ks.Tuple{s, ks.Tangent(t)}
	if ks.Discrete(t) { // there is nothing but 0 in δT
		return zero(in, s)
	}
	switch c := c.(type) {
	// I← = π2
	case *Identity:
		return sel(in, 1)

	// K(k)← = P[/ 2]
	case *Constant:
		return drop(in)

	// P[i1, …, im / n]← = (…, Σ(ik = j) πk(π2), …)
	case *Prune:
		return scatter(in, c)

	// F(f)← = F(rev$f)
	case *Function:
		if f, ok := c.F.(*Def); ok {
			return funAt(c.At, d.Reverse(f), in)
		}
		rule := ks.RuleOf(c.F, s, t)
		return funAt(c.At, d.term("rev$", c.F, s, s, ks.Tangent(t), func(x, dt ks.Term) ks.Term {
			return rule.Reverse(rule.Keep(x), dt)
		}), in)

	// (c1; c2)← = L(b, π1; c1, L(db, (b, π2); c2←, (π1, db); c1←))
	case *Then:
		return let("b", then(sel(in, 0), c.First), func(e ks.Tuple) Code {
			return let("db", then(tuple(e, sel(e, 2), sel(e, 1)), d.reverse(c.Second)), func(e ks.Tuple) Code {
				return then(tuple(e, sel(e, 0), sel(e, 3)), d.reverse(c.First))
			})
		})

	// (c1, …, cn)← = Σ (π1, πi(π2)); ci←
	case *Tuple:
		var parts []Code
		for i, e := range c.Elems {
			if !ks.Discrete(e.To()) {
				parts = append(parts, then(tuple(in, sel(in, 0), sel(in, 1, i)), d.reverse(e)))
			}
		}
		return add(in, s, parts...)

	// IF(c1, c2, c3)← = IF(π1; c1, c2←, c3←)
	case *If:
		return conditional(then(sel(in, 0), c.Cond), d.reverse(c.True), d.reverse(c.False))

	// L(x, cr, cb)← = L(x, π1; cr, L(d, (π1 > x, π2); cb←, P[1 … n / n + 1](d) + (π1, π(n + 1)(d)); cr←))
	case *Let:
		return let(c.X, then(sel(in, 0), c.Bound), func(e ks.Tuple) Code {
			return let("d", then(tuple(e, pushed(e, sel(e, 0), sel(e, 2)), sel(e, 1)), d.reverse(c.Body)), func(e ks.Tuple) Code {
				return d.bound(e, s, func(dx Code) Code { return then(tuple(e, sel(e, 0), dx), d.reverse(c.Bound)) }, c.Bound.To())
			})
		})

	// B(cs, i, ce)← = B(π1; cs, i, (π1 > i, π2[i]); ce←; P[1 … n / n + 1]); F(sum)
	case *Build:
		e := push(in, ks.N)
		elem := then(tuple(e, pushed(e, sel(e, 0), sel(e, 2)), indexed(e, sel(e, 2), sel(e, 1))), d.reverse(c.Elem))
		return sumOver(&Build{arrow{c.At, in, nil}, then(sel(in, 0), c.Size), then(elem, initial(elem.To())), c.I, nil})

	// CASE(c, x. ck, …)← = CASE(π1; c, x. L(d, (π1 > x, π2); ck←, P[1 … n / n + 1](d) + (π1, con π(n + 1)(d)); c←), …)
	case *Case:
		return d.reverseArms(in, c)

	case *Fold:
		return d.reverseFold(in, c)
	}
	panic(fmt.Sprintf("cl: no rule for %T", c))
}

// scatter is P[i1, …, im / n]← from (s, dt).
func scatter(in ks.Tuple, c *Prune) Code {
	s := c.From().(ks.Tuple)
	elems := make([]Code, len(s))
	for j, t := range s {
		var parts []Code
		for k, i := range c.Places {
			if i == j {
				parts = append(parts, sel(in, 1, k))
			}
		}
		elems[j] = add(in, t, parts...)
	}
	return tuple(in, elems...)
}

// bound is P[1 … n / n + 1](d) + back(π(n + 1)(d)), where d is the last of the
// environment; the first part alone if x is of a type without Rs.
func (d *Deriver) bound(e ks.Tuple, s ks.Type, back func(dx Code) Code, x ks.Type) Code {
	ds := e[len(e)-1]
	rest := then(last(e), initial(ds))
	if ks.Discrete(x) {
		return rest
	}
	return add(e, s, rest, back(then(last(e), last(ds))))
}

// sumOver is B(cs, i, ce); F(sum).
func sumOver(b *Build) Code {
	b.T = ks.Vec{Elem: b.Elem.To()}
	return then(b, fun(ks.Add{Of: b.Elem.To()}, b.T))
}

func (d *Deriver) reverseArms(in ks.Tuple, c *Case) Code {
	sum := c.X.To().(ks.Sum)
	out := &Case{arrow{c.At, in, ks.Tangent(c.S)}, then(sel(in, 0), c.X), nil}
	for k, arm := range c.Arms {
		e := push(in, sum.Cons[k].Of)
		body := let("d", then(tuple(e, pushed(e, sel(e, 0), sel(e, 2)), sel(e, 1)), d.reverse(arm.Body)), func(e ks.Tuple) Code {
			return d.bound(e, c.S, func(dx Code) Code {
				return then(tuple(e, sel(e, 0), then(dx, constructor(sum, k))), d.reverse(c.X))
			}, sum.Cons[k].Of)
		})
		out.Arms = append(out.Arms, Arm{arm.X, body})
	}
	return out
}

// constructor is con of tangents.
func constructor(sum ks.Sum, k int) Code {
	of := ks.Tangent(sum).(ks.Sum)
	return fun(ks.Inject{K: k, To: of}, of.Cons[k].Of)
}

// reverseFold goes forward and keeps what the iterations begin with, and then back,
// with ds and the cotangent of the accumulator as its state. It is Figure 15.
//
//	FOLD(ca, cv, x, cb)← = L(t, SCAN(π1; ca, π1; cv, x, L(_, (π1 > x); cb, (_, x))); π2,
//	                       L(r, SCAN'((0, π2), t, y, L(d, (π1 > π2(y), π2(π1(y))); cb←, …)), …))
func (d *Deriver) reverseFold(in ks.Tuple, c *Fold) Code {
	pair := ks.Tuple{c.Acc.To(), c.Over.To().(ks.Vec).Elem}
	e := push(in, pair)
	body := tuple(e, then(pushed(e, sel(e, 0), sel(e, 2)), c.Body), sel(e, 2))
	scan := &Scan{arrow{c.At, in, ks.Tuple{c.T, ks.Vec{Elem: pair}}}, false, then(sel(in, 0), c.Acc), then(sel(in, 0), c.Over), c.X, body}
	return let("t", then(scan, sel(scan.T, 1)), func(e ks.Tuple) Code {
		return d.backward(e, c, sel(e, 2), sel(e, 1), func(g ks.Tuple, t, da Code) Code {
			return then(tuple(g, pushed(g, sel(g, 0), t), da), d.reverse(c.Body))
		}, func(g ks.Tuple, da, dv Code) []Code {
			return []Code{then(tuple(g, sel(g, 0), da), d.reverse(c.Acc)), then(tuple(g, sel(g, 0), dv), d.reverse(c.Over))}
		})
	})
}

// backward is the second loop: SCAN' over what the iterations have kept, and the
// sum of ds with what the accumulator and the vector give.
func (d *Deriver) backward(e ks.Tuple, c *Fold, over, dr Code, step func(g ks.Tuple, kept, da Code) Code, ends func(g ks.Tuple, da, dv Code) []Code) Code {
	acc := tuple(e, zero(e, c.S), dr)
	y := ks.Tuple{acc.To(), over.To().(ks.Vec).Elem}
	g := push(e, y)
	n := len(e)
	body := let("d", step(g, sel(g, n, 1), sel(g, n, 0, 1)), func(h ks.Tuple) Code {
		dt := then(last(h), last(h[n+1]))
		ds := add(h, c.S, sel(h, n, 0, 0), then(last(h), initial(h[n+1])))
		return tuple(h, tuple(h, ds, then(dt, sel(dt.To(), 0))), then(dt, sel(dt.To(), 1)))
	})
	out := body.To().(ks.Tuple)
	scan := &Scan{arrow{c.At, e, ks.Tuple{out[0], ks.Vec{Elem: out[1]}}}, true, acc, over, "y", body}
	return let("r", scan, func(h ks.Tuple) Code {
		parts := ends(h, then(last(h), sel(scan.T, 0, 1)), then(last(h), sel(scan.T, 1)))
		return add(h, c.S, append([]Code{then(last(h), sel(scan.T, 0, 0))}, parts...)...)
	})
}
