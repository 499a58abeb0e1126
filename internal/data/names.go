package data

import (
	"iter"
	"math"
	"strconv"

	"procad/internal/form"
	"procad/proc"
	"procad/proc/deriv"
)

// RealNames are the names of the Reals of v, such as mu[2, 0], in the order of
// Walk, where name is that of v itself. Parts of tuples are counted from 0: p.0, v[3].1.
func RealNames(name string, v Value) iter.Seq[string] {
	return func(yield func(string) bool) {
		n := namer{[]byte(name), yield}
		n.reals(LayoutOf(v.Type), v.Form, func(i int) uint64 { return v.Words[i] }, v.Objects)
	}
}

// A namer yields names until it is told to stop.
type namer struct {
	name  []byte
	yield func(string) bool
}

// reals yields the Reals below a value whose word i is word(i), and says whether to go on.
func (n *namer) reals(l *Layout, f *form.Form, word func(int) uint64, objects []Object) bool {
	end := len(n.name)
	defer func() { n.name = n.name[:end] }()
	part := func(i int) bool {
		at := l.WordAt[i]
		return n.reals(l.Parts[i], f.Part(i), func(k int) uint64 { return word(at + k) }, objects[min(l.ObjAt[i], len(objects)):])
	}
	if f != nil && f.Heaps != nil { // the nodes are counted in the order of the text
		if !n.reals(l.Parts[0], f.Part(0), word, objects) {
			return false
		}
		for i, node := range f.Heaps {
			if n.name = n.name[:end]; len(f.Heaps) > 1 {
				n.name = append(append(n.name, '.'), node.Name...)
			}
			if !part(1 + i) {
				return false
			}
		}
		return true
	}
	if f.IsRecord() && len(f.Fields) == 1 {
		n.name = append(append(n.name, '.'), f.Fields[0]...)
		return n.reals(l, f.Part(0), word, objects)
	}
	if f.IsSum() {
		f = f.Nested()
	}
	switch l.Type.(type) {
	case proc.RealType:
		return n.yield(string(n.name))
	case *proc.TupleType:
		for i := range l.Parts {
			n.name = append(n.name[:end], '.')
			if f.IsRecord() {
				n.name = append(n.name, f.Fields[i]...)
			} else {
				n.name = strconv.AppendInt(n.name, int64(i), 10)
			}
			if !part(i) {
				return false
			}
		}
	case *proc.SumType:
		return part(int(word(0)))
	case *proc.ArrayType:
		if deriv.Discrete(l.Type) {
			return true
		}
		a := objects[0].(*Array)
		index := make([]int, len(a.Dims))
		for e := range a.Len() {
			n.name = appendSubscript(n.name[:end], index)
			if !n.reals(l.Elem, f.Element(), func(k int) uint64 { return a.Leaves[k][e] }, nil) {
				return false
			}
			next(index, a.Dims)
		}
	}
	return true
}

// appendSubscript appends an index as the source writes it.
func appendSubscript(text []byte, index []int) []byte {
	for k, i := range index {
		text = strconv.AppendInt(append(text, []string{"[", ", "}[min(k, 1)]...), int64(i), 10)
	}
	return append(text, ']')
}

// next counts an index up, the last place fastest.
func next(index, dims []int) {
	for k := len(index) - 1; k >= 0; k-- {
		if index[k]++; index[k] < dims[k] {
			return
		}
		index[k] = 0
	}
}

// Finiteness is what is found about the Reals of a value.
type Finiteness struct {
	Reals, NotFinite int
	First            int     // the number of the first that is NaN or infinite, in the order of Walk
	Value            float64 // what that one is
}

// Finite looks for NaN and infinities in a value.
func Finite(v Value) Finiteness {
	var f Finiteness
	Walk(v, func(l Leaf) error {
		if l.Kind != RealLeaf {
			return nil
		}
		if x := math.Float64frombits(*l.Word); math.IsNaN(x) || math.IsInf(x, 0) {
			if f.NotFinite == 0 {
				f.First, f.Value = f.Reals, x
			}
			f.NotFinite++
		}
		f.Reals++
		return nil
	})
	return f
}
