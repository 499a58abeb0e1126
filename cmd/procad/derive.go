package main

import (
	"github.com/spf13/cobra"

	"procad/proc"
)

// derived is a command that prints derived procedures.
func (a *app) derived(use, short, long string, ds ...proc.Deriv) *cobra.Command {
	var fn, output string
	var only bool
	cmd := &cobra.Command{
		Use: use + " FILE", Short: short, Long: long + `

The function itself, and all procedures that it calls, are printed too, callees first.
So the text is a complete program. --only leaves them out. A line "derived" before each
derivative says how it was made. When the text is read, the derivative is made again
and compared.`,
		Example: "  procad " + use + " kernel.fun --fn f --only\n  procad " + use + " kernel.fun --fn f -o out.proc && procad check out.proc",
		Args:    oneFile,
		RunE: func(_ *cobra.Command, args []string) error {
			u, err := a.load(args[0])
			if err != nil {
				return err
			}
			d, err := u.Entry(fn)
			if err != nil {
				return err
			}
			fs := make([]proc.Func, len(ds))
			for i, op := range ds {
				fs[i] = op.Of(d.Name)
			}
			if a.dump != "" {
				return a.writeDump(u, output, only, fs...)
			}
			p, err := u.Text(fs...)
			if err != nil {
				return &inSource{u.Source, err}
			}
			if only {
				p = among(p, fs)
			}
			return a.write(output, p.Print)
		},
	}
	fnFlag(cmd, &fn)
	a.checkpointFlag(cmd)
	outputFlag(cmd, &output)
	a.dumpFlag(cmd)
	cmd.Flags().BoolVar(&only, "only", false, "leave out what the procedures call")
	return cmd
}
