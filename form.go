package procad

import (
	"math"
	"unsafe"

	"procad/internal/data"
	"procad/proc"
)

// A form is a type, and how its values stand in words, as native code takes them (llvm/export/words.go).
//
//	Real, Int     the number
//	Bool          1 or 0
//	(τ1, …, τn)   the words of each
//	τ1 + τ2       the tag, 0 for Left, and the words of both: those of the side that it is not are 0
//	Array^r σ     the address of a buffer for each leaf of σ, then r dimensions
//
// A buffer has a word for each element, or a byte where the leaf is a tag or a Bool.
type form struct {
	typ    proc.Type
	width  int // words
	parts  []*form
	elem   *form // of an array
	rank   int
	leaves []leaf // the words, of what can be an element
}

// A leaf is what a word is.
type leaf int

const (
	number leaf = iota
	tag
	truth
)

// interpreted turns a word into that of the interpreter, and back: there true is the tag 0.
func (l leaf) interpreted(word uint64) uint64 {
	if l == truth {
		return 1 - word
	}
	return word
}

func formOf(t proc.Type) *form {
	f := &form{typ: t}
	switch t := t.(type) {
	case proc.RealType, proc.IntType:
		f.width, f.leaves = 1, []leaf{number}
	case *proc.TupleType:
		for _, e := range t.Elems {
			f.add(formOf(e))
		}
	case *proc.SumType:
		if t == proc.Bool {
			f.width, f.leaves = 1, []leaf{truth}
			break
		}
		f.width, f.leaves = 1, []leaf{tag}
		f.add(formOf(t.L))
		f.add(formOf(t.R))
	case *proc.ArrayType:
		f.elem, f.rank = formOf(t.Elem), t.Rank
		f.width = f.elem.width + t.Rank
	}
	return f
}

func (f *form) add(part *form) {
	f.parts = append(f.parts, part)
	f.width += part.width
	f.leaves = append(f.leaves, part.leaves...)
}

// goType is the type in Go of results.
func (f *form) goType() string {
	switch {
	case f.typ == proc.Real:
		return "float64"
	case f.typ == proc.Int:
		return "int64"
	case f.typ == proc.Bool:
		return "bool"
	case f.typ == proc.Unit:
		return "nil"
	case f.rank > 0 && len(f.elem.parts) > 0:
		if f.rank == 1 {
			return "[]any"
		}
		return "procad.Array[any]"
	case f.rank == 1:
		return "[]" + f.elem.goType()
	case f.rank > 1:
		return "procad.Array[" + f.elem.goType() + "]"
	}
	if _, ok := f.typ.(*proc.SumType); ok {
		return "procad.Left or procad.Right"
	}
	return "[]any"
}

// get makes a value of Go.
func (f *form) get(words []uint64) any {
	switch t := f.typ.(type) {
	case proc.RealType:
		return math.Float64frombits(words[0])
	case proc.IntType:
		return int64(words[0])
	case *proc.SumType:
		switch set := byte(words[0]) != 0; {
		case t == proc.Bool:
			return set
		case set:
			return Right{f.parts[1].get(words[1+f.parts[0].width:])}
		}
		return Left{f.parts[0].get(words[1:])}
	case *proc.ArrayType:
		return f.getArray(words)
	case *proc.TupleType:
		list := make([]any, len(f.parts))
		for i, p := range f.parts {
			list[i] = p.get(words)
			words = words[p.width:]
		}
		return list
	}
	return nil
}

func (f *form) getArray(words []uint64) any {
	shape, n := f.shape(words)
	switch f.elem.typ {
	case proc.Real:
		return shaped(shape, append(make([]float64, 0, n), buffer[float64](&words[0], n)...))
	case proc.Int:
		return shaped(shape, append(make([]int64, 0, n), buffer[int64](&words[0], n)...))
	case proc.Bool:
		return shaped(shape, append(make([]bool, 0, n), buffer[bool](&words[0], n)...))
	}
	list := make([]any, n)
	elem := make([]uint64, f.elem.width)
	for i := range list {
		f.element(elem, words, n, i)
		list[i] = f.elem.get(elem)
	}
	return shaped(shape, list)
}

