package capi

import (
	"fmt"
	"strconv"
	"strings"

	forms "procad/internal/form"
	"procad/internal/quote"
	"procad/llvm/abi"
	"procad/proc"
)

// PartTypes are the types of n parts of a tuple: the type itself of one, none of ().
func PartTypes(t proc.Type, n int) ([]proc.Type, bool) {
	switch tuple, is := t.(*proc.TupleType); {
	case n == 0:
		return nil, t == proc.Unit
	case n == 1:
		return []proc.Type{t}, true
	case is && len(tuple.Elems) == n:
		return tuple.Elems, true
	}
	return nil, false
}

// boxed says that a value of type t has a struct.
func boxed(t proc.Type, f *forms.Form) bool {
	if f == nil || t == proc.Unit || f.Ref != nil {
		return false
	}
	if f.Heaps != nil {
		_, ok := PartTypes(t, 1+len(f.Heaps))
		return ok
	}
	if a, ok := t.(*proc.ArrayType); ok && f.Elem != nil {
		return a.Elem != proc.Unit && (f.Elem.IsRecord() || f.Elem.IsSum())
	}
	if f.IsRecord() {
		_, ok := PartTypes(t, len(f.Fields))
		return ok
	}
	for k := 0; k < len(f.Cons)-1; k++ {
		sum, ok := t.(*proc.SumType)
		if _, args := PartTypes(sumPart(sum, ok), f.Cons[k].Args); !ok || !args {
			return false
		}
		t = sum.R
	}
	if !f.IsSum() {
		return false
	}
	_, ok := PartTypes(t, f.Cons[len(f.Cons)-1].Args)
	return ok
}

func sumPart(sum *proc.SumType, ok bool) proc.Type {
	if !ok {
		return proc.Unit
	}
	return sum.L
}

// hasBox says that a struct is among the arguments for a value.
func hasBox(t proc.Type, f *forms.Form) bool {
	if boxed(t, f) {
		return true
	}
	if tuple, ok := t.(*proc.TupleType); ok && f != nil {
		for i, e := range tuple.Elems {
			if hasBox(e, f.Part(i)) {
				return true
			}
		}
	}
	return false
}

// A boxing finds where in structs the leaves of a value are. The types of a tangent are those of its value,
// t, and its own, dt, which is () where it has nothing. Words are counted in dt.
type boxing struct {
	*Library
	list  *[]Param
	names cNames
	at    func(word int) int // where a word of the value is among those of the entry
	start string             // of the names of structs
	of    string             // the struct whose fields are those of an array that is stored field by field; "" for others
}

// argument appends the leaves of a value: of a tuple those of its components.
func (x *boxing) argument(name string, t, dt proc.Type, f *forms.Form, word int) {
	tuple, ok := t.(*proc.TupleType)
	switch {
	case dt == proc.Unit:
	case boxed(t, f):
		box := &Box{name: x.names.name(name)}
		var leaves []Param
		box.of, leaves = x.structOf(box.name+"->", t, dt, f, word, nil)
		for _, p := range leaves {
			p.Box = box
			if p.blank {
				box.Blanks = append(box.Blanks, p)
			} else {
				*x.list = append(*x.list, p)
			}
		}
	case ok && hasBox(t, f):
		dts := tangents(dt, len(tuple.Elems))
		for i, e := range tuple.Elems {
			x.argument(partUnder(name, i, len(tuple.Elems), nil), e, dts[i], f.Part(i), word)
			word += x.Width(dts[i])
		}
	default:
		x.cLeaves(x.list, x.names, name, dt, f, x.at(word), nil)
	}
}

// tangents are the types of n parts of a tangent.
func tangents(dt proc.Type, n int) []proc.Type {
	parts, ok := PartTypes(dt, n)
	if !ok {
		parts = make([]proc.Type, n)
		for i := range parts {
			parts[i] = proc.Unit
		}
	}
	return parts
}

