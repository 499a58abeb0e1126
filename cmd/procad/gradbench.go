package main

import (
	"time"

	"github.com/spf13/cobra"

	"procad/internal/gradbench"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
)

const gradbenchLong = `Gradbench is a tool for GradBench, which compares programs that differentiate. Each
line of standard input is a message. Gradbench answers each of them with a line of
standard output. Messages and answers are JSON:

  {"id": 0, "kind": "start", "eval": "lse"}
  {"id": 1, "kind": "define", "module": "lse"}
  {"id": 2, "kind": "evaluate", "module": "lse", "function": "gradient",
   "input": {"x": [1, 2], "min_runs": 10, "min_seconds": 0.5}}

A module is compiled when it is defined, and stays ready. An evaluation runs at least
min_runs times, and until all runs together took min_seconds. The answer has the time
of each run. --time-limit is for each evaluation, in addition to the time that the
message asks for. If something cannot be done, the answer has success false and an
error. A line that is no message ends the command with exit code 1.

The modules are ba, gmm, hello, kmeans, llsq, lse, lstm and ode.`

func (a *app) gradbenchCommand() *cobra.Command {
	var strict bool
	var limit time.Duration
	cmd := &cobra.Command{
		Use: "gradbench", Short: "answer messages of GradBench",
		Long:    gradbenchLong,
		Example: "  procad gradbench < messages.jsonl\n  gradbench run --eval \"gradbench eval gmm\" --tool \"procad gradbench\"",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return &usageError{cmd, "gradbench takes no arguments: messages are on standard input"}
			}
			return nil
		},
		RunE: func(*cobra.Command, []string) error { return a.gradbench(strict, limit) },
	}
	strictFlag(cmd, &strict)
	limitFlag(cmd.Flags(), &limit)
	return cmd
}

func (a *app) gradbench(strict bool, limit time.Duration) error {
	s := newScratch()
	defer s.Close()
	tool := &gradbench.Tool{Name: "procad", Without: a.without.set.Names(), Limit: limit, Compile: func(u *pipeline.Unit, fs ...proc.Func) (gradbench.Caller, error) {
		compiler := toolchain.Compiler{Strict: strict, Without: a.without.set}
		if _, err := compiler.Find(); err != nil {
			return nil, err
		}
		e := &engine.Engine{
			Lookup: u.Library.Def, Compiler: compiler, Context: s.context, Memory: memoryThere(),
			Options: llvm.Options{File: u.Source.Name, Imports: u.Imports, Strict: strict, Without: a.without.set},
		}
		server, err := e.Serve(fs...)
		if err != nil {
			return nil, err
		}
		return &served{server, e}, nil
	}}
	defer tool.Close()
	return s.interrupted(tool.Serve(s.context, a.stdin, a.stdout))
}

// A served module has an executable of its own.
type served struct {
	*engine.Server
	engine *engine.Engine
}

func (s *served) Close() {
	s.Server.Close()
	s.engine.Close()
}
