package elaborate

import (
	"slices"

	"procad/internal/form"
	"procad/source"
)

// formOf is what t calls the parts of its values; nil if it has no names for them.
func formOf(t source.Type) *form.Form {
	switch t := t.(type) {
	case *source.Record:
		return &form.Form{Name: t.Decl.Written(), Fields: t.Fields, Parts: forms(t.Types)}
	case *source.NamedSum:
		f := &form.Form{Name: t.Decl.Written()}
		for k, con := range t.Decl.Cons {
			f.Cons = append(f.Cons, form.Con{Name: con.Name, Args: len(con.Args)})
			f.Parts = append(f.Parts, formOf(t.Payload(k)))
		}
		return f
	case *source.Tuple:
		return parted(forms(t.Elems))
	case *source.Sum:
		return parted(forms([]source.Type{t.L, t.R}))
	case *source.Array:
		if t.Fieldwise() {
			f := fieldsForm(t.Elem)
			if f == nil {
				f = &form.Form{}
			}
			f.Each, f.Item = t.Rank, formOf(t.Elem)
			return f
		}
		if elem := formOf(t.Elem); elem != nil {
			return &form.Form{Elem: elem}
		}
	}
	return nil
}

// fieldsForm is the form of the fields of an array, whose elements are of type t.
func fieldsForm(t source.Type) *form.Form {
	parts := func(types []source.Type) []*form.Form {
		list := make([]*form.Form, len(types))
		for i, t := range types {
			list[i] = fieldsForm(t)
		}
		return list
	}
	switch t := t.(type) {
	case *source.Record:
		return &form.Form{Name: t.Decl.Written(), Fields: t.Fields, Parts: parts(t.Types)}
	case *source.Tuple:
		return parted(parts(t.Elems))
	case *source.Array:
		if t.Fieldwise() {
			return fieldsForm(t.Elem)
		}
		return formOf(t)
	}
	if elem := formOf(t); elem != nil {
		return &form.Form{Elem: elem}
	}
	return nil
}

func forms(types []source.Type) []*form.Form {
	list := make([]*form.Form, len(types))
	for i, t := range types {
		list[i] = formOf(t)
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
