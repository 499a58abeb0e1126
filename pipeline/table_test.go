package pipeline_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/optim"
	"procad/pipeline"
)

func TestParseNames(t *testing.T) {
	for text, want := range map[string]optim.Set{
		"":                        {},
		"lanes":                   optim.Of(optim.Lanes),
		" lanes , minimise ":      optim.Of(optim.Minimise, optim.Lanes),
		"lanes,all,minimise":      pipeline.Everything(),
		"minimise,minimise,lanes": optim.Of(optim.Lanes, optim.Minimise),
		"annotations,minimise":    optim.Of(optim.Minimise, optim.Annotations),
	} {
		got, err := pipeline.ParseNames(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
		again, err := pipeline.ParseNames(got.String())
		require.NoError(t, err, text)
		assert.Equal(t, got, again, text)
	}
	for text, message := range map[string]string{
		"lane":               `no optimisation is called "lane"; did you mean lanes?; there are wanted, hoist, scalar-replacement, cse, interchange, fusion, reductions, `,
		"minimise,,simplify": `no optimisation is called ""; there are wanted, hoist, scalar-replacement, cse, interchange, fusion, reductions, `,
		"derive":             `no optimisation is called "derive"; there are wanted, hoist, scalar-replacement, cse, interchange, fusion, reductions, `,
	} {
		_, err := pipeline.ParseNames(text)
		assert.ErrorContains(t, err, message, text)
		assert.ErrorContains(t, err, ", block-cache, and all", text)
	}
	assert.False(t, pipeline.Everything().Has(optim.Annotations), "what meaning depends on is left out by its own name only")
}

func TestRow(t *testing.T) {
	label := func(text string) string {
		k, err := pipeline.Row(text)
		require.NoError(t, err, text)
		return pipeline.Label(k)
	}
	assert.Equal(t, "hoist.1", label("hoist.1"))
	assert.Equal(t, "hoist.2", label("hoist"), "the last one")
	assert.Equal(t, "minimise", label("minimise"))
	_, err := pipeline.Row("minimises")
	assert.ErrorContains(t, err, `no pass is called "minimises"; did you mean minimise?; there are elaborate, closures, recursion, heaps, custom-rules, wanted, hoist.1, `)
}
