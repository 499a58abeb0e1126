package main

import (
	"io"

	"github.com/spf13/cobra"

	"procad/core"
	"procad/papers/cl"
	"procad/papers/compare"
	"procad/papers/ks"
	"procad/pipeline"
)

const clLong = `Cl prints a program and its derivatives in CL, the categorical language of the first
paper (Figures 9 to 11). CL has no variables: an environment goes through the code.

--pass says what to print of each function f:

  code     F(f): P drops components of the environment, L adds one, F calls a function
  forward  fwd$f
  reverse  rev$f, which recomputes what it needs of f
  split    revf$f and revr$f, the passes of Section 6.1`

// clPasses are the choices of --pass, with what they print of a definition.
var clPasses = []struct {
	name  string
	print func(d *cl.Deriver, f *cl.Def) []*cl.Def
}{
	{"code", func(_ *cl.Deriver, f *cl.Def) []*cl.Def { return []*cl.Def{f} }},
	{"forward", func(d *cl.Deriver, f *cl.Def) []*cl.Def { return []*cl.Def{d.Forward(f)} }},
	{"reverse", func(d *cl.Deriver, f *cl.Def) []*cl.Def { return []*cl.Def{d.Reverse(f)} }},
	{"split", func(d *cl.Deriver, f *cl.Def) []*cl.Def {
		forward, reverse := d.Split(f)
		return []*cl.Def{forward, reverse}
	}},
}

func (a *app) clCommand() *cobra.Command {
	var fn, pass, output string
	var noPruning bool
	cmd := &cobra.Command{
		Use: "cl FILE", Short: "print the categorical language of the first paper",
		Long: clLong, Example: "  procad cl kernel.fun\n  procad cl kernel.fun --fn f --pass split", Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error {
			u, defs, err := a.definitions(args[0], fn)
			if err != nil {
				return err
			}
			return a.write(output, func(w io.Writer) error { return clText(w, u, defs, pass, !noPruning) })
		},
	}
	names := make([]string, len(clPasses))
	for i, p := range clPasses {
		names[i] = p.name
	}
	addPrinted(cmd, &fn, &output)
	choiceVar(cmd, &pass, "pass", "code", "the `PASS` to print: code, forward, reverse or split", names...)
	cmd.Flags().BoolVar(&noPruning, "no-pruning", false, "keep all variables in environments")
	return cmd
}

func clText(w io.Writer, u *pipeline.Unit, defs []*core.Def, pass string, prune bool) error {
	for _, def := range defs {
		f, err := ks.From(cl.System.Name, def)
		if err != nil {
			return &inSource{u.Source, compare.Located(u, err)}
		}
		for _, p := range clPasses {
			if p.name != pass {
				continue
			}
			for _, made := range p.print(cl.NewDeriver(), cl.NewConvert(prune).Def(f)) {
				if _, err := io.WriteString(w, cl.Print(made)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
