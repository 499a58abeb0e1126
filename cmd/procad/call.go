package main

import (
	"strings"

	"github.com/spf13/cobra"

	"procad/data"
	"procad/diag"
	"procad/pipeline"
	"procad/proc"
)

// callFlags are the flags of commands that call a function with data.
type callFlags struct {
	fn, in, output, engine string
	strict                 bool
	gradient               bool
	wrt                    []string // of a gradient
}

// addGradient are the flags of commands that want a gradient.
func (c *callFlags) addGradient(cmd *cobra.Command) {
	c.gradient = true
	wrtFlag(cmd.Flags(), &c.wrt)
}

func (c *callFlags) add(cmd *cobra.Command) {
	c.addData(cmd)
	choiceVar(cmd, &c.engine, "engine", "", "the `ENGINE`: native or interp; native where there is a clang, if left out", engineNative, engineInterp)
	strictFlag(cmd, &c.strict)
	assumeFlag(cmd.Flags())
}

// addData are the flags of commands that run nothing.
func (c *callFlags) addData(cmd *cobra.Command) {
	fnFlag(cmd, &c.fn)
	outputFlag(cmd, &c.output)
	cmd.Flags().StringVar(&c.in, "in", "", "the JSON `FILE` with the data; - is standard input")
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
	if c.in == "-" && file == "-" {
		return nil, &usageError{cmd, "the program and the data cannot both be standard input"}
	}
	u, err := a.load(file)
	if err != nil {
		return nil, err
	}
	d, err := u.Entry(c.fn)
	if err != nil {
		return nil, err
	}
	face, err := u.Callable(d)
	if err != nil {
		return nil, &inSource{u.Source, err}
	}
	if c.gradient {
		if d, face, err = withRespectTo(u, d, c.wrt); err != nil {
			return nil, err
		}
	}
	if c.in == "" && len(face.Params) > 0 {
		names := make([]string, len(face.Params))
		for i, p := range face.Params {
			names[i] = p.Name
		}
		return nil, &usageError{cmd, "--in is missing: a JSON file with " + strings.Join(names, ", ")}
	}
	src := &diag.Source{Name: "no data", Text: "{}"}
	if c.in != "" {
		if src, err = a.read(c.in, maxData); err != nil {
			return nil, err
		}
	}
	args, warnings, err := data.Read(src, face)
	a.warn(src, warnings)
	if err != nil {
		return nil, &inSource{src, err}
	}
	return &call{unit: u, def: d, args: args}, nil
}
