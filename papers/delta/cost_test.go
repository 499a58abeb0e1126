package delta_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/papers/compare"
	"procad/papers/delta"
	"procad/papers/number"
)

// A cost is what a run of e, of D{e} and of R{e} does: steps of the machine, operations on
// numbers, Deltas that eval sees, and numbers on the tape.
type cost struct{ value, forward, reverse, memory int64 }

func costOf(t testing.TB, p *core.Program, f *core.Def, args []eval.Value) cost {
	l, err := delta.NewLibrary(p, delta.Order{})
	require.NoError(t, err)
	d := number.Float()
	_, steps, err := delta.Value(l, f, args, d)
	require.NoError(t, err)
	c := cost{value: steps + d.Operations()}
	d = number.Float()
	r, err := delta.Start(l, f, args, d)
	require.NoError(t, err)
	c.forward = r.Steps + d.Operations() + int64(len(r.Tape.Binds))
	_, err = r.Reverse(1.0)
	require.NoError(t, err)
	c.reverse = r.Steps + d.Operations() + int64(len(r.Tape.Binds)) + r.Visits
	c.memory = r.Tape.Bytes()
	return c
}

// TestLemma3 and Theorem 5 on random programs: time(D{e}) and time(R{e}) are at most a constant times
// time(e), and what is kept is at most a constant times time(e). The constants are
// those of a primitive with two arguments and the longest partial derivatives.
func TestLemma3(t *testing.T) {
	for seed := range uint64(100) {
		p := gen.New(gen.FromSeed(36_000_000+seed), gen.Options{Kinks: true, Size: 60})
		s, err := compare.Load(&diag.Source{Name: "random.fun", Text: p.Text}, p.Main, p.Data)
		require.NoError(t, err)
		if s.Func.Result != core.Real {
			continue
		}
		c := costOf(t, s.Program, s.Func, s.Args)
		assert.LessOrEqual(t, c.forward, 6*c.value, "Lemma 3 (1): %s", p.Text)
		assert.LessOrEqual(t, c.memory, 12*c.value, "Lemma 3 (2): %s", p.Text)
		assert.LessOrEqual(t, c.reverse, 10*c.value, "Theorem 5 (1): %s", p.Text)
	}
}

// TestTheorem5 is E24: the ratio of R{e} to e does not depend on the size, and there is one
// binding for each operation.
func TestTheorem5(t *testing.T) {
	text := func(format string) func(n int) (*core.Program, *core.Def, []eval.Value) {
		return func(n int) (*core.Program, *core.Def, []eval.Value) {
			ones := strings.TrimSuffix(strings.Repeat("1, ", n), ", ")
			s := load(t, strings.ReplaceAll(format, "N", strconv.Itoa(n)), `{"x": [`+ones+`]}`)
			return s.Program, s.Func, s.Args
		}
	}
	term := func(body func(n int, x core.Term) core.Term) func(n int) (*core.Program, *core.Def, []eval.Value) {
		return func(n int) (*core.Program, *core.Def, []eval.Value) {
			d := real(1, func(x []core.Term) core.Term { return body(n, x[0]) })
			return &core.Program{Defs: []*core.Def{d}}, d, []eval.Value{0.9}
		}
	}
	for name, c := range map[string]struct {
		make  func(n int) (*core.Program, *core.Def, []eval.Value)
		binds func(n int) int
	}{
		"doubling": {text(`def f(x: Real[n]): Real = nTimes(N, x[0], \s. s + s)`), func(n int) int { return n }},
		"sines":    {text(`def f(x: Real[n]): Real = nTimes(N, x[0], \s. sin(s))`), func(n int) int { return n }},
		"dot":      {text(`def f(x: Real[n]): Real = sum(i < n) x[i] * x[i]`), func(n int) int { return 2*n - 1 }},
		"discrete": {text(`def f(x: Real[n]): Real = let k = nTimes(N, 0, \k. (k + 3) mod 7) in real(k) * x[0]`), func(int) int { return 1 }},
		"closures": {term(e19), func(n int) int { return n + 1 }},
		"redexes":  {term(redexes), func(n int) int { return n }},
		"recursion": {func(n int) (*core.Program, *core.Def, []eval.Value) {
			d := power()
			return &core.Program{Defs: []*core.Def{d}}, d, []eval.Value{1.0, int64(n)}
		}, func(n int) int { return n }},
	} {
		t.Run(name, func(t *testing.T) {
			var ratios []float64
			for _, n := range []int{1000, 4000} {
				p, f, args := c.make(n)
				l, err := delta.NewLibrary(p, delta.Order{})
				require.NoError(t, err)
				r, err := delta.Start(l, f, args, number.Float())
				require.NoError(t, err)
				assert.Len(t, r.Tape.Binds, c.binds(n), "n = %d", n)
				cost := costOf(t, p, f, args)
				ratios = append(ratios, float64(cost.reverse)/float64(cost.value))
			}
			t.Logf("R{e}/e: %.3f", ratios)
			assert.LessOrEqual(t, math.Abs(ratios[1]/ratios[0]-1), 0.01)
		})
	}
}

// redexes is (\x1. (\x2. … xn + xn …) (x1 + x1)) x: without sharing it doubles at each level.
func redexes(n int, x core.Term) core.Term {
	if n == 0 {
		return x
	}
	return apply(lam(core.Real, func(y core.Term) core.Term { return redexes(n-1, y) }), add(x, x))
}
