package procad

import "fmt"

// An Array is a rectangular block: element (i, j) of an n × d one is Data[i*d+j]. Shape
// has the dimensions.
type Array[T any] struct {
	Shape []int
	Data  []T
}

// NewArray is an array with a shape. It panics if the shape has another number of elements.
func NewArray[T any](data []T, shape ...int) Array[T] {
	if n, ok := count(shape); !ok || n != len(data) {
		panic(fmt.Sprintf("procad: an array of shape %v cannot have %d elements", shape, len(data)))
	}
	return Array[T]{shape, data}
}

// At is an element, with an index for each dimension.
func (a Array[T]) At(indices ...int) T {
	at := 0
	for k, i := range indices {
		if i < 0 || i >= a.Shape[k] {
			panic(fmt.Sprintf("procad: index %v of an array of shape %v", indices, a.Shape))
		}
		at = at*a.Shape[k] + i
	}
	if len(indices) != len(a.Shape) {
		panic(fmt.Sprintf("procad: index %v of an array of shape %v", indices, a.Shape))
	}
	return a.Data[at]
}

// parts gives an array whose elements may be of any type.
func (a Array[T]) parts() (shape []int, data any) { return a.Shape, a.Data }

// block is an Array of anything.
type block interface {
	parts() (shape []int, data any)
}

// count is how many elements an array of a shape has, and whether it can be one.
func count(shape []int) (n int, ok bool) {
	const most = 1 << 44
	n = 1
	for _, d := range shape {
		if d < 0 || d > 0 && n > most/d {
			return 0, false
		}
		n *= d
	}
	return n, true
}

// Left is a value of A + B that is an A, and Right one that is a B.
type (
	Left  struct{ Value any }
	Right struct{ Value any }
)

// A Gradient has a part for each parameter in which anything is Real, in their order.
type Gradient []Part

// A Part is the gradient in one parameter.
type Part struct {
	Name  string
	Value any
}

// Of is the gradient in a parameter; nil if there is none.
func (g Gradient) Of(name string) any {
	for _, p := range g {
		if p.Name == name {
			return p.Value
		}
	}
	return nil
}

// Values are the parts without their names, as tangents are given.
func (g Gradient) Values() []any {
	list := make([]any, len(g))
	for i, p := range g {
		list[i] = p.Value
	}
	return list
}
