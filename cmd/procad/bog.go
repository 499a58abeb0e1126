package main

import (
	"io"

	"github.com/spf13/cobra"

	"procad/core"
	"procad/papers/bog"
	"procad/papers/compare"
	"procad/papers/ks"
	"procad/pipeline"
)

const bogLong = `Bog prints the forms of Section 11 of the first paper. Each function f is printed in the
single-use dialect: dup copies and elim drops, so that each variable is used exactly
once. f_fbog keeps a record for the reverse (Figure 24), and f_rbog consumes it (Figure
25).`

func (a *app) bogCommand() *cobra.Command {
	var fn, output string
	cmd := &cobra.Command{
		Use: "bog FILE", Short: "print the single-use form of the first paper, and its forward and reverse pass",
		Long: bogLong, Example: "  procad bog kernel.fun\n  procad bog kernel.fun --fn f", Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error {
			u, defs, err := a.definitions(args[0], fn)
			if err != nil {
				return err
			}
			return a.write(output, func(w io.Writer) error { return bogText(w, u, defs) })
		},
	}
	addPrinted(cmd, &fn, &output)
	return cmd
}

func bogText(w io.Writer, u *pipeline.Unit, defs []*core.Def) error {
	for _, def := range defs {
		f, err := ks.From(bog.System.Name, def)
		if err != nil {
			return &inSource{u.Source, compare.Located(u, err)}
		}
		single := bog.NewConverter().Def(f)
		text := bog.Print(single)
		if !ks.Discrete(f.Of) {
			forward, reverse := bog.NewDeriver().Passes(single)
			text += ks.Print(forward) + ks.Print(reverse)
		}
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
	}
	return nil
}
