package loopir

import "fmt"

// MostLocal is how many elements a Local may have: they are on the stack of the machine.
const MostLocal = 1024

// memory are the types of operations on buffers and views.
func memory(op *Op) ([]Type, error) {
	bad := func() ([]Type, error) {
		return nil, fmt.Errorf("%s does not take these values", op.Kind)
	}
	if len(op.Args) == 0 {
		return bad()
	}
	first := op.Args[0].Type
	rest := op.Args[1:]
	switch op.Kind {
	case Alloc:
		if first != IntType || len(op.Outs) == 1 && op.Outs[0].Type.Form != Buffer {
			return bad()
		}
		return written(op), nil
	case Local:
		if n := op.Args[0]; first != IntType || n.Origin != Constant || n.Bits == 0 || n.Bits > MostLocal || len(op.Outs) == 1 && op.Outs[0].Type.Form != Buffer {
			return bad()
		}
		return written(op), nil
	case Cell:
		if first.Form != Scalar {
			return bad()
		}
		return []Type{BufferOf(first.Elem)}, nil
	case Release:
		if first.Form != Buffer && first != StackType {
			return bad()
		}
		return nil, nil
	case Copy:
		if !(first == StackType && len(rest) == 0 || first.Form == Buffer && len(rest) == 1 && rest[0].Type == IntType) {
			return bad()
		}
		return []Type{first}, nil
	case Clear:
		if first.Form != Buffer || rest[0].Type != IntType {
			return bad()
		}
		return nil, nil
	case View:
		if first.Form != Buffer || len(rest) == 0 || !ints(rest, false) {
			return bad()
		}
		return []Type{ViewOf(first.Elem, len(rest))}, nil
	case Row:
		if first.Form != Shaped || len(rest) == 0 || len(rest) >= int(first.N) || !ints(rest, false) {
			return bad()
		}
		return []Type{BufferOf(first.Elem)}, nil
	}
	return access(op)
}

// ints says that values are Ints, or also vectors of such.
func ints(vs []*Value, vectors bool) bool {
	for _, v := range vs {
		if v.Type.Elem != Int || v.Type.Lanes() == 0 || v.Type.Form == Vector && !vectors {
			return false
		}
	}
	return true
}

// Indices are the indices of an access: none if it is to the first element of a buffer.
func (op *Op) Indices() []*Value {
	if op.Kind == Store || op.Kind == Accum {
		return op.Args[1 : len(op.Args)-1]
	}
	return op.Args[1:]
}

// access are the types of Load, Store and Accum:
//
//	v : σ[r]    i1 … ir : int, or vectors of one number of lanes    x : σ in as many lanes
func access(op *Op) ([]Type, error) {
	if op.Kind != Load && len(op.Args) < 2 {
		return nil, fmt.Errorf("%s sets no value", op.Kind)
	}
	of, at := op.Args[0].Type, op.Indices()
	rank := 0
	if of.Form == Shaped {
		rank = int(of.N)
	}
	if of.Form != Buffer && of.Form != Shaped || len(at) != rank || !ints(at, true) {
		return nil, fmt.Errorf("%s takes a view and an index for each axis, not %d of a %s", op.Kind, len(at), of)
	}
	x := Type{Elem: of.Elem}
	for _, i := range at {
		if i.Type.Form == Vector {
			if x.Form == Vector && x.N != i.Type.N {
				return nil, fmt.Errorf("%s has indices of %d and of %d lanes", op.Kind, x.N, i.Type.N)
			}
			x.Form, x.N = Vector, i.Type.N
		}
	}
	if op.Kind == Load {
		return []Type{x}, nil
	}
	if set := op.Args[len(op.Args)-1].Type; set != x || op.Kind == Accum && x.Elem == Bool {
		return nil, fmt.Errorf("%s does not put a %s into a %s", op.Kind, set, of)
	}
	return nil, nil
}

// stacks are the types of operations on stacks.
func stacks(op *Op) ([]Type, error) {
	want := op.Args[:min(1, len(op.Args))]
	if op.Kind == Empty || op.Kind == Slots {
		if !ints(op.Args, false) {
			return nil, fmt.Errorf("%s takes two Ints", op.Kind)
		}
		return []Type{StackType}, nil
	}
	if len(want) == 0 || want[0].Type != StackType {
		return nil, fmt.Errorf("%s takes a stack", op.Kind)
	}
	switch op.Kind {
	case Push:
		return []Type{StackType}, items(op.Args[1:])
	case Len:
		return []Type{IntType}, nil
	case Grow, Shrink:
		outs := written(op)
		if op.Args[1].Type != IntType || len(outs) != 2 || outs[0] != StackType || outs[1] != BufferOf(Real) && outs[1] != BufferOf(Int) {
			return nil, fmt.Errorf("%s takes an Int, and gives a stack and a buffer of Reals or Ints", op.Kind)
		}
		return outs, nil
	}
	if len(op.Outs) > 0 && op.Outs[0].Type != StackType {
		return nil, fmt.Errorf("pop gives the stack first")
	}
	return written(op), items(op.Outs[min(1, len(op.Outs)):])
}

// items says what may be on a stack: numbers, buffers and stacks.
func items(vs []*Value) error {
	for _, v := range vs {
		if v.Type.Form == Shaped || v.Type.Form == Vector {
			return fmt.Errorf("there is no %s on a stack", v.Type)
		}
	}
	return nil
}
