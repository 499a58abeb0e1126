package e2e_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/optim"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/argmax"
	"procad/proc/deriv"
)

// Folds for the largest or the smallest number, one in the other, and folds that find more than that.
// Whatever they compute with small whole numbers is exact.
const argmaxFolds = `
def most(a: Real, x: Real[n]): Real = fold(\(m, y). max(m, y), a, x)
def late(a: Real, x: Real[n]): Real = fold(\(m, y). max(y, m), a, x)
def least(a: Real, x: Real[n]): Real = fold(\(m, y). min(m, 2 * y), a, x)
def low(a: Real, x: Real[n]): Real = fold(\(m, i). min(if i == 0 then x[i] else x[i - 1] + x[i], m), a, [i for i < n])
def deep(a: Real, x: Real[n]): Real = fold(\(m, y). max(m, y - fold(\(k, z). min(k, z + y), a, x)), a, x)
def sums(a: Real, x: Real[n]): Real = sum(i < n) fold(\(m, y). max(m, y - x[i]), a, x)
def expensive(a: Real, x: Real[n]): Real = fold(\(m, y). max(m, sum(i < n) (x[i] * y)), a, x)

def both(a: Real, x: Real[n]): Real =
  let (m, l) = fold(\((m, l), y). (max(m, y), min(y, l)), (a, a), x) in m - 2 * l
def where(a: Real, x: Real[n]): Real =
  let (m, k, _) = fold(\((m, k, i), y). (max(m, y), (if y > m then real(i) * y else k), i + 1), (a, 0.0, 0), x) in m + k
def next(a: Real, x: Real[n]): Real =
  let (m, k) = fold(\((m, k), y). (max(m, y), max(k, min(m, y))), (a, a), x) in m + 2 * k
def grows(a: Real, x: Real[n]): Real = fold(\(m, y). max(m, y * m), a, x)
`

// infinite are those whose slopes are infinite if numbers are: 0 · ∞ is then not 0 in iterations that do not win.
var infinite = map[string]bool{"expensive": true}

// seconds has a function for each of argmaxFolds that uses its gradient.
func seconds(names []string) string {
	var text strings.Builder
	for _, f := range names {
		text.WriteString("def square_" + f + "(a: Real, x: Real[n]): Real = let y = " + f + "(a, x) in y * y * y\n" +
			"def second_" + f + "(a: Real, x: Real[n]): Real =\n" +
			"  let (da, dx) = grad(square_" + f + ")(a, x) in a * da + sum(i < n) (dx[i] * x[i] * real(i + 1))\n")
	}
	return text.String()
}

// TestFoldArgmax demands that the gradients of folds that find a maximum, and theirs, are to the bit those of
// folds that keep the traces of all iterations, with NaNs, infinities, zeros of both signs, and equal numbers
// anywhere; natively too.
func TestFoldArgmax(t *testing.T) {
	t.Parallel()
	var names []string
	text := argmaxFolds
	for line := range strings.Lines(text) {
		if def, ok := strings.CutPrefix(line, "def "); ok {
			names = append(names, def[:strings.IndexByte(def, '(')])
		}
	}
	text += seconds(names)
	load := func(without ...optim.Name) *pipeline.Unit {
		u, err := pipeline.Load(&diag.Source{Name: "argmaxFolds.fun", Text: text}, without...)
		require.NoError(t, err)
		return u
	}
	u, plain := load(), load(optim.ArgMax)
	var fs []proc.Func
	for _, f := range names {
		fs = append(fs, deriv.VJP.Of(proc.Name(f)), deriv.VJP.Of(proc.Name("second_"+f)))
	}
	e := &engine.Engine{Lookup: u.Library.Def, Compiler: toolchain.Compiler{Level: 1},
		Options: llvm.Options{Without: optim.Of(optim.Flush, optim.Contract, optim.Reorder)}}
	defer e.Close()
	_, noCompiler := e.Compiler.Find()
	if noCompiler == nil {
		require.NoError(t, e.Prepare(fs...))
	}
	r := rand.New(rand.NewPCG(1, 2))
	few := func() float64 { return float64(r.IntN(7) - 3) }
	special := []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), 1, -1}
	type try struct {
		f      string
		number func() float64
	}
	any := func() float64 { return special[r.IntN(len(special))] }
	for k := range 40 {
		for _, f := range names {
			tries := []try{{f, few}, {"second_" + f, few}}
			if !infinite[f] {
				tries = append(tries, try{f, any})
			}
			for _, of := range tries {
				s, err := newSubject(u, of.f, `{"a": 0, "x": [`+strings.TrimSuffix(strings.Repeat("0, ", k%14), ", ")+`]}`)
				require.NoError(t, err)
				s = s.random(func() uint64 { return math.Float64bits(of.number()) })
				other := *s
				other.lib = plain.Library
				seed := data.Real(few())
				vjp := deriv.VJP.Of(s.f)
				got, err := s.machine().Call(vjp, s.zone, data.Tuple(s.arg, seed))
				require.NoError(t, err)
				want, err := other.machine().Call(vjp, s.zone, data.Tuple(s.arg, seed))
				require.NoError(t, err)
				require.True(t, identical(want, got), "%s of %s: %s, with all traces %s", vjp, show(data.Tuple(append(s.zone, s.arg)...)), show(got), show(want))
				if noCompiler != nil {
					continue
				}
				native, err := e.Call(vjp, s.zone, data.Tuple(s.arg, seed))
				require.NoError(t, err)
				require.True(t, identical(got, native), "%s of %s: %s, natively %s", vjp, show(data.Tuple(append(s.zone, s.arg)...)), show(got), show(native))
			}
		}
	}
	if noCompiler != nil {
		clangs.Missing(t, "native code is not tested:", noCompiler)
	}
}

