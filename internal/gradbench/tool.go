package gradbench

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/optim"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
	"procad/testdata/kernels"
)

// A Caller calls the functions of a module.
type Caller interface {
	pipeline.Engine
	// Repeat says how often a call is made: at least so many times, and until all of them
	// together took least. At most so many times are told. A call that takes longer than
	// most is an error, if most is not 0.
	Repeat(calls int, least, most time.Duration, told int)
	// Times are those of the last call.
	Times() []time.Duration
	Close()
}

// A Compile makes functions of a program ready to be called.
type Compile func(u *pipeline.Unit, fs ...proc.Func) (Caller, error)

// A Tool answers messages about modules that it has compiled.
type Tool struct {
	Name    string
	Compile Compile
	// Without are the disabled optimisations.
	Without []optim.Name
	// Limit is how long an evaluation may take beyond the time that its input asks for; 0 if any time.
	Limit time.Duration

	defined map[string]*defined
}

// A defined module is ready to be called.
type defined struct {
	*Module
	unit   *pipeline.Unit
	defs   []*proc.Def // those that its functions call, in their order
	caller Caller
}

// Close ends what the modules need.
func (t *Tool) Close() {
	for _, d := range t.defined {
		d.caller.Close()
	}
	t.defined = nil
}

// answer does what a message asks for. A message of another kind is only noted.
func (t *Tool) answer(m *message) *answer {
	a := &answer{ID: m.id}
	switch m.kind {
	case kindStart:
		a.Tool = t.Name
	case kindDefine:
		if err := t.define(m.module); err != nil {
			a.fail(err)
		} else {
			a.succeed()
		}
	case kindEvaluate:
		output, runs, err := t.evaluate(m)
		if err != nil {
			a.fail(err)
		} else {
			a.succeed()
			a.Output, a.Timings = output, timings(runs)
		}
	}
	return a
}

// define compiles a module, unless that is done.
func (t *Tool) define(name string) error {
	if t.defined[name] != nil {
		return nil
	}
	m := find(name)
	if m == nil {
		return fmt.Errorf("there is no module %.100q; there are %s", name, strings.Join(Modules(), ", "))
	}
	u, defs, err := m.load(t.Without)
	if err != nil {
		return err
	}
	called := make([]proc.Func, len(defs))
	for i, d := range defs {
		if called[i] = d.Name; m.functions[i].gradient {
			called[i] = deriv.VJP.Of(d.Name)
		}
	}
	caller, err := t.Compile(u, called...)
	if err != nil {
		return err
	}
	if t.defined == nil {
		t.defined = map[string]*defined{}
	}
	t.defined[name] = &defined{m, u, defs, caller}
	return nil
}

// more are the kernels of modules that testdata/kernels has not.
//
//go:embed kernels/*.fun
var more embed.FS

// load reads the kernel of a module, for derivatives in the parameters that they are
// wanted in, and finds the definitions that its functions call.
func (m *Module) load(without []optim.Name) (*pipeline.Unit, []*proc.Def, error) {
	file := m.Name + ".fun"
	text, err := kernels.Files.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		text, err = more.ReadFile("kernels/" + file)
	}
	if err != nil {
		return nil, nil, err
	}
	u, err := pipeline.Load(&diag.Source{Name: file, Text: string(text)}, without...)
	if err != nil {
		return nil, nil, err
	}
	var defs []*proc.Def
	for _, f := range m.functions {
		d, err := u.Entry(f.entry)
		if err != nil {
			return nil, nil, err
		}
		if f.gradient {
			if d, err = u.Wrt(d, m.wrt); err != nil {
				return nil, nil, err
			}
		}
		defs = append(defs, d)
	}
	return u, defs, nil
}

// evaluate runs a function as often as its input asks for.
func (t *Tool) evaluate(m *message) (output []byte, runs []time.Duration, err error) {
	mod := t.defined[m.module]
	if mod == nil {
		return nil, nil, fmt.Errorf("the module %.100q is not defined: a define message with success comes first", m.module)
	}
	i := slices.IndexFunc(mod.functions, func(f function) bool { return f.name == m.function })
	if i < 0 {
		return nil, nil, fmt.Errorf("%s has no function %.100q; it has %s", m.module, m.function, mod.names())
	}
	if m.input == "" {
		return nil, nil, errors.New("the message has no input")
	}
	f := mod.functions[i]
	repeat, err := repeatOf(m.input)
	if err != nil {
		return nil, nil, err
	}
	d := mod.defs[i]
	args, err := mod.read(&diag.Source{Name: "input", Text: m.input}, mod.unit.Interface(d))
	if err != nil {
		return nil, nil, err
	}
	limit := t.Limit
	if limit > 0 {
		limit += repeat.least
	}
	mod.caller.Repeat(repeat.calls, repeat.least, limit, maxTimings)
	var value data.Value
	var parts []pipeline.Part
	if f.gradient {
		value, parts, err = mod.unit.Gradient(mod.caller, d, args, nil)
	} else {
		value, err = mod.unit.Run(mod.caller, d, args)
	}
	if err != nil {
		return nil, nil, err
	}
	var b bytes.Buffer
	if err := f.write(&b, value, parts); err != nil {
		return nil, nil, err
	}
	return b.Bytes(), mod.caller.Times(), nil
}
