package interp

import "procad/internal/data"

// A slots value says where the leaves of a variable are in the frames, while
// its definition is compiled.
type slots struct {
	lay  *data.Layout
	w, o int32   // the first word and object, where parts is nil: all follow
	part []slots // of a tuple its elements, of a sum its tag, left and right part, wherever they are
}

// at is element i of a tuple.
func (s slots) at(i int) slots {
	if s.part != nil {
		return s.part[i]
	}
	return slots{lay: s.lay.Parts[i], w: s.w + int32(s.lay.WordAt[i]), o: s.o + int32(s.lay.ObjAt[i])}
}

// tag is the slot of the tag of a sum.
func (s slots) tag() int32 {
	if s.part != nil {
		return s.part[0].w
	}
	return s.w
}

// side is the left part of a sum for 0, its right part for 1.
func (s slots) side(i int) slots {
	if s.part != nil {
		return s.part[1+i]
	}
	return s.at(i)
}

// runs appends the word slots and the object slots of s, in the order of its type.
func (s slots) runs(ws, os []run) ([]run, []run) {
	if s.part == nil {
		return addRun(ws, s.w, int32(s.lay.Words)), addRun(os, s.o, int32(s.lay.Objects))
	}
	for _, p := range s.part {
		ws, os = p.runs(ws, os)
	}
	return ws, os
}

// addRun appends n slots from src on, whose place is after what is there.
func addRun(runs []run, src, n int32) []run {
	if n == 0 {
		return runs
	}
	if len(runs) == 0 {
		return append(runs, run{0, src, n})
	}
	last := &runs[len(runs)-1]
	if last.src+last.n == src {
		last.n += n
		return runs
	}
	return append(runs, run{last.dst + last.n, src, n})
}

// fresh returns slots of their own.
func (c *compiler) fresh(l *data.Layout) slots {
	s := slots{lay: l, w: int32(c.code.words), o: int32(c.code.objects)}
	if l.TooLarge() || c.code.words+l.Words > data.MaxLeaves || c.code.objects+l.Objects > data.MaxLeaves {
		c.failf("the values of %s have too many parts", c.def.Name)
		return s
	}
	c.code.words += l.Words
	c.code.objects += l.Objects
	return s
}

// move emits what moves src to the slots dst, which follow each other and
// overlap none of src.
func (c *compiler) move(dst, src slots) {
	ws, os := src.runs(nil, nil)
	for _, r := range ws {
		if r.n == 1 {
			c.emit(opCopy, dst.w+r.dst, r.src, 0, 0)
		} else {
			c.emit(opCopyN, dst.w+r.dst, r.src, r.n, 0)
		}
	}
	for _, r := range os {
		c.emit(opMove, dst.o+r.dst, r.src, r.n, 0)
	}
}

// block returns s in slots that follow each other, moved there if need be.
func (c *compiler) block(s slots) slots {
	if s.part == nil {
		return s
	}
	if ws, os := s.runs(nil, nil); len(ws) <= 1 && len(os) <= 1 {
		b := slots{lay: s.lay}
		if len(ws) == 1 {
			b.w = ws[0].src
		}
		if len(os) == 1 {
			b.o = os[0].src
		}
		return b
	}
	b := c.fresh(s.lay)
	c.move(b, s)
	return b
}
