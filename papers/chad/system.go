package chad

import (
	"procad/core"
	"procad/core/eval"
	"procad/diag"
	"procad/papers"
	"procad/papers/chad/linear"
	"procad/papers/number"
)

// name is that of the system.
const name = "chad"

// System is the gradient by D←, as a system of papers. Bytes are not counted: what the
// closures of the target language hold has no measure here.
var System = papers.System{Name: name, Paper: 4, About: "combinatory homomorphic AD: linear functions, copowers", Gradient: gradientBy(maxSteps)}

// maxSteps is how many terms an evaluation takes at most: D← of nested loops runs the
// bodies again for each loop around.
const maxSteps = 2_000_000_000

// Definition is a definition of core, and those that it calls, in the source language.
// Its parameters are one tuple. The error is a *papers.Unsupported.
func Definition(f *core.Def) (*Def, error) { return newElaborator().definition(f) }

// reals is real_ of a domain: its numbers, with + and *.
type reals struct{ number.Domain }

func (r reals) Plus(a, b Value) Value  { return r.Prim(diag.Pos{}, core.Add, a, b) }
func (r reals) Scale(c, v Value) Value { return r.Prim(diag.Pos{}, core.Mul, c, v) }

// gradientBy is the gradient in so many steps.
func gradientBy(steps int) func(p *core.Program, f *core.Def, args []eval.Value, seed eval.Value, d number.Domain) (*papers.Result, error) {
	return func(_ *core.Program, f *core.Def, args []eval.Value, seed eval.Value, d number.Domain) (_ *papers.Result, err error) {
		if seed == nil {
			if seed, err = papers.One(name, f, d); err != nil {
				return nil, err
			}
		}
		before := d.Operations()
		m := newMachine(d, reals{d}, steps)
		y, df, err := m.derived(Reverse, f, args)
		if err != nil {
			return nil, err
		}
		defer number.Catch(&err)
		dx := df.At(cotangent(f.Result, seed))
		types := f.Type().Params
		g := gradients(types, args, dx, d.Literal(f.Pos, 0))
		return &papers.Result{Value: y, Gradient: g, Operations: d.Operations() - before}, nil
	}
}

// Pushforward is f(args) and J ẋ, of the type core.Tangent of the result, by D→.
// The tangents are of the types core.Tangent of the parameters. Errors are as
// those of a papers.System.
func Pushforward(f *core.Def, args, tangents []eval.Value, d number.Domain) (value, tangent eval.Value, err error) {
	m := newMachine(d, reals{d}, maxSteps)
	value, df, err := m.derived(Forward, f, args)
	if err != nil {
		return nil, nil, err
	}
	defer number.Catch(&err)
	dx := cotangents(f.Type().Params, tangents)
	return value, gradient(f.Result, value, df.At(dx), d.Literal(f.Pos, 0)), nil
}

// derived is f(args) and its derivative there, by D(f).
func (m *machine) derived(mode Mode, f *core.Def, args []eval.Value) (y eval.Value, df linear.LFun, err error) {
	def, err := Definition(f)
	if err != nil {
		return nil, df, err
	}
	derivative, err := NewDeriver(mode, Derivatives).Def(def)
	if err != nil {
		return nil, df, err
	}
	defer number.Catch(&err)
	p := m.eval((*env)(nil).with(derivative.Param, argument(f.Type().Params, args)), derivative.Body)
	return out(f.Result, firstOf(p)), secondOf(p).(linear.LFun), nil
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
