package chad

import (
	"fmt"
	"math"
	"testing"

	"procad/core"
)

// The examples beyond the paper: those of its reference implementation, for sums, folds
// and closures.

// TestB1 is 2 * (λy. y * y) x + 7 * x + 3.
func TestB1(t *testing.T) {
	x := realVar("x")
	square := lam("y", RealType{}, func(y Term) Term { return mul(y, y) })
	o := open{[]*Var{x}, add(add(mul(constant(2), app(square, use(x))), mul(constant(7), use(x))), constant(3))}
	o.reverse(t, reals64(1.5), 18.0, 1.0, 13.0)
	o.column(t, reals64(1.5), 1.0, 13.0)
}

// TestB2 is map (λx. c * x + x^2), c = 42.
func TestB2(t *testing.T) {
	a := newVar("a", vectorType)
	c := realVar("c")
	x := realVar("x")
	o := open{[]*Var{c, a}, &Map{x, add(mul(use(c), use(x)), mul(use(x), use(x))), use(a)}}
	at := []Value{42.0, vec(1, -2, .5)}
	o.reverse(t, at, vec(43, -80, 21.25), vec(1, 1, 1), tuple(-0.5, vec(44, 38, 43)))
	o.column(t, at, tuple(0.0, vec(1, 1, 1)), vec(44, 38, 43))
}

// TestB3 is the absolute value, by a case of the sign.
func TestB3(t *testing.T) {
	x := realVar("x")
	o := open{[]*Var{x}, negative(use(x), minus(constant(0), use(x)), use(x))}
	for at, c := range map[float64][2]float64{-3: {3, -1}, 2: {2, 1}} {
		o.reverse(t, reals64(at), c[0], 1.0, c[1])
		o.column(t, reals64(at), 1.0, c[1])
	}
}

// TestB4 is let z = x + y in <z, z>, whose Jacobian is all ones.
func TestB4(t *testing.T) {
	x, y := realVar("x"), realVar("y")
	o := open{[]*Var{x, y}, let("z", RealType{}, add(use(x), use(y)), func(z Term) Term { return &Pair{z, z} })}
	at := reals64(3, 4)
	o.reverse(t, at, numbers(7, 7), numbers(1, 0), numbers(1, 1))
	o.reverse(t, at, numbers(7, 7), numbers(0, 1), numbers(1, 1))
	o.column(t, at, numbers(1, 0), numbers(1, 1))
	o.column(t, at, numbers(0, 1), numbers(1, 1))
}

// foldProduct is fold (*) over v from s.
func foldProduct(s, v Term) Term {
	p := newVar("p", ProdType{IntType{}, RealType{}})
	return &Loop{Count: size(v), Init: s, Var: p, Body: mul(snd(use(p)), &Op{Op: Index{1}, Args: []Term{v, fst(use(p))}})}
}

// TestB5 is the product of the elements of (2, 3, 4), and TestB6 that of (1, 2, 3) from 5.
func TestB5(t *testing.T) {
	a := newVar("a", vectorType)
	open{[]*Var{a}, foldProduct(constant(1), use(a))}.reverse(t, []Value{vec(2, 3, 4)}, 24.0, 1.0, vec(12, 8, 6))
}

func TestB6(t *testing.T) {
	x := realVar("x")
	over := &Op{Op: Literal{[]int64{3}, RealType{}}, Args: []Term{constant(1), constant(2), constant(3)}}
	o := open{[]*Var{x}, let("v", vectorType, over, func(v Term) Term { return foldProduct(use(x), v) })}
	o.reverse(t, reals64(5), 30.0, 1.0, 6.0)
	o.column(t, reals64(5), 1.0, 6.0)
}

// TestB7 is nTimes 3 s (a. sin (k * a)).
func TestB7(t *testing.T) {
	k, s := realVar("k"), realVar("s")
	p := newVar("p", ProdType{IntType{}, RealType{}})
	o := open{[]*Var{k, s}, &Loop{Count: whole(3), Init: use(s), Var: p, Body: sine(mul(use(k), snd(use(p))))}}
	g := numbers(0.865884908341, 0.622913255488)
	o.reverse(t, reals64(.9, .4), 0.276918518533, 1.0, g)
	o.column(t, reals64(.9, .4), numbers(1, 0), firstOf(g))
	o.column(t, reals64(.9, .4), numbers(0, 1), secondOf(g))
}

// TestB8 is a closure that escapes, and a function of functions: f = (let a = sin x in
// λy. a * y * x); (λg. λz. g (g z)) f x, which is x^3 sin(x)^2.
func TestB8(t *testing.T) {
	x := realVar("x")
	f := let("a", RealType{}, sine(use(x)), func(a Term) Term {
		return lam("y", RealType{}, func(y Term) Term { return mul(mul(a, y), use(x)) })
	})
	twice := lam("g", realToReal, func(g Term) Term {
		return lam("z", RealType{}, func(z Term) Term { return app(g, app(g, z)) })
	})
	o := open{[]*Var{x}, app(app(twice, f), use(x))}
	o.reverse(t, reals64(.9), 0.447315163516, 1.0, 2.20098546796)
	o.column(t, reals64(.9), 1.0, 2.20098546796)
	s := math.Sin(.9)
	near(t, 0.9*0.9*0.9*s*s, 0.4473151635162)
}

