package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"procad/internal/quote"
	"procad/llvm/bindings"
	"procad/llvm/capi"
	"procad/llvm/toolchain"
	"procad/pipeline"
)

// engineAuto is native code, or the interpreter where there is no clang.
const engineAuto = "auto"

// interpreted says whether the interpreter runs a package.
func (n *nativeFlags) interpreted() bool {
	if n.packageEngine != engineAuto {
		return n.packageEngine == engineInterp
	}
	_, err := new(toolchain.Compiler).Find()
	return errors.Is(err, toolchain.ErrNoClang) || errors.Is(err, toolchain.ErrUnwanted)
}

// buildInterpreted makes a package for Python that has its program in it, for the interpreter.
func (a *app) buildInterpreted(cmd *cobra.Command, n *nativeFlags, file, output string) error {
	name := filepath.Base(output)
	if why := bindings.PythonName(name); why != "" {
		return &usageError{cmd, fmt.Sprintf("-o %s: %s %s", quote.Line(output), quote.Line(name), why)}
	}
	if len(a.link) > 0 {
		return &usageError{cmd, "--link needs native code, and --engine interp has none"}
	}
	m, err := a.module(cmd, n, file, false)
	if err != nil {
		return err
	}
	signatures, err := capi.Signatures(m.unit.Library.Def, m.entries)
	if err != nil {
		return &inSource{m.unit.Source, err}
	}
	files, err := bindings.Python(name, m.options.File, signatures, n.threads)
	if err != nil {
		return &inSource{m.unit.Source, err}
	}
	if files[bindings.PythonProgram], err = a.packed(cmd, file); err != nil {
		return err
	}
	if err := replaceable(output, bindings.InPythonPackage); err != nil {
		return err
	}
	return replaceFolder(output, func(folder string) error {
		for _, file := range slices.Sorted(maps.Keys(files)) {
			err := writeFile(folder, output, file, 0o666, func(w io.Writer) error {
				_, err := w.Write(files[file])
				return err
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// packed is a program with all that serve needs to run it.
func (a *app) packed(cmd *cobra.Command, file string) ([]byte, error) {
	src, err := a.readProgram(file)
	if err != nil {
		return nil, err
	}
	names, err := pipeline.Files(src)
	if err != nil {
		return nil, &inSource{src, err}
	}
	p := interpreted{File: src.Name, Texts: map[string]string{src.Name: src.Text}, Flags: []string{}}
	for _, name := range names[1:] {
		if p.Texts[name], _, err = src.Files.Read(name); err != nil {
			return nil, err
		}
	}
	if p.Command, err = os.Executable(); err != nil {
		return nil, err
	}
	if p.Folder, err = os.Getwd(); err != nil {
		return nil, err
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if slices.Contains([]string{"output", "python", "engine"}, f.Name) {
			return
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			p.Flags = append(p.Flags, "--"+f.Name+"="+v)
		}
	})
	return json.MarshalIndent(p, "", "  ")
}
