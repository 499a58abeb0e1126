package chad

import (
	"math"

	"procad/core"
	"procad/core/eval"
	"procad/papers"
	"procad/papers/chad/linear"
	"procad/papers/number"
)

// name is that of the system.
const name = "chad"

// System is the gradient by D←, as a system of papers. Bytes are not counted, -1: what the
// closures of the target language hold has no measure here.
var System = papers.System{Name: name, Paper: 4, About: "combinatory homomorphic AD: linear functions, copowers", Gradient: gradientOf, Memory: papers.Memory{Operation: 10}}

// Definition is a definition of core, and those that it calls, in the source language.
// Its parameters are one tuple. The error is a *papers.Unsupported.
func Definition(f *core.Def) (*Def, error) { return inTerms().definition(f) }

func gradientOf(_ *core.Program, f *core.Def, args []eval.Value, seed eval.Value, d number.Domain) (_ *papers.Result, err error) {
	if seed == nil {
		if seed, err = papers.One(name, f, d); err != nil {
			return nil, err
		}
	}
	before := d.Operations()
	y, g, steps, err := Differentiation.pullback(f, args, seed, d)
	if err != nil {
		return nil, err
	}
	return &papers.Result{Value: y, Gradient: g, Operations: d.Operations() - before, Steps: steps, Bytes: -1}, nil
}

// Pullback is f(args), and what D←(f) makes of a seed: the product with the transposed
// Jacobian, for derivatives. Seed and result are of the types of the operator vjp, with elements of the
// analysis for Reals. Errors are as those of a papers.System.
func (a Analysis) Pullback(f *core.Def, args []eval.Value, seed eval.Value, d number.Domain) (value, result eval.Value, err error) {
	value, result, _, err = a.pullback(f, args, seed, d)
	return value, result, err
}

func (a Analysis) pullback(f *core.Def, args []eval.Value, seed eval.Value, d number.Domain) (value, result eval.Value, steps int64, err error) {
	value, df, m, err := a.at(Reverse, f, args, d)
	if err != nil {
		return nil, nil, 0, err
	}
	defer number.Catch(&err)
	dx := df.At(cotangent(f.Result, seed))
	return value, gradients(f.Type().Params, args, dx, a.Zero(d)), m.taken(), nil
}

// Pushforward is f(args), and what D→(f) makes of tangents: the product with the Jacobian,
// for derivatives. Tangents and result are of the types of the operator jvp, likewise.
func (a Analysis) Pushforward(f *core.Def, args, tangents []eval.Value, d number.Domain) (value, result eval.Value, err error) {
	value, df, _, err := a.at(Forward, f, args, d)
	if err != nil {
		return nil, nil, err
	}
	defer number.Catch(&err)
	dy := df.At(cotangents(f.Type().Params, tangents))
	return value, gradient(f.Result, value, dy, a.Zero(d)), nil
}

// at is f(args), the linear function that D(f) has there, and what evaluates it.
func (a Analysis) at(mode Mode, f *core.Def, args []eval.Value, d number.Domain) (y eval.Value, df linear.LFun, m *machine, err error) {
	def, err := Definition(f)
	if err != nil {
		return nil, df, nil, err
	}
	derivative, err := NewDeriver(mode, a.Calculus).Def(def)
	if err != nil {
		return nil, df, nil, err
	}
	defer number.Catch(&err)
	m = newMachine(d, a.Tangents(d), math.MaxInt)
	p := m.eval((*env)(nil).with(derivative.Param, argument(f.Type().Params, args)), derivative.Body)
	return out(f.Result, firstOf(p)), secondOf(p).(linear.LFun), m, nil
}

// argument is the one argument that a definition has for those of core.
func argument(types []core.Type, args []eval.Value) Value {
	if len(types) == 1 {
		return into(types[0], args[0])
	}
	return into(core.TupleOf(types...), eval.Tuple(args))
}

// cotangents is the element of D(x)₂ for the one argument x.
func cotangents(types []core.Type, ds []eval.Value) Value {
	if len(types) == 1 {
		return cotangent(types[0], ds[0])
	}
	return cotangent(core.TupleOf(types...), eval.Tuple(ds))
}

// gradients is the cotangent of the arguments as vjp gives it.
func gradients(types []core.Type, args []eval.Value, d Value, zero eval.Value) eval.Value {
	if len(types) == 1 {
		return gradient(types[0], args[0], d, zero)
	}
	return gradient(core.TupleOf(types...), eval.Tuple(args), d, zero)
}
