package build_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/golden"
	"procad/internal/profile"
	"procad/internal/profile/profiletest"
	"procad/interp"
	"procad/llvm/loopir/build"
	"procad/llvm/loopir/passes"
	"procad/llvm/loopir/run"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// TestCount counts what functions and their gradients do, to their end or to their run-time error: as they are built, with free
// loops backwards, and after the passes. The counts are those of the interpreter.
func TestCount(t *testing.T) {
	counted := func(name string, s *subject) {
		t.Run(name, func(t *testing.T) {
			s.sameCounts(t, s.def.Name)
			if s.def.Out.Type == proc.Real {
				s.sameCounts(t, deriv.Grad.Of(s.def.Name))
			}
		})
	}
	for _, name := range golden.Files(t, testdata+"constructs/*.fun") {
		_, json := golden.Program(t, name)
		counted(golden.Name(name), newSubject(t, file(t, name), "f", json))
	}
	for seed := range uint64(*programs) {
		p := gen.New(gen.FromSeed(seed), gen.Options{Derivatives: seed%2 == 0})
		counted(fmt.Sprint(seed), newSubject(t, &diag.Source{Name: "random.fun", Text: p.Text}, p.Main, p.Data))
	}
}

// sameCounts compares the counts of one function.
func (s *subject) sameCounts(t *testing.T, f proc.Func) {
	lookup := s.unit.Library.Def
	def, err := lookup(f)
	require.NoError(t, err)
	w := profiletest.Everything(t, lookup, f)
	m := interp.New(lookup, interp.Profile(*w))
	_, wantErr := m.Call(f, clones(s.zone), s.arg.Clone())
	failure, _ := errors.AsType[*prim.RuntimeError](wantErr)
	meter := profile.NewMeter(w)
	for name, opts := range map[string]passes.Options{"as it is built": {Last: "inline"}, "strict": {Strict: true}, "lanes": {Lanes: 4}} {
		p, err := build.Program(lookup, meter, f)
		require.NoError(t, err)
		again(t, p)
		_, err = passes.Run(p, opts)
		require.NoError(t, err)
		for direction, order := range map[string]run.Option{"": func(*run.Machine) {}, ", backwards": run.Backwards()} {
			if failure != nil && direction != "" {
				continue // another iteration may be the first to fail
			}
			words := make([]int64, meter.Size())
			_, gotErr := run.New(p, run.Counters(words), order).Call(def, clones(s.zone), s.arg.Clone())
			other, _ := errors.AsType[*prim.RuntimeError](gotErr)
			assert.Equal(t, failure, other, "%s, %s", f, name)
			assert.Equal(t, m.Profile, meter.Counts(words), "%s, %s%s", f, name, direction)
		}
	}
}
