package cl

import (
	"fmt"

	"procad/internal/diag"
	"procad/papers/ks"
)

// Split is the two functions of Section 6.1,
//
//	revf$f : S ⇒ (T, X)
//	revr$f : (X, δT) ⇒ δS
//
// where X is what revr$f needs of what revf$f has computed. The paper has them for
// the composition of functions; the rules for codes are ours. An X that is () is
// left out of larger ones, so the rules below have all of their parts at most.
func (d *Deriver) Split(f *Def) (forward, reverse *Def) {
	var codes halves
	forward = d.once("revf$", f, func() Code { codes = d.split(f.Body); return codes.forward })
	reverse = d.once("revr$", f, func() Code { return codes.reverse })
	return forward, reverse
}

// Joined is rev$f : (S, δT) ⇒ (T, δS) of Section 6.1.
//
//	rev$f(s, dt) = let (t, xf) = revf$f(s) in let ds = revr$f(xf, dt) in (t, ds)
func (d *Deriver) Joined(f *Def) *Def {
	forward, reverse := d.Split(f)
	return d.once("rev$split$", f, func() Code {
		in := ks.Tuple{f.Body.From(), ks.Tangent(f.Body.To())}
		return let("r", then(sel(in, 0), fun(forward, in[0])), func(e ks.Tuple) Code {
			back := tuple(e, sel(e, 2, 1), sel(e, 1))
			return tuple(e, sel(e, 2, 0), then(back, fun(reverse, back.To())))
		})
	})
}

// halves are c⇀ : S ⇒ (T, X) and c↽ : (X, δT) ⇒ δS for c : S ⇒ T.
type halves struct{ forward, reverse Code }

// trace is X.
func (h halves) trace() ks.Type { return h.forward.To().(ks.Tuple)[1] }

func (d *Deriver) split(c Code) halves {
	s, t := c.From(), c.To()
	dt := ks.Tangent(t)
	none := ks.Tuple{ks.Unit, dt} // what c↽ is given if nothing is kept
	plain := tuple(s, c, drop(s)) // c⇀ that keeps nothing
	if ks.Discrete(t) {           // there is nothing but 0 in δT
		return halves{plain, zero(none, s)}
	}
	switch c := c.(type) {
	// I⇀ = (I, ())     I↽ = π2
	case *Identity:
		return halves{plain, sel(none, 1)}

	// K(k)⇀ = (K(k), ())     K(k)↽ = P[/ 2]
	case *Constant:
		return halves{plain, drop(none)}

	// P[…]⇀ = (P[…], ())     P[i1, …, im / n]↽ = (…, Σ(ik = j) πk(π2), …)
	case *Prune:
		return halves{plain, scatter(none, c)}

	// F(f)⇀ = F(revf$f)     F(f)↽ = F(revr$f)
	case *Function:
		return d.splitFunction(c)

	// (c1; c2)⇀ = c1⇀; L(q, π1; c2⇀, (π1(q), (π2(q), π2)))     X = (X2, X1)
	// (c1; c2)↽ = L(db, (π1(π1), π2); c2↽, (π2(π1), db); c1↽)
	case *Then:
		return d.splitThen(d.split(c.First), d.split(c.Second), dt)

	// (c1, …, cn)⇀ = (c1⇀, …, cn⇀); F(Φ)                       X = (X1, …, Xn)
	// (c1, …, cn)↽ = Σ (πi(π1), πi(π2)); ci↽
	case *Tuple:
		return d.splitTuple(c, s, dt)

	// IF(c1, c2, c3)⇀ = IF(c1, c2⇀; (π1, Inl(π2)), c3⇀; (π1, Inr(π2)))          X = X2 + X3
	// IF(c1, c2, c3)↽ = CASE(π1, x. (x, π2); c2↽, y. (y, π2); c3↽)
	case *If:
		return d.splitIf(c, s, dt)

	// L(x, cr, cb)⇀ = L(q, cr⇀, L(p, (π1, …, πn, π1(q)); cb⇀, (π1(p), (π2(p), π2(q)))))          X = (Xb, Xr)
	// L(x, cr, cb)↽ = L(d, (π1(π1), π2); cb↽, P[1 … n / n + 1](d) + (π2(π1), π(n + 1)(d)); cr↽)
	case *Let:
		return d.splitLet(c, s, dt)

	// B(cs, i, ce)⇀ = B(cs, i, ce⇀); F(Φ)                       X = Vec Xe
	// B(cs, i, ce)↽ = B(sz(π1), i, (π1[i], π2[i]); ce↽; P[1 … n / n + 1]); F(sum)
	case *Build:
		return d.splitBuild(c, s, dt)
	case *Case:
		return d.splitCase(c, s, dt)
	case *Fold:
		return d.splitFold(c, s, dt)
	}
	panic(fmt.Sprintf("cl: no rule for %T", c))
}

