package ks

import (
	"procad/core"
	"procad/core/eval"
	"procad/papers"
	"procad/papers/number"
)

// System is a system of paper 1 whose reverse derivative rev$f : (S, δT) → δS a
// function computes, in about so much memory.
func System(name, about string, memory papers.Memory, reverse func(m *Machine, f *Def, x, dr Value) (Value, error)) papers.System {
	gradient := func(_ *core.Program, f *core.Def, args []eval.Value, seed eval.Value, d number.Domain) (*papers.Result, error) {
		def, err := From(name, f)
		if err != nil {
			return nil, err
		}
		if seed == nil {
			if seed, err = papers.One(name, f, d); err != nil {
				return nil, err
			}
		}
		x, of := Argument(f, args)
		m := &Machine{D: d}
		value, err := m.Run(def, Import(of, x))
		if err != nil {
			return nil, err
		}
		dx, err := reverse(m, def, Import(of, x), ImportTangent(f.Result, seed))
		if err != nil {
			return nil, err
		}
		return result(m, f, value, ExportTangent(of, x, dx, d.Literal(f.Pos, 0)))
	}
	return papers.System{Name: name, Paper: 1, About: about, Gradient: gradient, Memory: memory}
}

// Argument is the argument of f as one value, and its type.
func Argument(f *core.Def, args []eval.Value) (eval.Value, core.Type) {
	if len(args) == 1 {
		return args[0], f.Params[0].Type
	}
	return eval.Tuple(args), &core.TupleType{Elems: f.Type().Params}
}

func result(m *Machine, f *core.Def, value Value, gradient eval.Value) (r *papers.Result, err error) {
	defer number.Catch(&err)
	return &papers.Result{Value: Export(f.Result, value), Gradient: gradient, Operations: m.D.Operations(), Steps: m.Steps, Bytes: m.Bytes}, nil
}
