package prim_test

import (
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/internal/data"
	"procad/internal/special"
	"procad/interp"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// smooth says where each primitive is smooth enough for central differences. An Int argument
// takes the whole numbers in its interval.
var smooth = func() map[proc.Func][]special.Box {
	table := map[proc.Func][]special.Box{
		prim.Add: {{{-3, 3}, {-3, 3}}}, prim.Sub: {{{-3, 3}, {-3, 3}}}, prim.Mul: {{{-3, 3}, {-3, 3}}},
		prim.Div: {{{-3, 3}, {0.5, 3}}, {{-3, 3}, {-3, -0.5}}}, prim.Neg: {{{-3, 3}}},
		prim.SMul: {{{0.1, 3}, {-3, 3}}, {{-3, -0.1}, {-3, 3}}},
		prim.ZMul: {{{0.1, 3}, {0.1, 3}}, {{-3, -0.1}, {0.1, 3}}},
		prim.SDiv: {{{0.1, 3}, {0.5, 3}}, {{-3, -0.1}, {-3, -0.5}}},
		prim.Powi: {{{0.3, 2}, {-3, 4}}, {{-2, -0.3}, {-3, 4}}},
		prim.Abs:  {{{-3, -0.1}}, {{0.1, 3}}},
		prim.Min:  {{{-2, 0}, {0.1, 2}}, {{0.1, 2}, {-2, 0}}}, prim.Max: {{{-2, 0}, {0.1, 2}}, {{0.1, 2}, {-2, 0}}},
		prim.Polygamma: {{{0, 4}, {1, 9}}},
		prim.ToReal:    {{{-5, 5}}},
	}
	for _, f := range special.Functions {
		table[proc.Name(f.Name)] = f.Smooth
	}
	return table
}()

func TestEveryRealPrimitiveIsChecked(t *testing.T) {
	for f, sig := range prim.Table {
		assert.Equal(t, sig.Out == proc.Real, smooth[f] != nil, f)
	}
}

// The forward and the reverse rule agree with central differences, and with
// each other:  ⟨r̄, ṙ⟩ = ⟨x̄, ẋ⟩.
func TestRulesAgainstDifferences(t *testing.T) {
	for _, f := range slices.SortedFunc(maps.Keys(smooth), proc.Func.Compare) {
		t.Run(f.String(), func(t *testing.T) {
			p := newPrimitive(t, f)
			rapid.Check(t, func(t *rapid.T) {
				p := p.at(t)
				b := rapid.SampledFrom(smooth[f]).Draw(t, "box")
				xs, dots := make([]float64, len(b)), make([]float64, len(b))
				for i, iv := range b {
					if p.args[i] == proc.Int {
						xs[i] = float64(rapid.Int64Range(int64(iv[0]), int64(iv[1])).Draw(t, "n"))
						continue
					}
					xs[i] = rapid.Float64Range(iv[0], iv[1]).Draw(t, "x")
					dots[i] = rapid.Float64Range(-2, 2).Draw(t, "xdot")
				}
				rbar := rapid.Float64Range(-2, 2).Draw(t, "rbar")

				rdot, bars := p.forward(xs, dots), p.reverse(xs, rbar)
				var want, dual, size float64
				for i := range xs {
					if p.args[i] == proc.Int {
						continue
					}
					slope := p.slope(xs, i)
					assert.InDelta(t, slope*rbar, bars[i], 1e-7*(1+math.Abs(slope)), "cotangent %d at %v", i, xs)
					want += slope * dots[i]
					dual += bars[i] * dots[i]
					size += math.Abs(bars[i] * dots[i])
				}
				assert.InDelta(t, want, rdot, 2e-7*(1+math.Abs(want)), "tangent at %v", xs)
				assert.InDelta(t, dual, rdot*rbar, 1e-13*size+1e-300, "duality at %v", xs)
			})
		})
	}
}

// At kinks, at the ends of domains and where a formula would be 0 · inf, the
// rules state the partial derivatives. A cotangent or tangents of 0 give 0 there.
func TestRulesAtKinks(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		f    proc.Func
		xs   []float64
		want []float64 // 0 for an Int
	}{
		{prim.Abs, []float64{0}, []float64{0}},
		{prim.Abs, []float64{-inf}, []float64{-1}},
		{prim.Sign, []float64{0}, []float64{0}},
		{prim.Floor, []float64{2}, []float64{0}},
		{prim.Min, []float64{1, 1}, []float64{1, 0}},
		{prim.Max, []float64{1, 1}, []float64{1, 0}},
		{prim.Min, []float64{nan, 1}, []float64{0, 1}},
		{prim.Max, []float64{1, nan}, []float64{0, 1}},
		{prim.Sqrt, []float64{0}, []float64{inf}},
		{prim.Log, []float64{0}, []float64{inf}},
		{prim.Log1p, []float64{-1}, []float64{inf}},
		{prim.Expm1, []float64{-50}, []float64{math.Exp(-50)}},
		{prim.Asin, []float64{1}, []float64{inf}},
		{prim.Acos, []float64{-1}, []float64{-inf}},
		{prim.Div, []float64{1, 0}, []float64{inf, -inf}},
		{prim.Powi, []float64{0, 0}, []float64{0, 0}},
		{prim.Powi, []float64{0, 1}, []float64{1, 0}},
		{prim.Powi, []float64{0, 2}, []float64{0, 0}},
		{prim.Powi, []float64{0, 3}, []float64{0, 0}},
		{prim.Powi, []float64{0, -1}, []float64{-inf, 0}},
		{prim.Powi, []float64{-2, 3}, []float64{12, 0}},
		{prim.Powi, []float64{-2, -1}, []float64{-0.25, 0}},
		{prim.Powi, []float64{inf, 0}, []float64{0, 0}},
		{prim.Pow, []float64{0, 0}, []float64{0, 0}},
		{prim.Pow, []float64{0, 1}, []float64{1, 0}},
		{prim.Pow, []float64{0, 2}, []float64{0, 0}},
		{prim.Pow, []float64{0, 0.5}, []float64{inf, 0}},
		{prim.Pow, []float64{2, 0}, []float64{0, math.Log(2)}},
		{prim.Pow, []float64{2, 2}, []float64{4, 4 * math.Log(2)}},
		{prim.Pow, []float64{2, -2}, []float64{-0.25, 0.25 * math.Log(2)}},
		{prim.Pow, []float64{-2, 2}, []float64{-4, 0}},
		{prim.Pow, []float64{-2, -2}, []float64{0.25, 0}},
		{prim.Pow, []float64{-2, 3}, []float64{12, 0}},
		{prim.Pow, []float64{-2, -1}, []float64{-0.25, 0}},
		{prim.Pow, []float64{-2, 0.5}, []float64{nan, nan}},
		{prim.Lgamma, []float64{0}, []float64{-inf}},
		{prim.Digamma, []float64{0}, []float64{inf}},
		{prim.Polygamma, []float64{1, 0}, []float64{0, -inf}},
		{prim.Tan, []float64{inf}, []float64{nan}},
		{prim.SMul, []float64{0, inf}, []float64{inf, 0}},
		{prim.SMul, []float64{2, 3}, []float64{3, 2}},
		{prim.SDiv, []float64{0, 0}, []float64{inf, 0}},
		{prim.SDiv, []float64{8, 2}, []float64{0.5, -2}},
		{prim.Atan2, []float64{0, 0}, []float64{nan, nan}},
		{prim.Atan2, []float64{0, 1}, []float64{1, 0}},
		{prim.Atan2, []float64{0, -1}, []float64{-1, 0}},
		{prim.Logistic, []float64{800}, []float64{0}},
		{prim.Tanh, []float64{-800}, []float64{0}},
	} {
		p := newPrimitive(t, c.f)
		bars := p.reverse(c.xs, 1)
		for i := range c.xs {
			assert.True(t, same(c.want[i], bars[i]), "%s %v: cotangent %d is %v, not %v", c.f, c.xs, i, bars[i], c.want[i])
			if p.args[i] == proc.Int {
				continue
			}
			dots := make([]float64, len(c.xs))
			dots[i] = 1
			rdot := p.forward(c.xs, dots)
			assert.True(t, same(c.want[i], rdot), "%s %v: tangent along %d is %v, not %v", c.f, c.xs, i, rdot, c.want[i])
		}
		p.strong(c.xs)
	}
	for _, xs := range [][]float64{{1, inf}, {inf, 1}} {
		newPrimitive(t, prim.Atan2).strong(xs)
	}
}

