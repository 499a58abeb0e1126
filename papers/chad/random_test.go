package chad_test

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/internal/coredata"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gen"
	"procad/internal/mod61"
	"procad/papers"
	"procad/papers/chad"
	"procad/papers/number"
	"procad/pipeline"
	"procad/source"
	"procad/source/elaborate"
)

var programs = flag.Int("programs", 200, "how many random programs to check")

// A subject is a function, and arguments for it.
type subject struct {
	program *core.Program
	f       *core.Def
	args    []eval.Value
}

// random is a random program without derivatives in it.
func random(t require.TestingT, seed uint64, opts gen.Options) subject {
	p := gen.New(gen.FromSeed(seed), opts)
	return load(t, p.Text, p.Main, p.Data)
}

// load is a function of a text, with arguments of JSON.
func load(t require.TestingT, text, name, json string) subject {
	s, _ := loadBoth(t, text, name, json)
	return s
}

// loadBoth is the function before the passes of core, and after them.
func loadBoth(t require.TestingT, text, name, json string) (before, after subject) {
	u, err := pipeline.Load(&diag.Source{Name: "in.fun", Text: text})
	require.NoError(t, err, text)
	checked, _, err := source.Load(&diag.Source{Name: "in.fun", Text: text})
	require.NoError(t, err)
	p := elaborate.Program(checked)
	d, err := u.Entry(name)
	require.NoError(t, err)
	face, err := u.Callable(d)
	require.NoError(t, err)
	args, _, err := data.Read(&diag.Source{Text: json}, face)
	require.NoError(t, err)
	s := subject{program: p, f: p.Lookup(name)}
	for i, v := range args.Values {
		s.args = append(s.args, coredata.Value(s.f.Params[i].Type, v))
	}
	passed, err := u.Core()
	require.NoError(t, err)
	return s, subject{passed, passed.Lookup(name), s.args}
}

const steps = 20_000_000

// seed is a cotangent of a value.
func seed(t core.Type, v eval.Value, next *float64) eval.Value {
	if core.Discrete(t) {
		return eval.Tuple{}
	}
	switch t := t.(type) {
	case core.Basic:
		*next = math.Mod(*next*1.7+0.3, 3)
		return math.Round((*next-1.2)*64) / 64
	case *core.TupleType:
		out := make(eval.Tuple, len(t.Elems))
		for i, e := range t.Elems {
			out[i] = seed(e, v.(eval.Tuple)[i], next)
		}
		return out
	case *core.SumType:
		x := v.(*eval.Variant)
		return &eval.Variant{Con: x.Con, Of: seed(t.Cons[x.Con].Of, x.Of, next)}
	}
	a := v.(*eval.Array)
	out := &eval.Array{Dims: a.Dims}
	for _, x := range a.Elems {
		out.Elems = append(out.Elems, seed(t.(*core.ArrayType).Elem, x, next))
	}
	return out
}

// reals are the Reals of a value, in order.
func reals(v eval.Value) (out []eval.Value) {
	number.Map(v, func(x eval.Value) eval.Value { out = append(out, x); return x })
	return out
}

// near compares two values to 1e-9, scaled.
func near(t require.TestingT, want, got eval.Value, what string) {
	a, b := reals(want), reals(got)
	require.Len(t, b, len(a), what)
	scale := 1.0
	for _, x := range a {
		if y := math.Abs(x.(float64)); !math.IsInf(y, 0) && !math.IsNaN(y) {
			scale = max(scale, y)
		}
	}
	for i := range a {
		x, y := a[i].(float64), b[i].(float64)
		if x == y || math.IsNaN(x) && math.IsNaN(y) {
			continue
		}
		require.LessOrEqual(t, math.Abs(x-y), 1e-9*scale, "%s: %g, want %g", what, y, x)
	}
}

