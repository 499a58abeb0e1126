package fuse

import (
	"slices"

	"procad/core"
)

// mostWritten bounds how much is written out for the elements of an array.
const mostWritten = 1000

// spread says that the array is left, since its elements are going to be values on
// their own: there are few of them, and it is read at places that are known if
// sizes are.
func (a *array) spread() bool {
	if isArray(a.elem.Type()) {
		return false
	}
	n := int64(1)
	for _, size := range a.sizes {
		if size == nil {
			return false
		}
		k, ok := size.Constant()
		if !ok || k < 1 || k > a.few || n*k > a.few {
			return false
		}
		n *= k
	}
	if int(n)*a.weigher.Weight(a.elem) > mostWritten {
		return false
	}
	for _, r := range a.reads {
		if slices.ContainsFunc(r.args, func(i core.Term) bool { return !a.steady(i) }) {
			return false
		}
	}
	return true
}

// steady says that an Int is known if sizes are.
func (f *fuser) steady(t core.Term) bool {
	switch t := t.(type) {
	case *core.IntConst, *core.Size:
		return true
	case *core.Use:
		if n := f.indices[t.Var]; n != nil {
			k, number := n.(*core.IntConst)
			return f.steady(n) && (!number || k.Value <= f.few)
		}
		if bound := f.facts.Bound(t.Var); bound != nil {
			return f.steady(bound)
		}
		return f.params[t.Var]
	case *core.Prim:
		return !slices.ContainsFunc(t.Args, func(x core.Term) bool { return !f.steady(x) })
	}
	return false
}

func isArray(t core.Type) bool {
	_, ok := t.(*core.ArrayType)
	return ok
}
