package llvm

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/types"

	"procad/internal/optim"
	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/llvm/loopir"
	"procad/llvm/loopir/build"
	"procad/llvm/loopir/emit"
	"procad/llvm/loopir/passes"
	"procad/llvm/module"
	"procad/proc"
)

// A definition is written from its procedure directly, or by way of the loop IR. Both ways make functions that are called
// alike, so a module may have functions of both.

// buildLoopIR makes the loop IR of what entries need, if there are definitions to be written from it. What is counted of
// a run is known of procedures only, so a module that counts is written directly.
func (m *emitter) buildLoopIR(entries []abi.Entry) (err error) {
	if m.opts.LoopIR == nil && !m.without(optim.Direct) || m.meter != nil {
		return nil
	}
	list := make([]proc.Func, len(entries))
	for i, e := range entries {
		list[i] = e.Func
	}
	lanes := m.laneWidth()
	if m.without(optim.Lanes) {
		lanes = 0
	}
	if m.loopIR, err = build.Program(m.lookup, list...); err == nil {
		_, err = passes.Run(m.loopIR, passes.Options{Strict: m.opts.Strict || m.without(optim.Reorder), Lanes: lanes})
	}
	return err
}

// loopFunc is a definition in the loop IR, if it is to be written from there. One that is cut into pieces is written
// directly.
func (m *emitter) loopFunc(n *node) *loopir.Func {
	if m.loopIR == nil || n.outlined || m.opts.LoopIR != nil && !m.opts.LoopIR(n.def.Name) {
		return nil
	}
	return m.loopIR.Lookup(n.def.Name)
}

// writeLoopFunc writes a definition from the loop IR.
func (m *emitter) writeLoopFunc(n *node, f *loopir.Func) (size int) {
	size, err := emit.Function(m.target(), f, n.sig.Signature, n.sig.fn)
	if err != nil {
		panic(err)
	}
	return size
}

func (m *emitter) target() *emit.Target {
	flags := &builder{emitter: m}
	return &emit.Target{
		Module: m.Module, Unchecked: m.opts.Unchecked, Contract: flags.contract(), Reorder: flags.reorder(), NoNaNs: noNaNs,
		Lanes: m.laneWidth(),
		Callee: func(f proc.Func) (*abi.Signature, *ir.Func) {
			s := m.signature(m.nodes[f])
			return s.Signature, s.fn
		},
		Math: func(b *module.Body, symbol string, args ...val) val {
			written := &builder{emitter: m, Body: *b}
			if t, ok := args[0].Type().(*types.VectorType); ok {
				written.lanes = newLanes(int(t.Len))
			}
			return written.math(symbol, args...)
		},
		Room: func(b *module.Body, n int) (val, func()) {
			if n <= m.limits.alloca {
				return b.Alloca(types.I64, n), func() {}
			}
			p := b.Call(m.Runtime.Alloc, b.Ctx, ll.Int(8*n), b.At())
			return b.Cur.NewBitCast(p, abi.WordPtr), func() { b.Call(m.Runtime.Free, b.Ctx, p) }
		},
	}
}
