package main

import (
	"github.com/spf13/pflag"

	"procad/pipeline"
	"procad/proc"
)

// wrtFlag lets a command differentiate in some parameters only.
func wrtFlag(flags *pflag.FlagSet, wrt *[]string) {
	flags.StringSliceVar(wrt, "wrt", *wrt, "the `PARAMETERS` to differentiate with respect to, with commas between; by default all. Parameters that are left out cost nothing")
}

// withRespectTo is a function whose gradient is wanted, with all parameters inactive but
// some, if any are given.
func withRespectTo(u *pipeline.Unit, d *proc.Def, wrt []string) (*proc.Def, *proc.Interface, error) {
	d, err := u.Wrt(d, wrt)
	if err != nil {
		return nil, nil, &inSource{u.Source, err}
	}
	return d, u.Interface(d), nil
}
