package compare_test

import (
	"fmt"
	"maps"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/internal/diag"
	"procad/papers/chad"
	"procad/papers/compare"
	"procad/papers/delta"
	"procad/papers/ks"
	"procad/papers/linmap"
	"procad/papers/number"
	"procad/papers/tupling"
)

// A claim about cost is one of a paper, or what its rules make plain.
type claim struct {
	what, where string
	holds       bool
	// measure is what was measured, in words, and whether that is what the claim says.
	measure func(t *testing.T, all measures) (measured string, holds bool)
}

// measures are those of all kernels, by name, and all systems.
type measures map[string]map[string]*measure

var claims = []claim{
	{"the reverse derivative takes a constant factor of the time of the program", "the compiler", true, constantFactor(compare.RevName, 14)},
	{"R{e} takes a constant factor of the time of e", "2, Theorem 5 (1)", true, constantFactor("delta", 3)},
	{"R{e} takes memory in proportion to memory and time of e", "2, Theorem 5 (2)", true, func(_ *testing.T, all measures) (string, bool) {
		most := 0.0
		for _, of := range all {
			m := of["delta"]
			for i := range m.kept {
				most = max(most, m.kept[i]/m.value[i])
			}
		}
		return fmt.Sprintf("at most %.1f bytes of tape for each step of e", most), most < 10
	}},
	{"an operation of Figure 5 costs as much as there are inputs", "2, 5.1.2", true, func(t *testing.T, _ measures) (string, bool) {
		e := exponent(doubled, series(doubled, func(n int) float64 {
			s := subject(t, squares, n)
			_, _, v, err := delta.AllAtOnce(library(t, s), s.Func, s.Args, 1.0, number.Float())
			require.NoError(t, err)
			return float64(v.Operations)
		}))
		return fmt.Sprintf("squares: n^%.2f operations on elements", e), near(e, 2)
	}},
	{"Figure 8 unravels shared Deltas to a tree of exponential size; Figure 11 does not", "2, 5.3", true, func(t *testing.T, _ measures) (string, bool) {
		depths := []int{8, 12, 16}
		tree := growth(depths, series(depths, func(n int) float64 {
			s := subject(t, sums, n)
			_, _, slots, err := delta.WithoutSharing(library(t, s), s.Func, s.Args, 1.0, number.Float())
			require.NoError(t, err)
			return float64(slots.Visits)
		}))
		shared := exponent(doubled, series(doubled, func(n int) float64 {
			s := subject(t, sums, n)
			r, err := delta.Start(library(t, s), s.Func, s.Args, number.Float())
			require.NoError(t, err)
			_, err = r.Reverse(1.0)
			require.NoError(t, err)
			return float64(r.Visits)
		}))
		return fmt.Sprintf("s + s, n times: ×%.2f Deltas a level in Figure 8, n^%.2f in Figure 11", tree, shared), near(tree, 2) && near(shared, 1)
	}},
	{"the code of D← grows in proportion to that of the program", "4, Corollary 7.2", false, func(t *testing.T, _ measures) (string, bool) {
		var parts []string
		holds := true
		for _, k := range []kernel{sines, functions, bindings, uses} {
			sizes := []int{32, 64}
			code := func(form chad.Form) []float64 {
				return series(sizes, func(n int) float64 {
					var b strings.Builder
					require.NoError(t, chad.Print(&b, []*core.Def{subject(t, k, n).Func}, form, chad.Reverse))
					return float64(len(strings.Join(strings.Fields(b.String()), "")))
				})
			}
			e := exponent(sizes, code(chad.TargetForm)) / exponent(sizes, code(chad.SourceForm))
			parts = append(parts, fmt.Sprintf("%s: size^%.2f", k.name, e))
			holds = holds && near(e, 1)
		}
		return strings.Join(parts, ", "), holds
	}},
	{"D← takes time in proportion to that of the program: left to future work", "4, 2.1 (5)", false, func(_ *testing.T, all measures) (string, bool) {
		g := growth(functions.sizes, all["functions"]["chad"].steps)
		e := exponent(squares.sizes, all["squares"]["chad"].steps)
		return fmt.Sprintf("functions: ×%.2f a level; squares: n^%.2f", g, e), near(g, 1) && near(e, 1)
	}},
	{"the efficient variant takes a constant factor of the time of the program", "Smeding and Vákár", true, func(t *testing.T, all measures) (string, bool) {
		others := maps.Clone(all)
		delete(others, updates.name)
		measured, holds := constantFactor("chad-efficient", 7)(t, others)
		return fmt.Sprintf("%s; updates, whose `set` is ours: n^%.2f", measured, exponent(updates.sizes, all[updates.name]["chad-efficient"].steps)), holds
	}},
	{"Figure 6 computes arguments several times; Figures 7 and 8 compute them once", "1, 5.1 to 5.3", true, func(_ *testing.T, all measures) (string, bool) {
		a, b := exponent(doubled, all["sines"]["linmap"].operations), exponent(doubled, all["sines"]["tupling"].operations)
		return fmt.Sprintf("sines: n^%.2f and n^%.2f operations on Reals", a, b), near(a, 2) && near(b, 1)
	}},
	{"Figure 8 duplicates no code, even without ANF or CSE; Figure 6 does", "1, 5.3", true, func(t *testing.T, _ measures) (string, bool) {
		six := exponent(doubled, series(doubled, func(n int) float64 {
			return float64(terms(linmap.NewDeriver().Jacobian(from(t, subject(t, sines, n)))))
		}))
		eight := exponent(doubled, series(doubled, func(n int) float64 {
			_, p := tupling.PolyReverse(from(t, subject(t, sines, n)))
			total := 0
			for _, d := range p.Defs {
				total += terms(d)
			}
			return float64(total)
		}))
		return fmt.Sprintf("sines: n^%.2f terms in Figure 6, n^%.2f in Figure 8", six, eight), near(six, 2) && near(eight, 1)
	}},
	{"without maps, a ∂x is written as often as it is used", "1, 3", true, func(t *testing.T, _ measures) (string, bool) {
		depths := []int{4, 6, 8}
		g := growth(depths, series(depths, func(n int) float64 {
			d := linmap.NewDeriver()
			f, ok := d.Eliminate(d.Reverse(from(t, subject(t, bindings, n))))
			require.True(t, ok)
			return float64(terms(f))
		}))
		return fmt.Sprintf("bindings: ×%.2f terms a level", g), near(g, 2)
	}},
	{"∂ix has a map for each element of the vector", "1, Figure 2", true, func(_ *testing.T, all measures) (string, bool) {
		a, b := exponent(doubled, all["squares"]["linmap"].steps), exponent(doubled, all["squares"]["linmap"].kept)
		return fmt.Sprintf("squares: n^%.2f steps, n^%.2f bytes", a, b), near(a, 2) && near(b, 2)
	}},
	{"a `set`, as a build, has a map for each pair of elements", "1, Figure 2", true, func(_ *testing.T, all measures) (string, bool) {
		a, b := exponent(updates.sizes, all[updates.name]["linmap"].steps), exponent(updates.sizes, all[updates.name]["linmap"].kept)
		return fmt.Sprintf("updates: n^%.2f steps, n^%.2f bytes", a, b), math.Abs(a-3) < 0.25 && math.Abs(b-3) < 0.25
	}},
	{"RFold adds the cotangents of all variables in each iteration", "1, Figure 15", true, func(_ *testing.T, all measures) (string, bool) {
		a, b := exponent(doubled, all["walk"]["linmap"].steps), exponent(doubled, all["steps"]["linmap"].steps)
		return fmt.Sprintf("walk, which uses a vector: n^%.2f steps; steps, which uses none: n^%.2f", a, b), near(a, 2) && near(b, 1)
	}},
}

