package build

import (
	"slices"

	"procad/internal/native"
	"procad/llvm/loopir"
	"procad/prim"
	"procad/proc"
)

// An item is on a stack as the leaves of its parts. Of a sum only the side that it is is there. If sums have leaves in their sides,
// the tags of all sums of the item are bits of the words behind it:
//
//	item(x) = words(x), tags(x)      words((x, …)) = words(x) …      words(Inl x) = words(x)      words(Inr y) = words(y)
//
// so that pop, which begins at the end, finds the tags first.

// A part of an item is a type that is no tuple, with the places of its leaves.
type part struct {
	t       proc.Type
	at, end int
}

// parts are the parts of a tuple, and of the tuples in it.
func (b *builder) parts(list []part, t proc.Type, at int) []part {
	tuple, ok := t.(*proc.TupleType)
	if !ok {
		return append(list, part{t, at, at + b.width(t)})
	}
	for _, e := range tuple.Elems {
		list = b.parts(list, e, at)
		at += b.width(e)
	}
	return list
}

// wide says that a part is a sum whose sides have leaves.
func (p part) wide() bool {
	_, ok := p.t.(*proc.SumType)
	return ok && p.end-p.at > 1
}

// most is the largest number of words that an item takes on a stack.
func (b *builder) most(t proc.Type) int64 {
	tags := native.TagWords(t)
	return tags + b.leaves(t, tags > 0)
}

// leaves is the largest number of words of a value without its tags, if these are packed.
func (b *builder) leaves(t proc.Type, packed bool) int64 {
	switch t := t.(type) {
	case *proc.TupleType:
		n := int64(0)
		for _, e := range t.Elems {
			n += b.leaves(e, packed)
		}
		return n
	case *proc.SumType:
		if packed {
			return max(b.leaves(t.L, packed), b.leaves(t.R, packed))
		}
	case *proc.StackType:
		return 3 // its address, its length and its capacity
	}
	return int64(b.width(t))
}

// fixed says that all items of a type take the same number of words.
func (b *builder) fixed(t proc.Type) bool {
	switch t := t.(type) {
	case *proc.TupleType:
		for _, e := range t.Elems {
			if !b.fixed(e) {
				return false
			}
		}
	case *proc.SumType:
		return b.fixed(t.L) && b.fixed(t.R) && b.leaves(t.L, true) == b.leaves(t.R, true)
	}
	return true
}

func (b *builder) empty(n, words val) val {
	return b.make(loopir.Empty, loopir.StackType, n, words)
}

// emptyStack is  empty{X} : Int → Stack X.
func (b *builder) emptyStack(ts []proc.Type, _ []*ref, in []val) []val {
	b.elements(in)
	words := int64(0)
	if b.fixed(ts[0]) {
		words = b.most(ts[0])
	}
	return []val{b.empty(in[0], b.int(words))}
}

// slots is  slots{X} : Int → Stack X.
func (b *builder) slots(ts []proc.Type, _ []*ref, in []val) []val {
	b.elements(in)
	words := b.int(b.most(ts[0]))
	b.check(loopir.Fits, prim.SizeOverflow, "", words, in[0])
	return []val{b.make(loopir.Slots, loopir.StackType, in[0], words)}
}

// push is  push{X} : (Stack X, X) → Stack X.
func (b *builder) push(ts []proc.Type, _ []*ref, in []val) []val {
	weight := b.weighed(ts[0], in[1:])
	s := b.put(in[0], ts[0], in[1:])
	b.comes(ts[0], weight)
	return []val{s}
}

// put appends an item to a stack.
func (b *builder) put(s val, t proc.Type, x []val) val {
	n := native.TagWords(t)
	if n == 0 {
		return b.append(s, x)
	}
	tags := make([]val, n)
	for i := range tags {
		tags[i] = b.int(0)
	}
	return b.putParts(putting{s, nil, tags}, []piece{{t, x, 0}}, func(p putting) []val {
		return []val{b.append(p.s, append(slices.Clone(p.some), p.tags...))}
	})[0]
}

func (b *builder) append(s val, x []val) val {
	if len(x) == 0 {
		return s
	}
	return b.make(loopir.Push, loopir.StackType, append([]val{s}, x...)...)
}

// A putting is how far an item is on its stack: leaves that are still to be pushed, and the tags so far.
type putting struct {
	s          val
	some, tags []val
}

// with are the tags with bit n, which is 0 until then.
func (p putting) with(b *builder, n int, bit val) putting {
	k, one := n/native.TagBits, int64(1)<<(n%native.TagBits)
	p.tags = slices.Clone(p.tags)
	if known, right := side(bit); !known {
		p.tags[k] = b.add(p.tags[k], b.make(loopir.Select, loopir.IntType, bit, b.int(one), b.int(0)))
	} else if had, ok := p.tags[k].IsConst(); right && ok {
		p.tags[k] = b.int(int64(had) + one)
	} else if right {
		p.tags[k] = b.add(p.tags[k], b.int(one))
	}
	return p
}

// A piece of an item has leaves, and tags from a bit on.
type piece struct {
	t    proc.Type
	x    []val
	tags int
}

