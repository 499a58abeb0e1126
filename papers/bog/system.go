package bog

import (
	"procad/core/eval"
	"procad/papers"
	"procad/papers/ks"
)

// System is a forward pass that keeps a BOG, and a reverse pass that consumes it.
var System = ks.System("bog", "a record from forward to reverse, Figures 24 and 25", papers.Memory{Operation: 100, Spread: 6}, func(m *ks.Machine, f *ks.Def, x, dr ks.Value) (ks.Value, error) {
	forward, reverse := NewDeriver().Passes(NewConverter().Def(f))
	rb, err := m.Run(forward, x)
	if err != nil {
		return nil, err
	}
	b := ks.Part(rb, 1)
	m.Bytes = ks.SizeOf(b)
	return m.Run(reverse, eval.Tuple{dr, b})
})
