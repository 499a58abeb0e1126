package main

import (
	"github.com/spf13/cobra"

	"procad/pipeline"
)

const checkpointUsage = "what the reverse of a sequential loop keeps, `[LOOP=]STRATEGY`: store, recompute, every(k), sqrt, " +
	"binomial(s), bisect, mixed(s) or auto; LOOP is a label, DEFINITION.LABEL, LINE or LINE:COLUMN; without LOOP it is for all loops"

// checkpointFlag lets a command choose strategies for loops, over those of the program.
func (a *app) checkpointFlag(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&a.checkpoint, "checkpoint", nil, checkpointUsage)
}

// choose gives the loops of a program what the command line says.
func choose(u *pipeline.Unit, checkpoint []string) error {
	choices := make([]pipeline.Choice, len(checkpoint))
	for i, text := range checkpoint {
		c, err := pipeline.ParseChoice(text)
		if err != nil {
			return err
		}
		choices[i] = c
	}
	return u.Checkpoint(choices...)
}

// memoryFlag lets a command choose strategies for a function and its data by
// the memory that there is.
func (a *app) memoryFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&a.memory, "memory", "", memoryUsage)
}

const memoryUsage = "the `MEMORY` that a gradient may use, such as 512MiB: loops with the strategy auto get the strategies of lowest counted cost that fit; " +
	"if no loop has auto, all loops without a strategy get them"

// decide chooses strategies by --memory, which then is the limit of the call.
func (a *app) decide(cmd *cobra.Command, c *call) error { return decideBy(cmd, c, a.memory) }

func decideBy(cmd *cobra.Command, c *call, memory string) error {
	u := c.unit
	if memory == "" {
		return nil
	}
	limit, err := parseBytes(memory)
	if err != nil {
		return &usageError{cmd, err.Error()}
	}
	if _, err := u.Auto(c.def, c.args, limit); err != nil {
		return &inSource{u.Source, err}
	}
	c.limit = limit
	return nil
}
