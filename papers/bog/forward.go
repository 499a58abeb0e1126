package bog

import (
	"fmt"

	"procad/internal/diag"
	"procad/papers/ks"
)

// A Deriver makes f_fbog and f_rbog of definitions, each once.
type Deriver struct {
	made map[*Def]passes
	of   map[string]passes // of built-in functions, by their name and the type of their argument
	Defs []*ks.Def         // all that it has made, callees first
}

type passes struct{ forward, reverse *ks.Def }

// NewDeriver has made nothing yet.
func NewDeriver() *Deriver { return &Deriver{made: map[*Def]passes{}, of: map[string]passes{}} }

// Passes are the forward pass of Figure 24 and the reverse pass of Figure 25.
//
//	f_fbog : S → (T, B[e])          f_fbog(x) = ∇f[e]                                for f(x) = e
//	f_rbog : (δT, B[e]) → δS        f_rbog(δt, b) = let ∇r[e] δt b in δx
func (d *Deriver) Passes(f *Def) (forward, reverse *ks.Def) {
	p, ok := d.made[f]
	if !ok {
		body := d.forward(f.Body)
		p.forward = &ks.Def{At: f.At, Title: f.Title + "_fbog", Param: f.Param, Of: body.Type(), Body: body}
		p.reverse = d.reverseOf(f, trace(body))
		d.made[f] = p
		d.Defs = append(d.Defs, p.forward, p.reverse)
	}
	return p.forward, p.reverse
}

// trace is B of ∇f[e] : (T, B).
func trace(e ks.Term) ks.Type { return e.Type().(ks.Tuple)[1] }

// called are the passes of what a call calls.
func (d *Deriver) called(c *Call) passes {
	if f, ok := c.F.(*Def); ok {
		forward, reverse := d.Passes(f)
		return passes{forward, reverse}
	}
	s := c.Arg.Type()
	key := fmt.Sprintf("%#v %s", c.F, s)
	p, ok := d.of[key]
	if !ok {
		p = builtin(c.F, s, c.of)
		d.of[key] = p
		d.Defs = append(d.Defs, p.forward, p.reverse)
	}
	return p
}

// builtin are the passes of a function of Figure 2, and of dup and elim.
//
//	op_fbog(x) = (op(x), what its derivative needs of x)
//	dup_fbog(x) = ((x, x), ())      dup_rbog((δt1, δt2), ()) = δt1 + δt2
//	elim_fbog(x) = ((), ())         elim_rbog((), ()) = 0
//
// The 0 of δt has no shape, so elim keeps none.
func builtin(f ks.Fun, s, t ks.Type) passes {
	x := &ks.Var{Name: "x", Type: s}
	use := ks.UseOf(diag.Pos{}, x)
	value, kept := ks.Term(nil), ks.Tuples(diag.Pos{})
	var back func(b, dt ks.Term) ks.Term
	switch f.(type) {
	case Dup:
		value = ks.Tuples(diag.Pos{}, use, use)
		back = func(_, dt ks.Term) ks.Term { return plus(pi(dt, 0), pi(dt, 1)) }
	case Elim:
		value = ks.Tuples(diag.Pos{})
		back = func(_, _ ks.Term) ks.Term { return zero(s) }
	default:
		rule := ks.RuleOf(f, s, t)
		value, kept, back = ks.Do(diag.Pos{}, f, use), rule.Keep(use), rule.Reverse
	}
	body := ks.Tuples(diag.Pos{}, value, kept)
	forward := &ks.Def{Title: f.Name() + "_fbog", Param: x, Of: body.Type(), Body: body}
	return passes{forward, pass(f.Name(), diag.Pos{}, t, kept.Type(), back)}
}

// pass is f_rbog(δt, b) = body(b, δt).
func pass(name string, at diag.Pos, t, b ks.Type, body func(b, dt ks.Term) ks.Term) *ks.Def {
	in := &ks.Var{Name: "t", Type: ks.Tuple{ks.Tangent(t), b}}
	use := ks.UseOf(at, in)
	e := let("δt", pi(use, 0), func(dt ks.Term) ks.Term {
		return let("b", pi(use, 1), func(b ks.Term) ks.Term { return body(b, dt) })
	})
	return &ks.Def{At: at, Title: name + "_rbog", Param: in, Of: e.Type(), Body: e}
}