// constantFactor is the claim that steps are at most a factor of those of the value, for all kernels.
func constantFactor(system string, factor float64) func(*testing.T, measures) (string, bool) {
	return func(_ *testing.T, all measures) (string, bool) {
		most, steepest := 0.0, 0.0
		for _, of := range all {
			m := of[system]
			last := len(m.steps) - 1
			for i := range m.steps {
				most = max(most, m.steps[i]/m.value[i])
			}
			steepest = max(steepest, math.Log(m.steps[last]/m.steps[last-1])/math.Log(m.value[last]/m.value[last-1]))
		}
		return fmt.Sprintf("at most %.1f times the steps of the value, and those to the power of %.2f", most, steepest), most <= factor && steepest < 1.05
	}
}

// near says that an exponent, or a factor, is what a claim says: at the sizes that are run, lower terms still count.
func near(measured, claimed float64) bool { return math.Abs(measured-claimed) < 0.17 }

// Programs of n operations: in a loop, in bindings that use the one before, and in bindings that use the first.
var (
	sums     = kernel{name: "sums", text: func(n int) string { return fmt.Sprintf("def f(x: Real): Real = nTimes(%d, x, \\s. s + s)", n) }, data: half}
	bindings = kernel{name: "bindings", text: lets("x%d = x%d + x%[2]d"), data: half}
	uses     = kernel{name: "uses", text: lets("x%d = x%d * x0"), data: half}
)

// lets is n bindings, of the numbers of a variable and of the one before.
func lets(binding string) func(n int) string {
	return func(n int) string {
		var b strings.Builder
		b.WriteString("def f(x: Real): Real = let x0 = x")
		for i := range n {
			fmt.Fprintf(&b, "; "+binding, i+1, i)
		}
		fmt.Fprintf(&b, " in x%d", n)
		return b.String()
	}
}

func subject(t *testing.T, k kernel, n int) *compare.Subject {
	s, err := compare.Load(&diag.Source{Name: "kernel.fun", Text: k.text(n)}, "f", k.data(n))
	require.NoError(t, err)
	return s
}

func library(t *testing.T, s *compare.Subject) *delta.Library {
	l, err := delta.NewLibrary(s.Program, delta.Order{})
	require.NoError(t, err)
	return l
}

func from(t *testing.T, s *compare.Subject) *ks.Def {
	f, err := ks.From("linmap", s.Func)
	require.NoError(t, err)
	return f
}

// terms is how many terms a definition is made of.
func terms(f *ks.Def) int {
	var count func(ks.Term) int
	count = func(t ks.Term) int {
		n := 1
		for _, c := range ks.Children(t) {
			n += count(c)
		}
		return n
	}
	return count(f.Body)
}

// series is of each size.
func series(sizes []int, of func(n int) float64) []float64 {
	ys := make([]float64, len(sizes))
	for i, n := range sizes {
		ys[i] = of(n)
	}
	return ys
}

// claimTable has a row for each claim.
func claimTable(t *testing.T, all measures) string {
	var b strings.Builder
	b.WriteString("| claim | paper, section | measured | |\n|---|---|---|---|\n")
	for _, c := range claims {
		measured, holds := c.measure(t, all)
		assert.Equal(t, c.holds, holds, "%s: %s", c.what, measured)
		verdict := map[bool]string{true: "holds", false: "does not hold"}[holds]
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", c.what, c.where, measured, verdict)
	}
	return b.String()
}
