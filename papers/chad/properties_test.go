package chad

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/papers/chad/linear"
	"procad/papers/number"
)

// The properties P1 to P6 of the theorems of section 8: 8.3 for first-order programs, and
// what follows from it. P5 is checked where D makes a term (Deriver.Term), for all tests.

// at is the value and the derivative of D(f) at x.
func at(t *testing.T, mode Mode, def *Def, x Value) (y Value, df func(Value) Value) {
	d, err := NewDeriver(mode, Derivatives).Def(def)
	require.NoError(t, err)
	m := newMachine(number.Float(), reals{number.Float()}, 100_000_000)
	p := m.eval((*env)(nil).with(d.Param, x), d.Body)
	return firstOf(p), secondOf(p).(linear.LFun).At
}

// each runs a property on random programs, with a random tangent and cotangent for each.
func each(t *testing.T, first uint64, property func(t *testing.T, s *sample)) {
	for n := range uint64(100) {
		f, def, args := randomDefinition(t, first+n)
		value, err := eval.Run(f, args, 1_000_000)
		require.NoError(t, err)
		r := rand.New(rand.NewPCG(n, 1))
		random := func(v eval.Value) eval.Value {
			return number.Map(v, func(eval.Value) eval.Value { return r.NormFloat64() })
		}
		s := &sample{f: f, def: def, args: args, value: value, x: argument(f.Type().Params, args)}
		for range 2 {
			var dx []eval.Value
			for _, a := range args {
				dx = append(dx, random(a))
			}
			s.dx = append(s.dx, cotangents(f.Type().Params, dx))
			s.w = append(s.w, cotangent(f.Result, random(value)))
		}
		property(t, s)
	}
}

// A sample is a random program at arguments, with two tangents and two cotangents.
type sample struct {
	f     *core.Def
	def   *Def
	args  []eval.Value
	value eval.Value
	x     Value
	dx, w []Value
}

// TestP1 says that the first part of D→(t) and of D←(t) is t.
func TestP1(t *testing.T) {
	each(t, 23_000_000, func(t *testing.T, s *sample) {
		for _, mode := range []Mode{Forward, Reverse} {
			y, _ := at(t, mode, s.def, s.x)
			assertSame(t, into(s.f.Result, s.value), y)
		}
	})
}

// TestP2 compares D→(t) with finite differences, of programs without kinks.
func TestP2(t *testing.T) {
	x, y := realVar("x"), realVar("y")
	for name, c := range map[string]struct {
		o  open
		at []Value
	}{
		"figure 1 (b)": {fig1b(), reals64(0.5, -1.2, 0.8, 1.5)},
		"a closure":    {open{[]*Var{x, y}, app(lam("z", RealType{}, func(z Term) Term { return sine(mul(use(x), z)) }), mul(use(y), use(y)))}, reals64(0.7, 1.1)},
		"functions":    {redexes(3), reals64(0.4)},
		"bindings":     {chain(5), reals64(0.4)},
	} {
		_, push := c.o.at(t, Forward, c.at...)
		for i := range c.at {
			value := func(h float64) float64 {
				moved := append([]Value{}, c.at...)
				moved[i] = moved[i].(float64) + h
				y, _ := c.o.at(t, Forward, moved...)
				return y.(float64)
			}
			e := make([]Value, len(c.at))
			for k := range e {
				e[k] = 0.0
			}
			e[i] = 1.0
			const h = 1e-5
			assert.InDelta(t, (value(h)-value(-h))/(2*h), push(tuple(e...)), 1e-8, "%s, %d", name, i)
		}
	}
}

