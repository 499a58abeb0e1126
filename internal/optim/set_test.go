package optim

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Set{
		"":                {},
		"lanes":           Of(Lanes),
		" lanes , slim ":  Of(Slim, Lanes),
		"lanes,all,slim":  Everything(),
		"slim,slim,lanes": Of(Lanes, Slim),
	} {
		got, err := Parse(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
	for text, message := range map[string]string{
		"lane":       `no optimisation is called "lane"; did you mean lanes?; there are wanted, hoist, small, once, elements, slim, `,
		"slim,,tidy": `no optimisation is called ""; there are wanted, hoist, small, once, elements, slim, `,
		"nothing":    `no optimisation is called "nothing"; there are wanted, hoist, small, once, elements, slim, `,
	} {
		_, err := Parse(text)
		assert.ErrorContains(t, err, message, text)
	}
}

// Parse reads what String writes, and a set has the names that it was made of.
func TestSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var names []Name
		var without []Name
		for _, o := range All {
			if rapid.Bool().Draw(t, string(o.Name)) {
				names = append(names, o.Name)
			} else {
				without = append(without, o.Name)
			}
		}
		s := Of(names...)
		require.Equal(t, names, s.Names())
		for _, n := range names {
			require.True(t, s.Has(n))
		}
		for _, n := range without {
			require.False(t, s.Has(n))
		}
		again, err := Parse(s.String())
		require.NoError(t, err)
		require.Equal(t, s, again)
		require.Equal(t, Everything(), s.Union(Of(without...)))
	})
}

// Annotations are read and written like an optimisation, and are none.
func TestAnnotations(t *testing.T) {
	s, err := Parse("annotations,slim")
	require.NoError(t, err)
	assert.Equal(t, Of(Slim, Annotations), s)
	assert.Equal(t, "slim,annotations", s.String())
	assert.False(t, Everything().Has(Annotations))
}

func TestUnknown(t *testing.T) {
	assert.Panics(t, func() { Of("no such optimisation") })
}