// TestRandom compares D← and D→ with the derivatives of core's evaluator.
func TestRandom(t *testing.T) {
	for n := range uint64(*programs) {
		s := random(t, 20_000_000+n, gen.Options{Kinks: true, Stop: true, Size: 80})
		value, err := eval.Run(s.f, s.args, steps)
		require.NoError(t, err)
		next := 1.0
		w, dx := seed(s.f.Result, value, &next), s.tangents(&next)
		want, err := eval.Derivative(core.VJP, s.f, append(s.args[:len(s.args):len(s.args)], w), steps)
		require.NoError(t, err)
		got, err := chad.System.Gradient(s.program, s.f, s.args, w, number.Float())
		require.NoError(t, err, "%d", n)
		near(t, want.(eval.Tuple)[0], got.Value, fmt.Sprint("value of ", n))
		near(t, want.(eval.Tuple)[1], got.Gradient, fmt.Sprint("gradient of ", n))
		got, err = chad.Efficient.Gradient(s.program, s.f, s.args, w, number.Float())
		require.NoError(t, err, "%d", n)
		near(t, want.(eval.Tuple)[0], got.Value, fmt.Sprint("value of ", n))
		near(t, want.(eval.Tuple)[1], got.Gradient, fmt.Sprint("efficient gradient of ", n))
		want, err = eval.Derivative(core.JVP, s.f, append(s.args[:len(s.args):len(s.args)], dx...), steps)
		require.NoError(t, err)
		y, dy, err := chad.Differentiation.Pushforward(s.f, s.args, dx, number.Float())
		require.NoError(t, err, "%d", n)
		near(t, want, eval.Tuple{y, dy}, fmt.Sprint("tangent of ", n))
	}
}

// TestAfterPasses says that what the passes of core make is said too: arrays of given elements.
func TestAfterPasses(t *testing.T) {
	literals := 0
	for n := range uint64(60) {
		p := gen.New(gen.FromSeed(29_000_000+n), gen.Options{Kinks: true, Size: 60})
		before, after := loadBoth(t, p.Text, p.Main, p.Data)
		core.Visit(after.f.Body, func(t core.Term) {
			if _, ok := t.(*core.Literal); ok {
				literals++
			}
		})
		value, err := eval.Run(before.f, before.args, steps)
		require.NoError(t, err)
		next := 1.0
		w := seed(before.f.Result, value, &next)
		want, err := chad.System.Gradient(before.program, before.f, before.args, w, number.Float())
		require.NoError(t, err)
		for _, system := range []papers.System{chad.System, chad.Efficient} {
			got, err := system.Gradient(after.program, after.f, after.args, w, number.Float())
			require.NoError(t, err, "%d", n)
			near(t, want.Value, got.Value, fmt.Sprint("value of ", n))
			near(t, want.Gradient, got.Gradient, fmt.Sprint("gradient of ", n))
		}
	}
	assert.Positive(t, literals)
}

// tangents are a tangent for each argument.
func (s subject) tangents(next *float64) []eval.Value {
	out := make([]eval.Value, len(s.args))
	for i, x := range s.args {
		out[i] = seed(s.f.Params[i].Type, x, next)
	}
	return out
}

// TestTransposed is property P3 without rounding: <w, D→(t) ẋ> = <D←(t) w, ẋ> modulo
// 2^61-1, where D→ and D← have the same value.
func TestTransposed(t *testing.T) {
	compared := 0
	for n := range uint64(*programs) {
		s := random(t, 21_000_000+n, gen.Options{Field: true, Stop: true, Size: 80})
		value, err := eval.Run(s.f, s.args, steps)
		require.NoError(t, err)
		next := 1.0
		given := append(s.tangents(&next), seed(s.f.Result, value, &next))
		d := number.Mod61()
		given, err = number.Inputs(d, given)
		require.NoError(t, err)
		args, err := number.Inputs(d, s.args)
		require.NoError(t, err)
		dx, w := given[:len(args)], given[len(args)]
		y, dy, err := chad.Differentiation.Pushforward(s.f, args, dx, d)
		if errors.Is(err, mod61.ErrDivide) { // so does the program
			continue
		}
		compared++
		require.NoError(t, err, "%d", n)
		r, err := chad.System.Gradient(s.program, s.f, args, w, d)
		require.NoError(t, err, "%d", n)
		assert.Equal(t, y, r.Value)
		e, err := chad.Efficient.Gradient(s.program, s.f, args, w, d)
		require.NoError(t, err, "%d", n)
		assert.Equal(t, r.Value, e.Value)
		assert.Equal(t, r.Gradient, e.Gradient, "%d", n)
		if !core.Discrete(core.TupleOf(s.f.Type().Params...)) {
			assert.Equal(t, inner(d, w, dy), inner(d, wrap(dx), r.Gradient), "%d", n)
		}
	}
	assert.Greater(t, compared, *programs*9/10)
}

