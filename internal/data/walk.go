package data

import "procad/proc"

// A Leaf is one word of a value with what it is.
type Leaf struct {
	Kind LeafKind
	Word *uint64
}

// Walk calls yield for the words of v that have a meaning, those of arrays
// included, in the order of the type, arrays element by element. It does not
// look into stacks. It stops at the first error.
func Walk(v Value, yield func(Leaf) error) error {
	return walk(LayoutOf(v.Type), func(i int) *uint64 { return &v.Words[i] }, v.Objects, yield)
}

// walk visits the leaves of one value whose word i is at word(i). It allocates nothing for an element that is a number.
func walk(l *Layout, word func(int) *uint64, objects []Object, yield func(Leaf) error) error {
	switch l.Type.(type) {
	case proc.RealType:
		return yield(Leaf{RealLeaf, word(0)})
	case proc.IntType:
		return yield(Leaf{IntLeaf, word(0)})
	case *proc.ArrayType:
		a, e := objects[0].(*Array), 0
		element := func(i int) *uint64 { return &a.Leaves[i][e] }
		for n := a.Len(); e < n; e++ {
			if err := walk(l.Elem, element, nil, yield); err != nil {
				return err
			}
		}
		return nil
	}
	return walkParts(l, word, objects, yield)
}

// walkParts visits those of a tuple, or of a sum that which it is.
func walkParts(l *Layout, word func(int) *uint64, objects []Object, yield func(Leaf) error) error {
	part := func(i int) error {
		w := l.WordAt[i]
		return walk(l.Parts[i], func(i int) *uint64 { return word(w + i) }, objects[l.ObjAt[i]:], yield)
	}
	switch l.Type.(type) {
	case *proc.TupleType:
		for i := range l.Parts {
			if err := part(i); err != nil {
				return err
			}
		}
	case *proc.SumType:
		if err := yield(Leaf{TagLeaf, word(0)}); err != nil {
			return err
		}
		return part(int(*word(0)))
	}
	return nil
}
