package sample_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/sample"
	"procad/pipeline"
)

// TestKernels gives every kernel its data, of sizes 0, 1 and others that differ.
func TestKernels(t *testing.T) {
	for _, k := range sample.Kernels {
		t.Run(k.Name, func(t *testing.T) {
			file := "../../testdata/kernels/" + k.Name + ".fun"
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			u, err := pipeline.Load(&diag.Source{Name: file, Text: string(text)})
			require.NoError(t, err)
			d, err := u.Entry(k.Name)
			require.NoError(t, err)
			face, err := u.Callable(d)
			require.NoError(t, err)
			for _, size := range []func(i int) int{
				func(int) int { return 0 }, func(int) int { return 1 }, func(i int) int { return 3 + i },
			} {
				sizes := make([]int, len(k.Sizes))
				for i := range sizes {
					sizes[i] = size(i)
				}
				given := asJSON(t, k.Data(1, sizes...))
				assert.Equal(t, given, asJSON(t, k.Data(1, sizes...)), "the same seed")
				_, unknown, err := data.Read(&diag.Source{Name: "data", Text: given}, face)
				require.NoError(t, err)
				assert.Empty(t, unknown)
				if sizes[0] > 0 {
					assert.NotEqual(t, given, asJSON(t, k.Data(2, sizes...)), "another seed")
				}
			}
		})
	}
}

func asJSON(t *testing.T, d sample.Data) string {
	text, err := json.Marshal(d)
	require.NoError(t, err)
	return string(text)
}
