package passes

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/llvm/loopir"
	"procad/llvm/loopir/run"
	"procad/prim"
)

// TestCounts says that passes change nothing of what is counted, up to the end or the run-time error.
func TestCounts(t *testing.T) {
	def := randomFunction()
	several, failed := 0, 0
	for seed := range *randomPrograms {
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		text := function(r)
		counting := func() *loopir.Program {
			p, err := loopir.Parse(&diag.Source{Name: "random", Text: text})
			require.NoError(t, err, text)
			putCounts(rand.New(rand.NewPCG(uint64(seed), 3)), p.Funcs[0], p.Funcs[0].Body)
			require.NoError(t, p.Check(), p.Funcs[0])
			return p
		}
		before, after := counting(), counting()
		_, err := Run(after, Options{Lanes: 4})
		require.NoError(t, err, before.Funcs[0])
		for range 6 {
			zone, arg := arguments(r)
			call := func(p *loopir.Program) (words []int64, failure *prim.RuntimeError) {
				n := zone[0].Array().Dims[0]
				words = make([]int64, 8)
				_, err := run.New(p, run.Counters(words)).Call(def, append(zone[:2:2], data.Reals(make([]float64, n), n), zone[2]), arg.Clone())
				if failure, _ = errors.AsType[*prim.RuntimeError](err); failure == nil {
					require.NoError(t, err)
				}
				return words, failure
			}
			want, wantFailure := call(before)
			got, gotFailure := call(after)
			require.Equal(t, wantFailure, gotFailure, "program %d: %s%v %v", seed, before.Funcs[0], zone, arg)
			require.Equal(t, want, got, "program %d: %s%v %v", seed, before.Funcs[0], zone, arg)
			if want[0] > 1 {
				several++
			}
			if wantFailure != nil {
				failed++
			}
		}
	}
	t.Logf("%d calls count more than once, %d end with a run-time error", several, failed)
	assert.Greater(t, several, *randomPrograms)
	assert.Greater(t, failed, *randomPrograms)
}

// putCounts puts operations that count into some blocks. Loops with one are in order then.
func putCounts(r *rand.Rand, f *loopir.Func, b block) (any bool) {
	for _, op := range b.Ops {
		inside := false
		for _, inner := range op.Sub {
			inside = putCounts(r, f, inner) || inside
		}
		if inside && op.Kind == loopir.For {
			op.Order = loopir.Seq
		}
		any = any || inside
	}
	for range r.IntN(5) - 2 {
		n := f.Int(int64(r.IntN(5) - 2))
		if len(b.Params) > 0 && b.Params[0].Type == loopir.IntType && r.IntN(2) == 0 {
			n = b.Params[0]
		}
		list := []*loopir.Op{{Kind: loopir.Count, Args: []val{f.Int(0), f.Int(1)}}, {Kind: loopir.Count, Args: []val{f.Int(1), n}}, {Kind: loopir.Level, Args: []val{f.Int(int64(2 + 2*r.IntN(3))), n}}}
		insert(b, r.IntN(len(b.Ops)+1), list[r.IntN(3):][:1])
		any = true
	}
	return any
}
