package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"procad/internal/diag"
	"procad/library"
	"procad/source"
)

const docLong = `Doc prints the types, constants and functions of a program, without the bodies of
functions. Each has the comment that stands directly before it. Names that begin with _
are left out. Instead of a file you can give a module of the library, or a name in it.`

func (a *app) docCommand() *cobra.Command {
	var output string
	cmd := &cobra.Command{
		Use: "doc FILE", Short: "print what a program declares, with its comments",
		Long: docLong, Example: "  procad doc shapes.fun\n  procad doc linalg.solve", Args: oneFile,
		RunE: func(_ *cobra.Command, args []string) error {
			text, err := documentedModule(args[0])
			if text == "" && err == nil {
				text, err = a.documentedFile(args[0])
			}
			if err != nil {
				return err
			}
			return a.write(output, func(w io.Writer) error {
				_, err := io.WriteString(w, text)
				return err
			})
		},
	}
	outputFlag(cmd, &output)
	return cmd
}

func (a *app) documentedFile(file string) (string, error) {
	u, err := a.load(file)
	if err != nil {
		return "", err
	}
	p, err := source.Parse(u.Source)
	if err != nil {
		return "", &inSource{u.Source, err}
	}
	return source.Documentation(p), nil
}

// documentedModule is what a module of the library declares, or one name of it, as in linalg.solve; ""
// if name has none of them before its dot. Files have names that end otherwise.
func documentedModule(name string) (string, error) {
	module, of, one := strings.Cut(name, ".")
	text, ok := library.Text(module)
	if !ok || one && (of == "fun" || of == "proc") {
		return "", nil
	}
	p, err := source.Parse(&diag.Source{Name: library.File(module), Text: text})
	if err != nil || !one {
		return source.Documentation(p), err
	}
	doc := source.DocumentationOf(p, of)
	if doc == "" {
		names := source.Declared(p)
		hint := diag.DidYouMean(of, names)
		if hint == "" {
			hint = "it has " + strings.Join(names, ", ")
		}
		return "", fmt.Errorf("the module %s has no %s; %s", module, of, hint)
	}
	return doc, nil
}
