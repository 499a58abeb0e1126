package main

import (
	"github.com/spf13/cobra"

	"procad/proc/deriv"
)

const revLong = `Rev prints the reverse derivative of a function f in one procedure. It is F[p]; R[p]
for the body p of f:

  rev$f : (S, δT) → (T, δS)      the value, and the cotangent of the argument from that of the result

Beside each name that f shares there is an accumulator for its cotangent.`

func (a *app) revCommand() *cobra.Command {
	return a.derived("rev", "print the reverse derivative of a function", revLong, deriv.Rev)
}
