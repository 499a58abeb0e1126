// Package reference compares engines with the evaluator of core, by value and gradient:
// nothing that is compiled, and no derivative that is, is used for what is right.
package reference

import (
	"errors"
	"fmt"

	"procad/core"
	"procad/core/eval"
	"procad/internal/coredata"
	"procad/internal/data"
	"procad/internal/diag"
	"procad/pipeline"
	"procad/proc"
	"procad/source"
	"procad/source/elaborate"
)

// Steps bounds what the evaluator may do for a value or a gradient.
const Steps = 3_000_000

// ErrLong is of a program that takes the evaluator more.
var ErrLong = errors.New("this takes the evaluator too long")

// Elaborated is the core program of a text, checked.
func Elaborated(src *diag.Source) (*core.Program, error) {
	p, _, err := source.Load(src)
	if err != nil {
		return nil, err
	}
	out := elaborate.Program(p)
	return out, core.Check(out)
}

// Args are arguments of d for the evaluator.
func Args(d *core.Def, args *data.Args) []eval.Value {
	list := make([]eval.Value, len(args.Values))
	for i, v := range args.Values {
		list[i] = coredata.Value(d.Params[i].Type, v)
	}
	return list
}

// A Meaning is what an engine makes of a function at some arguments: its value, and its
// gradient if there is one, or the error of each.
type Meaning struct {
	args             *data.Args
	value            data.Value
	gradient         []pipeline.Part
	err, gradientErr error
}

// Of is what an engine makes of d.
func Of(e pipeline.Engine, u *pipeline.Unit, d *proc.Def, args *data.Args) *Meaning {
	m := &Meaning{args: args}
	m.value, m.err = u.Run(e, d, args)
	if m.err == nil && u.Differentiable(d, args.Interface, nil) == nil {
		_, m.gradient, m.gradientErr = u.Gradient(e, d, args, nil)
	}
	return m
}

// Agrees compares with the evaluator, for the same function as core: both fail, or both
// give the same. The error is ErrLong if the evaluator takes too long.
func (m *Meaning) Agrees(d *core.Def) error {
	args := Args(d, m.args)
	want, failed := eval.Run(d, args, Steps)
	if failed == eval.ErrSteps {
		return ErrLong
	}
	if (m.err != nil) != (failed != nil) {
		return fmt.Errorf("the engine says %v, the evaluator %v", m.err, failed)
	}
	if m.err != nil {
		return nil
	}
	if err := differs(d.Result, want, m.value, m.value, 1e-9); err != nil {
		return fmt.Errorf("value: %w", err)
	}
	if d.Result != core.Real || core.Discrete(&core.TupleType{Elems: d.Type().Params}) {
		return nil
	}
	g, failed := eval.Derivative(core.Grad, d, args, Steps)
	if failed == eval.ErrSteps {
		return ErrLong
	}
	if m.gradientErr != nil || failed != nil {
		return fmt.Errorf("gradient: the engine says %v, the evaluator %v", m.gradientErr, failed)
	}
	parts := gradient(d, g)
	if len(parts) != len(m.gradient) {
		return fmt.Errorf("gradient: %d parts, want %d", len(m.gradient), len(parts))
	}
	var smooth []int
	for i, p := range d.Params {
		if !core.Discrete(p.Type) {
			smooth = append(smooth, i)
		}
	}
	for i, want := range parts {
		k := smooth[i]
		if err := differs(d.Params[k].Type, want, m.args.Values[k], m.gradient[i].Value, 1e-7); err != nil {
			return fmt.Errorf("gradient in %s: %w", m.gradient[i].Name, err)
		}
	}
	return nil
}
