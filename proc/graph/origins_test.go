package graph_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/proc/graph"
)

// TestOrigins: a row is of the memory that it is a row of, a choice of that of both, and an Accum of
// its own, whatever it is called elsewhere.
func TestOrigins(t *testing.T) {
	d := parse(t, `def f [x : +[Real], y : +[Real]] (v : ([[Real]], Bool)) -> (w : [[Real]])
  (m, c) = v
  i = Const 0
  w = Accum m (s.
    Row s i (r. )
    Choose c x y (z. )
  )
`)
	o := graph.Origins{"x": {"1"}, "y": {"2"}}
	d.Body.Walk(o.Open)
	assert.Equal(t, graph.Origins{"x": {"1"}, "y": {"2"}, "s": {"s"}, "r": {"s"}, "z": {"1", "2"}}, o)
	meet := func(names ...string) (places []int) {
		o.Meet(names, func(k int) { places = append(places, k) })
		slices.Sort(places)
		return slices.Compact(places)
	}
	assert.Empty(t, meet("r", "x", "y"))
	assert.Equal(t, []int{0, 2}, meet("s", "y", "r"))
	assert.Equal(t, []int{0, 1, 2}, meet("z", "x", "y"))
	share := parse(t, "def f (v : Real) -> (w : Real)\n  w = Share v (s. )\n")
	none := graph.Origins{}
	share.Body.Walk(none.Open)
	assert.Equal(t, graph.Origins{}, none)
}
