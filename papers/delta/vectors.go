package delta

import (
	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
	"procad/papers/number"
)

// Vectors is the translation D1 of Figure 5: the second component of a dual
// number has all partial derivatives, in each of the Inputs Reals of the argument. An operation costs
// as much as there are: it teaches, and is an oracle.
//
//	D1{R}  = R × δS
//	D1{r}  = (r, zero_S)
//	D1{+R} = \((x, d1), (y, d2)). (x + y, d1 ⊕ d2)
//	D1{*R} = \((x, d1), (y, d2)). (x * y, (y ⊗ d1) ⊕ (x ⊗ d2))
//
// A nil vector is zero_S. Operations counts those on elements.
type Vectors struct {
	Numbers    number.Domain
	Inputs     int
	Operations int64
}

// Zero is zero_S.
func (v *Vectors) Zero() any { return []eval.Value(nil) }

// OneHot is x times the unit vector of input i: a ⊗ onehot i of Figure 6.
func (v *Vectors) OneHot(i int, x eval.Value) []eval.Value {
	out := make([]eval.Value, v.Inputs)
	for k := range out {
		out[k] = v.Numbers.Literal(diag.Pos{}, 0)
	}
	out[i] = x
	return out
}

// Sum is ⊕j (dfj x ⊗ dj).
func (v *Vectors) Sum(pos diag.Pos, terms []Term) any {
	var sum []eval.Value
	for _, t := range terms {
		d := t.Of.([]eval.Value)
		switch {
		case d == nil:
			continue
		case t.By != nil:
			d = v.each(d, func(i int) eval.Value { return v.Numbers.Prim(pos, core.SMul, d[i], t.By) })
		}
		if sum == nil {
			sum = d
		} else {
			left := sum
			sum = v.each(d, func(i int) eval.Value { return v.Numbers.Prim(pos, core.Add, left[i], d[i]) })
		}
	}
	return sum
}

// each is one operation on each element.
func (v *Vectors) each(d []eval.Value, f func(i int) eval.Value) []eval.Value {
	out := make([]eval.Value, len(d))
	for i := range d {
		out[i] = f(i)
	}
	v.Operations += int64(len(d))
	return out
}

// AllAtOnce is R1{f} of Figure 6, for any first-order result: the cotangent is Σ dt · d
// over the Reals of the result.
func AllAtOnce(l *Library, f *core.Def, args []eval.Value, dt eval.Value, d number.Domain) (y, ds eval.Value, v *Vectors, err error) {
	defer number.Catch(&err)
	v = &Vectors{Numbers: d}
	for _, x := range args {
		number.Map(x, func(r eval.Value) eval.Value { v.Inputs++; return r })
	}
	i := -1
	hot := func(eval.Value) any { i++; return v.OneHot(i, d.Literal(diag.Pos{}, 1)) }
	_, s0, t := l.run(f, args, d, hot, func() Slope { return v })
	var terms []Term
	pairs(f.Pos, "seed", f.Result, t, dt, func(y *Dual, dy eval.Value) { terms = append(terms, Term{dy, y.Second}) })
	before := v.Operations
	all := v.Sum(f.Pos, terms).([]eval.Value)
	v.Operations = before
	i = -1
	return primal(t), cotangent(f, s0, func(*Dual) eval.Value {
		if i++; all == nil {
			return d.Literal(diag.Pos{}, 0)
		}
		return all[i]
	}), v, nil
}
