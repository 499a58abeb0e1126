package factor

import (
	"procad/internal/units"
	"procad/proc"
	"procad/proc/graph"
)

// weight is how often a statement at a place runs in an iteration of the tree, about.
func weight(p *graph.Place) float64 {
	w := 1.0
	for range p.Loops() {
		w *= units.Iterations
	}
	return w
}

// shaped says that an array can have an axis for each loop around a place.
func shaped(p *graph.Place) bool {
	rank := 0
	for _, l := range p.Loops() {
		for _, c := range l.Counts {
			rank++
			if len(c.Indices) > 0 || !c.Total() {
				return false
			}
		}
	}
	return rank <= proc.MaxRank
}
