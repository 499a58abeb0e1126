package lower

import (
	"procad/core"
	"procad/internal/diag"
	"procad/proc"
)

// literal makes the array of the given elements.
//
//	a' = set(a, i, …, x)        for each element, where a is full of zeros
func (f *fn) literal(t *core.Literal) *leaf {
	_, elems := f.literalElems(t)
	z := f.own(f.zeros(t.At, TypeOf(t.Of), f.constants(t.At, t.Dims)))
	return f.putAll(t, z, nil, elems)
}

// literalElems are the elements of a literal behind bindings.
func (f *fn) literalElems(t core.Term) (*core.Literal, []value) {
	for {
		rest, ok := f.binding(t)
		if !ok {
			break
		}
		t = rest
	}
	lit := t.(*core.Literal)
	elems := make([]value, len(lit.Elems))
	for k, x := range lit.Elems {
		elems[k] = f.expr(x, &target{name: "x"})
	}
	return lit, elems
}

// putAll puts the elements of t into a, where its indices follow those given.
func (f *fn) putAll(t *core.Literal, a *leaf, at []*leaf, elems []value) *leaf {
	for k, x := range elems {
		idx := at[:len(at):len(at)]
		for _, i := range f.constants(t.At, t.Place(k)) {
			idx = append(idx, f.own(i))
		}
		a = f.put(t.At, a, idx, f.nested(t.At, x))
	}
	return a
}

// constants makes Ints.
func (f *fn) constants(pos diag.Pos, ks []int64) []proc.Var {
	vars := make([]proc.Var, len(ks))
	for i, k := range ks {
		vars[i] = f.intConst(pos, k)
	}
	return vars
}