// TestFoldArgmaxStores says for which folds a gradient, and that of a gradient, keeps no traces of iterations.
func TestFoldArgmaxStores(t *testing.T) {
	const text = `
def f0(a: Real, x: Real[n]): Real = fold(\(m, y). max(m, y), a, x)
def f1(a: Real, x: Real[n]): Real = fold(\(m, y). min(y * a, m), a, x)
def f2(a: Real, x: Real[n]): Real = fold[store](\(m, y). max(m, y), a, x)
def f3(a: Real, x: Real[n]): Real = fold[sqrt](\(m, y). max(m, y), a, x)
def f4(a: Real, x: Real[n]): Real = fold(\(m, y). max(m, y * m), a, x)
def f5(a: Real, x: Real[n]): Real = fold(\(m, y). max(m, y) * a, a, x)
def f6(a: Real, x: Real[n]): Real = let (m, _) = fold(\((m, k), y). (max(m, y), k + y * k), (a, a), x) in m
`
	for _, without := range [][]optim.Name{nil, {optim.ArgMax}} {
		u, err := pipeline.Load(&diag.Source{Name: "f.fun", Text: text}, without...)
		require.NoError(t, err)
		for _, f := range []proc.Func{proc.Name("f0"), proc.Name("f1"), proc.Name("f2"), proc.Name("f3"), proc.Name("f4"), proc.Name("f5"), proc.Name("f6")} {
			p, err := u.Closure(deriv.VJP.Of(f), deriv.VJP.Of(deriv.VJP.Of(f)))
			require.NoError(t, err)
			var text strings.Builder
			require.NoError(t, p.Print(&text))
			wins := without == nil && (f == proc.Name("f0") || f == proc.Name("f1"))
			assert.Equal(t, wins, !strings.Contains(text.String(), "push{"), "%s without %v", f, without)
		}
	}
}

// TestRandomFoldArgmax compares random programs with and without it, by the interpreter.
func TestRandomFoldArgmax(t *testing.T) {
	t.Parallel()
	changed := 0
	for seed := range uint64(200) {
		p := gen.New(gen.FromSeed(9_000_000+seed), gen.Options{Kinks: true, Derivatives: true, Size: 60})
		load := func(without ...optim.Name) *subject {
			u, err := pipeline.Load(&diag.Source{Name: "random.fun", Text: p.Text}, without...)
			require.NoError(t, err)
			s, err := newSubject(u, p.Main, p.Data)
			require.NoError(t, err)
			return s
		}
		with := load()
		assert.NoError(t, with.agrees(load(optim.ArgMax)), p.Text)
		made, err := with.lib.Finish()
		require.NoError(t, err)
		for _, d := range made {
			if strings.HasPrefix(d.Name.String(), "iteration.revf$fold{") && argmax.Of(d) != nil {
				changed++
				break
			}
		}
	}
	t.Logf("%d programs have folds that are a maximum", changed)
	assert.Greater(t, changed, 5)
}
