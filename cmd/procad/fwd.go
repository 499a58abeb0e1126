package main

import (
	"github.com/spf13/cobra"

	"procad/proc/deriv"
)

const fwdLong = `Fwd prints the forward derivative of a function f:

  fwd$f : (S, δS) → (T, δT)      the value, and its change along a change of the argument`

func (a *app) fwdCommand() *cobra.Command {
	return a.derived("fwd", "print the forward derivative of a function", fwdLong, deriv.Fwd)
}
