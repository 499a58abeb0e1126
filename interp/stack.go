package interp

import (
	"procad/internal/data"
	"procad/prim"
)

// empty compiles  empty{X} : Int → Stack X.
func (c *compiler) empty(k *member) {
	n, words := k.in.w, elemOf(k.out.Type).Words
	out := c.bindFresh(k.out)
	c.ext(func(_ *Machine, f *frame) error {
		room, err := elements([]int{int(f.w[n])})
		if err != nil {
			return err
		}
		s := new(data.Stack)
		// A small stack is made in one piece; a large one may never be full.
		if room > 0 && words > 0 && room*words <= firstChunk {
			s.Words = make([]uint64, 0, room*words)
		}
		f.o[out.o] = s
		return nil
	})
}

// slots compiles  slots{X} : Int → Stack X.
func (c *compiler) slots(k *member) {
	n, x := k.in.w, elemOf(k.out.Type)
	words, objects := most(x)
	out := c.bindFresh(k.out)
	c.ext(func(m *Machine, f *frame) error {
		items, err := elements([]int{int(f.w[n])})
		if err != nil {
			return err
		}
		if each := words + 2*objects; each > 0 && items > (m.limit-m.live)/each {
			return &prim.RuntimeError{Kind: prim.OutOfMemory, A: int64(min(float64(items)*float64(each)*8, maxBytes)), B: int64(m.live) * 8}
		}
		f.o[out.o] = &data.Stack{
			Words: make([]uint64, 0, items*words), Objects: make([]data.Object, 0, items*objects), Room: &data.Room{Items: items},
		}
		return nil
	})
}

// most is how much room an item needs at most.
func most(l *data.Layout) (words, objects int) {
	if len(l.Parts) == 0 {
		return l.Words, l.Objects
	}
	for _, p := range l.Parts {
		w, o := most(p)
		if l.IsSum() {
			words, objects = max(words, w), max(objects, o)
		} else {
			words, objects = words+w, objects+o
		}
	}
	if l.IsSum() {
		words++
	}
	return words, objects
}

// push compiles  push{X} : (Stack X, X) → Stack X.
func (c *compiler) push(k *member) {
	stack, x := k.in.at(0).o, k.in.at(1)
	counter := c.counter(k.types[0])
	if x.lay.HasSum || counter >= 0 {
		x = c.block(x)
	}
	ws, os := x.runs(nil, nil)
	out := c.bindFresh(k.out)
	c.ext(func(m *Machine, f *frame) error {
		s := f.o[stack].(*data.Stack)
		if s.Room != nil && s.Len == s.Room.Items {
			return &prim.RuntimeError{Kind: prim.Misuse, Message: prim.FullStack}
		}
		if counter >= 0 {
			m.countItem(counter, data.Held(x.lay, f.w[x.w:], f.o[x.o:]), 1)
		}
		before := len(s.Words)
		if x.lay.HasSum {
			encode(s, x.lay, f.w[x.w:], f.o[x.o:])
		} else {
			for _, r := range ws {
				s.Words = append(s.Words, f.w[r.src:r.src+r.n]...)
			}
			for _, r := range os {
				s.Objects = append(s.Objects, f.o[r.src:r.src+r.n]...)
			}
		}
		s.Len++
		for _, r := range os {
			clear(f.o[r.src : r.src+r.n])
		}
		f.o[stack], f.o[out.o] = nil, s
		return m.grow(len(s.Words) - before)
	})
}

// pop compiles  pop{X} : Stack X → (Stack X, X).
func (c *compiler) pop(k *member) {
	stack := k.in.o
	out := c.bindFresh(k.out)
	rest, x := out.at(0).o, out.at(1)
	counter := c.counter(k.types[0])
	c.ext(func(m *Machine, f *frame) error {
		s := f.o[stack].(*data.Stack)
		if s.Len == 0 {
			return &prim.RuntimeError{Kind: prim.Misuse, Message: prim.EmptyStack}
		}
		s.Len--
		before := len(s.Words)
		if x.lay.HasSum {
			decode(s, x.lay, f.w[x.w:], f.o[x.o:])
		} else {
			popFlat(s, x.lay, f.w[x.w:], f.o[x.o:])
		}
		m.live -= before - len(s.Words)
		if counter >= 0 {
			m.countItem(counter, data.Held(x.lay, f.w[x.w:], f.o[x.o:]), -1)
		}
		f.o[stack], f.o[rest] = nil, s
		return nil
	})
}

// drained compiles  drained{X} : Stack X → ().
func (c *compiler) drained(k *member) {
	stack := k.in.o
	c.bindFresh(k.out)
	c.ext(func(_ *Machine, f *frame) error {
		if n := f.o[stack].(*data.Stack).Len; n > 0 {
			return &prim.RuntimeError{Kind: prim.Misuse, Message: prim.LeftOnStack}
		}
		f.o[stack] = nil
		return nil
	})
}

// popFlat takes the leaves of a value without sums.
func popFlat(s *data.Stack, l *data.Layout, w []uint64, o []data.Object) {
	top := len(s.Words) - l.Words
	copy(w[:l.Words], s.Words[top:])
	s.Words = s.Words[:top]
	top = len(s.Objects) - l.Objects
	copy(o[:l.Objects], s.Objects[top:])
	clear(s.Objects[top:])
	s.Objects = s.Objects[:top]
}

// encode appends a value: of a sum the leaves of the part that it is, then its tag.
func encode(s *data.Stack, l *data.Layout, w []uint64, o []data.Object) {
	switch {
	case !l.HasSum:
		s.Words = append(s.Words, w[:l.Words]...)
		s.Objects = append(s.Objects, o[:l.Objects]...)
	case l.IsSum():
		tag := w[0]
		encode(s, l.Parts[tag], w[l.WordAt[tag]:], o[l.ObjAt[tag]:])
		s.Words = append(s.Words, tag)
	default:
		for i, p := range l.Parts {
			encode(s, p, w[l.WordAt[i]:], o[l.ObjAt[i]:])
		}
	}
}

// decode takes what encode appended.
func decode(s *data.Stack, l *data.Layout, w []uint64, o []data.Object) {
	switch {
	case !l.HasSum:
		popFlat(s, l, w, o)
	case l.IsSum():
		top := len(s.Words) - 1
		tag := s.Words[top]
		s.Words = s.Words[:top]
		w[0] = tag
		decode(s, l.Parts[tag], w[l.WordAt[tag]:], o[l.ObjAt[tag]:])
	default:
		for i := len(l.Parts) - 1; i >= 0; i-- {
			decode(s, l.Parts[i], w[l.WordAt[i]:], o[l.ObjAt[i]:])
		}
	}
}
