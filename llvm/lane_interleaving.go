package llvm

import (
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"

	"procad/internal/optim"
	"procad/llvm/ll"
)

// A value of iterations in lanes may be two vectors (interleaving). While one operation waits for the one before it, as in a loop
// inside whose iterations need each other, the other vector computes:
//
//	if n ≥ manyBlocks·2W:   the blocks of 2W iterations;  else  those of W;  then the iterations that remain
//
// LLVM takes vectors of 2W numbers apart. Functions for vectors have W lanes, and are called twice.

// Of a sum up to 2W - 1 iterations remain, and run one after the other: they have to be few. A loop that only fills an array
// leaves none over.
const (
	manyBlocks = 16
	someBlocks = 4
)

// interleaved is what a trial says of lanes of two vectors; nil if the body is so long that its values would not stay in registers.
func (b *builder) interleaved(trial *lanes, body *node) *lanes {
	if b.without(optim.LaneInterleaving) || b.laneCode(body) > b.limits.pairs*trial.width {
		return nil
	}
	two := *trial
	two.width *= 2
	return &two
}

// enough says that n iterations are so many blocks.
func (b *builder) enough(n val, l *lanes, blocks int) val {
	if b.limits.everywhere {
		blocks = 1
	}
	return b.ICmp(enum.IPredULE, ll.Int(blocks*l.width), n)
}

// inHalves calls a function for vectors of W lanes, of two vectors for one after the other.
func (b *builder) inHalves(w int, in []val, call func(in []val) val) val {
	if b.lanes.width == w {
		return call(in)
	}
	var halves [2]val
	for h := range halves {
		part := make([]val, len(in))
		for i, x := range in {
			part[i] = b.Cur.NewShuffleVector(x, constant.NewUndef(x.Type()), laneList(steps(h*w, w)))
		}
		halves[h] = call(part)
	}
	return b.Cur.NewShuffleVector(halves[0], halves[1], laneList(steps(0, 2*w)))
}

// steps are n numbers from one on.
func steps(first, n int) []int {
	list := make([]int, n)
	for k := range list {
		list[k] = first + k
	}
	return list
}
