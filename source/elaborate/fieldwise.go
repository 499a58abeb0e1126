package elaborate

import (
	"procad/core"
	"procad/source"
)

// An array whose elements have arrays in them is the tuple of its fields:
//
//	⟦Real⟧ r = Real[r sizes]                 Int, and sums, alike
//	⟦σ[k sizes]⟧ r = σ[r + k sizes]
//	⟦(T1, …, Tn)⟧ r = (⟦T1⟧ r, …, ⟦Tn⟧ r)
//	⟦()⟧ r = ()
//
// What the language does with the elements, it does with those of each field.
func fieldwise(elem core.Type, rank int) core.Type {
	tuple, ok := elem.(*core.TupleType)
	if !ok {
		return core.ArrayOf(elem, rank)
	}
	parts := make([]core.Type, len(tuple.Elems))
	for i, t := range tuple.Elems {
		parts[i] = fieldwise(t, rank)
	}
	return core.TupleOf(parts...)
}

// stored is the array type of x, if it is stored field by field.
func stored(x source.Expr) *source.Array {
	if a, ok := x.Type().(*source.Array); ok && a.Fieldwise() {
		return a
	}
	return nil
}

// A part is a component of a component … of a variable.
type part struct {
	term      func() core.Term
	component func(i int) part // of a variable whose fields are variables; else nil
}

// parts binds a value, so that its components can be taken any number of times.
func (e *elaborator) parts(t core.Term, binds []binding) (part, []binding) {
	t, binds = named(t, "a", binds)
	if v, ok := t.(*core.Use); ok {
		return e.partOf(v.Var), binds
	}
	return part{term: func() core.Term { return core.Copy(t) }}, binds
}

func (e *elaborator) partOf(v *core.Var) part {
	p := part{term: func() core.Term { return use(v) }}
	if s := e.fields[v]; s != nil {
		p.component = func(i int) part { return e.partOf(s.use(i)) }
	}
	return p
}

// at is component i of p.
func (p part) at(i int) part {
	if p.component != nil {
		return p.component(i)
	}
	return part{term: func() core.Term { return component(p.term(), i) }}
}

// each makes, of the arrays that p of type t is made of, a value of the same structure.
//
//	⟦(T1, …, Tn)⟧: (f1, …, fn)
func each(p part, t core.Type, f func(core.Term, *core.ArrayType) core.Term) core.Term {
	return together([]part{p}, t, func(list []core.Term, t core.Type) core.Term { return f(list[0], t.(*core.ArrayType)) })
}

// together makes, of parts of one type t, one value of the same structure.
//
//	((s1, …, sn), (t1, …, tn), …): (f(s1, t1, …), …, f(sn, tn, …))
func together(parts []part, t core.Type, f func([]core.Term, core.Type) core.Term) core.Term {
	tuple, ok := t.(*core.TupleType)
	if !ok {
		list := make([]core.Term, len(parts))
		for k, p := range parts {
			list[k] = p.term()
		}
		return f(list, t)
	}
	elems := make([]core.Term, len(tuple.Elems))
	types := make([]core.Type, len(tuple.Elems))
	for i, elem := range tuple.Elems {
		inner := make([]part, len(parts))
		for k, p := range parts {
			inner[k] = p.at(i)
		}
		elems[i] = together(inner, elem, f)
		types[i] = elems[i].Type()
	}
	return &core.Tuple{Node: node(parts[0].term().Pos(), core.TupleOf(types...)), Elems: elems}
}

// first is an array of those that p of type t is made of: all have the sizes of the whole.
func first(p part, t core.Type) core.Term {
	for {
		tuple, ok := t.(*core.TupleType)
		if !ok {
			return p.term()
		}
		for i, elem := range tuple.Elems {
			if elem != core.Unit {
				p, t = p.at(i), elem
				break
			}
		}
	}
}

// indexFields is a[i1, …, ik].
func (e *elaborator) indexFields(n core.Node, x *source.Index) core.Term {
	a, binds := e.parts(e.expr(x.X), nil)
	at := e.exprs(x.Args)
	for k := range at {
		at[k], binds = named(at[k], "at", binds)
	}
	return lets(binds, elementAt(n, a, e.typ(x.X.Type()), at))
}

// elementAt is p[at], where p is of type t.
func elementAt(n core.Node, p part, t core.Type, at []core.Term) core.Term {
	return each(p, t, func(x core.Term, a *core.ArrayType) core.Term {
		return &core.Index{Node: node(n.At, core.ArrayOf(a.Elem, a.Rank-len(at))), X: x, At: copies(at)}
	})
}

// columnOf is the variable of the field that x is one element of, and the indices of that:
// c[i].focal, where c is stored field by field; nil if there is none.
func (e *elaborator) columnOf(x source.Expr) (*core.Var, []source.Expr) {
	switch x := x.(type) {
	case *source.Index:
		if a := stored(x.X); a != nil && len(x.Args) == a.Rank {
			return e.variableOf(x.X), x.Args
		}
	case *source.FieldOf:
		v, at := e.columnOf(x.X)
		record := x.X.Type().(*source.Record)
		if v == nil || len(record.Fields) == 1 {
			return v, at
		}
		if s := e.fields[v]; s != nil {
			return s.use(record.Field(x.Name)), at
		}
	}
	return nil, nil
}

