package bindings

import (
	"fmt"
	"slices"
	"strings"

	"procad/internal/diag"
	"procad/internal/form"
	"procad/llvm/capi"
	"procad/proc"
)

// CodeNotInGo: a function takes or gives something that has no form in a package for Go.
const CodeNotInGo = "not-in-go"

// maxGoDepth is how deep types may be nested.
const maxGoDepth = 50

// goType is the type in Go, of the parameter that is called name, or of a result if name
// is empty.
func (p *goPackage) goType(e capi.Signature, name string, q proc.Param) (string, error) {
	t := q.Type
	trees, ok := p.trees(e, q)
	text := ""
	switch {
	case !ok:
	case trees == nil:
		text, ok = p.goTypeAt(t, nil, maxGoDepth)
	default:
		p.within(trees, func() { text, ok = p.goTypeAt(trees.root, trees.form.Part(0), maxGoDepth) })
	}
	if ok {
		return text, nil
	}
	if q.Form != nil && q.Form.Heaps != nil && q.Of != nil {
		return "", diag.Errorf(e.Pos, CodeNotInGo, "%s of %.100s is of a value of a recursive type, which has no form in a package for Go", q.Name, e.Of).
			Hintf("leave out --%s: gradients in such values have a form", e.Kind)
	}
	what := "gives"
	if name != "" {
		what = "takes " + name + ","
	}
	return "", diag.Errorf(e.Pos, CodeNotInGo, "%.100s %s %s, which has no form in Go", e.Of, what, proc.BriefSource(t)).
		Hintf("use an array of tuples: a Bool beside two values can say which side of the sum is there")
}

func (p *goPackage) goTypeAt(t proc.Type, f *form.Form, depth int) (text string, ok bool) {
	if depth == 0 {
		return "", false
	}
	if f = goForm(f); f != nil && f.Ref != nil {
		text, ok = p.nodeType(f.Ref)
		return "*" + text, ok
	}
	switch t := t.(type) {
	case proc.RealType:
		return "float64", true
	case proc.IntType:
		return "int64", true
	case proc.UnitType:
		return "struct{}", true
	case *proc.TupleType:
		return p.goTuple(len(t.Elems), func(i int) (string, bool) { return p.goTypeAt(t.Elems[i], f.Part(i), depth-1) })
	case *proc.SumType:
		if t == proc.Bool {
			return "bool", true
		}
		left, ok1 := p.goTypeAt(t.L, f.Part(0), depth-1)
		right, ok2 := p.goTypeAt(t.R, f.Part(1), depth-1)
		return "Sum[" + left + ", " + right + "]", ok1 && ok2
	case *proc.ArrayType:
		if e := f.Element(); e != nil && e.Ref != nil && t.Rank == 1 {
			text, ok = p.nodeType(e.Ref)
			return "[]*" + text, ok
		}
		if !hasArrays(t.Elem) || hasNodes(f) {
			return "", false
		}
		return p.goArray(t.Elem, t.Rank, depth-1)
	}
	return "", false
}

// goArray is the type of arrays: of tuples a tuple of arrays.
func (p *goPackage) goArray(elem proc.Type, rank, depth int) (string, bool) {
	if depth == 0 {
		return "", false
	}
	if t, ok := elem.(*proc.TupleType); ok {
		return p.goTuple(len(t.Elems), func(i int) (string, bool) { return p.goArray(t.Elems[i], rank, depth-1) })
	}
	if elem == proc.Unit {
		return "struct{}", true
	}
	text, ok := p.goTypeAt(elem, nil, depth)
	if rank == 1 {
		return "[]" + text, ok
	}
	return "Array[" + text + "]", ok
}

func (p *goPackage) goTuple(n int, part func(i int) (string, bool)) (string, bool) {
	parts := make([]string, n)
	for i := range parts {
		var ok bool
		if parts[i], ok = part(i); !ok {
			return "", false
		}
	}
	if p.tuples == nil {
		p.tuples = map[int]bool{}
	}
	p.tuples[n] = true
	return fmt.Sprintf("Tuple%d[%s]", n, strings.Join(parts, ", ")), true
}

// goTupleType is how the source writes a type of tuples.
func goTupleType(n int) string { return "(" + goTupleParams(n) + ")" }

func goTupleParams(n int) string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("T%d", i)
	}
	return strings.Join(names, ", ")
}

func goTupleFields(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "\tV%d T%d\n", i, i)
	}
	return b.String()
}

// goWidth is the number of words of a value.
func goWidth(t proc.Type) int { return len(appendLeaves(nil, t)) }

