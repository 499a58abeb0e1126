package e2e_test

import (
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"

	"procad/internal/clangs"
	"procad/internal/data"
	"procad/internal/golden"
	"procad/internal/stages"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

var strictAll = flag.Bool("strict.all", false, "TestStrict runs all programs")

// TestStrict compares native code in strict mode with the interpreter, for kernels, variants, constructs and stages: value,
// vector-Jacobian product and tangent.
//
//	native f = interp f        but for the rounding of elementary functions; else the same run-time error, numbers and position included
func TestStrict(t *testing.T) {
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
	if !*strictAll { // every other one
		kept := subjects[:0]
		for i, s := range subjects {
			if i%2 == 0 {
				kept = append(kept, s)
			}
		}
		subjects = kept
	}
	engines := make([]*engine.Engine, len(subjects))
	var calls []engine.Calls
	for i, s := range subjects {
		e := &engine.Engine{Lookup: s.lib.Def, Compiler: compiler, Options: llvm.Options{File: "program.fun", Strict: true}}
		t.Cleanup(e.Close)
		engines[i] = e
		calls = append(calls, engine.Calls{Engine: e, Funcs: []proc.Func{s.f, deriv.VJP.Of(s.f), deriv.Fwd.Of(s.f)}})
	}
	for some := range slices.Chunk(calls, 32) { // one executable
		require.NoError(t, engine.PrepareAll(some...))
	}
	for i, s := range subjects {
		s.sameStrictly(t, engines[i])
	}
}

// sameStrictly compares what native code and the interpreter give for a subject, its vector-Jacobian product and its tangent.
func (s *subject) sameStrictly(t *testing.T, e *engine.Engine) {
	r := rand.New(rand.NewPCG(1, 2))
	same := func(f proc.Func, zone []data.Value, arg data.Value) data.Value {
		copies := make([]data.Value, len(zone))
		for i, v := range zone {
			copies[i] = v.Clone()
		}
		want, wantErr := interp.New(s.lib.Def).Call(f, copies, arg.Clone())
		got, err := e.Call(f, zone, arg)
		if wantErr != nil {
			a, _ := errors.AsType[*prim.RuntimeError](wantErr)
			b, _ := errors.AsType[*prim.RuntimeError](err)
			require.NotNil(t, a, "%s: %v", s.text, wantErr)
			assert.Equal(t, a, b, "%s of %s", f, s.text)
			return want
		}
		if assert.NoError(t, err, "%s of %s", f, s.text) {
			assert.NoError(t, data.Differ(want, got, 1e-11), "%s of %s", f, s.text)
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
