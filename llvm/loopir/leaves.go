package loopir

import "procad/proc"

// LeavesOf lists the types of the leaves of a value, in the order of package abi. A stack is one leaf.
//
//	Real, Int      a number
//	()             nothing
//	(τ1, …, τn)    the leaves of τ1, …, of τn
//	τ1 + τ2        a bool, false for Inl, the leaves of τ1, those of τ2; those of the side that it is not are undefined
//	Array^r σ      a buffer for each leaf of σ, then r dimensions
//	Stack τ        a stack
func LeavesOf(t proc.Type) []Type { return appendLeaves(nil, t) }

func appendLeaves(ls []Type, t proc.Type) []Type {
	switch t := t.(type) {
	case proc.RealType:
		return append(ls, RealType)
	case proc.IntType:
		return append(ls, IntType)
	case *proc.TupleType:
		for _, e := range t.Elems {
			ls = appendLeaves(ls, e)
		}
	case *proc.SumType:
		return appendLeaves(appendLeaves(append(ls, BoolType), t.L), t.R)
	case *proc.ArrayType:
		for _, e := range LeavesOf(t.Elem) {
			ls = append(ls, BufferOf(e.Elem))
		}
		for range t.Rank {
			ls = append(ls, IntType)
		}
	case *proc.StackType:
		return append(ls, StackType)
	}
	return ls
}