// Primitives with a discrete result have the value they had, the tangent (),
// and cotangents that are zero.
func TestDiscretePrimitives(t *testing.T) {
	m := machine()
	for f, sig := range prim.Table {
		if sig.Out == proc.Real {
			continue
		}
		elems := proc.Elems(sig.In)
		args, dots := make([]data.Value, len(elems)), make([]data.Value, len(elems))
		for i, e := range elems {
			args[i], dots[i] = data.Int(int64(7-2*i)), data.Unit()
			if e == proc.Real {
				args[i], dots[i] = data.Real(float64(7-2*i)), data.Real(1)
			}
		}
		arg, dot := data.Tuple(args...), data.Tuple(dots...)
		if deriv.Discrete(sig.In) {
			dot = data.Unit()
		}
		value := call(t, m, f, nil, arg)
		assert.Equal(t, show(data.Tuple(value, data.Unit())), show(call(t, m, deriv.Fwd.Of(f), nil, data.Tuple(arg, dot))), f)
		assert.Equal(t, show(data.Tuple(value, data.Unit())), show(call(t, m, deriv.RevF.Of(f), nil, arg)), f)
		bar := call(t, m, deriv.RevR.Of(f), nil, data.Tuple(data.Unit(), data.Unit()))
		assert.Equal(t, deriv.Cotangent(sig.In), bar.Type, f)
		assert.NotContains(t, bar.Words, math.Float64bits(1), f)
		for _, w := range bar.Words {
			assert.Zero(t, w, f)
		}
	}
}

