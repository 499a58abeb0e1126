package elaborate

import (
	"strconv"

	"procad/core"
	"procad/source"
)

// shape is the sizes written in t, without those that t binds if it is the type
// of a parameter; nil if there are none.
func (e *elaborator) shape(t source.TypeExpr, param bool) core.Shape {
	parts := func(types ...source.TypeExpr) ([]core.Shape, bool) {
		list, some := make([]core.Shape, len(types)), false
		for i, t := range types {
			list[i] = e.shape(t, param)
			some = some || list[i] != nil
		}
		return list, some
	}
	switch t := source.Under(t).(type) {
	case *source.TupleType:
		if list, some := parts(t.Elems...); some {
			return &core.TupleShape{Elems: list}
		}
	case *source.ChoiceType:
		return e.choiceShape(t, param)
	case *source.RecordType:
		list, some := parts(fieldTypes(t)...)
		switch {
		case len(list) == 1:
			return list[0]
		case some:
			return &core.TupleShape{Elems: list}
		}
	case *source.SumType:
		if list, some := parts(t.L, t.R); some {
			return &core.SumShape{Cons: list}
		}
	case *source.ArrayType:
		s, some := &core.ArrayShape{Sizes: make([]core.ShapeSize, t.Type().(*source.Array).Rank)}, false
		for axis, size := range t.Sizes {
			switch {
			case size.Kind == source.SizeAny || param && size.Binds:
				continue
			case size.Kind == source.SizeLit:
				n := &core.IntConst{Node: node(size.Pos, core.Int), Value: size.Lit}
				s.Sizes[axis] = core.ShapeSize{Size: n, Name: strconv.FormatInt(size.Lit, 10)}
			case size.Kind == source.SizeExpr:
				s.Sizes[axis] = core.ShapeSize{Size: e.sizeExpr(size.Expr), Name: size.Name}
			default:
				n := &core.Use{Node: node(size.Pos, core.Int), Var: e.vars[size.Var]}
				s.Sizes[axis] = core.ShapeSize{Size: n, Name: size.Name}
			}
			some = true
		}
		if a, ok := t.Type().(*source.Array); ok && a.Fieldwise() {
			var rest []core.ShapeSize
			if param {
				rest = e.fieldSizes(t, s.Sizes)
			}
			if inner := e.shape(t.Elem, param); some || rest != nil || inner != nil {
				return fieldShape(&s.Sizes, rest, inner, e.typ(t.Elem.Type()))
			}
			return nil
		}
		if some {
			return s
		}
	}
	return nil
}

// sizeExpr is a size that is computed. What a shape carries costs nothing and cannot fail:
// another size is bound to a variable before the check.
//
//	(x : Real[n div 2]) = let size = n div 2 in (x : Real[size])
func (e *elaborator) sizeExpr(x source.Expr) core.Term {
	t := e.expr(x)
	if (scope{}).simple(t) {
		return t
	}
	v := &core.Var{Pos: x.Pos(), Name: "size", Type: core.Int}
	e.computed = append(e.computed, binding{vars: []*core.Var{v}, bound: t})
	return use(v)
}

// sized is the sizes of a check, and what has to be bound before it.
func (e *elaborator) sized(t source.TypeExpr, param bool) (core.Shape, []binding) {
	outer := e.computed
	e.computed = nil
	s := e.shape(t, param)
	binds := e.computed
	e.computed = outer
	return s, binds
}

// Arrays without elements have sizes too: those of rows of which there are none,
// and those of a sum of no arrays. They are known where they are constants,
// variables, and sizes of arrays that the loop does not bind, or where a type
// says them.

// rowSizes is the sizes of an element of b, if all are known before the loop.
func rowSizes(b *core.Build) []core.Term {
	if _, rows := b.Body.Type().(*core.ArrayType); !rows {
		return nil
	}
	hidden := scope{}
	for _, binder := range b.Binders {
		hidden[binder.Var] = true
	}
	return all(hidden.sizes(b.Body))
}

// all is the list, or nil if a size is not known.
func all(list []core.Term) []core.Term {
	for _, n := range list {
		if n == nil {
			return nil
		}
	}
	return list
}

// zeroShape is the sizes of the arrays in a term of r as far as they are known
// before the loop.
func zeroShape(r *core.Reduce) core.Shape {
	if r.Op != core.Sum {
		return nil
	}
	hidden := scope{}
	for _, b := range r.Binders {
		hidden[b.Var] = true
	}
	return hidden.shape(r.Body)
}

// A scope is the variables that are bound inside of a loop.
type scope map[*core.Var]bool

// shape is what is known of the sizes in the value of t; nil for nothing.
func (hidden scope) shape(t core.Term) core.Shape {
	switch of := t.Type().(type) {
	case *core.ArrayType:
		s, some := &core.ArrayShape{}, false
		for _, n := range hidden.sizes(t) {
			some = some || n != nil
			s.Sizes = append(s.Sizes, core.ShapeSize{Size: n})
		}
		if some {
			return s
		}
	case *core.TupleType:
		tuple, ok := hidden.body(t).(*core.Tuple)
		if !ok {
			return nil
		}
		s, some := &core.TupleShape{Elems: make([]core.Shape, len(of.Elems))}, false
		for i, x := range tuple.Elems {
			s.Elems[i] = hidden.shape(x)
			some = some || s.Elems[i] != nil
		}
		if some {
			return s
		}
	}
	return nil
}

