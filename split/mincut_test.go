package split

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/internal/units"
	"procad/proc"
	"procad/proc/cost"
)

// opaque and computed are values of F; at has variables for those of them that are held.
func opaque() *value                 { return &value{} }
func computed(args ...*value) *value { return &value{cheap: true, time: units.Op, args: args} }

func held(xs ...*value) map[*value]proc.Var {
	at := map[*value]proc.Var{}
	for i, x := range xs {
		at[x] = proc.Var{Name: fmt.Sprint("v", i), Type: proc.Real}
	}
	return at
}

func TestKept(t *testing.T) {
	y, k := opaque(), computed()
	a, b, c := computed(y, k), computed(y, y), computed(y, k)
	all := held(y, k, a, b, c)

	// what three values are made from is kept in their place
	assert.Equal(t, []*value{y}, kept([]*value{a, b, c}, all))
	// one value is kept itself, and a constant is not
	assert.Equal(t, []*value{a}, kept([]*value{a}, all))
	assert.Empty(t, kept([]*value{k}, all))
	// what F has no variable for cannot be kept
	assert.Equal(t, []*value{a, b}, kept([]*value{a, b}, held(a, b)))
	// what R has anyway is used
	assert.Equal(t, []*value{y}, kept([]*value{b, y}, all))

	// a value that takes fewer operations than a word is worth is made again
	x := k
	for range units.Word - 2 {
		x = computed(x)
	}
	assert.Empty(t, kept([]*value{x}, held(x)))
	x = computed(x)
	assert.Equal(t, []*value{x}, kept([]*value{x}, held(x)))
}

// No other choice costs less: the words of each value kept, the time of each made.
func TestKeptIsCheapest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var xs []*value
		at := map[*value]proc.Var{}
		for i := range rapid.IntRange(1, 9).Draw(t, "values") {
			x := opaque()
			if i > 0 && rapid.IntRange(0, 3).Draw(t, "cheap") > 0 {
				x = computed(rapid.SliceOfN(rapid.SampledFrom(xs), 0, 3).Draw(t, "args")...)
				x.time = rapid.Int64Range(0, units.Word+1).Draw(t, "time")
			}
			if !x.cheap || rapid.Bool().Draw(t, "held") {
				at[x] = proc.Var{Name: fmt.Sprint("v", i), Type: rapid.SampledFrom([]proc.Type{proc.Real, proc.Bool}).Draw(t, "type")}
			}
			xs = append(xs, x)
		}
		needed := rapid.SliceOfN(rapid.SampledFrom(xs), 1, 4).Draw(t, "needed")

		chosen := kept(needed, at)
		got, ok := costOf(needed, at, chosen)
		require.True(t, ok, "what is kept is enough")
		for set := range uint(1) << len(xs) {
			var other []*value
			for i, x := range xs {
				if set>>i&1 != 0 {
					other = append(other, x)
				}
			}
			if cost, ok := costOf(needed, at, other); ok {
				require.LessOrEqual(t, got, cost, "%d values", bits.OnesCount(set))
			}
		}
	})
}

// costOf is what it costs to have the needed values, keeping some; false if they
// do not suffice or cannot be kept.
func costOf(needed []*value, at map[*value]proc.Var, keep []*value) (int64, bool) {
	total, enough := int64(0), true
	for _, x := range keep {
		v, ok := at[x]
		enough = enough && ok
		total += units.Word * cost.Room(v.Type)
	}
	made := map[*value]bool{}
	var make func(x *value)
	make = func(x *value) {
		if slices.Contains(keep, x) || made[x] {
			return
		}
		made[x] = true
		enough = enough && x.cheap
		total += x.time
		for _, a := range x.args {
			make(a)
		}
	}
	for _, x := range needed {
		make(x)
	}
	return total, enough
}
