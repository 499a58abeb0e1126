package tupling

import (
	"procad/papers/ks"
	"procad/papers/linmap"
)

// Poly makes the derivatives of Figure 8 for maps from one space a, each once.
type Poly struct {
	a    ks.Type
	maps *linmap.Deriver
	made map[*ks.Def]*ks.Def
	Defs []*ks.Def // all that it has made, callees first
}

// NewPoly is for maps from a, in the forward direction.
func NewPoly(a ks.Type) *Poly { return &Poly{a, linmap.NewDeriver(), map[*ks.Def]*ks.Def{}, nil} }

// Jacobian is the full Jacobian ∂̄f : (S, a ⊸ S) → (T, a ⊸ T).
//
//	∂̄f(x̄) = ∇̄a[e]        for f(x) = e
func (p *Poly) Jacobian(f *ks.Def) *ks.Def {
	if j := p.made[f]; j != nil {
		return j
	}
	n := &nabla{p.a, map[*ks.Var]*ks.Var{}, p.call}
	bar := n.bind(f.Param)
	body := n.term(f.Body)
	return p.add(f, &ks.Def{At: f.At, Title: "∂̄" + f.Title, Param: bar, Of: body.Type(), Body: body})
}

func (p *Poly) add(f, j *ks.Def) *ks.Def {
	p.made[f] = j
	p.Defs = append(p.Defs, j)
	return j
}

// call is the rule for a function.
//
//	∇̄a[f(e)] = ∂̄f(∇̄a[e])
func (p *Poly) call(n *nabla, e *ks.Call) ks.Term {
	return ks.Do(e.At, p.jacobian(e), n.term(e.Arg))
}

// jacobian is ∂̄f for the function of a call. Those of Figure 2 are those of Figure 8.
//
//	∂̄op(x, m) = (op(x), ∂op(x) ∘ m)
func (p *Poly) jacobian(c *ks.Call) *ks.Def {
	if f, ok := c.Fun.(*ks.Def); ok {
		return p.Jacobian(f)
	}
	d := p.maps.Partial(c)
	if j := p.made[d]; j != nil {
		return j
	}
	n := &nabla{a: p.a}
	bar := &ks.Var{Name: "x̄", Type: n.tupled(c.Arg.Type())}
	use := ks.UseOf(c.At, bar)
	m := ks.Do(c.At, linmap.Compose{}, ks.Substitute(d.Body, d.Param, first(use)), second(use))
	body := ks.Tuples(c.At, ks.Do(c.At, c.Fun, first(use)), m)
	return p.add(d, &ks.Def{Title: "∂̄" + c.Fun.Name(), Param: bar, Of: body.Type(), Body: body})
}

// Transposed is the transposed Jacobian ∂̄ᴿf : (S, S ⊸ a) → (T, T ⊸ a).
//
//	∂̄ᴿf(x̄) = (∂̄f(x̄ᵀ̄))ᵀ̄
//
// The figure has x̄ for x̄ᵀ̄, whose map has the wrong direction for ∂̄f.
func (p *Poly) Transposed(f *ks.Def) *ks.Def {
	s := f.Param.Type
	bar := &ks.Var{Name: f.Param.Name + "̄", Type: ks.Tuple{s, ks.Lin{From: s, To: p.a}}}
	body := ks.Do(f.At, Transpose{}, ks.Do(f.At, p.Jacobian(f), ks.Do(f.At, Transpose{}, ks.UseOf(f.At, bar))))
	return &ks.Def{At: f.At, Title: "∂̄ᴿ" + f.Title, Param: bar, Of: body.Type(), Body: body}
}

// PolyForward is the forward derivative fwd$f : (S, δS) → (T, δT), and what it calls.
//
//	fwd$f(x, dx) = ∂̄f(x, 𝟏) ⊙̄ dx
func PolyForward(f *ks.Def) (*ks.Def, *Poly) {
	p := NewPoly(f.Param.Type)
	return product("fwd$", f, ks.Tangent(f.Param.Type), "dx", func(x, dx ks.Term) ks.Term {
		return ks.Do(f.At, Apply{}, ks.Do(f.At, p.Jacobian(f), ks.Tuples(f.At, x, ks.Do(f.At, linmap.One{Of: p.a}))), dx)
	}), p
}

// PolyReverse is the reverse derivative rev$f : (S, δT) → (T, δS), and what it calls.
//
//	rev$f(x, dr) = ∂̄ᴿf(x, 𝟏) ⊙̄ dr
func PolyReverse(f *ks.Def) (*ks.Def, *Poly) {
	p := NewPoly(f.Param.Type)
	return product("rev$", f, ks.Tangent(f.Of), "dr", func(x, dr ks.Term) ks.Term {
		return ks.Do(f.At, Apply{}, ks.Do(f.At, p.Transposed(f), ks.Tuples(f.At, x, ks.Do(f.At, linmap.One{Of: p.a}))), dr)
	}), p
}
