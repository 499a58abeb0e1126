package main

import (
	"github.com/spf13/cobra"

	"procad/internal/optim"
	"procad/proc/deriv"
)

const splitLong = `Split prints the reverse derivative of a function f in two procedures. The first
passes a trace X to the second:

  revf$f : S → (T, X)
  revr$f : (X, cot T) → cot S

The cotangent of an array comes with the array: cot [Real] = ([Real], [Real]).

With --figure each rule is as in the figure of the paper. Nothing is known of zero
cotangents, the trace is not minimised, and derivatives of primitives stay calls.`

func (a *app) splitCommand() *cobra.Command {
	cmd := a.derived("split", "print the forward pass and the reverse pass of a function", splitLong, deriv.RevF, deriv.RevR)
	var figure bool
	cmd.Flags().BoolVar(&figure, "figure", false, "the plain figure, the same as --without "+string(optim.Annotations))
	cmd.PreRun = func(*cobra.Command, []string) {
		if figure {
			a.without.set = a.without.set.Union(optim.Of(optim.Annotations))
		}
	}
	return cmd
}
