package pipeline

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/internal/optim"
)

var (
	unsetPrograms = flag.Int("unset.programs", 100, "how many random programs TestUnsetRandom checks")
	unsetSeed     = flag.Uint64("unset.seed", 3, "which ones")
)

// TestUnsetRandom: gradients of random loops that update arrays in place are the same, in bits, where R restores all
// arrays. -unset.programs checks more of them.
func TestUnsetRandom(t *testing.T) {
	kept := 0
	for k := range *unsetPrograms {
		g := &updates{Rand: rand.New(rand.NewPCG(*unsetSeed, uint64(k)))}
		text := g.program()
		traces, gradient := unset(t, text)
		all, restoring := unset(t, text, optim.ShapeOnly)
		require.Equal(t, restoring, gradient, "program %d of -unset.seed %d:\n%s", k, *unsetSeed, text)
		if traces != all {
			kept++
		}
	}
	t.Logf("%d of %d programs keep less", kept, *unsetPrograms)
	require.Greater(t, 3*kept, *unsetPrograms, "too few of them")
}

// updates writes programs of loops over one to three arrays: sets of elements that are made from others in linear and in
// other ways, under conditions, in loops in loops, and arrays that change places.
type updates struct {
	*rand.Rand
	names int
}

func (g *updates) name() string {
	g.names++
	return fmt.Sprint("x", g.names)
}

func (g *updates) of(list ...string) string { return list[g.IntN(len(list))] }

func (g *updates) index() string {
	return g.of("i", "i - 1", "0", "n - 1 - i", "i * 2 mod n", "n - 1")
}

func (g *updates) element(arrays []string) string { return g.of(arrays...) + "[" + g.index() + "]" }

func (g *updates) number(arrays []string) string {
	a, b := g.element(arrays), g.element(arrays)
	return g.of("0.5 * "+a, a+" + v[i]", a+" * "+b, "sin("+a+")", "v["+g.index()+"] * "+a, a+"^2", "0.25 * "+a+" - 0.5 * "+b, "1.5",
		"if "+a+" > 0.5 then 0.5 * "+b+" else 0.25 * "+a)
}

// pattern is a name, or a tuple of them.
func pattern(names []string) string {
	if len(names) == 1 {
		return names[0]
	}
	return "(" + strings.Join(names, ", ") + ")"
}

// iteration changes some of the arrays.
func (g *updates) iteration(arrays []string, depth int) string {
	var b strings.Builder
	now := append([]string{}, arrays...)
	for range 1 + g.IntN(3) {
		k, name := g.IntN(len(now)), g.name()
		set := "set(" + now[k] + ", " + g.index() + ", " + g.number(now) + ")"
		switch g.IntN(7) {
		case 0:
			set = "(if " + g.element([]string{"v"}) + " > 0.5 then " + set + " else " + now[k] + ")"
		case 1:
			set = "(if " + g.element(now) + " > 0.4 then " + set + " else " + now[k] + ")"
		case 2:
			if depth > 0 {
				set = g.loop(now[k:k+1], depth-1)
			}
		}
		fmt.Fprintf(&b, "let %s = %s in ", name, set)
		now[k] = name
	}
	if g.IntN(5) < 2 {
		g.Shuffle(len(now), func(i, j int) { now[i], now[j] = now[j], now[i] })
	}
	return b.String() + pattern(now)
}

func (g *updates) loop(start []string, depth int) string {
	state := make([]string, len(start))
	for k := range state {
		state[k] = g.name()
	}
	if g.IntN(10) < 7 {
		return fmt.Sprintf(`fold(\(%s, i). %s, %s, [i for i in 1 ..< n])`, pattern(state), g.iteration(state, depth), pattern(start))
	}
	return fmt.Sprintf(`nTimes(3, %s, \%s. let i = 2 in %s)`, pattern(start), pattern(state), g.iteration(state, depth))
}

func (g *updates) program() string {
	var b strings.Builder
	b.WriteString("def main(v: Real[n]): Real =\n")
	var arrays, terms []string
	bind := func(pattern, e string) { fmt.Fprintf(&b, "  let %s = %s in\n", pattern, e) }
	sum := func(form string) {
		name := g.name()
		bind(name, "sum(i < n) ("+fmt.Sprintf(form, g.of(arrays...)+"[i]")+")")
		terms = append(terms, name)
	}
	for range 1 + g.IntN(3) {
		arrays = append(arrays, g.name())
		bind(arrays[len(arrays)-1], g.of("[sin(v[i]) for i < n]", "v", "[2 * v[i] for i < n]"))
	}
	for range 1 + g.IntN(3) {
		if g.IntN(5) < 2 {
			sum(g.of("real(i) * %s", "sin(%s)", "%s^2"))
		}
		g.Shuffle(len(arrays), func(i, j int) { arrays[i], arrays[j] = arrays[j], arrays[i] })
		n := 1 + g.IntN(len(arrays))
		after := make([]string, n)
		for k := range after {
			after[k] = g.name()
		}
		bind(pattern(after), g.loop(arrays[:n], 1))
		if g.IntN(5) > 0 { // else they live on, and are copied
			arrays = arrays[n:]
		}
		arrays = append(after, arrays...)
	}
	for range 1 + g.IntN(2) {
		sum(g.of("real(i) * %s", "sin(%s)", "%s * v[i]"))
	}
	b.WriteString("  " + strings.Join(terms, g.of(" * ", " + ")) + "\n")
	return b.String()
}
