// Package kstest tests the systems of paper 1.
package kstest

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/internal/coretest"
	"procad/internal/gen"
	"procad/papers"
	"procad/papers/ks"
	"procad/papers/number"
)

// A Subject is a definition, arguments for it, and what the evaluator of core says
// of them.
type Subject struct {
	Text            string
	Program         *core.Program
	Def             *core.Def
	Args            []eval.Value
	Value, Gradient eval.Value // the gradient only of a Real
}

// Steps is how many terms the evaluator may take for a subject.
const Steps = 1 << 22

// KS is the definition in the language of Figure 1, checked.
func (s *Subject) KS(t *testing.T) *ks.Def {
	t.Helper()
	f, err := ks.From("test", s.Def)
	require.NoError(t, err, s.Text)
	require.NoError(t, ks.Verify(f), s.Text)
	return f
}

// Each gives random programs that run without an error to a test.
func Each(t *testing.T, n uint64, opts gen.Options, test func(*Subject)) {
	tested := 0
	for seed := range n {
		p := gen.New(gen.FromSeed(seed), opts)
		program := coretest.Load(t, p.Text)
		s := &Subject{Text: p.Text + p.Data, Program: program, Def: program.Lookup(p.Main)}
		s.Args = Data(t, s.Def, p.Data)
		if s.evaluate() {
			tested++
			test(s)
		}
	}
	require.Greater(t, tested, int(n/2), "too few programs can be tested")
}

func (s *Subject) evaluate() bool {
	var err error
	if s.Value, err = eval.Run(s.Def, s.Args, Steps); err != nil {
		return false
	}
	if s.Def.Result == core.Real {
		s.Gradient, err = eval.Derivative(core.Grad, s.Def, s.Args, Steps)
	}
	return err == nil
}

// Random says that the values and gradients of a system are those of the evaluator,
// for 200 programs with every primitive, to 1e-9 of the largest component.
func Random(t *testing.T, system papers.System) {
	Each(t, 200, gen.Options{Kinks: true, Stop: true, Size: 60}, func(s *Subject) {
		if s.Def.Result != core.Real {
			return
		}
		r, err := system.Gradient(s.Program, s.Def, s.Args, nil, number.Float())
		var no *papers.Unsupported
		if errors.As(err, &no) {
			t.Fatalf("%v\n%s", err, s.Text)
		}
		require.NoError(t, err, s.Text)
		s.Near(t, s.Value, r.Value)
		s.Near(t, s.Gradient, r.Gradient)
	})
}

// Forward says that a forward derivative gives |∇f|² along the gradient ∇f, for the
// programs of Random.
func Forward(t *testing.T, forward func(m *ks.Machine, f *ks.Def, x, dx ks.Value) (ks.Value, error)) {
	Each(t, 200, gen.Options{Kinks: true, Stop: true, Size: 60}, func(s *Subject) {
		if s.Def.Result != core.Real {
			return
		}
		x, of := ks.Argument(s.Def, s.Args)
		dx := s.Gradient
		dt, err := forward(&ks.Machine{D: number.Float()}, s.KS(t), ks.Import(of, x), ks.ImportTangent(of, dx))
		require.NoError(t, err, s.Text)
		if _, none := dt.(ks.None); none {
			dt = 0.0
		}
		want := 0.0
		number.Map(dx, func(v eval.Value) eval.Value { want += v.(float64) * v.(float64); return v })
		s.Near(t, want, dt)
	})
}

// Near compares values to 1e-9 of the largest number in them.
func (s *Subject) Near(t *testing.T, want, got eval.Value) {
	t.Helper()
	a, b := numbers(want), numbers(got)
	require.Equal(t, len(a), len(b), "%v, want %v\n%s", got, want, s.Text)
	scale := 1.0
	for _, x := range a {
		if !math.IsInf(x, 0) && !math.IsNaN(x) {
			scale = max(scale, math.Abs(x))
		}
	}
	for i, x := range a {
		if x == b[i] || math.IsNaN(x) && math.IsNaN(b[i]) {
			continue
		}
		require.LessOrEqual(t, math.Abs(x-b[i]), 1e-9*scale, "%v, want %v\n%s", got, want, s.Text)
	}
}

// numbers are those of a value in order, with its sizes and constructors.
func numbers(v eval.Value) (out []float64) {
	switch v := v.(type) {
	case float64:
		return []float64{v}
	case int64:
		return []float64{float64(v)}
	case eval.Tuple:
		for _, x := range v {
			out = append(out, numbers(x)...)
		}
	case *eval.Variant:
		return append([]float64{float64(v.Con)}, numbers(v.Of)...)
	case *eval.Array:
		for _, d := range v.Dims {
			out = append(out, float64(d))
		}
		for _, x := range v.Elems {
			out = append(out, numbers(x)...)
		}
	}
	return out
}
