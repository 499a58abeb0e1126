package run

import (
	"procad/llvm/loopir"
	"procad/prim"
)

// A stack has items, each a number, a buffer or a stack.
type stack struct {
	items []leaf
	words int // what the items take: a stack takes three words, the others one
	room  int // for so many words; -1: for any number
	gone  bool
}

// wordsOf is how many words of a stack a value takes: a stack is its address, its length and its capacity.
func wordsOf(t loopir.Type) int {
	if t == loopir.StackType {
		return 3
	}
	return 1
}

// stackOf is a stack that is there.
func (f *frame) stackOf(v *loopir.Value) (*stack, error) {
	s, _ := f.objects[v.ID].(*stack)
	switch {
	case s == nil:
		return nil, f.broken("the stack is undefined")
	case s.gone:
		return nil, f.broken("the stack is gone")
	}
	return s, nil
}

// stack runs an operation on stacks.
func (f *frame) stack(op *loopir.Op) error {
	switch op.Kind {
	case loopir.Empty:
		f.objects[op.Outs[0].ID] = &stack{room: -1}
		return nil
	case loopir.Slots:
		f.objects[op.Outs[0].ID] = &stack{room: int(f.int(op.Args[0]) * f.int(op.Args[1]))}
		return nil
	}
	s, err := f.stackOf(op.Args[0])
	if err != nil {
		return err
	}
	switch op.Kind {
	case loopir.Len:
		f.w(op.Outs[0])[0] = uint64(s.words)
		return nil
	case loopir.Push:
		return f.push(op, s)
	}
	return f.pop(op, s)
}

// succeed makes the stack that is left, and takes the old one out of use.
func (f *frame) succeed(v *loopir.Value, s *stack, items []leaf, words int) {
	s.gone = true
	f.objects[v.ID] = &stack{items: items, words: words, room: s.room}
}

// push runs  t = push s, x …
func (f *frame) push(op *loopir.Op, s *stack) error {
	n := 0
	for _, v := range op.Args[1:] {
		n += wordsOf(v.Type)
	}
	if s.room >= 0 && s.words+n > s.room {
		return f.fail(prim.Misuse, 0, 0, prim.FullStack)
	}
	if err := f.reserve(int64(n)); err != nil {
		return err
	}
	f.succeed(op.Outs[0], s, f.appendLeaves(s.items, op.Args[1:]), s.words+n)
	return nil
}

// pop runs  t, x … = pop s
func (f *frame) pop(op *loopir.Op, s *stack) error {
	outs := op.Outs[1:]
	at := len(s.items) - len(outs)
	if at < 0 {
		return f.broken("%d items are popped, of %d", len(outs), len(s.items))
	}
	n := 0
	for i, v := range outs {
		x := s.items[at+i]
		if !fits(v.Type, x) {
			return f.broken("what is popped is no %s", v.Type)
		}
		f.set(v, x)
		n += wordsOf(v.Type)
	}
	f.live -= n
	f.succeed(op.Outs[0], s, s.items[:at], s.words-n)
	return nil
}

// fits says that an item may be of a type. What is undefined may be of any.
func fits(t loopir.Type, x leaf) bool {
	switch x.object.(type) {
	case *buffer:
		return t.Form == loopir.Buffer
	case *stack:
		return t == loopir.StackType
	}
	return true
}
