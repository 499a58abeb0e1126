package profile

import "procad/proc"

// A Meter gives every counter its place among the words that an engine counts
// in: one for a function, two (what is live, and the most that was) for a type
// of items and for the bytes. No Meter counts nothing.
type Meter struct {
	funcs map[proc.Func]int
	items map[proc.Type]int
	size  int
	holds map[proc.Type]bool // see Holds
}

// NewMeter returns the Meter of what is wanted, nil if nothing is.
func NewMeter(w *Wanted) *Meter {
	if w == nil {
		return nil
	}
	m := &Meter{funcs: map[proc.Func]int{}, items: map[proc.Type]int{}, size: 2, holds: map[proc.Type]bool{}}
	for _, f := range w.Funcs {
		if _, ok := m.funcs[f]; !ok {
			m.funcs[f] = m.size
			m.size++
		}
	}
	for _, t := range w.Items {
		if _, ok := m.items[t]; !ok {
			m.items[t] = m.size
			m.size += 2
		}
	}
	return m
}

// BytesAt is the place of the level of bytes.
const BytesAt = 0

// Size is the number of words.
func (m *Meter) Size() int {
	if m == nil {
		return 0
	}
	return m.size
}

// Func is the place of the counter of a function.
func (m *Meter) Func(f proc.Func) (at int, ok bool) {
	if m == nil {
		return 0, false
	}
	at, ok = m.funcs[f]
	return at, ok
}

// Item is the place of the level of items of type t.
func (m *Meter) Item(t proc.Type) (at int, ok bool) {
	if m == nil {
		return 0, false
	}
	at, ok = m.items[t]
	return at, ok
}

// Holds says that values of type t can hold items that count.
func (m *Meter) Holds(t proc.Type) bool {
	if m == nil || len(m.items) == 0 {
		return false
	}
	holds, known := m.holds[t]
	if known {
		return holds
	}
	switch t := t.(type) {
	case *proc.TupleType:
		for _, e := range t.Elems {
			holds = m.Holds(e) || holds
		}
	case *proc.SumType:
		holds = m.Holds(t.L) || m.Holds(t.R)
	case *proc.StackType:
		_, counts := m.items[t.Elem]
		holds = counts || m.Holds(t.Elem)
	}
	m.holds[t] = holds
	return holds
}

// Counts reads the words.
func (m *Meter) Counts(words []int64) *Counts {
	c := &Counts{Entered: map[proc.Func]int64{}, Items: map[proc.Type]Level{}}
	level := func(at int) Level { return Level{Live: words[at], Peak: words[at+1]} }
	for f, at := range m.funcs {
		c.Entered[f] = words[at]
	}
	for t, at := range m.items {
		c.Items[t] = level(at)
	}
	c.Bytes = level(BytesAt)
	return c
}

// Move adds to a level in words.
func Move(words []int64, at int, n int64) {
	words[at] += n
	words[at+1] = max(words[at+1], words[at])
}
