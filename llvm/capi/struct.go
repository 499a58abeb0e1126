package capi

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"procad/llvm/abi"
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

// A Box is a parameter that points to a struct. Blanks are the fields of a tangent that are none of its leaves.
type Box struct {
	name   string
	of     *cStruct
	Blanks []Param
}

// Size is the size of the struct.
func (b *Box) Size() int { return b.of.size }

// add appends a field of a size and an alignment, and returns where it is.
func (s *cStruct) add(f cField, size, align int) int {
	f.offset = (s.size + align - 1) / align * align
	s.size, s.align = f.offset+size, max(s.align, align)
	s.fields = append(s.fields, f)
	return f.offset
}

// A cStructs has the structs of a header, in an order in which each is before those that it is a part of.
type cStructs struct {
	names cNames
	list  []*cStruct
	known map[string]*cStruct
}

// reserve keeps the names of functions from structs.
func (all *cStructs) reserve(entries []abi.Entry) {
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
