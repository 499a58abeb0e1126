package delta_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/core"
	"procad/core/eval"
	"procad/diag"
	"procad/internal/gen"
	"procad/internal/mod61"
	"procad/papers/compare"
	"procad/papers/delta"
	"procad/papers/number"
)

// subjects runs a test on random programs in which every number is exact.
func subjects(t *testing.T, first uint64, count int, test func(t *testing.T, s *subject)) {
	compared := 0
	for seed := range uint64(count) {
		p := gen.New(gen.FromSeed(first+seed), gen.Options{Field: true, Size: 40})
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			loaded, err := compare.Load(&diag.Source{Name: "random.fun", Text: p.Text}, p.Main, p.Data)
			require.NoError(t, err, p.Text)
			s := &subject{Subject: loaded, r: rand.New(rand.NewPCG(seed, 1))}
			if core.Discrete(s.Func.Result) {
				t.Skip("nothing to differentiate")
			}
			s.start(t)
			test(t, s)
			compared++
		})
	}
	assert.Greater(t, compared, count/2)
}

// A subject is a program that has been run forwards modulo 2^61-1.
type subject struct {
	*compare.Subject
	r       *rand.Rand
	library *delta.Library
	args    []eval.Value
	run     *delta.Run
}

func (s *subject) start(t *testing.T) {
	var err error
	s.library, err = delta.NewLibrary(s.Program, delta.Order{})
	require.NoError(t, err)
	s.args, err = number.Inputs(number.Mod61(), s.Args)
	require.NoError(t, err)
	s.run, err = delta.Start(s.library, s.Func, s.args, number.Mod61())
	if refused, ok := errors.AsType[*number.Refused](err); ok {
		t.Skip(refused)
	}
	require.NoError(t, err)
}

func (s *subject) reverse(t *testing.T, dt eval.Value) eval.Value {
	ds, err := s.run.Reverse(dt)
	require.NoError(t, err)
	return ds
}

func (s *subject) forward(t *testing.T, ds []eval.Value) eval.Value {
	_, dt, err := delta.JVP(s.library, s.Func, s.args, ds, number.Mod61())
	require.NoError(t, err)
	return dt
}

// seed is a random element of δT.
func (s *subject) seed() eval.Value {
	return tangent(s.Func.Result, s.run.Value, func() eval.Value { return number.Residue(s.r.Uint64N(mod61.Prime)) })
}

// tangents are random elements of δS.
func (s *subject) tangents() []eval.Value {
	out := make([]eval.Value, len(s.args))
	for i, p := range s.Func.Params {
		out[i] = tangent(p.Type, s.args[i], func() eval.Value { return number.Residue(s.r.Uint64N(mod61.Prime)) })
	}
	return out
}

// tangent is a value of δt with the constructors and sizes of x.
func tangent(t core.Type, x eval.Value, real func() eval.Value) eval.Value {
	if core.Discrete(t) {
		return eval.Tuple{}
	}
	switch t := t.(type) {
	case *core.TupleType:
		out := make(eval.Tuple, len(t.Elems))
		for i, e := range t.Elems {
			out[i] = tangent(e, x.(eval.Tuple)[i], real)
		}
		return out
	case *core.SumType:
		v := x.(*eval.Variant)
		return &eval.Variant{Con: v.Con, Of: tangent(t.Cons[v.Con].Of, v.Of, real)}
	case *core.ArrayType:
		a := x.(*eval.Array)
		out := &eval.Array{Dims: a.Dims, Elems: make([]eval.Value, len(a.Elems))}
		for i, e := range a.Elems {
			out.Elems[i] = tangent(t.Elem, e, real)
		}
		return out
	}
	return real()
}

// reals are the Reals of values, in order.
func reals(values ...eval.Value) (out []uint64) {
	for _, v := range values {
		number.Map(v, func(x eval.Value) eval.Value { out = append(out, uint64(x.(number.Residue))); return x })
	}
	return out
}

// dot is the inner product of the Reals of two values of one form.
func dot(t *testing.T, xs, ys []uint64) uint64 {
	require.Len(t, ys, len(xs))
	var sum uint64
	for i := range xs {
		sum = mod61.Add(sum, mod61.Mul(xs[i], ys[i]))
	}
	return sum
}

// TestLemma1 is dtᵀ · F{e}(s, ds) = R{e}(s, dt) · ds, exactly.
func TestLemma1(t *testing.T) {
	subjects(t, 30_000_000, 120, func(t *testing.T, s *subject) {
		ds, dt := s.tangents(), s.seed()
		assert.Equal(t, dot(t, reals(s.forward(t, ds)), reals(dt)), dot(t, reals(s.reverse(t, dt)), reals(ds...)))
	})
}

