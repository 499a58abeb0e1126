package chad

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"procad/papers/chad/linear"
)

// fig1a is Figure 1 (a): let y = 2 * x; z = x * y; w = cos z in <y, z, w>.
func fig1a() open {
	x := realVar("x")
	return open{[]*Var{x}, let("y", RealType{}, mul(constant(2), use(x)), func(y Term) Term {
		return let("z", RealType{}, mul(use(x), y), func(z Term) Term {
			return let("w", RealType{}, cosine(z), func(w Term) Term { return pairs(y, z, w) })
		})
	})}
}

// fig1b is Figure 1 (b): let y = x1 * x4 + 2 * x2; z = y * x3; w = z + x4; v = sin w in v.
func fig1b() open {
	x1, x2, x3, x4 := realVar("x1"), realVar("x2"), realVar("x3"), realVar("x4")
	return open{[]*Var{x1, x2, x3, x4},
		let("y", RealType{}, add(mul(use(x1), use(x4)), mul(constant(2), use(x2))), func(y Term) Term {
			return let("z", RealType{}, mul(y, use(x3)), func(z Term) Term {
				return let("w", RealType{}, add(z, use(x4)), func(w Term) Term {
					return let("v", RealType{}, sine(w), func(v Term) Term { return v })
				})
			})
		})}
}

// fig2a is Figure 2 (a): let f = λz. x * z + 1; zs = replicate x; ys = map f zs in ys.
func fig2a(n int64) open {
	x := realVar("x")
	return open{[]*Var{x}, let("f", realToReal, lam("z", RealType{}, func(z Term) Term {
		return add(mul(use(x), z), constant(1))
	}), func(f Term) Term {
		return let("zs", vectorType, vector(Replicate, whole(n), use(x)), func(zs Term) Term {
			return let("ys", vectorType, mapOf(f, zs), func(ys Term) Term { return ys })
		})
	})}
}

// mapOf is map(z. f z, a).
func mapOf(f, a Term) Term {
	z := realVar("z")
	return &Map{z, app(f, use(z)), a}
}

// fig2b is Figure 2 (b): let f = λx2i. x1 * x2i; ys = map f x2; w = sum ys in w.
func fig2b() open {
	x1, x2 := realVar("x1"), newVar("x2", vectorType)
	return open{[]*Var{x1, x2}, let("f", realToReal, lam("x2i", RealType{}, func(x Term) Term { return mul(use(x1), x) }), func(f Term) Term {
		return let("ys", vectorType, mapOf(f, use(x2)), func(ys Term) Term {
			return let("w", RealType{}, vector(VSum, ys), func(w Term) Term { return w })
		})
	})}
}

// near compares values to 1e-11, scaled, where the numbers of the digest have 15 digits or 12.
func near(t *testing.T, want, got Value) {
	t.Helper()
	switch want := want.(type) {
	case *linear.Pair:
		near(t, want.A, firstOf(got))
		near(t, want.B, secondOf(got))
	case *linear.Array:
		for i, x := range want.Elems {
			var y Value
			if got != nil {
				y = got.(*linear.Array).Elems[i]
			}
			near(t, x, y)
		}
	case float64:
		y, _ := got.(float64)
		assert.LessOrEqual(t, math.Abs(want-y), 1e-11*max(1, math.Abs(want)), "%g, want %g", y, want)
	default:
		assert.Equal(t, want, got)
	}
}

// reverse checks the value and the cotangents of an open term, by D← and by the efficient
// variant.
func (o open) reverse(t *testing.T, values []Value, value, seed, gradient Value) {
	t.Helper()
	y, back := o.at(t, Reverse, values...)
	near(t, value, y)
	near(t, gradient, back(seed))
	y, dx, _ := o.efficient(t, seed, values...)
	near(t, value, y)
	near(t, gradient, dx)
}

// column is J e for the direction e.
func (o open) column(t *testing.T, values []Value, direction, want Value) {
	t.Helper()
	_, push := o.at(t, Forward, values...)
	near(t, want, push(direction))
}

func reals64(xs ...float64) (out []Value) {
	for _, x := range xs {
		out = append(out, x)
	}
	return out
}

func numbers(xs ...float64) Value { return tuple(reals64(xs...)...) }

// TestA1 is Figure 1 (a) and (c).
func TestA1(t *testing.T) {
	for _, c := range []struct {
		x        float64
		value, j Value
	}{
		{0.7, numbers(1.4, 0.98, 0.557022546766217), numbers(2, 2.8, -2.32539263737752)},
		{1, numbers(2, 2, -0.416146836547142), numbers(2, 4, -3.63718970730273)},
		{0, numbers(0, 0, 1), numbers(2, 0, 0)},
	} {
		y, push := fig1a().at(t, Forward, c.x)
		near(t, c.value, y)
		near(t, c.j, push(1.0))
	}
	fig1a().reverse(t, reals64(0.7), numbers(1.4, 0.98, 0.557022546766217), numbers(0.5, -1, 2), -6.45078527475503)
}

// TestA2 is Figure 1 (b) and (d), where x4 is used twice.
func TestA2(t *testing.T) {
	for _, c := range []struct {
		x           []float64
		y, gradient Value
	}{
		{[]float64{0.5, -1.2, 0.8, 1.5}, 0.179029573425824, numbers(1.18061243134575, 1.57414990846099, -1.6233420931004, 1.37738116990337)},
		{[]float64{1, 2, 3, 4}, 0.270905788307869, numbers(-11.5512703957628, -5.7756351978814, -7.70084693050853, -3.85042346525427)},
		{[]float64{0.1, 0.2, 0.3, 0.4}, 0.507257943129122, numbers(0.10341531346714, 0.517076567335698, 0.379189482712845, 0.887648107259615)},
		{[]float64{0, 0, 0, 0}, 0.0, numbers(0, 0, 0, 1)},
	} {
		fig1b().reverse(t, reals64(c.x...), c.y, 1.0, c.gradient)
	}
}

