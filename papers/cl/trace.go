package cl

import (
	"slices"

	"procad/papers/ks"
)

// A packing puts the traces of the parts of a code into one: those that are () go,
// and one that is left alone stays as it is.
type packing []ks.Type

// whole is the type X of all.
func (p packing) whole() ks.Type {
	kept := ks.Tuple{}
	for _, t := range p {
		if !empty(t) {
			kept = append(kept, t)
		}
	}
	return ks.TupleOf(kept...)
}

func empty(t ks.Type) bool { return ks.Equal(t, ks.Unit) }

// pack is the trace from s of those of the parts.
func (p packing) pack(s ks.Type, parts ...Code) Code {
	var kept []Code
	for i, c := range parts {
		if !empty(p[i]) {
			kept = append(kept, c)
		}
	}
	switch len(kept) {
	case 0:
		return drop(s)
	case 1:
		return kept[0]
	}
	return tuple(s, kept...)
}

// part is the trace of part k, where that of all is at a path in s.
func (p packing) part(s ks.Type, k int, path ...int) Code {
	if empty(p[k]) {
		return drop(s)
	}
	before, all := 0, 0
	for i, t := range p {
		if !empty(t) {
			all++
			if i < k {
				before++
			}
		}
	}
	if all == 1 {
		return sel(s, path...)
	}
	return sel(s, append(slices.Clone(path), before)...)
}
