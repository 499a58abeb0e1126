package estimate

import "procad/proc"

// refined is the argument of a call without what can only end in a run-time error, or
// nil where nothing is known to: a stack with a limit has k items less where k
// more are on it in the end,
//
//	items(in) + k ≤ items(out) ≤ limit        so        items(in) ≤ limit - k
//
// Without this, the stack that an iteration's trace is about to be pushed on might be
// full while the iteration runs.
func (m *machine) refined(c *call) *Value {
	if c.out == nil || !c.out.related || !m.hasStack(c.arg.typ) {
		return nil
	}
	most := map[int]int64{}
	var ends func(v *Value)
	ends = func(v *Value) {
		if v == nil || !v.related {
			return
		}
		if _, ok := v.typ.(*proc.StackType); !ok {
			for i, p := range v.parts {
				if !inside(v.typ, i) {
					ends(p)
				}
			}
			return
		}
		items, limit := v.parts[stackItems], v.parts[stackLimit].iv.Hi
		if items.rel > 0 && items.off.Lo > 0 && limit != unbounded {
			most[items.rel] = max(0, limit-items.off.Lo)
		}
	}
	ends(c.out)
	if len(most) == 0 {
		return nil
	}
	place := 0
	var begins func(v *Value) *Value
	begins = func(v *Value) *Value {
		if v == nil || v.leaves == 0 {
			return v
		}
		switch v.typ.(type) {
		case proc.IntType:
			place++
			return v
		case *proc.StackType:
			at := place + 1
			place += v.leaves
			n, ok := most[at]
			if !ok || v.Items().Hi <= n || v.Items().Lo > n {
				return v
			}
			parts := append([]*Value(nil), v.parts...)
			parts[stackItems] = m.int(Interval{v.Items().Lo, n})
			return m.stack(v.typ, parts...)
		}
		return m.mapParts(v, begins)
	}
	if less := begins(c.arg); less != c.arg {
		return less
	}
	return nil
}

// hasStack says that a type has a stack in it, remembered.
func (p *lattice) hasStack(t proc.Type) bool {
	switch t.(type) {
	case proc.RealType, proc.IntType, proc.UnitType, *proc.ArrayType:
		return false
	case *proc.StackType:
		return true
	}
	has, ok := p.stacks[t]
	if !ok {
		switch t := t.(type) {
		case *proc.TupleType:
			for _, e := range t.Elems {
				has = has || p.hasStack(e)
			}
		case *proc.SumType:
			has = p.hasStack(t.L) || p.hasStack(t.R)
		}
		p.stacks[t] = has
	}
	return has
}
