package main

import (
	"github.com/spf13/cobra"

	"procad/core"
	"procad/papers/compare"
	"procad/pipeline"
)

// addPrinted adds the flags of commands that print what a system of a paper makes.
func addPrinted(cmd *cobra.Command, fn, output *string) {
	fnFlag(cmd, fn)
	outputFlag(cmd, output)
}

// definitions are the one of a name, or all, as elaboration makes them.
func (a *app) definitions(file, fn string) (*pipeline.Unit, []*core.Def, error) {
	u, err := a.load(file)
	if err != nil {
		return nil, nil, err
	}
	p, err := compare.Elaborated(u)
	if err != nil {
		return nil, nil, &inSource{u.Source, err}
	}
	if fn == "" {
		return u, p.Defs, nil
	}
	def, err := entry(u, p, fn)
	return u, []*core.Def{def}, err
}

// entry is the definition of a name in p, or, if that is "", the one that commands take
// for it.
func entry(u *pipeline.Unit, p *core.Program, fn string) (*core.Def, error) {
	d, err := u.Entry(fn)
	if err != nil {
		return nil, err
	}
	def, err := compare.Definition(u, p, d)
	if err != nil {
		return nil, &inSource{u.Source, err}
	}
	return def, nil
}
