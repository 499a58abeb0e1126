package proc

import (
	"math"
	"strings"
)

// Brief returns the type as text for a message: deep or long parts, which the
// types of traces have, are left out.
func Brief(t Type) string {
	b := brief{parts: briefParts, array: func(b *brief, t *ArrayType, depth int) {
		rank := min(t.Rank, MaxRank+1)
		b.WriteString(strings.Repeat("[", rank))
		b.write(t.Elem, 0, depth)
		b.WriteString(strings.Repeat("]", rank))
	}}
	b.write(t, 0, briefDepth)
	return b.String()
}

// BriefSource is Brief in the notation of .fun, where an array is Real[_, _]
// and the text of every RealType is Real.
func BriefSource(t Type) string { return sourceType(t, briefDepth, briefParts) }

// FullSource is BriefSource with nothing left out, for programs.
func FullSource(t Type) string { return sourceType(t, math.MaxInt, math.MaxInt) }

func sourceType(t Type, depth, parts int) string {
	b := brief{parts: parts, source: true, array: func(b *brief, t *ArrayType, depth int) {
		b.write(t.Elem, 1, depth)
		b.WriteString("[_" + strings.Repeat(", _", min(t.Rank-1, MaxRank)) + "]")
	}}
	b.write(t, 0, depth)
	return b.String()
}

// Written is the type of a parameter as text for a message, in the notation of
// .fun with its sizes: Real[n, d].
func (p Param) Written() string { return p.written(BriefSource) }

// WrittenInFull is Written with nothing left out, for programs.
func (p Param) WrittenInFull() string { return p.written(FullSource) }

func (p Param) written(source func(Type) string) string {
	if p.Form != nil && p.Form.Heaps != nil && p.Form.Part(0) != nil && p.Form.Part(0).Ref != nil { // beside the number of a node there are its nodes
		return p.Form.Part(0).Ref.Name
	}
	if len(p.Parts) > 0 {
		parts := make([]string, len(p.Parts))
		for i, part := range p.Parts {
			parts[i] = part.written(source)
		}
		return "(" + strings.Join(parts, ", ") + ")"
	}
	a, ok := p.Type.(*ArrayType)
	if !ok {
		return source(p.Type)
	}
	sizes := make([]string, a.Rank)
	for i := range sizes {
		sizes[i] = "_"
		if i < len(p.Sizes) && p.Sizes[i] != "" {
			sizes[i] = p.Sizes[i]
		}
	}
	element := source(a.Elem)
	if _, sum := a.Elem.(*SumType); sum && a.Elem != Bool {
		element = "(" + element + ")"
	}
	return element + "[" + strings.Join(sizes, ", ") + "]"
}

// The most levels of a type, and parts of a tuple, that are shown.
const (
	briefDepth = 3
	briefParts = 6
)

// A brief is a type being written.
type brief struct {
	strings.Builder
	parts  int                                     // the most of a tuple
	source bool                                    // the notation is that of .fun
	array  func(b *brief, t *ArrayType, depth int) // writes an array, its element down to the depth
}

func (b *brief) write(t Type, prec, depth int) {
	if depth == 0 {
		b.WriteString("…")
		return
	}
	switch t := t.(type) {
	case nil:
		b.WriteString("?")
	case *TupleType:
		for i, e := range t.Elems {
			b.WriteString([]string{", ", "("}[btoi(i == 0)])
			if i == b.parts {
				b.WriteString("…")
				break
			}
			b.write(e, 0, depth-1)
		}
		b.WriteByte(')')
	case *SumType:
		if t == Bool {
			b.WriteString("Bool")
			return
		}
		if prec > 0 {
			b.WriteByte('(')
		}
		b.write(t.L, 1, depth-1)
		b.WriteString(" + ")
		b.write(t.R, 0, depth-1)
		if prec > 0 {
			b.WriteByte(')')
		}
	case *ArrayType:
		b.array(b, t, depth-1)
	case RealType:
		if b.source {
			t = RealType{}
		}
		t.write(&b.Builder, prec)
	case *StackType:
		if prec > 0 {
			b.WriteByte('(')
		}
		b.WriteString("Stack ")
		b.write(t.Elem, 2, depth-1)
		if prec > 0 {
			b.WriteByte(')')
		}
	default:
		t.write(&b.Builder, prec)
	}
}

// Head returns the first line of a statement as text: without what nests in it.
func Head(s Stmt) string {
	switch n := s.(type) {
	case *Case:
		return "Case " + n.In.Name
	case *Share:
		s = &Share{Out: n.Out, In: n.In, Name: n.Name}
	case *Accum:
		s = &Accum{Out: n.Out, In: n.In, Name: n.Name}
	case *Row:
		s = &Row{Ref: n.Ref, Idx: n.Idx, Name: n.Name}
	case *Choose:
		s = &Choose{In: n.In, True: n.True, False: n.False, Name: n.Name}
	case *Inl:
		return n.Out.Name + " = Inl " + n.In.Name
	case *Inr:
		return n.Out.Name + " = Inr " + n.In.Name
	}
	line, _, _ := strings.Cut(Procedure{s}.String(), "\n")
	return line
}