// putParts goes through pieces of an item, and ends with what end makes. Leaves behind the last sum are pushed on both of its sides, at
// once with those in it.
func (b *builder) putParts(p putting, todo []piece, end func(putting) []val) []val {
	for len(todo) > 0 {
		one, rest := todo[0], todo[1:]
		todo = rest
		switch t := one.t.(type) {
		case *proc.TupleType:
			var list []piece
			for _, e := range t.Elems {
				n := b.width(e)
				list = append(list, piece{e, one.x[:n], one.tags})
				one.x, one.tags = one.x[n:], one.tags+native.Tags(e)
			}
			todo = append(list, rest...)
		case *proc.SumType:
			if len(one.x) == 1 {
				p = p.with(b, one.tags, one.x[0])
				continue
			}
			after, then := rest, end
			if more := slices.ContainsFunc(rest, func(q piece) bool { return native.TagWords(q.t) > 0 }); more {
				after, then = nil, func(p putting) []val { return append([]val{b.append(p.s, p.some)}, p.tags...) }
			}
			n := 1 + b.width(t.L)
			out := b.fork(one.x[0], func() []val {
				return b.putParts(p.with(b, one.tags, b.f.Bool(true)), append([]piece{{t.R, one.x[n:], one.tags + 1}}, after...), then)
			}, func() []val {
				return b.putParts(p, append([]piece{{t.L, one.x[1:n], one.tags + 1}}, after...), then)
			})
			if len(after) == len(rest) {
				return out
			}
			p = putting{out[0], nil, out[1:]}
		default:
			p.some = append(slices.Clone(p.some), one.x...)
		}
	}
	return end(p)
}

// pop is  pop{X} : Stack X → (Stack X, X).
func (b *builder) pop(ts []proc.Type, _ []*ref, in []val) []val {
	if b.width(ts[0]) == 0 {
		return in
	}
	s, x := b.checkedGet(in[0], ts[0])
	b.goes(ts[0], x)
	return append([]val{s}, x...)
}

// checkedGet takes a value off a stack that may be empty.
func (b *builder) checkedGet(s val, t proc.Type) (rest val, x []val) {
	b.check(loopir.NonZero, prim.Misuse, prim.EmptyStack, b.length(s))
	return b.get(s, t)
}

func (b *builder) length(s val) val { return b.make(loopir.Len, loopir.IntType, s) }

// get takes an item off a stack: its tags first.
func (b *builder) get(s val, t proc.Type) (rest val, x []val) {
	n := native.TagWords(t)
	if n == 0 {
		x = make([]val, b.width(t))
		return b.getLeaves(s, b.of(t), x), x
	}
	words := make([]val, n)
	s = b.getLeaves(s, slices.Repeat([]loopir.Type{loopir.IntType}, int(n)), words)
	return b.getParts(s, t, words, 0)
}

// getLeaves takes leaves off a stack.
func (b *builder) getLeaves(s val, types []loopir.Type, x []val) val {
	if len(types) == 0 {
		return s
	}
	op := b.op(loopir.Pop, s)
	s = b.f.NewOut(op, loopir.StackType, "")
	copy(x, b.outs(op, types))
	return s
}

// getParts takes a value off a stack, whose tags are from a bit on: at once what is between two sums, the last parts first.
func (b *builder) getParts(s val, t proc.Type, words []val, bit int) (rest val, x []val) {
	x = make([]val, b.width(t))
	var places []int // of leaves that are next
	leaves := func() {
		types, got := make([]loopir.Type, len(places)), make([]val, len(places))
		for i, k := range places {
			types[i] = b.of(t)[k]
		}
		s = b.getLeaves(s, types, got)
		for i, k := range places {
			x[k] = got[i]
		}
		places = nil
	}
	bit += native.Tags(t)
	for _, p := range slices.Backward(b.parts(nil, t, 0)) {
		bit -= native.Tags(p.t)
		sum, ok := p.t.(*proc.SumType)
		if !ok {
			for k := p.end - 1; k >= p.at; k-- {
				places = slices.Insert(places, 0, k)
			}
			continue
		}
		tag := b.tag(words, bit)
		if p.wide() {
			leaves()
			out := b.fork(tag, func() []val {
				s, y := b.getParts(s, sum.R, words, bit+1)
				return append([]val{s}, b.inr(sum, y)...)
			}, func() []val {
				s, y := b.getParts(s, sum.L, words, bit+1)
				return append([]val{s}, b.inl(sum, y)...)
			})
			s = out[0]
			copy(x[p.at:p.end], out[1:])
		}
		x[p.at] = tag
	}
	leaves()
	return s, x
}

// tag is a bit of words of tags.
func (b *builder) tag(words []val, bit int) val {
	one := b.make(loopir.And, loopir.IntType, words[bit/native.TagBits], b.int(1<<(bit%native.TagBits)))
	return b.not(b.make(loopir.Eq, loopir.BoolType, one, b.int(0)))
}

// drained is  drained{X} : Stack X → ().
func (b *builder) drained(_ []proc.Type, _ []*ref, in []val) []val {
	b.check(loopir.Equal, prim.Misuse, prim.LeftOnStack, b.length(in[0]), b.int(0))
	b.op(loopir.Release, in[0])
	return nil
}

// popAll calls each for every item of a stack, the last one first, with a state. It gives the empty stack, and the state.
//
//	if len s = 0 { s, init } else { while (s, state) { (t, x) = pop s; next = each(x, state); yield len t ≠ 0, t, next } }
func (b *builder) popAll(t proc.Type, s val, init []val, each func(x, state []val) []val) []val {
	none := func(s val) val { return b.make(loopir.Eq, loopir.BoolType, b.length(s), b.int(0)) }
	first := append([]val{s}, init...)
	return b.fork(none(s), func() []val { return first }, func() []val {
		return b.repeat(first, func(state []val) []val {
			s, x := b.checkedGet(state[0], t)
			next := each(x, state[1:])
			return append([]val{b.not(none(s)), s}, next...)
		})
	})
}
