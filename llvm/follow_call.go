package llvm

import (
	"procad/prim"
	"procad/proc"
	"procad/proc/graph"
)

// What a follower does with calls: arithmetic of Ints, arrays that are updated,
// loops, and definitions.

// Call follows a call of any function.
func (f *follower) Call(s *proc.Call, in known, zone []known) known {
	if family, types, ok := s.Func.Family(); ok && family == "swap" && hasArrays(in) {
		return f.swap(types[0].(*proc.ArrayType), in.(parts))
	}
	if kind, body, ok := s.Func.Loop(); ok && hasArrays(in) {
		return f.loop(kind, body, zone, in.(parts))
	}
	if _, _, ok := prim.Message(s.Func); !ok {
		if n := f.nodes[s.Func]; n != nil && (hasArrays(in) || proc.Scalar(s.Out.Type) && hasInts(s.Out.Type)) {
			return f.run.Inside(n.def, zone, in)
		}
	}
	mustBePlain(in)
	return arithmetic(s.Func, in)
}

// hasInts says that there are Ints among the parts of a value.
func hasInts(t proc.Type) bool {
	if tuple, ok := t.(*proc.TupleType); ok {
		for _, e := range tuple.Elems {
			if hasInts(e) {
				return true
			}
		}
	}
	return t == proc.Int
}

// arithmetic is what a primitive makes of Ints.
func arithmetic(p proc.Func, in known) known {
	if x, ok := in.(*graph.Affine); ok && p == prim.INeg {
		return graph.Whole(0).Plus(-1, x)
	}
	list, ok := in.(parts)
	if !ok || len(list) != 2 {
		return nil
	}
	x, ok1 := list[0].(*graph.Affine)
	y, ok2 := list[1].(*graph.Affine)
	if !ok1 || !ok2 {
		return nil
	}
	switch p {
	case prim.IAdd:
		return x.Plus(1, y)
	case prim.ISub:
		return x.Plus(-1, y)
	case prim.IMul:
		if z := x.Times(y); z != nil {
			return z
		}
	}
	return nil
}

// swap notes that an element is set.
func (f *follower) swap(a *proc.ArrayType, in parts) known {
	array, ok := in[0].(arrayState)
	if !ok {
		panic(otherUse{})
	}
	w := write{always: f.maybe == 0, once: f.again == 0}
	for k := range a.Rank {
		at, ok := in[1+k].(*graph.Affine)
		steady := ok
		if ok {
			for s := range at.Parts {
				steady = steady && f.steady[s]
			}
		}
		w.at, w.steady = append(w.at, at), append(w.steady, steady)
	}
	mustBePlain(in[1+a.Rank:]...)
	list := f.writes.arrays[array]
	list.at = append(list.at, w)
	return parts{array, overwritten{}}
}

// loop follows a loop in an iteration that hands an array of the state on: iteration by
// iteration, if there are few, and else one iteration for all.
func (f *follower) loop(kind proc.LoopKind, body proc.Func, names []known, in parts) known {
	n := f.nodes[body]
	count, ok := in[0].(*graph.Affine)
	if n == nil || !ok || kind != proc.Fold && kind != proc.NTimes && kind != proc.FoldR {
		panic(otherUse{})
	}
	state := in[1]
	zone := append(make([]known, kind.Indices()), names...)
	if len(count.Parts) == 0 && count.C <= maxUnfolded {
		for k := range max(count.C, 0) {
			if kind.Indices() > 0 {
				zone[0] = graph.Whole(k)
			}
			if kind == proc.FoldR {
				zone[0] = graph.Whole(count.C - 1 - k)
			}
			next := f.run.Inside(n.def, zone, state)
			if !sameArrays(state, next) {
				panic(otherUse{})
			}
			state = next
		}
		return state
	}
	if kind.Indices() > 0 {
		zone[0] = f.fresh(false)
	}
	f.maybe++
	f.again++
	state = f.forget(state)
	next := f.run.Inside(n.def, zone, state)
	f.again--
	f.maybe--
	if !sameArrays(state, next) {
		panic(otherUse{})
	}
	return f.forget(next)
}

// forget is what is known of a state in any iteration.
func (f *follower) forget(x known) known {
	switch x := x.(type) {
	case arrayState:
		return x
	case *graph.Affine:
		return f.fresh(false)
	case parts:
		out := make(parts, len(x))
		for k, y := range x {
			out[k] = f.forget(y)
		}
		return out
	case overwritten:
		panic(otherUse{})
	}
	return nil
}
