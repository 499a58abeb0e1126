package e2e_test

import (
	"errors"
	"flag"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/internal/golden"
	"procad/internal/optim"
	"procad/internal/stages"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

var loopirAll = flag.Bool("loopir.all", false, "TestByLoopIR runs all programs, and each by all ways")

// someDefinitions are about half of all, so that definitions that are written in one way call those of the other.
func someDefinitions(f proc.Func) bool {
	h := fnv.New32a()
	h.Write([]byte(f.String()))
	return h.Sum32()%2 == 0
}

// TestByLoopIR compares, in strict mode, code that is written from procedures directly with code by way of the loop IR,
// and with a module of both, for kernels, variants and constructs: value, vector-Jacobian product and tangent.
//
//	native f = native f by way of the loop IR        bit for bit; else the same run-time error, numbers and position included
func TestByLoopIR(t *testing.T) {
	t.Parallel()
	compiler := toolchain.Compiler{Level: -1}
	clangs.Need(t, compiler.Find)
	var subjects []*subject
	for _, p := range written(t) {
		s, err := newSubject(loadFile(t, p.file), p.fn, p.data)
		require.NoError(t, err)
		s.text = p.file
		subjects = append(subjects, s)
	}
	for _, file := range golden.Files(t, "../../testdata/stages/*.txtar") {
		a, err := txtar.ParseFile(file)
		require.NoError(t, err)
		c := stages.Of(t, a)
		u, err := pipeline.Load(c.Program())
		require.NoError(t, err)
		s, err := newSubject(u, "f", c.Data().Text)
		require.NoError(t, err)
		s.text = file
		subjects = append(subjects, s)
	}
	if !*loopirAll { // every other one
		kept := subjects[:0]
		for i, s := range subjects {
			if i%2 == 0 {
				kept = append(kept, s)
			}
		}
		subjects = kept
	}
	ways := []llvm.Options{
		{File: "program.fun", Strict: true},
		{File: "program.fun", Strict: true, Without: optim.Of(optim.Direct)},
		{File: "program.fun", Strict: true, LoopIR: someDefinitions},
	}
	engines := make([][]*engine.Engine, len(subjects)) // of each subject, one for each way
	for k, way := range ways {
		var calls []engine.Calls
		for i, s := range subjects {
			if k == 2 && i%3 > 0 && !*loopirAll { // a module of both for some of them
				continue
			}
			e := &engine.Engine{Lookup: s.lib.Def, Compiler: compiler, Options: way}
			t.Cleanup(e.Close)
			engines[i] = append(engines[i], e)
			calls = append(calls, engine.Calls{Engine: e, Funcs: []proc.Func{s.f, deriv.VJP.Of(s.f), deriv.Fwd.Of(s.f)}})
		}
		for some := range slices.Chunk(calls, 32) { // one executable, with one way
			require.NoError(t, engine.PrepareAll(some...))
		}
	}
	for i, s := range subjects {
		s.sameByLoopIR(t, engines[i][0], engines[i][1:])
	}
}

// sameByLoopIR compares what engines give for a subject, its vector-Jacobian product and its tangent.
func (s *subject) sameByLoopIR(t *testing.T, directly *engine.Engine, others []*engine.Engine) {
	r := rand.New(rand.NewPCG(1, 2))
	same := func(f proc.Func, zone []data.Value, arg data.Value) data.Value {
		want, wantErr := directly.Call(f, zone, arg)
		for _, e := range others {
			got, err := e.Call(f, zone, arg)
			if wantErr != nil {
				a, _ := errors.AsType[*prim.RuntimeError](wantErr)
				b, _ := errors.AsType[*prim.RuntimeError](err)
				require.NotNil(t, a, "%s: %v", s.text, wantErr)
				assert.Equal(t, a, b, "%s of %s", f, s.text)
				continue
			}
			if assert.NoError(t, err, "%s of %s", f, s.text) {
				assert.True(t, identical(want, got), "%s of %s: directly %s, by way of the loop IR %s", f, s.text, show(want), show(got))
			}
		}
		return want
	}
	y := same(s.f, s.zone, s.arg)
	if y.Type != nil {
		same(deriv.VJP.Of(s.f), s.zone, data.Tuple(s.arg, tangent(y, floats(r))))
	}
	zone, arg := s.direction(floats(r))
	same(deriv.Fwd.Of(s.f), interleave(s.zone, zone), data.Tuple(s.arg, arg))
}
