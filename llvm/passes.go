package llvm

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/types"

	"procad/llvm/abi"
)

// traceID is an address that tells the traces of a process apart.
func (m *module) traceID(e abi.Entry) val {
	return m.pointerTo("workspace has no trace of " + e.Trace)
}

// leave is pc_leave, by which a forward pass leaves its trace.
func (r *runtime) leave() *ir.Func {
	return r.once("pc_leave", types.Void, abi.BytePtr, abi.WordPtr, types.I64, abi.WordPtr, types.I64, abi.BytePtr, types.I64)
}

// take is pc_take, by which a reverse pass takes it.
func (r *runtime) take() *ir.Func {
	return r.once("pc_take", types.Void, abi.BytePtr, abi.WordPtr, types.I64, abi.BytePtr, types.I64)
}
