package main

import "github.com/spf13/cobra"

const checkLong = `Check reads a program and reports every error in it, with its place and what
could be written instead. It prints nothing if there is none.`

func (a *app) checkCommand() *cobra.Command {
	return &cobra.Command{
		Use: "check FILE", Short: "report the errors in a program",
		Long: checkLong, Example: "  procad check kernel.fun", Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error {
			_, err := a.load(args[0])
			return err
		},
	}
}
