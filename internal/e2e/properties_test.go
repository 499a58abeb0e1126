package e2e_test

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/mod61"
	"procad/pipeline"
	"procad/prim"
)

// A property is an equation that holds for every program.
//
//	ParsePrint    parse (print p) = p, for .proc text, derived procedures included
//	Types         lower: Θ | s : S ⊢ p ⊣ t : T, and the same of fwd$f, rev$f, revf$f, revr$f, vjp$f
//	Size          statements of revf$f and revr$f ≤ 40 · (1 + statements of f + tags of its argument), of fwd$f ≤ 20 · (…)
//	Cost          operations of vjp$f ≤ 25 · (operations of f + words of input and seed) + 200, and as many words at most
//	Primal        fst ∘ fwd$f = fst ∘ rev$f = fst ∘ revf$f = f
//	RevSplit      rev$f = revr$f ∘ revf$f           up to rounding
//	RevSplitExact the same                          modulo 2^61-1
//	FwdDiff       fwd$f = differences of f
//	Duality       ⟨x̄, ẋ⟩ = ⟨ȳ, ẏ⟩                  to 1e-12 · (Σ|x̄ᵢ ẋᵢ| + Σ|ȳⱼ ẏⱼ|)
//	DualityExact  the same                          modulo 2^61-1
//	DualityExact2 the same of fwd$f and rev$f       modulo 2^61-1
//	Linear        rev (ȳ + z̄) = rev ȳ + rev z̄       modulo 2^61-1
//	Zero          rev 0 = 0
//	Second        H ẋ forward over reverse = reverse over reverse = reverse over forward = differences of gradients
//	Wrt           the gradient in some parameters = that part of the gradient in all, for at most as many operations
//	Apart         a function or derivative of a build = the same alone, bit for bit, see apart_test.go
//	Library       vjp, its halves, jvp and hvp of a library agree, see library_test.go
//	Native        native = interpreter, see native_test.go
type property struct {
	name  string
	holds func(*subject, *rand.Rand) error
}

var (
	everywhere = []property{{"ParsePrint", parsePrint}, {"Types", types}, {"Size", size}, {"Cost", cost}}
	trees      = []property{{"ParsePrint", parsePrint}, {"Types", types}, {"Size", size}, {"Cost", costOfTrees}}
	analytic   = []property{{"Primal", primal}, {"RevSplit", revSplit}, {"FwdDiff", fwdDiff}, {"Duality", duality}, {"Zero", zeroSeed}, {"Wrt", wrt}}
	exact      = []property{{"Primal", primal}, {"RevSplitExact", revSplitExact}, {"DualityExact", dualityExact}, {"Linear", linear}}
	exactTwice = []property{{"DualityExact2", dualityExact2}}
	smooth     = slices.Concat(analytic, []property{{"Second", second}})
	libraries  = []property{{"Library", library}}
)

// A mode is a kind of random programs with what holds for them.
type mode struct {
	name       string
	options    gen.Options
	properties []property
	costly     bool // a third of the programs of other modes, for each takes as long as many of theirs
}

var modes = []mode{ // the one that takes longest first
	{"trees", gen.Options{Trees: true, Recursion: true, Kinks: true, Derivatives: true, Data: true, Size: 60}, slices.Concat(trees, analytic, libraries), true},
	{"smooth", gen.Options{Size: 80}, slices.Concat(everywhere, smooth, libraries), false},
	{"field", gen.Options{Field: true, Stop: true}, slices.Concat(everywhere, exact), false},
	{"fieldTwice", gen.Options{Field: true, Stop: true, Data: true, Size: 60}, exactTwice, false},
	{"kinks", gen.Options{Kinks: true}, slices.Concat(everywhere, analytic, libraries), false},
	{"recursive", gen.Options{Recursion: true, Kinks: true, Derivatives: true, Data: true, Size: 60}, slices.Concat(everywhere, analytic, libraries), false},
	{"functions", gen.Options{Functions: true, Kinks: true, Derivatives: true, Size: 60}, slices.Concat(everywhere, analytic, libraries), false},
	{"derivatives", gen.Options{Derivatives: true, Data: true, Size: 70}, slices.Concat(everywhere, analytic, libraries), false},
}

