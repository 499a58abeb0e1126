package derive

import "procad/internal/optim"

// Settings are the optimisations that decide what a derived procedure is; all
// others change nothing of it.
var Settings = optim.Of(optim.Minimise, optim.Recompute, optim.Rules, optim.Simplify, optim.FusedSweep, optim.Store, optim.TagOnly, optim.ShapeOnly,
	optim.TraceArrays, optim.Blocks, optim.InlineIterations, optim.ArgMax, optim.Factoring, optim.Ints, optim.Useful, optim.Annotations, optim.StrongZeros)

// annotated are the settings that ask the annotations.
var annotated = Settings.Minus(optim.Of(optim.StrongZeros))

// Implied is a set with what it implies: without annotations there are none of the
// settings that ask them either, and derivatives are the plain figure.
func Implied(without optim.Set) optim.Set {
	if without.Has(optim.Annotations) {
		return without.Union(annotated)
	}
	return without
}

// Briefly is a set without what Annotations implies.
func Briefly(without optim.Set) optim.Set {
	if without.Has(optim.Annotations) {
		return without.Minus(annotated).Union(optim.Of(optim.Annotations))
	}
	return without
}
