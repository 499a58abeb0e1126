package data

import (
	"procad/proc"
	"procad/proc/deriv"
)

// ZeroTangent is the value 0 of δτ with the dimensions and the tags of v : τ.
// Its Reals correspond to those of v, in the order of Walk.
func ZeroTangent(v Value) Value {
	t := deriv.Tangent(v.Type)
	if t == proc.Unit {
		return Unit()
	}
	switch v.Type.(type) {
	case *proc.TupleType:
		parts := make([]Value, len(proc.Elems(v.Type)))
		for i := range parts {
			parts[i] = ZeroTangent(v.Part(i))
		}
		return Tuple(parts...)
	case *proc.SumType:
		tag := int(v.Words[0])
		part := ZeroTangent(v.Part(tag))
		l := LayoutOf(t)
		z := Value{Type: t, Words: make([]uint64, l.Words), Objects: make([]Object, l.Objects)}
		z.Words[0] = v.Words[0]
		copy(z.Words[l.WordAt[tag]:], part.Words)
		copy(z.Objects[l.ObjAt[tag]:], part.Objects)
		return z
	case *proc.ArrayType:
		a := v.Array()
		z := &Array{Dims: a.Dims}
		for _, from := range tangentLeaves(LayoutOf(v.Type).Elem, 0) {
			leaf := make([]uint64, a.Len())
			if from != realLeaf {
				copy(leaf, a.Leaves[from])
			}
			z.Leaves = append(z.Leaves, leaf)
		}
		return Value{Type: t, Objects: []Object{z}}
	}
	return Real(0)
}

// realLeaf stands for a leaf that is a Real among the places of tags.
const realLeaf = -1

// tangentLeaves lists the leaves of δσ: where the tag of σ is that each is, or
// realLeaf. The first leaf of σ is number at.
func tangentLeaves(l *Layout, at int) []int {
	if deriv.Discrete(l.Type) {
		return nil
	}
	if l.Type == proc.Real {
		return []int{realLeaf}
	}
	var list []int
	if l.IsSum() {
		list = append(list, at)
	}
	for i, p := range l.Parts {
		list = append(list, tangentLeaves(p, at+l.WordAt[i])...)
	}
	return list
}

// RealWords are the places of the Reals in a value, in the order of Walk.
func RealWords(v Value) []*uint64 {
	var words []*uint64
	Walk(v, func(leaf Leaf) error {
		if leaf.Kind == RealLeaf {
			words = append(words, leaf.Word)
		}
		return nil
	})
	return words
}
