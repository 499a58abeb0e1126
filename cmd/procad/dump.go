package main

import (
	"io"

	"github.com/spf13/cobra"

	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// A dumpFlag is the label of a pass, or "".
type dumpFlag string

// Set reads the flag.
func (d *dumpFlag) Set(text string) error {
	_, err := pipeline.Row(text)
	*d = dumpFlag(text)
	return err
}

func (d *dumpFlag) String() string { return string(*d) }

// Type is for the help of pflag.
func (d *dumpFlag) Type() string { return "pass" }

// dumpFlag lets a command print the program after a pass instead of what it makes.
func (a *app) dumpFlag(cmd *cobra.Command) {
	a.dump = ""
	cmd.Flags().Var(&a.dump, "dump", "print the program after the pass `PASS`, before later passes; explain --passes lists the passes")
}

// writeDump prints a program that was loaded up to a pass, with the functions that a
// command makes; or only those.
func (a *app) writeDump(u *pipeline.Unit, output string, only bool, fs ...proc.Func) error {
	terms, p, err := u.Dump(fs...)
	if err != nil {
		return &inSource{u.Source, err}
	}
	return a.write(output, func(w io.Writer) error {
		switch {
		case terms != nil:
			return terms.Print(w)
		case only:
			p = among(p, fs)
		}
		return p.Print(w)
	})
}

// among are the definitions of some functions in a program.
func among(p *proc.Program, fs []proc.Func) *proc.Program {
	some := &proc.Program{Derived: p.Derived, Rules: p.Rules}
	for _, f := range fs {
		if d := p.Lookup(f); d != nil {
			some.Add(d)
		}
	}
	return some
}

// dumpCall is writeDump for commands that call a function or its gradient. It needs no data.
func (a *app) dumpCall(c *callFlags, file string) error {
	u, err := a.load(file)
	if err != nil {
		return err
	}
	d, err := u.Entry(c.fn)
	if err != nil {
		return err
	}
	f := d.Name
	if c.gradient {
		if d, _, err = withRespectTo(u, d, c.wrt); err != nil {
			return err
		}
		f = deriv.VJP.Of(d.Name)
	}
	return a.writeDump(u, c.output, false, f)
}

// passes are the labels of the passes after which a program has a text.
func passes(*app, *cobra.Command, []string) []string {
	var list []string
	for i, p := range pipeline.Passes {
		if p.On != pipeline.OnNative {
			list = append(list, pipeline.Label(i))
		}
	}
	return list
}
