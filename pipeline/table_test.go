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
		"":                 {},
		"lanes":            optim.Of(optim.Lanes),
		" lanes , slim ":   optim.Of(optim.Slim, optim.Lanes),
		"lanes,all,slim":   pipeline.Everything(),
		"slim,slim,lanes":  optim.Of(optim.Lanes, optim.Slim),
		"annotations,slim": optim.Of(optim.Slim, optim.Annotations),
	} {
		got, err := pipeline.ParseNames(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
		again, err := pipeline.ParseNames(got.String())
		require.NoError(t, err, text)
		assert.Equal(t, got, again, text)
	}
	for text, message := range map[string]string{
		"lane":       `no optimisation is called "lane"; did you mean lanes?; there are wanted, hoist, small, once, elements, adds, `,
		"slim,,tidy": `no optimisation is called ""; there are wanted, hoist, small, once, elements, adds, `,
		"derive":     `no optimisation is called "derive"; there are wanted, hoist, small, once, elements, adds, `,
	} {
		_, err := pipeline.ParseNames(text)
		assert.ErrorContains(t, err, message, text)
		assert.ErrorContains(t, err, ", spare, and all", text)
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
	assert.Equal(t, "slim", label("slim"))
	_, err := pipeline.Row("slims")
	assert.ErrorContains(t, err, `no pass is called "slims"; did you mean slim?; there are elaborate, wanted, hoist.1, `)
}
