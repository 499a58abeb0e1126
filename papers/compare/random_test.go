package compare_test

import (
	"errors"
	"flag"
	"math/rand/v2"
	"strconv"
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

var random = flag.Int("papers.random", 200, "how many random programs TestExact and TestFloat compare the systems on")

// TestExact is the first law of every system: modulo 2^61-1 its value and gradient
// are those of the compiler, on random programs of + - * /, whole powers and loops.
func TestExact(t *testing.T) {
	compareAll(t, 20_000_000, gen.Options{Field: true, Size: 60}, number.Mod61, 0)
}

// TestFloat is the second: with all primitives they agree to a tolerance.
func TestFloat(t *testing.T) {
	compareAll(t, 21_000_000, gen.Options{Kinks: true, Stop: true, Size: 60}, number.Float, compare.Tolerance)
}

// compareAll compares each system with the compiler on random programs, and demands
// that it says nearly all of them.
func compareAll(t *testing.T, first uint64, opts gen.Options, domain func() number.Domain, tolerance float64) {
	said := map[string]int{}
	subjects := 0
	for seed := range uint64(*random) {
		p := gen.New(gen.FromSeed(first+seed), opts)
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			s, err := compare.Load(&diag.Source{Name: "random.fun", Text: p.Text}, p.Main, p.Data)
			require.NoError(t, err, p.Text)
			if core.Discrete(s.Func.Result) {
				t.Skip("nothing to differentiate")
			}
			systems := compare.Systems(s.Unit)
			cotangent, err := s.Seed(rand.New(rand.NewPCG(seed, 1)))
			require.NoError(t, err)
			want, err := s.Run(systems[0], cotangent, domain())
			if _, ok := errors.AsType[*number.Refused](err); ok {
				t.Skip(err)
			}
			require.NoError(t, err, "%s\n%s", p.Text, p.Data)
			subjects++
			for _, system := range systems[1:] {
				got, err := s.Run(system, cotangent, domain())
				if _, ok := errors.AsType[*papers.Unsupported](err); ok {
					continue
				}
				require.NoError(t, err, "%s\n%s\n%s", system.Name, p.Text, p.Data)
				said[system.Name]++
				for what, pair := range map[string][2]eval.Value{"value": {want.Value, got.Value}, "gradient": {want.Gradient, got.Gradient}} {
					d, err := compare.Differ(pair[0], pair[1])
					require.NoError(t, err, "%s\n%s", system.Name, p.Text)
					require.LessOrEqual(t, d, tolerance, "the %s of %s: %v, want %v\n%s\n%s", what, system.Name, pair[1], pair[0], p.Text, p.Data)
				}
			}
		})
	}
	t.Logf("%d programs, of which the systems say %v", subjects, said)
	assert.Greater(t, subjects, *random/2)
	for _, s := range compare.Derivations {
		assert.Greater(t, said[s.Name], subjects*9/10, "%s", s.Name)
	}
}
