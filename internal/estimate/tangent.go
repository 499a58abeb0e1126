package estimate

import (
	"procad/proc"
	"procad/proc/deriv"
)

// Tangent stands for the tangents, or cotangents, of the values that v stands for: with their
// sizes and tags. There is no stack in them.
func Tangent(v *Value) *Value {
	switch {
	case v == nil:
		return nil
	case v.typ == proc.Real:
		return RealValue()
	}
	t := deriv.Tangent(v.typ)
	if t == proc.Unit {
		return TupleOf()
	}
	parts := make([]*Value, len(v.parts))
	for i, p := range v.parts {
		if i < rank(v.typ) {
			parts[i] = IntIn(p.iv)
		} else {
			parts[i] = Tangent(p)
		}
	}
	return compound(t, parts...)
}
