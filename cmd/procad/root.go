package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"procad/internal/diag"
	machine "procad/internal/native"
	"procad/internal/quote"
	"procad/internal/version"
	"procad/typecheck"
)

const rootLong = `procad computes derivatives of a numerical kernel, and compiles the kernel and its
derivatives to native code.

A FILE is a program: .fun, the source language, or .proc, procedures. "-" is
standard input. Results go to standard output, everything else to standard error.

Environment:
  PROCAD_CC     the clang that compiles native code, such as clang-16, or none: the
                interpreter then runs everything
  PROCAD_CACHE  the folder where compiled code is kept for the next time, or off;
                by default the folder procad in the user's folder for caches, such
                as ~/.cache/procad
  PROCAD_PYTHON the interpreter that build --python compiles an extension for; by
                default python3
  PROCAD_L2     the bytes of the second-level cache, which traces of loops should not
                leave; by default those of the machine that runs

Exit codes:
  0  success
  1  an error in the program or its data, a run-time error, or derivatives
     that disagree
  2  wrong usage
  3  a bug in procad
  4  gradcheck: derivatives that agree, and finite differences that do not
  5  gradcheck: a derivative is NaN, and all others agree

Most flags mean the same in every command; procad help COMMAND explains them. --fn
names a function, --in its data, and -o or --output the file to write. --wrt names the
parameters to differentiate with respect to. --without disables optimisations.
--checkpoint and --memory say what loops keep. run and grad print JSON. Reports have
--format: text, or json, one JSON value. Tables have csv too, and pictures svg.`

const rootExample = `  procad grad testdata/kernels/lse.fun --in testdata/kernels/lse.json
  procad split kernel.fun --fn f`

// An app is one run of the command.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	progress       *progress // on a terminal
	program        string    // the file that was loaded
	checkpoint     []string  // of the flag --checkpoint
	memory         string    // of the flag --memory
	dump           dumpFlag
	without        withoutFlag
	link           linkFlag
	depth          depthFlag
	given          *diag.Source      // the program of serve, which is in no file
	checks         *typecheck.Beside // of what is loaded; nil if procedures are checked at once
}

// beside does some work, beside which long procedures are checked. What work writes to a file may
// be wrong as long as beside has not returned, so it should write none.
func (a *app) beside(work func() error) error {
	a.checks = &typecheck.Beside{}
	defer func() { a.checks = nil }()
	return a.checks.Do(work)
}

// run executes a command line and returns the exit code. It never panics.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	a := &app{stdin: stdin, stdout: stdout}
	a.progress, a.stderr = onTerminal(stderr)
	defer func() {
		if r := recover(); r != nil {
			code = a.broken(r, debug.Stack())
		}
	}()
	root := a.root()
	out := &told{Writer: stdout}
	root.SetOut(out)
	completionCommand(root)
	root.SetArgs(args)
	err := noCommand(root, args)
	if err == nil {
		err = machine.CheckCache()
	}
	if err == nil {
		err = root.Execute()
	}
	if err == nil && out.err != nil {
		err = fmt.Errorf("standard output: %w", reason(out.err))
	}
	return a.report(err)
}

// noCommand says that the arguments name a command that there is not. A flag, such as one of the command
// that is meant, or --help, would be looked at first.
func noCommand(root *cobra.Command, args []string) error {
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		return nil
	}
	root.InitDefaultHelpCmd()
	cmd, rest, err := root.Find(args)
	if err != nil || !cmd.HasAvailableSubCommands() {
		return nil // of which Execute says more
	}
	own := []string{"-h", "--help", "-v", "--version"}
	for _, arg := range rest {
		switch {
		case slices.Contains(own, arg):
		case strings.HasPrefix(arg, "-"):
			return nil
		default:
			if cmd.Args != nil {
				return cmd.Args(cmd, []string{arg})
			}
			return unknownCommand(cmd, arg)
		}
	}
	return nil
}

// unknownCommand says that a command, or procad itself, has no command of a name.
func unknownCommand(cmd *cobra.Command, name string) error {
	cmd.SuggestionsMinimumDistance = 2
	path := append(strings.Fields(cmd.CommandPath())[1:], name)
	message := fmt.Sprintf(`there is no command "%.100s"`, strings.Join(path, " "))
	if ext := filepath.Ext(name); !cmd.HasParent() && (ext == ".fun" || ext == ".proc") {
		message += "; did you mean procad run " + quote.Shell(name) + "?"
	} else if near := cmd.SuggestionsFor(name); len(near) > 0 {
		message += "; did you mean " + strings.Join(near, " or ") + "?"
	} else if names := namesOf(cmd); cmd.HasParent() {
		message += "; there are " + strings.Join(names, ", ")
	} else if hint := diag.Near(name, names); hint != "" {
		message += "; " + hint
	}
	return &usageError{cmd, message}
}