// structOf is the struct of a value that is boxed, and its leaves, in the order of words, at their offsets
// there. In messages their names begin with a path.
func (x *boxing) structOf(path string, t, dt proc.Type, f *forms.Form, word int, sides []Side) (*cStruct, []Param) {
	s := &cStruct{base: x.start + structName(t, f), align: 1}
	outer := x.of
	switch {
	case f.Each > 0:
		x.of = s.base
	case x.of != "" && f.IsRecord(): // the fields of a field
		s.base = x.of
	default:
		x.of = ""
	}
	defer func() { x.of = outer }()
	names := cNames{}
	var leaves []Param
	switch {
	case f.Heaps != nil:
		leaves = x.nodes(s, names, path, t, dt, f, word, sides)
	case f.Elem != nil:
		leaves = x.array(s, names, path, "", t.(*proc.ArrayType), dt, f, word, sides)
	case f.IsRecord():
		types, _ := PartTypes(t, len(f.Fields))
		leaves = x.fields(s, names, path, f.Fields, types, dt, f, word, sides)
	default:
		leaves = x.sum(s, names, path, t, dt, f, word, sides)
	}
	return x.structs.shared(s), leaves
}

// structName is what a struct is called, if no other is.
func structName(t proc.Type, f *forms.Form) string {
	switch {
	case f.Elem != nil:
		return structName(t, f.Elem) + arraySuffix(t.(*proc.ArrayType).Rank)
	case f.Heaps != nil:
		root := f.Part(0)
		if root.Ref != nil {
			return structName(t, root.Ref)
		}
		return structName(proc.Elems(t)[0], root) + "_trees"
	case f.Ref != nil:
		return structName(t, f.Ref)
	}
	name := quote.CPart(f.Name)
	switch {
	case f.IsRecord() && name == "":
		name = "Record_" + strings.Join(f.Fields, "_")
	case name == "":
		name = "Tuple"
	}
	for _, arg := range f.Args {
		name += "_" + strings.Join(strings.FieldsFunc(arg, func(r rune) bool { return quote.CPart(string(r)) != string(r) || r == '_' }), "_")
	}
	if f.Each > 0 {
		name += arraySuffix(f.Each)
	}
	return name
}

func arraySuffix(rank int) string {
	if rank == 1 {
		return "_array"
	}
	return "_array" + strconv.Itoa(rank)
}

// fields adds a field for each part of a tuple.
func (x *boxing) fields(s *cStruct, names cNames, path string, called []string, types []proc.Type, dt proc.Type, f *forms.Form, word int, sides []Side) (leaves []Param) {
	dts := tangents(dt, len(types))
	for i, t := range types {
		leaves = append(leaves, x.field(s, names, path, called[i], t, dts[i], f.Part(i), word, sides)...)
		word += x.Width(dts[i])
	}
	return leaves
}

// field adds a field, or several, for a value, and returns its leaves.
func (x *boxing) field(s *cStruct, names cNames, path, name string, t, dt proc.Type, f *forms.Form, word int, sides []Side) (leaves []Param) {
	if boxed(t, f) {
		name = names.name(name)
		if x.of != "" {
			defer func(of string) { x.of = of }(x.of)
			x.of += "_" + name
		}
		of, inner := x.structOf(path+name+".", t, dt, f, word, sides)
		if len(of.fields) == 0 {
			return nil
		}
		return shifted(inner, s.add(cField{name: name, of: of}, of.size, of.align))
	}
	switch t := t.(type) {
	case proc.RealType:
		return append(leaves, x.leaf(s, names, path, name, abi.RealLeaf, false, dt != proc.Unit, word, sides))
	case proc.IntType:
		return append(leaves, x.leaf(s, names, path, name, abi.IntLeaf, false, dt != proc.Unit, word, sides))
	case *proc.TupleType:
		called := make([]string, len(t.Elems))
		for i := range called {
			called[i] = partUnder(name, i, len(called), nil)
		}
		return x.fields(s, names, path, called, t.Elems, dt, f, word, sides)
	case *proc.SumType:
		there := dt != proc.Unit
		if t == proc.Bool {
			return append(leaves, x.leaf(s, names, path, name, abi.TagLeaf, true, there, word, sides))
		}
		leaves = append(leaves, x.leaf(s, names, path, name+"_tag", abi.TagLeaf, false, there, word, sides))
		l, r, rest := x.sidesOf(dt, word, sides)
		leaves = append(leaves, x.field(s, names, path, name+"_inl", t.L, l.dt, f.Part(0), l.word, l.sides)...)
		return append(leaves, x.field(s, names, path, name+"_inr", t.R, r.dt, f.Part(1), rest, r.sides)...)
	case *proc.ArrayType:
		return x.array(s, names, path, name, t, dt, f, word, sides)
	}
	return nil
}

