package linmap

import (
	"procad/papers/ks"
)

// Gradient is rev$f(x, dr).
func Gradient(m *ks.Machine, f *ks.Def, x, dr ks.Value) (ks.Value, error) {
	return m.Run(NewDeriver().Reverse(f), ks.Args(x, dr))
}
