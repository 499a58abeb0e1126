package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/quote"
	"procad/interp"
	"procad/pipeline"
)

const testLong = `Test runs the tests of a program in the interpreter. For each test it prints
whether it holds:

  test "the area of a circle" = abs(area(Circle(1)) - pi) < 1e-12

A test is a Bool. A test fails if it is false, or if it ends with a run-time error.
If a test fails, the exit code is 1. Other commands check the types of tests, and do
not compute them.`

func (a *app) testCommand() *cobra.Command {
	return &cobra.Command{
		Use: "test FILE", Short: "run the tests of a program",
		Long: testLong, Example: "  procad test shapes.fun", Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			u, err := a.loadAs(args[0], a.without.set, nil, pipeline.Settings{Depth: int64(a.depth)}.LoadTests)
			if err != nil {
				return err
			}
			if len(u.Tests) == 0 {
				return &inSource{u.Source, diag.Errorf(diag.Pos{}, pipeline.CodeNoTest, "there are no tests").In(u.Source.Name).
					Hintf(`a test is test "…" = a == b`)}
			}
			return a.tests(cmd.OutOrStdout(), u)
		},
	}
}

// tests computes the tests, a line for each.
func (a *app) tests(w io.Writer, u *pipeline.Unit) error {
	engine := interpreter{u.Interpreter(interp.MemoryLimit(memoryThere()), interp.Trace(a.stderr))}
	var failed diag.List
	for _, t := range u.Tests {
		err := test(u, engine, t)
		result := "ok  "
		if err != nil {
			located, ok := err.(*diag.Error)
			if !ok {
				return &inSource{u.Source, err}
			}
			result, failed = "FAIL", append(failed, located)
		}
		if _, err := fmt.Fprintf(w, "%s %s\n", result, quote.Line(t.Name)); err != nil {
			return err
		}
	}
	if _, err := fmt.Fprintf(w, "%d of %d tests hold\n", len(u.Tests)-len(failed), len(u.Tests)); err != nil {
		return err
	}
	if len(failed) > 0 {
		return &inSource{u.Source, failed}
	}
	return nil
}

// test is why a test fails, nil if it holds.
func test(u *pipeline.Unit, e runner, t pipeline.Test) error {
	d := u.Program.Lookup(t.Func)
	v, err := u.Run(e, d, &data.Args{Interface: u.Interface(d)})
	switch {
	case err != nil:
		return err
	case !v.IsInl():
		return diag.Errorf(t.Pos, pipeline.CodeTestFailed, "the test %q does not hold", t.Name).In(u.Source.Name)
	}
	return nil
}
