package cl

import (
	"fmt"

	"procad/core/eval"
	"procad/internal/diag"
	"procad/papers/ks"
)

// The functions on environments of which derivatives are made.
type (
	// Push is (>) : (S, r) ⇒ S > r, an environment of N components with another one.
	Push struct{ N int }
	// Drop is (S ⇒ ()), for an S that is no environment.
	Drop struct{}
)

func (Push) Name() string { return ">" }
func (Drop) Name() string { return "drop" }

func (f Push) Result(arg ks.Type) (ks.Type, error) {
	if t, ok := arg.(ks.Tuple); ok && len(t) == 2 {
		if s, ok := t[0].(ks.Tuple); ok && len(s) == f.N {
			return push(s, t[1]), nil
		}
	}
	return nil, fmt.Errorf("> does not take %s", arg)
}

func (f Drop) Result(ks.Type) (ks.Type, error) { return ks.Unit, nil }

func (f Push) Apply(_ *ks.Machine, _ diag.Pos, arg ks.Value) ks.Value {
	out := make(eval.Tuple, f.N+1)
	for i := range f.N {
		out[i] = ks.Part(ks.Part(arg, 0), i)
	}
	out[f.N] = ks.Part(arg, 1)
	return out
}

func (f Drop) Apply(*ks.Machine, diag.Pos, ks.Value) ks.Value { return eval.Tuple{} }
