package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"procad/internal/version"
	"procad/llvm/capi"
	"procad/llvm/toolchain"
)

const buildLong = `Build compiles a function with clang. What it makes depends on the name of OUT:

  OUT.ll         LLVM IR, without the runtime
  OUT.o          an object file          ┐ with a C header OUT.h, and
  OUT.a          a static library        │ OUT.manifest.json, which describes
  OUT.so         a shared library        ┘ the functions for other programs
  OUT.so.1       the same, with a version in its name
  anything else  an executable, which reads a JSON object with the parameters, in
                 a file or on standard input, and prints the value as JSON. It
                 also reads DATA.npz of NumPy, with an array for each parameter. With
                 -o RESULT.npz it writes the result as arrays. The name must not end
                 like a source, such as .fun, .json or .c, or like a library of other
                 systems: .dll, .dylib, .exe

A library has a function NAME_value for the function NAME. These flags add functions:

  --grad  NAME_grad  value, gradient of each parameter that contains a Real
  --vjp   NAME_vjp   value, and the gradient for a seed, which is the last argument
  --jvp   NAME_jvp   value, and its derivative along tangents. There is a tangent for
                     each parameter that contains a Real
  --hvp   NAME_hvp   gradient, and the product of the Hessian with tangents
  --split NAME_forward and NAME_reverse, the halves of NAME_vjp with a trace between

With --batch NAME_value_batch, NAME_grad_batch and so on solve several problems in one
call. If the result contains arrays, NAME_value_into, NAME_grad_into and so on write them
to buffers of the caller.

With --grad an executable prints value and gradient as a list.

With the flag --python, OUT is a folder, a package for Python: import OUT, or pip
install OUT.
OUT.NAME is the function NAME. If its result is a Real, OUT.NAME.grad and
OUT.NAME.value_and_grad give the gradient, and --hvp adds OUT.NAME.hvp. If its result
contains a Real, --vjp and --jvp add OUT.NAME.vjp and OUT.NAME.jvp, and --split adds
OUT.NAME.forward, which returns the value and a trace. Arrays are arrays of NumPy.

With --engine interp, a package for Python calls the interpreter of the command procad.
It needs no clang.

With the flag --go, OUT is a folder, a package for Go in a module of yours: import "MODULE/OUT".
OUT.Name is the function NAME. If its result is a Real, OUT.NameGrad gives the
gradient. The flags add OUT.NameVJP, NameJVP, NameHVP and NameForward. The package
contains the library, and your program needs neither cgo nor clang.

--fn loss,predict builds several functions. Those whose result is a Real have gradients
and Hessians. An executable has --entry, which says which function to run. --prefix puts
a prefix before the names in C, so libraries with functions of the same names can be
linked together.

--link FILE gives functions of C that the program calls (extern def). FILE is an archive,
an object or a shared library. Executables, shared libraries and packages are linked
with FILE. If FILE is a shared library, they load it when they run, so it must stay
where it is. If OUT is an object or a static library, build only checks that FILE has
the functions. Then link your program with OUT and with FILE.

The loop ccl promises that its iterations commute. If they do not, its gradient is wrong.
Build does not check this: a note names each ccl that needs a check, and gradcheck
checks it.

--memory chooses strategies for the loops, so that the gradient fits in this memory
for data of the sizes of --in FILE. Calls with other data use the same strategies. If
the gradient then needs more memory, the call ends with out-of-memory.

The code is for the CPU of the machine that procad runs on, or for --cpu: native,
x86-64, x86-64-v2, x86-64-v3, x86-64-v4, or another name that clang knows. If the CPU
of a later run lacks an instruction set, an executable says so, and a function of a
library only returns a status.`

