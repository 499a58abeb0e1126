package chad

// A LinearOp is lop ∈ LOp: an operation that is linear in its last argument.
type LinearOp interface {
	Name() string
	Result(args []Type, from Linear) Linear // CDom(lop) for LDom(lop) = from; nil if there is none
	apply(m *machine, args []Value, v Value) Value
}

// Scale is c * v, of a real and a real_.
type Scale struct{}

// Name is *.
func (Scale) Name() string { return "*" }

// Result is real_.
func (Scale) Result(args []Type, from Linear) Linear {
	if len(args) == 1 && args[0] == Type(RealType{}) && from == Linear(LReal{}) {
		return from
	}
	return nil
}

// Project is v ! i1, …, ik: an element of an array, or an array of the other dimensions.
type Project struct{}

// Name is !.
func (Project) Name() string { return "!" }

// Result is that of the elements.
func (Project) Result(args []Type, from Linear) Linear {
	a, ok := from.(LArray)
	if !ok || !ints(args, len(args)) || len(args) > a.Rank {
		return nil
	}
	return linearArrayOf(a.Elem, a.Rank-len(args))
}

// At is at(a, i1, …, ik; v), an array with the sizes of a that is v at i and 0
// elsewhere: the transpose of Project.
type At struct{}

// Name is at.
func (At) Name() string { return "at" }

// Result is the tangents of a.
func (At) Result(args []Type, from Linear) Linear {
	a, ok := array(args, 0)
	if !ok || !ints(args[1:], len(args)-1) || len(args)-1 > a.Rank {
		return nil
	}
	t := LArray{Forward.tangent(a.Elem), a.Rank}
	if from != linearArrayOf(t.Elem, a.Rank-len(args)+1) {
		return nil
	}
	return t
}

// Clear is clear(i1, …, ik; v): v with 0 at i.
type Clear struct{}

// Name is clear.
func (Clear) Name() string { return "clear" }

// Result is the array.
func (Clear) Result(args []Type, from Linear) Linear {
	if a, ok := from.(LArray); ok && ints(args, a.Rank) {
		return from
	}
	return nil
}

// Elements is the array of a tuple of N elements, with the sizes of Of.
type Elements struct {
	Of Literal
	N  int
}

// Name is elements.
func (o Elements) Name() string { return o.Of.Name() }

// Result is the array.
func (o Elements) Result(args []Type, from Linear) Linear {
	elem := Forward.tangent(o.Of.Elem)
	elems := make([]Linear, o.N)
	for i := range elems {
		elems[i] = elem
	}
	if len(args) == 0 && from == linearTupleOf(elems...) {
		return LArray{elem, len(o.Of.Dims)}
	}
	return nil
}

// Side is linl or linr, of a v : A: the side of a linear sum A⊕B that is not 0. Other is B, or A for linr.
type Side struct {
	Right bool
	Other Linear
}

// Name is linl or linr.
func (o Side) Name() string { return [...]string{"linl", "linr"}[place(o.Right)] }

// Result is the sum.
func (o Side) Result(args []Type, from Linear) Linear {
	switch {
	case len(args) > 0:
		return nil
	case o.Right:
		return LSum{o.Other, from}
	}
	return LSum{from, o.Other}
}

// Unside is unlinl or unlinr, of a v : A⊕B: what is on a side; 0 of 0. That v is on
// the other side never happens: the cotangent of a value has its constructor.
type Unside struct{ Right bool }

// Name is unlinl or unlinr.
func (o Unside) Name() string { return [...]string{"unlinl", "unlinr"}[place(o.Right)] }

// Result is the side.
func (o Unside) Result(args []Type, from Linear) Linear {
	s, ok := from.(LSum)
	switch {
	case !ok || len(args) > 0:
		return nil
	case o.Right:
		return s.B
	}
	return s.A
}

func place(right bool) int {
	if right {
		return 1
	}
	return 0
}
