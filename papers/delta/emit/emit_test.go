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
	"procad/internal/coretest"
	"procad/internal/diag"
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

// gradients are what the tape and the emitted program give at arguments.
func gradients(t *testing.T, text, given string) (want eval.Value, got eval.Value, err error) {
	s, err := compare.Load(&diag.Source{Name: "in.fun", Text: text}, "f", given)
	require.NoError(t, err)
	p, err := emit.Program(s.Program, s.Func)
	require.NoError(t, err)
	got, err = eval.Run(p.Lookup("gradient_f"), append(s.Args, int64(100)), 1_000_000)
	r, failed := s.Run(delta.System, nil, number.Float())
	if failed != nil {
		require.Error(t, err)
		return nil, nil, err
	}
	return eval.Tuple{r.Value, r.Gradient}, got, err
}

// TestExamples compares corners: equal values in a maximum, rows, sums of arrays and of tuples.
func TestExamples(t *testing.T) {
	for _, c := range []struct{ text, data string }{
		{`def f(x: Real[n]): Real = (max(i < n) x[i] * x[i]) * real(argmax(i < n) x[i])`, `{"x": [1, 3, -3, 3]}`},
		{`def f(x: Real[n]): Real = max(i < n, j < i) x[i] * x[j]`, `{"x": [1, 2, 2, 1]}`},
		{`def f(x: Real[n, 3], i: Int): Real = let a = [[x[k, j] * x[i, j] for j < 3] for k < n] in sum(k < n, j < 3) a[k, j] * a[0, j]`, `{"x": [[1, 2, 3], [4, 5, 6]], "i": 1}`},
		{`def f(x: Real[n]): Real = let s: Real[n] = sum(i < n) [x[j] * x[i] for j < n] in s[0] * s[1]`, `{"x": [1, 2, 3]}`},
		{`def f(x: Real[n]): Real = let (s, k, c) = sum(i < n) (x[i] * x[i], i, x[i]) in s * real(k) * c`, `{"x": [1, 2, 3]}`},
		{`def f(x: (Real, Int, Real)[n], y: Real): Real = y * (sum(i < n) (let (a, k, b) = x[i] in a * b * real(k)))`, `{"x": [[1, 2, 3], [4, 5, 6]], "y": 7}`},
		{`def f(s: Real[2] + (Real, Real), y: Real): Real = case s of Inl v -> y * v[1], Inr (a, b) -> y * a * b`, `{"s": {"Inl": [2, 3]}, "y": 5}`},
		{`def f(x: Real[n], k: Int): Real = let a = set(x, k, x[0] * x[0]) in a[k] * stopGradient(a)[0]`, `{"x": [2, 3], "k": 1}`},
		{`def f(x: Real): Real = ccl(3, x, \(i, s). s * real(i + 1) * x)`, `{"x": 2}`},
		{`def f(x: Real): Real = while(9, x, \s. s * s < 100, \s. s * s)`, `{"x": 2}`},
		{`def f(x: Real, n: Int): Real = 3.0`, `{"x": 2, "n": 1}`},
	} {
		want, got, err := gradients(t, c.text, c.data)
		require.NoError(t, err, c.text)
		d, err := compare.Differ(want, got)
		require.NoError(t, err, c.text)
		assert.LessOrEqual(t, d, 1e-14, "%s: %v, want %v", c.text, got, want)
	}
}

// TestRuntimeErrors says that a run fails where the tape's does, or where there is no room.
func TestRuntimeErrors(t *testing.T) {
	for text, given := range map[string]string{
		`def f(x: Real[n]): Real = max(i < n) x[i]`:                                                         `{"x": []}`,
		`def f(x: Real[n], k: Int): Real = let s: Real[n] = sum(i < k) [x[j] * x[j] for j < i + 1] in s[0]`: `{"x": [1, 2], "k": 2}`,
		`def f(x: Real[n], k: Int): Real = let a: Real[n] = [x[k] for i < n] in a[0]`:                       `{"x": [1, 2], "k": 2}`,
	} {
		_, _, err := gradients(t, text, given)
		assert.Error(t, err, text)
	}
	p := coretest.Load(t, "def f(x: Real): Real = nTimes(9, x, \\s. s * s)")
	out, err := emit.Program(p, p.Lookup("f"))
	require.NoError(t, err)
	_, err = eval.Run(out.Lookup("gradient_f"), []eval.Value{1.0, int64(9)}, 100_000)
	require.NoError(t, err)
	_, err = eval.Run(out.Lookup("gradient_f"), []eval.Value{1.0, int64(8)}, 100_000)
	assert.ErrorContains(t, err, "index-range")
}
