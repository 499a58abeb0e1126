package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"procad/internal/gradcheck"
	"procad/proc"
)

const assumeName = "assume-commuting"

// assumeFlag is a flag of commands that check the iterations of each ccl.
func assumeFlag(flags *pflag.FlagSet) {
	flags.Bool(assumeName, false, "do not check that the iterations of each loop ccl commute")
}

// commuting checks that the iterations of each ccl commute whose reverse the
// functions rely on.
func (a *app) commuting(cmd *cobra.Command, c *call, fs ...proc.Func) error {
	if assume, err := cmd.Flags().GetBool(assumeName); err != nil || assume {
		return err
	}
	unseen, err := gradcheck.Commute(c.unit, c.def, c.args, gradcheck.CommuteOps, fs...)
	for _, pos := range unseen {
		if pos.Known() {
			fmt.Fprintf(a.stderr, "%s:%s: note: whether the iterations of this ccl commute is not checked\n", c.unit.Source.Name, pos)
		}
	}
	if err != nil {
		return &inSource{c.unit.Source, err}
	}
	return nil
}
