package main

import (
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"procad/pipeline"
	"procad/proc/deriv"
)

var (
	fenced = regexp.MustCompile("(?ms)^```.*?^```$")
	inline = regexp.MustCompile("`([^`\n]+)`")
	// aFlag is a flag in a text, with -- or with one letter.
	aFlag = regexp.MustCompile(`(?:^|\s)(?:--[a-z]|-o\b)`)
	// placeholder is a value that the reader replaces, such as FILE, LOOP=STRATEGY or NAME[,NAME].
	placeholder = regexp.MustCompile(`^[A-Z]+(?:[.=][A-Za-z]+|\[,[A-Z]+\]|@[A-Z]+)*$`)
	quoted      = regexp.MustCompile(`'[^']*'|\S+`)
)

// notCommands are what begins inline code that holds a flag but is no command line of procad.
var notCommands = []string{"%%procad", "python3", "pip", "go", "cc", "clang", "sh", "a"}

// shellWords are the words of a command line, as a shell reads it.
func shellWords(line string) []string {
	words := quoted.FindAllString(line, -1)
	for i, w := range words {
		words[i] = strings.Trim(w, "'")
	}
	return words
}

// commandsOf are all commands, by what is written after procad.
func commandsOf(root *cobra.Command) map[string]*cobra.Command {
	all := map[string]*cobra.Command{}
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		all[strings.TrimPrefix(cmd.CommandPath(), "procad ")] = cmd
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
	}
	walk(root)
	return all
}

// newRoot is a command line on which nothing was given.
func newRoot() *cobra.Command {
	root := (&app{stdout: io.Discard, stderr: io.Discard}).root()
	completionCommand(root)
	root.InitDefaultHelpCmd()
	return root
}

// accepts says that a command takes flags with these values; a placeholder stands for any.
func accepts(cmd *cobra.Command, words []string) error {
	var given []string
	for _, w := range words {
		name, value, ok := strings.Cut(w, "=")
		if ok && strings.HasPrefix(w, "--") && placeholder.MatchString(value) {
			w = name
		}
		given = append(given, w)
	}
	// A placeholder is left out with its flag, which only has to be there; so is a file to link, which is opened at
	// once, and a flag that is named without its value.
	var line []string
	for i := 0; i < len(given); i++ {
		w := given[i]
		var f *pflag.Flag
		if name, ok := strings.CutPrefix(w, "--"); ok && !strings.Contains(name, "=") {
			f = cmd.Flags().Lookup(name)
			if f == nil {
				f = cmd.InheritedFlags().Lookup(name)
			}
		} else if len(w) == 2 && w[0] == '-' {
			f = cmd.Flags().ShorthandLookup(w[1:])
		}
		if f != nil && f.NoOptDefVal == "" && (i+1 == len(given) || f.Name == "link" || placeholder.MatchString(given[i+1])) {
			i++
			continue
		}
		line = append(line, w)
	}
	if err := cmd.ParseFlags(line); err != nil {
		return err
	}
	return valuesOf(cmd.Flags())
}

// valuesOf checks the values of flags that commands read later.
func valuesOf(flags *pflag.FlagSet) (err error) {
	check := func(e error) {
		if err == nil {
			err = e
		}
	}
	flags.Visit(func(f *pflag.Flag) {
		text := f.Value.String()
		switch f.Name {
		case "checkpoint":
			for _, c := range f.Value.(pflag.SliceValue).GetSlice() {
				_, e := pipeline.ParseChoice(c)
				check(e)
			}
		case "strategies":
			for _, s := range f.Value.(pflag.SliceValue).GetSlice() {
				_, e := deriv.ParseStrategy(s)
				check(e)
			}
		case "memory":
			_, e := parseBytes(text)
			check(e)
		case "loop":
			_, e := pipeline.ParseLoops(text)
			check(e)
		case "against":
			var of subjectFlags
			set := newFlagSet()
			of.add(set)
			check(set.Parse(shellWords(text)))
			check(valuesOf(set))
		}
	})
	return err
}

