package main

import (
	"cmp"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"procad/llvm/bindings"
	"procad/llvm/capi"
	"procad/llvm/toolchain"
)

// buildPython makes a folder that is a package for Python.
func (a *app) buildPython(cmd *cobra.Command, n *nativeFlags, file, output string) error {
	return a.buildFolder(cmd, n, file, output, &packaging{
		misnamed: bindings.PythonName, made: bindings.InPythonPackage, library: bindings.PythonLibrary, leaves: true,
		files: func(name, source string, signatures []capi.Signature) (map[string][]byte, error) {
			return bindings.Python(name, source, signatures, n.threads)
		},
		more: func(s *scratch, compiler toolchain.Compiler, signatures []capi.Signature, library string) (map[string]string, error) {
			common, table := bindings.PythonSources(signatures)
			code, err := os.ReadFile(library)
			if err != nil {
				return nil, err
			}
			python, missing := headersOfPython(s.context, cmp.Or(os.Getenv(pythonVariable), "python3"))
			named, extension := bindings.PythonBinaries(python.suffix, code, common, table)
			files := map[string]string{named: library}
			if missing == nil {
				made := library + ".extension"
				missing = compiler.Extension(s.context, &toolchain.Extension{Common: common, Table: table, Headers: python.folder}, made)
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
