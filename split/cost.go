package split

import (
	"procad/prim"
	"procad/proc"
)

// costs are what definitions cost, in operations.
type costs struct {
	*functions
	known map[proc.Func]int64
}

// expensive is the cost of what takes any time, such as a loop.
const expensive = 1 << 20

// of is the cost of running a definition.
func (c costs) of(d *proc.Def) int64 {
	total := int64(0)
	d.Body.Walk(func(s proc.Stmt) {
		switch s := s.(type) {
		case *proc.Read:
			total++
		case *proc.Call:
			total += c.call(s.Func)
		}
	})
	return min(total, expensive)
}

func (c costs) call(f proc.Func) int64 {
	if _, _, loop := f.Loop(); loop {
		return expensive
	}
	if primitive(f) {
		return int64(prim.Cost(f))
	}
	if _, _, family := f.Family(); family {
		return 0
	}
	known, ok := c.known[f]
	if !ok {
		known = expensive
		if def := c.definition(f); def != nil {
			known = c.of(def)
		}
		c.known[f] = known
	}
	return known
}

// wordCost is the cost of keeping a word of a trace.
const wordCost = 12

// words are those that a scalar type takes: a sum has a tag and room for both sides.
func words(t proc.Type) int64 {
	switch t := t.(type) {
	case *proc.TupleType:
		n := int64(0)
		for _, e := range t.Elems {
			n += words(e)
		}
		return n
	case *proc.SumType:
		return 1 + words(t.L) + words(t.R)
	}
	return 1
}

// pass is what fusing a sum costs, in words of a trace, each stored and loaded:
// of each array that is read, zeros are stored in ḡ, to which iterations add what
// they would add to θ̄, and then ḡ and θ̄ are loaded, and θ̄ is stored.
func pass(zone []proc.Ref) int64 {
	n := int64(0)
	for _, r := range zone {
		if _, array := r.Type.(*proc.ArrayType); array && !proc.Discrete(r.Type) {
			n += 2
		}
	}
	return n
}
