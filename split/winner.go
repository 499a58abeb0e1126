package split

import (
	"slices"

	"procad/internal/optim"
	"procad/proc"
)

// Winner is what a fold does that finds the largest or the smallest of some numbers, of
// which a reverse pass wants one turn; nil if a loop does something else, if the
// program has chosen a strategy, or if the turns add to something.
//
//	revf$fold{f} (n, s) = (s', w)        with w the number of that turn
func Winner(lib Library, name proc.Func) *proc.Extreme {
	kind, body, ok := name.Loop()
	if !ok || kind != proc.Fold || name.Strategy().Kind != "" || lib.Without().Has(optim.Winner) {
		return nil
	}
	d, err := lib.Def(body)
	if err != nil || d == nil || slices.ContainsFunc(d.Zone, func(r proc.Ref) bool { return r.Mode == proc.Accumulator }) {
		return nil
	}
	return d.Extreme()
}