// wrap is the tangent of all parameters.
func wrap(dx []eval.Value) eval.Value {
	if len(dx) == 1 {
		return dx[0]
	}
	return eval.Tuple(dx)
}

// inner is the sum of the products of the Reals of two values of one form.
func inner(d number.Domain, a, b eval.Value) eval.Value {
	total := d.Literal(diag.Pos{}, 0)
	xs, ys := reals(a), reals(b)
	for i := range xs {
		total = d.Prim(diag.Pos{}, core.Add, total, d.Prim(diag.Pos{}, core.Mul, xs[i], ys[i]))
	}
	return total
}

// TestMaxima is the maximum of loops in loops, where a size depends on an index: the first of
// the largest, of Reals and of Ints; of no values it is a run-time error.
func TestMaxima(t *testing.T) {
	text := `def f(x: Real[n], k: Int): Real =
  (max(i < n, j < i * k) x[i] * x[j]) + real(max(i < n, j < i, l < j + k) (i * j - l))`
	for _, c := range []struct {
		x string
		k int
	}{{"[1, 3, -2, 3, 3]", 1}, {"[0.5, -1, -2, 3, 1]", 1}, {"[2, 1, -1]", 1}, {"[-1, -2, -4, -8]", 0}, {"[1]", 1}} {
		s := load(t, text, "f", fmt.Sprintf(`{"x": %s, "k": %d}`, c.x, c.k))
		want, failed := eval.Derivative(core.VJP, s.f, append(s.args[:len(s.args):len(s.args)], 1.0), steps)
		for _, system := range []papers.System{chad.System, chad.Efficient} {
			got, err := system.Gradient(s.program, s.f, s.args, nil, number.Float())
			if failed != nil {
				assert.EqualError(t, err, failed.Error())
				continue
			}
			require.NoError(t, err)
			near(t, want, eval.Tuple{got.Value, got.Gradient}, c.x)
		}
	}
}

// TestP2OfPrograms is property P2 on random programs without kinks: D→(t) is the limit of
// differences. Of several steps the best is taken: with one alone, powers give false alarms.
func TestP2OfPrograms(t *testing.T) {
	compared := 0
	for n := range uint64(100) {
		s := random(t, 28_000_000+n, gen.Options{Size: 40})
		value, err := eval.Run(s.f, s.args, steps)
		require.NoError(t, err)
		next := 1.0
		w, dx := seed(s.f.Result, value, &next), s.tangents(&next)
		_, dy, err := chad.Differentiation.Pushforward(s.f, s.args, dx, number.Float())
		require.NoError(t, err)
		d := number.Float()
		want := inner(d, w, dy).(float64)
		at := func(h float64) float64 {
			moved := make([]eval.Value, len(dx))
			for i := range moved {
				direction := reals(dx[i])
				moved[i] = number.Map(s.args[i], func(x eval.Value) eval.Value {
					y := x.(float64) + h*direction[0].(float64)
					direction = direction[1:]
					return y
				})
			}
			y, err := eval.Run(s.f, moved, steps)
			require.NoError(t, err)
			return inner(d, w, y).(float64)
		}
		best := math.Inf(1)
		for _, h := range []float64{1e-3, 1e-4, 1e-5, 1e-6} {
			best = min(best, math.Abs((at(h)-at(-h))/(2*h)-want))
		}
		if math.IsNaN(best) || math.IsInf(want, 0) {
			continue
		}
		compared++
		assert.LessOrEqual(t, best, 1e-6*max(1, math.Abs(want), math.Abs(at(0))), "%d", n)
	}
	assert.Greater(t, compared, 90)
}
