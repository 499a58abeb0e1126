package source

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/internal/golden"
)

// unused are programs with the variables that nothing uses.
var unused = []struct {
	text string
	want []string
}{
	{"def f(x: Real, y: Real): Real = x", []string{"the parameter y is not used"}},
	{"def f(x: Real, _y: Real, _: Real): Real = x", nil},
	{"def f(x: Real): Real = let y = x in x", []string{"the variable y is not used"}},
	{"def f(x: Real): Real = let y = x; y = y + 1 in y", nil},
	{"def f(x: Real): Real = let y = x; y = 2 in y", []string{"the variable y is not used"}}, // the first one
	{"def f(x: Real): Real = let (a, (_, b)) = (x, (x, x)) in a", []string{"the variable b is not used"}},
	{"def f(x: Real): Real = let _ = assert(x > 0, \"positive\") in x", nil},
	{"def f(x: Real): Real = let g(y, z) = y in g(x, x)", []string{"the parameter z is not used"}},
	{"def f(x: Real): Real = let g(y, z) = y in x", []string{"g is never called, so its body is not checked"}},
	{"def f(x: Real): Real = let y = x; g(z) = z + y in g(x)", nil},
	// What a type names is used; a size that a type binds need not be.
	{"def f(v: Real[n], n: Int): Real = v[0]", nil},
	{"def f(v: Real[m]): Real = v[0]", nil},
	{"def f(n: Int): Real[_] = let g(): Real[n] = [1 for i < n] in g()", nil},
	// Loops and cases name what they need not use.
	{"def f(n: Int): Real[_] = [1 for i < n]", nil},
	{"def f(v: Real[n]): Real = fold(\\(a, x). a + 1, 0, v)", nil},
	{"def f(x: Real + Int): Real = case x of Inl y -> 1, Inr k -> 2", nil},
}

func TestUnused(t *testing.T) {
	for _, c := range unused {
		_, warnings, err := Load(&diag.Source{Name: "x.fun", Text: c.text})
		require.NoError(t, err, c.text)
		var got []string
		for _, w := range warnings {
			assert.True(t, w.Warning)
			got = append(got, w.Msg)
		}
		assert.Equal(t, c.want, got, c.text)
	}
	// In a program with errors, what is not used may be a part of them.
	_, warnings, err := Load(&diag.Source{Name: "x.fun", Text: "def f(x: Real, y: Real): Real = x + z"})
	assert.Error(t, err)
	assert.Empty(t, warnings)
}

// TestKernelsAreClean loads the kernels of the repository, of which there is
// nothing to warn.
func TestKernelsAreClean(t *testing.T) {
	for _, pattern := range []string{"../testdata/kernels/*.fun", "../testdata/variants/*.fun"} {
		for _, file := range golden.Files(t, pattern) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			_, warnings, err := Load(&diag.Source{Name: file, Text: string(text)})
			require.NoError(t, err, file)
			assert.Empty(t, warnings, file)
		}
	}
}
