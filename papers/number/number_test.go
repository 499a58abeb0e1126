package number_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
	"procad/internal/mod61"
	"procad/papers/number"
)

var at = diag.Pos{Line: 3, Col: 7}

func prim(d number.Domain, op core.Op, args ...eval.Value) (v eval.Value, err error) {
	defer number.Catch(&err)
	return d.Prim(at, op, args...), nil
}

// TestDomainsAgree compares the two domains where both are exact.
func TestDomainsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	floats, residues := number.Float(), number.Mod61()
	image := func(v eval.Value) eval.Value {
		if x, ok := v.(float64); ok {
			n, err := residues.Input(x)
			require.NoError(t, err)
			return n
		}
		return v
	}
	compare := func(op core.Op, args ...eval.Value) {
		want, err := prim(floats, op, args...)
		require.NoError(t, err)
		images := make([]eval.Value, len(args))
		for i, x := range args {
			images[i] = image(x)
		}
		got, err := prim(residues, op, images...)
		require.NoError(t, err)
		assert.Equal(t, image(want), got, "%s%v", op, args)
	}
	for range 500 {
		x, y := math.Ldexp(float64(r.Int64N(1<<16)-1<<15), -r.IntN(8)), math.Ldexp(float64(r.Int64N(1<<16)-1<<15), -r.IntN(8))
		for _, op := range []core.Op{core.Add, core.Sub, core.Mul, core.Eq} {
			compare(op, x, y)
		}
		compare(core.Neg, x)
		compare(core.Powi, math.Trunc(x/256), r.Int64N(4))
		// The residue of least magnitude has the sign of a small integer.
		a, b := float64(r.IntN(7)-3), float64(r.IntN(7)-3)
		for _, op := range []core.Op{core.Lt, core.Le, core.Gt, core.Ge, "min", "max"} {
			compare(op, a, b)
		}
		compare("abs", a)
		compare("sign", a)
	}
	assert.Equal(t, floats.Operations(), residues.Operations())
}

// TestOperations counts what Reals take part in.
func TestOperations(t *testing.T) {
	for _, d := range []number.Domain{number.Float(), number.Mod61()} {
		x, err := d.Input(3)
		require.NoError(t, err)
		for _, c := range []struct {
			op    core.Op
			args  []eval.Value
			count int64
		}{
			{core.Add, []eval.Value{x, x}, 1},
			{core.Add, []eval.Value{int64(1), int64(2)}, 0},
			{core.Lt, []eval.Value{x, x}, 1},
			{core.Not, []eval.Value{eval.Bool(true)}, 0},
			{"real", []eval.Value{int64(1)}, 1},
		} {
			before := d.Operations()
			_, err := prim(d, c.op, c.args...)
			require.NoError(t, err)
			assert.Equal(t, c.count, d.Operations()-before, "%s in %s", c.op, d.Name())
		}
	}
}

// TestRefused is what has no meaning modulo 2^61-1.
func TestRefused(t *testing.T) {
	d := number.Mod61()
	one := number.Residue(1)
	for _, op := range []core.Op{"exp", "floor", "int", "sqrt", "digamma"} {
		_, err := prim(d, op, one)
		assert.ErrorIs(t, err, mod61.ErrInexact, "%s", op)
	}
	for _, c := range []struct {
		op   core.Op
		args []eval.Value
		err  error
	}{
		{"pow", []eval.Value{one, one}, mod61.ErrInexact},
		{"atan2", []eval.Value{one, one}, mod61.ErrInexact},
		{"polygamma", []eval.Value{int64(1), one}, mod61.ErrInexact},
		{core.Quo, []eval.Value{one, number.Residue(0)}, mod61.ErrDivide},
		{core.Powi, []eval.Value{number.Residue(0), int64(-1)}, mod61.ErrDivide},
	} {
		_, err := prim(d, c.op, c.args...)
		assert.ErrorIs(t, err, c.err, "%s", c.op)
		assert.ErrorContains(t, err, "3:7", "%s", c.op)
	}
	literal := func(v float64) (err error) {
		defer number.Catch(&err)
		d.Literal(at, v)
		return nil
	}
	for _, v := range []float64{0, 1, -0.5, 1<<20 - 1, 1 << 40, 0x1p-30} {
		assert.NoError(t, literal(v), "%v", v)
	}
	for _, v := range []float64{0.1, 1<<20 + 1, math.Pi} {
		assert.ErrorIs(t, literal(v), number.ErrLiteral, "%v", v)
	}
	_, err := number.Inputs(d, []eval.Value{eval.Tuple{1.0, math.NaN()}})
	assert.ErrorIs(t, err, mod61.ErrInexact)
	_, err = prim(d, core.IDiv, int64(1), int64(0))
	assert.ErrorContains(t, err, "divide-by-zero")
}

// TestMap goes through every form of value.
func TestMap(t *testing.T) {
	v := eval.Tuple{1.5, int64(2), &eval.Variant{Con: 1, Of: 2.5}, &eval.Array{Dims: []int64{1}, Elems: []eval.Value{eval.Tuple{3.5, int64(4)}}}}
	assert.Equal(t,
		eval.Tuple{3.0, int64(2), &eval.Variant{Con: 1, Of: 5.0}, &eval.Array{Dims: []int64{1}, Elems: []eval.Value{eval.Tuple{7.0, int64(4)}}}},
		number.Map(v, func(x eval.Value) eval.Value { return 2 * x.(float64) }))
}
