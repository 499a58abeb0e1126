package llvm

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"

	"procad/internal/native"
	"procad/internal/optim"
	"procad/llvm/abi"
	"procad/llvm/ll"
	"procad/prim"
	"procad/proc"
)

// A stack is a block of words: the leaves of what was pushed, one item after
// the other. Of a sum only the side that it is takes room, and its tag follows:
//
//	words((τ1, …)) = words(τ1) …      words(Inl x) = words(x) 0      words(Inr y) = words(y) 1
//
// so that pop, which begins at the end, finds the tag first.

// A stack's leaves: where the words are, how many are in use, how many fit. Of
// slots{X}, which do not grow, the room is the complement, and so negative.
type stack struct{ base, length, capacity val }

func stackOf(vals []val) stack { return stack{vals[0], vals[1], vals[2]} }
func (s stack) leaves() []val  { return []val{s.base, s.length, s.capacity} }
func (s stack) to(n val) stack { return stack{s.base, n, s.capacity} }

// fixed says that all values of type t take the same room on a stack.
func (b *builder) fixed(t proc.Type) bool {
	switch t := t.(type) {
	case *proc.TupleType:
		for _, e := range t.Elems {
			if !b.fixed(e) {
				return false
			}
		}
	case *proc.SumType:
		return b.fixed(t.L) && b.fixed(t.R) && b.most(t.L) == b.most(t.R)
	}
	return true
}

// pcMost is the largest number of words that a value of type t takes on a stack.
func (b *builder) most(t proc.Type) int {
	switch t := t.(type) {
	case *proc.TupleType:
		n := 0
		for _, e := range t.Elems {
			n += b.most(e)
		}
		return n
	case *proc.SumType:
		return 1 + max(b.most(t.L), b.most(t.R))
	}
	if t == proc.Real {
		return b.wordsOf(abi.RealLeaf)
	}
	return b.Width(t)
}

// empty{X} : Int → Stack X. Where an item has a fixed size, all items find room,
// up to native.MostCapacity words.
func empty(b *builder, ts []proc.Type, _ []*ref, in []val) []val {
	n := b.elements(in)
	if b.without(optim.Preallocation) || !b.fixed(ts[0]) || b.most(ts[0]) == 0 {
		return b.emptyStack(ll.Int(native.LeastCapacity)).leaves()
	}
	words := b.capacity(ts[0], n)
	words = b.Choice(b.ICmp(enum.IPredULT, words, ll.Int(native.MostCapacity)), words, ll.Int(native.MostCapacity))
	s := b.emptyStack(b.Choice(b.ICmp(enum.IPredULT, words, ll.Int(native.LeastCapacity)), ll.Int(native.LeastCapacity), words))
	b.expects(s.base, n)
	return s.leaves()
}

// slots{X} : Int → Stack X. All items find room, of whatever size they are.
func slots(b *builder, ts []proc.Type, _ []*ref, in []val) []val {
	capacity := b.capacity(ts[0], b.elements(in))
	s := b.emptyStack(capacity)
	s.capacity = b.complement(capacity)
	return s.leaves()
}

// capacity is how many words n items need at most.
func (b *builder) capacity(t proc.Type, n val) val {
	w := b.most(t)
	if w == 0 {
		return ll.Int(0)
	}
	r := b.call(b.Runtime.MulOverflow, n, ll.Int(w))
	words, over := b.Cur.NewExtractValue(r, 0), b.Cur.NewExtractValue(r, 1)
	b.checkSize(words, n, over)
	return words
}

func (b *builder) emptyStack(capacity val) stack {
	base := b.Cur.NewBitCast(b.alloc(b.bytes(capacity, abi.IntLeaf)), abi.WordPtr)
	return stack{base, ll.Int(0), capacity}
}

func (b *builder) complement(x val) val {
	b.Size++
	return b.Cur.NewXor(x, ll.Int(-1))
}

// push{X} : (Stack X, X) → Stack X
func push(b *builder, ts []proc.Type, _ []*ref, in []val) []val {
	s := b.reserve(stackOf(in), ts[0])
	b.comes(ts[0], in[3:])
	length := b.put(s.base, s.length, ts[0], in[3:])
	return s.to(length).leaves()
}

// reserve makes room for one more item.
func (b *builder) reserve(s stack, t proc.Type) stack {
	n := b.most(t)
	if n == 0 || b.unchecked[s.base] {
		return s
	}
	need := b.Add(s.length, ll.Int(n))
	from := b.Cur
	grow, fits := b.Block("grow"), b.Block("fits")
	// The room of slots is negative: no signed number fits.
	fit := enum.IPredULE
	if b.slotted[t] {
		fit = enum.IPredSLE
	}
	br := b.Cur.NewCondBr(b.ICmp(fit, need, s.capacity), fits, grow)
	br.Metadata = b.Likely()
	b.Use(grow)
	if b.slotted[t] {
		return b.reserveSlots(s, need, from, fits)
	}
	grown := b.grow(s, need)
	b.Jump(fits)
	b.Use(fits)
	return stack{b.Phi(s.base, from, grown.base, grow), s.length, b.Phi(s.capacity, from, grown.capacity, grow)}
}

// grow moves a stack to where there is room for twice as much, or for need words.
func (b *builder) grow(s stack, need val) stack {
	capacity := b.Choice(b.ICmp(enum.IPredUGT, b.Add(s.capacity, s.capacity), need), b.Add(s.capacity, s.capacity), need)
	base := b.Cur.NewBitCast(b.call(b.Runtime.Grow, b.Ctx, b.BytesOf(s.base), b.bytes(s.length, abi.IntLeaf), b.bytes(capacity, abi.IntLeaf), b.At()), abi.WordPtr)
	return stack{base, s.length, capacity}
}

