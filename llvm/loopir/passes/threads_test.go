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

// TestRandomThreads says that loops which threads share give the same numbers, and the run-time error of the first iteration that has
// one, in whatever order their chunks run. No chunk reads or sets an element that another one sets: package run looks at it.
//
//	run (threads p) x = run p x
func TestRandomThreads(t *testing.T) {
	def := randomFunction()
	values, failures, divided, copied := 0, map[string]int{}, 0, 0
	for seed := range *randomPrograms {
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		text := function(r)
		parsed := func() *loopir.Program {
			p, err := loopir.Parse(&diag.Source{Name: "random", Text: text})
			require.NoError(t, err, text)
			return p
		}
		before, after := parsed(), parsed()
		_, err := Run(after, Options{Lanes: 4, Threads: AllLoops})
		require.NoError(t, err, text)
		for _, f := range after.Funcs {
			f.Body.Walk(func(op *loopir.Op) {
				switch op.Kind {
				case loopir.Par:
					divided++
				case loopir.Clear:
					copied++
				}
			})
		}
		for range 6 {
			zone, arg := arguments(r)
			size := zone[0].Array().Dims[0]
			zeros := func() data.Value { return data.Reals(make([]float64, size), size) }
			sums, others, back := zeros(), zeros(), zeros()
			want, wantErr := run.New(before).Call(def, append(zone[:2:2], sums, zone[2]), arg.Clone())
			got, gotErr := run.New(after).Call(def, append(zone[:2:2], others, zone[2]), arg.Clone())
			if failure, ok := errors.AsType[*prim.RuntimeError](wantErr); ok {
				failures[failure.Code()]++
				other, _ := errors.AsType[*prim.RuntimeError](gotErr)
				require.Equal(t, failure, other, "program %d: %s%v %v", seed, text, zone, arg)
				continue
			}
			require.NoError(t, gotErr, "program %d: %s%v %v", seed, text, zone, arg)
			require.Equal(t, want.Words, got.Words, "program %d: %s%v %v", seed, text, zone, arg)
			require.Equal(t, sums.Array().Leaves, others.Array().Leaves, "program %d: %s%v %v", seed, text, zone, arg)
			got, gotErr = run.New(after, run.Backwards()).Call(def, append(zone[:2:2], back, zone[2]), arg.Clone())
			require.NoError(t, gotErr, "program %d: %s%v %v", seed, text, zone, arg)
			require.Equal(t, want.Words, got.Words, "program %d: %s%v %v", seed, text, zone, arg)
			require.Equal(t, sums.Array().Leaves, back.Array().Leaves, "program %d: %s%v %v", seed, text, zone, arg)
			values++
		}
	}
	t.Logf("%d values, run-time errors: %v; %d loops are divided, %d chunks have copies", values, failures, divided, copied)
	assert.Greater(t, divided, *randomPrograms/4)
	assert.Positive(t, copied)
	assert.Greater(t, failures["index-range"], *randomPrograms/4)
}