// shifted are leaves of a struct that is a field at an offset.
func shifted(leaves []Param, offset int) []Param {
	for i := range leaves {
		leaves[i].Offset += offset
	}
	return leaves
}

// A sidePart is a side of a sum.
type sidePart struct {
	dt    proc.Type
	word  int
	sides []Side
}

// sidesOf are the sides of a tangent at a word; of () both are (), and nothing says which one is there.
func (x *boxing) sidesOf(dt proc.Type, word int, sides []Side) (l, r sidePart, rest int) {
	sum, ok := dt.(*proc.SumType)
	if !ok {
		none := sidePart{proc.Unit, word, sides}
		return none, none, word
	}
	sides = sides[:len(sides):len(sides)]
	tag := x.at(word)
	rest = word + 1 + x.Width(sum.L)
	return sidePart{sum.L, word + 1, append(sides, Side{tag, false})}, sidePart{sum.R, rest, append(sides, Side{tag, true})}, rest
}

// leaf adds a field for a number, a tag or a Bool.
func (x *boxing) leaf(s *cStruct, names cNames, path, name string, l abi.Leaf, truth, there bool, word int, sides []Side) Param {
	p := Param{Leaf: l, Bool: truth, Sides: sides, blank: !there}
	if there {
		p.Word = x.at(word)
	}
	return p.in(s, names, path, name)
}

// in adds the field of a leaf to a struct.
func (p Param) in(s *cStruct, names cNames, path, name string) Param {
	size := 8
	if p.Leaf == abi.TagLeaf {
		size = 1
	}
	name = names.name(name)
	p.Name = path + name
	p.Offset = s.add(cField{name: name, ctype: p.cType(fieldRole)}, size, size)
	return p
}

// sum adds the tag and the constructors of a declared sum. Tag k is on the right side of the first k sums, and
// on the left one of the next, if there is one.
func (x *boxing) sum(s *cStruct, names cNames, path string, t, dt proc.Type, f *forms.Form, word int, sides []Side) (leaves []Param) {
	last := len(f.Cons) - 1
	if last > 0 {
		s.add(cField{name: names.name("tag")}, 4, 4)
	}
	for k, con := range f.Cons {
		if last > 0 {
			s.cons = append(s.cons, con.Name)
		}
		payload := sidePart{dt, word, sides}
		var rest sidePart
		if k < last {
			if tag := (Param{Name: path + "tag", Leaf: abi.TagLeaf, Sides: sides, Con: k, Cons: last + 1, blank: dt == proc.Unit}); k == 0 || !tag.blank {
				if !tag.blank {
					tag.Word = x.at(word)
				}
				leaves = append(leaves, tag)
			}
			payload, rest, _ = x.sidesOf(dt, word, sides)
			sum := t.(*proc.SumType)
			leaves = append(leaves, x.constructor(s, names, path, con, sum.L, payload, f.Part(k))...)
			t, dt, word, sides = sum.R, rest.dt, rest.word, rest.sides
			continue
		}
		leaves = append(leaves, x.constructor(s, names, path, con, t, payload, f.Part(k))...)
	}
	return leaves
}

