package procad_test

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"procad"
)

// BenchmarkCall measures what a call costs: of kernels of one line, and of the gradient of
// a Gaussian mixture model.
func BenchmarkCall(b *testing.B) {
	needNative(b)
	gmm, err := os.ReadFile("testdata/kernels/gmm.fun")
	require.NoError(b, err)
	random := func(shape ...int) procad.Array[float64] {
		n := 1
		for _, d := range shape {
			n *= d
		}
		data := make([]float64, n)
		for i := range data {
			data[i] = rand.Float64() - 0.5
		}
		return procad.NewArray(data, shape...)
	}
	const d, k, n = 10, 25, 1000
	for _, c := range []struct {
		name, source string
		args         []any
	}{
		{"line", "def line(x: Real, y: Real): Real = sin(x) * y", []any{1.5, 2.0}},
		{"dot", "def dot(x: Real[n], y: Real[n]): Real = sum(i < n) x[i] * y[i]", []any{random(100).Data, random(100).Data}},
		{"gmm", string(gmm), []any{random(k).Data, random(k, d), random(k, d), random(k, d*(d-1)/2), random(n, d), 0, 1.0}},
	} {
		p, err := procad.Compile(b.Context(), c.source)
		require.NoError(b, err)
		defer p.Close()
		f, err := p.Function(c.name)
		require.NoError(b, err)
		require.NoError(b, f.Prepare(b.Context()))
		b.Run(c.name+"/value", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := f.Value(b.Context(), c.args...); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(c.name+"/gradient", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := f.Gradient(b.Context(), c.args...); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
