package data

import (
	"fmt"
	"math"
	"slices"

	"procad/internal/diag"
	"procad/internal/form"
	"procad/proc"
)

// A Value is a value of any type, flat (see the package comment).
type Value struct {
	Type    proc.Type
	Words   []uint64
	Objects []Object
	Form    *form.Form // what the program calls the parts, for people; may be nil
	At      *Value     // what this is a tangent of, if its form needs that
}

// An Object is an *Array or a *Stack.
type Object interface {
	// Size is the number of words inside.
	Size() int
	isObject()
}

// An Array is a rectangular row-major block with a buffer for each leaf of its
// elements. Each buffer has as many words as the array has elements.
type Array struct {
	Dims   []int
	Leaves [][]uint64
}

// A Stack keeps the leaves of what was pushed, one item after the other, the
// last one at the end. A sum is encoded as the leaves of the part that it is,
// then its tag, so that an item takes no more room than what it holds.
type Stack struct {
	Len     int
	Words   []uint64
	Objects []Object
	Room    *Room // nil where there is room for any number of items, as in every copy
}

// A Room is that for so many items.
type Room struct{ Items int }

func (*Array) isObject() {}
func (*Stack) isObject() {}

// Size is the number of words in all buffers.
func (a *Array) Size() int { return a.Len() * len(a.Leaves) }

// Len is the number of elements.
func (a *Array) Len() int {
	n := 1
	for _, d := range a.Dims {
		n *= d
	}
	return n
}

// Size is the number of words in the items and in their objects.
func (s *Stack) Size() int {
	n := len(s.Words)
	for _, o := range s.Objects {
		n += o.Size()
	}
	return n
}

// Clone copies an object with all that is inside.
func Clone(o Object) Object {
	switch o := o.(type) {
	case *Array:
		c := &Array{Dims: slices.Clone(o.Dims), Leaves: make([][]uint64, len(o.Leaves))}
		for i, leaf := range o.Leaves {
			c.Leaves[i] = slices.Clone(leaf)
		}
		return c
	case *Stack:
		c := &Stack{Len: o.Len, Words: slices.Clone(o.Words), Objects: make([]Object, len(o.Objects))}
		for i, inner := range o.Objects {
			c.Objects[i] = Clone(inner)
		}
		return c
	}
	return nil
}

// Clone copies a value with all that is inside.
func (v Value) Clone() Value {
	c := Value{Type: v.Type, Words: slices.Clone(v.Words), Objects: make([]Object, len(v.Objects)), Form: v.Form, At: v.At}
	for i, o := range v.Objects {
		c.Objects[i] = Clone(o)
	}
	return c
}

// Real is a value of type Real.
func Real(x float64) Value { return Value{Type: proc.Real, Words: []uint64{math.Float64bits(x)}} }

// Int is a value of type Int.
func Int(n int64) Value { return Value{Type: proc.Int, Words: []uint64{uint64(n)}} }

// Unit is the value ().
func Unit() Value { return Value{Type: proc.Unit} }

// Bool is a value of type Bool.
func Bool(b bool) Value {
	v := Value{Type: proc.Bool, Words: []uint64{0}}
	if !b {
		v.Words[0] = 1
	}
	return v
}

// Tuple is (vs…): () for none, the value itself for one.
func Tuple(vs ...Value) Value {
	if len(vs) == 1 {
		return vs[0]
	}
	var t Value
	types := make([]proc.Type, len(vs))
	for i, v := range vs {
		types[i] = v.Type
		t.Words = append(t.Words, v.Words...)
		t.Objects = append(t.Objects, v.Objects...)
	}
	t.Type = proc.NewTuple(types...)
	return t
}

// Inl is the value Inl v of type v.Type + right.
func Inl(v Value, right proc.Type) Value {
	l := LayoutOf(right)
	return Value{
		Type:    proc.NewSum(v.Type, right),
		Words:   append(append([]uint64{0}, v.Words...), make([]uint64, l.Words)...),
		Objects: append(slices.Clone(v.Objects), make([]Object, l.Objects)...),
	}
}

// Inr is the value Inr v of type left + v.Type.
func Inr(left proc.Type, v Value) Value {
	l := LayoutOf(left)
	return Value{
		Type:    proc.NewSum(left, v.Type),
		Words:   append(append([]uint64{1}, make([]uint64, l.Words)...), v.Words...),
		Objects: append(make([]Object, l.Objects), v.Objects...),
	}
}

