package procad_test

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/golden"
	"procad/pipeline"
)

// reals are all numbers in a value.
func reals(v any) []float64 {
	switch v := v.(type) {
	case float64:
		return []float64{v}
	case []float64:
		return v
	case procad.Array[float64]:
		return v.Data
	case procad.Array[any]:
		return reals(v.Data)
	case procad.Left:
		return reals(v.Value)
	case procad.Right:
		return reals(v.Value)
	case procad.Gradient:
		var all []float64
		for _, p := range v {
			all = append(all, reals(p.Value)...)
		}
		return all
	case []any:
		var all []float64
		for _, p := range v {
			all = append(all, reals(p)...)
		}
		return all
	}
	return nil
}

func inner(a, b any) (sum float64) {
	x, y := reals(a), reals(b)
	for i := range x {
		sum += x[i] * y[i]
	}
	return sum
}

// near compares numbers with an error that rounding explains.
func near(t *testing.T, want, got any) {
	t.Helper()
	x, y := reals(want), reals(got)
	require.Len(t, y, len(x))
	size := 1.0
	for i := range x {
		size = max(size, math.Abs(x[i]))
	}
	for i := range x {
		require.InDelta(t, x[i], y[i], 1e-9*size)
	}
}

// derivatives are all that a function has.
type derivatives struct {
	value              any
	vjp, jvp, g, hg    any
	reversed, gradient procad.Gradient
}

// TestDerivatives holds the derivatives of kernels against each other, and native code
// against the interpreter:
//
//	vjp(f)(x, 1) = ∇f      the halves of vjp too      jvp(f)(x, ∇f) = ‖∇f‖²
func TestDerivatives(t *testing.T) {
	for _, file := range golden.Files(t, "testdata/kernels/*.fun") {
		name := golden.Name(file)
		if name == "heat" || name == "burgers" { // take long in the interpreter
			continue
		}
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			u, err := pipeline.Load(&diag.Source{Name: file, Text: string(text)})
			require.NoError(t, err)
			d, err := u.Entry(name)
			require.NoError(t, err)
			face, err := u.Callable(d)
			require.NoError(t, err)
			numbers, err := os.ReadFile(strings.TrimSuffix(file, ".fun") + ".json")
			require.NoError(t, err)
			args, _, err := data.Read(&diag.Source{Text: string(numbers)}, face)
			require.NoError(t, err)
			var values []any
			for _, v := range args.Values {
				values = append(values, procad.GoValue(v))
			}
			all := map[string]derivatives{}
			for engine, opts := range engines() {
				f := function(t, string(text), name, opts()...)
				if f.Result() != "Real" {
					t.Skip("its result is no Real")
				}
				var r derivatives
				r.value, r.gradient, err = f.Gradient(t.Context(), values...)
				require.NoError(t, err)
				value, pulled, err := f.VJP(t.Context(), 1, values...)
				require.NoError(t, err)
				assert.Equal(t, r.value, value)
				assert.Equal(t, r.gradient, pulled)
				value, trace, err := f.Forward(t.Context(), values...)
				require.NoError(t, err)
				near(t, r.value, value)
				r.reversed, err = trace.Reverse(t.Context(), 1)
				require.NoError(t, err)
				near(t, r.gradient, r.reversed)
				value, r.jvp, err = f.JVP(t.Context(), r.gradient.Values(), values...)
				require.NoError(t, err)
				near(t, r.value, value)
				near(t, inner(r.gradient, r.gradient), r.jvp)
				r.g, r.hg, err = f.HVP(t.Context(), r.gradient.Values(), values...)
				require.NoError(t, err)
				near(t, r.gradient, r.g)
				all[engine] = r
			}
			for _, r := range all {
				interpreted := all["interpreter"]
				near(t, interpreted.gradient, r.gradient)
				near(t, interpreted.reversed, r.reversed)
				near(t, interpreted.jvp, r.jvp)
				near(t, interpreted.hg, r.hg)
			}
		})
	}
}

