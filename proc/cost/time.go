package cost

import (
	"procad/internal/units"
	"procad/prim"
	"procad/proc"
)

// A Model is what procedures cost, given definitions.
type Model struct {
	// Def is the definition of a function, nil if it is a primitive or a loop, or not known.
	Def   func(proc.Func) *proc.Def
	known map[proc.Func]int64
}

// Of is the time of running a definition once: a sum over its statements, of which a branch
// counts as if it ran. What has loops in it is units.Unbounded.
func (m *Model) Of(d *proc.Def) int64 {
	total := int64(0)
	d.Body.Walk(func(s proc.Stmt) {
		total += Stmt(s)
		if c, ok := s.(*proc.Call); ok {
			total += m.call(c.Func)
		}
	})
	return min(total, units.Unbounded)
}

// call is the time of what a function is defined as.
func (m *Model) call(f proc.Func) int64 {
	if _, _, loop := f.Loop(); loop {
		return units.Unbounded
	}
	if _, ok := prim.Table[f]; ok {
		return 0
	}
	if _, _, family := f.Family(); family {
		return 0
	}
	known, ok := m.known[f]
	if !ok {
		known = units.Unbounded
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

// Stmt is the time of a statement by itself, without the statements that it has in it, and
// without what it calls. A scalar, a tuple and a copy of one are in registers, and take none.
func Stmt(s proc.Stmt) int64 {
	switch s := s.(type) {
	case *proc.Read:
		return units.Read
	case *proc.Add:
		return units.Add
	case *proc.Call:
		if _, ok := prim.Table[s.Func]; ok {
			return Primitive(s.Func)
		}
	}
	return 0
}

// primitives are the times of the primitives.
var primitives = func() map[proc.Func]int64 {
	table := map[proc.Func]int64{}
	for f := range prim.Table {
		table[f] = units.Primitive(f.String())
	}
	return table
}()

// Primitive is the time of a primitive; of another function, that of an addition.
func Primitive(f proc.Func) int64 { return max(primitives[f], units.Op) }