// TestB9 is a closure that a branch selects: let f = (case sign x of neg → λy. y * k |
// nonneg → λy. sin (y * x)) in f k.
func TestB9(t *testing.T) {
	x, k := realVar("x"), realVar("k")
	l := lam("y", RealType{}, func(y Term) Term { return mul(y, use(k)) })
	r := lam("y", RealType{}, func(y Term) Term { return sine(mul(y, use(x))) })
	o := open{[]*Var{x, k}, let("f", realToReal, negative(use(x), l, r), func(f Term) Term { return app(f, use(k)) })}
	o.reverse(t, reals64(.5, 2), 0.8414709848079, 1.0, numbers(1.080604611736, .270151152934))
	o.reverse(t, reals64(-.5, 2), 4.0, 1.0, numbers(0, 4))
	o.column(t, reals64(.5, 2), numbers(0, 1), .270151152934)
	o.column(t, reals64(-.5, 2), numbers(0, 1), 4.0)
}

// TestB10 is let f = λz. x * z in e, where e calls f never, once and twice: the copower
// has as many entries.
func TestB10(t *testing.T) {
	x, a, b := realVar("x"), realVar("a"), realVar("b")
	with := func(body func(f Term) Term) open {
		return open{[]*Var{x, a, b}, let("f", realToReal, lam("z", RealType{}, func(z Term) Term { return mul(use(x), z) }), body)}
	}
	at := reals64(3, 5, 7)
	with(func(Term) Term { return use(a) }).reverse(t, at, 5.0, 1.0, numbers(0, 1, 0))
	with(func(f Term) Term { return app(f, use(a)) }).reverse(t, at, 15.0, 1.0, numbers(5, 3, 0))
	with(func(f Term) Term { return add(app(f, use(a)), app(f, use(b))) }).reverse(t, at, 36.0, 1.0, numbers(12, 3, 3))
}

// chain is let x1 = sin x in … let xn = sin xn-1 in xn, or of each from x itself.
func chain(n int) open {
	x := realVar("x")
	var from func(k int, y Term) Term
	from = func(k int, y Term) Term {
		if k == n {
			return y
		}
		return let(fmt.Sprint("x", k+1), RealType{}, sine(y), func(z Term) Term { return from(k+1, z) })
	}
	return open{[]*Var{x}, from(0, use(x))}
}

// redexes is (λy1. sin y1) ((λy2. …) x), one in the body of the other.
func redexes(depth int) open {
	x := realVar("x")
	var from func(k int, y Term) Term
	from = func(k int, y Term) Term {
		if k == 0 {
			return sine(y)
		}
		return app(lam(fmt.Sprint("y", k), RealType{}, func(z Term) Term { return from(k-1, sine(z)) }), y)
	}
	return open{[]*Var{x}, from(depth, use(x))}
}

// TestB13 is what the reference implementation had of iteration and recursion: r * n * (n-1) * …,
// as long as the factor is positive, and as long as it is at least 1. The source language has
// no recursion, so the second is a loop too; g(n) = n * g(n-1) * g(n/2) cannot be said.
func TestB13(t *testing.T) {
	factorial := func(cond func(n Term) Term) open {
		n, r := realVar("n"), realVar("r")
		state := ProdType{RealType{}, RealType{}}
		p, a := newVar("p", ProdType{IntType{}, state}), newVar("a", state)
		acc, k := fst(snd(use(p))), snd(snd(use(p)))
		return open{[]*Var{n, r}, fst(&Loop{
			Count: whole(100), Init: &Pair{use(r), use(n)},
			Var: p, Body: &Pair{mul(acc, k), minus(k, constant(1))},
			CondV: a, Cond: cond(snd(use(a))),
		})}
	}
	iteration := factorial(func(n Term) Term { return prim(core.Lt, constant(0), n) })
	iteration.reverse(t, reals64(3.5, 1), 6.5625, 1.0, numbers(22, 6.5625))
	iteration.column(t, reals64(3.5, 1), numbers(1, 0), 22.0)
	recursion := factorial(func(n Term) Term { return prim(core.Le, constant(1), n) })
	recursion.reverse(t, reals64(3.5, 1), 13.125, 1.0, numbers(17.75, 13.125))
	recursion.column(t, reals64(3.5, 1), numbers(0, 1), 13.125)
}

// TestLiteral is an array of given elements: let a = [[x, y], [x * y, 1]] in a[1, 0] * a[0, 1] + a[0, 0].
func TestLiteral(t *testing.T) {
	x, y := realVar("x"), realVar("y")
	elems := []Term{use(x), use(y), mul(use(x), use(y)), constant(1)}
	a := &Op{Op: Literal{[]int64{2, 2}, RealType{}}, Args: elems}
	o := open{[]*Var{x, y}, let("a", matrixType, a, func(a Term) Term {
		at := func(i, j int64) Term { return &Op{Op: Index{2}, Args: []Term{a, whole(i), whole(j)}} }
		return add(mul(at(1, 0), at(0, 1)), at(0, 0))
	})}
	o.reverse(t, reals64(3, 5), 78.0, 1.0, numbers(26, 30))
	o.column(t, reals64(3, 5), numbers(1, 0), 26.0)
	o.column(t, reals64(3, 5), numbers(0, 1), 30.0)
}
