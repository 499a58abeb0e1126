package compare_test

import (
	"cmp"
	"errors"
	"flag"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/reference"
	"procad/papers"
	"procad/papers/compare"
	"procad/papers/number"
	"procad/pipeline"
)

var random = flag.Int("papers.random", 200, "how many random programs with each construct the systems are compared on")

// enough is that number, or fewer where tests are to be short.
func enough() int {
	if testing.Short() {
		return min(*random, 30)
	}
	return *random
}

// TestExact is the first law of every system: modulo 2^61-1 its value and gradient
// are those of the compiler, on random programs with each construct.
func TestExact(t *testing.T) { compareAll(t, exact) }

// TestFloat is the second: with all primitives they agree to a tolerance.
func TestFloat(t *testing.T) { compareAll(t, float) }

// TestPasses is the first law where the systems get what the passes of core make of a program.
func TestPasses(t *testing.T) { compareAll(t, passes) }

// TestFunctions is the first law with functions that are arguments, and that are values.
func TestFunctions(t *testing.T) {
	compareAll(t, functional)
}

// TestDerivatives is what only the compiler says: it agrees with the evaluator of core.
func TestDerivatives(t *testing.T) { compareAll(t, derivatives) }

// TestRules is what only the compiler says with rules for derivatives: it agrees with the evaluator of core.
func TestRules(t *testing.T) { compareAll(t, rules) }

// TestTrees is what only the compiler says of values of recursive types: it agrees with the evaluator of core, and
// no system can be given such a program.
func TestTrees(t *testing.T) {
	programs := 0
	for tries := uint64(0); programs < max(1, enough()/5); tries++ {
		require.Less(t, tries, uint64(50*enough()))
		p := gen.New(gen.FromSeed(trees.first+tries), trees.opts)
		src := &diag.Source{Name: "random.fun", Text: p.Text}
		elaborated, err := reference.Elaborated(src)
		require.NoError(t, err)
		f, has := elaborated.Lookup(p.Main), false
		if f.Result != core.Real || core.Discrete(core.TupleOf(f.Type().Params...)) {
			continue
		}
		reached(f, func(e core.Term) { has = has || len(core.RecTypes(e.Type())) > 0 })
		if !has {
			continue
		}
		_, err = compare.Load(src, p.Main, p.Data)
		e, ok := errors.AsType[*diag.Error](err)
		require.True(t, ok && e.Code == papers.CodeCannotSay, "%v", err)
		require.ErrorContains(t, err, "a recursive type")
		u, err := pipeline.Load(src)
		require.NoError(t, err)
		d, err := u.Entry(p.Main)
		require.NoError(t, err)
		face, err := u.Callable(d)
		require.NoError(t, err)
		args, _, err := data.Read(&diag.Source{Name: "data", Text: p.Data}, face)
		require.NoError(t, err)
		err = reference.Of(u.Interpreter(), u, d, args).Agrees(f)
		if errors.Is(err, reference.ErrLong) {
			continue
		}
		require.NoError(t, err, "%s%s", p.Text, p.Data)
		programs++
	}
	t.Logf("%5d programs with recursive types", programs)
}

// compareAll compares each system with the compiler on random programs, until so many
// have each of the constructs that are counted in those of a profile. Where a program has a
// construct that a system has no rule for, the system has to say so.
func compareAll(t *testing.T, p *profile) {
	defer debug.SetGCPercent(debug.SetGCPercent(800)) // there are many small programs
	counts := map[int]int{}
	for k, c := range constructs {
		if c.of == p {
			counts[k] = 0
		}
	}
	programs, tries := 0, uint64(0)
	for ; len(rarest(counts)) > 0; tries++ {
		require.Less(t, tries, uint64(50*enough()), "too few programs have some construct: %v", counts)
		opts := p.opts
		for _, k := range rarest(counts) {
			opts.Prefer = append(opts.Prefer[:len(opts.Prefer):len(opts.Prefer)], constructs[k].prefer...)
		}
		s := sampleOf(t, p.first+tries, opts, p)
		if s == nil {
			continue
		}
		found := contains(s.Func)
		needed := false
		for k, n := range counts {
			needed = needed || found[k] && n < enough()
		}
		if !needed || !s.seeded(t, p, tries) {
			continue
		}
		want := s.reference(t, p)
		if want == nil {
			continue
		}
		programs++
		for _, system := range compare.Derivations {
			got, err := s.Run(system, s.seed, p.domain())
			if s.refused(t, system.Name, found, err) {
				continue
			}
			require.NoError(t, err, "%s\n%s", system.Name, s)
			s.equal(t, system.Name, want, got, p.tolerance)
		}
		for k := range counts {
			if found[k] {
				counts[k]++
			}
		}
	}
	t.Logf("%d random programs of %d", programs, tries)
	for k, c := range constructs {
		if n, ok := counts[k]; ok {
			t.Logf("%5d programs with %s", n, c.name)
		}
	}
}

// rarest are the five constructs that fewest programs have, if those are too few.
func rarest(counts map[int]int) []int {
	var all []int
	for k := range counts {
		if counts[k] < enough() {
			all = append(all, k)
		}
	}
	slices.SortFunc(all, func(a, b int) int { return cmp.Or(cmp.Compare(counts[a], counts[b]), cmp.Compare(a, b)) })
	return all[:min(5, len(all))]
}