// TestTheorem6 is R{e}(s, dt) = dtᵀ · J, where column i of J is F{e}(s, i-th unit vector):
// the whole Jacobian. It is also what Figure 6 gives.
func TestTheorem6(t *testing.T) {
	subjects(t, 31_000_000, 60, func(t *testing.T, s *subject) {
		dt := s.seed()
		got := reals(s.reverse(t, dt))
		for i := range got {
			k := -1
			unit := make([]eval.Value, len(s.args))
			for j, p := range s.Func.Params {
				unit[j] = tangent(p.Type, s.args[j], func() eval.Value {
					if k++; k == i {
						return number.Residue(1)
					}
					return number.Residue(0)
				})
			}
			require.Equal(t, dot(t, reals(s.forward(t, unit)), reals(dt)), got[i], "entry %d", i)
		}
		_, ds, _, err := delta.AllAtOnce(s.library, s.Func, s.args, dt, number.Mod61())
		require.NoError(t, err)
		assert.Equal(t, got, reals(ds), "Figure 6")
	})
}

// TestPrimal is section 4's primal_T (D{e} s) = e (primal_S s): the evaluator of core gives e.
func TestPrimal(t *testing.T) {
	subjects(t, 32_000_000, 60, func(t *testing.T, s *subject) {
		want, err := eval.Run(s.Func, s.Args, 1_000_000)
		require.NoError(t, err)
		r := start(t, s.Subject, delta.Order{})
		assert.Equal(t, want, r.Value)
		y, _, err := delta.Value(s.library, s.Func, s.args, number.Mod61())
		require.NoError(t, err)
		assert.Equal(t, y, s.run.Value)
	})
}

// TestLinear says that R{e}(s, 0) = 0 and R{e}(s, dt1 + dt2) = R{e}(s, dt1) + R{e}(s, dt2),
// of one tape, which reverse runs do not change.
func TestLinear(t *testing.T) {
	subjects(t, 33_000_000, 60, func(t *testing.T, s *subject) {
		x, y := s.seed(), s.seed()
		xs, ys := reals(x), reals(y)
		next := 0
		sum := tangent(s.Func.Result, s.run.Value, func() eval.Value {
			next++
			return number.Residue(mod61.Add(xs[next-1], ys[next-1]))
		})
		zero := tangent(s.Func.Result, s.run.Value, func() eval.Value { return number.Residue(0) })
		gx, gy, gsum := reals(s.reverse(t, x)), reals(s.reverse(t, y)), reals(s.reverse(t, sum))
		for i, z := range reals(s.reverse(t, zero)) {
			assert.Zero(t, z)
			assert.Equal(t, mod61.Add(gx[i], gy[i]), gsum[i])
		}
	})
}

// TestOrder says that the gradient does not depend on the order of evaluation, nor on whether
// literals are bindings, nor on the dot product of Figure 16.
func TestOrder(t *testing.T) {
	subjects(t, 34_000_000, 60, func(t *testing.T, s *subject) {
		dt := s.seed()
		want := reals(s.reverse(t, dt))
		for _, order := range []delta.Order{{RightToLeft: true}, {Literals: true}, {RightToLeft: true, Literals: true}} {
			l, err := delta.NewLibrary(s.Program, order)
			require.NoError(t, err)
			r, err := delta.Start(l, s.Func, s.args, number.Mod61())
			require.NoError(t, err)
			got, err := r.Reverse(dt)
			require.NoError(t, err)
			assert.Equal(t, want, reals(got), "%+v", order)
		}
		u, err := s.run.Dot(dt)
		require.NoError(t, err)
		got, err := s.run.ReverseOf(u)
		require.NoError(t, err)
		assert.Equal(t, want, reals(got), "with the dot product")
	})
}

// TestMapAndArray compares Figure 11, on the nested Lets that runDelta makes, with the array
// form of section 5.3.3.
func TestMapAndArray(t *testing.T) {
	subjects(t, 35_000_000, 60, func(t *testing.T, s *subject) {
		dt := s.seed()
		want := reals(s.reverse(t, dt))
		u, err := s.run.Dot(dt)
		require.NoError(t, err)
		m := delta.NewMap(number.Mod61())
		m.Eval(number.Residue(1), s.run.Tape.Nested(u))
		for i, x := range want {
			got := m.Entries[i+1]
			if got == nil {
				got = number.Residue(0)
			}
			assert.Equal(t, number.Residue(x), got, "input %d", i)
			delete(m.Entries, i+1)
		}
		assert.Empty(t, m.Entries, "a binding was not evaluated")
	})
}

