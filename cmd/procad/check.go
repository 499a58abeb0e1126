package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"procad/pipeline"
)

const checkLong = `Check reads a program and reports every error in it, with its position and a hint.
It prints nothing if there is no error.

With --files it prints the paths of the program's files, and checks nothing. The
program's own file comes first, and then the imported files. Paths begin at the
current folder. Modules of the library and linked files are not printed.`

func (a *app) checkCommand() *cobra.Command {
	var files bool
	var format string
	cmd := &cobra.Command{
		Use: "check FILE", Short: "report the errors in a program",
		Long: checkLong, Example: "  procad check kernel.fun\n  procad check kernel.fun --files --format json", Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case files:
				return a.listFiles(args[0], format)
			case cmd.Flags().Changed("format"):
				return &usageError{cmd, "--format is for --files"}
			}
			_, err := a.load(args[0])
			return err
		},
	}
	cmd.Flags().BoolVar(&files, "files", false, "print the paths of the program's files, and check nothing")
	formatFlag(cmd, &format, formatText, formatJSON)
	return cmd
}

// listFiles prints the files of a program, a path on each line, or {"files": […]}.
func (a *app) listFiles(file, format string) error {
	src, err := a.readProgram(file)
	if err != nil {
		return err
	}
	names, err := pipeline.Files(src)
	if err != nil {
		return &inSource{src, err}
	}
	names[0] = file // which a message may call standard input
	return a.write("", func(w io.Writer) error {
		if format == formatJSON {
			return json.NewEncoder(w).Encode(map[string][]string{"files": names})
		}
		for _, name := range names {
			if _, err := fmt.Fprintln(w, name); err != nil {
				return err
			}
		}
		return nil
	})
}
