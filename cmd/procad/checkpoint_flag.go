package main

import (
	"github.com/spf13/cobra"

	"procad/pipeline"
)

const checkpointUsage = "what the reverse of a sequential loop keeps, `[LOOP=]STRATEGY`: store, recompute, every(k), sqrt, " +
	"binomial(s), bisect, mixed(s) or auto; LOOP is a label, LINE or LINE:COLUMN, all loops if left out"

// checkpointFlag lets a command choose strategies for loops, over those of the program.
func (a *app) checkpointFlag(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&a.checkpoint, "checkpoint", nil, checkpointUsage)
}

// choose gives the loops of a program what the command line says.
func (a *app) choose(u *pipeline.Unit) error {
	choices := make([]pipeline.Choice, len(a.checkpoint))
	for i, text := range a.checkpoint {
		c, err := pipeline.ParseChoice(text)
		if err != nil {
			return err
		}
		choices[i] = c
	}
	return u.Checkpoint(choices...)
}
