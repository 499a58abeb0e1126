package split

import (
	"procad/internal/mincut"
	"procad/internal/units"
	"procad/proc"
	"procad/proc/cost"
)

// What F keeps and what R recomputes is a minimum cut. A value that R needs is
// kept, for units.Word a word, or recomputed, for the time of an operation, if R has what it
// is made from. With the values on a side where nothing is needed, S, or on one
// where it is, a value x has two nodes,
//
//	           time(x)         words(x)
//	source ──────────▶ x recomputed ────────▶ x      x is needed                     x ∉ S
//	                      ▲                          x is kept, and not recomputed   x recomputed ∈ S
//	  argument of x ──────┘ ∞
//
// and a value that R uses has an edge to the sink that cannot be cut. A value
// that R cannot make has ∞ in the place of its time; one that F has no variable for, ∞
// in the place of its words.
//
// cutDepth bounds how many operations one after the other are looked at: by as
// many as a word is worth, the last value is as well kept itself.
const cutDepth = units.Word / units.Op

// A choice says which values are kept, of those that R needs or of what these are made from; at
// has the variables of F that hold values.
type choice func(needed []*value, at map[*value]proc.Var) []*value

// all is the choice of what R needs: where a block around decides.
func all(needed []*value, _ map[*value]proc.Var) []*value { return needed }

// kept chooses which of the values behind needed are to be kept; at has the
// variables of F that hold values. The others can be made from these, from Θ,
// and from constants. Values are in the order in which they are met.
func kept(needed []*value, at map[*value]proc.Var) []*value {
	depth := map[*value]int{}
	var met []*value
	meet := func(x *value, d int) {
		if _, ok := depth[x]; !ok {
			depth[x] = d
			met = append(met, x)
		}
	}
	for _, x := range needed {
		meet(x, 0)
	}
	for i := 0; i < len(met); i++ { // nearest first
		if x := met[i]; x.cheap && depth[x] < cutDepth {
			for _, a := range x.args {
				meet(a, depth[x]+1)
			}
		}
	}

	const source, sink = 0, 1
	recomputed := map[*value]int{}
	for i, x := range met {
		recomputed[x] = 2 + 2*i
	}
	n := mincut.New(2 + 2*len(met))
	for _, x := range met {
		node := recomputed[x]
		capacity := int64(mincut.Infinite)
		if v, ok := at[x]; ok {
			capacity = units.Word * cost.Room(v.Type)
		}
		n.Edge(node, node+1, capacity)
		if !x.cheap || depth[x] == cutDepth {
			n.Edge(source, node, mincut.Infinite)
			continue
		}
		if x.time > 0 {
			n.Edge(source, node, x.time)
		}
		for _, a := range x.args {
			n.Edge(recomputed[a]+1, node, mincut.Infinite)
		}
	}
	for _, x := range needed {
		n.Edge(recomputed[x]+1, sink, mincut.Infinite)
	}
	_, wanted := n.Cut(source, sink)
	var cut []*value
	for _, x := range met {
		if node := recomputed[x]; wanted[node+1] && !wanted[node] {
			cut = append(cut, x)
		}
	}
	return cut
}
