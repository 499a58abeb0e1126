package derive

import (
	"procad/proc"
	"procad/proc/deriv"
	"procad/rev"
)

// The zeros of what a rule leaves out: tangents of values that may have sizes and tags, and cotangents of
// what is inactive.

// scalars says that values of t are numbers, whose zero tangent needs no value.
func scalars(t proc.Type) bool {
	switch t := t.(type) {
	case *proc.TupleType:
		for _, e := range t.Elems {
			if !scalars(e) {
				return false
			}
		}
		return true
	case *proc.SumType:
		return deriv.Discrete(t)
	}
	return t == proc.Real || t == proc.Int
}

// zero is the zero tangent of a value, which it consumes.
func (m *ruleMaker) zero(v proc.Var) proc.Var {
	if deriv.Discrete(v.Type) {
		m.Elim(v)
		return m.Unit()
	}
	return rev.Strip(m.Builder, m.Call("z", deriv.Cotangent(v.Type), proc.FamilyOf("zero", v.Type), nil, v), v.Type)
}

// cotZero is the cotangent 0 of v, a T as it runs, which was an S, with Inactive; it consumes v.
func (m *ruleMaker) cotZero(v proc.Var, s proc.Type) proc.Var {
	want := deriv.Activate(deriv.Cotangent(s))
	if scalars(v.Type) {
		m.Elim(v)
		return m.numbersZero(s)
	}
	switch s := s.(type) {
	case *proc.TupleType:
		vs := m.Untuple(v, "v")
		for i, e := range s.Elems {
			vs[i] = m.cotZero(vs[i], e)
		}
		if want == proc.Unit {
			for _, x := range vs {
				m.Elim(x)
			}
			return m.Unit()
		}
		return m.Tuple("c", vs...)
	case *proc.ArrayType:
		if deriv.Discrete(s) {
			return v
		}
		return m.Call("z", want, proc.FamilyOf("zero", v.Type), nil, v)
	case *proc.SumType:
		if want == proc.Unit {
			m.Elim(v)
			return m.Unit()
		}
		of := v.Type.(*proc.SumType)
		return m.cases(v, want, [2]proc.Type{of.L, of.R}, func(x proc.Var, left bool) proc.Var {
			if left {
				return m.cotZero(x, s.L)
			}
			return m.cotZero(x, s.R)
		})
	}
	m.Elim(v)
	return m.numbersZero(s)
}

// numbersZero is the cotangent 0 of numbers.
func (m *ruleMaker) numbersZero(s proc.Type) proc.Var {
	switch {
	case deriv.Discrete(s):
		return m.Unit()
	case s == proc.Real:
		return m.Real("z", 0)
	}
	var parts []proc.Var
	for _, e := range proc.Elems(s) {
		parts = append(parts, m.numbersZero(e))
	}
	return m.Tuple("z", parts...)
}
