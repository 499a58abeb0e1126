package cl

import (
	"procad/papers/ks"
)

// splitCase is for the case of a sum, which has a trace of its own.
//
//	CASE(c, x. ck, …)⇀ = L(q, c⇀, CASE(π1(q), x. L(p, (π1, …, πn, x); ck⇀, (π1(p), (π2(q), Ink(π2(p))))), …))
//	CASE(c, x. ck, …)↽ = CASE(π2(π1), y. L(d, (y, π2); ck↽, P[1 … n / n + 1](d) + (π1(π1), con π(n + 1)(d)); c↽), …)
//	X = (Xc, X1 + … + Xn)
func (d *Deriver) splitCase(c *Case, s, dt ks.Type) halves {
	sum := c.X.To().(ks.Sum)
	on := d.split(c.X)
	arms := make([]halves, len(c.Arms))
	for k, arm := range c.Arms {
		arms[k] = d.split(arm.Body)
	}
	x := either(arms...)
	trace := packing{on.trace(), x}
	n := len(s.(ks.Tuple))
	forward := let("q", on.forward, func(e ks.Tuple) Code {
		out := &Case{arrow{c.At, e, ks.Tuple{c.T, trace.whole()}}, sel(e, n, 0), nil}
		for k, arm := range c.Arms {
			g := push(e, sum.Cons[k].Of)
			body := let("p", then(without(g, 1), arms[k].forward), func(g ks.Tuple) Code {
				marked := then(sel(g, n+2, 1), fun(ks.Inject{K: k, To: x}, x.Cons[k].Of))
				return tuple(g, sel(g, n+2, 0), trace.pack(g, sel(g, n, 1), marked))
			})
			out.Arms = append(out.Arms, Arm{arm.X, body})
		}
		return out
	})
	in := ks.Tuple{trace.whole(), dt}
	back := &Case{arrow{c.At, in, ks.Tangent(s)}, trace.part(in, 1, 0), nil}
	for k := range c.Arms {
		e := push(in, x.Cons[k].Of)
		body := let("d", then(tuple(e, sel(e, 2), sel(e, 1)), arms[k].reverse), func(e ks.Tuple) Code {
			return d.bound(e, s, func(dx Code) Code {
				return then(tuple(e, trace.part(e, 0, 0), then(dx, constructor(sum, k))), on.reverse)
			}, sum.Cons[k].Of)
		})
		back.Arms = append(back.Arms, Arm{"y", body})
	}
	return halves{forward, back}
}

// splitFold keeps the traces of the iterations, as Figure 17 does for nTimes.
//
//	FOLD(ca, cv, x, cb)⇀ = L(a, ca⇀, L(v, cv⇀, L(r, SCAN(π1(a), π1(v), x, (π1, …, πn, x); cb⇀), (π1(r), (π2(a), π2(v), π2(r))))))
//	FOLD(ca, cv, x, cb)↽ = L(r, SCAN'((0, π2), π3(π1), y, L(d, (π2(y), π2(π1(y))); cb↽, …)), …)
//	X = (Xa, Xv, Vec Xb)
func (d *Deriver) splitFold(c *Fold, s, dt ks.Type) halves {
	acc, over, body := d.split(c.Acc), d.split(c.Over), d.split(c.Body)
	traces := ks.Type(ks.Vec{Elem: body.trace()})
	x := packing{acc.trace(), over.trace(), traces}
	n := len(s.(ks.Tuple))
	forward := let("a", acc.forward, func(e ks.Tuple) Code {
		return let("v", then(without(e, 0), over.forward), func(e ks.Tuple) Code {
			g := push(e, ks.Tuple{c.Acc.To(), c.Over.To().(ks.Vec).Elem})
			step := then(without(g, 1, 2), body.forward)
			scan := &Scan{arrow{c.At, e, ks.Tuple{c.T, traces}}, false, sel(e, n, 0), sel(e, n+1, 0), c.X, step}
			return let("r", scan, func(e ks.Tuple) Code {
				return tuple(e, sel(e, n+2, 0), x.pack(e, sel(e, n, 1), sel(e, n+1, 1), sel(e, n+2, 1)))
			})
		})
	})
	in := ks.Tuple{x.whole(), dt}
	back := d.backward(in, c, x.part(in, 2, 0), sel(in, 1), func(g ks.Tuple, kept, da Code) Code {
		return then(tuple(g, kept, da), body.reverse)
	}, func(g ks.Tuple, da, dv Code) []Code {
		return []Code{then(tuple(g, x.part(g, 0, 0), da), acc.reverse), then(tuple(g, x.part(g, 1, 0), dv), over.reverse)}
	})
	return halves{forward, back}
}
