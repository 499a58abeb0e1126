package interp_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"procad/internal/data"
	"procad/internal/mod61"
	"procad/interp"
	"procad/prim"
	"procad/proc"
)

// residue is the Real that stands for x.
func residue(t require.TestingT, x float64) data.Value {
	v, err := interp.Residues(data.Real(x))
	require.NoError(t, err)
	return v
}

// Dyadic numbers of few bits have exact sums and products in Reals too, so both
// arithmetics must agree on them.
func TestMod61AgreesWithReals(t *testing.T) {
	m := interp.New(noDefs, interp.Mod61())
	dyadic := rapid.Custom(func(t *rapid.T) float64 {
		return math.Ldexp(float64(rapid.IntRange(-1<<20, 1<<20).Draw(t, "a")), -rapid.IntRange(0, 30).Draw(t, "k"))
	})
	rapid.Check(t, func(t *rapid.T) {
		x, y := dyadic.Draw(t, "x"), dyadic.Draw(t, "y")
		pair := data.Tuple(residue(t, x), residue(t, y))
		for f, want := range map[proc.Func]float64{prim.Mul: x * y, prim.Sub: x - y, prim.Add: x + y} {
			got, err := m.Call(f, nil, pair)
			require.NoError(t, err)
			assert.Equal(t, residue(t, want).Words, got.Words, "%s", f)
		}
		if y != 0 {
			q, err := m.Call(prim.Div, nil, pair)
			require.NoError(t, err)
			back, err := m.Call(prim.Mul, nil, data.Tuple(q, residue(t, y)))
			require.NoError(t, err)
			assert.Equal(t, residue(t, x).Words, back.Words)
		}
	})
}

func TestMod61Primitives(t *testing.T) {
	m := interp.New(noDefs, interp.Mod61())
	r := func(x float64) data.Value { return residue(t, x) }
	pair := func(x, y float64) data.Value { return data.Tuple(r(x), r(y)) }
	for _, c := range []struct {
		f         proc.Func
		arg, want data.Value
	}{
		{prim.Neg, r(3), r(-3)},
		{prim.Neg, r(0), r(0)},
		{prim.Abs, r(-3), r(3)},
		{prim.Sign, r(-3), r(-1)},
		{prim.Sign, r(3), r(1)},
		{prim.Sign, r(0), r(0)},
		{prim.Add, pair(0x1p60, 0x1p60), r(1)},
		{prim.Mul, pair(0x1p60, 2), r(1)},
		{prim.Mul, pair(-1, -1), r(1)},
		{prim.Min, pair(-3, 2), r(-3)},
		{prim.Max, pair(-3, 2), r(2)},
		{prim.Lt, pair(-3, 2), data.Bool(true)},
		{prim.Le, pair(2, 2), data.Bool(true)},
		{prim.Eq, pair(0.5, 0.25), data.Bool(false)},
		{prim.Powi, data.Tuple(r(3), data.Int(5)), r(243)},
		{prim.Powi, data.Tuple(r(2), data.Int(-3)), r(0.125)},
		{prim.Powi, data.Tuple(r(0), data.Int(0)), r(1)},
		{prim.ToReal, data.Int(-7), r(-7)},
		{prim.ToReal, data.Int(math.MinInt64), r(-0x1p63)},
		{prim.IAdd, data.Tuple(data.Int(1), data.Int(-2)), data.Int(-1)},
	} {
		got, err := m.Call(c.f, nil, c.arg)
		if assert.NoError(t, err, c.f) {
			assert.Equal(t, c.want.Words, got.Words, "%s %v", c.f, c.arg.Words)
		}
	}
	for _, c := range []struct {
		f    proc.Func
		arg  data.Value
		want error
	}{
		{prim.Div, pair(1, 0), mod61.ErrDivide},
		{prim.Powi, data.Tuple(r(0), data.Int(-1)), mod61.ErrDivide},
		{prim.Exp, r(1), mod61.ErrInexact},
		{prim.Pow, pair(1, 2), mod61.ErrInexact},
		{prim.Floor, r(1), mod61.ErrInexact},
		{prim.ToInt, r(1), mod61.ErrInexact},
		{prim.Polygamma, data.Tuple(data.Int(1), r(1)), mod61.ErrInexact},
	} {
		_, err := m.Call(c.f, nil, c.arg)
		assert.ErrorIs(t, err, c.want, c.f)
	}
}

// Loops, accumulators and constants in modular arithmetic.
func TestMod61Program(t *testing.T) {
	prog := parse(t, `
def term [i : &Int, v : &[Real], acc : +[Real], pairs : +[(Real, Real)]] (u : ()) -> (r : Real)
  Elim u
  k = Read i
  x = Read v k
  h = Const 0.5
  t = (x, h)
  y = Call mul t
  d = Dup y
  (r, z) = d
  w = Dup z
  (z1, z2) = w
  zero = Const 0
  Add acc zero z1
  one = Const 1.0
  p = (z2, one)
  zero2 = Const 0
  Add pairs zero2 p
def main [v : &[Real], acc : +[Real], pairs : +[(Real, Real)]] (more : [Real]) -> (r : (Real, Real))
  Add acc more
  n = Size v 0
  d = Dup n
  (n1, n2) = d
  s = Call sum{term} [v acc pairs] n1
  m = Call max{term} [v acc pairs] n2
  r = (s, m)
def bad (c : Bool) -> (x : Real)
  Case c
    (Inl u
      Elim u
      x = Const inf
    )
    (Inr u
      Elim u
      x = Const -1.0
    )
`)
	m := interp.New(interp.InProgram(prog), interp.Mod61())
	residues := func(v data.Value) data.Value {
		r, err := interp.Residues(v)
		require.NoError(t, err)
		return r
	}
	pairs := data.Value{Type: proc.NewArray(1, proc.NewTuple(proc.Real, proc.Real)), Objects: []data.Object{
		&data.Array{Dims: []int{1}, Leaves: [][]uint64{{0}, {0}}}}}
	acc := residues(data.Reals([]float64{0.25, 0}))
	got, err := m.Call(proc.Name("main"), []data.Value{residues(data.Reals([]float64{1, -4, 2})), acc, pairs}, residues(data.Reals([]float64{1, 2})))
	require.NoError(t, err)
	assert.Equal(t, residues(data.Tuple(data.Real(-0.5), data.Real(1))).Words, got.Words)
	assert.Equal(t, residues(data.Reals([]float64{0.25, 2})).Array(), acc.Array())
	assert.Equal(t, residues(data.Tuple(data.Real(-1), data.Real(6))).Words, []uint64{pairs.Array().Leaves[0][0], pairs.Array().Leaves[1][0]})

	_, err = m.Call(proc.Name("bad"), nil, data.Bool(true))
	var bad *interp.ModError
	require.ErrorAs(t, err, &bad)
	assert.ErrorIs(t, err, mod61.ErrInexact)
	assert.Equal(t, "31:7", bad.Pos.String())
	got, err = m.Call(proc.Name("bad"), nil, data.Bool(false))
	require.NoError(t, err)
	assert.Equal(t, residue(t, -1).Words, got.Words)
}
