package elaborate

import (
	"strconv"

	"procad/core"
	"procad/internal/diag"
	"procad/source"
)

// elementwise is an operation of arrays, or of arrays and numbers. Operations of
// operations are one comprehension.
//
//	2 * u + v = let v = (v : Real[size(u)]) in [2 * u[i] + v[i] for i < size(u)]
func (e *elaborator) elementwise(n core.Node, x source.Expr) core.Term {
	w := &pointwise{elaborator: e, of: n.Of.(*core.ArrayType)}
	elem := w.operation(x)
	b := &core.Build{Node: n}
	for k, size := range w.sizes {
		i := &core.Var{Pos: n.At, Name: string(rune('i' + k)), Type: core.Int}
		b.Binders = append(b.Binders, core.Binder{Var: i, Size: core.Copy(size)})
	}
	b.Body = elem(b.Binders)
	return lets(w.binds, b)
}

// A pointwise is an elementwise operation that is being taken apart.
type pointwise struct {
	*elaborator
	of    *core.ArrayType
	binds []binding
	sizes []core.Term // of the first array
	first *core.Var   // that array
	name  string      // what messages call it
}

// An element makes the element at the indices of the loops.
type element func(at []core.Binder) core.Term

// operation is the element of an operator, or of an operand.
func (w *pointwise) operation(x source.Expr) element {
	if _, array := x.Type().(*source.Array); !array {
		t, binds := named(w.expr(x), "c", w.binds)
		w.binds = binds
		return func([]core.Binder) core.Term { return core.Copy(t) }
	}
	var op core.Op
	var operands []element
	switch x := x.(type) {
	case *source.Unary:
		op, operands = unaries[x.Op], []element{w.operation(x.X)}
	case *source.Binary:
		op, operands = operators[x.Op].op, []element{w.operation(x.X), w.operation(x.Y)}
	default:
		return w.array(x)
	}
	of := w.typ(x.Type()).(*core.ArrayType).Elem
	return func(at []core.Binder) core.Term {
		args := make([]core.Term, len(operands))
		for k, operand := range operands {
			args[k] = operand(at)
		}
		if op == core.Powi && of == core.Int {
			return intPower(node(x.Pos(), of), args[0], args[1])
		}
		return &core.Prim{Node: node(x.Pos(), of), Op: op, Args: args}
	}
}

// array is the element of an array. Its sizes are those of the first.
func (w *pointwise) array(x source.Expr) element {
	t, name := w.expr(x), "this"
	if v, ok := x.(*source.Ident); ok {
		name = v.Name
	}
	v, variable := t.(*core.Use)
	switch {
	case w.sizes == nil:
		t = w.begin(t, name)
	case variable && v.Var == w.first:
	default:
		s := &core.ArrayShape{}
		for axis, size := range w.sizes {
			s.Sizes = append(s.Sizes, core.ShapeSize{Size: core.Copy(size), Name: sizeName(w.name, axis)})
		}
		t, w.binds = named(&core.SizeCheck{Node: node(x.Pos(), t.Type()), X: t, Shape: s, Name: name}, "a", w.binds)
	}
	return func(at []core.Binder) core.Term {
		return &core.Index{Node: node(x.Pos(), t.Type().(*core.ArrayType).Elem), X: core.Copy(t), At: indices(x.Pos(), at)}
	}
}

// begin notes the sizes of the first array, and is a variable for it.
func (w *pointwise) begin(t core.Term, name string) core.Term {
	w.sizes, w.name = scope{}.sizes(t), name
	t, w.binds = named(t, "a", w.binds)
	w.first = t.(*core.Use).Var
	for axis, n := range w.sizes {
		if n == nil {
			w.sizes[axis] = &core.Size{Node: node(t.Pos(), core.Int), X: core.Copy(t), Axis: axis}
		}
	}
	return t
}

// indices are the indices of loops.
func indices(pos diag.Pos, loops []core.Binder) []core.Term {
	list := make([]core.Term, len(loops))
	for k, b := range loops {
		list[k] = &core.Use{Node: node(pos, core.Int), Var: b.Var}
	}
	return list
}

// sizeName is how messages call a size of an array.
func sizeName(array string, axis int) string {
	if array == "this" {
		return "that of the first operand"
	}
	if axis == 0 {
		return "size(" + array + ")"
	}
	return "size(" + array + ", " + strconv.Itoa(axis) + ")"
}
