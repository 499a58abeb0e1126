package elaborate

import (
	"slices"

	"procad/core"
	"procad/internal/form"
	"procad/source"
)

// formOf is what t calls the parts of its values; nil if it has no names for them.
func (e *elaborator) formOf(t source.Type) *form.Form {
	switch t := t.(type) {
	case *source.Record:
		return &form.Form{Name: t.Decl.Written(), Args: written(t.Args), Fields: t.Fields, Parts: e.forms(t.Types)}
	case *source.NamedSum:
		if t.Recursive() {
			return &form.Form{Ref: e.typ(t).(*core.RecType).Form}
		}
		return e.choiceForm(t)
	case *source.Tuple:
		return parted(e.forms(t.Elems))
	case *source.Sum:
		return parted(e.forms([]source.Type{t.L, t.R}))
	case *source.Array:
		if t.Fieldwise() {
			f := e.fieldsForm(t.Elem)
			if f == nil {
				f = &form.Form{}
			}
			f.Each, f.Item = t.Rank, e.formOf(t.Elem)
			return f
		}
		if elem := e.formOf(t.Elem); elem != nil {
			return &form.Form{Elem: elem}
		}
	}
	return nil
}

// choiceForm is the form of what a value of a declared sum is made of.
func (e *elaborator) choiceForm(t *source.NamedSum) *form.Form {
	f := &form.Form{Name: t.Decl.Written(), Args: written(t.Args)}
	for k, con := range t.Decl.Cons {
		f.Cons = append(f.Cons, form.Con{Name: con.Name, Args: len(con.Args)})
		f.Parts = append(f.Parts, e.formOf(t.Payload(k)))
	}
	return f
}

// written are types as in the source.
func written(types []source.Type) []string {
	list := make([]string, len(types))
	for i, t := range types {
		list[i] = t.String()
	}
	return list
}

// fieldsForm is the form of the fields of an array, whose elements are of type t.
func (e *elaborator) fieldsForm(t source.Type) *form.Form {
	parts := func(types []source.Type) []*form.Form {
		list := make([]*form.Form, len(types))
		for i, t := range types {
			list[i] = e.fieldsForm(t)
		}
		return list
	}
	switch t := t.(type) {
	case *source.Record:
		return &form.Form{Name: t.Decl.Written(), Args: written(t.Args), Fields: t.Fields, Parts: parts(t.Types)}
	case *source.Tuple:
		return parted(parts(t.Elems))
	case *source.Array:
		if t.Fieldwise() {
			return e.fieldsForm(t.Elem)
		}
		return e.formOf(t)
	}
	if elem := e.formOf(t); elem != nil {
		return &form.Form{Elem: elem}
	}
	return nil
}

func (e *elaborator) forms(types []source.Type) []*form.Form {
	list := make([]*form.Form, len(types))
	for i, t := range types {
		list[i] = e.formOf(t)
	}
	return list
}

// parted is the form of a value with parts of the given forms; nil if these are all nil.
func parted(parts []*form.Form) *form.Form {
	if !slices.ContainsFunc(parts, func(f *form.Form) bool { return f != nil }) {
		return nil
	}
	return &form.Form{Parts: parts}
}