// shapes has tuples, sums and arrays of both in what goes in and comes out.
const shapes = `
def f(s: Real + (Real, Int), w: (Real, Bool)[n], p: (Real[_], Int), m: Real[n, 2], z: (Real + Int)[n], k: Int) : (Real[_], Real + Bool, Int) =
  let x = case s of Inl a -> a, Inr (a, i) -> a * real(i);
      (v, _) = p
  in ([x * (let (y, on) = w[i] in if on then y^2 else 1) * m[i, 1] * (case z[i] of Inl a -> a, Inr j -> real(j)) + v[i] for i < n], if k > 0 then Inl x else Inr (k == 0), k)
`

// TestDerivativesOfShapes passes seeds and tangents of all types.
func TestDerivativesOfShapes(t *testing.T) {
	args := []any{
		procad.Right{Value: []any{2.0, 3}}, []any{[]any{3.0, true}, []any{4.0, false}}, []any{[]float64{1, 2}, 7}, [][]float64{{1, 2}, {3, 4}},
		[]any{procad.Left{Value: 5.0}, procad.Right{Value: 6}}, 1,
	}
	tangents := []any{
		procad.Right{Value: []any{1.0, nil}}, []any{[]any{1.0, nil}, []any{1.0, nil}}, []any{[]float64{1, 0}, nil}, procad.NewArray([]float64{1, 1, 1, 1}, 2, 2),
		[]any{procad.Left{Value: 1.0}, procad.Right{}},
	}
	seed := []any{[]float64{1, 10}, procad.Left{Value: 100.0}, nil}
	for name, opts := range engines() {
		t.Run(name, func(t *testing.T) {
			f := function(t, shapes, "f", opts()...)
			value := []any{[]float64{541, 146}, procad.Left{Value: 6.0}, int64(1)}
			got, g, err := f.VJP(t.Context(), seed, args...)
			require.NoError(t, err)
			assert.Equal(t, value, got)
			want := procad.Gradient{
				{Name: "s", Value: procad.Right{Value: []any{3*90.0 + 3*240 + 300, nil}}},
				{Name: "w", Value: []any{[]any{6 * 6.0 * 2 * 5, nil}, []any{0.0, nil}}},
				{Name: "p", Value: []any{[]float64{1, 10}, nil}},
				{Name: "m", Value: procad.NewArray([]float64{0, 6 * 9 * 5, 0, 6 * 6 * 10}, 2, 2)},
				{Name: "z", Value: []any{procad.Left{Value: 6 * 9.0 * 2}, procad.Right{}}},
			}
			assert.Equal(t, want, g)
			got, trace, err := f.Forward(t.Context(), args...)
			require.NoError(t, err)
			assert.Equal(t, value, got)
			g, err = trace.Reverse(t.Context(), seed)
			require.NoError(t, err)
			assert.Equal(t, want, g)
			got, dot, err := f.JVP(t.Context(), tangents, args...)
			require.NoError(t, err)
			assert.Equal(t, value, got)
			assert.InDelta(t, inner(g, tangents), inner(seed, dot), 1e-9)
			assert.Equal(t, procad.Left{Value: 3.0}, dot.([]any)[1])
			assert.Nil(t, dot.([]any)[2])
			_, _, err = f.HVP(t.Context(), tangents, args...)
			assert.ErrorContains(t, err, "only a Real has a gradient [not-real]")
		})
	}
}

// TestNestedResults: a value, its seed and its tangent have the tuples that the type has.
func TestNestedResults(t *testing.T) {
	for name, opts := range engines() {
		t.Run(name, func(t *testing.T) {
			f := function(t, "def f(x: Real, k: Int, v: Real[n]): ((Real, (Int, Bool)), (Int, Bool), (Real[n], Real)) = ((x^2, (k, true)), (k, false), (v, x))", "f", opts()...)
			v := []float64{5, 6}
			value := []any{[]any{9.0, []any{int64(2), true}}, []any{int64(2), false}, []any{v, 3.0}}
			seed := []any{[]any{1.0, nil}, nil, []any{[]float64{7, 8}, 10.0}}
			want := procad.Gradient{{Name: "x", Value: 16.0}, {Name: "v", Value: []float64{7, 8}}}
			got, err := f.Value(t.Context(), 3, 2, v)
			require.NoError(t, err)
			assert.Equal(t, value, got)
			got, g, err := f.VJP(t.Context(), seed, 3, 2, v)
			require.NoError(t, err)
			assert.Equal(t, value, got)
			assert.Equal(t, want, g)
			got, trace, err := f.Forward(t.Context(), 3, 2, v)
			require.NoError(t, err)
			assert.Equal(t, value, got)
			g, err = trace.Reverse(t.Context(), seed)
			require.NoError(t, err)
			assert.Equal(t, want, g)
			got, dot, err := f.JVP(t.Context(), []any{1, []float64{1, 0}}, 3, 2, v)
			require.NoError(t, err)
			assert.Equal(t, value, got)
			assert.Equal(t, []any{[]any{6.0, nil}, nil, []any{[]float64{1, 0}, 1.0}}, dot)
		})
	}
}

