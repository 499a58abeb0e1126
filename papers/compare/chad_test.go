package compare_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/internal/coredata"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/optim"
	"procad/interp"
	"procad/papers"
	"procad/papers/chad"
	"procad/papers/compare"
	"procad/papers/number"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// TestReverseIsCHAD is the property
//
//	R[p](δ̄, Y) = snd (D←(p)) · δ̄        where F[p] leaves Y
//
// of random programs without names of Θ, exactly modulo 2^61-1: of the two passes with all
// optimisations, and of those that are the plain figure.
func TestReverseIsCHAD(t *testing.T) {
	programs := 0
	for tries := uint64(0); programs < enough(); tries++ {
		require.Less(t, tries, uint64(100*enough()), "too few programs have no Θ: %d", programs)
		p := gen.New(gen.FromSeed(27_000_000+tries), gen.Options{Field: true, Stop: true, Size: 12 + int(tries%4)*8})
		s, err := compare.Load(&diag.Source{Name: "random.fun", Text: p.Text}, p.Main, p.Data)
		require.NoError(t, err, p.Text)
		if core.Discrete(s.Func.Result) || !withoutZone(t, s) {
			continue
		}
		seed, err := s.Seed(rand.New(rand.NewPCG(tries, 1)), number.Mod61())
		if err != nil {
			continue // no meaning modulo 2^61-1
		}
		want, err := s.Run(chad.System, seed, number.Mod61())
		if err != nil {
			continue
		}
		plain, err := pipeline.Load(&diag.Source{Name: "random.fun", Text: p.Text}, optim.Annotations)
		require.NoError(t, err)
		compared := 0
		for _, u := range []*pipeline.Unit{s.Unit, plain} {
			got := bothPasses(t, u, s, seed)
			if got == nil {
				continue
			}
			compared++
			d, err := compare.Differ(want.Gradient, got.Gradient)
			require.NoError(t, err, p.Text)
			require.Zero(t, d, "R gives %v, D← %v\n%s%s", got.Gradient, want.Gradient, p.Text, p.Data)
			d, err = compare.Differ(want.Value, got.Value)
			require.NoError(t, err, p.Text)
			require.Zero(t, d, p.Text)
		}
		if compared == 2 {
			programs++
		}
	}
	t.Logf("%d programs", programs)
}

// withoutZone says that nothing in the procedures of a subject has a name of Θ in use.
func withoutZone(t *testing.T, s *compare.Subject) bool {
	d, err := s.Unit.Entry(s.Func.Name)
	require.NoError(t, err)
	all, err := s.Unit.Closure(d.Name)
	require.NoError(t, err)
	none := true
	for _, p := range s.Unit.Program.InterfaceOf(d.Name).Params {
		none = none && len(p.Parts) == 0 // of one piece
	}
	for _, d := range all.Defs {
		none = none && len(d.Zone) == 0 && proc.Scalar(d.In.Type) && proc.Scalar(d.Out.Type)
		d.Body.Walk(func(st proc.Stmt) { proc.RefsUsed(st, func(string) { none = false }) })
	}
	return none
}

// bothPasses runs revf$f and then revr$f; nil if nothing in the argument has a cotangent.
func bothPasses(t *testing.T, u *pipeline.Unit, s *compare.Subject, seed eval.Value) *papers.Result {
	d, err := u.Entry(s.Func.Name)
	require.NoError(t, err)
	face := u.Program.InterfaceOf(d.Name)
	residue := func(v eval.Value) uint64 { return uint64(v.(number.Residue)) }
	args := &data.Args{Interface: face}
	inputs, err := number.Inputs(number.Mod61(), append([]eval.Value{seed}, s.Args...))
	require.NoError(t, err)
	for i, x := range inputs[1:] {
		args.Values = append(args.Values, coredata.Data(face.Params[i].Type, x, residue))
	}
	_, arg, err := args.For(d)
	require.NoError(t, err)
	if deriv.Cotangent(d.In.Type) == proc.Unit {
		return nil
	}
	m := interp.New(u.Library.Def, interp.Mod61())
	both, err := m.Call(deriv.RevF.Of(d.Name), nil, arg)
	require.NoError(t, err)
	bar, err := m.Call(deriv.RevR.Of(d.Name), nil, data.Tuple(both.Part(1), coredata.Data(deriv.Tangent(face.Result), inputs[0], residue)))
	require.NoError(t, err)
	real := func(word uint64) eval.Value { return number.Residue(word) }
	gradient := make(eval.Tuple, len(face.Params))
	for i, p := range face.Params {
		part := bar
		if p.Index >= 0 {
			part = bar.Part(p.Index)
		}
		gradient[i] = coredata.ValueOf(core.Tangent(s.Func.Params[i].Type), part, real)
	}
	value := both.Part(0)
	value.Type = face.Result
	r := &papers.Result{Value: coredata.ValueOf(s.Func.Result, value, real), Gradient: gradient}
	if len(gradient) == 1 {
		r.Gradient = gradient[0]
	}
	return r
}
