package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// free makes free loops of those in order whose iterations commute: they set elements of their own, add to others, and carry
// sums of Ints only. Where an iteration can end the run, the first one that does has to be found, so they stay in order. So do
// those that find the largest number, since NaNs have an order, and those that add up Reals: a fold adds in its order (vectorise.go).
//
//	for seq i < n { …; store v[i] = e; accum s[] += e }    ↦    for free i < n { …; store v[i] = e; accum s[] += e }
func free(p *loopir.Program, _ Options, _ func(Report)) {
	for _, f := range p.Funcs {
		for _, loop := range p.FreeLoops(f) {
			if neutral(loop) && !addsReals(loop) && proven(loop.Sub[0].Ops) {
				loop.Order = loopir.Free
			}
		}
	}
}

// addsReals says that a loop carries a sum of Reals, if it carries sums only.
func addsReals(loop *loopir.Op) bool {
	return slices.ContainsFunc(loop.Outs, func(v val) bool { return v.Type == loopir.RealType })
}
