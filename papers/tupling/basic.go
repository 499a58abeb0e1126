package tupling

import (
	"procad/papers/ks"
	"procad/papers/linmap"
)

// Basic makes the derivatives of Figure 7, each once.
type Basic struct {
	maps *linmap.Deriver
	made map[*ks.Def]*ks.Def
	Defs []*ks.Def // all that it has made, callees first
}

// NewBasic has made nothing yet.
func NewBasic() *Basic { return &Basic{linmap.NewDeriver(), map[*ks.Def]*ks.Def{}, nil} }

// Jacobian is the full Jacobian ∂̄f : S → (T, S ⊸ T).
//
//	∂̄f(x) = let x̄ = (x, 𝟏) in ∇̄S[e]        for f(x) = e
func (b *Basic) Jacobian(f *ks.Def) *ks.Def {
	if j := b.made[f]; j != nil {
		return j
	}
	s := f.Param.Type
	x := &ks.Var{Name: f.Param.Name, Type: s}
	n := &nabla{s, map[*ks.Var]*ks.Var{}, b.call}
	bar := n.bind(f.Param)
	pair := ks.Tuples(f.At, ks.UseOf(f.At, x), ks.Do(f.At, linmap.One{Of: s}))
	body := ks.In(bar, pair, n.term(f.Body))
	return b.add(f, &ks.Def{At: f.At, Title: "∂̄" + f.Title, Param: x, Of: body.Type(), Body: body})
}

func (b *Basic) add(f, j *ks.Def) *ks.Def {
	b.made[f] = j
	b.Defs = append(b.Defs, j)
	return j
}

// call is the rule for a function.
//
//	∇̄[f(e)] = let a = ∇̄[e] in let r = ∂̄f(π1(a)) in (π1(r), π2(r) ∘ π2(a))
func (b *Basic) call(n *nabla, e *ks.Call) ks.Term {
	return let("a", n.term(e.Arg), func(a ks.Term) ks.Term {
		return let("r", ks.Do(e.At, b.jacobian(e), first(a)), func(r ks.Term) ks.Term {
			return ks.Tuples(e.At, first(r), ks.Do(e.At, linmap.Compose{}, second(r), second(a)))
		})
	})
}

// jacobian is ∂̄f for the function of a call. Those of Figure 2 are those of Figure 7.
//
//	∂̄op(x) = (op(x), ∂op(x))
func (b *Basic) jacobian(c *ks.Call) *ks.Def {
	if f, ok := c.Fun.(*ks.Def); ok {
		return b.Jacobian(f)
	}
	d := b.maps.Partial(c)
	if j := b.made[d]; j != nil {
		return j
	}
	x := &ks.Var{Name: "x", Type: c.Arg.Type()}
	use := ks.UseOf(c.At, x)
	body := ks.Tuples(c.At, ks.Do(c.At, c.Fun, use), ks.Substitute(d.Body, d.Param, use))
	return b.add(d, &ks.Def{Title: "∂̄" + c.Fun.Name(), Param: x, Of: body.Type(), Body: body})
}

// Forward is the forward derivative fwd$f : (S, δS) → δT.
//
//	fwd$f(x, dx) = ∂̄f(x) ⊙̄ dx
func (b *Basic) Forward(f *ks.Def) *ks.Def {
	return product("fwd$", f, ks.Tangent(f.Param.Type), "dx", func(x, dx ks.Term) ks.Term {
		return ks.Do(f.At, Forward{}, ks.Do(f.At, b.Jacobian(f), x), dx)
	})
}

// Reverse is the reverse derivative rev$f : (S, δT) → δS.
//
//	rev$f(x, dr) = dr ⊙̄ᴿ ∂̄f(x)
func (b *Basic) Reverse(f *ks.Def) *ks.Def {
	return product("rev$", f, ks.Tangent(f.Of), "dr", func(x, dr ks.Term) ks.Term {
		return ks.Do(f.At, Reverse{}, dr, ks.Do(f.At, b.Jacobian(f), x))
	})
}

// product is a function of x and another argument.
func product(prefix string, f *ks.Def, of ks.Type, name string, body func(x, d ks.Term) ks.Term) *ks.Def {
	t := &ks.Var{Name: "t", Type: ks.Tuple{f.Param.Type, of}}
	x, dx := &ks.Var{Name: "x", Type: f.Param.Type}, &ks.Var{Name: name, Type: of}
	e := body(ks.UseOf(f.At, x), ks.UseOf(f.At, dx))
	e = ks.In(x, first(ks.UseOf(f.At, t)), ks.In(dx, second(ks.UseOf(f.At, t)), e))
	return &ks.Def{At: f.At, Title: prefix + f.Title, Param: t, Of: e.Type(), Body: e}
}
