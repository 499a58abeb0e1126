package compare_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/draw"
	"procad/interp"
	"procad/papers/chad"
	"procad/papers/compare"
	"procad/papers/delta"
	"procad/papers/ks"
	"procad/papers/number"
)

// A kernel is a family of programs: what its runs cost is shown against n.
type kernel struct {
	name, about string
	text        func(n int) string
	data        func(n int) string
	sizes       []int
	levels      bool // n is a depth: costs may double with each
}

// fixed is one text for all n.
func fixed(text string) func(int) string { return func(int) string { return text } }

// vector is n numbers near 1.
func vector(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprint(1 + float64(i%7)/64)
	}
	return "[" + strings.Join(list, ", ") + "]"
}

var doubled = []int{4, 8, 16, 32, 64, 128, 256}

// The kernels of the figures.
var (
	squares = kernel{
		"squares", "reads each element of a vector", fixed("def f(v: Real[n]): Real = sum(i < n) v[i] * v[i]"),
		func(n int) string { return fmt.Sprintf(`{"v": %s}`, vector(n)) }, doubled, false,
	}
	steps = kernel{
		"steps", "iterates on a number", fixed(`def f(x: Real, n: Int): Real = nTimes(n, x, \s. s * sin(s))`),
		func(n int) string { return fmt.Sprintf(`{"x": 0.5, "n": %d}`, n) }, doubled, false,
	}
	horner = kernel{
		"horner", "folds over a vector", fixed(`def f(x: Real, v: Real[n]): Real = fold(\(a, c). a * x + c, 0, v)`),
		func(n int) string { return fmt.Sprintf(`{"x": 0.75, "v": %s}`, vector(n)) }, doubled, false,
	}
	walk = kernel{
		"walk", "reads a vector in each iteration",
		fixed(`def f(x: Real, v: Real[n]): Real = let (s, _) = nTimes(n, (x, 0), \(s, i). (s * v[i], i + 1)) in s`),
		func(n int) string { return fmt.Sprintf(`{"x": 0.75, "v": %s}`, vector(n)) }, doubled, false,
	}
	updates = kernel{
		"updates", "sets an element of a vector in each iteration",
		fixed(`def f(x: Real, v: Real[n]): Real = let (w, _) = nTimes(n, (v, 0), \(w, i). (set(w, i, w[i] * x), i + 1)) in w[n - 1]`),
		func(n int) string { return fmt.Sprintf(`{"x": 0.75, "v": %s}`, vector(n)) }, doubled[:5], false,
	}
	sines = kernel{
		"sines", "is an expression in expressions, n deep",
		func(n int) string {
			return "def f(x: Real): Real = " + strings.Repeat("sin(", n) + "x" + strings.Repeat(")", n)
		},
		half, doubled, false,
	}
	functions = kernel{"functions", "has functions in functions, n deep", nested, half, []int{2, 4, 6, 8, 10}, true}
)

var costKernels = []kernel{squares, steps, horner, walk, updates, sines, functions}

// half is a number.
func half(int) string { return `{"x": 0.5}` }

// nested is let f1(y1) = let f2(y2) = … in f2(y1 + y1) in f1(x).
func nested(n int) string {
	body := fmt.Sprintf("sin(y%d)", n)
	for k := n; k > 0; k-- {
		arg := "x"
		if k > 1 {
			arg = fmt.Sprintf("y%d * y%d", k-1, k-1)
		}
		body = fmt.Sprintf("let f%d(y%d) = %s in f%d(%s)", k, k, body, k, arg)
	}
	return "def f(x: Real): Real = " + body
}

// A measure is what a system counts for the sizes of a kernel.
type measure struct{ value, steps, operations, kept []float64 }

// measured are those of all systems, by name.
func measured(t *testing.T, k kernel) map[string]*measure {
	out := map[string]*measure{}
	for _, n := range k.sizes {
		s, err := compare.Load(&diag.Source{Name: "kernel.fun", Text: k.text(n)}, "f", k.data(n))
		require.NoError(t, err, k.text(n))
		for _, system := range compare.Systems(s.Unit) {
			r, err := s.Run(system, nil, number.Float())
			require.NoError(t, err, system.Name)
			m := out[system.Name]
			if m == nil {
				m = &measure{}
				out[system.Name] = m
			}
			m.value = append(m.value, float64(valueSteps(t, s, system.Name)))
			m.steps = append(m.steps, float64(r.Steps))
			m.operations = append(m.operations, float64(r.Operations))
			if system.Name == compare.RevName {
				r.Bytes = peak(t, s)
			}
			m.kept = append(m.kept, float64(r.Bytes))
		}
	}
	return out
}

