package main

import (
	"github.com/spf13/cobra"
)

const lowerLong = `Lower prints a program as procedures, in .proc text. There every intermediate value
has a name, and every variable is used once. Derived procedures that the program calls
are printed too, so the text is a complete program. For a .proc file it prints the
standard form.`

func (a *app) lowerCommand() *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use: "lower FILE", Short: "print a program as procedures",
		Long: lowerLong, Example: "  procad lower kernel.fun -o kernel.proc", Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error {
			u, err := a.load(args[0])
			if err != nil {
				return err
			}
			if a.dump != "" {
				return a.writeDump(u, output, false, u.Names()...)
			}
			p, err := u.Text(u.Names()...)
			if err != nil {
				return &inSource{u.Source, err}
			}
			return a.write(output, p.Print)
		},
	}
	outputFlag(cmd, &output)
	a.dumpFlag(cmd)
	return cmd
}

func outputFlag(cmd *cobra.Command, output *string) {
	cmd.Flags().StringVarP(output, "output", "o", "", "write to `FILE` instead of standard output")
}

func fnFlag(cmd *cobra.Command, fn *string) {
	cmd.Flags().StringVar(fn, "fn", "", fnUsage)
}

const fnUsage = "the `NAME` of the function; by default the one that no other function calls"