// TestA3 is Figure 2 (a) and (c).
func TestA3(t *testing.T) {
	fig2a(4).reverse(t, reals64(1.5), vec(3.25, 3.25, 3.25, 3.25), vec(1, 2, 3, 4), 30.0)
	fig2a(4).column(t, reals64(1.5), 1.0, vec(3, 3, 3, 3))
	fig2a(3).reverse(t, reals64(-2), vec(5, 5, 5), vec(1, 2, 3), -24.0)
	fig2a(3).column(t, reals64(-2), 1.0, vec(-4, -4, -4))
}

// TestA4 is Figure 2 (b) and (d).
func TestA4(t *testing.T) {
	fig2b().reverse(t, []Value{2.5, vec(1, -2, 3, 0.5)}, 6.25, 1.0, tuple(2.5, vec(2.5, 2.5, 2.5, 2.5)))
	fig2b().reverse(t, []Value{-1.5, vec(.1, .2, .3)}, -0.9, 2.0, tuple(1.2, vec(-3, -3, -3)))
}

// TestA5 is appendix B.2: λz. x * z + 1, as text, and applied to z.
func TestA5(t *testing.T) {
	b2 := realVar("x")
	files := open{[]*Var{b2}, lam("z", RealType{}, func(z Term) Term { return add(mul(use(b2), z), constant(1)) })}.
		simplified(t, append(Table1(), inline), Forward)
	assert.Equal(t, "<λz. <x * z + 1.0, λv. x * v>, λv_2. λz_2. z_2 * snd v_2>\n", string(files[1].Data))

	x, z := realVar("x"), realVar("z")
	f := lam("z", RealType{}, func(z Term) Term { return add(mul(use(x), z), constant(1)) })
	open{[]*Var{x, z}, app(f, use(z))}.reverse(t, reals64(2, 3), 7.0, 1.0, numbers(3, 2))
}

// TestA7 is the product rule of section 7.3, elementwise.
func TestA7(t *testing.T) {
	a, b := newVar("a", vectorType), newVar("b", vectorType)
	o := open{[]*Var{a, b}, vector(VMul, use(a), use(b))}
	at := []Value{vec(2, 3), vec(5, 7)}
	o.reverse(t, at, vec(10, 21), vec(1, 0), tuple(vec(5, 0), vec(2, 0)))
	o.reverse(t, at, vec(10, 21), vec(0, 1), tuple(vec(0, 7), vec(0, 3)))
	o.column(t, at, tuple(vec(1, 1), vec(0, 0)), vec(5, 7))
	o.column(t, at, tuple(vec(0, 0), vec(1, 1)), vec(2, 3))
}

// TestA8 is the product of a matrix and a vector.
func TestA8(t *testing.T) {
	a, x := newVar("A", matrixType), newVar("x", vectorType)
	o := open{[]*Var{a, x}, vector(MatVec, use(a), use(x))}
	at := []Value{arrayValue([]int64{2, 3}, 1, 2, 3, 4, 5, 6), vec(7, 8, 9)}
	o.reverse(t, at, vec(50, 122), vec(1, 2), tuple(arrayValue([]int64{2, 3}, 7, 8, 9, 14, 16, 18), vec(9, 12, 15)))
	o.column(t, at, tuple(nil, vec(1, 0, 0)), vec(1, 4))
	o.column(t, at, tuple(arrayValue([]int64{2, 3}, 0, 0, 1, 0, 0, 0), nil), vec(9, 0))
}

// TestA9 is the sigmoid.
func TestA9(t *testing.T) {
	x := realVar("x")
	open{[]*Var{x}, prim("logistic", use(x))}.reverse(t, reals64(0.3), 0.574442516811659, 1.0, 0.2444583116907459)
}

// TestA10 says that sum and replicate are transposes of each other.
func TestA10(t *testing.T) {
	x, y := newVar("x", vectorType), realVar("y")
	sum, spread := open{[]*Var{x}, vector(VSum, use(x))}, open{[]*Var{y}, vector(Replicate, whole(3), use(y))}
	sum.reverse(t, []Value{vec(1, 2, 4)}, 7.0, 5.0, vec(5, 5, 5))
	spread.column(t, reals64(1), 5.0, vec(5, 5, 5))
	spread.reverse(t, reals64(2), vec(2, 2, 2), vec(1, 2, 4), 7.0)
	sum.column(t, []Value{vec(0, 0, 0)}, vec(1, 2, 4), 7.0)
}

// TestA11 is the chain rules of section 2.2: D→(f; g) = D→f; D→g and D←(f; g) = D←g; D←f,
// where f; g is let y = f(x) in g(y).
func TestA11(t *testing.T) {
	x, y, z := realVar("x"), realVar("y"), realVar("z")
	f, g := open{[]*Var{x}, sine(use(x))}, open{[]*Var{y}, mul(use(y), use(y))}
	both := open{[]*Var{z}, let("y", RealType{}, sine(use(z)), func(y Term) Term { return mul(y, y) })}
	y1, pushF := f.at(t, Forward, 0.4)
	_, pushG := g.at(t, Forward, y1)
	both.column(t, reals64(0.4), 1.0, pushG(pushF(1.0)))
	_, backF := f.at(t, Reverse, 0.4)
	y2, backG := g.at(t, Reverse, y1)
	both.reverse(t, reals64(0.4), y2, 1.0, backF(backG(1.0)))
}
