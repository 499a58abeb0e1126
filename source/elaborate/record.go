package elaborate

import (
	"procad/core"
	"procad/source"
)

// A record is the tuple of its fields. Where a variable that is one is bound, its
// fields are as well, those that are used:
//
//	\c. E[c.focal]                          \c. let (_, focal) = c in E[focal]
//	{ e with focal: x }                     let (rotation, _) = e in (rotation, x)
//
// so that a field is a variable in loops, as a parameter of its own would be.

// A fieldSet is the variables of the fields of a variable, and of those that are
// records themselves.
type fieldSet struct {
	vars  []*core.Var // nil of those that are not used
	names []*core.Var // what those are when they are
	of    *fieldSet   // whose field number at the variable is; nil if of none
	at    int
}

// use is the variable of field k, which is used.
func (s *fieldSet) use(k int) *core.Var {
	for f, at := s, k; f != nil; f, at = f.of, f.at {
		f.vars[at] = f.names[at]
	}
	return s.names[k]
}

// open binds the fields of v, if it is a record.
func (e *elaborator) open(v *core.Var, t source.Type, binds []binding) []binding {
	return e.openIn(v, t, nil, 0, binds)
}

func (e *elaborator) openIn(v *core.Var, t source.Type, of *fieldSet, at int, binds []binding) []binding {
	names, types := fieldsOf(t)
	if len(types) < 2 {
		return binds
	}
	s := &fieldSet{vars: make([]*core.Var, len(types)), of: of, at: at}
	e.fields[v] = s
	binds = append(binds, binding{tuple: true, fields: true, vars: s.vars, bound: use(v)})
	for i, t := range v.Type.(*core.TupleType).Elems {
		part := &core.Var{Pos: v.Pos, Name: names[i], Type: t}
		s.names = append(s.names, part)
		binds = e.openIn(part, types[i], s, i, binds)
	}
	return binds
}

// fieldsOf is the fields of a record, or of an array that is stored field by field.
func fieldsOf(t source.Type) (names []string, types []source.Type) {
	switch t := t.(type) {
	case *source.Record:
		return t.Fields, t.Types
	case *source.Array:
		if !t.Fieldwise() {
			return nil, nil
		}
		if tuple, ok := t.Elem.(*source.Tuple); ok {
			return make([]string, len(tuple.Elems)), tuple.Elems
		}
		return fieldsOf(t.Elem)
	}
	return nil, nil
}

// variableOf is the variable that x is, or that is bound to the field that x is; nil
// if there is none.
func (e *elaborator) variableOf(x source.Expr) *core.Var {
	switch x := x.(type) {
	case *source.Ident:
		return e.vars[x.Var]
	case *source.FieldOf:
		if x.Means != nil {
			return nil
		}
		record := x.X.Type().(*source.Record)
		v := e.variableOf(x.X)
		if s := e.fields[v]; v != nil && s != nil {
			return s.use(record.Field(x.Name))
		}
	}
	return nil
}

// fieldOf is x.f.
func (e *elaborator) fieldOf(n core.Node, x *source.FieldOf) core.Term {
	if v := e.variableOf(x); v != nil {
		return &core.Use{Node: n, Var: v}
	}
	if v, at := e.columnOf(x); v != nil {
		if of, ok := v.Type.(*core.ArrayType); ok {
			return &core.Index{Node: node(n.At, core.ArrayOf(of.Elem, of.Rank-len(at))), X: use(v), At: e.exprs(at)}
		}
	}
	record := x.X.Type().(*source.Record)
	if len(record.Fields) == 1 {
		return e.expr(x.X)
	}
	return component(e.expr(x.X), record.Field(x.Name))
}

// record is { f1: e1, …, fn: en }.
func (e *elaborator) record(n core.Node, x *source.RecordExpr) core.Term {
	elems := make([]core.Term, len(x.Fields))
	for i, f := range x.Fields {
		elems[i] = e.expr(f.Value)
	}
	return tupleOf(n, elems)
}

func tupleOf(n core.Node, elems []core.Term) core.Term {
	if len(elems) == 1 {
		return elems[0]
	}
	return &core.Tuple{Node: n, Elems: elems}
}

// with is { e with f1: e1, …, fn: en }.
func (e *elaborator) with(n core.Node, x *source.With) core.Term {
	record := x.Type().(*source.Record)
	elems := make([]core.Term, len(record.Fields))
	for _, f := range x.Fields {
		elems[record.Field(f.Name)] = e.expr(f.Value)
	}
	v := e.variableOf(x.X)
	s := e.fields[v]
	if v != nil && s != nil {
		for i := range elems {
			if elems[i] == nil {
				elems[i] = &core.Use{Node: node(n.At, s.names[i].Type), Var: s.use(i)}
			}
		}
		return tupleOf(n, elems)
	}
	vars := make([]*core.Var, len(elems))
	for i := range elems {
		if elems[i] == nil {
			vars[i] = &core.Var{Pos: n.At, Name: record.Fields[i], Type: e.typ(record.Types[i])}
			elems[i] = use(vars[i])
		}
	}
	if len(elems) == 1 {
		return elems[0]
	}
	return &core.Untuple{Node: n, Vars: vars, Bound: e.expr(x.X), Body: tupleOf(n, elems)}
}

// matchRecord binds what p binds to the fields of x.
func (e *elaborator) matchRecord(p *source.Pattern, x core.Term, binds []binding) []binding {
	record := p.Type.(*source.Record)
	if len(record.Fields) == 1 {
		v, later := e.receive(p.Elems[0], nil)
		return append(append(binds, binding{vars: []*core.Var{v}, bound: x}), later...)
	}
	b := binding{tuple: true, vars: make([]*core.Var, len(record.Fields)), bound: x}
	var later []binding
	for i, elem := range p.Elems {
		b.vars[record.Field(p.Fields[i])], later = e.receive(elem, later)
	}
	return append(append(binds, b), later...)
}

// fieldTypes are the types of the fields as written.
func fieldTypes(t *source.RecordType) []source.TypeExpr {
	list := make([]source.TypeExpr, len(t.Fields))
	for i, f := range t.Fields {
		list[i] = f.Type
	}
	return list
}

// fieldValue is field i of the value of a record type, made by x.
func fieldValue(t *source.RecordType, x func() core.Term, i int) core.Term {
	if len(t.Fields) == 1 {
		return x()
	}
	return component(x(), i)
}
