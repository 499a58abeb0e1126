package linear

import (
	"fmt"
	"slices"
)

// A Value is an element of a monoid: nil is 0 in all of them, *Pair, *Either, *Array,
// *Power, *Copower, or an element of the ground monoid.
type Value any

// A Pair is an element of A*B.
type Pair struct{ A, B Value }

// An Either is an element of A⊕B that is not 0.
type Either struct {
	Right bool
	X     Value
}

// An Array is an element of A[_, …] with sizes, row by row.
type Array struct {
	Dims  []int64
	Elems []Value
}

// A Power is an element of τ → A.
type Power struct{ at func(x any) Value }

// PowerOf is the element of τ → A with the given components.
func PowerOf(at func(x any) Value) *Power { return &Power{at} }

// At is the component at x of an element of τ → A.
func At(p Value, x any) Value {
	if p == nil {
		return nil
	}
	return p.(*Power).at(x)
}

// Ground is the monoid that the others are made of: that of numbers, for derivatives.
// Plus gets elements that are not nil.
type Ground interface{ Plus(a, b Value) Value }

// A Monoid is + by induction on types, over a ground monoid.
type Monoid struct {
	Ground Ground
	Adds   int64 // calls of Plus that were not with 0
}

// Plus is a + b.
//
//	0 + b = b       <a, b> + <a', b'> = <a+a', b+b'>       inl a + inl a' = inl (a+a')
//	f + g = λx. f x + g x at τ → A                          xs + ys = xs ++ ys at !τ⊗A
//
// inl a + inr b has no value. It panics: cotangents of one value have its constructor.
func (m *Monoid) Plus(a, b Value) Value {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	m.Adds++
	switch a := a.(type) {
	case *Pair:
		b := b.(*Pair)
		return &Pair{m.Plus(a.A, b.A), m.Plus(a.B, b.B)}
	case *Either:
		b := b.(*Either)
		if a.Right != b.Right {
			panic("linear: inl + inr")
		}
		return &Either{a.Right, m.Plus(a.X, b.X)}
	case *Array:
		b := b.(*Array)
		if !slices.Equal(a.Dims, b.Dims) {
			panic(fmt.Sprintf("linear: arrays of sizes %v and %v", a.Dims, b.Dims))
		}
		c := &Array{a.Dims, make([]Value, len(a.Elems))}
		for i := range c.Elems {
			c.Elems[i] = m.Plus(a.Elems[i], b.Elems[i])
		}
		return c
	case *Power:
		b := b.(*Power)
		return &Power{func(x any) Value { return m.Plus(a.at(x), b.at(x)) }}
	case *Copower:
		return &Copower{left: a, right: b.(*Copower)}
	}
	return m.Ground.Plus(a, b)
}