// reserveSlots goes on where an item does not fit at first sight: a stack grows,
// slots have room or there is a run-time error.
func (b *builder) reserveSlots(s stack, need val, from, fits *ir.Block) stack {
	grown := b.either(b.ICmp(enum.IPredSLT, s.capacity, ll.Int(0)), func() []val {
		b.check(b.ICmp(enum.IPredSLE, need, b.complement(s.capacity)), prim.Misuse, need, ll.Int(0), prim.FullStack)
		return []val{s.base, s.capacity}
	}, func() []val {
		g := b.grow(s, need)
		return []val{g.base, g.capacity}
	})
	last := b.Cur
	b.Jump(fits)
	b.Use(fits)
	return stack{b.Phi(s.base, from, grown[0], last), s.length, b.Phi(s.capacity, from, grown[1], last)}
}

// put writes a value from word at on, and returns where it ends.
func (b *builder) put(base, at val, t proc.Type, x []val) val {
	switch t := t.(type) {
	case *proc.TupleType:
		for _, e := range t.Elems {
			n := b.Width(e)
			at = b.put(base, at, e, x[:n])
			x = x[n:]
		}
		return at
	case *proc.SumType:
		if b.Width(t) > 1 {
			n := b.Width(t.L)
			at = b.side(x[0],
				func() []val { return []val{b.put(base, at, t.R, x[1+n:])} },
				func() []val { return []val{b.put(base, at, t.L, x[1:1+n])} })[0]
		}
		b.storeWord(x[0], base, at, abi.TagLeaf)
		return b.Add(at, ll.Int(1))
	}
	words := 0
	for k, l := range b.Leaves(t) {
		b.storeWord(x[k], base, b.Add(at, ll.Int(words)), l)
		words += b.wordsOf(l)
	}
	return b.Add(at, ll.Int(words))
}

// pop{X} : Stack X → (Stack X, X)
func pop(b *builder, ts []proc.Type, _ []*ref, in []val) []val {
	s := stackOf(in)
	if b.most(ts[0]) == 0 {
		return in
	}
	b.checkPop(s)
	at, x := b.get(s.base, s.length, ts[0])
	b.goes(ts[0], x)
	return append(s.to(at).leaves(), x...)
}

func (b *builder) checkPop(s stack) {
	if b.unchecked[s.base] {
		return
	}
	b.check(b.ICmp(enum.IPredNE, s.length, ll.Int(0)), prim.Misuse, ll.Int(0), ll.Int(0), prim.EmptyStack)
}

// get reads a value that ends before word end, and returns where it begins.
func (b *builder) get(base, end val, t proc.Type) (at val, x []val) {
	switch t := t.(type) {
	case *proc.TupleType:
		parts := make([][]val, len(t.Elems))
		for i := len(parts) - 1; i >= 0; i-- {
			end, parts[i] = b.get(base, end, t.Elems[i])
		}
		for _, p := range parts {
			x = append(x, p...)
		}
		return end, x
	case *proc.SumType:
		end = b.Sub(end, ll.Int(1))
		tag := b.loadWord(base, end, abi.TagLeaf)
		if b.Width(t) == 1 {
			return end, []val{tag}
		}
		out := b.side(tag, func() []val {
			at, x := b.get(base, end, t.R)
			return append([]val{at}, b.inr(t, x)...)
		}, func() []val {
			at, x := b.get(base, end, t.L)
			return append([]val{at}, b.inl(t, x)...)
		})
		out[1] = tag
		return out[0], out[1:]
	}
	leaves := b.Leaves(t)
	words := 0
	for _, l := range leaves {
		words += b.wordsOf(l)
	}
	if words > 0 {
		end = b.Sub(end, ll.Int(words))
	}
	words = 0
	for _, l := range leaves {
		x = append(x, b.loadWord(base, b.Add(end, ll.Int(words)), l))
		words += b.wordsOf(l)
	}
	return end, x
}

// drained{X} : Stack X → ()
func drained(b *builder, _ []proc.Type, _ []*ref, in []val) []val {
	s := stackOf(in)
	b.check(b.ICmp(enum.IPredEQ, s.length, ll.Int(0)), prim.Misuse, s.length, ll.Int(0), prim.LeftOnStack)
	b.release(s.base)
	return nil
}

// freeStack frees a stack, with what the items on it own.
func (b *builder) freeStack(t *proc.StackType, vals []val) {
	s := stackOf(vals)
	if b.visits(t) {
		b.popAll(t, s, func(_ val, x []val) {
			b.goes(t.Elem, x)
			b.free(t.Elem, x)
		})
	}
	b.release(s.base)
}

// visits says that items own something, or are counted.
func (b *builder) visits(t *proc.StackType) bool {
	_, counts := b.meter.Item(t.Elem)
	return counts || !proc.Scalar(t.Elem)
}

// popAll calls each for every item, the last one first; at is where it begins.
func (b *builder) popAll(t *proc.StackType, s stack, each func(at val, x []val)) {
	b.while(s.length, func(length val) val { return b.ICmp(enum.IPredNE, length, ll.Int(0)) }, func(length val) val {
		at, x := b.get(s.base, length, t.Elem)
		each(at, x)
		return at
	})
}

// cloneStack copies a stack: its words, and then what the items own, item by item.
func (b *builder) cloneStack(t *proc.StackType, vals []val) []val {
	s := stackOf(vals)
	base := b.copyBuffer(s.base, s.length, abi.IntLeaf)
	if b.visits(t) {
		b.popAll(t, s, func(at val, x []val) {
			b.comes(t.Elem, x)
			b.put(base, at, t.Elem, b.clone(t.Elem, x))
		})
	}
	return stack{base, s.length, s.length}.leaves()
}
