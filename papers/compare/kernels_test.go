package compare_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/diag"
	"procad/papers/compare"
	"procad/papers/number"
)

// TestKernels compares the systems with the compiler on the kernels, with their data.
func TestKernels(t *testing.T) {
	files, err := filepath.Glob("../../testdata/kernels/*.fun")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".fun")
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			given, err := os.ReadFile(strings.TrimSuffix(file, ".fun") + ".json")
			require.NoError(t, err)
			main := name
			if !strings.Contains(string(text), "def "+name+"(") {
				main = ""
			}
			s, err := compare.Load(&diag.Source{Name: name + ".fun", Text: string(text)}, main, string(given))
			require.NoError(t, err)
			if core.Discrete(s.Func.Result) {
				t.Skip("nothing to differentiate")
			}
			seed, err := s.Seed(rand.New(rand.NewPCG(1, 2)))
			require.NoError(t, err)
			systems := compare.Systems(s.Unit)
			want, err := s.Run(systems[0], seed, number.Float())
			require.NoError(t, err)
			for _, system := range systems[1:] {
				got, err := s.Run(system, seed, number.Float())
				require.NoError(t, err, system.Name)
				d, err := compare.Differ(want.Value, got.Value)
				require.NoError(t, err)
				require.LessOrEqual(t, d, compare.Tolerance, "the value of %s", system.Name)
				d, err = compare.Differ(want.Gradient, got.Gradient)
				require.NoError(t, err)
				require.LessOrEqual(t, d, compare.Tolerance, "the gradient of %s", system.Name)
				t.Logf("%s: difference %.2g, %d operations, %d bytes", system.Name, d, got.Operations, got.Bytes)
			}
		})
	}
}