// namesOf are the commands of a command, but for what is hidden.
func namesOf(cmd *cobra.Command) (names []string) {
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// A told writer remembers the first error, which cobra keeps to itself when it
// prints help.
type told struct {
	io.Writer
	err error
}

func (t *told) Write(p []byte) (int, error) {
	n, err := t.Writer.Write(p)
	if t.err == nil {
		t.err = err
	}
	return n, err
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use: "procad", Short: "derivatives of numerical kernels, in native code",
		Long: rootLong, Example: rootExample, Version: version.String(),
		SilenceErrors: true, SilenceUsage: true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			return unknownCommand(cmd, args[0])
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetIn(a.stdin)
	root.SetErr(a.stderr)
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return &usageError{cmd, flagMessage(cmd, err)} })
	root.SetHelpCommand(a.helpCommand(root))
	root.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	for _, g := range []struct {
		title    string
		commands []*cobra.Command
	}{
		{"Everyday", []*cobra.Command{
			a.checkCommand(), a.testCommand(), a.docCommand(), a.runCommand(), a.gradCommand(), a.gradcheckCommand(),
			a.buildCommand(), a.benchCommand(),
		}},
		{"Look inside", []*cobra.Command{
			a.explainCommand(), a.coreCommand(), a.lowerCommand(), a.fwdCommand(), a.revCommand(), a.splitCommand(), a.loopirCommand(), a.llvmCommand(),
		}},
		{"Experiments", []*cobra.Command{a.checkpointCommand(), a.compareCommand(), a.gradbenchCommand()}},
		{"Papers", []*cobra.Command{a.linmapCommand(), a.clCommand(), a.bogCommand(), a.deltaCommand(), a.chadCommand()}},
	} {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title + ":"})
		for _, cmd := range g.commands {
			cmd.GroupID = g.title
			root.AddCommand(cmd)
		}
	}
	root.AddCommand(a.versionCommand(), a.serveCommand())
	for _, cmd := range root.Commands() {
		a.progress.shown(cmd)
		if name := cmd.Name(); name != "gradbench" && !slices.Contains(plain, name) {
			a.depth.add(cmd.PersistentFlags())
		}
		if slices.Contains(linking, cmd.Name()) {
			a.link.add(cmd.PersistentFlags())
		}
		if cmd.Flags().Lookup(withoutName) == nil && !slices.Contains(plain, cmd.Name()) {
			a.without.add(cmd.PersistentFlags())
		}
	}
	a.completion(root)
	givenOnce(root)
	return root
}

// flagMessage says what is wrong with a flag of a command.
func flagMessage(cmd *cobra.Command, err error) string {
	if none, ok := errors.AsType[*pflag.NotExistError](err); ok {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		message := err.Error()
		name := "--" + none.GetSpecifiedName()
		if short := none.GetSpecifiedShortnames(); len(short) > 1 { // -grad: one dash is missing
			name = "--" + short
		}
		if mean := foreignFlags[name]; slices.Contains(names, mean) {
			return message + "; did you mean " + mean + "?"
		}
		if len(name) > len("--g") { // all short flags are near to one letter
			if hint := diag.Near(name, names); hint != "" {
				message += "; " + hint
			}
		}
		return message
	}
	bad, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return err.Error()
	}
	cause := bad.Unwrap()
	if number, ok := errors.AsType[*strconv.NumError](cause); ok {
		cause = fmt.Errorf("%.40q is no whole number, or out of range", number.Num)
	}
	return fmt.Sprintf("--%s: %v", bad.GetFlag().Name, cause)
}

// foreignFlags are what other tools call a flag, and the names that are far from that of procad.
var foreignFlags = map[string]string{
	"--data": "--in", "--input": "--in", "--args": "--in", "--out": "--output", "--function": "--fn", "--func": "--fn", "--name": "--fn",
	"--params": "--wrt", "--argnums": "--wrt", "--variables": "--wrt", "--hessian": "--hvp", "--target": "--cpu", "--arch": "--cpu", "--march": "--cpu", "--mcpu": "--cpu",
	"--json": "--format", "--csv": "--format", "--svg": "--format",
}

// plain are the commands that neither derive nor compile.
var plain = []string{"bog", "chad", "check", "cl", "delta", "doc", "linmap", "version"}

// linking are the commands that run the code of a program, or make some.
var linking = []string{"test", "run", "grad", "gradcheck", "build", "bench", "checkpoint"}

// oneFile is the check of arguments for commands that take a FILE.
func oneFile(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return &usageError{cmd, "a FILE is missing"}
	case len(args) > 1:
		message := fmt.Sprintf("one FILE is wanted, but there are %d", len(args))
		if data := args[1]; cmd.Flags().Lookup("in") != nil {
			switch extension(data) {
			case extJSON, extNPZ, extCSV:
				message += "; data are given by --in " + quote.Shell(data)
			case extNPY:
				message += "; data are given by --in PARAMETER=@" + quote.Shell(data)
			}
		}
		return &usageError{cmd, message}
	}
	return nil
}
