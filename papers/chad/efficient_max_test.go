package chad_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core/eval"
	"procad/papers"
	"procad/papers/chad"
	"procad/papers/number"
)

// TestMax says that the cotangent of a maximum goes to the first of the largest, wherever it is.
func TestMax(t *testing.T) {
	for _, c := range []struct {
		data string
		want []eval.Value
	}{
		{`{"v": [5, 3, 2]}`, []eval.Value{10.0, 0.0, 0.0}},
		{`{"v": [1, 3, 3]}`, []eval.Value{0.0, 6.0, 0.0}},
		{`{"v": [1, 2, 4]}`, []eval.Value{0.0, 0.0, 8.0}},
	} {
		s := load(t, "def f(v: Real[n]): Real = max(i < n) v[i]^2", "f", c.data)
		for _, system := range []papers.System{chad.System, chad.Efficient} {
			got, err := system.Gradient(s.program, s.f, s.args, 1.0, number.Float())
			require.NoError(t, err)
			assert.Equal(t, c.want, got.Gradient.(*eval.Array).Elems, "%s: %s", system.Name, c.data)
		}
	}
}