// goSet writes statements that pass a value, which is an expression, from a word on.
func (p *goPackage) goSet(b *strings.Builder, t proc.Type, f *form.Form, value, what string, at int) {
	if f = goForm(f); f != nil && f.Ref != nil {
		fmt.Fprintf(b, "\tsetNode(c, %d, %d, %s)\n", at, slices.Index(p.heaps, f.Ref), value)
		return
	}
	switch t := t.(type) {
	case proc.RealType:
		fmt.Fprintf(b, "\tc.setReal(%d, %s)\n", at, value)
	case proc.IntType:
		fmt.Fprintf(b, "\tc.setInt(%d, %s)\n", at, value)
	case *proc.TupleType:
		for i, e := range t.Elems {
			p.goSet(b, e, f.Part(i), fmt.Sprintf("%s.V%d", value, i), what, at)
			at += goWidth(e)
		}
	case *proc.SumType:
		if t == proc.Bool {
			fmt.Fprintf(b, "\tc.setBool(%d, %s)\n", at, value)
			return
		}
		fmt.Fprintf(b, "\tc.setBool(%d, %s.IsRight)\n\tif %[2]s.IsRight {\n", at, value)
		p.goSet(b, t.R, f.Part(1), value+".Right", what, at+1+goWidth(t.L))
		b.WriteString("\t} else {\n")
		p.goSet(b, t.L, f.Part(0), value+".Left", what, at+1)
		b.WriteString("\t}\n")
	case *proc.ArrayType:
		if e := f.Element(); e != nil && e.Ref != nil {
			fmt.Fprintf(b, "\tsetForest(c, %d, %d, %s)\n", at, slices.Index(p.heaps, e.Ref), value)
			return
		}
		make := "slicePart"
		if t.Rank > 1 {
			make = "arrayPart"
		}
		fmt.Fprintf(b, "\tc.setArray(%d, %q, %d", at, what, t.Rank)
		for _, part := range goParts(t.Elem, value) {
			fmt.Fprintf(b, ", %s(%s)", make, part)
		}
		b.WriteString(")\n")
	}
}

// goParts are the arrays of an array of tuples.
func goParts(elem proc.Type, value string) (parts []string) {
	switch elem := elem.(type) {
	case *proc.TupleType:
		for i, e := range elem.Elems {
			parts = append(parts, goParts(e, fmt.Sprintf("%s.V%d", value, i))...)
		}
	case proc.UnitType:
	default:
		return []string{value}
	}
	return parts
}

// goGet is the expression for a result that begins at a word.
func (p *goPackage) goGet(t proc.Type, f *form.Form, at int) string {
	if f = goForm(f); f != nil && f.Ref != nil {
		name, _ := p.nodeType(f.Ref)
		return fmt.Sprintf("nodeOf[%s](c, %d, c.out[%d])", name, slices.Index(p.heaps, f.Ref), at)
	}
	switch t := t.(type) {
	case proc.RealType:
		return fmt.Sprintf("c.real(%d)", at)
	case proc.IntType:
		return fmt.Sprintf("c.int(%d)", at)
	case *proc.TupleType:
		parts := make([]string, len(t.Elems))
		for i, e := range t.Elems {
			parts[i] = p.goGet(e, f.Part(i), at)
			at += goWidth(e)
		}
		text, _ := p.goTypeAt(t, f, maxGoDepth)
		return text + "{" + strings.Join(parts, ", ") + "}"
	case *proc.SumType:
		if t == proc.Bool {
			return fmt.Sprintf("c.bool(%d)", at)
		}
		left, _ := p.goTypeAt(t.L, f.Part(0), maxGoDepth)
		right, _ := p.goTypeAt(t.R, f.Part(1), maxGoDepth)
		return fmt.Sprintf("sumOf(c, %d, func() %s { return %s }, func() %s { return %s })", at, left, p.goGet(t.L, f.Part(0), at+1), right, p.goGet(t.R, f.Part(1), at+1+goWidth(t.L)))
	case *proc.ArrayType:
		if e := f.Element(); e != nil && e.Ref != nil {
			name, _ := p.nodeType(e.Ref)
			return fmt.Sprintf("forestOf[%s](c, %d, %d)", name, slices.Index(p.heaps, e.Ref), at)
		}
		next := at
		return p.goGetArray(t.Elem, t.Rank, &next, at+goWidth(t.Elem))
	}
	return "struct{}{}"
}

// goGetArray is the expression for an array whose next part is at a word.
func (p *goPackage) goGetArray(elem proc.Type, rank int, at *int, dims int) string {
	if t, ok := elem.(*proc.TupleType); ok {
		parts := make([]string, len(t.Elems))
		for i, e := range t.Elems {
			parts[i] = p.goGetArray(e, rank, at, dims)
		}
		text, _ := p.goArray(elem, rank, maxGoDepth)
		return text + "{" + strings.Join(parts, ", ") + "}"
	}
	if elem == proc.Unit {
		return "struct{}{}"
	}
	text, _ := p.goTypeAt(elem, nil, maxGoDepth)
	*at++
	if rank == 1 {
		return fmt.Sprintf("sliceOf[%s](c, %d, %d)", text, *at-1, dims)
	}
	return fmt.Sprintf("arrayOf[%s](c, %d, %d, %d)", text, *at-1, dims, rank)
}
