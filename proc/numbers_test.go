package proc_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/proc"
)

// TestNumbers: names have the numbers that a map gives them.
func TestNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		numbers, want := proc.NewNumbers(rapid.IntRange(0, 20).Draw(t, "room")), map[string]int{}
		for _, k := range rapid.SliceOfN(rapid.IntRange(0, 60), 0, 200).Draw(t, "names") {
			name := "x." + strconv.Itoa(k)
			switch k % 4 { // counters in other places, of which some are the same number
			case 1:
				name = "x" + strconv.Itoa(512*k) + ".bar"
			case 2:
				name = "x.00" + strconv.Itoa(k-1)
			case 3:
				name = strings.Repeat("x", k) + ".bar"
			}
			known, has := want[name]
			n, ok := numbers.Lookup(name)
			require.Equal(t, has, ok, name)
			if !has {
				known = len(want)
				want[name] = known
			} else {
				require.Equal(t, known, n, name)
			}
			n, met := numbers.Of(name)
			require.Equal(t, has, met, name)
			require.Equal(t, known, n, name)
			require.Equal(t, len(want), numbers.Len())
		}
	})
}