// A deltas generator makes random Deltas with Lets whose ids are distinct.
type deltas struct {
	r    *rand.Rand
	next int
}

func (g *deltas) number() number.Residue { return number.Residue(g.r.Uint64N(mod61.Prime)) }

// make is a Delta with free ids 0 … 4, and those in scope.
func (g *deltas) make(depth int, scope []int) delta.Delta {
	kind := g.r.IntN(6)
	if depth == 0 {
		kind = g.r.IntN(3)
	}
	switch kind {
	case 0:
		return delta.Zero{}
	case 1, 2:
		return delta.Var{ID: scope[g.r.IntN(len(scope))]}
	case 3:
		return &delta.Scale{By: g.number(), Of: g.make(depth-1, scope)}
	case 4:
		return &delta.Add{X: g.make(depth-1, scope), Y: g.make(depth-1, scope)}
	}
	g.next++
	id := g.next
	bound := g.make(depth-1, scope)
	return &delta.Let{ID: id, Bound: bound, In: g.make(depth-1, append(scope[:len(scope):len(scope)], id))}
}

// meaning is [[u]]g of section 7, where g has a number for each free id.
//
//	[[Zero]] = 0   [[Scale r u]] = r [[u]]   [[Add u v]] = [[u]] + [[v]]   [[Var i]] = g i
//	[[Let i u v]] g = [[v]] (g[i ↦ [[u]] g])
func meaning(u delta.Delta, g map[int]uint64) uint64 {
	switch u := u.(type) {
	case *delta.Scale:
		return mod61.Mul(uint64(u.By.(number.Residue)), meaning(u.Of, g))
	case *delta.Add:
		return mod61.Add(meaning(u.X, g), meaning(u.Y, g))
	case delta.Var:
		return g[u.ID]
	case *delta.Let:
		inner := map[int]uint64{u.ID: meaning(u.Bound, g)}
		for i, x := range g {
			inner[i] = x
		}
		return meaning(u.In, inner)
	}
	return 0
}

// TestLemma10 is s · [[u]] g = Σ ((eval s u m) i − m i) · g i over the free ids i of u.
func TestLemma10(t *testing.T) {
	g := &deltas{r: rand.New(rand.NewPCG(1, 2)), next: 4}
	for range 2000 {
		u := g.make(6, []int{0, 1, 2, 3, 4})
		env, before := map[int]uint64{}, map[int]uint64{}
		m := delta.NewMap(number.Mod61())
		for i := range 5 {
			env[i] = uint64(g.number())
			if g.r.IntN(2) == 0 {
				before[i] = uint64(g.number())
				m.Entries[i] = number.Residue(before[i])
			}
		}
		s := g.number()
		m.Eval(s, u)
		var sum uint64
		for i := range 5 {
			if x, ok := m.Entries[i]; ok {
				change := mod61.Add(uint64(x.(number.Residue)), mod61.Neg(before[i]))
				sum = mod61.Add(sum, mod61.Mul(change, env[i]))
			}
			delete(m.Entries, i)
		}
		require.Equal(t, mod61.Mul(uint64(s), meaning(u, env)), sum)
		require.Empty(t, m.Entries)
	}
}

// size is how many constructors u has, as a tree.
func size(u delta.Delta) int64 {
	switch u := u.(type) {
	case *delta.Scale:
		return 1 + size(u.Of)
	case *delta.Add:
		return 1 + size(u.X) + size(u.Y)
	case *delta.Let:
		return 1 + size(u.Bound) + size(u.In)
	}
	return 1
}

// TestLemma4 says that eval x u m sees each constructor of u at most once, and makes an
// entry for no more than those.
func TestLemma4(t *testing.T) {
	g := &deltas{r: rand.New(rand.NewPCG(3, 4)), next: 4}
	for range 2000 {
		u := g.make(8, []int{0, 1, 2, 3, 4})
		m := delta.NewMap(number.Mod61())
		m.Eval(g.number(), u)
		require.LessOrEqual(t, m.Visits, size(u))
		require.LessOrEqual(t, int64(len(m.Entries)), size(u))
	}
}

// A cost is what a run of e, of D{e} and of R{e} does: steps of the machine, operations on
// numbers, Deltas that eval sees, and numbers on the tape.
type cost struct{ value, forward, reverse, memory int64 }

func costOf(t testing.TB, p *core.Program, f *core.Def, args []eval.Value) cost {
	l, err := delta.NewLibrary(p, delta.Order{})
	require.NoError(t, err)
	d := number.Float()
	_, steps, err := delta.Value(l, f, args, d)
	require.NoError(t, err)
	c := cost{value: steps + d.Operations()}
	d = number.Float()
	r, err := delta.Start(l, f, args, d)
	require.NoError(t, err)
	c.forward = r.Steps + d.Operations() + int64(len(r.Tape.Binds))
	_, err = r.Reverse(1.0)
	require.NoError(t, err)
	c.reverse = r.Steps + d.Operations() + int64(len(r.Tape.Binds)) + r.Visits
	c.memory = r.Tape.Bytes()
	return c
}