// ordinals are the fields for the arguments of a constructor that has several.
var ordinals = strings.Fields("first second third fourth fifth sixth seventh eighth")

func arguments(con forms.Con) []string {
	called := make([]string, con.Args)
	for i := range called {
		called[i] = fmt.Sprintf("argument%d", i+1)
		if con.Args <= len(ordinals) {
			called[i] = ordinals[i]
		}
	}
	return called
}

// constructor adds the field of what a constructor carries.
func (x *boxing) constructor(s *cStruct, names cNames, path string, con forms.Con, t proc.Type, at sidePart, f *forms.Form) []Param {
	if con.Args < 2 {
		return x.field(s, names, path, con.Name, t, at.dt, f, at.word, at.sides)
	}
	name := names.name(con.Name)
	parts := &cStruct{base: s.base + "_" + quote.CPart(con.Name) + "_parts", align: 1}
	types, _ := PartTypes(t, con.Args)
	leaves := x.fields(parts, cNames{}, path+name+".", arguments(con), types, at.dt, f, at.word, at.sides)
	if len(parts.fields) == 0 {
		return nil
	}
	parts = x.structs.shared(parts)
	return shifted(leaves, s.add(cField{name: name, of: parts}, parts.size, parts.align))
}

// array adds a pointer for each leaf of the elements of an array, and its dimensions.
func (x *boxing) array(s *cStruct, names cNames, path, name string, t *proc.ArrayType, dt proc.Type, f *forms.Form, word int, sides []Side) (leaves []Param) {
	there := dt != proc.Unit
	elem := dt
	if there {
		elem = dt.(*proc.ArrayType).Elem
	}
	array := &Extent{Sides: sides}
	if there {
		for k := range t.Rank {
			array.Dims = append(array.Dims, x.at(word+x.Width(elem)+k))
		}
	}
	for _, l := range elementLeaves(name, t.Elem, elem, f.Element()) {
		p := Param{Leaf: l.leaf.Buffer(), Bool: l.truth, Sides: sides, Array: array, blank: !l.there}
		if l.there {
			p.Word = x.at(word)
			word++
		}
		leaves = append(leaves, p.in(s, names, path, l.name))
	}
	for k := range t.Rank {
		p := Param{Leaf: abi.IntLeaf, Sides: sides, Size: true, blank: !there}
		if there {
			p.Word = x.at(word + k)
		}
		leaves = append(leaves, p.in(s, names, path, under(name, "size"+strconv.Itoa(k))))
	}
	return leaves
}

// nodes adds what a value with values of recursive types is, and an array for the nodes of each type. If it
// is of one such type, these are called nodes.
func (x *boxing) nodes(s *cStruct, names cNames, path string, t, dt proc.Type, f *forms.Form, word int, sides []Side) []Param {
	types, dts := proc.Elems(t), tangents(dt, 1+len(f.Heaps))
	leaves := x.field(s, names, path, "root", types[0], dts[0], f.Part(0), word, sides)
	word += x.Width(dts[0])
	for i, heap := range f.Heaps {
		name := "nodes"
		if len(f.Heaps) > 1 {
			name = structName(types[1+i], heap) + "_nodes"
		}
		name = names.name(name)
		of := &cStruct{base: x.start + structName(types[1+i], heap) + "_nodes", align: 1}
		inner := x.array(of, cNames{}, path+name+".", "", types[1+i].(*proc.ArrayType), dts[1+i], f.Part(1+i), word, sides)
		word += x.Width(dts[1+i])
		of = x.structs.shared(of)
		leaves = append(leaves, shifted(inner, s.add(cField{name: name, of: of}, of.size, of.align))...)
	}
	return leaves
}
