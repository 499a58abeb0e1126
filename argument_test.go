package procad_test

import (
	"errors"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad"
)

func function(t *testing.T, source, name string, opts ...procad.Option) *procad.Function {
	t.Helper()
	p, err := procad.Compile(t.Context(), source, opts...)
	require.NoError(t, err)
	t.Cleanup(p.Close)
	f, err := p.Function(name)
	require.NoError(t, err)
	return f
}

// pair is a tuple.
type pair struct {
	First  any
	Second any
}

func TestWrongArguments(t *testing.T) {
	for _, c := range []struct {
		params string
		args   []any
		want   string
	}{
		{"x: Real", nil, "f takes 1 arguments, and not 0 [missing-parameter]"},
		{"x: Real", []any{1.0, 2.0}, "f takes 1 arguments, and not 2 [missing-parameter]"},
		{"x: Real", []any{"1"}, "the argument for x: a float64 is wanted, not a string [wrong-type]"},
		{"x: Real", []any{nil}, "the argument for x: a float64 is wanted, not nil [wrong-type]"},
		{"x: Real", []any{int64(1)}, "the argument for x: a float64 is wanted, not an int64 [wrong-type]"},
		{"x: Real", []any{1<<53 + 1}, "the argument for x: 9007199254740993 is no float64 [number-range]"},
		{"k: Int", []any{1.0}, "the argument for k: an int64 is wanted, not a float64 [wrong-type]"},
		{"k: Int", []any{nil}, "the argument for k: an int64 is wanted, not nil [wrong-type]"},
		{"k: Int", []any{uint64(math.MaxUint64)}, "the argument for k: 18446744073709551615 is no int64 [number-range]"},
		{"b: Bool", []any{1}, "the argument for b: a bool is wanted, not an int [wrong-type]"},
		{"u: ()", []any{0}, "the argument for u: nil is wanted, not an int [wrong-type]"},
		{"v: Real[n]", []any{2.0}, "the argument for v: a []float64 is wanted, not a float64 [wrong-type]"},
		{"v: Real[n]", []any{[]int64{2}}, "the argument for v: a []float64 is wanted, not a []int64 [wrong-type]"},
		{"v: Real[n]", []any{[]any{2.0, true}}, "the argument for v, element 1: a float64 is wanted, not a bool [wrong-type]"},
		{"v: Int[n]", []any{[]float64{2}}, "the argument for v: a []int64 is wanted, not a []float64 [wrong-type]"},
		{"v: Bool[n]", []any{[]int{1}}, "the argument for v: a []bool is wanted, not a []int [wrong-type]"},
		{"v: Real[3]", []any{[]float64{2}}, "the argument for v: dimension 0 is 1, and its type says 3 [wrong-shape]"},
		{"v: Real[n], w: Real[n]", []any{[]float64{2}, []float64{1, 2}}, "the argument for w: n is 2 by dimension 0 of w, but 1 by dimension 0 of v [wrong-shape]"},
		{"n: Int, v: Real[n]", []any{2, []float64{2}}, "the argument for n: n is 2 by the value of n, but 1 by dimension 0 of v [wrong-shape]"},
		{"n: Int, v: Real[n]", []any{-1, []float64{2}}, "the argument for n: the size n is negative [wrong-shape]"},
		{"m: Real[n, d]", []any{[]float64{2}}, "the argument for m: a procad.Array[float64] or a [][]float64 is wanted, not a []float64 [wrong-type]"},
		{"m: Real[n, d]", []any{[][]float64{{1, 2}, {3}}}, "the argument for m, row 1: it has 1 elements, and rows before it have 2 [ragged-array]"},
		{"m: Real[n, d]", []any{[]any{[]any{1.0}, 2.0}}, "the argument for m: a procad.Array[float64] or a [][]float64 is wanted, not a []interface {} [wrong-type]"},
		{"m: Real[n, d]", []any{[][]any{{1.0}, {"2"}}}, "the argument for m, row 1, element 0: a float64 is wanted, not a string [wrong-type]"},
		{"m: Real[n, d]", []any{procad.Array[float64]{Shape: []int{2}, Data: []float64{1, 2}}}, "the argument for m: the shape [2] has 1 dimensions, and not 2 [wrong-shape]"},
		{"m: Real[n, d]", []any{procad.Array[float64]{Shape: []int{2, 2}, Data: []float64{1, 2}}}, "the argument for m: the shape [2 2] has 4 elements, and Data 2 [wrong-shape]"},
		{"m: Real[n, d]", []any{procad.Array[float64]{Shape: []int{-1, -2}, Data: []float64{1, 2}}}, "the argument for m: no array has the shape [-1 -2] [wrong-shape]"},
		{"m: Real[n, d]", []any{procad.Array[float64]{Shape: []int{1 << 40, 1 << 40}}}, "the argument for m: no array has the shape [1099511627776 1099511627776] [wrong-shape]"},
		{"m: Real[n, d]", []any{procad.Array[int64]{Shape: []int{1, 1}, Data: []int64{1}}}, "the argument for m: a procad.Array[float64] or a [][]float64 is wanted, not a procad.Array[int64] [wrong-type]"},
		{"m: Real[n, d]", []any{[][]float64{}}, "the argument for m: it is empty, and nothing tells its dimension 1: give a procad.Array [unknown-shape]"},
		{"m: Real[_, _]", []any{[][]float64{}}, "the argument for m: it is empty, and nothing tells its dimension 1: give a procad.Array [unknown-shape]"},
		{"w: (Real, Int)", []any{[]any{1.0}}, "the argument for w: it has 2 parts, and not 1 [wrong-type]"},
		{"w: (Real, Int)", []any{[]float64{1, 2}}, "the argument for w, part 1: an int64 is wanted, not a float64 [wrong-type]"},
		{"w: (Real, Int)", []any{struct{ a, b float64 }{1, 2}}, "the argument for w: a []any of 2, or a struct with as many exported fields, is wanted, not a struct { a float64; b float64 } [wrong-type]"},
		{"w: (Real, Int)", []any{(*pair)(nil)}, "the argument for w: a []any of 2, or a struct with as many exported fields, is wanted, not a *procad_test.pair [wrong-type]"},
		{"w: (Real, Int)[n]", []any{[]pair{{1.0, 2}, {"1", 2}}}, "the argument for w, element 1, part 0: a float64 is wanted, not a string [wrong-type]"},
		{"s: Real + Int", []any{1.0}, "the argument for s: procad.Left or procad.Right is wanted, not a float64 [wrong-type]"},
		{"s: Real + Int", []any{procad.Right{Value: 1.0}}, "the argument for s, the value of Right: an int64 is wanted, not a float64 [wrong-type]"},
	} {
		f := function(t, "def f("+c.params+"): Real = 1.0", "f", procad.OrInterpreter())
		_, err := f.Value(t.Context(), c.args...)
		e, ok := errors.AsType[*procad.Error](err)
		require.True(t, ok, "%s: %v", c.params, err)
		assert.Equal(t, "error: "+c.want, err.Error(), "%s %v", c.params, c.args)
		assert.NotEmpty(t, e.Hint)
	}
}

