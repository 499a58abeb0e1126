package main

import (
	"errors"
	"fmt"

	"procad/internal/data"
	"procad/interp"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/prim"
	"procad/proc"
)

// The values of --engine.
const (
	engineNative = "native"
	engineInterp = "interp"
)

// A runner is an engine that runs functions until it is closed.
type runner interface {
	pipeline.Engine
	Close()
}

// engine is the engine that the flags ask for, ready to call the given
// functions: native code, or, if there is no clang or none is wanted, and nothing is
// asked for, the interpreter.
func (a *app) engine(c *call, flags *callFlags, fs ...proc.Func) (runner, error) {
	there := memoryThere()
	interpreter := interpreter{c.unit.Interpreter(interp.MemoryLimit(there), interp.Trace(flags.trace))}
	if flags.engine == engineInterp {
		a.progress.say("running in the interpreter")
		return interpreter, nil
	}
	compiler := toolchain.Compiler{Strict: flags.strict, Without: c.unit.Without}
	if _, err := compiler.Find(); err != nil {
		missing, unwanted := errors.Is(err, toolchain.ErrNoClang), errors.Is(err, toolchain.ErrUnwanted)
		if flags.engine == engineNative || !missing && !unwanted {
			return nil, err
		}
		if missing {
			fmt.Fprintf(a.stderr, "note: %v; the interpreter runs the program, more slowly\n", err)
		}
		a.progress.say("running in the interpreter")
		return interpreter, nil
	}
	n := newNative(c.unit, compiler, llvm.Options{})
	n.Trace, n.Threads = flags.trace, flags.threads.count()
	if n.Memory = c.limit; n.Memory == 0 {
		n.Memory = there
	}
	a.progress.say("compiling")
	if err := n.Prepare(fs...); err != nil {
		n.Close()
		return nil, &inSource{c.unit.Source, err}
	}
	a.progress.say("running")
	return n, nil
}

type interpreter struct{ *interp.Machine }

func (interpreter) Close() {}

// native runs executables, until the command is interrupted.
type native struct {
	*scratch
	*engine.Engine
}

// newNative is native code of a unit, as a compiler and options say.
func newNative(u *pipeline.Unit, compiler toolchain.Compiler, opts llvm.Options) *native {
	s := newScratch()
	opts.File, opts.Imports, opts.Link, opts.Strict, opts.Without = u.Source.Name, u.Imports, u.Link, compiler.Strict, compiler.Without
	return &native{s, &engine.Engine{Lookup: u.Library.Def, Options: opts, Compiler: compiler, Context: s.context}}
}

// Prepare makes one executable for functions that will be called.
func (n *native) Prepare(fs ...proc.Func) error { return n.interrupted(n.Engine.Prepare(fs...)) }

// Call runs the executable once.
func (n *native) Call(f proc.Func, zone []data.Value, arg data.Value) (data.Value, error) {
	v, err := n.Engine.Call(f, zone, arg)
	if _, ok := errors.AsType[*prim.RuntimeError](err); ok {
		return v, err
	}
	return v, n.interrupted(err)
}

func (n *native) Close() {
	n.Engine.Close()
	n.scratch.Close()
}

// once runs what calls the executable without repeating the call.
func (n *native) once(run func() (data.Value, error)) (data.Value, error) {
	times := n.Times
	n.Times = 0
	defer func() { n.Times = times }()
	return run()
}
