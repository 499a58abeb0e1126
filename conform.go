package procad

import (
	"fmt"

	"procad/prim"
	"procad/proc"
)

// A dot says which parameter is the tangent of which.
type dot struct{ value, tangent int }

// checkTangents demands that tangents have the dimensions and the sides of sums of what
// they are tangents of. Dimensions that are unknown are filled in.
func (ps *parameters) checkTangents(in []uint64) error {
	for _, d := range ps.dots {
		x, dx := ps.forms[d.value], ps.forms[d.tangent]
		if m := x.conform(dx, in[ps.words[d.value]:], in[ps.words[d.tangent]:], ps.given[d.value].name); m != nil {
			return m.of(ps.given[d.tangent])
		}
	}
	return nil
}

// conform compares the words of a value with those of its tangent.
func (f *form) conform(dot *form, words, dots []uint64, name string) *misfit {
	if dot.typ == proc.Unit {
		return nil
	}
	switch f.typ.(type) {
	case *proc.TupleType:
		for i, p := range f.parts {
			if m := p.conform(dot.parts[i], words, dots, name); m != nil {
				return m.in("part %d", i)
			}
			words, dots = words[p.width:], dots[dot.parts[i].width:]
		}
	case *proc.SumType:
		if words[0] != dots[0] {
			return &misfit{code: (&prim.RuntimeError{Kind: prim.SeedTag}).Code(), message: fmt.Sprintf("it is %s where %s is %s", side(dots[0]), name, side(words[0]))}
		}
		here := int(words[0])
		words, dots = words[1:], dots[1:]
		if here == 1 {
			words, dots = words[f.parts[0].width:], dots[dot.parts[0].width:]
		}
		if m := f.parts[here].conform(dot.parts[here], words, dots, name); m != nil {
			return m.in("the value of %s", side(uint64(here)))
		}
	case *proc.ArrayType:
		return f.conformArray(dot, words, dots, name)
	}
	return nil
}

// side names the side of a sum.
func side(tag uint64) string { return []string{"Left", "Right"}[tag] }

func (f *form) conformArray(dot *form, words, dots []uint64, name string) *misfit {
	for k := range f.rank {
		n, have := words[f.elem.width+k], &dots[dot.elem.width+k]
		if *have == unknown {
			*have = n
		}
		if *have != n {
			return &misfit{code: (&prim.RuntimeError{Kind: prim.SeedSize}).Code(), message: fmt.Sprintf("dimension %d is %d, but that of %s is %d", k, *have, name, n)}
		}
	}
	if !f.elem.hasSums() {
		return nil
	}
	_, n := f.shape(words)
	elem, elemDot := make([]uint64, f.elem.width), make([]uint64, dot.elem.width)
	for i := range n {
		f.element(elem, words, n, i)
		dot.element(elemDot, dots, n, i)
		if m := f.elem.conform(dot.elem, elem, elemDot, name); m != nil {
			return m.in("element %d", i)
		}
	}
	return nil
}

// hasSums says that some leaf is a tag.
func (f *form) hasSums() bool {
	for _, l := range f.leaves {
		if l == tag {
			return true
		}
	}
	return false
}
