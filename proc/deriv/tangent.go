package deriv

import (
	"sync"

	"procad/proc"
)

// Discrete says that no Real is inside t, so that its tangent type is ().
func Discrete(t proc.Type) bool { return Tangent(t) == proc.Unit }

// Tangent is δτ, the type of tangents, and of what accumulators hold:
//
//	δReal = Real    δInactive = δInt = δ() = ()    δ(Array^r σ) = Array^r δσ    δ(Stack τ) = Stack δτ
//	δ(τ1, …, τn) = (δτ1, …, δτn)    δ(τ1 + τ2) = δτ1 + δτ2
//
// and () for each of the last two rows when all parts are ().
func Tangent(t proc.Type) proc.Type {
	return mapReal(&tangents, t, func(a *proc.ArrayType) proc.Type { return arrayOrUnit(a, Tangent(a.Elem)) })
}

// Cotangent is the type of x̄ in a reverse pass. It is δτ but for arrays: the
// cotangent of an array travels together with the array itself, which the
// reverse pass gives back step by step to whoever reads it there.
//
//	cot(Array^r σ) = (Array^r δσ, Array^r σ)    or Array^r σ where δσ = ()
//
// On scalar types it is Tangent.
func Cotangent(t proc.Type) proc.Type {
	return mapReal(&cotangents, t, func(a *proc.ArrayType) proc.Type {
		if Discrete(a) {
			return a
		}
		return proc.NewTuple(Tangent(a), a)
	})
}

func arrayOrUnit(a *proc.ArrayType, elem proc.Type) proc.Type {
	if elem == proc.Unit {
		return proc.Unit
	}
	return proc.NewArray(a.Rank, elem)
}

// mapReal is the part that Tangent and Cotangent share.
func mapReal(m *memo, t proc.Type, array func(*proc.ArrayType) proc.Type) proc.Type {
	switch t {
	case proc.Real:
		return proc.Real
	case InactiveReal, proc.Int, proc.Unit:
		return proc.Unit
	}
	return m.of(t, func() proc.Type { return mapParts(m, t, array) })
}

var tangents, cotangents memo

func mapParts(m *memo, t proc.Type, array func(*proc.ArrayType) proc.Type) proc.Type {
	switch t := t.(type) {
	case *proc.TupleType:
		elems := make([]proc.Type, len(t.Elems))
		all := true
		for i, e := range t.Elems {
			elems[i] = mapReal(m, e, array)
			all = all && elems[i] == proc.Unit
		}
		if all {
			return proc.Unit
		}
		return proc.NewTuple(elems...)
	case *proc.SumType:
		l, r := mapReal(m, t.L, array), mapReal(m, t.R, array)
		if l == proc.Unit && r == proc.Unit {
			return proc.Unit
		}
		return proc.NewSum(l, r)
	case *proc.ArrayType:
		return array(t)
	case *proc.StackType:
		if e := mapReal(m, t.Elem, array); e != proc.Unit {
			return proc.NewStack(e)
		}
	}
	return proc.Unit
}

// A memo keeps what a function gives of types: without it a function that walks
// through a type takes as long as the text of the type.
type memo struct{ results sync.Map }

func (m *memo) of(t proc.Type, f func() proc.Type) proc.Type {
	if r, ok := m.results.Load(t); ok {
		return r.(proc.Type)
	}
	r := f()
	m.results.Store(t, r)
	return r
}
