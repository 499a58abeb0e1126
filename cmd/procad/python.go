package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"procad/bindings"
	"procad/internal/quote"
	"procad/llvm"
)

// buildPython makes a folder that is a package for Python.
func (a *app) buildPython(cmd *cobra.Command, n *nativeFlags, file, output string) error {
	name := filepath.Base(output)
	if !bindings.IsPythonName(name) {
		return &usageError{cmd, fmt.Sprintf("-o %s: %s is no name for a package of Python", quote.Line(output), quote.Line(name))}
	}
	compiler, err := n.compiler(cmd, a.without.set, n.strict)
	if err != nil {
		return err
	}
	m, err := a.module(cmd, n, file, false)
	if err != nil {
		return err
	}
	signatures, err := llvm.Signatures(m.unit.Library.Def, m.entries)
	if err != nil {
		return &inSource{m.unit.Source, err}
	}
	files, err := bindings.Python(name, m.options.File, signatures)
	if err != nil {
		return &inSource{m.unit.Source, err}
	}
	if err := replaceable(output, bindings.InPythonPackage); err != nil {
		return err
	}
	s := newScratch()
	defer s.Close()
	if err := compiler.Tune(s.context, &m.options); err != nil {
		return err
	}
	code, err := m.generate()
	if err != nil {
		return &inSource{m.unit.Source, err}
	}
	return replaceFolder(output, func(folder string) error {
		for file, text := range files {
			if err := os.WriteFile(filepath.Join(folder, file), text, 0o666); err != nil {
				return err
			}
		}
		if err := compiler.Compile(s.context, code, filepath.Join(folder, bindings.PythonLibrary), llvm.Shared); err != nil {
			return s.interrupted(err)
		}
		if err := pythonExtension(s, compiler, bindings.PythonSources(signatures), folder); err != nil {
			if s.context.Err() != nil {
				return errInterrupted
			}
			fmt.Fprintf(a.stderr, "note: %s: calls from Python go through ctypes, and cost some microseconds more\n", err)
		}
		return nil
	})
}

// pythonExtension compiles the extension of a package into its folder.
func pythonExtension(s *scratch, compiler llvm.Compiler, sources map[string][]byte, folder string) error {
	python, err := headersOfPython(s.context, cmp.Or(os.Getenv(pythonVariable), "python3"))
	if err != nil {
		return err
	}
	dir, err := s.directory()
	if err != nil {
		return err
	}
	for file, text := range sources {
		if err := os.WriteFile(filepath.Join(dir, file), text, 0o600); err != nil {
			return err
		}
	}
	return compiler.Extension(s.context, filepath.Join(dir, "native.c"), python.folder, filepath.Join(folder, bindings.PythonExtension+python.suffix))
}

// replaceable says that nothing is lost where a folder is made anew: there is none, or one
// with such files only.
func replaceable(folder string, made func(file string) bool) error {
	info, err := os.Lstat(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%s: is no folder", quote.Line(folder))
	}
	list, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, f := range list {
		if !made(f.Name()) {
			return fmt.Errorf("%s: has %s in it, which procad has not made: name another folder", quote.Line(folder), quote.Line(f.Name()))
		}
	}
	return nil
}

// replaceFolder fills a new folder next to the old one, and then renames both.
func replaceFolder(folder string, fill func(folder string) error) error {
	suffix := fmt.Sprintf(".%08x.tmp", rand.Uint32())
	fresh, old := folder+suffix, folder+".old"+suffix
	if err := os.Mkdir(fresh, 0o777); err != nil {
		return fmt.Errorf("%s: %w", quote.Line(folder), reason(err))
	}
	defer os.RemoveAll(fresh)
	if err := fill(fresh); err != nil {
		return err
	}
	moved := os.Rename(folder, old)
	if moved != nil && !errors.Is(moved, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", quote.Line(folder), reason(moved))
	}
	if err := os.Rename(fresh, folder); err != nil {
		if moved == nil {
			os.Rename(old, folder)
		}
		return fmt.Errorf("%s: %w", quote.Line(folder), reason(err))
	}
	return os.RemoveAll(old)
}
