package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"procad/internal/diag"
)

// A choiceFlag is a flag with one of a few values.
type choiceFlag struct {
	value   *string
	choices []string
}

// choiceVar adds such a flag to a command, which then completes it.
func choiceVar(cmd *cobra.Command, value *string, name, def, usage string, choices ...string) {
	*value = def
	cmd.Flags().Var(&choiceFlag{value, choices}, name, usage)
	complete(cmd, name, choices...)
}

func (c *choiceFlag) Set(text string) error {
	if !slices.Contains(c.choices, text) {
		hint := diag.DidYouMean(text, c.choices)
		if hint != "" {
			hint = "; " + hint
		}
		return fmt.Errorf("%.40q is not one of %s%s", text, strings.Join(c.choices, ", "), hint)
	}
	*c.value = text
	return nil
}

func (c *choiceFlag) String() string { return *c.value }

// Type is for the help of pflag.
func (c *choiceFlag) Type() string { return "choice" }
