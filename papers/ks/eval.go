package ks

import (
	"fmt"

	"procad/core"
	"procad/core/eval"
	"procad/diag"
)

// A Machine evaluates terms over a domain of numbers.
type Machine struct {
	D      Domain
	serial int
}

// Serial is another number each time.
func (m *Machine) Serial() int { m.serial++; return m.serial }

// Run is f(arg). The error is an *eval.Fault, or one of the domain.
func (m *Machine) Run(f *Def, arg Value) (v Value, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *eval.Fault:
			err = r
		case domainError:
			err = r.error
		default:
			panic(r)
		}
	}()
	return m.call(f, arg), nil
}

// domainError is what a domain cannot compute.
type domainError struct{ error }

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
		switch at := t.(type) {
		case *Const:
			if at.Of == R {
				return m.real(at.At, at.Real)
			}
			return at.Int
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
		fail(at, "assert", "the sum of no arrays has sizes only if its type is written")
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
		out := &Vector{make([]Value, len(a.Elems)), a.Row}
		for i := range a.Elems {
			out.Elems[i] = m.Plus(at, a.Elems[i], b.Elems[i])
		}
		return out
	}
	return m.op(at, core.Add, []Value{a, b})
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

// Times is k x, component by component.
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
		out := &Vector{make([]Value, len(x.Elems)), x.Row}
		for i := range x.Elems {
			out.Elems[i] = m.Times(at, k, x.Elems[i])
		}
		return out
	}
	return m.op(at, core.Mul, []Value{k, x})
}

// Args is the argument of a function of several parameters.
func Args(xs ...Value) Value {
	if len(xs) == 1 {
		return xs[0]
	}
	return eval.Tuple(xs)
}
