package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"procad/internal/quote"
	"procad/llvm/toolchain"
	"procad/proc"
)

const llvmLong = `Llvm prints a function as LLVM IR, in the syntax that clang 13 to 19 takes. The text
has the functions that build describes. It needs the runtime that build links to it.

The text is for the machine that procad runs on. --cpu names another CPU, and
--target another system. The names are those of clang.`

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
	n.add(a, cmd)
	n.addTarget(cmd.Flags())
	outputFlag(cmd, &output)
	a.dumpFlag(cmd)
	return cmd
}

// nativeFlags are the flags of commands that make native code.
type nativeFlags struct {
	fns                        []string
	prefix                     string
	in                         []string
	grad, vjp, jvp, hvp, split bool
	batch                      bool
	packageEngine              string // native, interp, or auto
	strict, unchecked, threads bool
	sizes                      bool
	python, golang             bool
	wrt                        []string
	memory                     *string
	machineFlags
}

func (n *nativeFlags) add(a *app, cmd *cobra.Command) {
	n.addFunctions(a, cmd)
	cmd.Flags().StringVar(&n.prefix, "prefix", "", "a prefix for the names of functions in C: PREFIXf_value for f")
	cmd.Flags().BoolVar(&n.batch, "batch", false, "also make functions for several problems: NAME_batch beside each NAME")
	cmd.Flags().BoolVar(&n.unchecked, "unchecked", false, uncheckedUsage)
	cmd.Flags().BoolVar(&n.threads, "parallel", false, "divide costly loops into chunks, and let threads share these, and the problems of a batch")
	strictFlag(cmd, &n.strict)
	n.addCPU(cmd.Flags())
}

// addFunctions adds the flags that say which functions and derivatives are made.
func (n *nativeFlags) addFunctions(a *app, cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&n.fns, "fn", nil, "the `NAMES` of the functions, with commas between; by default the one that no other function calls")
	cmd.Flags().BoolVar(&n.grad, "grad", false, "also make the value with the gradient, NAME_grad")
	cmd.Flags().BoolVar(&n.vjp, "vjp", false, "also make the value with the gradient for a seed (the vjp), NAME_vjp")
	cmd.Flags().BoolVar(&n.jvp, "jvp", false, "also make the value with the derivative along tangents, NAME_jvp")
	cmd.Flags().BoolVar(&n.hvp, "hvp", false, "also make the gradient with the product of the Hessian and tangents, NAME_hvp")
	cmd.Flags().BoolVar(&n.split, "split", false, "also make the two halves of --vjp: NAME_forward leaves a trace in a workspace, NAME_reverse takes it")
	wrtFlag(cmd.Flags(), &n.wrt)
	a.checkpointFlag(cmd)
	a.memoryFlag(cmd)
	n.memory = &a.memory
	cmd.Flags().BoolVar(&n.sizes, "sizes", false, sizesUsage)
	inFlag(cmd.Flags(), &n.in, "example `DATA`, as for run: --memory and --sizes use its sizes; can be repeated")
}

const sizesUsage = "functions get a version for the dimensions of the data that are at most 16, beside the one for all"

// functions are the names that --fn gives, "" where it gives none.
func (n *nativeFlags) functions() []string {
	if len(n.fns) == 0 {
		return []string{""}
	}
	return n.fns
}

// packaged says that a folder is to be made, in which functions whose result is no Real have
// no gradients.
func (n *nativeFlags) packaged() bool { return n.python || n.golang }

// derived says that there is a derivative.
func (n *nativeFlags) derived() bool { return n.grad || n.vjp || n.jvp || n.hvp || n.split }

// forLibraries is a flag that an executable cannot have, if it is there.
func (n *nativeFlags) forLibraries() string {
	switch {
	case n.prefix != "":
		return "--prefix"
	case n.vjp:
		return "--vjp"
	case n.jvp:
		return "--jvp"
	case n.hvp:
		return "--hvp"
	case n.split:
		return "--split"
	}
	return ""
}

func (n *nativeFlags) check(cmd *cobra.Command) error {
	message := ""
	switch {
	case len(n.wrt) > 0 && !n.derived():
		message = "--wrt is for --grad, --vjp, --jvp, --hvp or --split"
	case *n.memory != "" && !n.grad && !n.vjp && !n.hvp && !n.split:
		message = "--memory is for --grad, --vjp, --hvp or --split"
	case *n.memory != "" && len(n.fns) > 1:
		message = "--memory is for one function: make a library of each"
	case len(n.in) > 0 && *n.memory == "" && !n.sizes:
		message = "--in is for --memory and --sizes"
	case n.sizes && len(n.fns) > 1:
		message = "--sizes is for one function: make a library of each"
	case n.prefix != "" && !quote.IsCName(n.prefix):
		message = fmt.Sprintf("--prefix is the beginning of a name in C, not %.40q", n.prefix)
	}
	for i, f := range n.fns {
		if f == "" {
			message = "--fn has an empty name"
		} else if slices.Contains(n.fns[:i], f) {
			message = fmt.Sprintf("--fn names %.100s twice", f)
		}
	}
	if message != "" {
		return &usageError{cmd, message}
	}
	return nil
}

func strictFlag(cmd *cobra.Command, strict *bool) {
	cmd.Flags().BoolVar(strict, "strict", false, strictUsage)
}

const (
	strictUsage    = "add in the order of the source, as the interpreter does"
	uncheckedUsage = "do not check indices: an index out of range is then undefined behaviour"
)

// emitTo writes the module of a program's function, the same that build compiles.
// Without clang it is for any machine.
func (a *app) emitTo(cmd *cobra.Command, n *nativeFlags, file, output string) error {
	if a.dump != "" {
		return a.dumpModule(cmd, n, file, output)
	}
	var text []byte
	err := a.beside(func() (err error) {
		text, err = a.moduleText(cmd, n, file)
		return err
	})
	if err != nil {
		return err
	}
	return a.write(output, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// dumpModule writes the program of a module as it is after the pass of --dump.
func (a *app) dumpModule(cmd *cobra.Command, n *nativeFlags, file, output string) error {
	m, err := a.module(cmd, n, file, false)
	if err != nil {
		return err
	}
	var fs []proc.Func
	for _, e := range m.entries {
		fs = append(fs, e.Func)
	}
	return a.writeDump(m.unit, output, false, fs...)
}

// moduleText is the text of a module.
func (a *app) moduleText(cmd *cobra.Command, n *nativeFlags, file string) ([]byte, error) {
	m, err := a.module(cmd, n, file, false)
	if err != nil {
		return nil, err
	}
	compiler, err := n.compiler(cmd, m.options.Without, n.strict)
	switch {
	case err == nil:
		err = m.options.Tune(context.Background(), &compiler)
	case errors.Is(err, toolchain.ErrNoClang) && n.cpu == "" && n.target == "":
		err = nil
	}
	if err != nil {
		return nil, err
	}
	text, err := m.emit()
	if err != nil {
		return nil, &inSource{m.unit.Source, err}
	}
	return text, nil
}
