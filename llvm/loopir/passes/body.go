package passes

import (
	"slices"

	"procad/internal/special"
	"procad/llvm/loopir"
	"procad/prim"
)

// What passes ask of the body of a loop.

// longest is how many operations an innermost loop may have that several passes write versions of.
const longest = 200

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

// friendly says that LLVM runs a loop in vectors: it is free, innermost, and reads and sets elements side by side.
func friendly(loop *loopir.Op, of func(val) form) bool {
	if loop.Order != loopir.Free || loops(loop.Sub[0].Ops) {
		return false
	}
	i, good := loop.Sub[0].Params[0], true
	loop.Sub[0].Walk(func(op *loopir.Op) {
		switch op.Kind {
		case loopir.Load, loopir.Store, loopir.Accum:
			for k, at := range op.Indices() {
				f := of(at)
				last := k == len(op.Indices())-1
				good = good && (f.of(i) == 0 || last && f.of(i) == 1)
			}
		}
	})
	return good
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

// madeIn notes the values that an operation makes, with its blocks.
func madeIn(op *loopir.Op, made map[val]bool) {
	for _, v := range op.Outs {
		made[v] = true
	}
	for _, b := range op.Sub {
		for _, v := range b.Params {
			made[v] = true
		}
		for _, inner := range b.Ops {
			madeIn(inner, made)
		}
	}
}

// neutral says that lanes can add up what a loop carries.
func neutral(loop *loopir.Op) bool {
	body := loop.Sub[0]
	for k, s := range body.Params[1:] {
		y := body.Yield[k].Def
		if y == nil || y.Kind != loopir.Add || s.Type.Form != loopir.Scalar || s.Type.Elem == loopir.Bool {
			return false
		}
	}
	return true
}

// vectorised says that operations call functions of which there are ones for vectors.
func vectorised(ops []*loopir.Op) bool {
	for _, op := range ops {
		if op.Kind == loopir.Math && inVectors[op.Func.Text()] {
			return true
		}
		for _, b := range op.Sub {
			if vectorised(b.Ops) {
				return true
			}
		}
	}
	return false
}

// inVectors are the functions of which there are ones for vectors.
var inVectors = func() map[string]bool {
	table := map[string]bool{prim.Logistic.Text(): true}
	for _, f := range special.Functions {
		if f.Glibc > 0 {
			table[f.Name] = true
		}
	}
	return table
}()

// size is how many operations there are, with those of blocks inside, but without proven checks, up to a bound.
func size(ops []*loopir.Op, most int) int {
	n := 0
	for _, op := range ops {
		if op.Kind == loopir.Check && op.Claim.Proof != loopir.Unproven {
			continue
		}
		n++
		for _, b := range op.Sub {
			n += size(b.Ops, most-n)
		}
		if n > most {
			return n
		}
	}
	return n
}
