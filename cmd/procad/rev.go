package main

import (
	"github.com/spf13/cobra"

	"procad/proc/deriv"
)

const revLong = `Rev prints the reverse derivative of a function f, which is F[p]; R[p] for its
body p, in one procedure:

  rev$f : (S, δT) → (T, δS)      the value, and the cotangent of the argument from that of the result

Names that f shares have accumulators beside them, to which their cotangents are added.`

func (a *app) revCommand() *cobra.Command {
	return a.derived("rev", "print the reverse derivative of a function", revLong, deriv.Rev)
}
