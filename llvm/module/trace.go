package module

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	written "procad/internal/form"
	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/proc"
)

// tracedStruct is what the runtime knows of a trace: the text before the value, its type, its form.
var tracedStruct = types.NewStruct(abi.BytePtr, abi.BytePtr, abi.BytePtr)

// CallTrace prints a value (prim.Traced), by a call that LLVM neither moves nor leaves out.
func (b *Body) CallTrace(t proc.Type, name string, f *written.Form, in []value.Value) {
	m := b.In
	words := b.Alloca(types.I64, max(1, m.Width(t)))
	for i, l := range m.Leaves(t) {
		b.StoreWord(in[i], words, ll.Int(i), l)
	}
	g := m.TableGlobal(tracedStruct, []constant.Constant{
		constant.NewStruct(tracedStruct, m.PointerTo(name+" = "), m.TypeTable([]proc.Type{t}), m.FormAddress(f)),
	})
	site := ir.NewGetElementPtr(g.ContentType, g, ll.I32(0), ll.I32(0))
	b.Cur.Insts = append(b.Cur.Insts, site)
	b.Call(m.Runtime.Once("pc_trace", types.Void, abi.BytePtr, abi.WordPtr), b.BytesOf(site), words)
	m.Traces = true
}
