package data_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/proc"
)

// TestLongLists checks that lists of many numbers are read whole, also where strings are among them, and with little
// more memory than they take.
func TestLongLists(t *testing.T) {
	const n = 20_000
	for _, c := range []struct {
		name, item string
		at         int // of an item that is a string
		rows       int
	}{
		{"numbers", "-1.5e-3", -1, 1}, {"a string in them", "2", n / 2, 1}, {"a string first", "2", 0, 1}, {"rows", "0.25", -1, 100}, {"rows with a string", "0.25", n - 1, 100},
	} {
		t.Run(c.name, func(t *testing.T) {
			items := make([]string, n)
			for i := range items {
				items[i] = c.item
			}
			if c.at >= 0 {
				items[c.at] = `"NaN"`
			}
			text, typ := "["+strings.Join(items, ", ")+"]", proc.NewArray(1, proc.Real)
			if c.rows > 1 {
				rows := make([]string, c.rows)
				for i := range rows {
					rows[i] = "[" + strings.Join(items[i*n/c.rows:(i+1)*n/c.rows], ",") + "]"
				}
				text, typ = "["+strings.Join(rows, ",")+"]", proc.NewArray(2, proc.Real)
			}
			v, err := data.ReadValue(&diag.Source{Name: "x", Text: text}, typ)
			require.NoError(t, err)
			leaf := v.Array().Leaves[0]
			require.Len(t, leaf, n)
			assert.LessOrEqual(t, cap(leaf), 2*n)
			want, err := strconv.ParseFloat(c.item, 64)
			require.NoError(t, err)
			for i, w := range leaf {
				if x := math.Float64frombits(w); i == c.at {
					require.True(t, math.IsNaN(x))
				} else {
					require.Equal(t, want, x)
				}
			}
		})
	}
}

// TestWalkAllocates checks that to go through an array takes no memory for its elements.
func TestWalkAllocates(t *testing.T) {
	v := data.Reals(make([]float64, 1000))
	visit := func(data.Leaf) error { return nil }
	assert.LessOrEqual(t, testing.AllocsPerRun(10, func() { data.Walk(v, visit) }), 10.0)
}
