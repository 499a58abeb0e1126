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

// CodeNotInPython: a function takes or gives something that has no form in Python.
const CodeNotInPython = "not-in-python"

// maxPythonDepth is how deep types may be nested, of which a function of Python calls itself.
const maxPythonDepth = 50

// typ is the expression for the type of a parameter, or of a result if name is empty.
func (m *pythonModule) typ(e capi.Signature, name string, p proc.Param) (string, error) {
	t := p.Type
	text, ok := "", false
	if p.Form != nil && p.Form.Heaps != nil && t != proc.Unit {
		text, ok = m.treesAt(e, p)
	} else {
		text, ok = m.typeAt(t, p.Form, maxPythonDepth)
	}
	if ok {
		return text, nil
	}
	what := "gives"
	if name != "" {
		what = "takes " + name + ","
	}
	if p.Form != nil && p.Form.Heaps != nil && e.Kind == "vjp" && p.Name == "seed" {
		return "", diag.Errorf(e.Pos, CodeNotInPython, "the seed of %.100s has the nodes of its value, which are not known before the call", e.Of).
			Hintf("use --split instead of --vjp: it makes forward and reverse, and reverse takes such a seed")
	}
	return "", diag.Errorf(e.Pos, CodeNotInPython, "%.100s %s %s, which has no form in Python", e.Of, what, proc.BriefSource(t)).
		Hintf("use an array of tuples: a Bool beside two values can say which side of the sum is there")
}

// typeAt is the expression for a type whose values a program calls as f says. Where its parts
// are others, as in tangents, f means nothing.
func (m *pythonModule) typeAt(t proc.Type, f *form.Form, depth int) (text string, ok bool) {
	if depth == 0 {
		return "", false
	}
	switch {
	case t == proc.Unit:
	case f != nil && f.Ref != nil:
		return fmt.Sprintf("_trees.Ref(%d)", slices.Index(m.heaps, f.Ref)), true
	case f.IsRecord():
		if text, ok = m.recordAt(t, f, depth); ok {
			return text, true
		}
	case f.IsSum():
		if text, ok = m.choiceAt(t, f, depth); ok {
			return text, true
		}
	}
	switch t := t.(type) {
	case proc.RealType:
		return "_values.Real", true
	case proc.IntType:
		return "_values.Int", true
	case proc.UnitType:
		return "_values.Unit", true
	case *proc.TupleType:
		parts := make([]string, len(t.Elems))
		for i, e := range t.Elems {
			if parts[i], ok = m.typeAt(e, f.Part(i), depth-1); !ok {
				return "", false
			}
		}
		return "_values.Tuple(" + strings.Join(parts, ", ") + ")", true
	case *proc.SumType:
		if t == proc.Bool {
			return "_values.Bool", true
		}
		left, ok1 := m.typeAt(t.L, f.Part(0), depth-1)
		right, ok2 := m.typeAt(t.R, f.Part(1), depth-1)
		return "_values.Sum(" + left + ", " + right + ")", ok1 && ok2
	case *proc.ArrayType:
		elem, ok := m.typeAt(t.Elem, f.Element(), depth-1)
		if e := f.Element(); e != nil && e.Ref != nil {
			return fmt.Sprintf("_trees.Forest(%s, %d)", elem, t.Rank), ok
		}
		return fmt.Sprintf("_values.Array(%s, %d)", elem, t.Rank), ok && t.Rank > 0 && hasArrays(t.Elem)
	}
	return "", false
}

// hasArrays says that arrays of such elements are some arrays of numbers: elements have a
// number at least, and no sums.
func hasArrays(elem proc.Type) bool {
	switch elem := elem.(type) {
	case proc.RealType, proc.IntType:
		return true
	case *proc.SumType:
		return elem == proc.Bool
	case *proc.TupleType:
		some := false
		for _, e := range elem.Elems {
			if e == proc.Unit {
				continue
			}
			if !hasArrays(e) {
				return false
			}
			some = true
		}
		return some
	}
	return false
}

// pythonWords say for a docstring what a value is.
func pythonWords(p proc.Param) string {
	switch t := p.Type.(type) {
	case proc.RealType:
		return "float"
	case proc.IntType:
		return "int"
	case proc.UnitType:
		return "None"
	case *proc.TupleType:
		parts := make([]string, len(t.Elems))
		for i, e := range t.Elems {
			part := proc.Param{Type: e}
			if i < len(p.Parts) {
				part = p.Parts[i]
			}
			parts[i] = pythonWords(part)
		}
		return "tuple (" + strings.Join(parts, ", ") + ")"
	case *proc.SumType:
		if t == proc.Bool {
			return "bool"
		}
		return "Inl(" + pythonWords(proc.Param{Type: t.L}) + ") or Inr(" + pythonWords(proc.Param{Type: t.R}) + ")"
	case *proc.ArrayType:
		elem := pythonWords(proc.Param{Type: t.Elem})
		if _, ok := t.Elem.(*proc.TupleType); ok {
			return elem + " of arrays" + shapeWords(t.Rank, p.Sizes)
		}
		switch elem {
		case "float":
			elem = "float64"
		case "int":
			elem = "int64"
		}
		return elem + " array" + shapeWords(t.Rank, p.Sizes)
	}
	return "value"
}

// shapeWords say what the dimensions of an array are.
func shapeWords(rank int, sizes []string) string {
	names, known := make([]string, rank), false
	for i := range names {
		names[i] = "_"
		if i < len(sizes) && sizes[i] != "" {
			names[i], known = sizes[i], true
		}
	}
	switch {
	case !known && rank == 1:
		return " of 1 dimension"
	case !known:
		return fmt.Sprintf(" of %d dimensions", rank)
	case rank == 1:
		return " of shape (" + names[0] + ",)"
	}
	return " of shape (" + strings.Join(names, ", ") + ")"
}
