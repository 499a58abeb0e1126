// Package form says how a program names the parts of a value: the fields of records,
// the constructors of named sums. Procedures have tuples and sums only; data and
// messages have the names.
package form

import "slices"

// A Form names the parts of values of a type; nil names nothing.
//
//	{ f1: T1, …, fn: Tn }        Fields f1 … fn, Parts of T1 … Tn; of one field the tuple is its value
//	C1(…) | … | Cn(…)            Cons C1 … Cn, Parts of what they carry; Inl C1, Inr (Inl C2), …, Inr (Inr Cn)
//	(T1, …, Tn), A + B           Parts of them
//	σ[…]                         Elem of σ
//	T[…] of T with arrays        Each is its rank and Item of T; else as of the tuple of its fields
//	a value of a recursive type  Ref is the form of its nodes, of which an Int has the number
//	(T, nodes, …)                Heaps are the forms of the nodes of each recursive type in T, whose form is Parts[0]
type Form struct {
	Name   string   // of the declared type, with that of another file before it: cams.Camera; may be empty
	Args   []string // of a generic type: what it is of, as in the source
	Fields []string
	Cons   []Con
	Parts  []*Form
	Elem   *Form
	Each   int
	Item   *Form
	Ref    *Form
	Heaps  []*Form
}

// A Con is a constructor and the number of its arguments, which are a tuple if there
// are several, and () if there are none.
type Con struct {
	Name string
	Args int
}

// Part is the form of part i of a tuple or a sum.
func (f *Form) Part(i int) *Form {
	if f == nil || i >= len(f.Parts) {
		return nil
	}
	return f.Parts[i]
}

// Element is the form of the elements of an array.
func (f *Form) Element() *Form {
	if f == nil {
		return nil
	}
	return f.Elem
}

// IsRecord says that f names fields, and IsSum that it names constructors.
func (f *Form) IsRecord() bool { return f != nil && len(f.Fields) > 0 }

// IsSum says that f names constructors.
func (f *Form) IsSum() bool { return f != nil && len(f.Cons) > 0 }

// Wraps says that f is of a record of one field, or of a sum of one constructor: then its
// values are those of part 0.
func (f *Form) Wraps() bool { return f != nil && (len(f.Fields) == 1 || len(f.Cons) == 1) }

// IsConstant says that f is of a sum of one constructor without arguments, or of a record or a sum
// of one part of such a form: its one value is (), which is written with its names.
func (f *Form) IsConstant() bool {
	return f != nil && (len(f.Cons) == 1 && f.Cons[0].Args == 0 || f.Wraps() && f.Part(0).IsConstant())
}

// Tangent is the form of tangents: of a value without parts it names nothing.
func (f *Form) Tangent() *Form {
	if f == nil || f.IsConstant() {
		return nil
	}
	parts := func(list []*Form) []*Form {
		list = slices.Clone(list)
		for i, part := range list {
			list[i] = part.Tangent()
		}
		return list
	}
	t := *f
	t.Parts, t.Elem, t.Item = parts(f.Parts), f.Elem.Tangent(), f.Item.Tangent()
	return &t
}

// NamesParts says that f names something of a part of a tuple or a sum.
func (f *Form) NamesParts() bool {
	return f != nil && slices.ContainsFunc(f.Parts, func(part *Form) bool { return part != nil })
}

// Nested is the form of a named sum as the sum that it is, of two parts each.
func (f *Form) Nested() *Form {
	n := len(f.Cons)
	nested := f.Part(n - 1)
	for k := n - 2; k >= 0; k-- {
		nested = &Form{Parts: []*Form{f.Part(k), nested}}
	}
	return nested
}
