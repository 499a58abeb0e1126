package cl

import (
	"procad/core/eval"
	"procad/papers"
	"procad/papers/ks"
)

// System is the split of Section 6.1: a forward pass that keeps a trace, and a
// reverse pass over it.
var System = ks.System("cl", "the categorical language, split, Section 6.1", papers.Memory{Operation: 30, Spread: 4}, func(m *ks.Machine, f *ks.Def, x, dr ks.Value) (ks.Value, error) {
	forward, reverse := NewDeriver().Split(NewConvert(true).Def(f))
	tx, err := Run(m, forward, x)
	if err != nil {
		return nil, err
	}
	trace := ks.Part(tx, 1)
	m.Bytes = ks.SizeOf(trace)
	return Run(m, reverse, eval.Tuple{trace, dr})
})

// ReverseSystem computes again what it needs of the primal.
var ReverseSystem = ks.System("cl-reverse", "the categorical language, without a trace", papers.Memory{Operation: 30, Spread: 4}, func(m *ks.Machine, f *ks.Def, x, dr ks.Value) (ks.Value, error) {
	return Run(m, NewDeriver().Reverse(NewConvert(true).Def(f)), eval.Tuple{x, dr})
})