// valueSteps is what the evaluator of a system takes for the value alone.
func valueSteps(t *testing.T, s *compare.Subject, system string) (steps int64) {
	switch system {
	case compare.RevName:
		m := interp.New(s.Unit.Library.Def)
		def, err := s.Unit.Entry(s.Func.Name)
		require.NoError(t, err)
		_, err = s.Unit.Run(m, def, s.Data)
		require.NoError(t, err)
		return m.Ops
	case delta.Name:
		l, err := delta.NewLibrary(s.Program, delta.Order{})
		require.NoError(t, err)
		_, steps, err = delta.Value(l, s.Func, s.Args, number.Float())
		require.NoError(t, err)
		return steps
	case chad.System.Name, chad.Efficient.Name:
		_, steps, err := chad.Evaluate(s.Func, s.Args, number.Float())
		require.NoError(t, err)
		return steps
	}
	f, err := ks.From(system, s.Func)
	require.NoError(t, err)
	m := &ks.Machine{D: number.Float()}
	x, of := ks.Argument(s.Func, s.Args)
	_, err = m.Run(f, ks.Import(of, x))
	require.NoError(t, err)
	return m.Steps
}

// peak is how many bytes of arrays and stacks live at once in the compiler's gradient.
func peak(t *testing.T, s *compare.Subject) int64 {
	m := interp.New(s.Unit.Library.Def)
	def, err := s.Unit.Entry(s.Func.Name)
	require.NoError(t, err)
	_, _, err = s.Unit.VJP(m, def, s.Data, data.Real(1))
	require.NoError(t, err)
	return 8 * m.PeakWords
}

// exponent is that of n, of the two largest sizes: log(y/y') / log(n/n').
func exponent(sizes []int, ys []float64) float64 {
	last := len(ys) - 1
	return math.Log(ys[last]/ys[last-1]) / math.Log(float64(sizes[last])/float64(sizes[last-1]))
}

// growth is by what factor ys grow with each level of a kernel, at the two largest.
func growth(sizes []int, ys []float64) float64 {
	last := len(ys) - 1
	return math.Pow(ys[last]/ys[last-1], 1/float64(sizes[last]-sizes[last-1]))
}

// grows is how a measure grows, in a table.
func (k kernel) grows(ys []float64) string {
	if g := growth(k.sizes, ys); k.levels && g > 1.5 {
		return fmt.Sprintf("×%.2f a level", g)
	}
	return fmt.Sprintf("n^%.2f", exponent(k.sizes, ys))
}

// TestCost makes the tables and pictures of costs, and says which claims of the papers hold.
func TestCost(t *testing.T) {
	all := measures{}
	for _, k := range costKernels {
		all[k.name] = measured(t, k)
	}
	made(t, "kernels", kernelTable())
	made(t, "steps", costTable(all, func(k kernel, m *measure) string {
		last := len(m.steps) - 1
		return fmt.Sprintf("%s, %.1f", k.grows(m.steps), m.steps[last]/m.value[last])
	}))
	made(t, "kept", costTable(all, func(k kernel, m *measure) string {
		last := len(m.kept) - 1
		if m.kept[last] <= 0 {
			return "–"
		}
		return fmt.Sprintf("%s, %s", k.grows(m.kept), draw.Bytes.Format(m.kept[last]))
	}))
	for _, k := range costKernels {
		picture(t, k, all[k.name], "steps", draw.Number, func(m *measure) []float64 { return m.steps })
		picture(t, k, all[k.name], "kept", draw.Bytes, func(m *measure) []float64 { return m.kept })
	}
	made(t, "claims", claimTable(t, all))
}

// kernelTable has the text of each kernel for n = 3.
func kernelTable() string {
	var b strings.Builder
	b.WriteString("| kernel | what it does | text |\n|---|---|---|\n")
	for _, k := range costKernels {
		fmt.Fprintf(&b, "| %s | %s | `%s` |\n", k.name, k.about, k.text(3))
	}
	return b.String()
}

// costTable has a row for each kernel and a column for each system.
func costTable(all measures, cell func(kernel, *measure) string) string {
	var b strings.Builder
	b.WriteString("| kernel | " + strings.Join(compare.Names(), " | ") + " |\n|---" + strings.Repeat("|---", len(compare.Names())) + "|\n")
	for _, k := range costKernels {
		b.WriteString("| " + k.name)
		for _, name := range compare.Names() {
			b.WriteString(" | " + cell(k, all[k.name][name]))
		}
		b.WriteString(" |\n")
	}
	return b.String()
}

// picture is a curve for each system of which there is something to draw.
func picture(t *testing.T, k kernel, of map[string]*measure, what string, unit draw.Unit, ys func(*measure) []float64) {
	p := draw.Pareto{Title: fmt.Sprintf("%s: %s for n", k.name, what), XLabel: "n", YLabel: what, YUnit: unit}
	for _, name := range compare.Names() {
		s := draw.Series{Name: name}
		for i, y := range ys(of[name]) {
			if y > 0 {
				s.Points = append(s.Points, draw.Point{X: float64(k.sizes[i]), Y: y})
			}
		}
		if len(s.Points) > 0 {
			s.Points[len(s.Points)-1].Label = name
			p.Series = append(p.Series, s)
		}
	}
	var b bytes.Buffer
	require.NoError(t, p.Write(&b))
	same(t, fmt.Sprintf("../../docs/pictures/seven-%s-%s.svg", k.name, what), b.String())
}
