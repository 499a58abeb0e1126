package run

import (
	"slices"

	"procad/llvm/loopir"
	"procad/prim"
)

// An object is a *buffer, a *view or a *stack; nil if it is undefined.
type object any

// A memory is what an Alloc or a Cell made, or a buffer from outside.
type memory struct {
	words   []uint64
	counted bool // it is among the live words, and is to be given back
	gone    bool
}

// A buffer is an address in a memory.
type buffer struct {
	*memory
	at int
}

// A view is a buffer with dimensions.
type view struct {
	*buffer
	dims []int64
}

// poison is what memory holds before it is set: as a Real a NaN, which no program makes.
const poison = 0x7ff4_dead_beef_dead

// reserve counts n more live words.
func (f *frame) reserve(n int64) error {
	if n < 0 || n > int64(f.limit-f.live) {
		return f.fail(prim.OutOfMemory, 8*n, 8*int64(f.live), "")
	}
	f.live += int(n)
	return nil
}

// allocate makes a memory of n words.
func (f *frame) allocate(n int64) (*buffer, error) {
	if err := f.reserve(n); err != nil {
		return nil, err
	}
	words := make([]uint64, n)
	for i := range words {
		words[i] = poison
	}
	return &buffer{&memory{words: words, counted: true}, 0}, nil
}

// buffer is a buffer that is there.
func (f *frame) buffer(v *loopir.Value) (*buffer, error) {
	var b *buffer
	switch o := f.objects[v.ID].(type) {
	case *buffer:
		b = o
	case *view:
		b = o.buffer
	}
	switch {
	case b == nil:
		return nil, f.broken("the buffer is undefined")
	case b.gone:
		return nil, f.broken("the buffer was given back before")
	}
	return b, nil
}

// part is n words of a buffer, which are set or read.
func (f *frame) part(v *loopir.Value, n int64, sets bool) ([]uint64, error) {
	b, err := f.buffer(v)
	if err == nil && (n < 0 || n > int64(len(b.words)-b.at)) {
		err = f.broken("%d words of a buffer of %d", n, len(b.words)-b.at)
	}
	if err != nil {
		return nil, err
	}
	if err := f.visit(b.memory, b.at, int(n), sets); err != nil {
		return nil, err
	}
	return b.words[b.at : b.at+int(n)], nil
}

// memory runs an operation on buffers.
func (f *frame) memory(op *loopir.Op) error {
	var made object
	var err error
	arg := op.Args[0]
	switch op.Kind {
	case loopir.Alloc:
		made, err = f.allocate(f.int(arg))
	case loopir.Cell:
		made = &buffer{&memory{words: slices.Clone(f.w(arg))}, 0}
	case loopir.Local:
		b := &buffer{&memory{words: make([]uint64, f.int(arg))}, 0}
		for i := range b.words {
			b.words[i] = poison
		}
		made = b
	case loopir.Clear:
		var words []uint64
		words, err = f.part(arg, f.int(op.Args[1]), true)
		clear(words)
	case loopir.Release:
		err = f.release(arg)
	case loopir.Copy:
		made, err = f.copy(op)
	case loopir.View:
		b, _ := f.objects[arg.ID].(*buffer) // none if it is undefined: then nothing is read
		v := &view{buffer: b}
		for _, n := range op.Args[1:] {
			v.dims = append(v.dims, f.int(n))
		}
		made = v
	case loopir.Row:
		var at int64
		var b *buffer
		if b, err = f.buffer(arg); err == nil {
			v := f.objects[arg.ID].(*view)
			at, err = f.element(v, op.Indices(), 0)
			for _, n := range v.dims[len(op.Indices()):] {
				at *= n
			}
			made = &buffer{b.memory, b.at + int(at)}
		}
	}
	if err == nil && len(op.Outs) > 0 {
		f.objects[op.Outs[0].ID] = made
	}
	return err
}

// release gives memory back, which is whole and was allocated.
func (f *frame) release(v *loopir.Value) error {
	if v.Type == loopir.StackType {
		s, err := f.stackOf(v)
		if err != nil {
			return err
		}
		s.gone = true
		f.live -= s.words
		return nil
	}
	b, err := f.buffer(v)
	switch {
	case err != nil:
		return err
	case !b.counted || b.at != 0:
		return f.broken("it was not allocated")
	}
	b.gone = true
	f.live -= len(b.words)
	return nil
}

// copy copies the first n elements of a buffer, or the words of a stack.
func (f *frame) copy(op *loopir.Op) (object, error) {
	if op.Args[0].Type == loopir.StackType {
		s, err := f.stackOf(op.Args[0])
		if err == nil {
			err = f.reserve(int64(s.words))
		}
		if err != nil {
			return nil, err
		}
		return &stack{items: slices.Clone(s.items), words: s.words, room: -1}, nil
	}
	from, err := f.part(op.Args[0], f.int(op.Args[1]), false)
	if err != nil {
		return nil, err
	}
	b, err := f.allocate(int64(len(from)))
	if err == nil {
		copy(b.words, from)
	}
	return b, err
}

// element is the place of an element, or of a row, counted in rows. An index that is out of range was not checked.
func (f *frame) element(v *view, indices []*loopir.Value, lane int) (int64, error) {
	at := int64(0)
	for k, iv := range indices {
		i, n := int64(f.lane(iv, lane)), v.dims[k]
		if i < 0 || i >= n {
			return 0, f.broken("index %d of %d was not checked", i, n)
		}
		at = at*n + i
	}
	return at, nil
}

// access runs a Load, a Store or an Accum, in each lane.
func (f *frame) access(op *loopir.Op) error {
	b, err := f.buffer(op.Args[0])
	if err != nil {
		return err
	}
	v, _ := f.objects[op.Args[0].ID].(*view)
	x := op.Args[len(op.Args)-1]
	if op.Kind == loopir.Load {
		x = op.Outs[0]
	}
	words := f.w(x)
	if op.Mask != nil && !slices.ContainsFunc(f.w(op.Mask), func(b uint64) bool { return b != 0 }) {
		return f.broken("no lane is at work")
	}
	for lane := range words {
		if !f.active(op, lane) {
			continue
		}
		at := int64(0)
		if v != nil {
			if at, err = f.element(v, op.Indices(), lane); err != nil {
				return err
			}
		}
		at += int64(b.at)
		if at >= int64(len(b.words)) {
			return f.broken("element %d of a buffer of %d", at, len(b.words))
		}
		if err := f.visit(b.memory, int(at), 1, op.Kind != loopir.Load); err != nil {
			return err
		}
		cell := &b.words[at]
		switch {
		case op.Kind == loopir.Load:
			words[lane] = *cell
		case op.Kind == loopir.Store:
			*cell = words[lane]
		case x.Type.Elem == loopir.Real:
			*cell = reals(loopir.Add, *cell, words[lane])
		default:
			*cell += words[lane]
		}
	}
	return nil
}
