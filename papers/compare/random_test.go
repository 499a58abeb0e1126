package compare_test

import (
	"errors"
	"flag"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/diag"
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
			cotangent := seedOf(t, s, rand.New(rand.NewPCG(seed, 1)))
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

// seedOf is a random seed for the result: multiples of 1/4, so that it has a residue of few bits.
func seedOf(t *testing.T, s *compare.Subject, r *rand.Rand) eval.Value {
	y, err := eval.Run(s.Func, s.Args, 10_000_000)
	require.NoError(t, err)
	return tangent(s.Func.Result, y, func() eval.Value { return math.Trunc(8*r.NormFloat64()) / 4 })
}

// tangent is a value of δt with the constructors and sizes of y.
func tangent(t core.Type, y eval.Value, real func() eval.Value) eval.Value {
	if core.Discrete(t) {
		return eval.Tuple{}
	}
	switch t := t.(type) {
	case *core.TupleType:
		out := make(eval.Tuple, len(t.Elems))
		for i, e := range t.Elems {
			out[i] = tangent(e, y.(eval.Tuple)[i], real)
		}
		return out
	case *core.SumType:
		v := y.(*eval.Variant)
		return &eval.Variant{Con: v.Con, Of: tangent(t.Cons[v.Con].Of, v.Of, real)}
	case *core.ArrayType:
		a := y.(*eval.Array)
		out := &eval.Array{Dims: a.Dims}
		for _, e := range a.Elems {
			out.Elems = append(out.Elems, tangent(t.Elem, e, real))
		}
		return out
	}
	return real()
}
