package interp

import (
	"procad/internal/data"
	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
)

// stmt compiles one statement and returns how many statements of its nested
// procedures run whenever it does.
func (c *compiler) stmt(s proc.Stmt) int64 {
	switch s := s.(type) {
	case *proc.Call:
		c.call(s)
	case *proc.Const:
		c.constant(s)
	case *proc.Elim:
		c.elim(c.use(s.In))
	case *proc.Dup:
		c.dup(s)
	case *proc.Tuple:
		t := slots{lay: data.LayoutOf(s.Out.Type), part: c.useAll(s.Ins)}
		if len(s.Ins) == 0 {
			t.part = nil
		}
		c.bind(s.Out, t)
	case *proc.Untuple:
		t := c.use(s.In)
		if len(s.Outs) != len(t.lay.Parts) {
			c.failf("%s has %d parts, not %d", s.In.Name, len(t.lay.Parts), len(s.Outs))
			return 0
		}
		for i, v := range s.Outs {
			c.bind(v, t.at(i))
		}
	case *proc.Inl:
		c.inject(s.Out, s.In, 0)
	case *proc.Inr:
		c.inject(s.Out, s.In, 1)
	case *proc.Case:
		c.caseOf(s)
	case *proc.Share:
		v := c.use(s.In)
		if v.lay.Objects == 0 {
			v = c.block(v)
		}
		return c.view(s.Name, v, s.Body, s.Out)
	case *proc.Accum:
		// The words of a scalar are cells of its own from here on: its slots
		// may be those of another variable too, a Dup.
		v := c.use(s.In)
		if v.lay.Objects == 0 {
			cells := c.fresh(v.lay)
			c.move(cells, v)
			v = cells
		}
		return c.view(s.Name, v, s.Body, s.Out)
	case *proc.Read:
		c.read(s)
	case *proc.Add:
		c.add(s)
	case *proc.Size:
		r := c.ref(s.Ref)
		c.emit(opSize, c.bindFresh(s.Out).w, r.slot, int32(s.Axis), 0)
	case *proc.Row:
		return c.row(s)
	case *proc.Choose:
		tag := c.use(s.In).tag()
		t, f := c.ref(s.True), c.ref(s.False)
		return c.scoped(s.Name, t.typ, func(slot int32) { c.emit(opChoose, slot, tag, t.slot, f.slot) }, s.Body)
	default:
		c.failf("a statement of unknown form, %T", s)
	}
	return 0
}

func (c *compiler) constant(s *proc.Const) {
	out := c.bindFresh(s.Out)
	if s.Out.Type == proc.Unit {
		return
	}
	bits := s.Bits
	if c.m.mod61 && s.Out.Type == proc.Real {
		residue, err := residueOf(bits)
		if err != nil {
			c.ext(func(*Machine, *frame) error { return &ModError{Func: proc.Name("Const"), Err: err} })
			return
		}
		bits = residue
	}
	c.code.consts = append(c.code.consts, bits)
	c.emit(opConst, out.w, int32(len(c.code.consts)-1), 0, 0)
}

// elim frees what is behind a value.
func (c *compiler) elim(v slots) {
	if v.lay.Objects == 0 {
		return
	}
	if v.lay.Elem != nil {
		c.recount(v, -1)
		c.emit(opFree, v.o, 0, 0, 0)
		return
	}
	b := c.block(v)
	c.recount(b, -1)
	c.ext(func(m *Machine, f *frame) error {
		m.freeValue(b.lay, f.w[b.w:], f.o[b.o:])
		return nil
	})
}

// dup of a scalar names its slots twice; arrays and stacks are copied.
func (c *compiler) dup(s *proc.Dup) {
	v := c.use(s.In)
	pair := slots{lay: data.LayoutOf(s.Out.Type), part: []slots{v, v}}
	if v.lay.Objects > 0 {
		v = c.block(v)
		second := c.fresh(v.lay)
		pair.part = []slots{v, second}
		c.ext(func(m *Machine, f *frame) error {
			n := int32(v.lay.Words)
			copy(f.w[second.w:second.w+n], f.w[v.w:])
			o := int32(v.lay.Objects)
			return m.cloneValue(v.lay, f.w[v.w:], f.o[v.o:v.o+o], f.o[second.o:second.o+o])
		})
		c.recount(second, 1)
	}
	c.bind(s.Out, pair)
}

// inject makes a sum whose other part is whatever is in its slots.
func (c *compiler) inject(out, in proc.Var, tag uint64) {
	v := c.use(in)
	l := data.LayoutOf(out.Type)
	if !l.IsSum() || l.Parts[tag] != v.lay {
		c.failf("%s of type %s is no injection of %s", out.Name, out.Type, in.Name)
		return
	}
	t := c.fresh(data.LayoutOf(proc.Int))
	c.code.consts = append(c.code.consts, tag)
	c.emit(opConst, t.w, int32(len(c.code.consts)-1), 0, 0)
	sum := slots{lay: l, part: []slots{t, v, v}}
	sum.part[2-tag] = c.fresh(l.Parts[1-tag])
	c.bind(out, sum)
}

