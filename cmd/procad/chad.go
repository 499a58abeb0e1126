package main

import (
	"io"

	"github.com/spf13/cobra"

	"procad/papers/chad"
	"procad/papers/compare"
)

const chadLong = `Chad prints a program in the form of the fourth paper (Vákár and Smeding, CHAD). For each
function f it prints two terms. The second part of D→f is the derivative of f, a linear
function of a tangent. The second part of D←f is its transpose, a linear function of a
cotangent. A definition has no context, so the context is one of its parameters.

--form target prints the terms of the rules of sections 7.4 and 7.5, with linear
functions λ_v, applications t • s and copowers !t ⊗ s. In the form concrete these are
functions and lists. The form simplified, the default, also applies the rules of Table 1.
--form source prints the program that the rules take. procad grad --via chad computes
with D←.`

func (a *app) chadCommand() *cobra.Command {
	var fn, mode, form, output string
	cmd := &cobra.Command{
		Use: "chad FILE", Short: "print the terms D→ and D← of the fourth paper",
		Long: chadLong, Example: "  procad chad kernel.fun\n  procad chad kernel.fun --fn f --mode reverse --form target", Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error {
			u, defs, err := a.definitions(args[0], fn)
			if err != nil {
				return err
			}
			return a.write(output, func(w io.Writer) error {
				if err := chad.Print(w, defs, chad.Form(form), chadModes[mode]...); err != nil {
					return &inSource{u.Source, compare.Located(u, err)}
				}
				return nil
			})
		},
	}
	cmd.Flags().StringVar(&fn, "fn", "", fnUsage)
	choiceVar(cmd, &mode, "mode", "both", "the derivatives to print, a `MODE`", "forward", "reverse", "both")
	forms := make([]string, len(chad.Forms))
	for i, f := range chad.Forms {
		forms[i] = string(f)
	}
	choiceVar(cmd, &form, "form", string(chad.SimplifiedForm), "the `FORM` to print them in", forms...)
	outputFlag(cmd, &output)
	return cmd
}

var chadModes = map[string][]chad.Mode{
	"forward": {chad.Forward}, "reverse": {chad.Reverse}, "both": {chad.Forward, chad.Reverse},
}
