package main

import (
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"procad/internal/version"
	"procad/llvm/toolchain"
)

const versionLong = `Version prints the version of procad, and which clang it would run.`

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "print the version",
		Long: versionLong, Example: "  procad version",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return &usageError{cmd, "version takes no arguments"}
			}
			return nil
		},
		RunE: func(*cobra.Command, []string) error {
			compiler := toolchain.Compiler{}
			clang, err := compiler.Find()
			if err == nil {
				clang = "native code by " + clang
			} else {
				clang = "there is no clang: run, grad and others use the interpreter"
			}
			return a.write("", func(w io.Writer) error {
				_, err := fmt.Fprintf(w, "procad %s\nbuilt with %s for %s/%s\n%s\n", version.String(), runtime.Version(), runtime.GOOS, runtime.GOARCH, clang)
				return err
			})
		},
	}
}
