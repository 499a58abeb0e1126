package core

import (
	"fmt"

	"procad/internal/diag"
)

// An Origin is the loop of the text that a loop with a label is, or is a copy of.
type Origin struct {
	Def, Label string
	Calls      []diag.Pos // those in whose places the loop was put, the outermost first
}

// Called notes that t, a copy of the body of a function, is in the place of a call.
func Called(t Term, call diag.Pos) {
	Visit(t, func(t Term) {
		if p := planIn(t); p != nil {
			*p = p.Called(call)
		}
	})
}

// Called is the plan of the copy of a loop in the place of a call.
func (p Plan) Called(call diag.Pos) Plan {
	if p.Label != "" && p.Origin != nil {
		p.Origin = &Origin{p.Origin.Def, p.Origin.Label, append([]diag.Pos{call}, p.Origin.Calls...)}
	}
	return p
}

// Labels gives the loops of each definition different labels. The first loop with a
// label keeps it, but for one of another definition where the definition has one itself;
// the others get the label of the text with the first number that is free:
//
//	steps, steps1, steps2, …
//
// Passes that copy loops end with it, so that they need not know of labels.
func Labels(p *Program) {
	for _, d := range p.Defs {
		var own, foreign []*Plan
		Visit(d.Body, func(t Term) {
			switch p := planIn(t); {
			case p == nil || p.Label == "":
			case p.Origin == nil:
				p.Origin = &Origin{Def: d.Name, Label: p.Label}
				own = append(own, p)
			case p.Origin.Def == d.Name && p.Origin.Label == p.Label:
				own = append(own, p)
			default:
				foreign = append(foreign, p)
			}
		})
		taken := map[string]bool{}
		var again []*Plan
		for _, p := range append(own, foreign...) {
			if taken[p.Label] {
				again = append(again, p)
			}
			taken[p.Label] = true
		}
		for _, p := range again {
			for n := 1; taken[p.Label]; n++ {
				p.Label = fmt.Sprint(p.Origin.Label, n)
			}
			taken[p.Label] = true
		}
	}
}

// planIn is where t has its plan, if t is a sequential loop; nil of another term.
func planIn(t Term) *Plan {
	switch t := t.(type) {
	case *Fold:
		return &t.Plan
	case *NTimes:
		return &t.Plan
	case *While:
		return &t.Plan
	}
	return nil
}