// shaped is a slice if an array has one dimension.
func shaped[T any](shape []int, data []T) any {
	if len(shape) == 1 {
		return data
	}
	return Array[T]{shape, data}
}

// shape is that of an array, and how many elements it has.
func (f *form) shape(words []uint64) (shape []int, n int) {
	shape = make([]int, f.rank)
	n = 1
	for k := range shape {
		shape[k] = int(words[f.elem.width+k])
		n *= shape[k]
	}
	return shape, n
}

// element writes the words of element i of an array of n.
func (f *form) element(elem, words []uint64, n, i int) {
	for k := range elem {
		elem[k] = f.leaf(words, k, n, i)
	}
}

// leaf is a word of element i of an array.
func (f *form) leaf(words []uint64, k, n, i int) uint64 {
	if f.elem.leaves[k] != number {
		return uint64(buffer[byte](&words[k], n)[i])
	}
	return buffer[uint64](&words[k], n)[i]
}

// buffer is what a word points to.
func buffer[T any](word *uint64, n int) []T {
	if n == 0 {
		return nil
	}
	return unsafe.Slice(*(**T)(unsafe.Pointer(word)), n)
}

// value makes a value for the interpreter.
func (f *form) value(words []uint64) data.Value {
	v := data.Value{Type: f.typ}
	f.appendTo(&v, words)
	return v
}

func (f *form) appendTo(v *data.Value, words []uint64) {
	switch f.typ.(type) {
	case proc.RealType, proc.IntType:
		v.Words = append(v.Words, words[0])
		return
	case *proc.ArrayType:
		shape, n := f.shape(words)
		a := &data.Array{Dims: shape, Leaves: make([][]uint64, f.elem.width)}
		for k := range a.Leaves {
			a.Leaves[k] = make([]uint64, n)
			for i := range n {
				a.Leaves[k][i] = f.elem.leaves[k].interpreted(f.leaf(words, k, n, i))
			}
		}
		v.Objects = append(v.Objects, a)
		return
	case *proc.SumType:
		v.Words = append(v.Words, f.leaves[0].interpreted(words[0]))
		here := 1
		if words[0] == 0 {
			here = 0
		}
		words = words[1:]
		for i, p := range f.parts {
			if l := data.LayoutOf(p.typ); i != here {
				v.Words = append(v.Words, make([]uint64, l.Words)...)
				v.Objects = append(v.Objects, make([]data.Object, l.Objects)...)
			} else {
				p.appendTo(v, words)
			}
			words = words[p.width:]
		}
		return
	}
	for _, p := range f.parts {
		p.appendTo(v, words)
		words = words[p.width:]
	}
}

// put writes the words of a value that the interpreter gave. Its buffers are in kept.
func (f *form) put(words []uint64, v data.Value, kept *frame) {
	switch f.typ.(type) {
	case proc.RealType, proc.IntType:
		words[0] = v.Words[0]
		return
	case *proc.ArrayType:
		a := v.Array()
		for k, leaf := range a.Leaves {
			kind := f.elem.leaves[k]
			if kind == number {
				words[k] = address(kept, leaf)
				continue
			}
			bytes := make([]byte, len(leaf))
			for i, word := range leaf {
				bytes[i] = byte(kind.interpreted(word))
			}
			words[k] = address(kept, bytes)
		}
		for k, d := range a.Dims {
			words[f.elem.width+k] = uint64(d)
		}
		return
	case *proc.SumType:
		words[0] = f.leaves[0].interpreted(v.Words[0])
		here := int(v.Words[0])
		words = words[1:]
		for i, p := range f.parts {
			if i == here {
				p.put(words, v.Part(i), kept)
			}
			words = words[p.width:]
		}
		return
	}
	for i, p := range f.parts {
		p.put(words, v.Part(i), kept)
		words = words[p.width:]
	}
}
