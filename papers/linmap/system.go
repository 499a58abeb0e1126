package linmap

import (
	"procad/core/eval"
	"procad/papers"
	"procad/papers/ks"
)

// System applies ∂f(x), which is evaluated to a tree of linear maps, in reverse.
var System = ks.System("linmap", "linear maps, Figure 6", papers.Memory{Operation: 10, Spread: 30}, func(m *ks.Machine, f *ks.Def, x, dr ks.Value) (ks.Value, error) {
	return m.Run(NewDeriver().Reverse(f), eval.Tuple{x, dr})
})