// A primitive that is run, with its derivatives, by the interpreter.
type primitive struct {
	f    proc.Func
	t    require.TestingT
	m    *interp.Machine
	args []proc.Type
}

func newPrimitive(t require.TestingT, f proc.Func) *primitive {
	return &primitive{f, t, machine(), proc.Elems(prim.Table[f].In)}
}

func (p primitive) at(t require.TestingT) primitive {
	p.t = t
	return p
}

func (p primitive) arg(xs []float64) data.Value {
	vs := make([]data.Value, len(xs))
	for i, x := range xs {
		vs[i] = data.Real(x)
		if p.args[i] == proc.Int {
			vs[i] = data.Int(int64(x))
		}
	}
	return data.Tuple(vs...)
}

func (p primitive) value(xs []float64) float64 { return call(p.t, p.m, p.f, nil, p.arg(xs)).Float() }

// slope is a partial derivative by differences of the fourth order.
func (p primitive) slope(xs []float64, i int) float64 {
	const h = 1e-3
	at := func(d float64) float64 {
		moved := slices.Clone(xs)
		moved[i] += d
		return p.value(moved)
	}
	return (8*(at(h)-at(-h)) - (at(2*h) - at(-2*h))) / (12 * h)
}

// strong says that a cotangent of 0 and tangents of 0 contribute 0.
func (p primitive) strong(xs []float64) {
	for i, bar := range p.reverse(xs, 0) {
		assert.Zero(p.t, bar, "%s %v: cotangent %d of 0", p.f, xs, i)
	}
	assert.Zero(p.t, p.forward(xs, make([]float64, len(xs))), "%s %v: tangent of 0", p.f, xs)
}

// forward returns the tangent that fwd$f gives, whose value must be that of f.
func (p primitive) forward(xs, dots []float64) float64 {
	vs := make([]data.Value, len(xs))
	for i, x := range dots {
		vs[i] = data.Real(x)
		if p.args[i] == proc.Int {
			vs[i] = data.Unit()
		}
	}
	o := call(p.t, p.m, deriv.Fwd.Of(p.f), nil, data.Tuple(p.arg(xs), data.Tuple(vs...)))
	assert.True(p.t, same(p.value(xs), o.Part(0).Float()), "fwd$%s changes the value at %v", p.f, xs)
	return o.Part(1).Float()
}

// reverse returns the cotangents of the arguments, 0 for an Int.
func (p primitive) reverse(xs []float64, rbar float64) []float64 {
	o := call(p.t, p.m, deriv.RevF.Of(p.f), nil, p.arg(xs))
	assert.True(p.t, same(p.value(xs), o.Part(0).Float()), "revf$%s changes the value at %v", p.f, xs)
	bar := call(p.t, p.m, deriv.RevR.Of(p.f), nil, data.Tuple(o.Part(1), data.Real(rbar)))
	bars := make([]float64, len(xs))
	for i := range xs {
		part := bar
		if len(xs) > 1 {
			part = bar.Part(i)
		}
		if part.Type == proc.Real {
			bars[i] = part.Float()
		}
	}
	return bars
}

func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

func machine() *interp.Machine {
	return interp.New(func(f proc.Func) (*proc.Def, error) {
		def, _ := prim.Derived(f)
		return def, nil
	})
}

func call(t require.TestingT, m *interp.Machine, f proc.Func, zone []data.Value, arg data.Value) data.Value {
	v, err := m.Call(f, zone, arg)
	require.NoError(t, err, "%s", f)
	return v
}
