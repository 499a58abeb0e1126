package ks

import (
	"procad/core/eval"
	"procad/internal/diag"
)

// Unzip is Φ :: Vec (a, b) → (Vec a, Vec b), and ((a1, b1), …, (an, bn)) →
// ((a1, …, an), (b1, …, bn)). Where a is a vector, its sizes may follow the vector, as
// in a build.
type Unzip struct{}

// Name is as in Figure 7.
func (Unzip) Name() string { return "Φ" }

// Result is the pair of what the first and the second components make.
func (f Unzip) Result(arg Type) (Type, error) {
	t := arg
	if all := components(arg); len(all) > 1 && allN(all[1:]) {
		t = all[0]
	}
	switch t := t.(type) {
	case Vec:
		if p, ok := t.Elem.(Tuple); ok && len(p) == 2 {
			return Tuple{Vec{p[0]}, Vec{p[1]}}, nil
		}
	case Tuple:
		first, second := Tuple{}, Tuple{}
		for _, e := range t {
			p, ok := e.(Tuple)
			if !ok || len(p) != 2 {
				return nil, wrong(f, arg)
			}
			first, second = append(first, p[0]), append(second, p[1])
		}
		return Tuple{first, second}, nil
	}
	return nil, wrong(f, arg)
}

// Apply takes the pairs apart.
func (f Unzip) Apply(_ *Machine, _ diag.Pos, arg Value) Value {
	switch arg := arg.(type) {
	case *Vector:
		first, second := unzipped(arg.Elems)
		return eval.Tuple{&Vector{first, arg.Row}, &Vector{Elems: second}}
	case eval.Tuple:
		if len(arg) > 0 {
			if v, ok := arg[0].(*Vector); ok {
				var row []int64
				for _, n := range arg[1:] {
					row = append(row, n.(int64))
				}
				first, second := unzipped(v.Elems)
				return eval.Tuple{&Vector{first, row}, &Vector{Elems: second}}
			}
		}
		first, second := unzipped(arg)
		return eval.Tuple{eval.Tuple(first), eval.Tuple(second)}
	}
	return None{}
}

func unzipped(pairs []Value) (first, second []Value) {
	first, second = make([]Value, len(pairs)), make([]Value, len(pairs))
	for i, p := range pairs {
		first[i], second[i] = Part(p, 0), Part(p, 1)
	}
	return first, second
}
