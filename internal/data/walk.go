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

// walk visits the leaves of one value whose word i is at word(i).
func walk(l *Layout, word func(int) *uint64, objects []Object, yield func(Leaf) error) error {
	part := func(i int) error {
		w := l.WordAt[i]
		return walk(l.Parts[i], func(i int) *uint64 { return word(w + i) }, objects[l.ObjAt[i]:], yield)
	}
	switch l.Type.(type) {
	case proc.RealType:
		return yield(Leaf{RealLeaf, word(0)})
	case proc.IntType:
		return yield(Leaf{IntLeaf, word(0)})
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
	case *proc.ArrayType:
		a := objects[0].(*Array)
		for e := range a.Len() {
			if err := walk(l.Elem, func(i int) *uint64 { return &a.Leaves[i][e] }, nil, yield); err != nil {
				return err
			}
		}
	}
	return nil
}
