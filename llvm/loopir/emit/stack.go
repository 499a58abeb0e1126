package emit

import (
	"github.com/llir/llvm/ir/enum"

	"procad/internal/native"
	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/llvm/loopir"
	"procad/prim"
)

// The parts of a stack: the address of its words, how many are in use, how many there is room for. The room of slots,
// which do not grow, is the complement, and so negative.
const (
	base = iota
	length
	room
)

// stack writes an operation on stacks.
func (w *writer) stack(op *loopir.Op) {
	switch op.Kind {
	case loopir.Empty:
		w.set(op.Outs[0], w.emptyStack(w.reserved(op)))
	case loopir.Slots:
		n := w.Mul(w.one(op.Args[0]), w.one(op.Args[1]))
		s := w.emptyStack(n)
		s[room] = w.Cur.NewXor(n, ll.Int(-1))
		w.set(op.Outs[0], s)
	case loopir.Push:
		w.push(op)
	case loopir.Pop:
		w.pop(op)
	case loopir.Grow:
		s := w.of(op.Args[0])
		need := w.Add(s[length], w.one(op.Args[1]))
		p, more := w.withRoom(s, need)
		w.set(op.Outs[0], []val{p, need, more})
		w.part(op, p, s[length])
	case loopir.Shrink:
		s := w.of(op.Args[0])
		end := w.Sub(s[length], w.one(op.Args[1]))
		w.set(op.Outs[0], []val{s[base], end, s[room]})
		w.part(op, s[base], end)
	case loopir.Len:
		w.set(op.Outs[0], w.of(op.Args[0])[length:][:1])
	}
}

// reserved is how many words an empty stack has room for: all that are expected, if their size is known and they are not
// very many.
func (w *writer) reserved(op *loopir.Op) val {
	n, words := w.one(op.Args[0]), w.one(op.Args[1])
	if words == ll.Int(0) {
		return ll.Int(native.LeastCapacity)
	}
	n = w.Choice(w.ICmp(enum.IPredULT, n, ll.Int(native.MostCapacity)), n, ll.Int(native.MostCapacity))
	n = w.Mul(n, words)
	n = w.Choice(w.ICmp(enum.IPredULT, n, ll.Int(native.MostCapacity)), n, ll.Int(native.MostCapacity))
	return w.Choice(w.ICmp(enum.IPredULT, n, ll.Int(native.LeastCapacity)), ll.Int(native.LeastCapacity), n)
}

func (w *writer) emptyStack(words val) []val {
	return []val{w.allocate(loopir.Int, words, false), ll.Int(0), words}
}

// wordsOf is how many words values take.
func wordsOf(vs []*loopir.Value) int {
	k := 0
	for _, v := range vs {
		k += len(leaves(v.Type))
	}
	return k
}

// part is the buffer of the words from a place of a stack on.
func (w *writer) part(op *loopir.Op, words, at val) {
	l := leaf(op.Outs[1].Type.Elem)
	w.set(op.Outs[1], []val{w.WordAt(words, at, l)})
}

// withRoom is where there is room for so many words, and for how many.
//
//	if need > room { if room < 0 { check need ≤ ~room } else { grow } }
func (w *writer) withRoom(s []val, need val) (p, more val) {
	from := w.Cur
	full, fits := w.Block("full"), w.Block("fits")
	w.Cur.NewCondBr(w.ICmp(enum.IPredSLE, need, s[room]), fits, full).Metadata = w.In.Likely()
	w.Use(full)
	p, more = w.grown(s, need)
	last := w.Cur
	w.Jump(fits)
	w.Use(fits)
	return w.Phi(s[base], from, p, last), w.Phi(s[room], from, more, last)
}

// push appends words, after it has made room.
func (w *writer) push(op *loopir.Op) {
	s := w.of(op.Args[0])
	items := op.Args[1:]
	need := w.Add(s[length], ll.Int(wordsOf(items)))
	p, more := w.withRoom(s, need)
	at := s[length]
	for _, v := range items {
		for i, l := range leaves(v.Type) {
			w.StoreWord(w.of(v)[i], p, at, l)
			at = w.Add(at, ll.Int(1))
		}
	}
	w.set(op.Outs[0], []val{p, need, more})
}

// grown is where there is room for so many words, and for how many. Slots have had room, or the run ends.
func (w *writer) grown(s []val, need val) (p, more val) {
	slots, grow, done := w.Block("slots"), w.Block("grow"), w.Block("done")
	w.Branch(w.ICmp(enum.IPredSLT, s[room], ll.Int(0)), slots, grow)
	w.Use(slots)
	w.Check(w.ICmp(enum.IPredSLE, need, w.Cur.NewXor(s[room], ll.Int(-1))), func() {
		w.Failure(prim.Misuse, need, ll.Int(0), prim.FullStack)
	})
	had := w.Cur
	w.Jump(done)
	w.Use(grow)
	twice := w.Add(s[room], s[room])
	more = w.Choice(w.ICmp(enum.IPredUGT, twice, need), twice, need)
	r := w.In.Runtime
	p = w.Cur.NewBitCast(w.Call(r.Grow, w.Ctx, w.BytesOf(s[base]), w.bytes(loopir.Int, s[length]), w.bytes(loopir.Int, more), w.At()), abi.WordPtr)
	w.Jump(done)
	w.Use(done)
	return w.Phi(s[base], had, p, grow), w.Phi(s[room], had, more, grow)
}

// pop takes off the words that were pushed last.
func (w *writer) pop(op *loopir.Op) {
	s := w.of(op.Args[0])
	items := op.Outs[1:]
	k := wordsOf(items)
	end := w.Sub(s[length], ll.Int(k))
	at := val(end)
	for _, v := range items {
		var parts []val
		for _, l := range leaves(v.Type) {
			parts = append(parts, w.LoadWord(s[base], at, l))
			at = w.Add(at, ll.Int(1))
		}
		w.set(v, parts)
	}
	w.set(op.Outs[0], []val{s[base], end, s[room]})
}
