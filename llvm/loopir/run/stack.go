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
	part  *part // of its words, which may still be looked at
}

// A part of a stack is a buffer of words that it gets, or had.
type part struct {
	*memory
	gets bool
}

// close ends the use of a part of a stack, which is used itself now.
func (s *stack) close() {
	if s.part == nil {
		return
	}
	s.part.gone = true
	if s.part.gets {
		for _, w := range s.part.words {
			s.items = append(s.items, leaf{word: w})
		}
	}
	s.part = nil
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
	s.close()
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
	case loopir.Grow:
		return f.grow(op, s)
	case loopir.Shrink:
		return f.shrink(op, s)
	}
	return f.pop(op, s)
}

// succeed makes the stack that is left, and takes the old one out of use.
func (f *frame) succeed(v *loopir.Value, s *stack, items []leaf, words int) {
	s.gone = true
	f.objects[v.ID] = &stack{items: items, words: words, room: s.room}
}

// grow runs  t, b = grow s, n
func (f *frame) grow(op *loopir.Op, s *stack) error {
	n := f.int(op.Args[1])
	if s.room >= 0 && (n < 0 || n > int64(s.room-s.words)) {
		return f.fail(prim.Misuse, 0, 0, prim.FullStack)
	}
	if err := f.reserve(n); err != nil {
		return err
	}
	words := make([]uint64, n)
	for i := range words {
		words[i] = poison
	}
	f.succeed(op.Outs[0], s, s.items, s.words+int(n))
	f.show(op, &part{&memory{words: words}, true})
	return nil
}

// shrink runs  t, b = shrink s, n
func (f *frame) shrink(op *loopir.Op, s *stack) error {
	n := f.int(op.Args[1])
	at := len(s.items) - int(n)
	if n < 0 || at < 0 {
		return f.broken("%d words are taken off, of %d", n, len(s.items))
	}
	words := make([]uint64, n)
	for i, x := range s.items[at:] {
		if x.object != nil {
			return f.broken("what is taken off is no word")
		}
		words[i] = x.word
	}
	f.live -= int(n)
	f.succeed(op.Outs[0], s, s.items[:at:at], s.words-int(n))
	f.show(op, &part{&memory{words: words}, false})
	return nil
}

// show makes the buffer of a part of a stack.
func (f *frame) show(op *loopir.Op, p *part) {
	f.objects[op.Outs[0].ID].(*stack).part = p
	f.objects[op.Outs[1].ID] = &buffer{p.memory, 0}
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
