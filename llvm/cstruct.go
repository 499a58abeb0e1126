package llvm

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"

	forms "procad/internal/form"
	"procad/internal/quote"
	"procad/proc"
)

// A cStruct is the struct of C for the values of a record, of a declared sum, or of an array of these:
//
//	{ f1: T1, …, fn: Tn }    struct NAME { T1 f1; …; Tn fn; }
//	C1(…) | … | Cn(…)        struct NAME { enum NAME_tag tag; T1 C1; …; Tn Cn; }    Ti is NAME_Ci_parts for several arguments
//	NAME[…]                  struct NAME_array { a pointer for each leaf of an element; int64_t size0; … }
//	T of a recursive type    struct T { int64_t root; struct T_nodes nodes; }    nodes is an array of what the nodes are; root the number of one
//
// A field that is an array is a pointer and its dimensions; one that is a tuple or a sum without a name is
// a field for each of its leaves, as such parameters are. Tangents are in the structs of their values.
type cStruct struct {
	name, base  string // base is the name without what tells it from others
	fields      []cField
	cons        []string // of a sum with a tag
	enum        []string // the names of the tags in C
	size, align int
}

// A cField is a field of a struct.
type cField struct {
	name   string
	ctype  string   // what stands before the name; empty if it is a struct, or the tag
	of     *cStruct // the struct that it is
	offset int
}

// A cBox is a parameter that points to a struct. Blanks are the fields of a tangent that are none of its leaves.
type cBox struct {
	name   string
	of     *cStruct
	blanks []cParam
}

