package pipeline

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/optim"
	"procad/interp"
)

var (
	interchangePrograms = flag.Int("interchange.programs", 100, "how many random programs TestInterchangeRandom checks")
	interchangeSeed     = flag.Uint64("interchange.seed", 7, "which ones")
)

// TestInterchangeRandom: random loops over arrays give the same values, in bits, and the same run-time errors if they are not
// interchanged with loops over elements, and the same gradients but for rounding. -interchange.programs checks more of them.
func TestInterchangeRandom(t *testing.T) {
	interchanged, failed := 0, 0
	for k := range *interchangePrograms {
		g := &elementwise{Rand: rand.New(rand.NewPCG(*interchangeSeed, uint64(k)))}
		text, count := g.program(), g.IntN(6)-1
		was, value, gradient, err := ran(t, text, count, optim.Interchange)
		is, same, other, wrong := ran(t, text, count)
		what := fmt.Sprintf("program %d of -interchange.seed %d, k = %d:\n%s", k, *interchangeSeed, count, text)
		require.Equal(t, err, wrong, what)
		require.Equal(t, value, same, what)
		require.Len(t, other, len(gradient), what)
		for i, x := range gradient {
			require.InDelta(t, x, other[i], 1e-9*(1+math.Abs(x)), what)
		}
		if was != is {
			interchanged++
		}
		if err != "" {
			failed++
		}
	}
	t.Logf("%d of %d programs are interchanged, %d fail", interchanged, *interchangePrograms, failed)
	require.Greater(t, 3*interchanged, *interchangePrograms, "too few of them")
	require.Positive(t, failed)
}

// ran is a program in core, its value and its gradient with a count, or the message of its run-time error.
func ran(t *testing.T, text string, count int, without ...optim.Name) (core string, value data.Value, gradient []float64, failure string) {
	u, err := Load(&diag.Source{Name: "main.fun", Text: text}, without...)
	require.NoError(t, err, text)
	var b strings.Builder
	c, err := u.Core()
	require.NoError(t, err)
	require.NoError(t, c.Print(&b))
	d, err := u.Entry("main")
	require.NoError(t, err)
	args, _, err := data.Read(&diag.Source{Text: fmt.Sprintf(`{"x": [0.7, 0.2, 0.9, 0.4], "y": [0.3, -0.5, 0.1, 0.6], "v": [0.5, 1.5, -0.7], "h": 0.3, "k": %d}`, count)}, u.Program.InterfaceOf(d.Name))
	require.NoError(t, err)
	value, g, err := u.VJP(interp.New(u.Library.Def), d, args, data.Real(1))
	if err != nil {
		return b.String(), data.Value{}, nil, err.Error()
	}
	for _, p := range u.Program.InterfaceOf(d.Name).Params {
		v := g.Of(p)
		if v.Type == nil {
			continue
		}
		for _, w := range v.Words {
			gradient = append(gradient, math.Float64frombits(w))
		}
		for _, o := range v.Objects {
			for _, leaf := range o.(*data.Array).Leaves {
				for _, w := range leaf {
					gradient = append(gradient, math.Float64frombits(w))
				}
			}
		}
	}
	return b.String(), value, gradient, ""
}

// elementwise writes loops whose state is one to three arrays, of which an iteration makes others element by element, itself or by
// calls. A few read other elements, which keeps the loop as it is.
type elementwise struct {
	*rand.Rand
	names int
}

func (g *elementwise) name() string {
	g.names++
	return fmt.Sprint("a", g.names)
}

func (g *elementwise) of(list ...string) string { return list[g.IntN(len(list))] }

// number is one that is made from elements of arrays at an index.
func (g *elementwise) number(arrays []string, scalars ...string) string {
	read := func() string {
		a := g.of(arrays...)
		switch g.IntN(24) {
		case 0:
			return a + "[n - 1 - i]"
		case 1, 2:
			return "y[n - 1 - i]"
		case 3:
			return "y[i]"
		}
		return a + "[i]"
	}
	a, b := read(), read()
	return g.of("0.5 * "+a, a+" * "+b, "sin("+a+")", a+" + "+g.of(append(scalars, "h")...)+" * "+b, "0.25 * "+a+" - 0.5 * "+b, "1.5",
		"if "+a+" > 0.5 then 0.5 * "+b+" else 0.25 * "+a, "helper("+a+", "+b+")", "(let z = cos("+a+") in z * "+b+")", "(sum(j < 2) real(j) * "+a+") + h", a)
}

// array is a loop over elements, or one in a function.
func (g *elementwise) array(arrays []string, scalars ...string) string {
	switch g.IntN(8) {
	case 0:
		return "scaled(" + g.of(arrays...) + ", h)"
	case 1:
		return g.of(arrays...)
	}
	return "[(" + g.number(arrays, scalars...) + ") for i < " + g.of("n", "n", "size("+arrays[0]+")") + "]"
}

// loop gives as many arrays as it is given.
func (g *elementwise) loop(arrays []string) string {
	state := make([]string, len(arrays))
	for k := range state {
		state[k] = g.name()
	}
	var b strings.Builder
	scalars, now := []string{"h"}, append([]string{}, state...)
	fold := g.IntN(2) == 0
	if fold {
		scalars = append(scalars, "c")
		if g.IntN(3) == 0 {
			b.WriteString("let d = 0.5 * c + h in ")
			scalars = append(scalars, "d")
		}
	}
	for range g.IntN(3) {
		a := g.name()
		fmt.Fprintf(&b, "let %s = %s in ", a, g.array(now, scalars...))
		now = append(now, a)
	}
	results := make([]string, len(state))
	for k := range results {
		results[k] = g.array(now, scalars...)
	}
	b.WriteString(tuple(results))
	if fold {
		return fmt.Sprintf("fold(\\(%s, c). %s, %s, v)", pattern(state), b.String(), tuple(arrays))
	}
	return fmt.Sprintf("nTimes(%s, %s, \\%s. %s)", g.of("k", "k", "2", "2 * k - k", "(if h > 1 then 5 else k)"), tuple(arrays), pattern(state), b.String())
}

// tuple is one term, or a tuple of them.
func tuple(list []string) string {
	if len(list) == 1 {
		return list[0]
	}
	return "(" + strings.Join(list, ", ") + ")"
}

func (g *elementwise) program() string {
	first := []string{"x", "y", "[1.5 for i < n]"}[:1+g.IntN(3)]
	results := make([]string, len(first))
	for k := range results {
		results[k] = g.name()
	}
	return "def helper(a: Real, b: Real): Real = a * cos(b)\n" +
		"def scaled(a: Real[m], c: Real): Real[m] = let b = [c * a[i] for i < m] in [b[i] + 0.125 for i < m]\n" +
		"def main(x: Real[n], y: Real[n], v: Real[m], h: Real, k: Int): Real =\n" +
		"  let " + pattern(results) + " = " + g.loop(first) + " in\n  sum(i < n) (" + results[0] + "[i]" + g.of("", " * "+results[len(results)-1]+"[i]") + ")\n"
}
