package capi

import (
	"fmt"
	"strings"

	forms "procad/internal/form"
	"procad/internal/quote"
	"procad/llvm/abi"
	"procad/proc"
)

// A Param is a parameter of a function for C: a leaf that goes in, or the
// place for one that comes out.
type Param struct {
	Name  string
	Leaf  abi.Leaf
	Bool  bool // a Bool, or an array of Bools, also where these are components of tuples
	Word  int
	of    int     // the parameter, or the part of the result, that it is of
	Array *Extent // of a buffer, else nil
	Size  bool    // a dimension of an array
	Sides []Side  // where it is there

	Box    *Box // the struct that has it, at an offset; nil if it is an argument itself
	Offset int
	blank  bool // a field of a tangent that is no leaf of it
	Con    int  // of the tag of a declared sum with so many constructors: the sum is on the right if the tag is greater
	Cons   int
}

// partUnder is the name of part i of n of a value, in which its form has names for them
// if it is a record.
func partUnder(name string, i, n int, f *forms.Form) string {
	switch {
	case n == 1:
		return name
	case f.IsRecord() && len(f.Fields) == n:
		return name + "_" + f.Fields[i]
	}
	return fmt.Sprintf("%s_%d", name, i)
}

// cLeaves appends the leaves of a value that begins at a word, and is there for
// the given sides of sums.
func (l *Library) cLeaves(list *[]Param, names cNames, name string, t proc.Type, f *forms.Form, word int, sides []Side) {
	for f.Wraps() {
		f = f.Part(0)
	}
	if f.IsSum() {
		f = f.Nested()
	}
	add := func(name string, of abi.Leaf, truth bool) {
		*list = append(*list, Param{Name: names.name(name), Leaf: of, Bool: truth, Word: word, Sides: sides})
		word++
	}
	switch t := t.(type) {
	case proc.RealType:
		add(name, abi.RealLeaf, false)
	case proc.IntType:
		add(name, abi.IntLeaf, false)
	case *proc.TupleType:
		for i, e := range t.Elems {
			l.cLeaves(list, names, partUnder(name, i, len(t.Elems), f), e, f.Part(i), word, sides)
			word += l.Width(e)
		}
	case *proc.SumType:
		if t == proc.Bool {
			add(name, abi.TagLeaf, true)
			return
		}
		left, right := Side{word, false}, Side{word, true}
		add(name+"_tag", abi.TagLeaf, false)
		sides = sides[:len(sides):len(sides)]
		l.cLeaves(list, names, name+"_inl", t.L, f.Part(0), word, append(sides, left))
		l.cLeaves(list, names, name+"_inr", t.R, f.Part(1), word+l.Width(t.L), append(sides, right))
	case *proc.ArrayType:
		elem, bools := l.Leaves(t.Elem), truths(t.Elem)
		array := &Extent{Sides: sides}
		for k := range t.Rank {
			array.Dims = append(array.Dims, word+len(elem)+k)
		}
		for i, e := range elem {
			add(partUnder(name, i, len(elem), f.Element()), e.Buffer(), bools[i])
			(*list)[len(*list)-1].Array = array
		}
		for k := range t.Rank {
			add(fmt.Sprintf("%s_size%d", name, k), abi.IntLeaf, false)
			(*list)[len(*list)-1].Size = true
		}
	}
}

// cNames are the names of the parameters of a function for C.
type cNames map[string]bool

// name is a name for C that no other parameter has.
func (n cNames) name(base string) string {
	name := quote.CName(base)
	for k := 2; n[name]; k++ {
		name = fmt.Sprintf("%s_%d", quote.CName(base), k)
	}
	n[name] = true
	return name
}

// cType is how a parameter is declared.
func (p Param) cType(r Role) string {
	t := [...]string{"double ", "int64_t ", "int8_t ", "double *", "int64_t *", "int8_t *"}[p.Leaf]
	if p.Bool {
		t = strings.Replace(t, "int8_t", "bool", 1)
	}
	if p.Leaf.IsPointer() && r == ArgumentRole {
		t = "const " + t
	}
	if r == PlaceRole {
		t += "*"
	}
	return t
}

// IsTag says that a parameter is the tag of a sum that is no Bool.
func (p Param) IsTag() bool { return p.Leaf == abi.TagLeaf && !p.Bool }
