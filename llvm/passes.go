package llvm

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/types"

	"procad/llvm/abi"
	"procad/llvm/module"
)

// traceID is an address that tells the traces of a process apart.
func (m *emitter) traceID(e abi.Entry) val {
	return m.PointerTo("workspace has no trace of " + e.Trace)
}

// pcLeave is pc_leave, by which a forward pass leaves its trace.
func pcLeave(r *module.Runtime) *ir.Func {
	return r.Once("pc_leave", types.Void, abi.BytePtr, abi.WordPtr, types.I64, abi.WordPtr, types.I64, abi.BytePtr, types.I64)
}

// pcTake is pc_take, by which a reverse pass takes it.
func pcTake(r *module.Runtime) *ir.Func {
	return r.Once("pc_take", types.Void, abi.BytePtr, abi.WordPtr, types.I64, abi.BytePtr, types.I64)
}
