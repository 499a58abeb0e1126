package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"procad/docs"
	"procad/internal/diag"
	"procad/pipeline"
)

const helpLong = `Help explains a command, the code of a message, or a pass of the compiler. The code is
the word in brackets at the end of the first line of the message. For a pass, help
prints the line of explain --passes, and what the pass does.`

// helpCommand explains commands, codes and passes. Of one name it is the first of these.
func (a *app) helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND | CODE | PASS]", Short: "explain a command, the code of a message, or a pass",
		Long: helpLong, Example: "  procad help checkpoint plan\n  procad help type-mismatch\n  procad help minimise",
		RunE: func(cmd *cobra.Command, args []string) error {
			if about, rest, err := root.Find(args); err == nil && len(rest) == 0 {
				about.InitDefaultHelpFlag()
				return about.Help()
			}
			topic := strings.Join(args, " ")
			if text := docs.Message(topic); text != "" {
				return a.write("", func(w io.Writer) error {
					_, err := fmt.Fprintf(w, "%s\n\n%s", topic, text)
					return err
				})
			}
			var pass strings.Builder
			if ok, err := pipeline.PrintPass(&pass, topic); err != nil {
				return err
			} else if ok {
				return a.write("", func(w io.Writer) error {
					_, err := io.WriteString(w, pass.String())
					return err
				})
			}
			message := fmt.Sprintf(`there is no command, no code and no pass "%.100s"`, topic)
			if hint := diag.DidYouMean(topic, slices.Concat(commandNames(root), docs.Codes(), pipeline.Names())); hint != "" {
				message += "; " + hint
			}
			return &usageError{cmd, message}
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			about, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			topics := commandNames(about)
			if about == root {
				topics = slices.Concat(topics, docs.Codes(), pipeline.Names())
			}
			return topics, cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// commandNames are the names of the commands of a command.
func commandNames(cmd *cobra.Command) []string {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}
