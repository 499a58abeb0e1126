package e2e_test

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/optim"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
)

// exactAdds are the functions of testdata/lanes/adds.fun that only add, multiply,
// divide and take roots, which all round in one way.
var exactAdds = []string{"nested", "parts", "some", "dot"}

// TestAddsKeepTheirOrder demands that a fold gives the same number, to the bit,
// whether its iterations have a state or not, and whether they run in lanes or not.
func TestAddsKeepTheirOrder(t *testing.T) {
	t.Parallel()
	const file = "../../testdata/lanes/adds.fun"
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	plain, err := pipeline.Load(&diag.Source{Name: file, Text: string(text)}, optim.Reductions)
	require.NoError(t, err)
	u := loadFile(t, file)
	compiler := toolchain.Compiler{Level: 2}
	_, noCompiler := compiler.Find()
	e := &engine.Engine{Lookup: u.Library.Def, Compiler: compiler, Options: llvm.Options{
		File: file, Vector: compiler.VectorMath(t.Context()), Without: optim.Of(optim.Contract),
	}}
	defer e.Close()
	if noCompiler == nil {
		var fs []proc.Func
		for _, f := range exactAdds {
			fs = append(fs, proc.MustParseFunc(f))
		}
		require.NoError(t, e.Prepare(fs...))
	}
	for _, f := range exactAdds {
		for n := range 40 {
			given := map[string]any{"n": n, "m": 5}
			r := rand.New(rand.NewPCG(2, uint64(n)))
			for _, p := range u.Program.InterfaceOf(proc.MustParseFunc(f)).Params {
				if given[p.Name] == nil {
					given[p.Name] = drawn(p, given, r)
				}
			}
			values, err := json.Marshal(given)
			require.NoError(t, err)
			s, err := newSubject(u, f, string(values))
			require.NoError(t, err)
			got, err := s.value(s.machine())
			require.NoError(t, err)
			other := *s
			other.lib = plain.Library
			want, err := other.value(other.machine())
			require.NoError(t, err)
			assert.True(t, identical(want, got), "%s, n = %d: %s, as a fold %s", f, n, show(got), show(want))
			if noCompiler == nil {
				got, err = e.Call(s.f, s.zone, s.arg)
				require.NoError(t, err)
				assert.True(t, identical(want, got), "%s, n = %d: %s natively, as a fold %s", f, n, show(got), show(want))
			}
		}
	}
	if noCompiler != nil {
		clangs.Missing(t, "native code is not tested:", noCompiler)
	}
}

// TestRandomAdds does so with random programs, by the interpreter.
func TestRandomAdds(t *testing.T) {
	t.Parallel()
	changed := 0
	for seed := range uint64(300) {
		p := gen.New(gen.FromSeed(6_000_000+seed), gen.Options{Kinks: true, Size: 60})
		load := func(without ...optim.Name) *subject {
			u, err := pipeline.Load(&diag.Source{Name: "random.fun", Text: p.Text}, without...)
			require.NoError(t, err)
			s, err := newSubject(u, p.Main, p.Data)
			require.NoError(t, err)
			return s
		}
		with, plain := load(), load(optim.Reductions)
		got, err := with.value(with.machine())
		want, err2 := plain.value(plain.machine())
		assert.Equal(t, err2, err, p.Text)
		if err == nil && err2 == nil {
			assert.True(t, identical(want, got), "%s, as folds %s\n%s", show(got), show(want), p.Text)
		}
		var procedures strings.Builder
		require.NoError(t, with.prog.Print(&procedures))
		if strings.Contains(procedures.String(), "Call adds{") {
			changed++
		}
	}
	t.Logf("%d programs have folds that add", changed)
	assert.Greater(t, changed, 10)
}
