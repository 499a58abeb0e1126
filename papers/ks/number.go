package ks

import (
	"procad/core"
	"procad/diag"
)

type Domain interface {
	Real(v float64) (Value, error)
	Prim(op core.Op, xs ...Value) (Value, error)
}

// real is a constant.
func (m *Machine) real(at diag.Pos, x float64) Value {
	v, err := m.D.Real(x)
	if err != nil {
		panic(domainError{err})
	}
	return v
}

// numbers is a primitive of numbers of the domain.
func (m *Machine) numbers(at diag.Pos, op core.Op, xs []Value) Value {
	v, err := m.D.Prim(op, xs...)
	if err != nil {
		panic(domainError{err})
	}
	return v
}
