package bog_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/core/eval"
	"procad/internal/coretest"
	"procad/internal/golden"
	"procad/papers/bog"
	"procad/papers/ks"
	"procad/papers/number"
)

// TestFigure24 is what the rules of Figures 24 and 25 make, one in each archive.
func TestFigure24(t *testing.T) {
	golden.Run(t, "testdata/figure24/*.txtar", func(t *testing.T, _ string, a *txtar.Archive) []txtar.File {
		f := load(t, string(a.Files[0].Data))
		require.NoError(t, bog.Single(f))
		forward, reverse := bog.NewDeriver().Passes(f)
		require.NoError(t, ks.Verify(forward))
		require.NoError(t, ks.Verify(reverse))
		return append(a.Files[:1],
			txtar.File{Name: "single-use", Data: []byte(bog.Print(f))},
			txtar.File{Name: "figure 24", Data: []byte(ks.Print(forward))},
			txtar.File{Name: "figure 25", Data: []byte(ks.Print(reverse))})
	})
}

// load is the last definition of a program, in the dialect.
func load(t *testing.T, source string) *bog.Def {
	t.Helper()
	p := coretest.Load(t, source)
	f, err := ks.From("bog", p.Defs[len(p.Defs)-1])
	require.NoError(t, err)
	return bog.NewConverter().Def(f)
}

// TestExactlyOnce is the side condition of the figures: a definition that does not
// use a variable, or uses one twice, is found.
func TestExactlyOnce(t *testing.T) {
	twice := load(t, `def f(x: Real): Real = sin(x)`)
	call := twice.Body.(*bog.Call)
	twice.Body = &bog.Pair{Elems: []bog.Term{call, call}}
	assert.ErrorContains(t, bog.Single(twice), "x is used 2 times")
	never := load(t, `def f(x: Real): Real = sin(x)`)
	never.Body = &bog.Pair{}
	assert.ErrorContains(t, bog.Single(never), "x is used 0 times")
	arms := load(t, `def f(x: Real, y: Real): Real = if 1 < 2 then x else y`)
	assert.NoError(t, bog.Single(arms))
	arms = load(t, `def f(y: Real): Real = if 1 < 2 then y else y`)
	second := &arms.Body.(*bog.Case).Arms[1]
	second.Body = &bog.Pair{Elems: []bog.Term{second.Body, second.Body}}
	assert.ErrorContains(t, bog.Single(arms), "y is used 1 times in one arm and 2 times in another")
	other := load(t, `def f(s: Real + Real): Real = case s of Inl x -> x, Inr y -> y`)
	other.Body.(*bog.Case).Arms[1].Body = &bog.Pair{}
	assert.ErrorContains(t, bog.Single(other), "y is used 0 times")
}

// TestOnce says that the reverse pass computes nothing of the primal again: 50 calls
// of sin take 50 of sin, and then 50 of cos and 50 products.
func TestOnce(t *testing.T) {
	source := "def f(x: Real): Real = "
	for range 50 {
		source += "sin("
	}
	source += "x"
	for range 50 {
		source += ")"
	}
	p := coretest.Load(t, source)
	r, err := bog.System.Gradient(p, p.Defs[0], []eval.Value{1.0}, nil, number.Float())
	require.NoError(t, err)
	assert.Equal(t, int64(150), r.Operations-50, "without the 50 operations of the value alone")
}
