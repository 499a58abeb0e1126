package main

import (
	"io"
	"slices"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
)

// meant are flags whose default or usage depends on the command: the formats that it has,
// what data, --memory and --engine are for there, how often something runs.
var meant = []string{"format", "in", "memory", "engine", "runs", "output", "checkpoints"}

// A flag is of one type and has one short form in all commands, and but for those of
// meant one default and one description. Each has a description.
func TestFlagsMeanTheSame(t *testing.T) {
	first := map[string]*pflag.Flag{}
	where := map[string]string{}
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			one, ok := first[f.Name]
			if !ok {
				first[f.Name], where[f.Name] = f, cmd.Name()
				assert.NotEmpty(t, f.Usage, f.Name)
				return
			}
			if _, list := f.Value.(pflag.SliceValue); list && f.Name == "fn" {
				return // build and llvm take several functions
			}
			both := "--" + f.Name + " of " + cmd.Name() + " and " + where[f.Name]
			assert.Equal(t, one.Value.Type(), f.Value.Type(), both)
			assert.Equal(t, one.Shorthand, f.Shorthand, both)
			if !slices.Contains(meant, f.Name) {
				assert.Equal(t, one.Usage, f.Usage, both)
				assert.Equal(t, one.DefValue, f.DefValue, both)
			}
		})
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
	}
	a := &app{stdout: io.Discard, stderr: io.Discard}
	walk(a.root())
	assert.Greater(t, len(first), 20)
}
