package e2e_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/data"
	"procad/diag"
	"procad/internal/gen"
	"procad/llvm"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
)

// A batch is how random programs are compiled: many in one executable.
type batch struct {
	name     string
	options  gen.Options
	strict   bool
	programs int
}

// TestNative compares native code with the interpreter: values, gradients at a
// random cotangent, and tangents.
//
//	Native    native f = interp f          strict, + - * / and comparisons only: bit for bit
//	                                       else 1e-12 of the largest number of the result, times what
//	                                       errors of the C library's functions grow to
func TestNative(t *testing.T) {
	compiler := llvm.Compiler{Level: 1, Cache: t.TempDir()}
	if _, err := compiler.Find(); err != nil {
		t.Skip("native code is not tested:", err)
	}
	for _, b := range []batch{
		{"exact", gen.Options{Field: true, Stop: true, Size: 60}, true, 60},
		{"strict", gen.Options{Kinks: true, Derivatives: true, Size: 60}, true, 40},
		{"fast", gen.Options{Kinks: true, Derivatives: true, Size: 60}, false, 40},
	} {
		t.Run(b.name, func(t *testing.T) {
			subjects := b.load(t)
			e := &llvm.Engine{Lookup: subjects[0].lib.Def, Compiler: compiler, Options: llvm.Options{File: "random.fun", Strict: b.strict}}
			defer e.Close()
			var fs []proc.Func
			for _, s := range subjects {
				fs = append(fs, s.f, proc.VJP.Of(s.f), proc.Fwd.Of(s.f))
			}
			require.NoError(t, e.Prepare(fs...))
			compared, bits := 0, 0
			for _, s := range subjects {
				equal, err := s.native(e, b.options.Field)
				if d, ok := errors.AsType[*discarded](err); ok {
					t.Log(s.f, d)
					continue
				}
				assert.NoError(t, err)
				if compared++; equal {
					bits++
				}
			}
			t.Logf("%d programs, %d of them bit for bit", compared, bits)
			assert.GreaterOrEqual(t, compared, len(subjects)*9/10)
		})
	}
}

// load puts the programs of a batch into one.
func (b *batch) load(t *testing.T) []*subject {
	var text strings.Builder
	var programs []*gen.Program
	for i := range b.programs {
		opts := b.options
		opts.Prefix = fmt.Sprintf("p%d_", i)
		p := gen.New(gen.FromSeed(uint64(i)), opts)
		programs = append(programs, p)
		text.WriteString(p.Text)
	}
	u, err := pipeline.Load(&diag.Source{Name: "random.fun", Text: text.String()})
	require.NoError(t, err)
	var subjects []*subject
	for _, p := range programs {
		s, err := newSubject(u, p.Main, p.Data)
		require.NoError(t, err)
		s.text = p.GoString()
		subjects = append(subjects, s)
	}
	return subjects
}

// native compares f, vjp$f and fwd$f. It reports whether all bits are equal,
// which they have to be if exact says so.
func (s *subject) native(e *llvm.Engine, exact bool) (equal bool, err error) {
	r := rand.New(rand.NewPCG(1, 2))
	m := s.machine()
	y, err := s.value(m)
	if err != nil {
		return false, meaningless(err)
	}
	zoneDot, argDot := s.direction(floats(r))
	equal = true
	for _, c := range []struct {
		f    proc.Func
		zone []data.Value
		arg  data.Value
	}{
		{s.f, s.zone, s.arg},
		{proc.VJP.Of(s.f), s.zone, data.Tuple(s.arg, tangent(y, floats(r)))},
		{proc.Fwd.Of(s.f), interleave(s.zone, zoneDot), data.Tuple(s.arg, argDot)},
	} {
		want, wantErr := m.Call(c.f, c.zone, c.arg)
		got, gotErr := e.Call(c.f, c.zone, c.arg)
		if wantErr != nil || gotErr != nil {
			a, _ := errors.AsType[*prim.Fault](wantErr)
			b, ok := errors.AsType[*prim.Fault](gotErr)
			if a == nil || !ok || a.Kind != b.Kind {
				return false, fmt.Errorf("%s: the interpreter fails with %v, native code with %v\n%s", c.f, wantErr, gotErr, s.text)
			}
			continue
		}
		same := identical(want, got)
		equal = equal && same
		switch {
		case same:
		case exact || !near(want, got):
			return false, fmt.Errorf("%s: the interpreter gives %s, native code %s\n%s", c.f, show(want), show(got), s.text)
		}
	}
	return equal, nil
}

// near says that two results are as close as rounding in the library's
// functions leaves them.
func near(a, b data.Value) bool {
	xs, ys := numbers(a), numbers(b)
	if len(xs) != len(ys) {
		return false
	}
	scale := 1.0
	for _, x := range xs {
		if !math.IsInf(x, 0) {
			scale = max(scale, math.Abs(x))
		}
	}
	for i, x := range xs {
		if y := ys[i]; x != y && !(math.IsNaN(x) && math.IsNaN(y)) && !(math.Abs(x-y) <= 1e-11*scale) {
			return false
		}
	}
	return true
}
