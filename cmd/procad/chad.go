package main

import (
	"io"

	"github.com/spf13/cobra"

	"procad/papers/chad"
	"procad/papers/compare"
)

const chadLong = `Chad prints what the fourth paper (Vákár and Smeding, CHAD) makes of a program: of
each function f the terms D→f, whose second part is the derivative of f as a linear
function of a tangent, and D←f, whose second part is the transpose, a linear function of
a cotangent. Definitions have no context, so that is one of their parameters.

--form target prints them as the rules of sections 7.4 and 7.5 give them, with linear
functions λ_v, applications t • s and copowers !t ⊗ s. In the form concrete these are
functions and lists, and in the form simplified, the default, the rules of Table 1 have
been used. --form source prints the program as the rules see it. procad grad --via
chad computes with D←.`

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
