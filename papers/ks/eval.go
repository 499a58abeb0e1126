package ks

import (
	"fmt"

	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
	"procad/papers/number"
)

// A Machine evaluates terms over a domain of numbers.
type Machine struct {
	D number.Domain
	// Bytes is what was kept for the reverse: 8 for a number, 4 for a reference.
	Bytes int64
	// Steps is how many terms were evaluated, maps made or applied, and elements of vectors added or scaled.
	Steps  int64
	serial int
}

// Keep counts a node that has so many numbers and references. Its result is
// larger each time.
func (m *Machine) Keep(numbers, references int) int {
	m.Bytes += int64(8*numbers + 4*references)
	m.serial++
	m.Steps++
	return m.serial
}

// Run is f(arg). The error is an *eval.RuntimeError or a *number.Refused.
func (m *Machine) Run(f *Def, arg Value) (v Value, err error) {
	defer number.Catch(&err)
	return m.call(f, arg), nil
}

func (m *Machine) call(f *Def, arg Value) Value {
	return m.eval((*env)(nil).with(f.Param, arg), f.Body)
}

// Call is f(arg).
func (m *Machine) Call(f *Closure, arg Value) Value {
	return m.eval(f.env.with(f.fn.Var, arg), f.fn.Body)
}

// eval is the value of t where its variables have the values of e.
func (m *Machine) eval(e *env, t Term) Value {
	for {
		m.Steps++
		switch at := t.(type) {
		case *Const:
			return m.Const(at)
		case *Use:
			return e.lookup(at.Var)
		case *Pair:
			out := make(eval.Tuple, len(at.Elems))
			for i, x := range at.Elems {
				out[i] = m.eval(e, x)
			}
			return out
		case *Lambda:
			return &Closure{at, e}
		case *Call:
			arg := m.eval(e, at.Arg)
			if b, ok := at.Fun.(Builtin); ok {
				return b.Apply(m, at.At, arg)
			}
			f := at.Fun.(*Def)
			e, t = (*env)(nil).with(f.Param, arg), f.Body
		case *Let:
			e, t = e.with(at.Var, m.eval(e, at.Bound)), at.Body
		case *Case:
			x := m.eval(e, at.X)
			if _, none := x.(None); none {
				return x // a case of a tangent is linear in it
			}
			v, ok := x.(*eval.Variant)
			if !ok {
				panic(fmt.Sprintf("ks: %T is no value of a sum", x))
			}
			arm := at.Arms[v.Con]
			e, t = e.with(arm.Var, v.Of), arm.Body
		default:
			panic(fmt.Sprintf("ks: no rule for %T", t))
		}
	}
}

// Const is k.
func (m *Machine) Const(k *Const) Value {
	if k.Of == R {
		return m.D.Literal(k.At, k.Real)
	}
	return k.Int
}

// Vector is v as a vector.
func (m *Machine) Vector(at diag.Pos, v Value) *Vector { return vector(at, v) }

func (e *env) lookup(x *Var) Value {
	for ; e != nil; e = e.outer {
		if e.x == x {
			return e.value
		}
	}
	panic("ks: " + x.Name + " is not bound")
}

// vector is v as a vector.
func vector(at diag.Pos, v Value) *Vector {
	a, ok := v.(*Vector)
	if !ok {
		fail(at, "assert", unsized)
	}
	return a
}

// Plus is a + b, component by component. None is neutral.
func (m *Machine) Plus(at diag.Pos, a, b Value) Value {
	if _, none := a.(None); none {
		return b
	}
	if _, none := b.(None); none {
		return a
	}
	switch a := a.(type) {
	case int64:
		return a + b.(int64)
	case eval.Tuple:
		out := make(eval.Tuple, len(a))
		for i := range a {
			out[i] = m.Plus(at, a[i], b.(eval.Tuple)[i])
		}
		return out
	case *eval.Variant:
		if a.Con != b.(*eval.Variant).Con {
			panic("ks: a sum of tangents of two constructors")
		}
		return &eval.Variant{Con: a.Con, Of: m.Plus(at, a.Of, b.(*eval.Variant).Of)}
	case *Vector:
		b := b.(*Vector)
		if x, y := dims(a), dims(b); !agree(x, y) {
			fail(at, "sizes-disagree", fmt.Sprintf("sizes disagree: the arrays of a sum: %d and %d", x, y))
		}
		m.Steps += int64(len(a.Elems))
		out := &Vector{make([]Value, len(a.Elems)), a.Row}
		for i := range a.Elems {
			out.Elems[i] = m.Plus(at, a.Elems[i], b.Elems[i])
		}
		return out
	}
	return m.D.Prim(at, core.Add, a, b)
}

// agree says that sizes that are known are the same.
func agree(a, b []int64) bool {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// Times is k x, component by component: 0 for a component that is 0, whatever k is.
func (m *Machine) Times(at diag.Pos, k, x Value) Value {
	switch x := x.(type) {
	case None:
		return x
	case eval.Tuple:
		out := make(eval.Tuple, len(x))
		for i := range x {
			out[i] = m.Times(at, k, x[i])
		}
		return out
	case *eval.Variant:
		return &eval.Variant{Con: x.Con, Of: m.Times(at, k, x.Of)}
	case *Vector:
		m.Steps += int64(len(x.Elems))
		out := &Vector{make([]Value, len(x.Elems)), x.Row}
		for i := range x.Elems {
			out.Elems[i] = m.Times(at, k, x.Elems[i])
		}
		return out
	}
	return m.D.Prim(at, core.SMul, x, k)
}
