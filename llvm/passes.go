package llvm

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/types"

	"procad/proc"
)

// A forward pass leaves in its workspace the words of Θ, then those of the trace. They
// are the words that the arguments of its reverse pass begin with.

// zoneWords is the number of words of Θ.
func (m *module) zoneWords(d *proc.Def) int {
	n := 0
	for _, r := range d.Zone {
		n += m.width(r.Type)
	}
	return n
}

// traced is the number of words that a forward pass leaves.
func (m *module) traced(e Entry, d *proc.Def) int {
	switch e.Pass {
	case ForwardPass:
		return m.zoneWords(d) + m.width(proc.Elems(d.Out.Type)[1])
	case ReversePass:
		return m.zoneWords(d) + m.width(proc.Elems(d.In.Type)[0])
	}
	return 0
}

// traceID is an address that tells the traces of a process apart.
func (m *module) traceID(e Entry) val {
	return m.pointerTo("workspace has no trace of " + e.Trace)
}

// leave is pc_leave, by which a forward pass leaves its trace.
func (r *runtime) leave() *ir.Func {
	return r.once("pc_leave", types.Void, bytePtr, wordPtr, types.I64, wordPtr, types.I64, bytePtr, types.I64)
}

// take is pc_take, by which a reverse pass takes it.
func (r *runtime) take() *ir.Func {
	return r.once("pc_take", types.Void, bytePtr, wordPtr, types.I64, bytePtr, types.I64)
}