// body is what is inside of lets, whose variables are hidden from then on.
func (hidden scope) body(t core.Term) core.Term {
	for {
		switch let := t.(type) {
		case *core.Let:
			hidden[let.Var] = true
			t = let.Body
		case *core.Untuple:
			for _, v := range let.Vars {
				hidden[v] = true
			}
			t = let.Body
		default:
			return t
		}
	}
}

// sizes is the sizes of an array; those that are not known are nil.
func (hidden scope) sizes(t core.Term) []core.Term {
	t = hidden.body(t)
	rank := t.Type().(*core.ArrayType).Rank
	list := make([]core.Term, rank)
	switch t := t.(type) {
	case *core.Use:
		if !hidden[t.Var] {
			for axis := range list {
				list[axis] = &core.Size{Node: node(t.At, core.Int), X: use(t.Var), Axis: axis}
			}
		}
	case *core.Build:
		for i, b := range t.Binders {
			if hidden.simple(b.Size) {
				list[i] = copied(b.Size)
			}
			hidden[b.Var] = true
		}
		if len(t.Binders) < rank {
			copy(list[len(t.Binders):], hidden.sizes(t.Body))
		}
	case *core.Literal:
		for axis, n := range t.Dims {
			list[axis] = &core.IntConst{Node: node(t.At, core.Int), Value: n}
		}
	case *core.Index:
		return hidden.sizes(t.X)[len(t.At):]
	case *core.Set:
		return hidden.sizes(t.X)
	case *core.StopGradient:
		return hidden.sizes(t.X)
	case *core.Trace:
		return hidden.sizes(t.X)
	case *core.SizeCheck:
		copy(list, hidden.sizes(t.X))
		if s, ok := t.Shape.(*core.ArrayShape); ok {
			fill(list, s, hidden)
		}
	case *core.Reduce:
		for _, b := range t.Binders {
			hidden[b.Var] = true
		}
		return hidden.sizes(t.Body)
	}
	return list
}

// fill puts the sizes of s where those of the list are not known.
func fill(list []core.Term, s *core.ArrayShape, hidden scope) {
	for axis, n := range s.Sizes[len(s.Sizes)-len(list):] {
		if list[axis] == nil && n.Size != nil && hidden.simple(n.Size) {
			list[axis] = copied(n.Size)
		}
	}
}

// simple says that t is an Int that is known outside, costs nothing, and cannot
// be a run-time error.
func (hidden scope) simple(t core.Term) bool {
	switch t := t.(type) {
	case *core.IntConst:
		return true
	case *core.Use:
		return !hidden[t.Var]
	case *core.Size:
		x, ok := t.X.(*core.Use)
		return ok && !hidden[x.Var]
	case *core.Prim:
		switch t.Op {
		case core.Add, core.Sub, core.Mul:
			return hidden.simple(t.Args[0]) && hidden.simple(t.Args[1])
		}
	}
	return false
}

// copied is a copy of a simple term.
func copied(t core.Term) core.Term {
	switch t := t.(type) {
	case *core.IntConst:
		c := *t
		return &c
	case *core.Use:
		c := *t
		return &c
	case *core.Size:
		return &core.Size{Node: t.Node, X: copied(t.X), Axis: t.Axis}
	case *core.Prim:
		return &core.Prim{Node: t.Node, Op: t.Op, Args: []core.Term{copied(t.Args[0]), copied(t.Args[1])}}
	}
	panic("elaborate: this term is not simple")
}

// complete gives the arrays that t makes the sizes written in a type. Where there are
// elements, these have to have them; where there are none, they are what is written.
func complete(t core.Term, s core.Shape) {
	t = scope{}.body(t)
	switch s := s.(type) {
	case *core.TupleShape:
		switch t := t.(type) {
		case *core.Tuple:
			for i, x := range t.Elems {
				complete(x, s.Elems[i])
			}
		case *core.Reduce:
			t.Zero = joined(s, t.Zero, t.Of)
		}
	case *core.ArrayShape:
		switch t := t.(type) {
		case *core.Build:
			rest := &core.ArrayShape{Sizes: s.Sizes[len(t.Binders):]}
			if len(rest.Sizes) == 0 {
				return
			}
			hidden := scope{}
			for _, b := range t.Binders {
				hidden[b.Var] = true
			}
			list := make([]core.Term, len(rest.Sizes))
			fill(list, rest, scope{})
			for axis, n := range hidden.sizes(t.Body) {
				if list[axis] == nil {
					list[axis] = n
				}
			}
			t.Row = all(list)
			complete(t.Body, rest)
		case *core.Reduce:
			t.Zero = joined(s, t.Zero, t.Of)
		}
	}
}

// joined is s with the sizes of t where s has none.
func joined(s, t core.Shape, of core.Type) core.Shape {
	if s == nil || t == nil {
		if s == nil {
			return t
		}
		return s
	}
	switch of := of.(type) {
	case *core.TupleType:
		a, b := s.(*core.TupleShape), t.(*core.TupleShape)
		out := &core.TupleShape{}
		for i := range of.Elems {
			out.Elems = append(out.Elems, joined(a.Elems[i], b.Elems[i], of.Elems[i]))
		}
		return out
	case *core.ArrayType:
		a, b := s.(*core.ArrayShape), t.(*core.ArrayShape)
		out := &core.ArrayShape{}
		for i, n := range a.Sizes {
			if n.Size == nil {
				n = b.Sizes[i]
			}
			out.Sizes = append(out.Sizes, n)
		}
		return out
	}
	return s
}
