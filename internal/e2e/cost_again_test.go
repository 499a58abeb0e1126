package e2e_test

import (
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/internal/data"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// The cost contract holds of derivatives of derivatives too, with a larger
// constant. What they do to an array that is updated costs what the update costs,
// however long the array is.
const (
	maxRatioAgain  = 40
	maxMemoryAgain = 3 // words at once, in terms of cost(f) + size of the inputs
)

var secondDerivatives = []struct {
	name string
	of   func(proc.Func) proc.Func
}{
	{"reverse over reverse", func(f proc.Func) proc.Func { return deriv.VJP.Of(deriv.VJP.Of(f)) }},
	{"forward over reverse", func(f proc.Func) proc.Func { return deriv.Fwd.Of(deriv.VJP.Of(f)) }},
	{"reverse over forward", func(f proc.Func) proc.Func { return deriv.VJP.Of(deriv.Fwd.Of(f)) }},
}

func updating(t *testing.T) []string {
	files, err := filepath.Glob("../../testdata/cost/updates/*.fun")
	require.NoError(t, err)
	require.Len(t, files, 13)
	return files
}

// TestCostOfSecondDerivatives measures second derivatives, those of TestCost too
// if -cost.to is more than usual.
func TestCostOfSecondDerivatives(t *testing.T) {
	files := append(updating(t), "../../testdata/cost/set.fun", "../../testdata/cost/state.fun", "../../testdata/cost/recursion.fun",
		"../../testdata/cost/rows.fun", "../../testdata/cost/rowrecords.fun")
	counts := []int{40, 120, 360}
	if *costTo > 10_000 {
		all, err := filepath.Glob("../../testdata/cost/*.fun")
		require.NoError(t, err)
		files, counts = append(updating(t), all...), []int{100, 1000, 10_000}
	}
	for _, file := range files {
		u := loadFile(t, file)
		for _, derivative := range secondDerivatives {
			linearCost(t, u, derivative.name, derivative.of, counts, maxRatioAgain, maxMemoryAgain)
		}
	}
}

// TestCostOfThirdDerivatives measures reverse over reverse over reverse.
func TestCostOfThirdDerivatives(t *testing.T) {
	for _, name := range []string{"recurrence", "table"} {
		u := loadFile(t, "../../testdata/cost/updates/"+name+".fun")
		linearCost(t, u, "the third derivative", func(f proc.Func) proc.Func {
			return deriv.VJP.Of(deriv.VJP.Of(deriv.VJP.Of(f)))
		}, []int{40, 120, 360}, 4*maxRatioAgain, maxMemoryAgain)
	}
}

func linearCost(t *testing.T, u *pipeline.Unit, name string, of func(proc.Func) proc.Func, counts []int, ratio, memory float64) {
	what, _, _ := strings.Cut(strings.TrimPrefix(u.Source.Text, "-- "), "\n")
	what += ", " + name
	var points []point
	for _, n := range counts {
		p := derivativeCost(t, u, of, map[string]int{"n": n, "d": 8, "k": 3, "m": 3})
		assert.LessOrEqual(t, p.ratio(), ratio, "%s, n = %d", what, n)
		assert.LessOrEqual(t, float64(p.peak), memory*p.base(), "%s, n = %d: memory", what, n)
		points = append(points, p)
	}
	e := exponent(points, point.base, func(p point) float64 { return float64(p.gradient) })
	report(t, what, e, points)
	assert.LessOrEqual(t, e, maxExponent, "%s: operations", what)
	e = exponent(points, point.base, func(p point) float64 { return float64(p.peak) })
	assert.LessOrEqual(t, e, maxExponent, "%s: memory", what)
}

// derivativeCost runs f and a derivative of f on random data with the given sizes and Ints.
func derivativeCost(t *testing.T, u *pipeline.Unit, of func(proc.Func) proc.Func, given map[string]int) point {
	r := rand.New(rand.NewPCG(1, 2))
	s := sampled(t, u, given, r)
	p := point{n: given["n"], inputs: int64(words(append(clones(s.zone), s.arg)))}
	m := s.machine()
	_, err := m.Call(s.f, s.zone, s.arg)
	require.NoError(t, err)
	p.value = m.Ops
	zone, arg := s.argumentsOf(t, of(s.f), r)
	m = s.machine()
	_, err = m.Call(of(s.f), zone, arg)
	require.NoError(t, err)
	p.gradient, p.peak = m.Ops, m.PeakWords
	return p
}

// sampled is f of a program with random data, of the given sizes and Ints.
func sampled(t *testing.T, u *pipeline.Unit, given map[string]int, r *rand.Rand) *subject {
	d, err := u.Entry("f")
	require.NoError(t, err)
	args := &data.Args{Interface: u.Program.InterfaceOf(d.Name)}
	for _, param := range args.Interface.Params {
		args.Values = append(args.Values, sampleValue(t, param, given, r))
	}
	s := &subject{unit: u, prog: u.Program, lib: u.Library, f: d.Name, sig: d.Sig()}
	s.zone, s.arg, err = args.For(d)
	require.NoError(t, err)
	return s
}

// argumentsOf are random arguments of a derivative of s.f.
func (s *subject) argumentsOf(t *testing.T, f proc.Func, r *rand.Rand) (zone []data.Value, arg data.Value) {
	op, base, ok := deriv.Apart(f)
	if !ok {
		return s.zone, s.arg
	}
	zone, arg = s.argumentsOf(t, base, r)
	if op == deriv.Fwd {
		dots, dot := tangents(zone, floats(r)), tangent(arg, floats(r))
		return interleave(zone, dots), pairDot(arg, dot)
	}
	y, err := s.machine().Call(base, clones(zone), arg.Clone())
	require.NoError(t, err)
	return zone, data.Tuple(arg, tangent(y, floats(r)))
}

// TestDerivativesOfUpdates compares second and third derivatives with each other
// and with differences, and second derivatives of two programs for every strategy.
func TestDerivativesOfUpdates(t *testing.T) {
	t.Parallel()
	for _, file := range updating(t) {
		r := rand.New(rand.NewPCG(3, 4))
		f := sampled(t, loadFile(t, file), map[string]int{"n": 5}, r)
		require.NoError(t, second(f, r), "%s", file)
		third := *f
		third.f = deriv.VJP.Of(f.f)
		third.zone, third.arg = f.argumentsOf(t, third.f, r)
		err := second(&third, r)
		if d, ok := errors.AsType[*discarded](err); !ok || d.why != "near a kink" { // where all ways have agreed
			require.NoError(t, err, "%s: third derivatives", file)
		}
		if name := filepath.Base(file); name != "table.fun" && name != "recurrence.fun" {
			continue
		}
		for _, strategy := range []string{"recompute", "every(2)", "sqrt", "binomial(2)", "bisect", "mixed(2)"} {
			require.NoError(t, second(sampled(t, withStrategy(t, file, strategy), map[string]int{"n": 5}, r), r), "%s, %s", file, strategy)
		}
	}
}
