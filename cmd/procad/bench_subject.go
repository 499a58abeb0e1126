package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"procad/data"
	"procad/diag"
	"procad/llvm"
	"procad/measure"
	"procad/proc"
)

// subjectFlags say what is measured of a program.
type subjectFlags struct {
	fn                string
	wrt               []string
	derivative        string
	strict, unchecked bool
	without           withoutFlag
	checkpoint        []string
	memory            string
	machineFlags
}

func (f *subjectFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.fn, "fn", f.fn, fnUsage)
	wrtFlag(flags, &f.wrt)
	flags.Var(&choiceFlag{&f.derivative, derivKinds}, "derivative", "what to measure beside the value, `KIND`: "+
		strings.Join(derivKinds, ", ")+"; grad of a Real and nothing else if left out")
	flags.BoolVar(&f.strict, "strict", f.strict, strictUsage)
	flags.BoolVar(&f.unchecked, "unchecked", f.unchecked, uncheckedUsage)
	f.without.add(flags)
	f.addCPU(flags)
	flags.StringArrayVar(&f.checkpoint, "checkpoint", f.checkpoint, checkpointUsage)
	flags.StringVar(&f.memory, "memory", f.memory, memoryUsage)
}

func newFlagSet() *pflag.FlagSet {
	set := pflag.NewFlagSet("against", pflag.ContinueOnError)
	set.Usage = func() {}
	return set
}

// A subject is what is measured: a value, and perhaps a derivative.
type subject struct {
	name, function string
	value          measure.Task
	derivative     *derivative
	trace          func() (traceSize, error)
}

// tasks are those of the subject in a round.
func (s *subject) tasks() []measure.Task {
	if s.derivative == nil {
		return []measure.Task{s.value}
	}
	return []measure.Task{s.value, s.derivative.task}
}

// A bencher makes subjects that take the same data.
type bencher struct {
	*app
	*scratch
	cmd     *cobra.Command
	data    *diag.Source
	file    string // that has the data
	runs    int
	natives []*native
}

func (b *bencher) close() {
	for _, n := range b.natives {
		n.Close()
	}
	b.Close()
}

// readData reads the data, and keeps in a file what is no file, for executables.
func (b *bencher) readData(in, program string) error {
	b.data = &diag.Source{Name: "no data", Text: "{}"}
	if in == "-" && program == "-" {
		return &usageError{b.cmd, "the program and the data cannot both be standard input"}
	}
	if in != "" {
		src, err := b.read(in, maxData)
		if err != nil {
			return err
		}
		b.data = src
	}
	dir, err := b.directory()
	if err != nil {
		return err
	}
	b.file = filepath.Join(dir, "data.json")
	return os.WriteFile(b.file, []byte(b.data.Text), 0o600)
}

// program is a function of a program, compiled with its flags.
func (b *bencher) program(file string, f subjectFlags, name string) (*subject, error) {
	u, err := b.loadWith(file, f.without.set, f.checkpoint)
	if err != nil {
		return nil, err
	}
	d, err := u.Entry(f.fn)
	if err != nil {
		return nil, err
	}
	face, err := u.Callable(d)
	if err != nil {
		return nil, &inSource{u.Source, err}
	}
	if d, face, err = withRespectTo(u, d, f.wrt); err != nil {
		return nil, err
	}
	args, warnings, err := data.Read(b.data, face)
	b.warn(b.data, warnings)
	if err != nil {
		return nil, &inSource{b.data, err}
	}
	c := &call{unit: u, def: d, args: args}
	kind, err := b.kindOf(u, d, face, f.derivative)
	if err != nil {
		return nil, err
	}
	if err := b.strategies(c, kind, f.memory); err != nil {
		return nil, err
	}
	compiler, err := f.compiler(b.cmd, u.Without, f.strict)
	if err != nil {
		return nil, err
	}
	n := newNative(u, compiler, llvm.Options{Unchecked: f.unchecked})
	n.Times, n.Memory = b.runs, c.limit
	b.natives = append(b.natives, n)
	s := &subject{name: name, function: d.Name.Given()}
	s.value = timed("value", u, n, func() error { _, err := u.Run(n, d, args); return err })
	entries := append([]proc.Func{d.Name}, called(kind, d.Name)...)
	if kind != derivNone {
		s.derivative = &derivative{kind: kind, task: timed(kind, u, n, derivativeOf(kind, c, n))}
		for _, p := range face.Params {
			if !proc.Discrete(p.Type) {
				s.derivative.params = append(s.derivative.params, p.Name)
			}
		}
	}
	if kind == derivGrad {
		if err := b.afford(c); err != nil {
			return nil, err
		}
		n.Memory = c.limit
	}
	if kind == derivGrad || kind == derivVJP {
		s.trace = func() (traceSize, error) { return b.traceOf(c, n) }
	}
	if err := b.commuting(b.cmd, c, entries...); err != nil {
		return nil, err
	}
	if err := n.Prepare(entries...); err != nil {
		return nil, &inSource{u.Source, err}
	}
	return s, nil
}

// strategies decides those of the loops that need one for a derivative.
func (b *bencher) strategies(c *call, kind, memory string) error {
	switch {
	case kind == derivGrad:
		return decideBy(b.cmd, c, memory)
	case memory != "":
		return &usageError{b.cmd, "--memory is for the gradient of a Real"}
	case kind != derivNone:
		return decided(c.unit)
	}
	return nil
}

// shortName is the end of a path that is too long for a table.
func shortName(name string) string {
	const most = 24
	if name = strings.TrimSpace(name); len(name) > most {
		return "…" + name[len(name)-most+1:]
	}
	return name
}
