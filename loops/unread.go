package loops

import (
	"slices"

	"procad/internal/optim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/graph"
	"procad/split"
)

// The reverse of an ordered loop wants the array s that an iteration takes for its cotangent (c, s). Where iterations make
// arrays anew, and no reverse of an iteration reads elements of that s, the trace has the dimensions of s alone. Then
// revr$loop{f} gives a cotangent (c, s) in which the elements of s are not set. The caller has kept the first state, and
// puts it there (split/unread.go).
//
// The arrays of the state for which this is so are found from revr$f. An array k is one of them if
//
//	revr$f reads no element of array k in its s̄', and gives it back only as one of them, or not at all
//	it, or one of them, is given back from the trace of f, which has it for nothing else.

// unread are the numbers of these arrays, nil if there is none. An iteration of a while has its reverse in a branch, which
// keeps what it takes.
func (c *chooser) unread() ([]int, error) {
	if c.kind == proc.While || c.lib.Without().Has(optim.ShapeOnly) || proc.Scalar(c.f.In) {
		return nil, nil
	}
	if _, _, ruled := deriv.OfRule(c.body); ruled {
		return nil, nil
	}
	if def, err := c.lib.Def(c.body); def == nil || err != nil {
		return nil, err
	}
	in, out, ok := c.lib.Reads().Argument(c.policy.R.Of(c.body))
	if !ok {
		return nil, nil
	}
	given, back := split.Values(in.Part(1), c.f.Out), split.Values(out, c.f.In)
	comesOut := func(h *graph.Contents) (at []int) {
		for k, b := range back {
			if b.Shares(h) {
				at = append(at, k)
			}
		}
		return at
	}
	var are []int
	in.Part(0).Each(func(a *graph.Array) {
		if !a.Read {
			are = append(are, comesOut(&graph.Contents{Arrays: []*graph.Array{a}})...)
		}
	})
	for i := 0; i < len(are); i++ { // and where those that are given come out
		for _, k := range comesOut(given[are[i]]) {
			if !slices.Contains(are, k) {
				are = append(are, k)
			}
		}
	}
	slices.Sort(are)
	are = slices.Compact(are)
	if len(are) == 0 {
		return nil, nil
	}
	// A reverse that does not set them keeps less. If it reads one of those that it is given, all of them are kept.
	in, _, ok = c.lib.Reads().Argument(c.policy.R.Of(split.Leaving(c.body, are)))
	given = split.Values(in.Part(1), c.f.Out)
	if !ok || slices.ContainsFunc(are, func(k int) bool { return given[k].Read() }) {
		return nil, nil
	}
	return are, nil
}
