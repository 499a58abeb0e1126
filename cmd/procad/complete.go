package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"procad/internal/diag"
	"procad/loops"
	"procad/pipeline"
	"procad/proc/deriv"
	"procad/source"
)

// complete lets shells complete the values of a flag, one of a few.
func complete(cmd *cobra.Command, flag string, choices ...string) {
	cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(choices, cobra.ShellCompDirectiveNoFileComp))
}

// A values function gives the values that a flag can have for a command line.
type values func(a *app, cmd *cobra.Command, args []string) []string

// completed are the flags whose values depend on the program, or are lists.
var completed = map[string]struct {
	values values
	list   bool // with commas between
}{
	"fn":         {functions, false},
	"wrt":        {parameters, true},
	"loop":       {loopLabels, false},
	"checkpoint": {choices, false},
	"strategies": {strategies, true},
	withoutName:  {optimisations, true},
	"cpu":        {cpus, false},
	"dump":       {passes, false},
}

// dataFlags are the flags whose value is the name of a file, with the ends of such names.
var dataFlags = map[string][]string{"in": {"json", "npz", "csv"}, "link": {"a", "o", "so"}, "compare": {"json"}}

// completion lets shells complete the arguments and flags of a command and of those below it.
func (a *app) completion(cmd *cobra.Command) {
	for _, sub := range cmd.Commands() {
		a.completion(sub)
	}
	if strings.Contains(cmd.Use, " FILE") {
		cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return []string{"fun", "proc"}, cobra.ShellCompDirectiveFilterFileExt
		}
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if ends := dataFlags[f.Name]; ends != nil {
			cmd.RegisterFlagCompletionFunc(f.Name, cobra.FixedCompletions(ends, cobra.ShellCompDirectiveFilterFileExt))
		}
		c, ok := completed[f.Name]
		if !ok {
			return
		}
		_, slice := f.Value.(pflag.SliceValue)
		cmd.RegisterFlagCompletionFunc(f.Name, func(cmd *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
			list := c.values(a, cmd, args)
			if !c.list && !slice {
				return list, cobra.ShellCompDirectiveNoFileComp
			}
			return furtherNames(list, begun), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		})
	})
}

// completionCommand is that of cobra, which writes to where root writes now.
func completionCommand(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	cmd, _, err := root.Find([]string{"completion"})
	if err != nil || cmd == root {
		return
	}
	var shells []string
	for _, shell := range cmd.Commands() {
		shells = append(shells, shell.Name())
		shell.Args = func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return &usageError{cmd, "completion " + cmd.Name() + " takes no arguments"}
			}
			return nil
		}
	}
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return &usageError{cmd, fmt.Sprintf("there is no completion for %.100s, only for %s", args[0], strings.Join(shells, ", "))}
		}
		return nil
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
}

// furtherNames are the lists that begun, a list without its last name, can become.
func furtherNames(names []string, begun string) []string {
	before := begun[:strings.LastIndexByte(begun, ',')+1]
	var lists []string
	for _, name := range names {
		if !slices.Contains(strings.Split(before, ","), name) {
			lists = append(lists, before+name)
		}
	}
	return lists
}

// begunProgram is the program of a command line that is not yet complete, or nil.
func (a *app) begunProgram(args []string) *pipeline.Unit {
	if len(args) != 1 || args[0] == "-" {
		return nil
	}
	src, err := a.read(args[0], maxProgram)
	if err != nil {
		return nil
	}
	u, err := pipeline.Load(&diag.Source{Name: src.Name, Text: strings.TrimPrefix(src.Text, byteOrderMark), Files: source.System})
	if err != nil {
		return nil
	}
	return u
}

func functions(a *app, _ *cobra.Command, args []string) (names []string) {
	if u := a.begunProgram(args); u != nil {
		for _, f := range u.Funcs {
			names = append(names, f.String())
		}
	}
	return names
}

func parameters(a *app, cmd *cobra.Command, args []string) (names []string) {
	u := a.begunProgram(args)
	if u == nil {
		return nil
	}
	fn, _, _ := strings.Cut(strings.Trim(cmd.Flags().Lookup("fn").Value.String(), "[]"), ",") // of build it is a list
	if d, err := u.Entry(fn); err == nil {
		for _, p := range u.Program.InterfaceOf(d.Name).Params {
			if !deriv.Discrete(p.Type) {
				names = append(names, p.Name)
			}
		}
	}
	return names
}

func loopLabels(a *app, _ *cobra.Command, args []string) (labels []string) {
	if u := a.begunProgram(args); u != nil {
		for _, s := range loops.Sites(u.Program) {
			labels = append(labels, s.Title().String())
		}
	}
	return labels
}

// choices are strategies, for all loops and for each.
func choices(a *app, cmd *cobra.Command, args []string) []string {
	all := append(strategies(a, cmd, args), string(deriv.Auto))
	list := slices.Clone(all)
	for _, label := range loopLabels(a, cmd, args) {
		for _, s := range all {
			list = append(list, label+"="+s)
		}
	}
	return list
}

// strategies have an example of a parameter where they need one.
func strategies(*app, *cobra.Command, []string) (names []string) {
	for _, kind := range schedules {
		name := string(kind)
		if _, err := deriv.NewStrategy(kind, "", false); err != nil {
			name += "(10)"
		}
		names = append(names, name)
	}
	return names
}

func optimisations(*app, *cobra.Command, []string) []string {
	names := []string{"all"}
	for _, o := range pipeline.Optimisations() {
		names = append(names, string(o.Name))
	}
	return names
}

// cpus are the usual values of --cpu; clang knows more.
func cpus(*app, *cobra.Command, []string) []string {
	return []string{"native", "x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"}
}
