package chad

import "fmt"

// The operations on arrays. d is the tuple of the tangents of the arguments, w the
// cotangent of the result; ints have the tangent 0.

// Index is a[i1, …, ik].
//
//	D(a, i; d) = (proj_1 d) ! i        D^t(a, i; w) = <at(a, i; w), 0, …>
type Index struct{ K int }

// Name is index.
func (Index) Name() string { return "index" }

// Result is the element, or the array of the dimensions that are left.
func (o Index) Result(args []Type) Type {
	a, ok := array(args, 0)
	if !ok || !ints(args[1:], o.K) || o.K > a.Rank {
		return nil
	}
	return arrayOf(a.Elem, a.Rank-o.K)
}

// Derivative is D.
func (o Index) Derivative(_ Calculus, xs []Term, _ []Type) LinTerm {
	return &LinOp{Project{}, xs[1:], linPart(v, 0, len(xs))}
}

// Transpose is D^t.
func (o Index) Transpose(_ Calculus, xs []Term, _ []Type) LinTerm {
	return first(&LinOp{At{}, xs, v}, len(xs))
}

// first is <t, 0, …, 0>, of n components, where the 0 are of type 1_.
func first(t LinTerm, n int) LinTerm {
	parts := []LinTerm{t}
	for len(parts) < n {
		parts = append(parts, &LinZero{LUnit{}})
	}
	return linPairs(parts...)
}

// Size is size(a, k), which has the derivative 0.
type Size struct{ Axis int }

// Name is size.
func (Size) Name() string { return "size" }

// Result is int.
func (o Size) Result(args []Type) Type {
	if a, ok := array(args, 0); ok && len(args) == 1 && o.Axis < a.Rank {
		return IntType{}
	}
	return nil
}

// Derivative is 0.
func (Size) Derivative(Calculus, []Term, []Type) LinTerm { return &LinZero{LUnit{}} }

// Transpose is 0.
func (Size) Transpose(_ Calculus, _ []Term, types []Type) LinTerm {
	return &LinZero{Forward.tangent(types[0])}
}

// Set is set(a, i1, …, ik, e).
//
//	D(a, i, e; d) = clear(i; proj_1 d) + at(a, i; proj_k+2 d)        D^t(a, i, e; w) = <clear(i; w), 0, …, w ! i>
type Set struct{}

// Name is set.
func (Set) Name() string { return "set" }

// Result is the array.
func (Set) Result(args []Type) Type {
	a, ok := array(args, 0)
	if !ok || len(args) != a.Rank+2 || !ints(args[1:a.Rank+1], a.Rank) || args[a.Rank+1] != a.Elem {
		return nil
	}
	return a
}

// Derivative is D.
func (Set) Derivative(_ Calculus, xs []Term, _ []Type) LinTerm {
	n := len(xs)
	return &LinPlus{
		&LinOp{Clear{}, xs[1 : n-1], linPart(v, 0, n)},
		&LinOp{At{}, xs[:n-1], linPart(v, n-1, n)},
	}
}

// Transpose is D^t.
func (Set) Transpose(_ Calculus, xs []Term, _ []Type) LinTerm {
	n := len(xs)
	return &LinPair{first(&LinOp{Clear{}, xs[1 : n-1], v}, n-1), &LinOp{Project{}, xs[1 : n-1], v}}
}

// Literal is the array of the given elements and sizes.
//
//	D(e1, …; d) = elements(d)        D^t(e1, …; w) = <w ! 0, …>
type Literal struct {
	Dims []int64
	Elem Type
}

// Name is array.
func (o Literal) Name() string { return "array" + fmt.Sprint(o.Dims) }

// Result is the array.
func (o Literal) Result(args []Type) Type {
	for _, t := range args {
		if t != o.Elem {
			return nil
		}
	}
	return ArrayType{o.Elem, len(o.Dims)}
}

// Derivative is D.
func (o Literal) Derivative(_ Calculus, xs []Term, _ []Type) LinTerm {
	return &LinOp{Elements{o, len(xs)}, nil, v}
}

// Transpose is D^t.
func (o Literal) Transpose(_ Calculus, xs []Term, _ []Type) LinTerm {
	parts := make([]LinTerm, len(xs))
	for k := range xs {
		at := make([]Term, len(o.Dims))
		rest := int64(k)
		for axis := len(at) - 1; axis >= 0; axis-- {
			at[axis] = whole(rest % o.Dims[axis])
			rest /= o.Dims[axis]
		}
		parts[k] = &LinOp{Project{}, at, v}
	}
	return linPairs(parts...)
}

// Assert is a check: <>, or a run-time error if its argument does not hold.
type Assert struct{ Code, Text string }

// Name is assert.
func (Assert) Name() string { return "assert" }

// Result is 1.
func (Assert) Result(args []Type) Type {
	if len(args) == 1 && args[0] == Type(boolType) {
		return UnitType{}
	}
	return nil
}

// Derivative is 0.
func (Assert) Derivative(Calculus, []Term, []Type) LinTerm { return &LinZero{LUnit{}} }

// Transpose is 0.
func (Assert) Transpose(Calculus, []Term, []Type) LinTerm {
	return &LinZero{Forward.tangent(boolType)}
}

// array is argument k, if it is an array.
func array(args []Type, k int) (ArrayType, bool) {
	if k >= len(args) {
		return ArrayType{}, false
	}
	a, ok := args[k].(ArrayType)
	return a, ok
}

// ints says that there are n arguments, all ints.
func ints(args []Type, n int) bool {
	for _, t := range args {
		if t != Type(IntType{}) {
			return false
		}
	}
	return len(args) == n
}
