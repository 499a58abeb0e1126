package build

import (
	"procad/llvm/loopir"
	"procad/prim"
	"procad/proc"
)

// An item is on a stack as the leaves of its parts. Of a sum only the side that it is is there, and its tag follows:
//
//	words((τ1, …)) = words(τ1) …      words(Inl x) = words(x) false      words(Inr y) = words(y) true
//
// so that pop, which begins at the end, finds the tag first.

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

// wide is the sum that a part is, if its sides have leaves; else nil.
func (p part) wide() *proc.SumType {
	if s, ok := p.t.(*proc.SumType); ok && p.end-p.at > 1 {
		return s
	}
	return nil
}

// most is the largest number of words that a value takes on a stack.
func (b *builder) most(t proc.Type) int64 {
	switch t := t.(type) {
	case *proc.TupleType:
		n := int64(0)
		for _, e := range t.Elems {
			n += b.most(e)
		}
		return n
	case *proc.SumType:
		return 1 + max(b.most(t.L), b.most(t.R))
	case *proc.StackType:
		return 3 // its address, its length and its capacity
	}
	return int64(b.width(t))
}

// fixed says that all values of a type take the same number of words.
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

// put appends a value to a stack: at once what is between two sums.
func (b *builder) put(s val, t proc.Type, x []val) val {
	var some []val
	flush := func() {
		if len(some) > 0 {
			s = b.make(loopir.Push, loopir.StackType, append([]val{s}, some...)...)
			some = nil
		}
	}
	for _, p := range b.parts(nil, t, 0) {
		vals := x[p.at:p.end]
		sum := p.wide()
		if sum == nil {
			some = append(some, vals...)
			continue
		}
		flush()
		n := 1 + b.width(sum.L)
		s = b.fork(vals[0],
			func() []val { return []val{b.put(s, sum.R, vals[n:])} },
			func() []val { return []val{b.put(s, sum.L, vals[1:n])} })[0]
		some = []val{vals[0]}
	}
	flush()
	return s
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

// get takes a value off a stack: at once what is between two sums, the last parts first.
func (b *builder) get(s val, t proc.Type) (rest val, x []val) {
	x = make([]val, b.width(t))
	parts := b.parts(nil, t, 0)
	for len(parts) > 0 {
		begin := len(parts) - 1
		for begin > 0 && parts[begin].wide() == nil {
			begin--
		}
		first, to := parts[begin], parts[len(parts)-1].end
		if first.wide() != nil {
			s = b.getSum(s, t, x, first, to)
		} else {
			s = b.getLeaves(s, b.of(t)[first.at:to], x[first.at:to])
		}
		parts = parts[:begin]
	}
	return s, x
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

// getSum takes off the leaves behind a sum, up to a place, with its tag, and then the side that the sum is.
func (b *builder) getSum(s val, t proc.Type, x []val, p part, to int) val {
	sum := p.wide()
	types := append([]loopir.Type{loopir.BoolType}, b.of(t)[p.end:to]...)
	vals := make([]val, len(types))
	s = b.getLeaves(s, types, vals)
	copy(x[p.end:to], vals[1:])
	out := b.fork(vals[0], func() []val {
		s, y := b.get(s, sum.R)
		return append([]val{s}, b.inr(sum, y)...)
	}, func() []val {
		s, y := b.get(s, sum.L)
		return append([]val{s}, b.inl(sum, y)...)
	})
	copy(x[p.at:p.end], out[1:])
	x[p.at] = vals[0]
	return out[0]
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
