package proc

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestParseTypes(t *testing.T) {
	for text, want := range map[string]Type{
		"Real":                NewTuple(Real),
		" ( ) ":               Unit,
		"Bool":                NewSum(Unit, Unit),
		"() + ()":             Bool,
		"Real + Int + ()":     NewSum(Real, NewSum(Int, Unit)),
		"(Real + Int) + ()":   NewSum(NewSum(Real, Int), Unit),
		"((Real))":            Real,
		"[[(Real, Int)]]":     NewArray(2, NewTuple(Real, Int)),
		"[ [Real] + Int ]":    NewArray(1, NewSum(NewArray(1, Real), Int)),
		"Stack Real + Int":    NewSum(NewStack(Real), Int),
		"Stack (Stack [Int])": NewStack(NewStack(NewArray(1, Int))),
		"Stack (Real,\n Int)": NewStack(NewTuple(Real, Int)),
	} {
		got, err := ParseTypes(text)
		require.NoError(t, err, text)
		assert.Equal(t, []Type{want}, got, text)
	}
	list, err := ParseTypes("Real, (Int, Int), ()")
	require.NoError(t, err)
	assert.Equal(t, []Type{Real, NewTuple(Int, Int), Unit}, list)
}

func TestParseTypesErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "1:1: error: a type is missing at the end of the text [syntax]",
		"Reel":                       `1:1: error: no type is called "Reel" [syntax]`,
		"(Real":                      "1:6: error: a comma or a closing ) is missing at the end of the text [syntax]",
		"Real Int":                   `1:6: error: a comma or the end of the types is wanted here, not "Int" [syntax]`,
		"Real,":                      "1:6: error: a type is missing at the end of the text [syntax]",
		"[Real":                      "1:6: error: a closing ] is missing at the end of the text [syntax]",
		"%":                          `1:1: error: this character has no meaning here: "%" [syntax]`,
		strings.Repeat("(", 100_000): "1:10001: error: this nests deeper than 10000 levels [syntax]",
	} {
		_, err := ParseTypes(text)
		assert.EqualError(t, err, want)
	}
}

// anyType draws types that are well formed.
func anyType(depth int) *rapid.Generator[Type] {
	return rapid.Custom(func(t *rapid.T) Type {
		shape := 0
		if depth > 0 {
			shape = rapid.IntRange(0, 6).Draw(t, "shape")
		}
		part := anyType(depth - 1)
		switch shape {
		case 1:
			return NewTuple(rapid.SliceOfN(part, 0, 4).Draw(t, "parts")...)
		case 2, 3:
			return NewSum(part.Draw(t, "left"), part.Draw(t, "right"))
		case 4:
			return NewArray(rapid.IntRange(1, 3).Draw(t, "rank"), part.Filter(Scalar).Draw(t, "element"))
		case 5:
			return NewStack(part.Draw(t, "element"))
		}
		return rapid.SampledFrom([]Type{Real, Int, Unit, Bool}).Draw(t, "base")
	})
}

func TestTypesRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		types := rapid.SliceOfN(anyType(4), 1, 3).Draw(t, "types")
		_, got, ok := FamilyOf("family", types...).Family()
		require.True(t, ok)
		require.Equal(t, types, got)
	})
}

func TestInside(t *testing.T) {
	for _, c := range []struct {
		t             Type
		scalar, stack bool
	}{
		{Real, true, false},
		{NewTuple(Real, NewSum(Int, Bool)), true, false},
		{NewTuple(Real, NewArray(1, Real)), false, false},
		{NewSum(Unit, NewTuple(Int, NewStack(Real))), false, true},
		{NewSum(NewStack(Real), Unit), false, true},
		{NewStack(NewArray(2, Real)), false, true},
	} {
		assert.Equal(t, c.scalar, Scalar(c.t), c.t)
		assert.Equal(t, c.stack, HasStack(c.t), c.t)
	}
}