// Reals is an array of Reals with the given dimensions; without any, a vector.
func Reals(xs []float64, dims ...int) Value {
	leaf := make([]uint64, len(xs))
	for i, x := range xs {
		leaf[i] = math.Float64bits(x)
	}
	return arrayValue(proc.Real, leaf, dims)
}

// Ints is an array of Ints with the given dimensions; without any, a vector.
func Ints(ns []int64, dims ...int) Value {
	leaf := make([]uint64, len(ns))
	for i, n := range ns {
		leaf[i] = uint64(n)
	}
	return arrayValue(proc.Int, leaf, dims)
}

func arrayValue(elem proc.Type, leaf []uint64, dims []int) Value {
	if len(dims) == 0 {
		dims = []int{len(leaf)}
	}
	a := &Array{Dims: slices.Clone(dims), Leaves: [][]uint64{leaf}}
	return Value{Type: proc.NewArray(len(dims), elem), Objects: []Object{a}}
}

// Float is the number that a Real is.
func (v Value) Float() float64 { return math.Float64frombits(v.Words[0]) }

// Int64 is the number that an Int is.
func (v Value) Int64() int64 { return int64(v.Words[0]) }

// IsInl says that a sum is its left part; of a Bool, that it is true.
func (v Value) IsInl() bool { return v.Words[0] == 0 }

// Array is the block that a value of an array type is.
func (v Value) Array() *Array { return v.Objects[0].(*Array) }

// Floats are the numbers of an array of Reals, copied.
func (v Value) Floats() []float64 {
	leaf := v.Array().Leaves[0]
	xs := make([]float64, len(leaf))
	for i, w := range leaf {
		xs[i] = math.Float64frombits(w)
	}
	return xs
}

// Part is the i-th part of a tuple; of a sum its left part for 0 and its right
// part for 1. It shares memory with v.
func (v Value) Part(i int) Value {
	l := LayoutOf(v.Type)
	p, w, o := l.Parts[i], l.WordAt[i], l.ObjAt[i]
	return Value{Type: p.Type, Words: v.Words[w : w+p.Words : w+p.Words], Objects: v.Objects[o : o+p.Objects : o+p.Objects], Form: v.Form.Part(i)}
}

// Check says what is wrong with the form of a value made by hand.
func (v Value) Check() error {
	if v.Type == nil {
		return fmt.Errorf("a value without a type")
	}
	l := LayoutOf(v.Type)
	if len(v.Words) != l.Words || len(v.Objects) != l.Objects {
		return fmt.Errorf("a value of type %s has %d words and %d objects, not %d and %d",
			v.Type, l.Words, l.Objects, len(v.Words), len(v.Objects))
	}
	return check(l, v.Words, v.Objects)
}

func check(l *Layout, words []uint64, objects []Object) error {
	switch {
	case l.IsSum():
		if words[0] > 1 {
			return fmt.Errorf("the tag of %s is %d", diag.A(proc.Brief(l.Type)), words[0])
		}
		return checkPart(l, int(words[0]), words, objects)
	case l.Elem != nil && l.Rank() > 0:
		a, ok := objects[0].(*Array)
		if !ok || a == nil || len(a.Dims) != l.Rank() || len(a.Leaves) != l.Elem.Words {
			return fmt.Errorf("no array of type %s", l.Type)
		}
		if slices.Min(a.Dims) < 0 {
			return fmt.Errorf("an array with the dimensions %v", a.Dims)
		}
		for _, leaf := range a.Leaves {
			if len(leaf) != a.Len() {
				return fmt.Errorf("an array with the dimensions %v has a buffer of %d elements", a.Dims, len(leaf))
			}
		}
	case l.Elem != nil:
		if s, ok := objects[0].(*Stack); !ok || s == nil {
			return fmt.Errorf("no stack of type %s", l.Type)
		}
	}
	for i := range l.Parts {
		if err := checkPart(l, i, words, objects); err != nil {
			return err
		}
	}
	return nil
}

func checkPart(l *Layout, i int, words []uint64, objects []Object) error {
	w, o := l.WordAt[i], l.ObjAt[i]
	return check(l.Parts[i], words[w:], objects[o:])
}
