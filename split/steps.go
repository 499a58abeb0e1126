package split

import "procad/internal/optim"

// A step changes what the rules make of a procedure, and has its name in the table of passes. The
// steps run in the order of the table; what comes of one is F, Υ and R again, so that the next may be left out.
type step struct {
	name  optim.Name
	whole bool // it is for whole definitions, and not for bodies of statements too
	run   func(t *splitter, r passes, outside *values, choose choice) passes
}

// steps is a function, for bodies run steps while one runs.
func steps() []step {
	return []step{
		{optim.TagOnly, false, func(t *splitter, r passes, _ *values, _ choice) passes { return t.tagsOnly(r) }},
		{optim.ShapeOnly, true, func(t *splitter, r passes, _ *values, _ choice) passes { return t.shapeOnly(r) }},
		{optim.Minimise, false, (*splitter).minimise},
	}
}

// Steps are the names of the steps, in their order.
func Steps() []optim.Name {
	var names []optim.Name
	for _, s := range steps() {
		names = append(names, s.name)
	}
	return names
}

// shortened is what the steps make of F, Υ and R, of a whole definition or of the body of a statement. outside
// has the values that are given around a body, or is nil; choose says what is kept.
func (t *splitter) shortened(r passes, whole bool, outside *values, choose choice) passes {
	for _, s := range steps() {
		if t.err == nil && !t.without(s.name) && (whole || !s.whole) {
			r = s.run(t, r, outside, choose)
		}
	}
	return r
}
