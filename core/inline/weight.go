package inline

import "procad/core"

// A Weigher says how much terms come to where all calls are inlined that can be,
// and loops of few iterations are written out.
type Weigher struct {
	lambda    func(*core.Var) *core.Lambda
	few, most int
	weights   map[core.Term]int // of those that do not change any more
}

// NewWeigher stops at a weight of more than most. lambda gives the lambdas that variables stand for; few is how many
// iterations are written out.
func NewWeigher(lambda func(*core.Var) *core.Lambda, few, most int) *Weigher {
	return &Weigher{lambda, few, most, map[core.Term]int{}}
}

// Weight is how many terms t comes to. Bindings count as what they bind.
func (w *Weigher) Weight(t core.Term) int {
	n := 0
	w.add(&n, t, 1)
	return n
}

func (w *Weigher) add(n *int, t core.Term, times int) {
	switch t := t.(type) {
	case *core.Let, *core.Untuple, *core.SizeCheck:
	case *core.Apply:
		if c := Known(t.Func, w.lambda); c != nil {
			*n += times * w.Body(c.Body)
		}
		*n = min(*n+times, w.most+1)
		for _, arg := range t.Args {
			w.add(n, arg, times)
		}
		return
	case *core.Build:
		*n += times
		times *= w.iterations(t.Binders)
	case *core.Reduce:
		*n += times
		times *= w.iterations(t.Binders)
	default:
		*n += times
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
