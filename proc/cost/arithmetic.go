package cost

import (
	"procad/prim"
	"procad/proc"
)

// Arithmetic is what the operations on Reals of procedures cost, given definitions. It leaves out reads and
// operations on Ints, which find elements: loops over arrays do these at once for many elements, or
// beside the operations on Reals.
type Arithmetic struct {
	Def   func(proc.Func) *proc.Def
	Items float64 // of an axis of an array, of a stack, and of a loop
	known map[proc.Func]float64
}

// Of is the time of running a definition once. A branch counts as if it ran.
func (a *Arithmetic) Of(d *proc.Def) float64 {
	total := 0.0
	d.Body.Calls(func(c *proc.Call) {
		if kind, body, loop := c.Func.Loop(); loop {
			total += a.iterated(max(kind.BuildRank(), 1), a.call(body))
		} else {
			total += a.call(c.Func)
		}
	})
	return total
}

func (a *Arithmetic) call(f proc.Func) float64 {
	if sig, ok := prim.Table[f]; ok {
		if sig.Out == proc.Real {
			return float64(Primitive(f))
		}
		return 0
	}
	if _, _, family := f.Family(); family {
		return 0
	}
	known, ok := a.known[f]
	if !ok {
		if a.known == nil {
			a.known = map[proc.Func]float64{}
		}
		a.known[f] = 0 // of a recursive call
		if d := a.Def(f); d != nil {
			known = a.Of(d)
		}
		a.known[f] = known
	}
	return known
}

// Kept are the words of a value of any type.
func (a *Arithmetic) Kept(t proc.Type) float64 {
	switch t := t.(type) {
	case *proc.TupleType:
		n := 0.0
		for _, e := range t.Elems {
			n += a.Kept(e)
		}
		return n
	case *proc.SumType:
		return 1 + max(a.Kept(t.L), a.Kept(t.R))
	case *proc.ArrayType:
		return a.iterated(t.Rank, a.Kept(t.Elem))
	case *proc.StackType:
		return a.iterated(1, a.Kept(t.Elem))
	}
	return float64(Words(t))
}

// iterated is the cost of so many axes, given that of an item.
func (a *Arithmetic) iterated(axes int, each float64) float64 {
	for range axes {
		each *= a.Items
	}
	return each
}
