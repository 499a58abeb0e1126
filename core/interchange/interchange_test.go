package interchange_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/core/interchange"
	"procad/internal/coretest"
)

// TestGolden interchanges loops in in.fun, and leaves kept.fun as it is.
func TestGolden(t *testing.T) {
	coretest.Golden(t, "../../testdata/core/interchange/*.txtar", "interchanged.fun", interchange.Program)
}

// TestFails: a run fails if and only if it failed before, with the same error.
func TestFails(t *testing.T) {
	const text = `def f(n: Int, k: Int): Real = let p = nTimes(k, [1.5 for i < n], \p. [0.5 * p[i] for i < n]) in sum(i < n) p[i]`
	for _, c := range []struct {
		n, k  int64
		fails bool
	}{{2, 3, false}, {0, 3, false}, {2, 0, false}, {2, -1, true}, {0, -1, true}, {-1, 3, true}, {-1, -1, true}} {
		before, after := coretest.Load(t, text), coretest.Load(t, text)
		interchange.Program(after)
		require.NoError(t, core.Check(after))
		require.NotEqual(t, coretest.Text(t, before), coretest.Text(t, after))
		x, wrong := eval.Run(before.Lookup("f"), []eval.Value{c.n, c.k}, 1000)
		y, err := eval.Run(after.Lookup("f"), []eval.Value{c.n, c.k}, 1000)
		assert.Equal(t, c.fails, err != nil, c)
		assert.Equal(t, wrong, err, c)
		assert.Equal(t, x, y, c)
	}
}
