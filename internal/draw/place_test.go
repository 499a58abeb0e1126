package draw

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestCrosses(t *testing.T) {
	b := box{10, 10, 20, 20}
	for name, c := range map[string]struct {
		line [4]float64
		want bool
	}{
		"through":       {[4]float64{0, 0, 30, 30}, true},
		"inside":        {[4]float64{12, 12, 13, 13}, true},
		"one end":       {[4]float64{15, 15, 40, 15}, true},
		"past":          {[4]float64{0, 15, 5, 15}, false},
		"beside":        {[4]float64{0, 25, 30, 25}, false},
		"at the corner": {[4]float64{0, 15, 15, 35}, false},
		"a point":       {[4]float64{15, 15, 15, 15}, true},
	} {
		assert.Equal(t, c.want, crosses(b, c.line), name)
	}
}

// A label lies within the bounds and covers neither another nor anything that was there before.
func TestPlace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := placer{bounds: box{0, 0, 300, 200}}
		n := rapid.IntRange(1, 40).Draw(t, "points")
		for range n {
			p.points = append(p.points, [2]float64{rapid.Float64Range(0, 300).Draw(t, "x"), rapid.Float64Range(0, 200).Draw(t, "y")})
		}
		for _, at := range p.points {
			x, y := at[0], at[1]
			before := len(p.taken)
			b, ok := p.place(x, y, rapid.Float64Range(5, 80).Draw(t, "width"), 12, 4, 60)
			if !ok {
				require.Len(t, p.taken, before)
				continue
			}
			require.True(t, p.bounds.holds(b))
			for _, other := range p.taken[:before] {
				require.False(t, b.meets(other))
			}
			require.False(t, b.meets(box{x - 2, y - 2, x + 2, y + 2}), "a label covers its point")
			for _, q := range p.points {
				if math.Hypot(q[0]-x, q[1]-y) > together && b.distance(x, y) <= leader {
					require.Less(t, b.distance(x, y), b.distance(q[0], q[1]), "a label stands at another point")
				}
			}
		}
	})
}

func TestPlacePrefersTheSideWithoutLines(t *testing.T) {
	p := placer{bounds: box{0, 0, 300, 200}, lines: [][4]float64{{100, 100, 300, 100}}}
	b, ok := p.place(100, 100, 40, 12, 4, 30)
	require.True(t, ok)
	assert.Less(t, b.x1, 100.0)
}

// TestLeaders says that no leader strikes through a label, whichever of both gets its place first.
func TestLeaders(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := placer{bounds: box{0, 0, 400, 300}}
		type placed struct {
			box  box
			x, y float64
		}
		var all []placed
		n := rapid.IntRange(2, 12).Draw(t, "labels")
		at := func(name string, to float64) float64 { return rapid.Float64Range(0, to).Draw(t, name) }
		for range n {
			x, y := 180+at("x", 40), 100+at("y", 100)
			p.points = append(p.points, [2]float64{x, y})
			p.taken = append(p.taken, box{x - 5, y - 5, x + 5, y + 5})
		}
		for _, q := range p.points {
			if b, ok := p.place(q[0], q[1], 30+at("width", 60), tickSize, 4.5, 90); ok {
				all = append(all, placed{b, q[0], q[1]})
			}
		}
		for i, a := range all {
			line, far := a.box.leader(a.x, a.y)
			for k, b := range all {
				if far && i != k {
					require.False(t, crosses(b.box, line), "the leader of label %d strikes through label %d", i, k)
				}
			}
		}
	})
}