// add appends a field of a size and an alignment, and returns where it is.
func (s *cStruct) add(f cField, size, align int) int {
	f.offset = (s.size + align - 1) / align * align
	s.size, s.align = f.offset+size, max(s.align, align)
	s.fields = append(s.fields, f)
	return f.offset
}

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
	*module
	list  *[]cParam
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
		box := &cBox{name: x.names.name(name)}
		var leaves []cParam
		box.of, leaves = x.structOf(box.name+"->", t, dt, f, word, nil)
		for _, p := range leaves {
			p.box = box
			if p.blank {
				box.blanks = append(box.blanks, p)
			} else {
				*x.list = append(*x.list, p)
			}
		}
	case ok && hasBox(t, f):
		dts := tangents(dt, len(tuple.Elems))
		for i, e := range tuple.Elems {
			x.argument(partUnder(name, i, len(tuple.Elems), nil), e, dts[i], f.Part(i), word)
			word += x.width(dts[i])
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
func (x *boxing) structOf(path string, t, dt proc.Type, f *forms.Form, word int, sides []side) (*cStruct, []cParam) {
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
	var leaves []cParam
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
func (x *boxing) fields(s *cStruct, names cNames, path string, called []string, types []proc.Type, dt proc.Type, f *forms.Form, word int, sides []side) (leaves []cParam) {
	dts := tangents(dt, len(types))
	for i, t := range types {
		leaves = append(leaves, x.field(s, names, path, called[i], t, dts[i], f.Part(i), word, sides)...)
		word += x.width(dts[i])
	}
	return leaves
}

// field adds a field, or several, for a value, and returns its leaves.
func (x *boxing) field(s *cStruct, names cNames, path, name string, t, dt proc.Type, f *forms.Form, word int, sides []side) (leaves []cParam) {
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
		return append(leaves, x.leaf(s, names, path, name, realLeaf, false, dt != proc.Unit, word, sides))
	case proc.IntType:
		return append(leaves, x.leaf(s, names, path, name, intLeaf, false, dt != proc.Unit, word, sides))
	case *proc.TupleType:
		called := make([]string, len(t.Elems))
		for i := range called {
			called[i] = partUnder(name, i, len(called), nil)
		}
		return x.fields(s, names, path, called, t.Elems, dt, f, word, sides)
	case *proc.SumType:
		there := dt != proc.Unit
		if t == proc.Bool {
			return append(leaves, x.leaf(s, names, path, name, tagLeaf, true, there, word, sides))
		}
		leaves = append(leaves, x.leaf(s, names, path, name+"_tag", tagLeaf, false, there, word, sides))
		l, r, rest := x.sidesOf(dt, word, sides)
		leaves = append(leaves, x.field(s, names, path, name+"_inl", t.L, l.dt, f.Part(0), l.word, l.sides)...)
		return append(leaves, x.field(s, names, path, name+"_inr", t.R, r.dt, f.Part(1), rest, r.sides)...)
	case *proc.ArrayType:
		return x.array(s, names, path, name, t, dt, f, word, sides)
	}
	return nil
}

// shifted are leaves of a struct that is a field at an offset.
func shifted(leaves []cParam, offset int) []cParam {
	for i := range leaves {
		leaves[i].offset += offset
	}
	return leaves
}

// A sidePart is a side of a sum.
type sidePart struct {
	dt    proc.Type
	word  int
	sides []side
}

// sidesOf are the sides of a tangent at a word; of () both are (), and nothing says which one is there.
func (x *boxing) sidesOf(dt proc.Type, word int, sides []side) (l, r sidePart, rest int) {
	sum, ok := dt.(*proc.SumType)
	if !ok {
		none := sidePart{proc.Unit, word, sides}
		return none, none, word
	}
	sides = sides[:len(sides):len(sides)]
	tag := x.at(word)
	rest = word + 1 + x.width(sum.L)
	return sidePart{sum.L, word + 1, append(sides, side{tag, false})}, sidePart{sum.R, rest, append(sides, side{tag, true})}, rest
}

// leaf adds a field for a number, a tag or a Bool.
func (x *boxing) leaf(s *cStruct, names cNames, path, name string, l leaf, truth, there bool, word int, sides []side) cParam {
	p := cParam{leaf: l, truth: truth, sides: sides, blank: !there}
	if there {
		p.word = x.at(word)
	}
	return p.in(s, names, path, name)
}

// in adds the field of a leaf to a struct.
func (p cParam) in(s *cStruct, names cNames, path, name string) cParam {
	size := 8
	if p.leaf == tagLeaf {
		size = 1
	}
	name = names.name(name)
	p.name = path + name
	p.offset = s.add(cField{name: name, ctype: p.cType(fieldRole)}, size, size)
	return p
}

// sum adds the tag and the constructors of a declared sum. Tag k is on the right side of the first k sums, and
// on the left one of the next, if there is one.
func (x *boxing) sum(s *cStruct, names cNames, path string, t, dt proc.Type, f *forms.Form, word int, sides []side) (leaves []cParam) {
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
			if tag := (cParam{name: path + "tag", leaf: tagLeaf, sides: sides, con: k, cons: last + 1, blank: dt == proc.Unit}); k == 0 || !tag.blank {
				if !tag.blank {
					tag.word = x.at(word)
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
func (x *boxing) constructor(s *cStruct, names cNames, path string, con forms.Con, t proc.Type, at sidePart, f *forms.Form) []cParam {
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
func (x *boxing) array(s *cStruct, names cNames, path, name string, t *proc.ArrayType, dt proc.Type, f *forms.Form, word int, sides []side) (leaves []cParam) {
	there := dt != proc.Unit
	elem := dt
	if there {
		elem = dt.(*proc.ArrayType).Elem
	}
	array := &extent{sides: sides}
	if there {
		for k := range t.Rank {
			array.dims = append(array.dims, x.at(word+x.width(elem)+k))
		}
	}
	for _, l := range elementLeaves(name, t.Elem, elem, f.Element()) {
		p := cParam{leaf: l.leaf.buffer(), truth: l.truth, sides: sides, array: array, blank: !l.there}
		if l.there {
			p.word = x.at(word)
			word++
		}
		leaves = append(leaves, p.in(s, names, path, l.name))
	}
	for k := range t.Rank {
		p := cParam{leaf: intLeaf, sides: sides, size: true, blank: !there}
		if there {
			p.word = x.at(word + k)
		}
		leaves = append(leaves, p.in(s, names, path, under(name, "size"+strconv.Itoa(k))))
	}
	return leaves
}

// nodes adds what a value with values of recursive types is, and an array for the nodes of each type. If it
// is of one such type, these are called nodes.
func (x *boxing) nodes(s *cStruct, names cNames, path string, t, dt proc.Type, f *forms.Form, word int, sides []side) []cParam {
	types, dts := proc.Elems(t), tangents(dt, 1+len(f.Heaps))
	leaves := x.field(s, names, path, "root", types[0], dts[0], f.Part(0), word, sides)
	word += x.width(dts[0])
	for i, heap := range f.Heaps {
		name := "nodes"
		if len(f.Heaps) > 1 {
			name = structName(types[1+i], heap) + "_nodes"
		}
		name = names.name(name)
		of := &cStruct{base: x.start + structName(types[1+i], heap) + "_nodes", align: 1}
		inner := x.array(of, cNames{}, path+name+".", "", types[1+i].(*proc.ArrayType), dts[1+i], f.Part(1+i), word, sides)
		word += x.width(dts[1+i])
		of = x.structs.shared(of)
		leaves = append(leaves, shifted(inner, s.add(cField{name: name, of: of}, of.size, of.align))...)
	}
	return leaves
}

// An elementLeaf is a leaf of the elements of an array; there says that tangents have it.
type elementLeaf struct {
	name         string
	leaf         leaf
	truth, there bool
}

func elementLeaves(name string, t, dt proc.Type, f *forms.Form) (all []elementLeaf) {
	for f.Wraps() {
		if f.IsRecord() {
			name = under(name, f.Fields[0])
		}
		f = f.Part(0)
	}
	if f.IsSum() {
		return constructorLeaves(name, t, dt, f)
	}
	fields := f.IsRecord()
	there := dt != proc.Unit
	switch t := t.(type) {
	case proc.RealType:
		return []elementLeaf{{name, realLeaf, false, there}}
	case proc.IntType:
		return []elementLeaf{{name, intLeaf, false, there}}
	case *proc.TupleType:
		dts := tangents(dt, len(t.Elems))
		for i, e := range t.Elems {
			part := strconv.Itoa(i)
			if fields {
				part = f.Fields[i]
			}
			all = append(all, elementLeaves(under(name, part), e, dts[i], f.Part(i))...)
		}
	case *proc.SumType:
		if t == proc.Bool {
			return []elementLeaf{{name, tagLeaf, true, there}}
		}
		l, r := proc.Type(proc.Unit), proc.Type(proc.Unit)
		if sum, ok := dt.(*proc.SumType); ok {
			l, r = sum.L, sum.R
		}
		all = append(all, elementLeaf{under(name, "tag"), tagLeaf, false, there})
		all = append(append(all, elementLeaves(under(name, "inl"), t.L, l, f.Part(0))...), elementLeaves(under(name, "inr"), t.R, r, f.Part(1))...)
	}
	return all
}

// constructorLeaves are the leaves of a declared sum that is an element. The tag after_C says whether it is
// C, 0, or a later constructor, 1; where there are two it is the only one, and called tag.
func constructorLeaves(name string, t, dt proc.Type, f *forms.Form) (all []elementLeaf) {
	last := len(f.Cons) - 1
	for k, con := range f.Cons {
		payload, part := t, dt
		if k < last {
			tag := "after_" + con.Name
			if last == 1 {
				tag = "tag"
			}
			sum := t.(*proc.SumType)
			payload, t = sum.L, sum.R
			own, there := dt.(*proc.SumType)
			part, dt = proc.Unit, proc.Unit
			if there {
				part, dt = own.L, own.R
			}
			all = append(all, elementLeaf{under(name, tag), tagLeaf, false, there})
		}
		if con.Args < 2 {
			all = append(all, elementLeaves(under(name, con.Name), payload, part, f.Part(k))...)
			continue
		}
		types, _ := PartTypes(payload, con.Args)
		dts := tangents(part, con.Args)
		for i, arg := range arguments(con) {
			all = append(all, elementLeaves(under(under(name, con.Name), arg), types[i], dts[i], f.Part(k).Part(i))...)
		}
	}
	return all
}

// under is the name of a part of what has a name, or has none.
func under(name, part string) string {
	if name == "" {
		return part
	}
	return name + "_" + part
}

// A cStructs has the structs of a header, in an order in which each is before those that it is a part of.
type cStructs struct {
	names cNames
	list  []*cStruct
	known map[string]*cStruct
}

// reserve keeps the names of functions from structs.
func (all *cStructs) reserve(entries []Entry) {
	for _, e := range entries {
		all.names[e.Symbol], all.names[intoSymbol(e)] = true, true
	}
}

// shared is the struct of the same name and the same fields that is there, or s from now on.
func (all *cStructs) shared(s *cStruct) *cStruct {
	s.size = (s.size + s.align - 1) / s.align * s.align
	if len(s.fields) == 0 {
		return s
	}
	key := s.base + " " + strings.Join(s.cons, " ") + s.body()
	if known := all.known[key]; known != nil {
		return known
	}
	s.name = all.names.name(s.base)
	for _, con := range s.cons {
		s.enum = append(s.enum, all.names.name(s.name+"_"+con))
	}
	if all.known == nil {
		all.known = map[string]*cStruct{}
	}
	all.known[key] = s
	all.list = append(all.list, s)
	return s
}

// tagType is the name of the enumeration of the tags.
func (s *cStruct) tagType() string { return s.name + "_tag" }

// declared is how a field is declared.
func (s *cStruct) declared(f cField) string {
	switch {
	case f.of != nil:
		return f.of.name + " "
	case f.ctype == "":
		return s.tagType() + " "
	}
	return f.ctype
}

func (s *cStruct) body() string {
	var b strings.Builder
	for _, f := range s.fields {
		fmt.Fprintf(&b, "    %s%s;\n", s.declared(f), f.name)
	}
	return b.String()
}

// text declares the struct.
func (s *cStruct) text() string {
	var b strings.Builder
	if len(s.cons) > 0 {
		fmt.Fprintf(&b, "typedef enum %s { %s } %[1]s;\n", s.tagType(), strings.Join(s.enum, ", "))
	}
	fmt.Fprintf(&b, "typedef struct %s {\n%s} %[1]s;\n", s.name, s.body())
	return b.String()
}

// text declares all structs. Headers of libraries that have the same ones can be included together.
func (all *cStructs) text() string {
	var b strings.Builder
	for _, s := range all.list {
		text := s.text()
		sum := sha256.Sum256([]byte(text))
		fmt.Fprintf(&b, "#ifndef PROCAD_STRUCT_%s_%X\n#define PROCAD_STRUCT_%[1]s_%[2]X\n%s#endif\n\n", s.name, sum[:4], text)
	}
	return b.String()
}
