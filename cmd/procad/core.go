package main

import (
	"github.com/spf13/cobra"
)

const coreLong = `Core prints a program in the core language. This language has no patterns, no sizes
in types, and no local functions for several types. The text is a .fun program that
means the same. docs/core.md explains the language.`

func (a *app) coreCommand() *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use: "core FILE", Short: "print a program in the core language",
		Long: coreLong, Example: "  procad core kernel.fun", Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error {
			u, err := a.load(args[0])
			if err != nil {
				return err
			}
			if a.dump != "" {
				return a.writeDump(u, output, false, u.Names()...)
			}
			p, err := u.Core()
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
