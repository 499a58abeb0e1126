package eval

import (
	"fmt"
	"slices"

	"procad/core"
	"procad/internal/diag"
)

// A Value is float64 or *Dual (Real), int64 (Int), Tuple, *Variant, *Array, *Stack or a
// Func. Nothing is ever changed.
type Value any

// A Tuple is () or (v1, …, vn).
type Tuple []Value

// A Variant is a constructor of a sum, by number, and what it carries.
type Variant struct {
	Con int
	Of  Value
}

// An Array is row by row.
type Array struct {
	Dims  []int64
	Elems []Value
}

// A Stack is its top and what is below; nil is the empty one.
type Stack struct {
	top   Value
	below *Stack
}

// A Func is a function.
type Func interface {
	apply(m *machine, at call, args []Value) Value
}

// A call is where a function is called, and where its arguments are.
type call struct {
	pos  diag.Pos
	args []diag.Pos // nil: at pos
}

func (c call) arg(i int) diag.Pos {
	if i < len(c.args) {
		return c.args[i]
	}
	return c.pos
}

// Bool is the value of a Bool.
func Bool(b bool) *Variant {
	if b {
		return &Variant{core.True, Tuple{}}
	}
	return &Variant{core.False, Tuple{}}
}

// A RuntimeError is a run-time error.
type RuntimeError struct {
	Pos  diag.Pos
	Code string // as in docs/errors.md
	Text string
}

func (f *RuntimeError) Error() string { return fmt.Sprintf("%s: %s [%s]", f.Pos, f.Text, f.Code) }

// fail ends the evaluation.
func fail(pos diag.Pos, code, format string, args ...any) {
	panic(&RuntimeError{pos, code, fmt.Sprintf(format, args...)})
}

// at is a[i1, …, ik].
func (a *Array) at(pos diag.Pos, idx []int64) Value {
	start, n := 0, len(a.Elems)
	for k, i := range idx {
		if i < 0 || i >= a.Dims[k] {
			fail(pos, "index-range", "index %d is out of range: the size is %d", i, a.Dims[k])
		}
		n /= int(a.Dims[k])
		start += int(i) * n
	}
	if len(idx) == len(a.Dims) {
		return a.Elems[start]
	}
	return &Array{a.Dims[len(idx):], a.Elems[start : start+n]}
}

// set is a with another element.
func (a *Array) set(pos diag.Pos, idx []int64, x Value) *Array {
	a.at(pos, idx)
	k := 0
	for axis, i := range idx {
		k = k*int(a.Dims[axis]) + int(i)
	}
	elems := slices.Clone(a.Elems)
	elems[k] = x
	return &Array{a.Dims, elems}
}

// plus adds leaf by leaf.
func plus(pos diag.Pos, a, b Value) Value {
	switch a := a.(type) {
	case nothing:
		return b
	case int64:
		return a + b.(int64)
	case *Variant: // of one tag, as tangents of one function are
		return &Variant{a.Con, plus(pos, a.Of, b.(*Variant).Of)}
	case Tuple:
		c := make(Tuple, len(a))
		for i := range a {
			c[i] = plus(pos, a[i], b.(Tuple)[i])
		}
		return c
	case *Array:
		b := b.(*Array)
		agree(pos, "the arrays of a sum", a.Dims, b.Dims)
		c := &Array{a.Dims, make([]Value, len(a.Elems))}
		for i := range a.Elems {
			c.Elems[i] = plus(pos, a.Elems[i], b.Elems[i])
		}
		return c
	}
	return primitive(pos, core.Add, a, b)
}

// agree compares dimensions.
func agree(pos diag.Pos, what string, a, b []int64) {
	for k := range a {
		if a[k] != b[k] {
			fail(pos, "sizes-disagree", "sizes disagree: %s: %d and %d", what, a[k], b[k])
		}
	}
}
