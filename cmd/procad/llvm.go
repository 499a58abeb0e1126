package main

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"procad/internal/quote"
	"procad/llvm"
	"procad/pipeline"
)

const llvmLong = `Llvm prints a function as LLVM IR, in the syntax that clang 13 to 19 takes. Beside
the functions that build describes, it needs the runtime that build links to it.

The text is for the machine that procad runs on. --cpu names another CPU, and
--target another system; which names there are, clang knows.`

func (a *app) llvmCommand() *cobra.Command {
	var n nativeFlags
	var output string
	cmd := &cobra.Command{
		Use: "llvm FILE", Short: "print a function as LLVM IR",
		Long: llvmLong, Example: "  procad llvm kernel.fun --fn f --grad -o kernel.ll", Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := n.check(cmd); err != nil {
				return err
			}
			return a.emitTo(cmd, &n, args[0], output)
		},
	}
	n.add(cmd)
	n.addTarget(cmd.Flags())
	a.checkpointFlag(cmd)
	outputFlag(cmd, &output)
	return cmd
}

// nativeFlags are the flags of commands that make native code.
type nativeFlags struct {
	fn                      string
	grad, strict, unchecked bool
	wrt                     []string
	machineFlags
}

func (n *nativeFlags) add(cmd *cobra.Command) {
	fnFlag(cmd, &n.fn)
	cmd.Flags().BoolVar(&n.grad, "grad", false, "the value and the gradient too")
	cmd.Flags().BoolVar(&n.unchecked, "unchecked", false, uncheckedUsage)
	wrtFlag(cmd.Flags(), &n.wrt)
	strictFlag(cmd, &n.strict)
	n.addCPU(cmd.Flags())
}

func (n *nativeFlags) check(cmd *cobra.Command) error {
	if len(n.wrt) > 0 && !n.grad {
		return &usageError{cmd, "--wrt is for --grad"}
	}
	return nil
}

func strictFlag(cmd *cobra.Command, strict *bool) {
	cmd.Flags().BoolVar(strict, "strict", false, strictUsage)
}

const (
	strictUsage    = "add in the order of the source, as the interpreter does"
	uncheckedUsage = "do not check indices: one out of range does anything"
)

// emitTo writes the module of a program's function. Without clang it is for any machine.
func (a *app) emitTo(cmd *cobra.Command, n *nativeFlags, file, output string) error {
	m, err := a.module(n, file, false)
	if err != nil {
		return err
	}
	compiler, err := n.compiler(cmd, m.options.Without, n.strict)
	switch {
	case err == nil:
		err = compiler.Tune(context.Background(), &m.options)
	case errors.Is(err, llvm.ErrNoClang) && n.cpu == "" && n.target == "":
		err = nil
	}
	if err != nil {
		return err
	}
	text, err := m.emit()
	if err != nil {
		return &inSource{m.unit.Source, err}
	}
	return a.write(output, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// A module is what is to become native code.
type module struct {
	unit    *pipeline.Unit
	lookup  llvm.Lookup
	entries []llvm.Entry
	options llvm.Options
}

// module loads a program, and chooses its entries: the value of a function, and
// if it is asked for its gradient, which then is the first.
func (a *app) module(n *nativeFlags, file string, main bool) (*module, error) {
	u, err := a.load(file)
	if err != nil {
		return nil, err
	}
	d, err := u.Entry(n.fn)
	if err != nil {
		return nil, err
	}
	face, err := u.Callable(d)
	if err != nil {
		return nil, &inSource{u.Source, err}
	}
	if n.grad {
		if d, face, err = withRespectTo(u, d, n.wrt); err != nil {
			return nil, err
		}
	}
	m := &module{unit: u, lookup: u.Library.Def}
	m.options = llvm.Options{File: u.Source.Name, Strict: n.strict, Unchecked: n.unchecked, Without: u.Without, Main: main}
	m.entries = []llvm.Entry{{Func: d.Name, Symbol: quote.CPart(d.Name.Given()) + "_value", Face: pipeline.Running(face)}}
	if n.grad {
		if err := decided(u); err != nil {
			return nil, err
		}
		c, err := u.Combine(d, face)
		if err != nil {
			return nil, &inSource{u.Source, err}
		}
		m.lookup = c.Lookup
		m.entries = append([]llvm.Entry{{Func: c.Def.Name, Symbol: quote.CPart(d.Name.Given()) + "_grad", Face: c.Face, Results: c.Names}}, m.entries...)
	}
	return m, nil
}

// emit is the text of the module.
func (m *module) emit() ([]byte, error) {
	var text bytes.Buffer
	err := llvm.Emit(&text, m.lookup, m.entries, m.options)
	return text.Bytes(), err
}

// generate is the code of the module, for clang.
func (m *module) generate() (*llvm.Code, error) {
	return llvm.Generate(m.lookup, m.entries, m.options)
}
