package main

import (
	"io"

	"github.com/spf13/cobra"

	"procad/internal/diag"
	"procad/source"
)

const docLong = `Doc prints the types, constants and functions of a program, without the bodies of
functions, each with the comment that stands directly before it. Those whose names begin
with _ are left out.`

func (a *app) docCommand() *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use: "doc FILE", Short: "print what a program declares, with its comments",
		Long: docLong, Example: "  procad doc shapes.fun", Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error {
			u, err := a.load(args[0])
			if err != nil {
				return err
			}
			text, err := documented(u.Source)
			if err != nil {
				return &inSource{u.Source, err}
			}
			return a.write(output, func(w io.Writer) error {
				_, err := io.WriteString(w, text)
				return err
			})
		},
	}
	outputFlag(cmd, &output)
	return cmd
}

func documented(src *diag.Source) (string, error) {
	p, err := source.Parse(src)
	if err != nil {
		return "", err
	}
	return source.Documentation(p), nil
}