// buildFields is [e for i < n, …], field by field. What is bound in e is bound in the loops of
// the fields that use it, and what none uses in the first one.
func buildFields(n core.Node, binders []core.Binder, body core.Term) core.Term {
	paths := leaves(nil, body.Type())
	used := map[*core.Var]bool{}
	for _, path := range paths {
		projected(body, path, used, nil)
	}
	k := 0
	var build func(t core.Type) core.Term
	build = func(t core.Type) core.Term {
		if tuple, ok := t.(*core.TupleType); ok {
			elems := make([]core.Term, len(tuple.Elems))
			types := make([]core.Type, len(tuple.Elems))
			for i, elem := range tuple.Elems {
				elems[i] = build(elem)
				types[i] = elems[i].Type()
			}
			return &core.Tuple{Node: node(n.At, core.TupleOf(types...)), Elems: elems}
		}
		unused := func(v *core.Var) bool { return k == 0 && !used[v] }
		whole := &core.Build{Node: node(n.At, core.ArrayOf(t, len(binders))), Binders: binders, Body: projected(body, paths[k], nil, unused)}
		b := core.Copy(whole).(*core.Build)
		b.Row = rowSizes(b)
		k++
		return b
	}
	return build(body.Type())
}

// leaves are the paths to the parts of a value that are no tuples.
func leaves(path []int, t core.Type) (list [][]int) {
	tuple, ok := t.(*core.TupleType)
	if !ok {
		return [][]int{path}
	}
	for i, elem := range tuple.Elems {
		list = append(list, leaves(append(path[:len(path):len(path)], i), elem)...)
	}
	return list
}

// projected is a component of a component … of t, without what is bound and not used in it,
// unless keep says so. What is used is added to used, which may be nil.
//
//	let (x1, …, xn) = (e1, …, en) in b = let x1 = e1; …; xn = en in b
//	(let b in t).i = let b in t.i        (if c then t else u).i = if c then t.i else u.i        (t1, …, tn).i = ti
func projected(t core.Term, path []int, used map[*core.Var]bool, keep func(*core.Var) bool) core.Term {
	if len(path) == 0 {
		return t
	}
	of := func(t core.Term) core.Node { return node(t.Pos(), partAt(t.Type(), path)) }
	wanted := func(body core.Term, v *core.Var) bool {
		if v != nil && core.Mentions(body, v) {
			if used != nil {
				used[v] = true
			}
			return true
		}
		return keep != nil && keep(v)
	}
	bind := func(v *core.Var, bound, body core.Term) core.Term {
		if !wanted(body, v) {
			return body
		}
		return &core.Let{Node: of(t), Var: v, Bound: bound, Body: body}
	}
	switch t := t.(type) {
	case *core.Let:
		return bind(t.Var, t.Bound, projected(t.Body, path, used, keep))
	case *core.Untuple:
		body := projected(t.Body, path, used, keep)
		if tuple, ok := t.Bound.(*core.Tuple); ok {
			for i := len(t.Vars) - 1; i >= 0; i-- {
				body = bind(t.Vars[i], tuple.Elems[i], body)
			}
			return body
		}
		vars, some := make([]*core.Var, len(t.Vars)), false
		for i, v := range t.Vars {
			if wanted(body, v) {
				vars[i], some = v, true // nil stays nil
			}
		}
		if !some {
			return body
		}
		return &core.Untuple{Node: of(t), Vars: vars, Bound: t.Bound, Body: body}
	case *core.Tuple:
		return projected(t.Elems[path[0]], path[1:], used, keep)
	case *core.Case:
		c := &core.Case{Node: of(t), X: t.X}
		for _, arm := range t.Arms {
			c.Arms = append(c.Arms, core.Arm{Var: arm.Var, Body: projected(arm.Body, path, used, keep)})
		}
		return c
	}
	return projected(component(t, path[0]), path[1:], used, keep)
}

func partAt(t core.Type, path []int) core.Type {
	for _, i := range path {
		t = t.(*core.TupleType).Elems[i]
	}
	return t
}

// setFields is set(a, i1, …, ik, x).
func (e *elaborator) setFields(n core.Node, x *source.SetAt) core.Term {
	a, binds := e.parts(e.expr(x.X), nil)
	at := e.exprs(x.Index)
	for k := range at {
		at[k], binds = named(at[k], "at", binds)
	}
	value, binds := e.parts(e.expr(x.Value), binds)
	return lets(binds, setParts(n, a, e.typ(x.X.Type()), value, at))
}