// programsOfMode is how many programs of each mode a run checks.
const programsOfMode = 40

// A discarded program has no meaning where it is run: it is near a kink, a
// number is too large, a divisor is 0.
type discarded struct{ why string }

func (d *discarded) Error() string { return "discarded: " + d.why }

func discard(format string, args ...any) error { return &discarded{fmt.Sprintf(format, args...)} }

// TestProperties checks every property on random programs, the same ones in
// every run. -rapid.seed gives others, -rapid.checks another number of them.
func TestProperties(t *testing.T) {
	programs := programsOfMode
	if testing.Short() {
		programs /= 10
	}
	setFlags(t, map[string]string{"rapid.checks": fmt.Sprint(programs), "rapid.seed": "1", "rapid.nofailfile": "true"})
	var total atomic.Int64
	// rapid draws as many programs in each mode: a costly mode passes over the others.
	some := !given("rapid.checks")
	t.Run("modes", func(t *testing.T) {
		for _, mode := range modes {
			t.Run(mode.name, func(t *testing.T) {
				t.Parallel()
				most := math.MaxInt
				if mode.costly && some {
					most = programs / 3
				}
				total.Add(int64(mode.check(t, most)))
			})
		}
	})
	t.Logf("%d programs in all", total.Load())
}

// check counts the programs that it checks.
func (m *mode) check(t *testing.T, most int) int {
	uses, results := map[string]int{}, map[string]int{}
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		if n == most {
			return
		}
		p := program(m.options).Draw(rt, "program")
		n++
		for construct := range p.Uses {
			uses[construct]++
		}
		s := load(rt, p)
		for _, property := range m.properties {
			err := property.holds(s, rand.New(rand.NewPCG(1, 2)))
			switch d, ok := errors.AsType[*discarded](err); {
			case ok:
				results[property.name+" "+d.why]++
				results[property.name+" discarded"]++
			case err != nil:
				rt.Fatalf("%s: %v", property.name, err)
			default:
				results[property.name]++
			}
		}
	})
	t.Logf("%d programs; programs with each construct:%s", n, table(uses))
	t.Logf("programs that each property holds for:%s", table(results))
	for _, property := range m.properties {
		// One in nine functions has no second derivative, for it is one of or to what is discrete.
		assert.LessOrEqual(t, results[property.name+" discarded"], 1+n/7, "%s: discarded", property.name)
	}
	return n
}

// given says that a flag is on the command line.
func given(name string) (yes bool) {
	flag.Visit(func(f *flag.Flag) { yes = yes || f.Name == name })
	return yes
}

// setFlags sets flags that are not given on the command line, for this test.
func setFlags(t *testing.T, values map[string]string) {
	for name, value := range values {
		if given(name) {
			continue
		}
		f := flag.Lookup(name)
		old := f.Value.String()
		assert.NoError(t, f.Value.Set(value))
		t.Cleanup(func() { assert.NoError(t, f.Value.Set(old)) })
	}
}

// program draws a program at once, so that rapid does not print every choice.
func program(opts gen.Options) *rapid.Generator[*gen.Program] {
	return rapid.Custom(func(t *rapid.T) *gen.Program { return gen.New(gen.FromRapid(t), opts) })
}

func load(t *rapid.T, p *gen.Program) *subject {
	u, err := pipeline.Load(&diag.Source{Name: "random.fun", Text: p.Text})
	if err != nil {
		t.Fatalf("%v\n%s", err, p.Text)
	}
	s, err := newSubject(u, p.Main, p.Data)
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, p.Text, p.Data)
	}
	return s
}

func table(counts map[string]int) string {
	var b strings.Builder
	for i, name := range slices.Sorted(maps.Keys(counts)) {
		if i%6 == 0 {
			b.WriteString("\n   ")
		}
		fmt.Fprintf(&b, " %s %d;", name, counts[name])
	}
	return b.String()
}

// meaningless discards programs that have no meaning: run-time errors of arithmetic
// modulo 2^61-1. Other errors remain.
func meaningless(err error) error {
	if errors.Is(err, mod61.ErrDivide) {
		return discard("division by 0")
	}
	if f, ok := errors.AsType[*prim.RuntimeError](err); ok && f.Kind == prim.IntRange {
		return discard("int of a large number")
	}
	return err
}
