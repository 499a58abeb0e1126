package compare_test

import (
	"cmp"
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/papers"
	"procad/papers/compare"
	"procad/papers/number"
)

var random = flag.Int("papers.random", 200, "how many random programs with each construct the systems are compared on")

// TestExact is the first law of every system: modulo 2^61-1 its value and gradient
// are those of the compiler, on random programs with each construct.
func TestExact(t *testing.T) { compareAll(t, exact) }

// TestFloat is the second: with all primitives they agree to a tolerance.
func TestFloat(t *testing.T) { compareAll(t, float) }

// compareAll compares each system with the compiler on random programs, until so many
// have each of the constructs that are counted in those of a profile.
func compareAll(t *testing.T, p *profile) {
	counts := map[int]int{}
	for k, c := range constructs {
		if c.of == p {
			counts[k] = 0
		}
	}
	programs, tries := 0, uint64(0)
	for ; len(rarest(counts)) > 0; tries++ {
		require.Less(t, tries, uint64(50**random), "too few programs have some construct: %v", counts)
		opts := p.opts
		for _, k := range rarest(counts) {
			opts.Prefer = append(opts.Prefer[:len(opts.Prefer):len(opts.Prefer)], constructs[k].prefer...)
		}
		s := sampleOf(t, p.first+tries, opts, p.domain())
		if s == nil {
			continue
		}
		found := contains(s.Func)
		needed := false
		for k, n := range counts {
			needed = needed || found[k] && n < *random
		}
		if !needed {
			continue
		}
		want := s.reference(t, p)
		if want == nil {
			continue
		}
		programs++
		for _, system := range compare.Derivations {
			got, err := s.Run(system, s.seed, p.domain())
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

// rarest are the three constructs that fewest programs have, if those are too few.
func rarest(counts map[int]int) []int {
	var all []int
	for k := range counts {
		if counts[k] < *random {
			all = append(all, k)
		}
	}
	slices.SortFunc(all, func(a, b int) int { return cmp.Or(cmp.Compare(counts[a], counts[b]), cmp.Compare(a, b)) })
	return all[:min(3, len(all))]
}

// A sample is a random program with data and a seed.
type sample struct {
	*compare.Subject
	program *gen.Program
	seed    eval.Value
}

func (s *sample) String() string { return s.program.Text + s.program.Data }

// sampleOf is nil if there is nothing to differentiate in the program, or it has no meaning in the domain.
func sampleOf(t *testing.T, seed uint64, opts gen.Options, d number.Domain) *sample {
	p := gen.New(gen.FromSeed(seed), opts)
	s, err := compare.Load(&diag.Source{Name: "random.fun", Text: p.Text}, p.Main, p.Data)
	require.NoError(t, err, p.Text)
	if core.Discrete(s.Func.Result) {
		return nil
	}
	cotangent, err := s.Seed(rand.New(rand.NewPCG(seed, 1)), d)
	if _, ok := errors.AsType[*number.Refused](err); ok {
		return nil
	}
	require.NoError(t, err, p.Text)
	return &sample{s, p, cotangent}
}

// reference is what the compiler gives, or nil if the numbers have no such result.
func (s *sample) reference(t *testing.T, p *profile) *papers.Result {
	want, err := s.Run(compare.Rev(s.Unit), s.seed, p.domain())
	if _, ok := errors.AsType[*number.Refused](err); ok {
		return nil
	}
	require.NoError(t, err, "%s", s)
	return want
}

// equal demands that two results are the same.
func (s *sample) equal(t *testing.T, system string, want, got *papers.Result, tolerance float64) {
	for what, pair := range map[string][2]eval.Value{"value": {want.Value, got.Value}, "gradient": {want.Gradient, got.Gradient}} {
		d, err := compare.Differ(pair[0], pair[1])
		require.NoError(t, err, "%s\n%s", system, s)
		require.LessOrEqual(t, d, tolerance, "the %s of %s: %v, want %v\n%s", what, system, pair[1], pair[0], s)
	}
	assert.NotNil(t, got.Value)
}
