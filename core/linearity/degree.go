package linearity

import (
	"fmt"
	"strings"

	"procad/core"
)

// A degree is that of a number.
type degree byte

const (
	zero degree = iota
	held
	linear
)

// A shape is the degrees of the numbers in a value: of a number itself, of the parts of a tuple, of what the
// constructors of a sum carry, of the elements of an array.
type shape struct {
	degree degree
	parts  []*shape
}

// all is the shape of a t whose Reals have a degree.
func all(t core.Type, d degree) *shape {
	s := &shape{degree: held}
	switch t := t.(type) {
	case core.Basic:
		if t == core.Real {
			s.degree = d
		}
	case *core.TupleType:
		for _, e := range t.Elems {
			s.parts = append(s.parts, all(e, d))
		}
	case *core.SumType:
		for _, c := range t.Cons {
			s.parts = append(s.parts, all(c.Of, d))
		}
	case *core.ArrayType:
		s.parts = []*shape{all(t.Elem, d)}
	case *core.StackType:
		s.parts = []*shape{all(t.Elem, d)}
	}
	return s
}

// join is the shape of what has one shape or the other; false if a number is held in one and linear in the other.
func join(a, b *shape) (*shape, bool) {
	d, ok := plus(a.degree, b.degree)
	s := &shape{degree: d}
	for i, p := range a.parts {
		q, fits := join(p, b.parts[i])
		s.parts, ok = append(s.parts, q), ok && fits
	}
	return s, ok
}

// plus is the degree of a sum.
func plus(a, b degree) (degree, bool) {
	switch {
	case a == zero:
		return b, true
	case b == zero, a == b:
		return a, true
	}
	return linear, false
}

// has says that a number of a shape has a degree.
func (s *shape) has(d degree) bool {
	if len(s.parts) == 0 {
		return s.degree == d
	}
	for _, p := range s.parts {
		if p.has(d) {
			return true
		}
	}
	return false
}

// key tells shapes apart.
func (s *shape) key() string {
	var b strings.Builder
	var write func(s *shape)
	write = func(s *shape) {
		fmt.Fprint(&b, s.degree)
		for _, p := range s.parts {
			b.WriteByte('(')
			write(p)
			b.WriteByte(')')
		}
	}
	write(s)
	return b.String()
}

func keys(list []*shape) string {
	text := ""
	for _, s := range list {
		text += s.key() + ","
	}
	return text
}
