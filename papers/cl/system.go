package cl

import (
	"procad/core/eval"
	"procad/papers/ks"
)

// System is the split of Section 6.1: a forward pass that keeps a trace, and a
// reverse pass over it.
var System = ks.System("cl", "the categorical language, split, Section 6.1", func(m *ks.Machine, f *ks.Def, x, dr ks.Value) (ks.Value, error) {
	forward, reverse := NewDeriver().Split(NewConvert(true).Def(f))
	tx, err := Run(m, forward, x)
	if err != nil {
		return nil, err
	}
	trace := ks.Part(tx, 1)
	m.Bytes = bytes(trace)
	return Run(m, reverse, eval.Tuple{trace, dr})
})

// ReverseSystem computes again what it needs of the primal.
var ReverseSystem = ks.System("cl-reverse", "the categorical language, without a trace", func(m *ks.Machine, f *ks.Def, x, dr ks.Value) (ks.Value, error) {
	return Run(m, NewDeriver().Reverse(NewConvert(true).Def(f)), eval.Tuple{x, dr})
})

// bytes is the size of a trace: 8 for a number or an Int, 4 for a tuple's, a
// vector's or a constructor's reference to a part.
func bytes(v ks.Value) int64 {
	switch v := v.(type) {
	case eval.Tuple:
		n := int64(4 * len(v))
		for _, x := range v {
			n += bytes(x)
		}
		return n
	case *ks.Vector:
		n := int64(4 * len(v.Elems))
		for _, x := range v.Elems {
			n += bytes(x)
		}
		return n
	case *eval.Variant:
		return 4 + bytes(v.Of)
	case ks.None:
		return 0
	}
	return 8
}
