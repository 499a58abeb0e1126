package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"procad/internal/optim"
	"procad/llvm/loopir/build"
	looppasses "procad/llvm/loopir/passes"
	"procad/proc"
)

const loopirLong = `Loopir prints a function in the loop IR, which stands between procedures and LLVM IR.
There values are numbered, loops have their bodies inside, and each access to an array
is preceded by the checks that it needs. The text has the functions that the function
calls, callees first. What stands behind "at" is the position in the source that a
run-time error has.`

func (a *app) loopirCommand() *cobra.Command {
	var n nativeFlags
	var output, after string
	cmd := &cobra.Command{
		Use: "loopir FILE", Short: "print a function in the loop IR",
		Long: loopirLong, Example: "  procad loopir kernel.fun --fn f --grad", Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := n.check(cmd); err != nil {
				return err
			}
			if after != "" && !slices.Contains(looppasses.Names(), after) {
				return &usageError{cmd, fmt.Sprintf("--after: no pass on the loop IR is called %q; there are %s", after, strings.Join(looppasses.Names(), ", "))}
			}
			m, err := a.module(cmd, &n, args[0], false)
			if err != nil {
				return err
			}
			var fs []proc.Func
			for _, e := range m.entries {
				fs = append(fs, e.Func)
			}
			p, err := build.Program(m.unit.Library.Def, nil, fs...)
			if err != nil {
				return &inSource{m.unit.Source, err}
			}
			if after != "" {
				without := m.options.Without
				opts := looppasses.Options{Last: optim.Name(after), Strict: without.Has(optim.Reorder), Without: without, Lanes: 8, Threads: looppasses.CostlyLoops}
				if _, err := looppasses.Run(p, opts); err != nil {
					return &inSource{m.unit.Source, err}
				}
			}
			return a.write(output, p.Print)
		},
	}
	n.addFunctions(a, cmd)
	outputFlag(cmd, &output)
	cmd.Flags().StringVar(&after, "after", "", "print the text after the pass `PASS` on the loop IR and all before it: "+strings.Join(looppasses.Names(), ", "))
	return cmd
}
