package elaborate

import (
	"procad/core"
	"procad/internal/diag"
	"procad/internal/form"
	"procad/source"
)

// An array in a value of a recursive type, whose sizes are numbers, is stored as a tuple of its
// elements: nodes have no arrays in them.
//
//	type Tree = Leaf(Real[3]) | Node(Tree, Tree)        Tree = μα. (Real, Real, Real) + (α, α)
//
//	Leaf(v)                      = roll Inl (v[0], v[1], v[2])
//	case t of Leaf(v) -> e, …    = case unroll t of Inl (x, y, z) -> let v = [x, y, z] in e, …

// carries is the sizes in what constructor k of a recursive type carries; nil if no arrays are in it.
func (e *elaborator) carries(t source.Type, k int) core.Shape {
	named, ok := t.(*source.NamedSum)
	if !ok || !named.Recursive() {
		return nil
	}
	args := named.Decl.Cons[k].Args
	parts, some := &core.TupleShape{Elems: make([]core.Shape, len(args))}, false
	for i, a := range args {
		parts.Elems[i] = e.shape(a, false)
		some = some || parts.Elems[i] != nil
	}
	switch {
	case !some:
		return nil
	case len(args) == 1:
		return parts.Elems[0]
	}
	return parts
}

// A kept is how values of a type are stored: their type, and what data call their parts.
type kept struct {
	of   core.Type
	form *form.Form
}

// keptAs is how a value of type t with sizes s is stored.
func keptAs(t core.Type, s core.Shape, f *form.Form) kept {
	if s != nil && f.Wraps() {
		part := keptAs(t, s, f.Part(0))
		return kept{part.of, withParts(f, []*form.Form{part.form})}
	}
	switch s := s.(type) {
	case *core.ArrayShape:
		out := kept{t.(*core.ArrayType).Elem, f.Element()}
		for axis := len(s.Sizes) - 1; axis >= 0; axis-- {
			types, forms := make([]core.Type, length(s.Sizes[axis])), []*form.Form(nil)
			for i := range types {
				types[i], forms = out.of, append(forms, out.form)
			}
			out = kept{core.TupleOf(types...), parted(forms)}
		}
		return out
	case *core.TupleShape:
		var types []core.Type
		var forms []*form.Form
		for i, e := range t.(*core.TupleType).Elems {
			part := keptAs(e, s.Elems[i], f.Part(i))
			types, forms = append(types, part.of), append(forms, part.form)
		}
		return kept{core.TupleOf(types...), withParts(f, forms)}
	}
	return kept{t, f}
}

// withParts is f with other parts.
func withParts(f *form.Form, parts []*form.Form) *form.Form {
	if f == nil {
		return parted(parts)
	}
	out := *f
	out.Parts = parts
	return &out
}

func length(n core.ShapeSize) int { return int(n.Size.(*core.IntConst).Value) }

// store is x as it is stored.
func store(x core.Term, s core.Shape, name string) core.Term {
	at := x.Pos()
	switch s := s.(type) {
	case *core.ArrayShape:
		v := &core.Var{Pos: at, Name: "v", Type: x.Type()}
		check := &core.SizeCheck{Node: node(at, x.Type()), X: x, Shape: s, Name: name}
		var elements func(idx []core.Term) core.Term
		elements = func(idx []core.Term) core.Term {
			if len(idx) == len(s.Sizes) {
				return &core.Index{Node: node(at, x.Type().(*core.ArrayType).Elem), X: use(v), At: idx}
			}
			var parts []core.Term
			for i := range length(s.Sizes[len(idx)]) {
				at := &core.IntConst{Node: node(at, core.Int), Value: int64(i)}
				parts = append(parts, elements(append(copiedAll(idx), at)))
			}
			return tuple(at, parts)
		}
		return lets([]binding{{vars: []*core.Var{v}, bound: check}}, elements(nil))
	case *core.TupleShape:
		vars, parts := apart(at, x.Type().(*core.TupleType).Elems)
		for i, part := range parts {
			parts[i] = store(part, s.Elems[i], name)
		}
		return lets([]binding{{tuple: true, vars: vars, bound: x}}, tuple(at, parts))
	}
	return x
}

// load is the value of type t that is stored as x.
func load(x core.Term, s core.Shape, t core.Type) core.Term {
	at := x.Pos()
	switch s := s.(type) {
	case *core.ArrayShape:
		out := &core.Literal{Node: node(at, t)}
		var binds []binding
		list := []core.Term{x}
		for _, n := range s.Sizes {
			out.Dims = append(out.Dims, int64(length(n)))
			var next []core.Term
			for _, x := range list {
				vars, parts := apart(at, x.Type().(*core.TupleType).Elems)
				binds = append(binds, binding{tuple: true, vars: vars, bound: x})
				next = append(next, parts...)
			}
			list = next
		}
		out.Elems = list
		return lets(binds, out)
	case *core.TupleShape:
		vars, parts := apart(at, x.Type().(*core.TupleType).Elems)
		for i, part := range parts {
			parts[i] = load(part, s.Elems[i], t.(*core.TupleType).Elems[i])
		}
		return lets([]binding{{tuple: true, vars: vars, bound: x}}, tuple(at, parts))
	}
	return x
}

// apart are variables for the parts of a tuple.
func apart(at diag.Pos, types []core.Type) (vars []*core.Var, parts []core.Term) {
	for _, t := range types {
		v := &core.Var{Pos: at, Name: "x", Type: t}
		vars, parts = append(vars, v), append(parts, use(v))
	}
	return vars, parts
}

// tuple is (x1, …, xn).
func tuple(at diag.Pos, parts []core.Term) core.Term {
	types := make([]core.Type, len(parts))
	for i, x := range parts {
		types[i] = x.Type()
	}
	return tupleOf(node(at, core.TupleOf(types...)), parts)
}

func copiedAll(list []core.Term) []core.Term {
	out := make([]core.Term, len(list))
	for i, t := range list {
		out[i] = copied(t)
	}
	return out
}
