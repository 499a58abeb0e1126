package cl

import (
	"fmt"

	"procad/internal/diag"
	"procad/papers/ks"
)

// Forward is fwd$f : (S, δS) ⇒ (T, δT), from c→ of its body. The paper says of CL
// only that it is a way to compile derivatives; the rules are ours.
func (d *Deriver) Forward(f *Def) *Def {
	return d.once("fwd$", f, func() Code { return d.forward(f.Body) })
}

// forward is c→ : (S, δS) ⇒ (T, δT) for c : S ⇒ T.
//
//	(s, ds) ◇ c→ = (s ◇ c, ∂c(s) ⊙ ds)
func (d *Deriver) forward(c Code) Code {
	s, t := c.From(), c.To()
	in := ks.Tuple{s, ks.Tangent(s)}
	if ks.Discrete(t) { // there is nothing but 0 in δT
		return tuple(in, then(sel(in, 0), c), zero(in, t))
	}
	switch c := c.(type) {
	// I→ = I
	case *Identity:
		return identity(in)

	// K(k)→ = (π1; K(k), 0)
	case *Constant:
		return tuple(in, then(sel(in, 0), c), zero(in, t))

	// P[…]→ = (π1; P[…], π2; P[…])
	case *Prune:
		return tuple(in, then(sel(in, 0), c), then(sel(in, 1), prune(ks.Tangent(s), c.Places...)))

	// F(f)→ = F(fwd$f)
	case *Function:
		if f, ok := c.F.(*Def); ok {
			return funAt(c.At, d.Forward(f), in)
		}
		rule := ks.RuleOf(c.F, s, t)
		fwd := d.term("fwd$", c.F, s, s, ks.Tangent(s), func(x, dx ks.Term) ks.Term {
			return ks.Tuples(diag.Pos{}, ks.Do(c.At, c.F, x), rule.Forward(x, dx))
		})
		return funAt(c.At, fwd, in)

	// (c1; c2)→ = c1→; c2→
	case *Then:
		return then(d.forward(c.First), d.forward(c.Second))

	// (c1, …, cn)→ = (c1→, …, cn→); F(Φ)
	case *Tuple:
		elems := make([]Code, len(c.Elems))
		for i, e := range c.Elems {
			elems[i] = d.forward(e)
		}
		all := tuple(in, elems...)
		return then(all, fun(ks.Unzip{}, all.To()))

	// IF(c1, c2, c3)→ = IF(π1; c1, c2→, c3→)
	case *If:
		return conditional(then(sel(in, 0), c.Cond), d.forward(c.True), d.forward(c.False))

	// L(x, cr, cb)→ = L(x, cr→, (π1 > π1(x), π2 > π2(x)); cb→)
	case *Let:
		return let(c.X, d.forward(c.Bound), func(e ks.Tuple) Code {
			return then(tuple(e, pushed(e, sel(e, 0), sel(e, 2, 0)), pushed(e, sel(e, 1), sel(e, 2, 1))), d.forward(c.Body))
		})

	// B(cs, i, ce)→ = B(π1; cs, i, (π1 > i, π2 > ()); ce→); F(Φ)
	case *Build:
		e := push(in, ks.N)
		elem := then(tuple(e, pushed(e, sel(e, 0), sel(e, 2)), pushed(e, sel(e, 1), prune(e))), d.forward(c.Elem))
		out := &Build{arrow{c.At, in, ks.Vec{Elem: elem.To()}}, then(sel(in, 0), c.Size), elem, c.I, nil}
		for _, row := range c.Row {
			out.Row = append(out.Row, then(sel(in, 0), row))
		}
		return then(out, fun(ks.Unzip{}, out.T))

	// CASE(c, x. ck, …)→ = L(e, c→, CASE(π1(e), x. (π1 > x, π2 > out(π2(e))); ck→, …))
	case *Case:
		return let("e", d.forward(c.X), func(e ks.Tuple) Code { return d.forwardArms(e, c) })

	// FOLD(ca, cv, x, cb)→ = L(v, cv→, FOLD(ca→, B(sz(π1(v)), i, (π1(v)[i], π2(v)[i])), y, (π1 > (π1,1(y), π2,1(y)), π2 > …); cb→))
	case *Fold:
		return let("v", d.forward(c.Over), func(e ks.Tuple) Code { return d.forwardFold(e, c) })
	}
	panic(fmt.Sprintf("cl: no rule for %T", c))
}

func (d *Deriver) forwardArms(e ks.Tuple, c *Case) Code {
	sum := c.X.To().(ks.Sum)
	out := &Case{arrow{c.At, e, ks.Tuple{c.T, ks.Tangent(c.T)}}, sel(e, 2, 0), nil}
	for k, arm := range c.Arms {
		g := push(e, sum.Cons[k].Of)
		dx := zero(g, sum.Cons[k].Of)
		if !ks.Discrete(sum.Cons[k].Of) {
			dx = then(sel(g, 2, 1), d.carried(sum, k))
		}
		body := then(tuple(g, pushed(g, sel(g, 0), sel(g, 3)), pushed(g, sel(g, 1), dx)), d.forward(arm.Body))
		out.Arms = append(out.Arms, Arm{arm.X, body})
	}
	return out
}

// carried is the x of con x, as a function from δ(con1 T1 + …).
func (d *Deriver) carried(sum ks.Sum, k int) Code {
	of := ks.Tangent(sum).(ks.Sum)
	con := ks.Inject{K: k, To: of}
	return fun(d.term("out", con, of, of, nil, func(x, _ ks.Term) ks.Term { return ks.Carried(of, k, x) }), of)
}

func (d *Deriver) forwardFold(e ks.Tuple, c *Fold) Code {
	i := push(e, ks.N)
	pair := tuple(i, indexed(i, sel(i, 3), sel(i, 2, 0)), indexed(i, sel(i, 3), sel(i, 2, 1)))
	size := then(sel(e, 2, 0), fun(ks.Size{}, c.Over.To()))
	over := &Build{arrow{c.At, e, ks.Vec{Elem: pair.To()}}, size, pair, "i", nil}
	acc := then(without(e, 0), d.forward(c.Acc))
	g := push(e, ks.Tuple{acc.To(), pair.To()})
	primal := tuple(g, sel(g, 3, 0, 0), sel(g, 3, 1, 0))
	tangent := tuple(g, sel(g, 3, 0, 1), sel(g, 3, 1, 1))
	body := then(tuple(g, pushed(g, sel(g, 0), primal), pushed(g, sel(g, 1), tangent)), d.forward(c.Body))
	return &Fold{arrow{c.At, e, acc.To()}, acc, over, c.X, body}
}
