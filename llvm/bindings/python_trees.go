package bindings

import (
	"strings"

	"procad/internal/form"
	"procad/internal/quote"
	"procad/llvm/capi"
	"procad/proc"
)

// treesAt is the expression for the type of a value with values of recursive types in it: of what has the numbers of
// nodes, and of the nodes of each. A tangent has the numbers of the value that it belongs to, which is known by the
// name of its parameter, and by "" if it is the result. Not ok if no call knows that value before the tangent is given.
//
//	(τ, σ1[_], …, σn[_])        Trees("x", τ, σ1, …, σn)
//	δ of that                   Tangent(Trees("x", τ, σ1, …, σn))
func (m *pythonModule) treesAt(e capi.Signature, p proc.Param) (text string, ok bool) {
	t, key := p.Type, p.Name
	if p.Of != nil {
		t, key = p.Of, tangentOf(e, p.Name)
		if p.Name == "seed" && e.Kind == "vjp" {
			return "", false
		}
	} else if p.Name == "value" || p.Name == "result" {
		key = ""
	}
	parts, ok := capi.PartTypes(t, 1+len(p.Form.Heaps))
	if !ok {
		return "", false
	}
	outer := m.heaps
	m.heaps, m.Trees = p.Form.Heaps, true
	defer func() { m.heaps = outer }()
	types := make([]string, len(parts))
	for i, part := range parts {
		f := p.Form.Part(0)
		if i > 0 {
			f, part = p.Form.Heaps[i-1], part.(*proc.ArrayType).Elem
		} else if !apart(part) {
			return "", false
		}
		if types[i], ok = m.typeAt(part, f, maxPythonDepth); !ok {
			return "", false
		}
	}
	text = "_trees.Trees(" + quote.Python(key) + ", " + strings.Join(types, ", ") + ")"
	if p.Of != nil {
		text = "_trees.Tangent(" + text + ")"
	}
	return text, true
}

// apart says that the elements of arrays in a type are numbers: what is Real in tuples would have to be told from the rest.
func apart(t proc.Type) bool {
	switch t := t.(type) {
	case *proc.TupleType:
		for _, e := range t.Elems {
			if !apart(e) {
				return false
			}
		}
	case *proc.SumType:
		return t == proc.Bool || apart(t.L) && apart(t.R)
	case *proc.ArrayType:
		return t.Elem == proc.Real || t.Elem == proc.Int || t.Elem == proc.Bool
	}
	return true
}

// tangentOf is the parameter that a tangent belongs to, "" if it is the result.
func tangentOf(e capi.Signature, name string) string {
	if of, ok := e.Tangents[name]; ok {
		return of
	}
	for _, prefix := range []string{"grad_", "hvp_"} {
		if of, ok := strings.CutPrefix(name, prefix); ok {
			return of
		}
	}
	return ""
}

// treeWords say for a docstring what a value of recursive types is.
func treeWords(f *form.Form) string {
	if root := f.Part(0); root != nil && root.Ref != nil {
		return root.Ref.Name
	}
	names := make([]string, len(f.Heaps))
	for i, h := range f.Heaps {
		names[i] = h.Name
	}
	return "value with " + strings.Join(names, ", ") + " in it"
}