// A sample is a random program with data and a seed.
type sample struct {
	*compare.Subject
	program *gen.Program
	seed    eval.Value
}

func (s *sample) String() string { return s.program.Text + s.program.Data }

// sampleOf is nil if there is nothing to differentiate in the program.
func sampleOf(t *testing.T, seed uint64, opts gen.Options, of *profile) *sample {
	p := gen.New(gen.FromSeed(seed), opts)
	if of.text != nil {
		of.text(p, seed)
	}
	s, err := compare.Load(&diag.Source{Name: "random.fun", Text: p.Text}, p.Main, p.Data)
	require.NoError(t, err, p.Text)
	if core.Discrete(s.Func.Result) {
		return nil
	}
	out := &sample{s, p, nil}
	if of.change != nil {
		of.change(out)
		require.NoError(t, core.Check(out.Program), p.Text)
	}
	return out
}

// seeded makes the seed. It says that the program has a meaning in the numbers of the profile.
func (s *sample) seeded(t *testing.T, of *profile, seed uint64) bool {
	var err error
	s.seed, err = s.Seed(rand.New(rand.NewPCG(seed, 1)), of.domain())
	if _, ok := errors.AsType[*number.Refused](err); ok {
		return false
	}
	require.NoError(t, err, s)
	return true
}

// refused says that a system has no rule for something in the program, which it has to say where that is.
func (s *sample) refused(t *testing.T, system string, found map[int]bool, err error) bool {
	whats, places := []string{}, []diag.Pos{}
	for k, c := range constructs {
		if what, ok := c.refused[system]; ok && found[k] {
			whats = append(whats, what)
			reached(s.Func, func(e core.Term) {
				if c.in(e) {
					places = append(places, placesOf(e)...)
				}
			})
		}
	}
	if len(whats) == 0 {
		return false
	}
	u, ok := errors.AsType[*papers.Unsupported](err)
	require.True(t, ok, "%s: %v, and not that it has no rule for %v\n%s", system, err, whats, s)
	require.True(t, slices.ContainsFunc(whats, func(what string) bool { return strings.Contains(u.Construct, what) }), "%s: %s\n%s", system, u.Construct, s)
	require.Contains(t, places, u.Pos, "%s: %s\n%s", system, u.Construct, s)
	return true
}

// placesOf are where a system may say that it has no rule: for a call, where the function is, or its definition.
func placesOf(e core.Term) []diag.Pos {
	call, ok := e.(*core.Apply)
	if !ok {
		return []diag.Pos{e.Pos()}
	}
	if g, ok := call.Func.(*core.Global); ok {
		return []diag.Pos{g.Pos(), g.Def.Pos}
	}
	return []diag.Pos{call.Func.Pos()}
}

// reference is what the compiler gives, or nil if the numbers have no such result.
func (s *sample) reference(t *testing.T, p *profile) *papers.Result {
	want, err := s.Run(compare.Rev(s.Unit), s.seed, p.domain())
	if _, ok := errors.AsType[*number.Refused](err); ok {
		return nil
	}
	require.NoError(t, err, "%s", s)
	if !p.evaluated {
		return want
	}
	y, err := eval.Derivative(core.VJP, s.Func, append(s.Args[:len(s.Args):len(s.Args)], s.seed), evaluations)
	if errors.Is(err, eval.ErrSteps) {
		return nil
	}
	require.NoError(t, err, "%s", s)
	both := y.(eval.Tuple)
	s.equal(t, "the evaluator", want, &papers.Result{Value: both[0], Gradient: both[1]}, p.tolerance)
	return want
}

// evaluations is how many terms the evaluator of core may take for a program.
const evaluations = 1 << 20

// equal demands that two results are the same.
func (s *sample) equal(t *testing.T, system string, want, got *papers.Result, tolerance float64) {
	for what, pair := range map[string][2]eval.Value{"value": {want.Value, got.Value}, "gradient": {want.Gradient, got.Gradient}} {
		d, err := compare.Differ(pair[0], pair[1])
		require.NoError(t, err, "%s\n%s", system, s)
		require.LessOrEqual(t, d, tolerance, "the %s of %s: %v, want %v\n%s", what, system, pair[1], pair[0], s)
	}
	assert.NotNil(t, got.Value)
}

// TestMaxima says that the systems take the maximum of loops in loops of all values, one after the other. The
// compiler takes it row by row, as docs/grammar.md says, which differs where a NaN begins a row: so NaN, of which
// no paper speaks, is the only value at which they may disagree.
func TestMaxima(t *testing.T) {
	for _, loops := range []string{"i < 2, j < 2", "i < 2, j < i + 1"} {
		text := "def f(x: Real): Real = max(" + loops + ") (if i == 1 && j == 0 then 0.0 / 0.0 else x * real(i + j + 1))"
		s, err := compare.Load(&diag.Source{Name: "maxima.fun", Text: text}, "f", `{"x": 2}`)
		require.NoError(t, err)
		inRows, err := eval.Derivative(core.Grad, s.Func, s.Args, evaluations)
		require.NoError(t, err)
		require.NotEqual(t, 3.0, inRows)
		for _, system := range compare.Derivations {
			got, err := s.Run(system, nil, number.Float())
			require.NoError(t, err)
			assert.Equal(t, 3.0, got.Gradient, "%s of %s", system.Name, loops)
		}
	}
}
