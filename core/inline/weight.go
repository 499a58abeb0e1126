package inline

import (
	"math"

	"procad/core"
)

// The weight of a term says how long the code is that becomes of it: in so many terms of core. All passes on core
// that have to stop somewhere go by it, since what they bound is the same: what is put in the place of a call, what
// is written out of a loop, what is moved before one, and which of two terms has the other in it.
//
//	|k| = |x| = 1        |op(t, …)| = 1 + Σ |t|        and so every other form
//	|let x = t in u| = |t| + |u|                      a binding becomes no code, nor does a check of sizes
//	|f(t, …)| = 1 + Σ |t|                             and the body of f, where it is put in the place of the call
//	|[t for i < n]| = 1 + |n| + |t|                   and n times |t|, where it is written out; likewise sums
//	|x| = |t|                                         where t is put in the place of x

// Own is how much a term counts without what is in it.
func Own(t core.Term) int {
	switch t.(type) {
	case *core.Let, *core.Untuple, *core.SizeCheck:
		return 0
	}
	return 1
}

// Weight is that of a term as it stands.
func Weight(t core.Term) int {
	w := Weigher{few: 1, most: math.MaxInt - 1}
	return w.Weight(t)
}

// MostFew is how many elements are few, so that scalars are made of them: those of a 4 × 4 matrix,
// which are as many as a processor has registers for.
const MostFew = 16

// A Weigher says how much terms come to where all calls are inlined that can be,
// and loops of few iterations are written out.
type Weigher struct {
	calls     bool // are inlined
	lambda    func(*core.Var) *core.Lambda
	few, most int
	weights   map[core.Term]int // of those that do not change any more
}

// NewWeigher stops at a weight of more than most. lambda gives the lambdas that variables stand for; few is how many
// iterations are written out.
func NewWeigher(lambda func(*core.Var) *core.Lambda, few, most int) *Weigher {
	return &Weigher{true, lambda, few, most, map[core.Term]int{}}
}

// Weight is that of a term.
func (w *Weigher) Weight(t core.Term) int {
	n := 0
	w.add(&n, t, 1)
	return n
}

func (w *Weigher) add(n *int, t core.Term, times int) {
	*n += times * Own(t)
	switch t := t.(type) {
	case *core.Apply:
		if w.calls {
			if c := Known(t.Func, w.lambda); c != nil {
				*n += times * w.Body(c.Body)
			}
		}
		*n = min(*n, w.most+1)
		for _, arg := range t.Args {
			w.add(n, arg, times)
		}
		return
	case *core.Build:
		times *= w.iterations(t.Binders)
	case *core.Reduce:
		times *= w.iterations(t.Binders)
	}
	if *n = min(*n, w.most+1); *n > w.most {
		return
	}
	always, others := core.Slots(t)
	for _, at := range append(always, others...) {
		w.add(n, *at, times)
	}
}

// Body is the weight of a term that does not change any more.
func (w *Weigher) Body(t core.Term) int {
	n, ok := w.weights[t]
	if !ok {
		n = w.Weight(t)
		w.weights[t] = n
	}
	return n
}

// iterations is how many of a loop are written out, as far as the sizes say it.
func (w *Weigher) iterations(binders []core.Binder) int {
	n := 1
	for _, b := range binders {
		if lit, ok := b.Size.(*core.IntConst); ok && lit.Value > 0 && int64(n)*lit.Value <= int64(w.few) {
			n *= int(lit.Value)
		}
	}
	return n
}
