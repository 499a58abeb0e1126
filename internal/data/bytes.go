package data

// Bytes is how many bytes v holds: 8 for every scalar leaf, and of a sum for
// the tag and for the part that it is. An array holds all leaves of its
// elements, a stack its items; where they are, and dimensions, count nothing.
func (v Value) Bytes() int64 { return 8 * int64(Held(LayoutOf(v.Type), v.Words, v.Objects)) }

// Held is the same in words, for a value whose parts begin at words and objects.
func Held(l *Layout, words []uint64, objects []Object) int {
	switch {
	case l.Elem != nil:
		return objects[0].Size()
	case l.Objects == 0 && !l.HasSum:
		return l.Words
	case l.IsSum():
		tag := words[0]
		return 1 + Held(l.Parts[tag], words[l.WordAt[tag]:], objects[l.ObjAt[tag]:])
	}
	n := 0
	for i, p := range l.Parts {
		n += Held(p, words[l.WordAt[i]:], objects[l.ObjAt[i]:])
	}
	return n
}

// ArrayBytes is how many bytes the arrays of v take in native code: 8 for each number, 1 for each tag of a sum, and of
// an element both parts of a sum.
func (v Value) ArrayBytes() int64 { return arrayBytes(LayoutOf(v.Type), v.Objects) }

func arrayBytes(l *Layout, objects []Object) int64 {
	if l.Elem != nil {
		a, ok := objects[0].(*Array)
		if !ok || a == nil {
			return 0
		}
		element := int64(0)
		for _, kind := range l.Elem.Kinds() {
			element += map[LeafKind]int64{RealLeaf: 8, IntLeaf: 8, TagLeaf: 1}[kind]
		}
		return int64(a.Len()) * element
	}
	n := int64(0)
	for i, p := range l.Parts {
		n += arrayBytes(p, objects[l.ObjAt[i]:])
	}
	return n
}