// let is let x = e in body(x).
func let(name string, e ks.Term, body func(x ks.Term) ks.Term) ks.Term {
	x := &ks.Var{Name: name, Type: e.Type()}
	return ks.In(x, e, body(ks.UseOf(e.Pos(), x)))
}

// pi is πk(t), where k counts from 0.
func pi(t ks.Term, k int) ks.Term {
	return ks.Do(t.Pos(), ks.Select{K: k, N: len(t.Type().(ks.Tuple))}, t)
}

// forward is ∇f[e] : (T, B[e]) for e : T.
func (d *Deriver) forward(e Term) ks.Term {
	at := e.Pos()
	switch e := e.(type) {
	// ∇f[k] = (k, ())
	case *Plain:
		return ks.Tuples(at, e.Term, ks.Tuples(at))

	// ∇f[x] = (x, ())
	case *Use:
		return ks.Tuples(at, ks.UseOf(at, e.X), ks.Tuples(at))

	// ∇f[f(e)] = let (a, b1) = ∇f[e] in let (r, b2) = f_fbog(a) in (r, (b1, b2))
	case *Call:
		return let("p", d.forward(e.Arg), func(p ks.Term) ks.Term {
			return let("q", ks.Do(at, d.called(e).forward, pi(p, 0)), func(q ks.Term) ks.Term {
				return ks.Tuples(at, pi(q, 0), ks.Tuples(at, pi(p, 1), pi(q, 1)))
			})
		})

	// ∇f[(e1, e2)] = let (a1, b1) = ∇f[e1] in let (a2, b2) = ∇f[e2] in ((a1, a2), (b1, b2))
	case *Pair:
		return d.each(e.Elems, func(values, traces []ks.Term) ks.Term {
			return ks.Tuples(at, ks.Tuples(at, values...), ks.Tuples(at, traces...))
		})

	// ∇f[let x = e1 in e2] = let (x, b1) = ∇f[e1] in let (r, b2) = ∇f[e2] in (r, (b1, b2))
	case *Let:
		return let("p", d.forward(e.Bound), func(p ks.Term) ks.Term {
			return ks.In(e.X, pi(p, 0), d.after(e.Body, p))
		})

	// ∇f[let (x, y) = e1 in e2] = let (xy, b1) = ∇f[e1] in let (x, y) = xy in let (r, b2) = ∇f[e2] in (r, (b1, b2))
	case *LetPair:
		return let("p", d.forward(e.Bound), func(p ks.Term) ks.Term {
			return let("xy", pi(p, 0), func(xy ks.Term) ks.Term {
				return ks.In(e.X, pi(xy, 0), ks.In(e.Y, pi(xy, 1), d.after(e.Body, p)))
			})
		})
	}
	return d.forwardLoop(e)
}

// after is let (r, b2) = ∇f[e2] in (r, (b1, b2)), where b1 = π2(p).
func (d *Deriver) after(e2 Term, p ks.Term) ks.Term {
	return let("q", d.forward(e2), func(q ks.Term) ks.Term {
		return ks.Tuples(e2.Pos(), pi(q, 0), ks.Tuples(e2.Pos(), pi(p, 1), pi(q, 1)))
	})
}

// each is let (a1, b1) = ∇f[e1] in … body((a1, …), (b1, …)).
func (d *Deriver) each(list []Term, body func(values, traces []ks.Term) ks.Term) ks.Term {
	var values, traces []ks.Term
	var from func(i int) ks.Term
	from = func(i int) ks.Term {
		if i == len(list) {
			return body(values, traces)
		}
		return let("p", d.forward(list[i]), func(p ks.Term) ks.Term {
			values, traces = append(values, pi(p, 0)), append(traces, pi(p, 1))
			return from(i + 1)
		})
	}
	return from(0)
}
