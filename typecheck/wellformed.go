package typecheck

import "procad/proc"

// types remembers which types are well formed, across definitions.
//
//	Array^r σ   where σ is scalar, 1 ≤ r ≤ 8
type types struct{ faults map[proc.Type]*typeFault }

// A typeFault is what is wrong with a type.
type typeFault struct{ code, why string }

func newTypes() *types { return &types{map[proc.Type]*typeFault{}} }

// wellFormed reports whether the type of v is, with a message if not.
func (c *checker) wellFormed(v proc.Var) bool {
	f := c.fault(v.Type)
	if f == nil {
		return true
	}
	c.report(f.code, "the type %s of %s: %s", proc.Brief(v.Type), v.Name, f.why)
	return false
}

// fault returns what is wrong with t, nil if nothing is.
func (ts *types) fault(t proc.Type) *typeFault {
	switch t.(type) {
	case nil:
		return &typeFault{IllFormed, "it is missing"}
	case proc.RealType, proc.IntType, proc.UnitType:
		return nil
	}
	f, known := ts.faults[t]
	if !known {
		f = ts.find(t)
		ts.faults[t] = f
	}
	return f
}

func (ts *types) find(t proc.Type) *typeFault {
	switch t := t.(type) {
	case *proc.TupleType:
		for _, e := range t.Elems {
			if f := ts.fault(e); f != nil {
				return f
			}
		}
	case *proc.SumType:
		if f := ts.fault(t.L); f != nil {
			return f
		}
		return ts.fault(t.R)
	case *proc.ArrayType:
		switch {
		case t.Rank < 1 || t.Rank > proc.MaxRank:
			return &typeFault{IllFormed, "an array has one to eight dimensions"}
		case !proc.Scalar(t.Elem):
			return &typeFault{BadElement, "the elements of an array have no arrays and no stacks inside"}
		}
		return ts.fault(t.Elem)
	case *proc.StackType:
		return ts.fault(t.Elem)
	}
	return nil
}
