package main

import (
	"github.com/spf13/cobra"

	"procad/proc"
)

const splitLong = `Split prints the reverse derivative of a function f in two procedures, with a
trace X that the first hands to the second:

  revf$f : S → (T, X)
  revr$f : (X, δT) → δS`

func (a *app) splitCommand() *cobra.Command {
	return a.derived("split", "print the forward pass and the reverse pass of a function", splitLong, proc.RevF, proc.RevR)
}
