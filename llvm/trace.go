package llvm

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"

	written "procad/internal/form"
	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/llvm/module"
	"procad/proc"
)

// tracedStruct is what the runtime knows of a trace: the text before the value, its type, its form.
var tracedStruct = types.NewStruct(abi.BytePtr, abi.BytePtr, abi.BytePtr)

// trace prints a value (prim.Traced), by a call that LLVM neither moves nor leaves out.
func (b *builder) trace(t proc.Type, name string, f *written.Form, in []val) {
	if b.lanes != nil {
		b.noLanes("there is no trace in lanes")
	}
	words := val(b.Alloca(types.I64, max(1, b.Width(t))))
	in = b.outliner.localAll(b, in)
	for i, l := range b.Leaves(t) {
		b.storeWord(in[i], words, ll.Int(i), l)
	}
	g := b.TableGlobal(tracedStruct, []constant.Constant{
		constant.NewStruct(tracedStruct, b.PointerTo(name+" = "), b.TypeTable([]proc.Type{t}), b.FormAddress(f)),
	})
	site := ir.NewGetElementPtr(g.ContentType, g, ll.I32(0), ll.I32(0))
	b.Cur.Insts = append(b.Cur.Insts, site)
	b.call(pcTrace(b.Runtime), b.BytesOf(site), words)
	b.traces = true
}

// pcTrace is pc_trace.
func pcTrace(r *module.Runtime) *ir.Func {
	return r.Once("pc_trace", types.Void, abi.BytePtr, abi.WordPtr)
}

// prints says that a definition prints, itself or in what it calls.
func (m *emitter) prints(f proc.Func) bool {
	if _, body, ok := f.Loop(); ok {
		return m.prints(body)
	}
	n := m.nodes[f]
	if n == nil {
		return f.OfFamily("trace")
	}
	if !n.searched {
		n.searched = true
		n.def.Body.Calls(func(c *proc.Call) { n.prints = n.prints || m.prints(c.Func) })
	}
	return n.prints
}
