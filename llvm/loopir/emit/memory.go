package emit

import (
	"slices"

	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/types"

	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/llvm/loopir"
)

// memory writes an operation on buffers and views.
func (w *writer) memory(op *loopir.Op) {
	first := w.of(op.Args[0])
	switch op.Kind {
	case loopir.Load, loopir.Store, loopir.Accum:
		if lanes := inLanes(op); lanes > 0 {
			w.accessLanes(op, first, lanes)
			return
		}
	}
	switch op.Kind {
	case loopir.Alloc:
		result := w.outermost && slices.Contains(w.f.Body.Yield, op.Outs[0])
		w.set(op.Outs[0], []val{w.allocate(op.Outs[0].Type.Elem, first[0], result)})
	case loopir.Clear:
		bytes := w.bytes(op.Args[0].Type.Elem, w.one(op.Args[1]))
		to := w.BytesOf(first[0])
		w.large(bytes, func() { w.Call(w.In.Runtime.Clear(), w.Ctx, to, bytes) }, func() {
			w.Call(w.In.Runtime.Memset, to, constant.NewInt(types.I8, 0), bytes, constant.False)
		})
	case loopir.Copy:
		w.set(op.Outs[0], w.copied(op, first))
	case loopir.Release:
		w.Call(w.In.Runtime.Free, w.Ctx, w.BytesOf(first[0]))
	case loopir.Cell:
		l := leaf(op.Args[0].Type.Elem)
		p := w.Alloca(element(l), 1)
		w.StoreTo(first[0], p, l)
		w.set(op.Outs[0], []val{p})
	case loopir.Local:
		w.set(op.Outs[0], []val{w.Alloca(element(leaf(op.Outs[0].Type.Elem)), int(op.Args[0].Bits))})
	case loopir.View:
		w.vals[op.Outs[0].ID] = w.allOf(op.Args)
	case loopir.Row:
		dims := first[1:]
		k := len(op.Args) - 1
		at := w.Mul(w.position(w.allOf(op.Args[1:]), dims[:k]), w.Product(dims[k:]))
		w.set(op.Outs[0], []val{w.GEP(first[0], at)})
	case loopir.Load:
		w.set(op.Outs[0], []val{w.LoadFrom(w.place(op, first), leaf(op.Args[0].Type.Elem))})
	case loopir.Store:
		w.StoreTo(w.stored(op), w.place(op, first), leaf(op.Args[0].Type.Elem))
	case loopir.Accum:
		w.accumulate(op, first)
	}
}

// element is the type of an element in memory.
func element(l abi.Leaf) types.Type { return l.Buffer().Type().(*types.PointerType).ElemType }

// bytes is the size of n elements.
func (w *writer) bytes(e loopir.Elem, n val) val {
	if e == loopir.Bool {
		return n
	}
	return w.Mul(n, ll.Int(8))
}

// allocate makes a buffer of n elements, which may be a result of the call.
func (w *writer) allocate(e loopir.Elem, n val, result bool) val {
	alloc := w.In.Runtime.Alloc
	if result {
		alloc = w.In.Runtime.AllocResult()
	}
	p := val(w.Call(alloc, w.Ctx, w.bytes(e, n), w.At()))
	if e == loopir.Bool {
		return p
	}
	return w.Cur.NewBitCast(p, leaf(e).Buffer().Type())
}

// copied is a copy of a buffer, or of the words of a stack.
func (w *writer) copied(op *loopir.Op, first []val) []val {
	e, n := loopir.Int, val(nil)
	if op.Args[0].Type == loopir.StackType {
		n = first[1]
	} else {
		e, n = op.Args[0].Type.Elem, w.one(op.Args[1])
	}
	p := w.allocate(e, n, false)
	to, from, bytes := w.BytesOf(p), w.BytesOf(first[0]), w.bytes(e, n)
	w.large(bytes, func() { w.Call(w.In.Runtime.Copy(), w.Ctx, to, from, bytes) }, func() {
		w.Call(w.In.Runtime.Memcpy, to, from, bytes, constant.False)
	})
	if op.Args[0].Type == loopir.StackType {
		return []val{p, n, n}
	}
	return []val{p}
}

// position is where an element is in a buffer whose elements stand row by row:
//
//	(… (i1 · n2 + i2) · n3 + …) · nr + ir
//
// The indices were checked, so nothing overflows.
func (w *writer) position(idx, dims []val) val {
	at := idx[0]
	for k := 1; k < len(idx); k++ {
		at = w.Add(w.Mul(at, dims[k]), idx[k])
	}
	return at
}

// place is the address of the element that an access is to.
func (w *writer) place(op *loopir.Op, of []val) val {
	idx := op.Indices()
	if len(idx) == 0 {
		return of[0]
	}
	return w.GEP(of[0], w.position(w.allOf(idx), of[1:]))
}

// stored is the value of a Store or an Accum.
func (w *writer) stored(op *loopir.Op) val { return w.one(op.Args[len(op.Args)-1]) }

// accumulate writes an Accum.
func (w *writer) accumulate(op *loopir.Op, of []val) {
	p, l := w.place(op, of), leaf(op.Args[0].Type.Elem)
	w.StoreTo(w.plus(op, w.LoadFrom(p, l), w.stored(op)), p, l)
}
