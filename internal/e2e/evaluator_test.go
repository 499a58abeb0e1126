package e2e_test

import (
	"errors"
	"fmt"

	"procad/core"
	"procad/core/eval"
	"procad/internal/coredata"
	"procad/internal/diag"
	"procad/pipeline"
	"procad/source"
	"procad/source/elaborate"
)

// evaluatorSteps bounds what the evaluator may do for a value or a gradient.
const evaluatorSteps = 3_000_000

// errLong is of a program that takes the evaluator too long.
var errLong = errors.New("this takes the evaluator too long")

// elaborated is the core program of a unit.
func elaborated(u *pipeline.Unit) (*core.Program, error) {
	p, _, err := source.Load(&diag.Source{Name: u.Source.Name, Text: u.Source.Text})
	if err != nil {
		return nil, err
	}
	out := elaborate.Program(p)
	return out, core.Check(out)
}

// evaluated compares an engine with the evaluator of core, by value and gradient: nothing
// that is compiled, and no derivative that is, is used for what is right.
func (s *subject) evaluated(e pipeline.Engine) (err error) {
	if s.core == nil {
		if s.core, err = elaborated(s.unit); err != nil {
			return err
		}
	}
	d := s.core.Lookup(s.f.String())
	var args []eval.Value
	for i, v := range s.args.Values {
		args = append(args, coredata.Value(d.Params[i].Type, v))
	}
	want, failed := eval.Run(d, args, evaluatorSteps)
	if failed == eval.ErrSteps {
		return errLong
	}
	got, err := s.unit.Run(e, s.def, s.args)
	if (err != nil) != (failed != nil) {
		return fmt.Errorf("native code says %v, the evaluator %v", err, failed)
	}
	if err != nil {
		return nil
	}
	if err := coredata.Differ(want, got, 1e-9); err != nil {
		return fmt.Errorf("value: %w", err)
	}
	if d.Result != core.Real || core.Discrete(&core.TupleType{Elems: d.Type().Params}) {
		return nil
	}
	g, failed := eval.Derivative(core.Grad, d, args, evaluatorSteps)
	if failed == eval.ErrSteps {
		return errLong
	}
	_, parts, err := s.unit.Gradient(e, s.def, s.args, nil)
	if err != nil || failed != nil {
		return fmt.Errorf("gradient: native code says %v, the evaluator %v", err, failed)
	}
	for i, want := range coredata.Gradient(d, g) {
		if err := coredata.Differ(want, parts[i].Value, 1e-7); err != nil {
			return fmt.Errorf("gradient in %s: %w", parts[i].Name, err)
		}
	}
	return nil
}
