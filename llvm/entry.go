package llvm

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/llvm/loopir"
	"procad/llvm/loopir/emit"
	"procad/llvm/module"
	"procad/proc"
)

// entryOf writes NAME.entry. The caller's arrays are never written: those that the definition owns are copies. The result's
// arrays outlive the call. Numbers that are passed in blocks anyway are passed in the caller's.
func (m *emitter) entryOf(e abi.Entry, def *proc.Def) *ir.Func {
	in, out := ir.NewParam("in", abi.WordPtr), ir.NewParam("out", abi.WordPtr)
	ctx := ir.NewParam("ctx", abi.BytePtr)
	fn := ir.NewFunc(e.Symbol+".entry", types.Void, ctx, in, out)
	fn.Linkage = enum.LinkageInternal
	fn.FuncAttrs = append(fn.FuncAttrs, enum.FuncAttrNoUnwind)
	b := &entryBody{module.NewBody(m.Module, fn, ctx), map[val]bool{}}
	b.Pos = def.Pos
	f := m.function(def.Name)
	if f.InBlock && f.OutBlock && len(f.Direct) == 0 && proc.Scalar(def.In.Type) && proc.Scalar(def.Out.Type) {
		args := []val{ctx}
		if f.Positioned() {
			args = append(args, b.At())
		}
		b.Call(f.fn, append(args, in, out)...)
	} else {
		var leaves []abi.Leaf
		for _, r := range def.Zone {
			leaves = append(leaves, m.Leaves(r.Type)...)
		}
		zone := len(leaves)
		args := b.Words(in, append(leaves, m.Leaves(def.In.Type)...))
		at := 0
		for k, v := range f.Body.Params {
			b.lent[args[at]] = f.Modes[k] != loopir.Owned
			at += emit.Width(v.Type)
		}
		if e.Pass == abi.ReversePass { // the trace is nobody else's
			of := proc.Elems(def.In.Type)
			trace := zone + m.Width(of[0])
			args = append(args[:trace:trace], b.owned(of[1], args[trace:], b.copied)...)
		} else {
			args = append(args[:zone:zone], b.owned(def.In.Type, args[zone:], b.copied)...)
		}
		vals := b.Invoke(f.Signature, f.fn, args, m.limits.alloca)
		vals = b.owned(def.Out.Type, vals, b.kept)
		for i, l := range m.Leaves(def.Out.Type) {
			b.StoreWord(vals[i], out, ll.Int(i), l)
		}
	}
	b.Cur.NewRet(nil)
	b.Finish()
	m.Print(fn)
	return fn
}

// An entryBody is the body of the function of an entry.
type entryBody struct {
	*module.Body
	lent map[val]bool // buffers of arguments that the definition only borrows
}

// owned is a value whose buffers are others: what of gives for each, with its bytes.
func (b *entryBody) owned(t proc.Type, vals []val, of func(p, bytes val) val) []val {
	if proc.Scalar(t) {
		return vals
	}
	var out []val
	switch t := t.(type) {
	case *proc.TupleType:
		for _, e := range t.Elems {
			n := b.In.Width(e)
			out, vals = append(out, b.owned(e, vals[:n:n], of)...), vals[n:]
		}
	case *proc.SumType:
		return b.side(t, vals, of)
	case *proc.StackType: // of a trace, which stays in the workspace
		return vals
	case *proc.ArrayType:
		n := b.In.Width(t.Elem)
		size := b.Product(vals[n:])
		for i, l := range b.In.Leaves(t.Elem) {
			if b.lent[vals[i]] {
				out = append(out, vals[i])
				continue
			}
			bytes := size
			if l != abi.TagLeaf {
				bytes = b.Mul(size, ll.Int(8))
			}
			p := of(b.BytesOf(vals[i]), bytes)
			if l != abi.TagLeaf {
				p = b.Cur.NewBitCast(p, l.Buffer().Type())
			}
			out = append(out, p)
		}
		out = append(out, vals[n:]...)
	}
	return out
}

// side does so for the side that a sum is. The leaves of the other one are undefined.
func (b *entryBody) side(t *proc.SumType, vals []val, of func(p, bytes val) val) []val {
	n := 1 + b.In.Width(t.L)
	inr, inl, join := b.Block("inr"), b.Block("inl"), b.Block("join")
	b.Branch(vals[0], inr, inl)
	b.Use(inr)
	right := b.owned(t.R, vals[n:], of)
	fromR := b.Cur
	b.Jump(join)
	b.Use(inl)
	left := b.owned(t.L, vals[1:n:n], of)
	fromL := b.Cur
	b.Jump(join)
	b.Use(join)
	out := []val{vals[0]}
	for _, x := range left {
		out = append(out, b.Phi(x, fromL, undef(x), fromR))
	}
	for _, x := range right {
		out = append(out, b.Phi(x, fromR, undef(x), fromL))
	}
	return out
}

func undef(x val) val { return constant.NewUndef(x.Type()) }

// copied is a copy of a buffer, which the definition owns.
func (b *entryBody) copied(p, bytes val) val {
	q := b.Call(b.In.Runtime.Alloc, b.Ctx, bytes, b.At())
	b.Call(b.In.Runtime.Memcpy, q, p, bytes, constant.False)
	return q
}

// kept is a buffer that lives on after the call.
func (b *entryBody) kept(p, bytes val) val {
	return b.Call(b.In.Runtime.Keep, b.Ctx, p, bytes, b.At())
}