// takes is nil if procad takes a command line, which may be of any command if it begins with a flag, and may
// leave out checkpoint before the name of a command below it.
func takes(line string) error {
	words := shellWords(line)
	named := words[0] == "procad"
	if named {
		words = words[1:]
	}
	all := commandsOf(newRoot())
	if len(words) == 0 {
		return nil
	}
	if named || !strings.HasPrefix(words[0], "-") {
		name := ""
		for k := range words {
			if here := strings.Join(words[:k+1], " "); all[here] != nil {
				name = here
			} else if below := "checkpoint " + here; k == 0 && !named && all[below] != nil {
				name = below
			} else {
				break
			}
		}
		if all[name] == nil {
			return &usageError{nil, "there is no such command"}
		}
		return accepts(all[name], words[len(strings.Fields(strings.TrimPrefix(name, "checkpoint "))):])
	}
	var first error
	for _, cmd := range slices.SortedFunc(maps.Values(all), func(a, b *cobra.Command) int { return strings.Compare(a.CommandPath(), b.CommandPath()) }) {
		err := accepts(cmd, words)
		if err == nil {
			return nil
		}
		if first == nil || !strings.Contains(err.Error(), "unknown") {
			first = err
		}
	}
	return first
}

// TestInlineCode says that procad takes every command line that stands in the text of a page: that
// it has the command, its flags, and their values.
func TestInlineCode(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	require.NoError(t, err)
	count := 0
	for _, page := range append(pages, filepath.Join(root, "README.md"), filepath.Join(root, "CONTRIBUTING.md")) {
		for _, m := range inline.FindAllStringSubmatch(fenced.ReplaceAllString(read(t, page), ""), -1) {
			code := m[1]
			if words := shellWords(code); !aFlag.MatchString(code) && words[0] != "procad" || slices.Contains(notCommands, words[0]) {
				continue
			}
			count++
			assert.NoError(t, takes(code), "%s: `%s`", filepath.Base(page), code)
		}
	}
	assert.Greater(t, count, 150)
	for _, wrong := range []string{"--checkpoint binomial:20", "--checkpoint 'steps=sqrt(3)'", "procad grad FILE --exact", "gradcheck --rule", "--memory much", "procad gard FILE", "--without lane", "procad bench k.fun --against '--without lane'", "--via system"} {
		assert.Error(t, takes(wrong), wrong)
	}
}

// TestExamples says that commands take the examples that their help has, and that flags which a help names are there.
func TestExamples(t *testing.T) {
	count := 0
	flags := map[string]bool{"--entry": true} // of the executables that build makes
	all := commandsOf(newRoot())
	for _, cmd := range all {
		add := func(f *pflag.Flag) { flags["--"+f.Name] = true }
		cmd.Flags().VisitAll(add)
		cmd.PersistentFlags().VisitAll(add)
	}
	for name, cmd := range all {
		if strings.HasPrefix(name, "completion") || name == "help" {
			continue
		}
		for line := range strings.Lines(cmd.Example) {
			line = strings.TrimSpace(line)
			if pipe := regexp.MustCompile(`\| procad|&&|[|<>]`).FindStringIndex(line); pipe != nil {
				line = line[:pipe[0]]
			}
			if strings.HasPrefix(line, "procad ") {
				count++
				assert.NoError(t, takes(strings.TrimSpace(line)), name)
			}
		}
		for _, flag := range regexp.MustCompile(`--[a-z][a-z-]*`).FindAllString(cmd.Long+cmd.Short, -1) {
			assert.True(t, flags[flag], "the help of %s has %s", name, flag)
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			for _, flag := range regexp.MustCompile(`--[a-z][a-z-]*`).FindAllString(f.Usage, -1) {
				assert.True(t, flags[flag], "--%s of %s says %s", f.Name, name, flag)
			}
		})
	}
	assert.Greater(t, count, 30)
}

func read(t *testing.T, file string) string {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	return string(text)
}
