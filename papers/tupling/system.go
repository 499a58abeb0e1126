package tupling

import (
	"procad/core/eval"
	"procad/papers"
	"procad/papers/ks"
)

// System computes values and linear maps together, as in Figure 8.
var System = ks.System("tupling", "values tupled with linear maps, Figure 8", papers.Memory{Operation: 110, Spread: 30}, func(m *ks.Machine, f *ks.Def, x, dr ks.Value) (ks.Value, error) {
	rev, _ := PolyReverse(f)
	tds, err := m.Run(rev, eval.Tuple{x, dr})
	return ks.Part(tds, 1), err
})

// BasicSystem is that of Figure 7.
var BasicSystem = ks.System("tupling-basic", "values tupled with linear maps, Figure 7", papers.Memory{Operation: 110, Spread: 30}, func(m *ks.Machine, f *ks.Def, x, dr ks.Value) (ks.Value, error) {
	return m.Run(NewBasic().Reverse(f), eval.Tuple{x, dr})
})
