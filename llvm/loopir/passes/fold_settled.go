package passes

import (
	"slices"

	"procad/llvm/loopir"
)

// A settler finds the numbers that a loop carries and never changes, though a choice yields them. It first supposes that no iteration
// changes any of them. Then it takes back what does not follow from the rest, until all of it does (conditional constant propagation).
//
//	for … (s = x, r = 2) { … yield select c, x, s; yield if d { 2 } else { r } }    s is x, and r is 2
type settler struct {
	of    renaming    // what stands for a value at the place of the loop
	is    map[val]val // by what loops carry: what it is supposed to be
	found map[val]val // what values are then
}

// settled are the values, at the places of what a loop carries, of the numbers that it does not change; nil at the other places.
func (d *folder) settled(carried, first, yield []val) []val {
	t := &settler{of: d.of, is: map[val]val{}, found: map[val]val{}}
	all := make([]val, len(carried))
	left := 0
	for k, s := range carried {
		if s.Type.Form == loopir.Scalar && first[k].Origin != loopir.Undefined && yield[k].Def != nil {
			all[k], t.is[s] = first[k], first[k]
			left++
		}
	}
	for again := left > 0; again; {
		again = false
		for k, x := range all {
			if x != nil && t.value(yield[k]) != x {
				all[k] = nil
				delete(t.is, carried[k])
				again = true
			}
		}
		clear(t.found)
	}
	return all
}

// value is what a value is, or the value itself.
func (t *settler) value(v val) val {
	v = t.of.value(v)
	if x := t.is[v]; x != nil {
		return x
	}
	if v.Def == nil || v.Def.Mask != nil || v.Type.Form != loopir.Scalar {
		return v
	}
	if x := t.found[v]; x != nil {
		return x
	}
	x := t.made(v)
	t.found[v] = x
	return x
}

// made is what the result of an operation is.
func (t *settler) made(v val) val {
	op := v.Def
	switch op.Kind {
	case loopir.Select:
		return t.either(op.Args[0], op.Args[1], op.Args[2], v)
	case loopir.If:
		k := slices.Index(op.Outs, v)
		return t.either(op.Args[0], op.Sub[0].Yield[k], op.Sub[1].Yield[k], v)
	}
	return v
}

// either is what both of two values are, or the one that is chosen, or else v.
func (t *settler) either(c, yes, no, v val) val {
	if bits, known := t.value(c).IsConst(); known {
		if bits != 0 {
			return t.value(yes)
		}
		return t.value(no)
	}
	x, y := t.value(yes), t.value(no)
	if x == y {
		return x
	}
	return v
}
