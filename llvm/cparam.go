package llvm

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/llir/llvm/ir/types"

	"procad/internal/diag"
	forms "procad/internal/form"
	"procad/internal/quote"
	"procad/proc"
	"procad/proc/deriv"
)

// CodeCParameters is of a function with too many parameters for C.
const CodeCParameters = "c-parameters"

// maxCParams is how many parameters a function for C may have.
const maxCParams = 120

// A cParam is a parameter of a function for C: a leaf that goes in, or the
// place for one that comes out.
type cParam struct {
	name  string
	leaf  leaf
	truth bool // a Bool, or an array of Bools, also where these are components of tuples
	word  int
	of    int     // the parameter, or the part of the result, that it is of
	array *extent // of a buffer, else nil
	size  bool    // a dimension of an array
	sides []side  // where it is there

	box    *cBox // the struct that has it, at an offset; nil if it is an argument itself
	offset int
	blank  bool // a field of a tangent that is no leaf of it
	con    int  // of the tag of a declared sum with so many constructors: the sum is on the right if the tag is greater
	cons   int
}

// cParams lists the parameters that an entry has in C. Those that come out
// begin at index outs.
func (m *module) cParams(e Entry, d *proc.Def) (list []cParam, outs int, err error) {
	names := cNames{"error": true, "workspace": true}
	face := faceOf(e, d)
	number := func(from, of int) {
		for i := from; i < len(list); i++ {
			list[i].of = of
		}
	}
	for k, p := range face.Params {
		parts, err := m.places(d, p)
		if err != nil {
			return nil, 0, err
		}
		begin := len(list)
		if t, dt := e.types(face, k); m.structured() && hasBox(t, p.Form) {
			x := &boxing{module: m, list: &list, names: names, at: m.wordsOf(parts), start: e.Prefix}
			x.argument(p.Name, t, dt, p.Form, 0)
			number(begin, k)
			continue
		}
		for i, part := range parts {
			name := partUnder(p.Name, i, len(parts), nil)
			if p.Form.IsRecord() && len(p.Parts) > 0 { // a part is called as its fields are: c.lens.focal
				name = strings.ReplaceAll(part.Name, ".", "_")
			}
			m.cLeaves(&list, names, name, part.Type, part.Form, part.at, nil)
		}
		number(begin, k)
	}
	outs = len(list)
	word := 0
	for i, r := range e.results(d) {
		begin := len(list)
		t := r.Type
		if r.Form != nil { // its fields are in the type that the author wrote
			t = e.written(r)
		}
		if of := cmp.Or(r.Of, t); m.structured() && hasBox(of, r.Form) {
			x := &boxing{module: m, list: &list, names: names, at: func(w int) int { return w }, start: e.Prefix}
			x.argument(r.Name, of, t, r.Form, word)
		} else {
			m.cLeaves(&list, names, r.Name, t, r.Form, word, nil)
		}
		number(begin, i)
		word += m.width(r.Type)
	}
	if n := len(cArgs(list, roles(list, outs, false))); n > maxCParams && !m.opts.Words {
		return nil, 0, diag.Errorf(d.Pos, CodeCParameters, "%.100s would have %d parameters in C, more than %d", cmp.Or(e.Name, e.Func.Given()), n, maxCParams).
			In(m.opts.File).Hintf("let the function take and give arrays, or records")
	}
	return list, outs, nil
}

// structured says that records and declared sums are structs.
func (m *module) structured() bool { return !m.opts.Words && !m.opts.Leaves }

// types are those of a parameter: as C has it, and of what is passed, which is less of a tangent.
func (e Entry) types(face *proc.Interface, k int) (t, dt proc.Type) {
	p := face.Params[k]
	dt = p.Type
	if k == len(face.Params)-1 && e.Value != nil && (e.Kind == "vjp" || e.Kind == "reverse") {
		dt = deriv.Tangent(e.Value)
	}
	return cmp.Or(p.Of, dt), dt
}

// wordsOf says where the words of a parameter are that is passed in parts.
func (m *module) wordsOf(parts []passed) func(word int) int {
	return func(word int) int {
		for _, part := range parts {
			n := m.width(part.Type)
			if word < n {
				return part.at + word
			}
			word -= n
		}
		return word
	}
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
func (m *module) cLeaves(list *[]cParam, names cNames, name string, t proc.Type, f *forms.Form, word int, sides []side) {
	for f.Wraps() {
		f = f.Part(0)
	}
	if f.IsSum() {
		f = f.Nested()
	}
	add := func(name string, l leaf, truth bool) {
		*list = append(*list, cParam{name: names.name(name), leaf: l, truth: truth, word: word, sides: sides})
		word++
	}
	switch t := t.(type) {
	case proc.RealType:
		add(name, realLeaf, false)
	case proc.IntType:
		add(name, intLeaf, false)
	case *proc.TupleType:
		for i, e := range t.Elems {
			m.cLeaves(list, names, partUnder(name, i, len(t.Elems), f), e, f.Part(i), word, sides)
			word += m.width(e)
		}
	case *proc.SumType:
		if t == proc.Bool {
			add(name, tagLeaf, true)
			return
		}
		left, right := side{word, false}, side{word, true}
		add(name+"_tag", tagLeaf, false)
		sides = sides[:len(sides):len(sides)]
		m.cLeaves(list, names, name+"_inl", t.L, f.Part(0), word, append(sides, left))
		m.cLeaves(list, names, name+"_inr", t.R, f.Part(1), word+m.width(t.L), append(sides, right))
	case *proc.ArrayType:
		elem, bools := m.leavesOf(t.Elem), truths(t.Elem)
		array := &extent{sides: sides}
		for k := range t.Rank {
			array.dims = append(array.dims, word+len(elem)+k)
		}
		for i, l := range elem {
			add(partUnder(name, i, len(elem), f.Element()), l.buffer(), bools[i])
			(*list)[len(*list)-1].array = array
		}
		for k := range t.Rank {
			add(fmt.Sprintf("%s_size%d", name, k), intLeaf, false)
			(*list)[len(*list)-1].size = true
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

// A role is what a parameter is for.
type role int

const (
	argumentRole role = iota // a value, or an array that is read
	placeRole                // where a leaf of the result goes, of an array the address of its buffer
	bufferRole               // of a result: the caller's buffer of an array, or a dimension that this has
	fieldRole                // of a struct
)

// roles are those of the parameters of an entry: with a caller's buffers, or places for those
// that a call has made.
func roles(list []cParam, outs int, into bool) []role {
	all := make([]role, len(list))
	for i, p := range list[outs:] {
		all[outs+i] = placeRole
		if into && (p.array != nil || p.size) {
			all[outs+i] = bufferRole
		}
	}
	return all
}

// cType is how a parameter is declared.
func (p cParam) cType(r role) string {
	t := [...]string{"double ", "int64_t ", "int8_t ", "double *", "int64_t *", "int8_t *"}[p.leaf]
	if p.truth {
		t = strings.Replace(t, "int8_t", "bool", 1)
	}
	if p.leaf.isPointer() && r == argumentRole {
		t = "const " + t
	}
	if r == placeRole {
		t += "*"
	}
	return t
}

// llType is the same in LLVM; bool is a byte in memory.
func (p cParam) llType(r role) types.Type {
	t := p.leaf.llType()
	if p.isTag() || p.leaf == tagLeaf && r == placeRole {
		t = types.I8
	}
	if r == placeRole {
		return types.NewPointer(t)
	}
	return t
}