func (d *Deriver) splitFunction(c *Function) halves {
	s, t := c.S, c.T
	var forward, reverse *Def
	if f, ok := c.F.(*Def); ok {
		forward, reverse = d.Split(f)
	} else {
		rule := ks.RuleOf(c.F, s, t)
		var kept ks.Type
		forward = d.term("revf$", c.F, s, s, nil, func(x, _ ks.Term) ks.Term {
			return ks.Tuples(diag.Pos{}, ks.Do(c.At, c.F, x), rule.Keep(x))
		})
		kept = forward.Body.To().(ks.Tuple)[1]
		reverse = d.term("revr$", c.F, s, kept, ks.Tangent(t), rule.Reverse)
	}
	f := funAt(c.At, forward, s)
	return halves{f, fun(reverse, ks.Tuple{f.To().(ks.Tuple)[1], ks.Tangent(t)})}
}

func (d *Deriver) splitThen(first, second halves, dt ks.Type) halves {
	x := packing{second.trace(), first.trace()}
	r := first.forward.To().(ks.Tuple)
	forward := then(first.forward, let("q", then(sel(r, 0), second.forward), func(e ks.Tuple) Code {
		return tuple(e, sel(e, 2, 0), x.pack(e, sel(e, 2, 1), sel(e, 1)))
	}))
	in := ks.Tuple{x.whole(), dt}
	return halves{forward, let("db", then(tuple(in, x.part(in, 0, 0), sel(in, 1)), second.reverse), func(e ks.Tuple) Code {
		return then(tuple(e, x.part(e, 1, 0), sel(e, 2)), first.reverse)
	})}
}

func (d *Deriver) splitTuple(c *Tuple, s, dt ks.Type) halves {
	parts := make([]halves, len(c.Elems))
	forwards := make([]Code, len(c.Elems))
	x := packing{}
	for i, e := range c.Elems {
		parts[i] = d.split(e)
		forwards[i] = parts[i].forward
		x = append(x, parts[i].trace())
	}
	all := tuple(s, forwards...)
	unzipped := fun(ks.Unzip{}, all.To())
	r := unzipped.To()
	in := ks.Tuple{x.whole(), dt}
	var backs, traces []Code
	for i, e := range c.Elems {
		traces = append(traces, sel(r, 1, i))
		if !ks.Discrete(e.To()) {
			backs = append(backs, then(tuple(in, x.part(in, i, 0), sel(in, 1, i)), parts[i].reverse))
		}
	}
	return halves{then(all, unzipped, tuple(r, sel(r, 0), x.pack(r, traces...))), add(in, s, backs...)}
}

// either is the sum of the traces of branches.
func either(branches ...halves) ks.Sum {
	names := []string{"Inl", "Inr"}
	out := ks.Sum{}
	for i, h := range branches {
		name := fmt.Sprint("In", i+1)
		if len(branches) == 2 {
			name = names[i]
		}
		out.Cons = append(out.Cons, ks.Con{Name: name, Of: h.trace()})
	}
	return out
}

func (d *Deriver) splitIf(c *If, s, dt ks.Type) halves {
	yes, no := d.split(c.True), d.split(c.False)
	x := either(yes, no)
	marked := func(h halves, k int) Code {
		r := h.forward.To()
		return then(h.forward, tuple(r, sel(r, 0), then(sel(r, 1), fun(ks.Inject{K: k, To: x}, x.Cons[k].Of))))
	}
	in := ks.Tuple{x, dt}
	back := &Case{arrow{S: in, T: ks.Tangent(s)}, sel(in, 0), nil}
	for k, h := range []halves{yes, no} {
		e := push(in, x.Cons[k].Of)
		back.Arms = append(back.Arms, Arm{"x", then(tuple(e, sel(e, 2), sel(e, 1)), h.reverse)})
	}
	return halves{conditional(c.Cond, marked(yes, 0), marked(no, 1)), back}
}

func (d *Deriver) splitLet(c *Let, s, dt ks.Type) halves {
	bound, body := d.split(c.Bound), d.split(c.Body)
	x := packing{body.trace(), bound.trace()}
	n := len(s.(ks.Tuple))
	forward := let(c.X, bound.forward, func(e ks.Tuple) Code {
		env := pushed(e, without(e, 0), sel(e, n, 0))
		return let("p", then(env, body.forward), func(e ks.Tuple) Code {
			return tuple(e, sel(e, n+1, 0), x.pack(e, sel(e, n+1, 1), sel(e, n, 1)))
		})
	})
	in := ks.Tuple{x.whole(), dt}
	return halves{forward, let("d", then(tuple(in, x.part(in, 0, 0), sel(in, 1)), body.reverse), func(e ks.Tuple) Code {
		return d.bound(e, s, func(dx Code) Code { return then(tuple(e, x.part(e, 1, 0), dx), bound.reverse) }, c.Bound.To())
	})}
}

func (d *Deriver) splitBuild(c *Build, s, dt ks.Type) halves {
	elem := d.split(c.Elem)
	forward := &Build{arrow{c.At, s, ks.Vec{Elem: elem.forward.To()}}, c.Size, elem.forward, c.I, c.Row}
	in := ks.Tuple{ks.Vec{Elem: elem.trace()}, dt}
	e := push(in, ks.N)
	back := then(tuple(e, indexed(e, sel(e, 2), sel(e, 0)), indexed(e, sel(e, 2), sel(e, 1))), elem.reverse)
	size := then(sel(in, 0), fun(ks.Size{}, in[0]))
	return halves{
		then(forward, fun(ks.Unzip{}, forward.T)),
		sumOver(&Build{arrow{c.At, in, nil}, size, then(back, initial(back.To())), c.I, nil}),
	}
}
