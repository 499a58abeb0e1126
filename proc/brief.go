package proc

import "strings"

// Brief returns the type as text for a message: deep or long parts, which the
// types of traces have, are left out.
func Brief(t Type) string {
	var b strings.Builder
	brief(&b, t, 0, 3)
	return b.String()
}

const briefParts = 6

func brief(b *strings.Builder, t Type, prec, depth int) {
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
			if i == briefParts {
				b.WriteString("…")
				break
			}
			brief(b, e, 0, depth-1)
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
		brief(b, t.L, 1, depth-1)
		b.WriteString(" + ")
		brief(b, t.R, 0, depth-1)
		if prec > 0 {
			b.WriteByte(')')
		}
	case *ArrayType:
		rank := min(t.Rank, MaxRank+1)
		b.WriteString(strings.Repeat("[", rank))
		brief(b, t.Elem, 0, depth-1)
		b.WriteString(strings.Repeat("]", rank))
	case *StackType:
		if prec > 0 {
			b.WriteByte('(')
		}
		b.WriteString("Stack ")
		brief(b, t.Elem, 2, depth-1)
		if prec > 0 {
			b.WriteByte(')')
		}
	default:
		t.write(b, prec)
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
