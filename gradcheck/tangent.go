package gradcheck

import (
	"math"

	"procad/data"
	"procad/proc"
)

// zeroTangent is the value 0 of δτ with the dimensions and the tags of v : τ.
// Its Reals correspond to those of v, in the order of data.Walk.
func zeroTangent(v data.Value) data.Value {
	t := proc.Tangent(v.Type)
	if t == proc.Unit {
		return data.Unit()
	}
	switch v.Type.(type) {
	case *proc.TupleType:
		parts := make([]data.Value, len(proc.Elems(v.Type)))
		for i := range parts {
			parts[i] = zeroTangent(v.Part(i))
		}
		return data.Tuple(parts...)
	case *proc.SumType:
		tag := int(v.Words[0])
		part := zeroTangent(v.Part(tag))
		l := data.LayoutOf(t)
		z := data.Value{Type: t, Words: make([]uint64, l.Words), Objects: make([]data.Object, l.Objects)}
		z.Words[0] = v.Words[0]
		copy(z.Words[l.WordAt[tag]:], part.Words)
		copy(z.Objects[l.ObjAt[tag]:], part.Objects)
		return z
	case *proc.ArrayType:
		a := v.Array()
		z := &data.Array{Dims: a.Dims}
		for _, from := range tangentLeaves(data.LayoutOf(v.Type).Elem, 0) {
			leaf := make([]uint64, a.Len())
			if from != realLeaf {
				copy(leaf, a.Leaves[from])
			}
			z.Leaves = append(z.Leaves, leaf)
		}
		return data.Value{Type: t, Objects: []data.Object{z}}
	}
	return data.Real(0)
}

// realLeaf stands for a leaf that is a Real among the places of tags.
const realLeaf = -1

// tangentLeaves lists the leaves of δσ: where the tag of σ is that each is, or
// realLeaf. The first leaf of σ is number at.
func tangentLeaves(l *data.Layout, at int) []int {
	if proc.Discrete(l.Type) {
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

// reals are the places of the Reals in a value.
func reals(v data.Value) []*uint64 {
	var words []*uint64
	data.Walk(v, func(leaf data.Leaf) error {
		if leaf.Kind == data.RealLeaf {
			words = append(words, leaf.Word)
		}
		return nil
	})
	return words
}

func get(word *uint64) float64    { return math.Float64frombits(*word) }
func set(word *uint64, x float64) { *word = math.Float64bits(x) }

// dot is ⟨xs, ys⟩, and the sum of the sizes of its terms. It is NaN if the
// lists differ in length.
func dot(xs, ys []*uint64) (sum, size float64) {
	if len(xs) != len(ys) {
		return math.NaN(), math.NaN()
	}
	for i, x := range xs {
		term := get(x) * get(ys[i])
		sum += term
		size += math.Abs(term)
	}
	return sum, size
}
