package delta

import (
	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
	"procad/papers/number"
)

// Naive is the translation D2 of Figure 7: Deltas without Var, so that one which is
// used twice is evaluated twice. It teaches: its cost is exponential.
//
//	data Delta = Zero | OneHot N | Scale R Delta | Add Delta Delta
//	D2{R}  = R × Delta
//	D2{r}  = (r, Zero)
//	D2{+R} = \((x, u1), (y, u2)). (x + y, Add u1 u2)
//	D2{*R} = \((x, u1), (y, u2)). (x * y, Add (Scale y u1) (Scale x u2))
type Naive struct{}

// OneHot is the Delta of input I.
type OneHot struct{ I int }

func (OneHot) isDelta() {}

// Zero is the Delta of a constant.
func (Naive) Zero() any { return Zero{} }

// Sum is Addj (Scale cj dj), which is not bound.
func (Naive) Sum(_ diag.Pos, terms []Term) any { return addAll(terms) }

// A Slots is the vector that eval2 adds to in place. Visits counts the Deltas seen.
type Slots struct {
	Numbers number.Domain
	At      []eval.Value
	Visits  int64
}

// Eval adds x times u (Figure 8).
//
//	eval2 x Zero v        = v
//	eval2 x (OneHot i) v  = addAt i x v
//	eval2 x (Scale y u) v = eval2 (x * y) u v
//	eval2 x (Add u1 u2) v = eval2 x u2 (eval2 x u1 v)
func (s *Slots) Eval(x eval.Value, u Delta) {
	s.Visits++
	switch u := u.(type) {
	case OneHot:
		s.At[u.I] = s.Numbers.Prim(diag.Pos{}, core.Add, s.At[u.I], x)
	case *Scale:
		s.Eval(s.Numbers.Prim(diag.Pos{}, core.SMul, x, u.By), u.Of)
	case *Add:
		s.Eval(x, u.X)
		s.Eval(x, u.Y)
	}
}

// WithoutSharing is R2{f} of Figure 8, for any first-order result.
func WithoutSharing(l *Library, f *core.Def, args []eval.Value, dt eval.Value, d number.Domain) (y, ds eval.Value, s *Slots, err error) {
	defer number.Catch(&err)
	s = &Slots{Numbers: d}
	hot := func(eval.Value) any {
		s.At = append(s.At, d.Literal(diag.Pos{}, 0))
		return OneHot{len(s.At) - 1}
	}
	_, s0, t := l.run(f, args, d, hot, func() Slope { return Naive{} })
	pairs(f.Pos, "seed", f.Result, t, dt, func(y *Dual, dy eval.Value) { s.Eval(dy, y.Second.(Delta)) })
	return primal(t), cotangent(f, s0, func(x *Dual) eval.Value { return s.At[x.Second.(OneHot).I] }), s, nil
}
