package delta

import (
	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
	"procad/papers/number"
)

// primitive is D{f} of an f : R^n → R with the partial derivatives dfj (Figure 14).
// In each translation it is Σj dfj x · dj; what that sum is, a Slope says.
//
//	D{f} = pure \((x1, d1), …, (xn, dn)). let x = (x1, …, xn); y = f x in
//	       do {e <- deltaLet (Addj (Scale (dfj x) dj)); pure (y, Var e)}
func (m *machine) primitive(pos diag.Pos, f core.Op, args []any) any {
	x := make([]eval.Value, len(args))
	for j := range args {
		x[j] = plain(args[j])
	}
	y := m.numbers.Prim(pos, f, x...)
	if _, none := m.slope.(noSlope); none {
		return &Dual{Primal: y}
	}
	var terms []Term
	partials := partials(m.numbers, pos, f, x)
	for j, arg := range args {
		if d, ok := arg.(*Dual); ok { // others are Ints
			terms = append(terms, Term{partials[j], d.Second})
		}
	}
	return &Dual{y, m.slope.Sum(pos, terms)}
}

// partials are the dfj x. That of a summand is nil: section 5 has Add u1 u2 where
// the general rule would have Add (Scale 1 u1) (Scale 1 u2).
func partials(d number.Domain, pos diag.Pos, f core.Op, x []eval.Value) []eval.Value {
	switch f {
	case core.Add:
		return []eval.Value{nil, nil}
	case core.Sub:
		return []eval.Value{nil, d.Literal(pos, -1)}
	}
	return number.Partials(d, pos, f, x)
}

// noSlope is D without second components: e itself, for counts of its steps.
type noSlope struct{}

func (noSlope) Zero() any                { return nil }
func (noSlope) Sum(diag.Pos, []Term) any { return nil }
