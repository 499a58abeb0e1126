package cl

import (
	"fmt"

	"procad/core/eval"
	"procad/diag"
	"procad/papers/ks"
)

// The functions on environments of which derivatives are made.
type (
	// Push is (>) : (S, r) ⇒ S > r, an environment of N components with another one.
	Push struct{ N int }
	// Drop is (S ⇒ ()), for an S that is no environment.
	Drop struct{}
	// Unzip is Φ : Vec (a, b) ⇒ (Vec a, Vec b), and ((a1, b1), …, (an, bn)) ⇒
	// ((a1, …, an), (b1, …, bn)).
	Unzip struct{}
)

func (Push) Name() string  { return ">" }
func (Drop) Name() string  { return "drop" }
func (Unzip) Name() string { return "Φ" }

func (f Push) Result(arg ks.Type) (ks.Type, error) {
	if t, ok := arg.(ks.Tuple); ok && len(t) == 2 {
		if s, ok := t[0].(ks.Tuple); ok && len(s) == f.N {
			return push(s, t[1]), nil
		}
	}
	return nil, fmt.Errorf("> does not take %s", arg)
}

func (f Drop) Result(ks.Type) (ks.Type, error) { return ks.Unit, nil }

func (f Unzip) Result(arg ks.Type) (ks.Type, error) {
	switch t := arg.(type) {
	case ks.Vec:
		if p, ok := t.Elem.(ks.Tuple); ok && len(p) == 2 {
			return ks.Tuple{ks.Vec{Elem: p[0]}, ks.Vec{Elem: p[1]}}, nil
		}
	case ks.Tuple:
		first, second := ks.Tuple{}, ks.Tuple{}
		for _, e := range t {
			p, ok := e.(ks.Tuple)
			if !ok || len(p) != 2 {
				return nil, fmt.Errorf("Φ does not take %s", arg)
			}
			first, second = append(first, p[0]), append(second, p[1])
		}
		return ks.Tuple{first, second}, nil
	}
	return nil, fmt.Errorf("Φ does not take %s", arg)
}

func (f Push) Apply(_ *ks.Machine, _ diag.Pos, arg ks.Value) ks.Value {
	out := make(eval.Tuple, f.N+1)
	for i := range f.N {
		out[i] = ks.Part(ks.Part(arg, 0), i)
	}
	out[f.N] = ks.Part(arg, 1)
	return out
}

func (f Drop) Apply(*ks.Machine, diag.Pos, ks.Value) ks.Value { return eval.Tuple{} }

func (f Unzip) Apply(_ *ks.Machine, _ diag.Pos, arg ks.Value) ks.Value {
	pairs, vector := arg.(*ks.Vector)
	if !vector {
		pairs = &ks.Vector{Elems: arg.(eval.Tuple)}
	}
	first, second := make([]ks.Value, len(pairs.Elems)), make([]ks.Value, len(pairs.Elems))
	for i, p := range pairs.Elems {
		first[i], second[i] = ks.Part(p, 0), ks.Part(p, 1)
	}
	if vector {
		return eval.Tuple{&ks.Vector{Elems: first, Row: pairs.Row}, &ks.Vector{Elems: second}}
	}
	return eval.Tuple{eval.Tuple(first), eval.Tuple(second)}
}