// everything returns what it is given, and a value of its own for each type.
const everything = `
def f(x: Real, k: Int, b: Bool, u: (), v: Real[n], i: Int[n], o: Bool[n], m: Real[n, 2], c: Int[_, _, _], d: Bool[_, _],
      p: (Real, (Int, Bool), Real[_]), s: Real + Int[_], z: (Real, Bool)[n], y: (Real + Int)[_, _]) :
      (Real, Int, Bool, (), Real[_], Int[_], Bool[_], Real[_, _], Int[_, _, _], Bool[_, _], (Real, (Int, Bool), Real[_]), Real + Int[_], (Real, Bool)[_], (Real + Int)[_, _]) =
  (x, k, b, u, v, i, o, m, c, d, p, s, z, y)
`

func arguments(s any) []any {
	return []any{
		2.5, int64(-7), true, nil, []float64{1, 2}, []int64{3, 4}, []bool{true, false},
		procad.NewArray([]float64{1, 2, 3, 4}, 2, 2), procad.NewArray([]int64{5, 6}, 1, 2, 1), procad.NewArray([]bool{true, false}, 2, 1),
		[]any{1.5, []any{int64(9), false}, []float64{8}}, s,
		[]any{[]any{1.5, true}, []any{2.5, false}}, procad.NewArray([]any{procad.Left{Value: 1.5}, procad.Right{Value: int64(3)}}, 1, 2),
	}
}

// TestValues passes values of all types, by both engines.
func TestValues(t *testing.T) {
	left, right := procad.Left{Value: 3.5}, procad.Right{Value: []int64{1, 2, 3}}
	like := arguments(left)
	// Other values of Go that stand for the same.
	for i, v := range map[int]any{
		0: float32(2.5), 1: int8(-7), 5: []int{3, 4}, 7: [][]float64{{1, 2}, {3, 4}}, 8: [][][]int{{{5}, {6}}}, 9: [2][1]bool{{true}, {false}},
		10: &pair{1.5, pair{uint8(9), false}}, 12: []struct {
			X  float64
			On bool
		}{{1.5, true}, {2.5, false}}, 13: []any{[]any{procad.Left{Value: 1.5}, procad.Right{Value: 3}}},
	} {
		like[i] = v
	}
	like[10].(*pair).Second = []any{uint8(9), false}
	like[10] = struct{ A, B, C any }{1.5, pair{uint8(9), false}, []float64{8}}
	for name, opts := range engines() {
		t.Run(name, func(t *testing.T) {
			f := function(t, everything, "f", opts()...)
			for _, c := range []struct{ give, want []any }{{arguments(left), arguments(left)}, {arguments(right), arguments(right)}, {like, arguments(left)}} {
				got, err := f.Value(t.Context(), c.give...)
				require.NoError(t, err)
				assert.Equal(t, c.want, got)
			}
		})
	}
}

// TestEmpty passes arrays without elements, also those of which only other parameters
// tell the shape.
func TestEmpty(t *testing.T) {
	for name, opts := range engines() {
		t.Run(name, func(t *testing.T) {
			f := function(t, "def f(a: Real[n, d], b: Real[d], c: (Real, Bool)[n]): Real[d] = [b[j] + sum(i < n) (let (x, on) = c[i] in if on then x else a[i, j]) for j < d]", "f", opts()...)
			got, err := f.Value(t.Context(), [][]float64{}, []float64{1, 2}, []any(nil))
			require.NoError(t, err)
			assert.Equal(t, []float64{1, 2}, got)
			got, err = f.Value(t.Context(), procad.NewArray([]float64{}, 0, 0), []float64(nil), []any{})
			require.NoError(t, err)
			assert.Equal(t, []float64{}, got)
		})
	}
}
