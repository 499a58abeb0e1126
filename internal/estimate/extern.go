package estimate

import (
	"procad/prim"
	"procad/proc"
)

// extern is what a function of C gives: any numbers, in the arrays of its argument.
func (fr *frame) extern(f proc.Func, in *Value) *Value {
	e, err := prim.ExternOf(f)
	if err != nil {
		failf("%v", err)
	}
	var arrays []*Value
	var find func(v *Value)
	find = func(v *Value) {
		if _, array := v.typ.(*proc.ArrayType); array {
			arrays = append(arrays, v)
		} else if _, tuple := v.typ.(*proc.TupleType); tuple {
			for _, part := range v.parts {
				find(part)
			}
		}
	}
	find(in)
	var parts []*Value
	for _, t := range e.Results() {
		switch {
		case t == proc.Int:
			parts = append(parts, fr.int(anyInt))
		case t == proc.Bool:
			parts = append(parts, fr.bool(true, true))
		default:
			if _, array := t.(*proc.ArrayType); array {
				parts, arrays = append(parts, fr.filled(arrays[0])), arrays[1:]
			} else {
				parts = append(parts, fr.anyReal())
			}
		}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return fr.make(e.Out, parts...)
}

// filled is an array with any elements.
func (fr *frame) filled(v *Value) *Value {
	if v.Elem() == nil {
		return v
	}
	parts := append([]*Value(nil), v.parts...)
	parts[len(parts)-1] = fr.anyReal()
	if v.Elem().typ == proc.Int {
		parts[len(parts)-1] = fr.int(anyInt)
	}
	return fr.make(v.typ, parts...)
}
