package emit

import (
	"github.com/llir/llvm/ir/enum"

	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/llvm/loopir"
	"procad/prim"
)

// check writes a Check. LLVM is told of an assertion that is implied.
func (w *writer) check(op *loopir.Op) {
	c, in := op.Claim, w.allOf(op.Args)
	if c.Proof == loopir.Implied && c.Kind == prim.AssertFailed {
		w.Call(w.In.Runtime.Assume(), w.holds(c.Test, in))
		return
	}
	if c.Proof != loopir.Unproven || c.Kind == prim.IndexRange && w.Unchecked {
		return
	}
	of := [2]val{ll.Int(0), ll.Int(0)}
	copy(of[:], w.allOf(op.Told()))
	w.Check(w.holds(c.Test, in), func() { w.Failure(c.Kind, of[0], of[1], c.Message) })
}

// holds is what a test says.
func (w *writer) holds(t loopir.Test, in []val) val {
	switch t {
	case loopir.Holds:
		return in[0]
	case loopir.Below:
		return w.ICmp(enum.IPredULT, in[0], in[1])
	case loopir.Equal:
		return w.ICmp(enum.IPredEQ, in[0], in[1])
	case loopir.NonZero:
		return w.ICmp(enum.IPredNE, in[0], ll.Int(0))
	case loopir.NonNegative:
		return w.ICmp(enum.IPredSGE, in[0], ll.Int(0))
	case loopir.Fits:
		r := w.Call(w.In.Runtime.MulOverflow, in[0], in[1])
		n, over := w.Cur.NewExtractValue(r, 0), w.Cur.NewExtractValue(r, 1)
		return w.Cur.NewAnd(w.ICmp(enum.IPredULE, n, ll.Int(abi.MaxElements)), w.Not(over))
	}
	// The comparison fails for a NaN.
	low := w.Cur.NewFCmp(enum.FPredOGE, in[0], ll.Real(0xc3e0000000000000))
	return w.Cur.NewAnd(low, w.Cur.NewFCmp(enum.FPredOLT, in[0], ll.Real(0x43e0000000000000)))
}
