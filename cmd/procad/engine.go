package main

import (
	"procad/interp"
	"procad/pipeline"
	"procad/proc"
)

// The values of --engine.
const (
	engineNative = "native"
	engineInterp = "interp"
)

// An engine runs functions until it is closed.
type engine interface {
	pipeline.Engine
	Close()
}

// engine prepares the engine of that name to call the given functions.
func (a *app) engine(c *call, name string, fs ...proc.Func) (engine, error) {
	return interpreter{interp.New(c.unit.Library.Def)}, nil
}

type interpreter struct{ *interp.Machine }

func (interpreter) Close() {}
