package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/measure"
	"procad/llvm/engine"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// What bench measures beside the value, by the flag --derivative.
const (
	derivGrad   = "grad"   // value and gradient of a Real
	derivVJP    = "vjp"    // value, and the cotangents of the parameters from those of the result, which are 1
	derivJacRev = "jacrev" // the Jacobians, row by row
	derivJacFwd = "jacfwd" // the Jacobians, column by column
	derivNone   = "none"
)

var derivKinds = []string{derivGrad, derivVJP, derivJacRev, derivJacFwd, derivNone}

// A derivative is what is measured beside a value.
type derivative struct {
	kind    string
	params  []string // that it has parts for
	task    measure.Task
	results int64 // the bytes of the arrays of its result, when it has run
}

// kindOf is the derivative that the flag means for a function: the gradient of a
// Real, and nothing beside what is no Real, if it is left out.
func (b *bencher) kindOf(u *pipeline.Unit, d *proc.Def, face *proc.Interface, flag string) (string, error) {
	smooth := slices.ContainsFunc(face.Params, func(p proc.Param) bool { return !deriv.Discrete(p.Type) })
	switch flag {
	case "":
		if !smooth || deriv.Discrete(d.Out.Type) {
			return derivNone, nil
		}
		if d.Out.Type != proc.Real {
			fmt.Fprintf(b.stderr, "note: the result of %.100s is %s, of which --derivative vjp, jacrev or jacfwd measures a derivative\n",
				u.Given(d.Name), diag.A(proc.BriefSource(face.Result)))
			return derivNone, nil
		}
		return derivGrad, nil
	case derivNone:
		return flag, nil
	case derivGrad:
		if err := u.Differentiable(d, face, nil); err != nil {
			return "", &inSource{u.Source, err}
		}
	}
	if !smooth || deriv.Discrete(d.Out.Type) {
		err := diag.Errorf(d.Pos, pipeline.CodeNotReal, "%.100s has no derivative: nothing in its %s is Real", u.Given(d.Name),
			map[bool]string{true: "result", false: "parameters"}[smooth])
		return "", &inSource{u.Source, err.In(u.Source.Name)}
	}
	for _, f := range called(flag, d.Name) {
		if _, err := u.Library.Sig(f); err != nil && flag != derivGrad && flag != derivVJP {
			err := diag.Errorf(d.Pos, pipeline.CodeNotReal, "%.100s has no Jacobian: in parameters and result there are Reals, arrays of Reals and what is discrete only", u.Given(d.Name))
			return "", &inSource{u.Source, err.In(u.Source.Name).Hintf("--derivative vjp takes any types")}
		}
	}
	return flag, nil
}

// called are the functions that native code needs for a derivative.
func called(kind string, f proc.Func) []proc.Func {
	switch kind {
	case derivGrad, derivVJP:
		return []proc.Func{deriv.VJP.Of(f)}
	case derivJacRev:
		return []proc.Func{deriv.JacRev.Of(f)}
	case derivJacFwd:
		return []proc.Func{deriv.JacFwd.Of(f)}
	}
	return nil
}

// derivativeOf is the task that runs a derivative, which called names.
func derivativeOf(kind string, c *call, n *native) func() error {
	u, d, args := c.unit, c.def, c.args
	switch kind {
	case derivGrad:
		return func() error { _, _, err := u.VJP(n, d, args, data.Real(1)); return err }
	case derivVJP:
		var seed *data.Value
		return func() error {
			if seed == nil {
				y, err := n.once(func() (data.Value, error) { return u.Run(n, d, args) })
				if err != nil {
					return err
				}
				y.Type = d.Out.Type
				ones := data.ZeroTangent(y)
				for _, x := range data.RealWords(ones) {
					*x = data.Real(1).Words[0]
				}
				seed = &ones
			}
			_, _, err := u.VJP(n, d, args, *seed)
			return err
		}
	}
	return func() error {
		zone, arg, err := args.For(d)
		if err != nil {
			return err
		}
		_, err = n.Call(called(kind, d.Name)[0], zone, arg)
		return u.Located(err)
	}
}

// timed is a task that calls native code, and notes how many bytes the arrays of its result have.
func timed(name string, u *pipeline.Unit, n *native, results *int64, call func() error) measure.Task {
	return measure.Task{Name: name, Time: func(ctx context.Context) (engine.Timing, error) {
		n.context = ctx
		if err := call(); err != nil {
			return engine.Timing{}, &inSource{u.Source, err}
		}
		*results = n.Last().Value.ArrayBytes()
		return n.Timing(), nil
	}}
}

// comparable says why the derivatives of two subjects are not to be compared, if
// they contain something else. A value alone is compared with the value.
func comparable(a, b *measured) error {
	if a.Derivative == nil || b.Derivative == nil {
		return nil
	}
	if a.Kind != b.Kind {
		return fmt.Errorf("the derivatives differ: %s of %s, and %s of %s; say which with --derivative, for both", a.Kind, a.Name, b.Kind, b.Name)
	}
	one, other := slices.Sorted(slices.Values(a.Params)), slices.Sorted(slices.Values(b.Params))
	if !slices.Equal(one, other) {
		return fmt.Errorf("the derivatives differ in what they contain: %s of %s, and %s of %s; say which parameters with --wrt, for both",
			strings.Join(one, ", "), a.Name, strings.Join(other, ", "), b.Name)
	}
	return nil
}
