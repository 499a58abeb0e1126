package main

import (
	"github.com/spf13/cobra"

	"procad/internal/data"
	"procad/papers/compare"
	"procad/pipeline"
	"procad/proc/deriv"
)

// viaFlag lets a command use another derivation than the compiler's.
func viaFlag(cmd *cobra.Command, via *string) {
	choiceVar(cmd, via, "via", compare.RevName, "the `SYSTEM` that makes the gradient: rev is the compiler; the others are systems of papers, which are slow and for comparison", compare.Names()...)
}

// ofCompiler are the flags that say how the compiler makes a gradient.
var ofCompiler = []string{"engine", "strict", "checkpoint"}

// onlyVia rejects the given flags of the compiler, where another system makes the gradient.
func onlyVia(cmd *cobra.Command, via string, flags ...string) error {
	if via == compare.RevName {
		return nil
	}
	for _, name := range flags {
		if f := cmd.Flags().Lookup(name); f != nil && f.Changed {
			return &usageError{cmd, "--" + name + " is for --via " + compare.RevName}
		}
	}
	return nil
}

// gradientVia is the value and the gradient of a call by a system of a paper.
func (a *app) gradientVia(call *call, via string) (value data.Value, parts []pipeline.Part, err error) {
	face := call.args.Interface
	if err := call.unit.Differentiable(call.def, face, nil); err != nil {
		return value, nil, &inSource{call.unit.Source, err}
	}
	value, all, err := a.vjpVia(call, via, nil)
	if err != nil {
		return value, nil, err
	}
	for i, p := range face.Params {
		if !deriv.Discrete(p.Type) {
			parts = append(parts, pipeline.Part{Name: p.Name, Value: all[i]})
		}
	}
	return value, parts, nil
}

// vjpVia is the value of a call and the cotangents of all parameters, of the seed 1 if
// seed is nil.
func (a *app) vjpVia(call *call, via string, seed *data.Value) (value data.Value, parts []data.Value, err error) {
	s, err := compare.New(call.unit, call.def, call.args)
	if err != nil {
		return value, nil, &inSource{call.unit.Source, err}
	}
	s.Limit = call.limit
	a.progress.say("running %s", via)
	value, parts, err = s.VJP(*compare.Find(compare.Systems(call.unit), via), seed)
	if err != nil {
		return value, nil, &inSource{call.unit.Source, err}
	}
	return value, parts, nil
}
