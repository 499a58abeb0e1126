package chad

import (
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
	"procad/papers/chad/linear"
	"procad/papers/number"
	"procad/pipeline"
	"procad/source"
	"procad/source/elaborate"
)

// randomDefinition is a definition of a random program in the source language.
func randomDefinition(t *testing.T, seed uint64) (*core.Def, *Def, []eval.Value) {
	p := gen.New(gen.FromSeed(seed), gen.Options{Kinks: true, Stop: true, Size: 15})
	u, err := pipeline.Load(&diag.Source{Name: "in.fun", Text: p.Text})
	require.NoError(t, err)
	d, err := u.Entry(p.Main)
	require.NoError(t, err)
	face, err := u.Callable(d)
	require.NoError(t, err)
	given, _, err := data.Read(&diag.Source{Text: p.Data}, face)
	require.NoError(t, err)
	checked, _, err := source.Load(&diag.Source{Name: "in.fun", Text: p.Text})
	require.NoError(t, err)
	f := elaborate.Program(checked).Lookup(p.Main)
	var args []eval.Value
	for i, v := range given.Values {
		args = append(args, coredata.Value(f.Params[i].Type, v))
	}
	def, err := Definition(f)
	require.NoError(t, err)
	return f, def, args
}

// pulled is the value of D(f) x and what its second part, a linear function or a function, is of dx.
func pulled(t *testing.T, d *Def, x, dx Value) (y, dy Value) {
	m := newMachine(number.Float(), reals{number.Float()}, 1_000_000)
	p := m.eval((*env)(nil).with(d.Param, x), d.Body)
	return firstOf(p), apply(secondOf(p), dx)
}

// TestTable1 takes D→ and D← of random programs to the concrete language and through
// the rules of Table 1. What each of them makes has the type of what it is made of, and
// the programs have the values and derivatives that they had, in no more steps.
func TestTable1(t *testing.T) {
	applied := map[string]int{}
	for n := range uint64(60) {
		f, def, args := randomDefinition(t, 22_000_000+n)
		x := argument(f.Type().Params, args)
		value, err := eval.Run(f, args, 1_000_000)
		require.NoError(t, err)
		for _, mode := range []Mode{Forward, Reverse} {
			d, err := NewDeriver(mode, Derivatives).Def(def)
			require.NoError(t, err)
			dx := cotangents(f.Type().Params, ones(args))
			if mode == Reverse {
				dx = cotangent(f.Result, ones([]eval.Value{value})[0])
			}
			y, dy := pulled(t, d, x, dx)
			c := ConcreteDef(d)
			of, err := Check(c.Body, c.Param)
			require.NoError(t, err)
			require.Equal(t, concreteType(d.Result), of)
			if nodes(c.Body) > 400 {
				continue // to check every step takes the square of it
			}
			gotY, gotDy := pulled(t, c, x, dx)
			assertSame(t, y, gotY)
			assertSame(t, dy, gotDy)
			c.Body = Simplify(c.Body, Table1(), func(r Rule, before, after Term) {
				applied[r.Name]++
				was, err := Check(before, free(before)...)
				require.NoError(t, err)
				is, err := Check(after, free(before)...)
				require.NoError(t, err, "%s: %s ⇝ %s", r.Name, Text(before), Text(after))
				require.Equal(t, was, is, r.Name)
			})
			require.NoError(t, CheckDef(c))
			gotY, gotDy = pulled(t, c, x, dx)
			assertSame(t, y, gotY)
			assertSame(t, dy, gotDy)
		}
	}
	assert.Greater(t, len(applied), 12)
}

// ones are tangents whose Reals are 1, for values.
func ones(values []eval.Value) []eval.Value {
	out := make([]eval.Value, len(values))
	for i, v := range values {
		out[i] = number.Map(v, func(eval.Value) eval.Value { return 1.0 })
	}
	return out
}

// assertSame compares elements of monoids: 0 is a number 0, or a pair of 0, …
func assertSame(t *testing.T, want, got Value) {
	switch want := want.(type) {
	case nil:
		require.True(t, null(got), "%v is not 0", got)
	case *linear.Pair:
		assertSame(t, want.A, firstOf(got))
		assertSame(t, want.B, secondOf(got))
	case *linear.Either:
		if got == nil {
			require.True(t, null(want))
			return
		}
		require.Equal(t, want.Right, got.(*linear.Either).Right)
		assertSame(t, want.X, got.(*linear.Either).X)
	case *linear.Array:
		if got == nil {
			require.True(t, null(want))
			return
		}
		require.Equal(t, want.Dims, got.(*linear.Array).Dims)
		for i, x := range want.Elems {
			assertSame(t, x, got.(*linear.Array).Elems[i])
		}
	case float64:
		x, _ := got.(float64)
		require.True(t, want == x || math.IsNaN(want) || math.Abs(want-x) <= 1e-9*max(1, math.Abs(want)), "%g, want %g", x, want)
	default:
		require.Equal(t, want, got)
	}
}

// null says that all numbers in a value are 0.
func null(v Value) bool {
	switch v := v.(type) {
	case nil:
		return true
	case *linear.Pair:
		return null(v.A) && null(v.B)
	case *linear.Either:
		return null(v.X)
	case *linear.Array:
		for _, x := range v.Elems {
			if !null(x) {
				return false
			}
		}
		return true
	}
	return v == 0.0
}

// nodes is the size of a term of the concrete language.
func nodes(t Term) int {
	n := 1
	inside(t, func(s Term) { n += nodes(s) })
	return n
}
