package main

import (
	"github.com/spf13/cobra"
	"io"

	"procad/internal/data"
	"procad/pipeline"
	"procad/proc"
)

// callFlags are the flags of commands that call a function with data.
type callFlags struct {
	fn, output, engine string
	in                 []string
	strict             bool
	threads            threadsFlag
	gradient           bool
	wrt                []string  // of a gradient
	trace              io.Writer // where the program prints; nil: nowhere
}

// addGradient are the flags of commands that want a gradient.
func (c *callFlags) addGradient(cmd *cobra.Command) {
	c.gradient = true
	wrtFlag(cmd.Flags(), &c.wrt)
}

func (c *callFlags) add(cmd *cobra.Command) {
	c.addData(cmd)
	choiceVar(cmd, &c.engine, "engine", "", "the `ENGINE`: native or interp; by default native if there is a clang", engineNative, engineInterp)
	strictFlag(cmd, &c.strict)
	c.threads.add(cmd.Flags())
	assumeFlag(cmd.Flags())
}

// addData are the flags of commands that run nothing.
func (c *callFlags) addData(cmd *cobra.Command) {
	fnFlag(cmd, &c.fn)
	outputFlag(cmd, &c.output)
	inFlag(cmd.Flags(), &c.in, inUsage)
}

// A call is a function with values for its parameters.
type call struct {
	unit *pipeline.Unit
	def  *proc.Def
	args *data.Args
	// limit is how many bytes a gradient may use, 0 if nothing is said.
	limit int64
}

// call loads a program and data for one of its functions.
func (a *app) call(cmd *cobra.Command, c *callFlags, file string) (*call, error) {
	u, d, face, err := a.function(cmd, c, file)
	if err != nil {
		return nil, err
	}
	return a.withData(cmd, c, u, d, face)
}

// function loads a program and finds one of its functions.
func (a *app) function(cmd *cobra.Command, c *callFlags, file string) (*pipeline.Unit, *proc.Def, *proc.Interface, error) {
	if err := standardOnce(cmd, c.in, file); err != nil {
		return nil, nil, nil, err
	}
	u, err := a.load(file)
	if err != nil {
		return nil, nil, nil, err
	}
	d, err := u.Entry(c.fn)
	if err != nil {
		return nil, nil, nil, err
	}
	face, err := u.Callable(d)
	if err != nil {
		return nil, nil, nil, &inSource{u.Source, err}
	}
	if c.gradient {
		if d, face, err = withRespectTo(u, d, c.wrt); err != nil {
			return nil, nil, nil, err
		}
	}
	return u, d, face, nil
}

// withData reads the data of a function.
func (a *app) withData(cmd *cobra.Command, c *callFlags, u *pipeline.Unit, d *proc.Def, face *proc.Interface) (*call, error) {
	if len(c.in) == 0 && len(face.Params) > 0 {
		return nil, &usageError{cmd, "--in is missing: a JSON file with " + names(face)}
	}
	in, err := a.inputs(cmd, c.in, face)
	if err != nil {
		return nil, err
	}
	args, err := in.args(a, face)
	if err != nil {
		return nil, err
	}
	return &call{unit: u, def: d, args: args}, nil
}
