package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"procad/bindings"
	"procad/llvm"
)

// buildPython makes a folder that is a package for Python.
func (a *app) buildPython(cmd *cobra.Command, n *nativeFlags, file, output string) error {
	return a.buildFolder(cmd, n, file, output, &packaging{
		language: "Python", isName: bindings.IsPythonName, made: bindings.InPythonPackage, library: bindings.PythonLibrary,
		files: bindings.Python,
		more: func(s *scratch, compiler llvm.Compiler, signatures []llvm.Signature, folder string) error {
			err := pythonExtension(s, compiler, bindings.PythonSources(signatures), folder)
			if err != nil && s.context.Err() != nil {
				return errInterrupted
			}
			if err != nil {
				fmt.Fprintf(a.stderr, "note: %s: calls from Python go through ctypes, and cost some microseconds more\n", err)
			}
			return nil
		},
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
