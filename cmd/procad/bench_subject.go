package main

import (
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"procad/internal/data"
	"procad/internal/measure"
	folder "procad/internal/scratch"
	"procad/llvm"
	"procad/llvm/engine"
	looppasses "procad/llvm/loopir/passes"
	"procad/proc"
	"procad/proc/deriv"
)

// subjectFlags say what is measured of a program.
type subjectFlags struct {
	fn                string
	wrt               []string
	derivative        string
	strict, unchecked bool
	sizes             bool
	threads           threadsFlag
	without           withoutFlag
	checkpoint        []string
	memory            string
	machineFlags
}

func (f *subjectFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.fn, "fn", f.fn, fnUsage)
	wrtFlag(flags, &f.wrt)
	flags.Var(&choiceFlag{&f.derivative, derivKinds}, "derivative", "what to measure beside the value, `KIND`: "+
		strings.Join(derivKinds, ", ")+"; by default grad of a Real, else none")
	flags.BoolVar(&f.strict, "strict", f.strict, strictUsage)
	flags.BoolVar(&f.unchecked, "unchecked", f.unchecked, uncheckedUsage)
	flags.BoolVar(&f.sizes, "sizes", f.sizes, sizesUsage)
	f.threads.add(flags)
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
	inputs         int64 // the bytes of the arrays of the parameters
	results        int64 // and of those of the value, when it has run
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
	in      []string
	inputs  *inputs
	file    string // that has the data as JSON
	runs    int
	natives []*native
}

func (b *bencher) close() {
	for _, n := range b.natives {
		n.Close()
	}
	b.Close()
}

// values are those of the parameters. The files are read once, and a file with JSON is
// kept for executables.
func (b *bencher) values(face *proc.Interface) (*data.Args, error) {
	first := b.inputs == nil
	if first {
		var err error
		if b.inputs, err = b.app.inputs(b.cmd, b.in, face); err != nil {
			return nil, err
		}
	}
	args, err := b.inputs.args(b.app, face)
	if err != nil || !first {
		return args, err
	}
	dir, err := b.directory()
	if err != nil {
		return nil, err
	}
	b.file = filepath.Join(dir, "data.json")
	text, ok := b.inputs.json()
	if !ok {
		var all strings.Builder
		if err := data.WriteObject(&all, args.Fields()); err != nil {
			return nil, err
		}
		text = all.String()
	}
	return args, folder.WriteFile(b.file, []byte(text))
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
	args, err := b.values(face)
	if err != nil {
		return nil, err
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
	n.Times, n.Memory, n.Threads = b.runs, c.limit, f.threads.count()
	entries := append([]proc.Func{d.Name}, called(kind, d.Name)...)
	if f.sizes {
		zone, arg, err := args.For(d)
		if err != nil {
			return nil, err
		}
		n.Options.Sizes = map[proc.Func][]looppasses.Size{}
		for _, e := range entries {
			n.Options.Sizes[e] = engine.Sizes(zone, arg)
		}
	}
	b.natives = append(b.natives, n)
	s := &subject{name: name, function: u.Given(d.Name)}
	for _, v := range args.Values {
		s.inputs += v.ArrayBytes()
	}
	s.value = timed("value", u, n, &s.results, func() error { _, err := u.Run(n, d, args); return err })
	if kind != derivNone {
		s.derivative = &derivative{kind: kind}
		s.derivative.task = timed(kind, u, n, &s.derivative.results, derivativeOf(kind, c, n))
		for _, p := range face.Params {
			if !deriv.Discrete(p.Type) {
				s.derivative.params = append(s.derivative.params, p.Name)
			}
		}
	}
	if kind == derivGrad {
		if err := b.afford(c, memoryHint, deriv.VJP.Of(d.Name)); err != nil {
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
