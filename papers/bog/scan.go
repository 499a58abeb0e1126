package bog

import (
	"fmt"

	"procad/core/eval"
	"procad/internal/diag"
	"procad/papers/ks"
)

// Scan is scan :: ((a, b) → (a, o), a, Vec b) → (a, Vec o), a fold that gives a vector
// too. Down is scan', which goes from the last element to the first.
type Scan struct{ Down bool }

// Name is scan or scan'.
func (f Scan) Name() string {
	if f.Down {
		return "scan'"
	}
	return "scan"
}

// Result is (a, Vec o).
func (f Scan) Result(arg ks.Type) (ks.Type, error) {
	if t, ok := arg.(ks.Tuple); ok && len(t) == 3 {
		fn, _ := t[0].(ks.Func)
		v, _ := t[2].(ks.Vec)
		if out, ok := fn.To.(ks.Tuple); ok && len(out) == 2 && ks.Equal(out[0], t[1]) && ks.Equal(fn.From, ks.Tuple{t[1], v.Elem}) {
			return ks.Tuple{out[0], ks.Vec{Elem: out[1]}}, nil
		}
	}
	return nil, fmt.Errorf("%s does not take %s", f.Name(), arg)
}

// Apply is the last accumulator, and what f gave beside it.
func (f Scan) Apply(m *ks.Machine, at diag.Pos, arg ks.Value) ks.Value {
	acc, over := ks.Part(arg, 1), m.Vector(at, ks.Part(arg, 2)).Elems
	out := make([]ks.Value, len(over))
	for k := range over {
		i := k
		if f.Down {
			i = len(over) - 1 - k
		}
		next := m.Call(ks.Part(arg, 0).(*ks.Closure), eval.Tuple{acc, over[i]})
		acc, out[i] = ks.Part(next, 0), ks.Part(next, 1)
	}
	return eval.Tuple{acc, &ks.Vector{Elems: out}}
}
