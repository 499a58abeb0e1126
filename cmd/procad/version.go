package main

import (
	"fmt"
	"io"
	"runtime"

	"github.com/spf13/cobra"

	"procad/llvm"
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
			compiler := llvm.Compiler{}
			clang, err := compiler.Find()
			if err != nil {
				clang = "no clang"
			}
			return a.write("", func(w io.Writer) error {
				_, err := fmt.Fprintf(w, "procad %s (%s, %s)\n", version(), runtime.Version(), clang)
				return err
			})
		},
	}
}