// TestP3 is <w, D→(t) ẋ> = <D←(t) w, ẋ>. TestTransposed is the same without rounding.
func TestP3(t *testing.T) {
	each(t, 24_000_000, func(t *testing.T, s *sample) {
		_, push := at(t, Forward, s.def, s.x)
		_, back := at(t, Reverse, s.def, s.x)
		a, b := dotProduct(s.w[0], push(s.dx[0])), dotProduct(back(s.w[0]), s.dx[0])
		if finite(a) && finite(b) {
			assert.InDelta(t, a, b, 1e-9*max(1, math.Abs(a), magnitude(s.w[0])*magnitude(push(s.dx[0]))))
		}
	})
}

// TestP4 is linearity: D←(t) 0 = 0 and D←(t) (a + b) = D←(t) a + D←(t) b, and for D→.
func TestP4(t *testing.T) {
	m := &linear.Monoid{Ground: reals{number.Float()}}
	each(t, 25_000_000, func(t *testing.T, s *sample) {
		for mode, ds := range map[Mode][]Value{Forward: s.dx, Reverse: s.w} {
			_, df := at(t, mode, s.def, s.x)
			assert.Nil(t, df(nil))
			sum, parts := df(m.Plus(ds[0], ds[1])), m.Plus(df(ds[0]), df(ds[1]))
			if finite(magnitude(parts)) {
				assert.LessOrEqual(t, distance(m, sum, parts), 1e-9*max(1, magnitude(df(ds[0]))+magnitude(df(ds[1]))))
			}
		}
	})
}

// TestP5 says that D(f) has the type of section 7.3.
func TestP5(t *testing.T) {
	each(t, 26_000_000, func(t *testing.T, s *sample) {
		for _, mode := range []Mode{Forward, Reverse} {
			d, err := NewDeriver(mode, Derivatives).Def(s.def)
			require.NoError(t, err)
			of, err := Check(d.Body, d.Param)
			require.NoError(t, err)
			assert.Equal(t, mode.primal(s.def.Type()), FunType{d.Param.Type, of})
		}
	})
}

// TestP6 is that equal programs (Figure 4) have equal values and derivatives: bindings put
// in, functions expanded, pairs taken apart and put together.
func TestP6(t *testing.T) {
	x, y := realVar("x"), realVar("y")
	vars := []*Var{x, y}
	e := func(a, b Term) Term { return add(sine(mul(a, b)), prim("exp", a)) }
	plain := e(use(x), mul(use(x), use(y)))
	p := ProdType{RealType{}, RealType{}}
	for _, t2 := range map[string]Term{
		"let x = t in s = s[t/x]": let("z", RealType{}, mul(use(x), use(y)), func(z Term) Term { return e(use(x), z) }),
		"(λx. t) s = t[s/x]":      app(lam("z", RealType{}, func(z Term) Term { return e(z, mul(z, use(y))) }), use(x)),
		"t = λx. t x":             app(let("f", realToReal, lam("z", RealType{}, func(z Term) Term { return e(use(x), z) }), func(f Term) Term { return lam("z", RealType{}, func(z Term) Term { return app(f, z) }) }), mul(use(x), use(y))),
		"fst <t, s> = t":          fst(&Pair{plain, sine(use(y))}),
		"snd <t, s> = s":          snd(&Pair{sine(use(y)), e(use(x), mul(use(x), use(y)))}),
		"t = <fst t, snd t>": let("p", p, &Pair{use(x), mul(use(x), use(y))}, func(q Term) Term {
			return let("q", p, &Pair{fst(q), snd(q)}, func(q Term) Term { return e(fst(q), snd(q)) })
		}),
		"a function of a function": app(app(lam("g", FunType{RealType{}, realToReal}, func(g Term) Term { return app(g, use(x)) }), lam("a", RealType{}, func(a Term) Term { return lam("b", RealType{}, func(b Term) Term { return e(a, b) }) })), mul(use(x), use(y))),
	} {
		for _, c := range [][]Value{reals64(0.3, 1.2), reals64(-1.5, 0.4), reals64(0, 0)} {
			want, back := open{vars, plain}.at(t, Reverse, c...)
			open{vars, t2}.reverse(t, c, want, 1.0, back(1.0))
			_, push := open{vars, plain}.at(t, Forward, c...)
			open{vars, t2}.column(t, c, numbers(1, 0), push(numbers(1, 0)))
		}
	}
}