func (a *app) buildCommand() *cobra.Command {
	var n nativeFlags
	var output string
	cmd := &cobra.Command{
		Use: "build FILE -o OUT", Short: "compile a function",
		Long: buildLong, Example: "  procad build kernel.fun --fn f --grad -o libkernel.so\n  procad build kernel.fun --fn loss,predict --prefix my_ -o libkernel.a\n  procad build kernel.fun --python -o fit\n  procad build kernel.fun --go -o fit\n  procad build kernel.fun -o kernel && ./kernel data.json", Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if output == "" || output == "-" {
				return &usageError{cmd, "-o OUT is missing: " + whatIsMade}
			}
			if n.packageEngine != "" && !n.python {
				return &usageError{cmd, "--engine is for --python"}
			}
			if n.packaged() {
				if n.python && n.golang {
					return &usageError{cmd, "--python and --go make different packages: give one of them"}
				}
				n.grad = true
				if err := n.check(cmd); err != nil {
					return err
				}
				if n.interpreted() {
					return a.buildInterpreted(cmd, &n, args[0], filepath.Clean(output))
				}
				if n.golang {
					return a.buildGo(cmd, &n, args[0], filepath.Clean(output))
				}
				return a.buildPython(cmd, &n, args[0], filepath.Clean(output))
			}
			if slices.Contains(notMade, filepath.Ext(output)) {
				return &usageError{cmd, fmt.Sprintf("-o %.100s: build makes no %s: %s", output, filepath.Ext(output), whatIsMade)}
			}
			if err := n.check(cmd); err != nil {
				return err
			}
			if filepath.Ext(output) == ".ll" {
				return a.emitTo(cmd, &n, args[0], output)
			}
			return a.build(cmd, &n, args[0], output)
		},
	}
	n.add(a, cmd)
	cmd.Flags().BoolVar(&n.python, "python", false, "make the folder OUT, a package for Python")
	cmd.Flags().BoolVar(&n.golang, "go", false, "make the folder OUT, a package for Go")
	cmd.Flags().StringVarP(&output, "output", "o", "", "what to make: the ending of the name `OUT` says it")
	choiceVar(cmd, &n.packageEngine, "engine", "", "the `ENGINE` that runs a package for Python: native, interp, or auto, which is native if there is a clang and interp if there is none; by default native", engineNative, engineInterp, engineAuto)
	return cmd
}

const whatIsMade = "OUT ends in .a, .so or .o for a library with its header, and has no such end for an executable"

// notMade are endings of files that build does not make, and might destroy.
var notMade = []string{".fun", ".proc", ".json", ".c", ".h", ".cpp", ".py", ".s", ".bc", ".dll", ".exe", ".dylib"}

// versions are what follows the end of the name of a shared library.
var versions = regexp.MustCompile(`(\.so)(\.[0-9]+)+$`)

// kinds tells what to make from the end of a name.
var kinds = map[string]toolchain.Kind{".o": toolchain.Object, ".a": toolchain.Archive, ".so": toolchain.Shared}

func (a *app) build(cmd *cobra.Command, n *nativeFlags, file, output string) error {
	name := versions.ReplaceAllString(output, "$1")
	kind, library := kinds[filepath.Ext(name)]
	if !library {
		kind = toolchain.Executable
	}
	compiler, err := n.compiler(cmd, a.without.set, n.strict)
	if err != nil {
		return err
	}
	a.progress.say("compiling")
	ahead := compiler.Ahead(kind)
	defer ahead.Close()
	var m *module
	var code *toolchain.Code
	var s *scratch
	defer func() { s.Close() }()
	err = a.beside(func() (err error) {
		if m, err = a.module(cmd, n, file, !library); err != nil {
			return err
		}
		s = newScratch()
		if err = m.options.Tune(s.context, &compiler); err != nil {
			return err
		}
		if code, err = m.generate(s, ahead); err != nil {
			return &inSource{m.unit.Source, err}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := a.apart(output); err != nil {
		return err
	}
	dir, err := s.directory()
	if err != nil {
		return err
	}
	// The linker writes where nothing else is: whether OUT can be written is for procad to say.
	product := filepath.Join(dir, "product")
	mode := os.FileMode(0o777)
	if kind == toolchain.Object || kind == toolchain.Archive {
		mode = 0o666
	}
	var o outputs
	defer o.drop()
	err = o.add(output, mode, func(w io.Writer) error {
		if err := compiler.Compile(s.context, code, product, kind); err != nil {
			return &inSource{m.unit.Source, s.interrupted(err)}
		}
		return copyFile(w, product)
	})
	if err != nil {
		return err
	}
	if library {
		if err := a.describe(&o, s, m, compiler, strings.TrimSuffix(name, filepath.Ext(name))); err != nil {
			return err
		}
	}
	return o.commit()
}

// describe adds the C header and the manifest of a library.
func (a *app) describe(o *outputs, s *scratch, m *module, compiler toolchain.Compiler, base string) error {
	machine, err := compiler.Machine(s.context)
	if err != nil {
		return err
	}
	header, err := capi.Header(m.unit.Library.Def, m.entries, machine, m.options.Batch)
	if err != nil {
		return &inSource{m.unit.Source, err}
	}
	manifest, err := capi.ManifestOf(m.unit.Library.Def, m.entries, machine, m.options.File, version.String(), m.options.Batch)
	if err != nil {
		return err
	}
	for _, f := range []struct{ file, text string }{{base + ".h", header}, {base + ".manifest.json", string(manifest)}} {
		if err := a.apart(f.file); err != nil {
			return err
		}
		err := o.add(f.file, 0o666, func(w io.Writer) error {
			_, err := io.WriteString(w, f.text)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func copyFile(w io.Writer, file string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}
