package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"procad/docs"
	"procad/internal/diag"
)

const helpLong = `Help explains a command, or the code of a message: the word in brackets at the end
of its first line.`

// helpCommand explains commands and codes.
func (a *app) helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND | CODE]", Short: "explain a command, or the code of a message",
		Long: helpLong, Example: "  procad help checkpoint plan\n  procad help type-mismatch",
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
			message := fmt.Sprintf(`there is no command and no code "%.100s"`, topic)
			if hint := diag.DidYouMean(topic, append(commandNames(root), docs.Codes()...)); hint != "" {
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
				topics = append(topics, docs.Codes()...)
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
