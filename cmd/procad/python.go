package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	folder "procad/internal/scratch"
	"procad/llvm"
	"procad/llvm/bindings"
)

// buildPython makes a folder that is a package for Python.
func (a *app) buildPython(cmd *cobra.Command, n *nativeFlags, file, output string) error {
	return a.buildFolder(cmd, n, file, output, &packaging{
		misnamed: bindings.PythonName, made: bindings.InPythonPackage, library: bindings.PythonLibrary, leaves: true,
		files: bindings.Python,
		more: func(s *scratch, compiler llvm.Compiler, signatures []llvm.Signature, library string) (map[string]string, error) {
			sources := bindings.PythonSources(signatures)
			code, err := os.ReadFile(library)
			if err != nil {
				return nil, err
			}
			python, missing := headersOfPython(s.context, cmp.Or(os.Getenv(pythonVariable), "python3"))
			named, extension := bindings.PythonBinaries(python.suffix, code, sources["native.c"], sources["functions.h"])
			files := map[string]string{named: library}
			if missing == nil {
				made := library + ".extension"
				missing = pythonExtension(s, compiler, sources, python.folder, made)
				files[extension] = made
			}
			if missing != nil {
				if s.context.Err() != nil {
					return nil, errInterrupted
				}
				delete(files, extension)
				fmt.Fprintf(a.stderr, "note: %s: calls from Python go through ctypes, and cost some microseconds more\n", missing)
			}
			return files, nil
		},
	})
}

// pythonExtension compiles the extension of a package.
func pythonExtension(s *scratch, compiler llvm.Compiler, sources map[string][]byte, headers, out string) error {
	dir, err := s.directory()
	if err != nil {
		return err
	}
	for file, text := range sources {
		if err := folder.WriteFile(filepath.Join(dir, file), text); err != nil {
			return err
		}
	}
	return compiler.Extension(s.context, filepath.Join(dir, "native.c"), headers, out)
}
