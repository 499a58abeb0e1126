package e2e_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/optim"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/prim"
	"procad/proc/deriv"
)

var withoutRandom = flag.Int("without.random", 60, "how many random programs TestWithoutRandom runs without random optimisations")

// drawnSet leaves out each optimisation with a chance that is drawn too: one
// or a few, or most of them.
func drawnSet(seed uint64) optim.Set {
	r := rand.New(rand.NewPCG(seed, 3))
	chance := []float64{0.03, 0.1, 0.5, 0.9}[r.IntN(4)]
	var names []optim.Name
	for _, o := range pipeline.Optimisations() {
		if r.Float64() < chance {
			names = append(names, o.Name)
		}
	}
	return optim.Of(names...)
}

// withoutOptions are programs of all that gen makes.
var withoutOptions = gen.Options{Kinks: true, Stop: true, Derivatives: true, Size: 60}

// TestWithoutRandom compares values and gradients of random programs with those
// without a random set of optimisations: no pass relies on another one.
func TestWithoutRandom(t *testing.T) {
	t.Parallel()
	const from = 4_000_000
	compared := 0
	for i := range uint64(*withoutRandom) {
		set := drawnSet(from + i)
		p := gen.New(gen.FromSeed(from+i), withoutOptions)
		load := func(names ...optim.Name) *subject {
			u, err := pipeline.Load(&diag.Source{Name: "random.fun", Text: p.Text}, names...)
			require.NoError(t, err, "program %d without %s: %s", i, set, p.GoString())
			s, err := newSubject(u, p.Main, p.Data)
			require.NoError(t, err)
			return s
		}
		err := load(set.Names()...).alike(load(), rand.New(rand.NewPCG(i, 4)))
		if _, ok := errors.AsType[*discarded](err); ok {
			continue
		}
		compared++
		assert.NoError(t, err, "program %d without %s: %s", i, set, p.GoString())
	}
	t.Logf("%d programs compared", compared)
	assert.GreaterOrEqual(t, compared, *withoutRandom*8/10)
}

// alike compares the value and the gradients by parameter: where parameters are
// passed may depend on optimisations. It takes the gradient in all parameters,
// and that in some, or in all with what is computed from Ints inactive.
func (s *subject) alike(other *subject, r *rand.Rand) error {
	y, err := s.value(s.machine())
	want, wantErr := other.value(other.machine())
	if err != nil || wantErr != nil {
		return sameRuntimeError(err, wantErr)
	}
	if !near(want, y) {
		return fmt.Errorf("the value is %s without, %s with all optimisations", show(y), show(want))
	}
	names := movable(s.unit.Program.InterfaceOf(s.f))
	if len(names) == 0 || deriv.Discrete(s.sig.Out) {
		return nil
	}
	seed := tangent(y, floats(r))
	some := slices.DeleteFunc(slices.Clone(names), func(string) bool { return r.IntN(2) == 0 })
	for _, hold := range []bool{false, true} {
		gradients := func(s *subject) ([]data.Value, error) {
			if hold {
				if s, err = s.holding(some); err != nil {
					return nil, err
				}
			}
			return s.parts(s.machine(), seed, names)
		}
		got, err := gradients(s)
		want, wantErr := gradients(other)
		if err != nil || wantErr != nil {
			return sameRuntimeError(err, wantErr)
		}
		for i, name := range names {
			if !near(want[i], got[i]) {
				return fmt.Errorf("the gradient in %s is %s without, %s with all optimisations; inactive but %s: %v", name, show(got[i]), show(want[i]), some, hold)
			}
		}
	}
	return nil
}

// sameRuntimeError says whether two runs failed for the same reason, which is no bug in procad.
func sameRuntimeError(err, want error) error {
	a, _ := errors.AsType[*prim.RuntimeError](err)
	b, _ := errors.AsType[*prim.RuntimeError](want)
	if a == nil || b == nil || a.Kind != b.Kind || a.Kind == prim.Internal {
		return fmt.Errorf("%v without, %v with all optimisations", err, want)
	}
	return nil
}

// TestWithoutRandomNative compares native code with the interpreter, without
// the same random sets.
func TestWithoutRandomNative(t *testing.T) {
	t.Parallel()
	compiler := toolchain.Compiler{Level: 1}
	clangs.Need(t, compiler.Find)
	const size = 4
	for k := range uint64(max(1, *withoutRandom/60)) {
		from := 5_000_000 + k*size
		b := batch{fmt.Sprint("without", k), withoutOptions, k%2 == 1, from, size, drawnSet(from), 0}
		c := b.comparison(t, compiler)
		prepare(t, 1, []*comparison{c})
		c.run(t)
	}
}