// TestCorollary72 says that the code of D grows in proportion to that of t, where each binding
// uses the one before: otherwise an injection into the context is as long as the context.
func TestCorollary72(t *testing.T) {
	size := func(n int) (source, derivative int) {
		o := chain(n)
		d, err := NewDeriver(Reverse, Derivatives).Term(o.term, o.vars...)
		require.NoError(t, err)
		length := func(text string) int { return len(strings.Join(strings.Fields(text), "")) }
		return length(Text(o.term, o.vars...)), length(Text(d.Term, d.Vars...))
	}
	s1, d1 := size(20)
	s2, d2 := size(40)
	s3, d3 := size(80)
	assert.InDelta(t, float64(d2-d1)/float64(s2-s1), float64(d3-d2)/float64(s3-s2), 0.1*float64(d2-d1)/float64(s2-s1))
}

// TestCost is the bound of Efficient CHAD, in the steps of this evaluator: those of value and
// gradient are at most 5 + 34 c + |w| + 4 |Γ|, where c are the steps of the value.
func TestCost(t *testing.T) {
	each(t, 27_000_000, func(t *testing.T, s *sample) {
		e := newElaborator()
		def, err := e.definition(s.f)
		require.NoError(t, err)
		d := number.Float()
		m := newEfficient(d, reals{d}, 10_000_000, e.types)
		inner := m.with(nil, def.Param, s.x)
		_, bp := m.efficient(inner, def.Body)
		value := m.steps
		bp.run(s.w[0])
		assert.LessOrEqual(t, m.steps, 5+34*value+numbersIn(s.w[0])+4)
	})
}

func numbersIn(v Value) (n int) {
	visit(v, func(float64) { n++ })
	return n
}

// visit calls f for each number of an element of a monoid.
func visit(v Value, f func(float64)) {
	switch v := v.(type) {
	case *linear.Pair:
		visit(v.A, f)
		visit(v.B, f)
	case *linear.Either:
		visit(v.X, f)
	case *linear.Array:
		for _, x := range v.Elems {
			visit(x, f)
		}
	case float64:
		f(v)
	}
}

func magnitude(v Value) (most float64) {
	visit(v, func(x float64) { most += math.Abs(x) })
	return most
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// distance is the largest difference of two elements.
func distance(m *linear.Monoid, a, b Value) (most float64) {
	visit(m.Plus(a, scaledBy(-1, b)), func(x float64) { most = max(most, math.Abs(x)) })
	return most
}

func scaledBy(c float64, v Value) Value {
	switch v := v.(type) {
	case *linear.Pair:
		return &linear.Pair{A: scaledBy(c, v.A), B: scaledBy(c, v.B)}
	case *linear.Either:
		return &linear.Either{Right: v.Right, X: scaledBy(c, v.X)}
	case *linear.Array:
		out := &linear.Array{Dims: v.Dims}
		for _, x := range v.Elems {
			out.Elems = append(out.Elems, scaledBy(c, x))
		}
		return out
	case float64:
		return c * v
	}
	return v
}

// dotProduct is the inner product of two elements of one monoid.
func dotProduct(a, b Value) float64 {
	if a == nil || b == nil {
		return 0
	}
	switch a := a.(type) {
	case *linear.Pair:
		return dotProduct(a.A, firstOf(b)) + dotProduct(a.B, secondOf(b))
	case *linear.Either:
		return dotProduct(a.X, b.(*linear.Either).X)
	case *linear.Array:
		total := 0.0
		for i, x := range a.Elems {
			total += dotProduct(x, b.(*linear.Array).Elems[i])
		}
		return total
	}
	return a.(float64) * b.(float64)
}
