package e2e_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/sample"
)

// traceBytes is what the forward pass of a kernel keeps.
func traceBytes(t *testing.T, kernel string, values map[string]any) int64 {
	u := loadFile(t, "../../testdata/kernels/"+kernel+".fun")
	d, err := u.Entry(kernel)
	require.NoError(t, err)
	text, err := json.Marshal(values)
	require.NoError(t, err)
	args, _, err := data.Read(&diag.Source{Name: "data.json", Text: string(text)}, u.Program.InterfaceOf(d.Name))
	require.NoError(t, err)
	trace, err := u.Trace(d, args)
	require.NoError(t, err)
	require.True(t, trace.Bytes.Exact())
	return trace.Bytes.Hi
}

// The points of a mixture model leave nothing: their iterations run again. What is
// kept has the size of the parameters.
func TestTraceOfGMM(t *testing.T) {
	bytes := func(d, k, n int) int64 { return traceBytes(t, "gmm", sample.GMM(sample.Rand(1), d, k, n)) }
	assert.Equal(t, bytes(4, 3, 10), bytes(4, 3, 1000))
	d, k := 8, 5
	parameters := k + 2*k*d + k*d*(d-1)/2
	assert.LessOrEqual(t, bytes(d, k, 10), int64(2*8*parameters))
}

// An iteration, a layer and an element of an LSTM keep at most 8 numbers.
func TestTraceOfLSTM(t *testing.T) {
	bytes := func(l, b, c int) int64 {
		return traceBytes(t, "lstm", map[string]any{
			"main_params": zeros(2*l, 4*b), "extra_params": zeros(3, b), "state": zeros(2*l, b), "sequence": zeros(c, b),
		})
	}
	const b = 100
	iteration := func(l int) int64 { return (bytes(l, b, 22) - bytes(l, b, 12)) / 10 }
	layer := iteration(3) - iteration(2)
	assert.Positive(t, layer)
	assert.LessOrEqual(t, layer, int64(8*8*b))
	assert.LessOrEqual(t, iteration(2)-2*layer, int64(8*8*b), "outside of the layers")
}

func zeros(rows, cols int) [][]float64 {
	m := make([][]float64, rows)
	for i := range m {
		m[i] = make([]float64, cols)
	}
	return m
}
