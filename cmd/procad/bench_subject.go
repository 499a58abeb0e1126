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
	strict, unchecked bool
	without           withoutFlag
}

func (f *subjectFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.fn, "fn", f.fn, fnUsage)
	wrtFlag(flags, &f.wrt)
	flags.BoolVar(&f.strict, "strict", f.strict, strictUsage)
	flags.BoolVar(&f.unchecked, "unchecked", f.unchecked, uncheckedUsage)
	f.without.add(flags)
}

func newFlagSet() *pflag.FlagSet {
	set := pflag.NewFlagSet("against", pflag.ContinueOnError)
	set.Usage = func() {}
	return set
}

// A subject is what is measured: a value, and perhaps a gradient.
type subject struct {
	name, function string
	tasks          []measure.Task
	trace          func() (int64, error) // the bytes of what the forward pass keeps, at most
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
	u, err := b.loadWithout(file, f.without.set)
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
	n := &native{scratch: newScratch(), defs: map[proc.Func]*proc.Def{}, times: b.runs}
	b.natives = append(b.natives, n)
	s := &subject{name: name, function: string(d.Name)}
	entries := []proc.Func{d.Name}
	timed := func(task string, err func() error) {
		s.tasks = append(s.tasks, measure.Task{Name: task, Time: func() (llvm.Timing, error) {
			if err := err(); err != nil {
				return llvm.Timing{}, &inSource{u.Source, err}
			}
			return n.timing, nil
		}})
	}
	timed("value", func() error { _, err := u.Run(n, d, args); return err })
	if u.Differentiable(d, face, nil) == nil {
		if err := decided(u); err != nil {
			return nil, err
		}
		s.trace = func() (int64, error) {
			t, err := u.Trace(d, args)
			if err != nil {
				return 0, &inSource{u.Source, err}
			}
			return t.Bytes.Hi, nil
		}
		entries = append(entries, proc.VJP.Of(d.Name))
		timed("gradient", func() error { _, _, err := u.VJP(n, d, args, data.Real(1)); return err })
	}
	if err := n.compile(u, &llvm.Compiler{Strict: f.strict, Without: u.Without}, f.unchecked, entries); err != nil {
		return nil, &inSource{u.Source, err}
	}
	return s, nil
}

// shortName is the end of a path that is too long for a table.
func shortName(name string) string {
	const most = 24
	if name = strings.TrimSpace(name); len(name) > most {
		return "…" + name[len(name)-most+1:]
	}
	return name
}
