package typecheck

import "procad/proc"

// types remembers which types are well formed, across definitions.
//
//	Array^r σ   where σ is scalar, 1 ≤ r ≤ 8
type types struct {
	failures map[proc.Type]*typeRuntimeError
}

// A typeRuntimeError is what is wrong with a type.
type typeRuntimeError struct{ code, why string }

func newTypes() *types { return &types{map[proc.Type]*typeRuntimeError{}} }

// wellFormed reports whether v has a name and its type is well formed, with a message if not.
func (c *checker) wellFormed(v proc.Var) bool {
	if v.Name == "" {
		c.report(IllFormed, "a variable, or a name of Θ, is the empty text")
		return false
	}
	f := c.failure(v.Type)
	if f == nil {
		return true
	}
	c.report(f.code, "the type %s of %s: %s", proc.Brief(v.Type), v.Name, f.why)
	return false
}

// run-time error returns what is wrong with t, nil if nothing is.
func (ts *types) failure(t proc.Type) *typeRuntimeError {
	switch t.(type) {
	case nil:
		return &typeRuntimeError{IllFormed, "it is missing"}
	case proc.RealType, proc.IntType, proc.UnitType:
		return nil
	}
	f, known := ts.failures[t]
	if !known {
		f = ts.find(t)
		ts.failures[t] = f
	}
	return f
}

func (ts *types) find(t proc.Type) *typeRuntimeError {
	switch t := t.(type) {
	case *proc.TupleType:
		for _, e := range t.Elems {
			if f := ts.failure(e); f != nil {
				return f
			}
		}
	case *proc.SumType:
		if f := ts.failure(t.L); f != nil {
			return f
		}
		return ts.failure(t.R)
	case *proc.ArrayType:
		switch {
		case t.Rank < 1 || t.Rank > proc.MaxRank:
			return &typeRuntimeError{IllFormed, "an array has one to eight dimensions"}
		case !proc.Scalar(t.Elem):
			return &typeRuntimeError{BadElement, "the elements of an array have no arrays and no stacks inside"}
		}
		return ts.failure(t.Elem)
	case *proc.StackType:
		return ts.failure(t.Elem)
	}
	return nil
}
