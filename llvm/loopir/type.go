package loopir

import "strconv"

// An Elem is what a number is.
type Elem uint8

// The numbers.
const (
	Real Elem = iota // IEEE 754 double precision
	Int              // 64 bits, wraps around
	Bool
)

// A Form says what a value has of its numbers.
type Form uint8

// The forms.
const (
	Scalar Form = iota // one
	Vector             // one for each of N lanes
	Buffer             // the address of the first of several
	Shaped             // a view: a buffer with N dimensions
	Stack              // a stack of words of any type
)

// A Type is the type of a value. Types are compared with ==.
type Type struct {
	Elem Elem
	Form Form
	N    uint8 // the lanes of a vector, the dimensions of a view
}

// The types of single numbers, and of stacks.
var (
	RealType  = Type{Elem: Real}
	IntType   = Type{Elem: Int}
	BoolType  = Type{Elem: Bool}
	StackType = Type{Form: Stack}
)

// BufferOf is the type of addresses of numbers.
func BufferOf(e Elem) Type { return Type{Elem: e, Form: Buffer} }

// ViewOf is the type of views with so many dimensions.
func ViewOf(e Elem, rank int) Type { return Type{Elem: e, Form: Shaped, N: uint8(rank)} }

// VectorOf is the type of vectors with so many lanes.
func VectorOf(e Elem, lanes int) Type { return Type{Elem: e, Form: Vector, N: uint8(lanes)} }

// Lanes is how many numbers a value of the type is: one, or the lanes of a vector. It is 0 for what is no number.
func (t Type) Lanes() int {
	switch t.Form {
	case Scalar:
		return 1
	case Vector:
		return int(t.N)
	}
	return 0
}

// As is the type of numbers of another kind in as many lanes.
func (t Type) As(e Elem) Type { return Type{Elem: e, Form: t.Form, N: t.N} }

var elemNames = [...]string{Real: "real", Int: "int", Bool: "bool"}

// String is the type as text has it.
func (t Type) String() string {
	name := elemNames[t.Elem]
	switch t.Form {
	case Vector:
		return name + "<" + strconv.Itoa(int(t.N)) + ">"
	case Buffer:
		return name + "*"
	case Shaped:
		return name + "[" + strconv.Itoa(int(t.N)) + "]"
	case Stack:
		return "stack"
	}
	return name
}
