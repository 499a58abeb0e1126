package loopir

import (
	"fmt"

	"procad/prim"
)

// results are the types of what an operation makes, as its arguments and its blocks say. Where they do not, as of a
// Call, they are what is written. The error says what is wrong with the arguments.
//
//	Γ ⊢ args : τ…      kind : τ… → σ…
//	─────────────────────────────────
//	Γ ⊢ outs : σ…
func results(op *Op) ([]Type, error) {
	if n := rules[op.Kind].args; n >= 0 && len(op.Args) != n {
		return nil, fmt.Errorf("%s takes %d values, not %d", op.Kind, n, len(op.Args))
	}
	switch op.Kind {
	case Add, Sub, Mul, Div, Mod, Neg, Min, Max, And, Or, Not, Shl, Shr, Lt, Le, Eq, Select, ToReal, ToInt, Freeze, Math:
		t, err := arithmetic(op)
		return []Type{t}, err
	case Splat, Iota, Reduce:
		t, err := vector(op)
		return []Type{t}, err
	case Alloc, Clear, Copy, Release, Cell, Local, View, Row, Load, Store, Accum:
		return memory(op)
	case Empty, Slots, Push, Pop, Grow, Shrink, Len:
		return stacks(op)
	case Check:
		return nil, claimed(op)
	case Room:
		return []Type{IntType}, nil
	case Count, Level:
		return nil, counted(op)
	case For, While, If:
		return structured(op)
	}
	return written(op), nil
}

// written are the types of the results as the operation has them.
func written(op *Op) []Type {
	ts := make([]Type, len(op.Outs))
	for i, v := range op.Outs {
		ts[i] = v.Type
	}
	return ts
}

// operands are which numbers the arguments of arithmetic may be: all are of the same type.
var operands = map[Kind][]Elem{
	Add: {Real, Int}, Sub: {Real, Int}, Mul: {Real, Int}, Div: {Real, Int}, Neg: {Real, Int}, Min: {Real, Int}, Max: {Real, Int},
	Lt: {Real, Int}, Le: {Real, Int}, Eq: {Real, Int, Bool}, Mod: {Int}, Shl: {Int}, Shr: {Int}, And: {Int, Bool},
	Or: {Bool}, Not: {Bool}, Freeze: {Bool}, ToReal: {Int}, ToInt: {Real},
}

// arithmetic is the type of a number that is computed.
func arithmetic(op *Op) (Type, error) {
	if op.Kind == Select {
		return choice(op)
	}
	if op.Kind == Math {
		return function(op)
	}
	t := op.Args[0].Type
	ok := false
	for _, e := range operands[op.Kind] {
		ok = ok || t.Elem == e
	}
	if !ok || t.Lanes() == 0 {
		return t, fmt.Errorf("%s does not take values of type %s", op.Kind, t)
	}
	for _, v := range op.Args[1:] {
		if v.Type != t {
			return t, fmt.Errorf("%s takes two values of one type, not %s and %s", op.Kind, t, v.Type)
		}
	}
	switch op.Kind {
	case Lt, Le, Eq:
		return t.As(Bool), nil
	case ToReal:
		return t.As(Real), nil
	case ToInt:
		return t.As(Int), nil
	}
	return t, nil
}

// choice is the type of a Select: of c, x, y, where c is a Bool, or a vector of as many lanes as x and y.
func choice(op *Op) (Type, error) {
	c, t := op.Args[0].Type, op.Args[1].Type
	if c != BoolType && (c != t.As(Bool) || t.Lanes() == 0) || op.Args[2].Type != t {
		return t, fmt.Errorf("select does not take a %s, a %s and a %s", c, t, op.Args[2].Type)
	}
	return t, nil
}

// function is the type of a primitive, in every lane.
func function(op *Op) (Type, error) {
	sig, ok := prim.Table[op.Func]
	in, out := LeavesOf(sig.In), LeavesOf(sig.Out)
	if !ok || len(in) != len(op.Args) || len(out) != 1 {
		return Type{}, fmt.Errorf("math takes a primitive with its arguments, not %s with %d", op.Func, len(op.Args))
	}
	lanes := RealType
	for i, v := range op.Args {
		if i == 0 {
			lanes = v.Type
		}
		if v.Type != lanes.As(in[i].Elem) || v.Type.Lanes() == 0 {
			return Type{}, fmt.Errorf("%s does not take a %s", op.Func, v.Type)
		}
	}
	return lanes.As(out[0].Elem), nil
}

// vector is the type of what makes vectors, or takes them apart. How many lanes a vector has is written.
func vector(op *Op) (Type, error) {
	t := op.Args[0].Type
	switch {
	case op.Kind == Reduce && t.Form == Vector && (len(op.Args) == 1 || len(op.Args) == 2 && t.Elem == Real && op.Args[1].Type == RealType):
		return Type{Elem: t.Elem}, nil
	case op.Kind == Reduce || t.Form != Scalar || op.Kind == Iota && t != IntType:
		return t, fmt.Errorf("%s does not take a %s", op.Kind, t)
	case len(op.Outs) != 1 || op.Outs[0].Type.Form != Vector:
		return t, fmt.Errorf("%s makes a vector", op.Kind)
	}
	return VectorOf(t.Elem, int(op.Outs[0].Type.N)), nil
}
