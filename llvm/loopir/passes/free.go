package passes

import "procad/llvm/loopir"

// free makes free loops of those in order whose iterations commute but for rounding: they set elements of their own, add to
// others, and carry sums only. Where an iteration can end the run, the first one that does has to be found, so they stay in order.
// So do those that find the largest number, since NaNs have an order.
//
//	for seq i < n (s = 0.0) { …; yield add s, e }    ↦    for free i < n (s = 0.0) { …; yield add s, e }
func free(p *loopir.Program, _ Options, _ func(Report)) {
	for _, f := range p.Funcs {
		for _, loop := range p.FreeLoops(f) {
			if neutral(loop) && proven(loop.Sub[0].Ops) {
				loop.Order = loopir.Free
			}
		}
	}
}