// view compiles the body of a Share or an Accum of v, which out is afterwards.
func (c *compiler) view(n string, v slots, p proc.Procedure, out proc.Var) int64 {
	if v.lay.Objects > 0 && v.lay.Rank() == 0 {
		c.failf("%s cannot be shared: it is neither a scalar nor an array", diag.A(proc.Brief(v.lay.Type)))
		return 0
	}
	var at int32
	count := c.scoped(n, v.lay.Type, func(slot int32) {
		at = slot
		if v.lay.Objects > 0 {
			c.emit(opShareObj, slot, v.o, 0, 0)
		} else {
			c.emit(opShare, slot, v.w, int32(v.lay.Words), 0)
		}
	}, p)
	if v.lay.Objects > 0 {
		c.emit(opDrop, at, 0, 0, 0)
	}
	c.bind(out, v)
	return count
}

func (c *compiler) read(s *proc.Read) {
	r := c.ref(s.Ref)
	idx := c.words(s.Idx)
	out := c.bindFresh(s.Out)
	n := out.lay.Words
	switch {
	case !c.indexed(r, idx, s.Ref):
	case len(idx) == 0:
		c.emit(opGet, out.w, r.slot, int32(n), 0)
	case n == 1 && len(idx) == 1:
		c.emit(opRead1, out.w, r.slot, idx[0], 0)
	case n == 1 && len(idx) == 2:
		c.emit(opRead2, out.w, r.slot, idx[0], idx[1])
	default:
		c.ext(func(_ *Machine, f *frame) error {
			v := &f.r[r.slot]
			e, err := v.at(f.w, idx)
			if err == nil {
				v.load(f.w[out.w:], e)
			}
			return err
		})
	}
}

// indexed says whether as many indices are given as the array behind r has
// dimensions: none for a scalar.
func (c *compiler) indexed(r name, idx []int32, n string) bool {
	l := data.LayoutOf(r.typ)
	if l.Rank() != len(idx) {
		c.failf("%s of type %s is given %d indices", n, r.typ, len(idx))
		return false
	}
	return true
}

func (c *compiler) add(s *proc.Add) {
	r := c.ref(s.Ref)
	idx := c.words(s.Idx)
	x := c.use(s.In)
	if len(idx) == 0 && x.lay.Rank() > 0 {
		c.addArray(r, x, s.Unlike())
		return
	}
	x = c.block(x)
	plain := s.In.Type == proc.Real && !c.m.mod61
	switch {
	case x.lay.Words == 0 && len(idx) == 0:
	case !c.indexed(r, idx, s.Ref):
	case plain && len(idx) == 0:
		c.emit(opAcc, x.w, r.slot, 0, 0)
	case plain && len(idx) == 1:
		c.emit(opAcc1, x.w, r.slot, idx[0], 0)
	case plain && len(idx) == 2:
		c.emit(opAcc2, x.w, r.slot, idx[0], idx[1])
	case len(idx) == 0:
		c.ext(func(m *Machine, f *frame) error { return m.addWords(x.lay, f.r[r.slot].cells, f.w[x.w:]) })
	default:
		scratch := c.fresh(x.lay)
		c.ext(func(m *Machine, f *frame) error {
			v := &f.r[r.slot]
			e, err := v.at(f.w, idx)
			if err != nil {
				return err
			}
			v.load(f.w[scratch.w:], e)
			if err := m.addWords(x.lay, f.w[scratch.w:], f.w[x.w:]); err != nil {
				return err
			}
			v.store(e, f.w[scratch.w:])
			return nil
		})
	}
}

func (c *compiler) row(s *proc.Row) int64 {
	r := c.ref(s.Ref)
	idx := c.words(s.Idx)
	a, ok := r.typ.(*proc.ArrayType)
	if !ok || len(idx) == 0 || len(idx) >= a.Rank {
		c.failf("%s of type %s has no row at %d indices", s.Ref, r.typ, len(idx))
		return 0
	}
	return c.scoped(s.Name, proc.NewArray(a.Rank-len(idx), a.Elem), func(slot int32) {
		if len(idx) == 1 {
			c.emit(opRow1, slot, r.slot, idx[0], 0)
			return
		}
		c.ext(func(_ *Machine, f *frame) error {
			i, err := f.r[r.slot].at(f.w, idx)
			if err == nil {
				f.r[slot] = f.r[r.slot].row(i, len(idx))
			}
			return err
		})
	}, s.Body)
}

// addWords adds a value to the cells of an accumulator, whose sums must have
// the same tags.
func (m *Machine) addWords(l *data.Layout, cells, x []uint64) error {
	switch l.Type.(type) {
	case proc.RealType:
		cells[0] = m.addReal(cells[0], x[0])
	case proc.IntType:
		cells[0] += x[0]
	case *proc.SumType:
		tag := cells[0]
		if tag != x[0] {
			return &prim.RuntimeError{Kind: prim.Misuse, Message: prim.DifferentTags}
		}
		at := l.WordAt[tag]
		return m.addWords(l.Parts[tag], cells[at:], x[at:])
	case *proc.TupleType:
		for i, p := range l.Parts {
			if err := m.addWords(p, cells[l.WordAt[i]:], x[l.WordAt[i]:]); err != nil {
				return err
			}
		}
	}
	return nil
}