// TestWrongTangents names the parameter in errors, and the seed.
func TestWrongTangents(t *testing.T) {
	left, right := procad.Left{Value: 1.0}, procad.Right{Value: nil}
	for name, opts := range engines() {
		t.Run(name, func(t *testing.T) {
			f := function(t, "def f(v: Real[_], s: Real + Int, z: (Real + Int)[_], k: Int): Real[_] = v", "f", append(opts(), procad.File("k.fun"))...)
			args := []any{[]float64{1, 2}, procad.Left{Value: 2.0}, []any{procad.Left{Value: 3.0}}, 4}
			for _, c := range []struct {
				tangents []any
				want     string
			}{
				{nil, "f takes 3 tangents, and not 0 [missing-parameter]"},
				{[]any{[]float64{1, 2}, left, []any{left}, 1}, "f takes 3 tangents, and not 4 [missing-parameter]"},
				{[]any{[]float64{1}, left, []any{left}}, "the tangent of v: dimension 0 is 1, but that of v is 2 [seed-size]"},
				{[]any{[]float64{1, 2}, right, []any{left}}, "the tangent of s: it is Right where s is Left [seed-tag]"},
				{[]any{[]float64{1, 2}, left, []any{right}}, "the tangent of z, element 0: it is Right where z is Left [seed-tag]"},
				{[]any{[]float64{1, 2}, left, []any{procad.Right{Value: 1}}}, "the tangent of z, element 0, the value of Right: nil is wanted, not an int [wrong-type]"},
				{[]any{1.0, left, []any{left}}, "the tangent of v: a []float64 is wanted, not a float64 [wrong-type]"},
			} {
				_, _, err := f.JVP(t.Context(), c.tangents, args...)
				assert.EqualError(t, err, "error: "+c.want)
			}
			_, _, err := f.JVP(t.Context(), []any{[]float64{1, 2}, left, []any{left}}, args...)
			require.NoError(t, err)
			_, _, err = f.VJP(t.Context(), 1.0, args...)
			assert.EqualError(t, err, "error: the seed: a []float64 is wanted, not a float64 [wrong-type]")
			_, _, err = f.VJP(t.Context(), []float64{1}, args...)
			assert.ErrorContains(t, err, "[seed-size]")
			_, _, err = f.VJP(t.Context(), []float64{1, 2}, args[1:]...)
			assert.EqualError(t, err, "error: f takes 4 arguments, and not 3 [missing-parameter]")
			_, trace, err := f.Forward(t.Context(), args...)
			require.NoError(t, err)
			_, err = trace.Reverse(t.Context(), []float64{1})
			assert.ErrorContains(t, err, "[seed-size]")
			_, err = trace.Reverse(t.Context(), []float64{1, 2})
			assert.ErrorIs(t, err, procad.ErrReversed)
		})
	}
}

func TestNoDerivative(t *testing.T) {
	f := function(t, "def f(k: Int): Int = k", "f", procad.OrInterpreter())
	_, _, err := f.VJP(t.Context(), nil, 1)
	assert.ErrorContains(t, err, "nothing in it is Real, so it has no derivative")
	_, _, err = f.Forward(t.Context(), 1)
	assert.ErrorContains(t, err, "nothing in it is Real, so it has no derivative")
	g := function(t, "def f(k: Int): Real = real(k)", "f", procad.OrInterpreter())
	value, gradient, err := g.VJP(t.Context(), 1, 2)
	require.NoError(t, err)
	assert.Equal(t, 2.0, value)
	assert.Empty(t, gradient)
	first, second, err := g.HVP(t.Context(), nil, 2)
	require.NoError(t, err)
	assert.Empty(t, first)
	assert.Empty(t, second)
}

