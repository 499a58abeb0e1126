package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"procad/data"
	"procad/interp"
	"procad/llvm"
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

// engine is the engine that the flags ask for, ready to call the given
// functions: native code, or, if there is no clang or none is wanted, and nothing is
// asked for, the interpreter.
func (a *app) engine(c *call, flags *callFlags, fs ...proc.Func) (engine, error) {
	interpreter := interpreter{interp.New(c.unit.Library.Def)}
	if flags.engine == engineInterp {
		return interpreter, nil
	}
	compiler := llvm.Compiler{Strict: flags.strict, Without: c.unit.Without}
	if _, err := compiler.Find(); err != nil {
		missing, unwanted := errors.Is(err, llvm.ErrNoClang), errors.Is(err, llvm.ErrUnwanted)
		if flags.engine == engineNative || !missing && !unwanted {
			return nil, err
		}
		if missing {
			fmt.Fprintf(a.stderr, "note: %v; the interpreter runs the program, more slowly\n", err)
		}
		return interpreter, nil
	}
	n := &native{scratch: newScratch(), defs: map[proc.Func]*proc.Def{}, memory: c.limit}
	if err := n.compile(c.unit, &compiler, false, fs); err != nil {
		n.Close()
		return nil, err
	}
	return n, nil
}

type interpreter struct{ *interp.Machine }

func (interpreter) Close() {}

// native is an executable in a directory for scratch.
type native struct {
	*scratch
	program string
	defs    map[proc.Func]*proc.Def // the functions in it
	times   int                     // how often a call is repeated, to be timed
	timing  llvm.Timing             // of the last call
	memory  int64                   // how many bytes a call may use; what llvm.Run allows if 0
}

// compile makes an executable of functions.
func (n *native) compile(u *pipeline.Unit, compiler *llvm.Compiler, unchecked bool, fs []proc.Func) error {
	dir, err := n.directory()
	if err != nil {
		return err
	}
	n.program = filepath.Join(dir, "program")
	var entries []llvm.Entry
	for _, f := range fs {
		def, err := u.Library.Def(f)
		if err != nil {
			return err
		}
		n.defs[f] = def
		entries = append(entries, llvm.Entry{Func: f, Symbol: string(f), Face: positional(def)})
	}
	code, err := llvm.Generate(u.Library.Def, entries, llvm.Options{
		File: u.Source.Name, Strict: compiler.Strict, Unchecked: unchecked, Without: compiler.Without, Vector: compiler.VectorMath(n.context), Main: true,
	})
	if err != nil {
		return err
	}
	return n.interrupted(compiler.Compile(n.context, code, n.program, llvm.Executable))
}

// Call runs the executable once.
func (n *native) Call(f proc.Func, zone []data.Value, arg data.Value) (data.Value, error) {
	def := n.defs[f]
	values := append([]data.Value(nil), zone...)
	if def.In.Type != proc.Unit {
		values = append(values, arg)
	}
	result, err := llvm.Run(n.context, n.program, string(f), values, def.Out.Type, llvm.RunOptions{Times: n.times, Memory: n.memory})
	if err != nil {
		return data.Value{}, n.interrupted(err)
	}
	if result.Fault != nil {
		return data.Value{}, result.Fault
	}
	n.timing = result.Time
	return result.Value, nil
}

// once runs what calls the executable without repeating the call.
func (n *native) once(run func() (data.Value, error)) (data.Value, error) {
	times := n.times
	n.times = 0
	defer func() { n.times = times }()
	return run()
}

// positional names the parameters of a function by where they are passed.
func positional(d *proc.Def) *proc.Interface {
	p := proc.Program{}
	p.Add(d)
	return p.InterfaceOf(d.Name)
}
