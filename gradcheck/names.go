package gradcheck

import (
	"fmt"
	"strings"

	"procad/data"
	"procad/proc"
)

// names lists the names of the Reals of a parameter, such as mu[2, 0], in the
// order of data.Walk. Parts of tuples are counted from 0: p.0, v[3].1.
func names(name string, v data.Value) []string {
	var list []string
	appendNames(&list, name, data.LayoutOf(v.Type), func(i int) uint64 { return v.Words[i] }, v.Objects)
	return list
}

func appendNames(list *[]string, name string, l *data.Layout, word func(int) uint64, objects []data.Object) {
	part := func(i int, name string) {
		at := l.WordAt[i]
		appendNames(list, name, l.Parts[i], func(k int) uint64 { return word(at + k) }, objects[min(l.ObjAt[i], len(objects)):])
	}
	switch l.Type.(type) {
	case proc.RealType:
		*list = append(*list, name)
	case *proc.TupleType:
		for i := range l.Parts {
			part(i, fmt.Sprintf("%s.%d", name, i))
		}
	case *proc.SumType:
		part(int(word(0)), name)
	case *proc.ArrayType:
		if proc.Discrete(l.Type) {
			return
		}
		a := objects[0].(*data.Array)
		idx := make([]int, len(a.Dims))
		for e := range a.Len() {
			appendNames(list, name+subscript(idx), l.Elem, func(k int) uint64 { return a.Leaves[k][e] }, nil)
			next(idx, a.Dims)
		}
	}
}

func subscript(idx []int) string {
	parts := make([]string, len(idx))
	for i, n := range idx {
		parts[i] = fmt.Sprint(n)
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// next counts up, the last index fastest.
func next(idx, dims []int) {
	for k := len(idx) - 1; k >= 0; k-- {
		if idx[k]++; idx[k] < dims[k] {
			return
		}
		idx[k] = 0
	}
}
