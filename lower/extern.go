package lower

import (
	"procad/core"
	"procad/prim"
	"procad/proc"
)

// foreign calls a function of C. Arrays that it reads are names of Θ, and arrays that it gives
// are made before, of zeros, and filled:
//
//	⟦extern "f" (x, a, …)⟧ = Call extern{A, …, (S, B, …), (T, B, …), "f(.*…)"} [a] (x, b, …)      b = Call blank{B} sizes
func (f *fn) foreign(e *core.Foreign, to *target) value {
	var args []*leaf
	for _, x := range e.Args {
		args = f.expr(x, nil).leaves(args)
	}
	call := prim.Extern{Symbol: e.Symbol, Status: e.Status}
	var zone []string
	var ins []proc.Var
	for _, x := range args {
		call.Arrays = append(call.Arrays, isArray(x.Type))
		if isArray(x.Type) {
			zone, call.Zone = append(zone, f.ref(x)), append(call.Zone, x.Type)
		} else {
			ins = append(ins, f.linear(x))
		}
	}
	f.blanks(e, e.Shape, e.Of, &ins)
	in := f.tuple(e.At, ins)
	call.In, call.Out = in.Type, proc.NewTuple(leafTypes(e.Of, nil)...)
	out := f.packed(e.Of, to)
	f.emit(&proc.Call{Where: where(e.At), Out: out, Func: call.Func(), Zone: zone, In: in})
	return f.unflat(e.At, out, e.Of, to)
}

// blanks makes the arrays of a result of type t, with the sizes of a shape.
func (f *fn) blanks(e *core.Foreign, s core.Shape, t core.Type, list *[]proc.Var) {
	switch t := t.(type) {
	case *core.TupleType:
		for i, elem := range t.Elems {
			f.blanks(e, core.PartShape(s, i), elem, list)
		}
	case *core.ArrayType:
		var dims []proc.Var
		for _, n := range s.(*core.ArrayShape).Sizes {
			dims = append(dims, f.scalar(n.Size))
		}
		a := TypeOf(t)
		*list = append(*list, f.call(e.At, proc.FamilyOf("blank", a), f.variable("blank", a), f.tuple(e.At, dims)))
	}
}
