package interp

import (
	"slices"

	"procad/internal/data"
	"procad/internal/profile"
	"procad/proc"
)

// Profile lets a Machine count while it runs; see Machine.Profile.
func Profile(w profile.Wanted) Option {
	return func(m *Machine) {
		m.wanted, m.meter = &w, profile.NewMeter(&w)
		m.counters = make([]int64, m.meter.Size())
	}
}

// beginProfile begins to count anew for a call. The first time it says what
// cannot be counted.
func (m *Machine) beginProfile() error {
	clear(m.counters)
	if m.wanted == nil {
		return nil
	}
	err := m.wanted.Check(m.lookup)
	if err == nil {
		m.wanted = nil
	}
	return err
}

func (m *Machine) endProfile() {
	if m.meter != nil {
		m.Profile = m.meter.Counts(m.counters)
	}
}

// entered emits what counts that a definition is entered.
func (c *compiler) entered() {
	if at, ok := c.m.meter.Func(c.def.Name); ok {
		c.emit(opCount, int32(at), 0, 0, 0)
	}
}

// counter is where items of type t are counted, -1 if they are not.
func (c *compiler) counter(t proc.Type) int {
	if at, ok := c.m.meter.Item(t); ok {
		return at
	}
	return -1
}

// countItem counts an item of n words that comes (sign 1) or goes (sign -1).
func (m *Machine) countItem(at, n int, sign int64) {
	profile.Move(m.counters, at, sign)
	profile.Move(m.counters, profile.BytesAt, sign*8*int64(n))
}

// recount emits what counts all items in a value, where they come by a copy or
// go with what holds them.
func (c *compiler) recount(v slots, sign int64) {
	if c.m.meter.Holds(v.lay.Type) {
		c.ext(func(m *Machine, f *frame) error {
			m.countItems(v.lay, f.w[v.w:], f.o[v.o:], sign)
			return nil
		})
	}
}

// countItems counts all items in a value.
func (m *Machine) countItems(l *data.Layout, words []uint64, objects []data.Object, sign int64) {
	if !m.meter.Holds(l.Type) {
		return
	}
	if _, stack := l.Type.(*proc.StackType); stack {
		m.countStack(l.Elem, objects[0].(*data.Stack), sign)
	}
	for i, p := range l.Parts {
		if !l.IsSum() || uint64(i) == words[0] {
			m.countItems(p, words[l.WordAt[i]:], objects[l.ObjAt[i]:], sign)
		}
	}
}

// countStack counts the items of a stack, and those on stacks in them.
func (m *Machine) countStack(item *data.Layout, s *data.Stack, sign int64) {
	at, counts := m.meter.Item(item.Type)
	rest := &data.Stack{Words: s.Words, Objects: slices.Clone(s.Objects)}
	words, objects := make([]uint64, item.Words), make([]data.Object, item.Objects)
	for range s.Len {
		decode(rest, item, words, objects)
		if counts {
			m.countItem(at, data.Held(item, words, objects), sign)
		}
		m.countItems(item, words, objects, sign)
	}
}
