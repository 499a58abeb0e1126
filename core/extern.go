package core

import "slices"

// foreign is the type of what a function of C gives.
func (c *checker) foreign(e *Foreign) Type {
	for _, x := range e.Args {
		if t := c.term(x); !foreign(t) {
			c.failf(x.Pos(), "%s has no form in C", t)
		}
	}
	if !foreign(e.Of) {
		c.failf(e.At, "%s has no form in C", e.Of)
	}
	c.shape(e.At, e.Shape, e.Of)
	if !sized(e.Shape, e.Of) {
		c.failf(e.At, "a size of %s is missing", e.Of)
	}
	return e.Of
}

// foreign says that values of a type have a form in C.
func foreign(t Type) bool {
	switch t := t.(type) {
	case Basic:
		return true
	case *TupleType:
		return !slices.ContainsFunc(t.Elems, func(t Type) bool { return !foreign(t) })
	case *ArrayType:
		return t.Elem == Real || t.Elem == Int
	}
	return Equal(t, Bool)
}

// sized says that a shape has all sizes of the arrays in a type.
func sized(s Shape, t Type) bool {
	switch t := t.(type) {
	case *TupleType:
		for i, e := range t.Elems {
			if !sized(PartShape(s, i), e) {
				return false
			}
		}
	case *ArrayType:
		a, ok := s.(*ArrayShape)
		return ok && !slices.ContainsFunc(a.Sizes, func(n ShapeSize) bool { return n.Size == nil })
	}
	return true
}

// PartShape is the shape of part i of a tuple of a shape, which may be nil.
func PartShape(s Shape, i int) Shape {
	if t, ok := s.(*TupleShape); ok {
		return t.Elems[i]
	}
	return nil
}
