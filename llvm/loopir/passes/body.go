package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// What passes ask of the body of a loop.

// all says that something is true of operations, and of those in their blocks.
func all(ops []*loopir.Op, ok func(*loopir.Op) bool) bool {
	for _, op := range ops {
		if !ok(op) {
			return false
		}
		for _, b := range op.Sub {
			if !all(b.Ops, ok) {
				return false
			}
		}
	}
	return true
}

// open says that an operation is a check that is not proven.
func open(op *loopir.Op) bool {
	return op.Kind == loopir.Check && op.Claim.Proof == loopir.Unproven
}

// loops says that there is a loop.
func loops(ops []*loopir.Op) bool {
	return !all(ops, func(op *loopir.Op) bool { return op.Kind != loopir.For && op.Kind != loopir.While })
}

// proven says that all checks are, and that nothing is called or repeated that could end the run.
func proven(ops []*loopir.Op) bool {
	return all(ops, func(op *loopir.Op) bool { return !open(op) && op.Kind != loopir.While && op.Kind != loopir.Call })
}

// straight says that there is no loop, no call and no vector, that nothing is allocated, and that all checks are proven: LLVM may find
// vectors.
func straight(ops []*loopir.Op) bool {
	return proven(ops) && all(ops, func(op *loopir.Op) bool {
		switch op.Kind {
		case loopir.For, loopir.Alloc, loopir.Local, loopir.Push, loopir.Pop, loopir.Grow, loopir.Shrink:
			return false
		}
		vector := func(v val) bool { return v.Type.Form == loopir.Vector }
		return !op.Kind.Ordered() && !slices.ContainsFunc(op.Args, vector) && !slices.ContainsFunc(op.Outs, vector)
	})
}

// harmless says that operations may run in any order, and twice: they compute, read, and check what is proven.
func harmless(ops []*loopir.Op) bool {
	return all(ops, func(op *loopir.Op) bool {
		switch op.Kind {
		case loopir.Check:
			return !open(op)
		case loopir.For:
			return op.Order == loopir.Free
		}
		return op.Kind == loopir.If || op.Kind.Pure()
	})
}