// Derivatives in some parameters have tangents of these only.
func TestDerivativesWrt(t *testing.T) {
	for name, opts := range engines() {
		t.Run(name, func(t *testing.T) {
			f := function(t, "def f(x: Real, y: Real[n]): Real = x^2 * sum(i < n) y[i]^2", "f", opts()...)
			f, err := f.Wrt("x")
			require.NoError(t, err)
			y := []float64{1, 2}
			_, dot, err := f.JVP(t.Context(), []any{1}, 3, y)
			require.NoError(t, err)
			assert.Equal(t, 30.0, dot)
			g, h, err := f.HVP(t.Context(), []any{2}, 3, y)
			require.NoError(t, err)
			assert.Equal(t, procad.Gradient{{Name: "x", Value: 30.0}}, g)
			assert.Equal(t, procad.Gradient{{Name: "x", Value: 20.0}}, h)
			_, g, err = f.VJP(t.Context(), 2, 3, y)
			require.NoError(t, err)
			assert.Equal(t, procad.Gradient{{Name: "x", Value: 60.0}}, g)
		})
	}
}

// TestTraces has several at once, from several goroutines, some of which nobody reverses.
func TestTraces(t *testing.T) {
	for name, opts := range engines() {
		t.Run(name, func(t *testing.T) {
			p, err := procad.Compile(t.Context(), "def f(x: Real[n]): Real = sin(x[0]) * sin(x[n - 1])", opts()...)
			require.NoError(t, err)
			f, err := p.Function("f")
			require.NoError(t, err)
			var group sync.WaitGroup
			for range 4 {
				group.Go(func() {
					var traces []*procad.Trace
					for k := range 20 {
						value, trace, err := f.Forward(t.Context(), []float64{float64(k), 2})
						if !assert.NoError(t, err) || !assert.InDelta(t, math.Sin(float64(k))*math.Sin(2), value, 1e-12) {
							return
						}
						traces = append(traces, trace)
					}
					for k, trace := range traces {
						switch k % 3 {
						case 0:
							g, err := trace.Reverse(t.Context(), 2)
							if assert.NoError(t, err) {
								near(t, []float64{2 * math.Cos(float64(k)) * math.Sin(2), 2 * math.Sin(float64(k)) * math.Cos(2)}, g)
							}
							_, err = trace.Reverse(t.Context(), 2)
							assert.ErrorIs(t, err, procad.ErrReversed)
							trace.Close()
						case 1:
							trace.Close()
							trace.Close()
						}
					}
				})
			}
			group.Wait()
			runtime.GC() // of the traces that are neither reversed nor closed
			runtime.GC()
			_, trace, err := f.Forward(t.Context(), []float64{1, 2})
			require.NoError(t, err)
			p.Close()
			_, err = trace.Reverse(t.Context(), 1)
			assert.ErrorIs(t, err, procad.ErrClosed)
			trace.Close()
			runtime.GC()
		})
	}
}

func TestTracesDoNotLeak(t *testing.T) {
	needNative(t)
	f := function(t, "def f(x: Real[n]): Real = let y = [exp(sin(x[i])) for i < n] in sum(i < n) y[i] * y[(i + 1) mod n]", "f")
	x := make([]float64, 10_000)
	calls := func(n int) {
		for k := range n {
			_, trace, err := f.Forward(t.Context(), x)
			require.NoError(t, err)
			if k%2 == 0 {
				_, err = trace.Reverse(t.Context(), 1)
				require.NoError(t, err)
			} else {
				trace.Close()
			}
		}
		runtime.GC()
		debug.FreeOSMemory() // what Go has collected is not a leak
	}
	calls(100)
	before := resident(t)
	calls(2000)
	assert.Less(t, resident(t)-before, 32<<20, "2,000 traces have 160 MB")
}
