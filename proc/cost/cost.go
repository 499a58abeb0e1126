package cost

import (
	"procad/prim"
	"procad/proc"
)

// A Model is what procedures cost, given definitions.
type Model struct {
	// Def is the definition of a function, nil if it is a primitive or a loop, or not known.
	Def   func(proc.Func) *proc.Def
	known map[proc.Func]int64
}

// Of is the cost of running a definition once: a sum over its statements, of which a branch
// counts as if it ran. What has loops in it is Unbounded.
func (m *Model) Of(d *proc.Def) int64 {
	total := int64(0)
	d.Body.Walk(func(s proc.Stmt) {
		switch s := s.(type) {
		case *proc.Read:
			total += Read
		case *proc.Call:
			total += m.call(s.Func)
		}
	})
	return min(total, Unbounded)
}

func (m *Model) call(f proc.Func) int64 {
	if _, _, loop := f.Loop(); loop {
		return Unbounded
	}
	if _, ok := prim.Table[f]; ok {
		return Primitive(f)
	}
	if _, _, family := f.Family(); family {
		return 0
	}
	known, ok := m.known[f]
	if !ok {
		known = Unbounded
		if d := m.Def(f); d != nil {
			known = m.Of(d)
		}
		if m.known == nil {
			m.known = map[proc.Func]int64{}
		}
		m.known[f] = known
	}
	return known
}

// Words are those that keeping a value of a scalar type is weighed by: those that it takes in an
// array, where a () counts as one.
func Words(t proc.Type) int64 { return words(t, 1, func(l, r int64) int64 { return l + r }) }

// Room is the number of words that it takes in an array: a sum has a tag and room for both sides.
// Most and Least are those that it can take on a stack, which has room for the side that is there.
func Room(t proc.Type) int64  { return words(t, 0, func(l, r int64) int64 { return l + r }) }
func Most(t proc.Type) int64  { return words(t, 0, func(l, r int64) int64 { return max(l, r) }) }
func Least(t proc.Type) int64 { return words(t, 0, func(l, r int64) int64 { return min(l, r) }) }

func words(t proc.Type, unit int64, sides func(l, r int64) int64) int64 {
	switch t := t.(type) {
	case proc.UnitType:
		return unit
	case *proc.TupleType:
		n := int64(0)
		for _, e := range t.Elems {
			n += words(e, unit, sides)
		}
		return n
	case *proc.SumType:
		return 1 + sides(words(t.L, unit, sides), words(t.R, unit, sides))
	}
	return 1
}
