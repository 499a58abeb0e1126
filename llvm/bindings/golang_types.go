package bindings

import (
	"fmt"
	"strings"

	"procad/internal/diag"
	"procad/llvm"
	"procad/proc"
)

// CodeNotInGo: a function takes or gives something that has no form in a package for Go.
const CodeNotInGo = "not-in-go"

// maxGoDepth is how deep types may be nested.
const maxGoDepth = 50

// goType is the type in Go, of the parameter that is called name, or of a result if name
// is empty.
func (p *goPackage) goType(e llvm.Signature, name string, t proc.Type) (string, error) {
	text, ok := p.goTypeAt(t, maxGoDepth)
	if ok {
		return text, nil
	}
	what := "gives"
	if name != "" {
		what = "takes " + name + ","
	}
	return "", diag.Errorf(e.Pos, CodeNotInGo, "%.100s %s %s, which has no form in Go", e.Of, what, proc.BriefSource(t)).
		Hintf("arrays of Reals, Ints, Bools and of tuples of these have one: a Bool beside two arrays can say which side of a sum is there")
}

func (p *goPackage) goTypeAt(t proc.Type, depth int) (text string, ok bool) {
	if depth == 0 {
		return "", false
	}
	switch t := t.(type) {
	case proc.RealType:
		return "float64", true
	case proc.IntType:
		return "int64", true
	case proc.UnitType:
		return "struct{}", true
	case *proc.TupleType:
		return p.goTuple(len(t.Elems), func(i int) (string, bool) { return p.goTypeAt(t.Elems[i], depth-1) })
	case *proc.SumType:
		if t == proc.Bool {
			return "bool", true
		}
		left, ok1 := p.goTypeAt(t.L, depth-1)
		right, ok2 := p.goTypeAt(t.R, depth-1)
		return "Sum[" + left + ", " + right + "]", ok1 && ok2
	case *proc.ArrayType:
		if !hasArrays(t.Elem) {
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
	text, ok := p.goTypeAt(elem, depth)
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
func goSet(b *strings.Builder, t proc.Type, value, what string, at int) {
	switch t := t.(type) {
	case proc.RealType:
		fmt.Fprintf(b, "\tc.setReal(%d, %s)\n", at, value)
	case proc.IntType:
		fmt.Fprintf(b, "\tc.setInt(%d, %s)\n", at, value)
	case *proc.TupleType:
		for i, e := range t.Elems {
			goSet(b, e, fmt.Sprintf("%s.V%d", value, i), what, at)
			at += goWidth(e)
		}
	case *proc.SumType:
		if t == proc.Bool {
			fmt.Fprintf(b, "\tc.setBool(%d, %s)\n", at, value)
			return
		}
		fmt.Fprintf(b, "\tc.setBool(%d, %s.IsRight)\n\tif %[2]s.IsRight {\n", at, value)
		goSet(b, t.R, value+".Right", what, at+1+goWidth(t.L))
		b.WriteString("\t} else {\n")
		goSet(b, t.L, value+".Left", what, at+1)
		b.WriteString("\t}\n")
	case *proc.ArrayType:
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
func (p *goPackage) goGet(t proc.Type, at int) string {
	switch t := t.(type) {
	case proc.RealType:
		return fmt.Sprintf("c.real(%d)", at)
	case proc.IntType:
		return fmt.Sprintf("c.int(%d)", at)
	case *proc.TupleType:
		parts := make([]string, len(t.Elems))
		for i, e := range t.Elems {
			parts[i] = p.goGet(e, at)
			at += goWidth(e)
		}
		text, _ := p.goTypeAt(t, maxGoDepth)
		return text + "{" + strings.Join(parts, ", ") + "}"
	case *proc.SumType:
		if t == proc.Bool {
			return fmt.Sprintf("c.bool(%d)", at)
		}
		left, _ := p.goTypeAt(t.L, maxGoDepth)
		right, _ := p.goTypeAt(t.R, maxGoDepth)
		return fmt.Sprintf("sumOf(c, %d, func() %s { return %s }, func() %s { return %s })", at, left, p.goGet(t.L, at+1), right, p.goGet(t.R, at+1+goWidth(t.L)))
	case *proc.ArrayType:
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
	text, _ := p.goTypeAt(elem, maxGoDepth)
	*at++
	if rank == 1 {
		return fmt.Sprintf("sliceOf[%s](c, %d, %d)", text, *at-1, dims)
	}
	return fmt.Sprintf("arrayOf[%s](c, %d, %d, %d)", text, *at-1, dims, rank)
}
