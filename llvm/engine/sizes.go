package engine

import (
	"slices"

	"procad/internal/data"
	"procad/llvm/abi"
	"procad/llvm/loopir/passes"
	"procad/proc"
)

// Sizes are the dimensions of the arrays in the arguments of a call, with the numbers that they have among the leaves, up to the first sum. Ints are
// left out: they may be others in each call.
func Sizes(zone []data.Value, arg data.Value) (list []passes.Size) {
	layouts, at := abi.NewLayouts(), 0
	var visit func(v data.Value) bool
	visit = func(v data.Value) bool {
		switch t := v.Type.(type) {
		case proc.UnitType:
		case proc.RealType, proc.IntType:
			at++
		case *proc.TupleType:
			for i := range t.Elems {
				if !visit(v.Part(i)) {
					return false
				}
			}
		case *proc.ArrayType:
			at += layouts.Width(t) - t.Rank
			for _, n := range v.Array().Dims {
				list = append(list, passes.Size{Param: at, Is: int64(n)})
				at++
			}
		default:
			return false
		}
		return true
	}
	for _, v := range append(slices.Clone(zone), arg) {
		if !visit(v) {
			break
		}
	}
	return list
}
