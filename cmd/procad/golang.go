package main

import (
	"errors"
	"runtime"

	"github.com/spf13/cobra"

	"procad/llvm"
	"procad/llvm/bindings"
)

// buildGo makes a folder that is a package for Go.
func (a *app) buildGo(cmd *cobra.Command, n *nativeFlags, file, output string) error {
	if !bindings.GoArch(runtime.GOOS, runtime.GOARCH) {
		return errors.New("packages for Go are made on linux/amd64 and linux/arm64, for the same")
	}
	return a.buildFolder(cmd, n, file, output, &packaging{
		misnamed: bindings.GoName, made: bindings.InGoPackage, library: bindings.GoLibrary, words: true,
		files: func(name, source string, signatures []llvm.Signature) (map[string][]byte, error) {
			return bindings.Go(name, source, runtime.GOARCH, signatures)
		},
	})
}
