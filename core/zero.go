package core

import "procad/internal/diag"

// ZeroTangent is the tangent 0 of x, a variable, with its sizes and constructors. That of a value with recursive
// types in it is none: such a tangent is zero wherever jvp takes it.
func ZeroTangent(x Term) Term { return zero(x, x.Type()) }

func zero(x Term, t Type) Term {
	at := x.Pos()
	of := Tangent(t)
	n := Node{At: at, Of: of}
	switch {
	case of == Unit:
		return &Tuple{Node: n}
	case HasRec(t):
		return &Absent{Node: n}
	}
	switch t := t.(type) {
	case Basic:
		return &RealConst{Node: n}
	case *TupleType:
		vars, parts := make([]*Var, len(t.Elems)), make([]Term, len(t.Elems))
		for i, e := range t.Elems {
			vars[i] = &Var{Pos: at, Name: "x", Type: e}
			parts[i] = zero(UseOf(vars[i]), e)
			if Tangent(e) == Unit {
				vars[i] = nil
			}
		}
		return &Untuple{Node: n, Vars: vars, Bound: Copy(x), Body: &Tuple{Node: n, Elems: parts}}
	case *SumType:
		out := &Case{Node: n, X: Copy(x)}
		for i, c := range t.Cons {
			v := &Var{Pos: at, Name: "x", Type: c.Of}
			out.Arms = append(out.Arms, Arm{Var: v, Body: &Inject{Node: n, Con: i, X: zero(UseOf(v), c.Of)}})
		}
		return out
	}
	a := t.(*ArrayType)
	v := x.(*Use).Var
	out := &Build{Node: n}
	elem := &Index{Node: Node{At: at, Of: a.Elem}, X: UseOf(v)}
	out.Binders, elem.At = AllOf(at, v, a.Rank)
	if a.Elem == Real {
		out.Body = &RealConst{Node: Node{At: at, Of: Real}}
		return out
	}
	e := &Var{Pos: at, Name: "x", Type: a.Elem}
	body := zero(UseOf(e), a.Elem)
	out.Body = &Let{Node: Node{At: at, Of: body.Type()}, Var: e, Bound: elem, Body: body}
	return out
}

// AllOf are the indices of all elements of an array.
func AllOf(at diag.Pos, v *Var, rank int) (binders []Binder, indices []Term) {
	for axis := range rank {
		i := &Var{Pos: at, Name: string(rune('i' + axis)), Type: Int}
		size := &Size{Node: Node{At: at, Of: Int}, X: UseOf(v), Axis: axis}
		binders = append(binders, Binder{Var: i, Size: size})
		indices = append(indices, UseOf(i))
	}
	return binders, indices
}
