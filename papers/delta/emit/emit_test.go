package emit_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/core"
	"procad/core/eval"
	"procad/diag"
	"procad/internal/coretest"
	"procad/internal/gen"
	"procad/internal/golden"
	"procad/papers"
	"procad/papers/compare"
	"procad/papers/delta"
	"procad/papers/delta/emit"
	"procad/papers/number"
)

// TestRandom compares gradient_f, run by the evaluator of core, with the tape, on random
// programs: it is an oracle of emit, and emit one of the evaluator.
func TestRandom(t *testing.T) {
	said, all := 0, 0
	refusals := map[string]int{}
	for seed := range uint64(150) {
		p := gen.New(gen.FromSeed(40_000_000+seed), gen.Options{Kinks: true, Stop: true, Size: 50})
		s, err := compare.Load(&diag.Source{Name: "random.fun", Text: p.Text}, p.Main, p.Data)
		require.NoError(t, err)
		if s.Func.Result != core.Real {
			continue
		}
		all++
		out, err := emit.Program(s.Program, s.Func)
		if u, ok := errors.AsType[*papers.Unsupported](err); ok {
			refusals[u.Construct]++
			continue
		}
		require.NoError(t, err, p.Text)
		l, err := delta.NewLibrary(s.Program, delta.Order{})
		require.NoError(t, err)
		r, err := delta.Start(l, s.Func, s.Args, number.Float())
		require.NoError(t, err)
		want, err := r.Reverse(1.0)
		require.NoError(t, err)
		room := int64(2*len(r.Tape.Binds) + 100) // sums begin with zero here
		got, err := eval.Run(out.Lookup("gradient_"+s.Func.Name), append(s.Args, room), 20_000_000)
		if errors.Is(err, eval.ErrSteps) {
			continue
		}
		require.NoError(t, err, p.Text)
		said++
		d, err := compare.Differ(eval.Tuple{r.Value, want}, got)
		require.NoError(t, err)
		if d > compare.Tolerance {
			var text strings.Builder
			require.NoError(t, out.Print(&text))
			require.LessOrEqual(t, d, compare.Tolerance, "%v, want %v\n%s\n%s", got, want, p.Text, &text)
		}
	}
	t.Logf("%d of %d programs; refused: %v", said, all, refusals)
	assert.Greater(t, said, all*3/4)
}

// TestRules shows the program of each rule: of the translation, and of the primitives, the
// wrapper and eval in apply.
func TestRules(t *testing.T) {
	golden.Run(t, "testdata/*.txtar", func(t *testing.T, name string, a *txtar.Archive) []txtar.File {
		p := coretest.Load(t, string(a.Files[0].Data))
		f := p.Lookup("f")
		out, err := emit.Program(p, f)
		require.NoError(t, err)
		if name != "apply" { // the others show dual_f alone
			for _, d := range out.Defs {
				if d.Name == "dual_f" {
					out.Defs = []*core.Def{d}
					break
				}
			}
		}
		return append(a.Files[:1], txtar.File{Name: "out.fun", Data: []byte(coretest.Text(t, out))})
	})
}

// TestAgain differentiates what was emitted: the second derivative of x sin x by nested
// tangents over the tape, which the paper leaves open (section 8.6).
func TestAgain(t *testing.T) {
	p := coretest.Load(t, "def f(x: Real): Real = x * sin(x)\ndef g(x: Real): Real = f(x)")
	out, err := emit.Program(p, p.Lookup("f"))
	require.NoError(t, err)
	gradient := out.Lookup("gradient_f")
	got, err := eval.Derivative(core.JVP, gradient, []eval.Value{0.7, int64(5), 1.0, eval.Tuple{}}, 100_000)
	require.NoError(t, err)
	const first, second = 1.17960721833683, 1.078731993502593 // sin x + x cos x, 2 cos x - x sin x
	d, err := compare.Differ(eval.Tuple{eval.Tuple{0.450952381066384, first}, eval.Tuple{first, second}}, got)
	require.NoError(t, err)
	assert.LessOrEqual(t, d, 1e-14)
}

// TestRefused says which programs have no form.
func TestRefused(t *testing.T) {
	for text, message := range map[string]string{
		"def f(x: Real, n: Int): Real = let a = [[x * x for j < i + n] for i < 2] in a[0, 0]": "an array of arrays whose sizes are known only when they are made",
		"def f(x: Real[n]): Real = let a = (sum(i < n) [x[0] for j < i + 1]) in a[0]":         "a sum of arrays whose sizes are not known before it",
		"def h(x: Real): Real = x * x\ndef f(x: Real): Real = grad(h)(x)":                     "grad inside of a program",
	} {
		p := coretest.Load(t, text)
		_, err := emit.Program(p, p.Lookup("f"))
		assert.ErrorContains(t, err, message)
		assert.ErrorContains(t, err, "[cannot-say]")
	}
}
