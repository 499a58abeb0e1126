package e2e_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/pipeline"
	"procad/split"
)

// byMinors is the determinant of an n×n matrix by a chain of definitions, one for each size. The sizes are in the types, or are not known.
func byMinors(n int, known bool) string {
	var text strings.Builder
	for k := 1; k <= n; k++ {
		name, size, less := fmt.Sprint("det", k), "n, n", "n - 1"
		if k == n {
			name = "f"
		}
		if known {
			size, less = fmt.Sprintf("%d, %d", k, k), fmt.Sprint(k-1)
		}
		if k == 1 {
			fmt.Fprintf(&text, "def det1(a: Real[%s]): Real = a[0, 0]\n", size)
			continue
		}
		fmt.Fprintf(&text, "def %s(a: Real[%s]): Real = sum(j < %d) ((-1)^j * a[0, j] * det%d([a[r + 1, if c < j then c else c + 1] for r < %s, c < %s]))\n", name, size, k, k-1, less, less)
	}
	return text.String()
}

// TestCostOfMinors: a determinant by minors takes n! operations. Its gradient takes less than three times as many, and no more
// memory than a few matrices: no sum in it stores the traces of its iterations on a stack. Its derivatives are right.
func TestCostOfMinors(t *testing.T) {
	for _, known := range []bool{false, true} {
		load := func(n int) *pipeline.Unit {
			u, err := pipeline.Load(&diag.Source{Name: "minors.fun", Text: byMinors(n, known)})
			require.NoError(t, err)
			return u
		}
		u := load(8)
		list, err := u.Library.Planned(u.Program.Defs[len(u.Program.Defs)-1].Name)
		require.NoError(t, err)
		require.NotEmpty(t, list)
		for _, p := range list {
			assert.NotEqual(t, split.StoreStack, p.Plan.Name, "%s", p.Call.Func)
		}
		p := measure(t, u, map[string]int{"n": 8, "8": 8})
		t.Logf("%d operations, gradient %d, ratio %.2f, at most %d words", p.value, p.gradient, p.ratio(), p.peak)
		assert.LessOrEqual(t, p.ratio(), 2.9)
		assert.LessOrEqual(t, p.peak, 8*p.inputs)

		r := rand.New(rand.NewPCG(1, 2))
		for _, of := range []property{{"RevSplitExact", revSplitExact}, {"DualityExact", dualityExact}, {"DualityExact2", dualityExact2}, {"FwdDiff", fwdDiff}, {"Second", second}, {"Zero", zeroSeed}} {
			assert.NoError(t, of.holds(sampled(t, load(5), map[string]int{"n": 5, "5": 5}, r), r), of.name)
		}
		for _, d := range secondDerivatives[:2] {
			again := derivativeCost(t, u, d.of, map[string]int{"n": 8, "8": 8})
			t.Logf("%s: ratio %.2f", d.name, again.ratio())
			assert.LessOrEqual(t, again.ratio(), 12.0, d.name)
		}
	}
}