// TestLemma3 and Theorem 5 on random programs: time(D{e}) and time(R{e}) are at most a constant times
// time(e), and what is kept is at most a constant times time(e). The constants are
// those of a primitive with two arguments and the longest partial derivatives.
func TestLemma3(t *testing.T) {
	for seed := range uint64(100) {
		p := gen.New(gen.FromSeed(36_000_000+seed), gen.Options{Kinks: true, Size: 60})
		s, err := compare.Load(&diag.Source{Name: "random.fun", Text: p.Text}, p.Main, p.Data)
		require.NoError(t, err)
		if s.Func.Result != core.Real {
			continue
		}
		c := costOf(t, s.Program, s.Func, s.Args)
		assert.LessOrEqual(t, c.forward, 6*c.value, "Lemma 3 (1): %s", p.Text)
		assert.LessOrEqual(t, c.memory, 12*c.value, "Lemma 3 (2): %s", p.Text)
		assert.LessOrEqual(t, c.reverse, 10*c.value, "Theorem 5 (1): %s", p.Text)
	}
}

// TestTheorem5 is E24: the ratio of R{e} to e does not depend on the size, and there is one
// binding for each operation.
func TestTheorem5(t *testing.T) {
	text := func(format string) func(n int) (*core.Program, *core.Def, []eval.Value) {
		return func(n int) (*core.Program, *core.Def, []eval.Value) {
			ones := strings.TrimSuffix(strings.Repeat("1, ", n), ", ")
			s := load(t, strings.ReplaceAll(format, "N", strconv.Itoa(n)), `{"x": [`+ones+`]}`)
			return s.Program, s.Func, s.Args
		}
	}
	term := func(body func(n int, x core.Term) core.Term) func(n int) (*core.Program, *core.Def, []eval.Value) {
		return func(n int) (*core.Program, *core.Def, []eval.Value) {
			d := real(1, func(x []core.Term) core.Term { return body(n, x[0]) })
			return &core.Program{Defs: []*core.Def{d}}, d, []eval.Value{0.9}
		}
	}
	for name, c := range map[string]struct {
		make  func(n int) (*core.Program, *core.Def, []eval.Value)
		binds func(n int) int
	}{
		"doubling": {text(`def f(x: Real[n]): Real = nTimes(N, x[0], \s. s + s)`), func(n int) int { return n }},
		"sines":    {text(`def f(x: Real[n]): Real = nTimes(N, x[0], \s. sin(s))`), func(n int) int { return n }},
		"dot":      {text(`def f(x: Real[n]): Real = sum(i < n) x[i] * x[i]`), func(n int) int { return 2*n - 1 }},
		"discrete": {text(`def f(x: Real[n]): Real = let k = nTimes(N, 0, \k. (k + 3) mod 7) in real(k) * x[0]`), func(int) int { return 1 }},
		"closures": {term(e19), func(n int) int { return n + 1 }},
		"redexes":  {term(redexes), func(n int) int { return n }},
		"recursion": {func(n int) (*core.Program, *core.Def, []eval.Value) {
			d := power()
			return &core.Program{Defs: []*core.Def{d}}, d, []eval.Value{1.0, int64(n)}
		}, func(n int) int { return n }},
	} {
		t.Run(name, func(t *testing.T) {
			var ratios []float64
			for _, n := range []int{100, 1000} {
				p, f, args := c.make(n)
				l, err := delta.NewLibrary(p, delta.Order{})
				require.NoError(t, err)
				r, err := delta.Start(l, f, args, number.Float())
				require.NoError(t, err)
				assert.Len(t, r.Tape.Binds, c.binds(n), "n = %d", n)
				cost := costOf(t, p, f, args)
				ratios = append(ratios, float64(cost.reverse)/float64(cost.value))
			}
			t.Logf("R{e}/e: %.3f", ratios)
			assert.LessOrEqual(t, math.Abs(ratios[1]/ratios[0]-1), 0.03)
		})
	}
}

// redexes is (\x1. (\x2. … xn + xn …) (x1 + x1)) x: without sharing it doubles at each level.
func redexes(n int, x core.Term) core.Term {
	if n == 0 {
		return x
	}
	return apply(lam(core.Real, func(y core.Term) core.Term { return redexes(n-1, y) }), add(x, x))
}
