package compare_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/internal/coredata"
	"procad/internal/coretest"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/interp"
	"procad/papers/compare"
	"procad/papers/delta/emit"
	"procad/papers/number"
	"procad/pipeline"
)

// kernels runs a test on each kernel with its data.
func kernels(t *testing.T, test func(t *testing.T, s *compare.Subject)) {
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
			test(t, s)
		})
	}
}

// TestKernels compares the systems with the compiler.
func TestKernels(t *testing.T) {
	kernels(t, func(t *testing.T, s *compare.Subject) {
		seed, err := s.Seed(rand.New(rand.NewPCG(1, 2)), number.Float())
		require.NoError(t, err)
		list, err := s.All(seed, number.Float)
		require.NoError(t, err)
		for _, o := range list {
			require.Nil(t, o.CannotSay, o.System.Name)
			require.LessOrEqual(t, o.Difference, compare.Tolerance, o.System.Name)
			t.Logf("%s: difference %.2g, %d operations, %d bytes", o.System.Name, o.Difference, o.Operations, o.Bytes)
		}
	})
}

// TestPrograms compares what emit makes of delta, read again as a text and run by the
// interpreter, with the compiler's gradient.
func TestPrograms(t *testing.T) {
	kernels(t, func(t *testing.T, s *compare.Subject) {
		if s.Func.Result != core.Real {
			t.Skip("the result is not Real")
		}
		want, err := s.Run(compare.Rev(s.Unit), nil, number.Float())
		require.NoError(t, err)
		p, err := emit.Program(s.Program, s.Func)
		require.NoError(t, err)
		name := "gradient_" + s.Func.Name
		args := &data.Args{Values: append(s.Data.Values[:len(s.Data.Values):len(s.Data.Values)], data.Int(20_000))}
		u, err := pipeline.Load(&diag.Source{Name: "dual.fun", Text: coretest.Text(t, p)})
		require.NoError(t, err)
		d, err := u.Entry(name)
		require.NoError(t, err)
		args.Interface, err = u.Callable(d)
		require.NoError(t, err)
		got, err := u.Run(interp.New(u.Library.Def), d, args)
		require.NoError(t, err)
		difference, err := compare.Differ(eval.Tuple{want.Value, want.Gradient}, coredata.Value(p.Lookup(name).Result, got))
		require.NoError(t, err)
		require.LessOrEqual(t, difference, compare.Tolerance)
	})
}