func setParts(n core.Node, a part, t core.Type, value part, at []core.Term) core.Term {
	if tuple, ok := t.(*core.TupleType); ok {
		elems := make([]core.Term, len(tuple.Elems))
		for i, elem := range tuple.Elems {
			elems[i] = setParts(n, a.at(i), elem, value.at(i), at)
		}
		return &core.Tuple{Node: node(n.At, t), Elems: elems}
	}
	if of := t.(*core.ArrayType); len(at) == of.Rank {
		return &core.Set{Node: node(n.At, t), X: a.term(), At: copies(at), Value: value.term()}
	}
	return setRowAt(node(n.At, t), a.term(), copies(at), value.term())
}

// foldFields goes over an array that is stored field by field.
//
//	fold(\(acc, x). e, s, v) = fold(\(acc, k). let x = v[k] in e, s, [k for k < size(v)])
func (e *elaborator) foldFields(n core.Node, x *source.Fold) core.Term {
	t := e.typ(x.Over.Type())
	v, outer := e.parts(e.expr(x.Over), nil)
	at := x.Over.Pos()
	k := &core.Var{Pos: at, Name: "k", Type: core.Int}
	size := &core.Size{Node: node(at, core.Int), X: first(v, t)}
	out := &core.Fold{Node: n, Plan: plan(x.Plan), Init: e.expr(x.Init), Over: &core.Build{
		Node: node(at, core.ArrayOf(core.Int, 1)), Binders: []core.Binder{{Var: k, Size: size}}, Body: use(k),
	}}
	var binds []binding
	out.Acc, binds = e.receive(x.Acc, binds)
	out.Elem = &core.Var{Pos: at, Name: "k", Type: core.Int}
	elem, later := e.receive(x.Elem, nil)
	if elem != nil {
		element := elementAt(node(at, nil), v, t, []core.Term{use(out.Elem)})
		binds = append(binds, binding{vars: []*core.Var{elem}, bound: element})
	}
	out.Body = lets(append(binds, later...), e.expr(x.Body))
	return lets(outer, out)
}

// sizeOfFields is size(a, k).
func (e *elaborator) sizeOfFields(n core.Node, x *source.SizeOf) core.Term {
	a, binds := e.parts(e.expr(x.X), nil)
	return lets(binds, &core.Size{Node: n, X: first(a, e.typ(x.X.Type())), Axis: x.Axis})
}

// sizesOfFields is the sizes of an array of rank outer dimensions, whose elements have sizes of
// their own.
func sizesOfFields(own core.Sizes, elem core.Type, outer []string) (out core.Sizes) {
	switch t := elem.(type) {
	case *core.TupleType:
		for i, elem := range t.Elems {
			var part core.Sizes
			if i < len(own.Parts) {
				part = own.Parts[i]
			}
			out.Parts = append(out.Parts, sizesOfFields(part, elem, outer))
		}
	case *core.ArrayType:
		inner := own.Names
		if len(inner) < t.Rank {
			inner = make([]string, t.Rank)
		}
		out.Names = append(outer[:len(outer):len(outer)], inner...)
	default:
		out.Names = outer
	}
	return out
}

// fieldSizes is what the sizes of the fields of a parameter after the first have to be: those
// of the first, which are bound.
func (e *elaborator) fieldSizes(t *source.ArrayType, sizes []core.ShapeSize) []core.ShapeSize {
	rest := copiedSizes(sizes)
	some := false
	for axis, s := range t.Sizes {
		v := e.sizes[s]
		if s.Binds {
			v = e.vars[s.Var]
		}
		if v != nil {
			rest[axis] = core.ShapeSize{Size: use(v), Name: "that of the first field"}
			some = true
		}
	}
	if !some {
		return nil
	}
	return rest
}

// fieldShape is what the outer sizes of an array and the shape of an element say of the
// fields. Those of the fields after the first are rest, unless that is nil.
func fieldShape(outer *[]core.ShapeSize, rest []core.ShapeSize, inner core.Shape, elem core.Type) core.Shape {
	if t, ok := elem.(*core.TupleType); ok {
		s := &core.TupleShape{Elems: make([]core.Shape, len(t.Elems))}
		for i, elem := range t.Elems {
			var part core.Shape
			if tuple, ok := inner.(*core.TupleShape); ok {
				part = tuple.Elems[i]
			}
			if elem != core.Unit {
				s.Elems[i] = fieldShape(outer, rest, part, elem)
			}
		}
		return s
	}
	s := &core.ArrayShape{Sizes: copiedSizes(*outer)}
	if rest != nil {
		*outer = rest
	}
	if t, ok := elem.(*core.ArrayType); ok {
		if own, ok := inner.(*core.ArrayShape); ok {
			s.Sizes = append(s.Sizes, copiedSizes(own.Sizes)...)
		} else {
			s.Sizes = append(s.Sizes, make([]core.ShapeSize, t.Rank)...)
		}
	}
	return s
}

func copiedSizes(sizes []core.ShapeSize) []core.ShapeSize {
	out := make([]core.ShapeSize, len(sizes))
	for k, s := range sizes {
		if out[k].Name = s.Name; s.Size != nil {
			out[k].Size = copied(s.Size)
		}
	}
	return out
}
