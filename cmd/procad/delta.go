package main

import (
	"io"

	"github.com/spf13/cobra"

	"procad/core"
	"procad/papers/compare"
	"procad/papers/delta"
	"procad/papers/delta/emit"
	domain "procad/papers/number"
	"procad/pipeline"
)

const deltaLong = `Delta prints a program in the form of the second paper (Krawiec and others, POPL 2022).
For each function f it prints the translation dual.f (Figure 9), where a Real is a
number with a Delta. It also prints the rule of each primitive (Figure 14).

With --in it runs the translation, and prints the tape as in Figure 12: one binding for
each operation on Reals, the oldest first, and then the result. procad grad --via delta
reads the gradient from this tape.

With --program it prints a program that every command takes. There the tape is an array
that each function takes and gives back. gradient_f(x, …, bindings) is the value and the
gradient of f, where bindings is the length of the tape. This gradient is slower than
that of rev. It can be differentiated again.

--fuse names functions that use no variables from around them. A call of such a function
is one binding, which has the gradient of the call (Figure 15).`

func (a *app) deltaCommand() *cobra.Command {
	var c callFlags
	var order delta.Order
	var fuse []string
	var program bool
	cmd := &cobra.Command{
		Use: "delta FILE", Short: "print dual numbers and the tape of the second paper",
		Long: deltaLong, Example: "  procad delta kernel.fun\n  procad delta kernel.fun --fn f --in data.json\n  procad delta kernel.fun --fn f --program -o dual.fun", Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if program {
				if order != (delta.Order{}) || len(fuse)+len(c.in) > 0 {
					return &usageError{cmd, "--program has no --in, --fuse, --right-to-left and --bind-literals"}
				}
				return a.deltaProgram(args[0], &c)
			}
			if len(c.in) > 0 {
				call, err := a.call(cmd, &c, args[0])
				if err != nil {
					return err
				}
				return a.deltaTape(call, order, fuse, c.output)
			}
			u, err := a.load(args[0])
			if err != nil {
				return err
			}
			return a.deltaText(u, c.fn, order, fuse, c.output)
		},
	}
	c.addData(cmd)
	cmd.Flags().StringSliceVar(&fuse, "fuse", nil, "the `FUNCTIONS` whose calls are one binding each, with commas between")
	cmd.Flags().BoolVar(&program, "program", false, "print a .fun program instead, whose function gradient_f is made of the translation")
	cmd.Flags().BoolVar(&order.RightToLeft, "right-to-left", false, "evaluate operands from right to left, as Figure 12 does")
	cmd.Flags().BoolVar(&order.Literals, "bind-literals", false, "make a binding for each literal, as Figure 12 does")
	return cmd
}

// deltaText prints the translations of a function and of those it calls, or of all.
func (a *app) deltaText(u *pipeline.Unit, fn string, order delta.Order, fuse []string, output string) error {
	p, err := compare.Elaborated(u)
	if err != nil {
		return &inSource{u.Source, err}
	}
	defs := p.Defs
	if fn != "" {
		def, err := entry(u, p, fn)
		if err != nil {
			return err
		}
		defs = []*core.Def{def}
	}
	l, err := delta.NewLibrary(p, order, fuse...)
	if err != nil {
		return &inSource{u.Source, compare.Located(u, err)}
	}
	return a.write(output, func(w io.Writer) error {
		if err := l.Print(w, defs...); err != nil {
			return &inSource{u.Source, compare.Located(u, err)}
		}
		return nil
	})
}

// deltaProgram prints the translation as a program.
func (a *app) deltaProgram(file string, c *callFlags) error {
	u, err := a.load(file)
	if err != nil {
		return err
	}
	p, err := compare.Elaborated(u)
	if err != nil {
		return &inSource{u.Source, err}
	}
	def, err := entry(u, p, c.fn)
	if err != nil {
		return err
	}
	out, err := emit.Program(p, def)
	if err != nil {
		return &inSource{u.Source, compare.Located(u, err)}
	}
	return a.write(c.output, out.Print)
}

// deltaTape prints the tape of a call.
func (a *app) deltaTape(call *call, order delta.Order, fuse []string, output string) error {
	s, err := compare.New(call.unit, call.def, call.args)
	if err != nil {
		return &inSource{call.unit.Source, err}
	}
	l, err := delta.NewLibrary(s.Program, order, fuse...)
	if err != nil {
		return &inSource{call.unit.Source, compare.Located(call.unit, err)}
	}
	r, err := delta.Start(l, s.Func, s.Args, domain.Float())
	if err != nil {
		return &inSource{call.unit.Source, compare.Located(call.unit, err)}
	}
	return a.write(output, func(w io.Writer) error { return r.Trace(w, -1) })
}
