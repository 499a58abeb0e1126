package compare_test

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
	"procad/papers/compare"
	"procad/papers/number"
)

// pairs reads two elements of a vector in each of n² iterations.
const pairs = "def f(x: Real, n: Int): Real = let v = [x * real(i) for i < n] in sum(i < n) (sum(j < n) sin(v[i] * v[j]))"

// iterates is n iterations on a number.
const iterates = `def f(x: Real, n: Int): Real = nTimes(n, x, \s. s * sin(s))`

func sized(t *testing.T, text string, n int) *compare.Subject {
	s, err := compare.Load(&diag.Source{Name: "kernel.fun", Text: text}, "f", fmt.Sprintf(`{"x": 0.5, "n": %d}`, n))
	require.NoError(t, err)
	return s
}

// TestAfford checks which systems are refused before they run, for want of memory.
func TestAfford(t *testing.T) {
	const GiB = 1 << 30
	for _, c := range []struct {
		name, text string
		n          int
		limit      int64
		refused    []string
	}{
		{"a few", pairs, 20, GiB / 16, nil},
		{"800 elements", pairs, 800, 16 * GiB, []string{"linmap", "tupling"}},
		{"fewer in less", pairs, 100, GiB / 64, []string{"linmap", "tupling", "bog"}},
		{"1,000 iterations", iterates, 1000, GiB / 64, nil},
		{"a billion iterations", iterates, 1e9, 16 * GiB, []string{"delta", "linmap", "tupling", "cl", "bog", "chad", "chad-efficient"}},
		{"no limit", iterates, 1e9, 0, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := sized(t, c.text, c.n)
			s.Limit = c.limit
			var refused []string
			for _, system := range compare.Systems(s.Unit) {
				if err := s.Afford(system); err != nil {
					assert.Regexp(t, `^kernel.fun:1:5: error: `+system.Name+` needs about .* \[too-much-memory\]`, err.Error())
					refused = append(refused, system.Name)
				}
			}
			assert.Equal(t, c.refused, refused)
		})
	}
}

// TestExhausted checks that every system ends when more memory is in use than it may use.
func TestExhausted(t *testing.T) {
	for _, system := range compare.Derivations {
		s := sized(t, iterates, 200)
		s.Limit = 1 << 20 // less than the test has in use
		_, err := s.Run(system, nil, number.Float())
		assert.ErrorContains(t, err, system.Name+" needs more than 1.0 MiB of memory for the gradient of f, and may use 1.0 MiB")
	}
}

// TestMemory checks that the figures of the systems are not too small: no run has four times as much in use.
func TestMemory(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // what is allocated while others collect counts as live
	for _, k := range []struct {
		text string
		n    int
	}{{pairs, 30}, {iterates, 3000}} {
		for _, system := range compare.Derivations {
			s := sized(t, k.text, k.n)
			d, err := s.Unit.Entry("f")
			require.NoError(t, err)
			run, err := s.Unit.Foresee(d, s.Data)
			require.NoError(t, err)
			need := system.Memory.Operation*float64(run.Operations.Lo) + system.Memory.Spread*float64(run.Spread.Lo)
			w := &watched{Domain: number.Float(), live: []metrics.Sample{{Name: "/gc/heap/live:bytes"}}}
			before := w.inUse()
			_, err = s.Run(system, nil, w)
			require.NoError(t, err)
			require.Greater(t, w.most, before, "nothing was measured")
			assert.LessOrEqual(t, float64(w.most)-float64(before), 4*need+1<<20, "%s on %s", system.Name, k.text)
		}
	}
}

// A watched domain knows how many bytes of the heap were in use at most.
type watched struct {
	number.Domain
	live        []metrics.Sample
	most, count uint64
}

func (w *watched) inUse() uint64 {
	runtime.GC()
	metrics.Read(w.live)
	return w.live[0].Value.Uint64()
}

func (w *watched) Prim(pos diag.Pos, op core.Op, args ...eval.Value) eval.Value {
	if w.count++; w.count%2048 == 0 {
		w.most = max(w.most, w.inUse())
	}
	return w.Domain.Prim(pos, op, args...)
}
