package main

import (
	"context"
	"fmt"

	"procad/internal/measure"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/proc"
)

// checks prints a row for each data file: times of value and gradient in units of
// the same code without checks of indices, as medians of ratios in a round and as
// the ratio of the least times.
func checks(runs, rounds int, cc string, files []string) error {
	fmt.Printf("in units of the same without checks; medians of %d rounds of %d runs, and least times\n", rounds, runs)
	fmt.Printf("%-18s %12s %8s %8s %12s %8s %8s\n", "data", "value", "checked", "least", "gradient", "checked", "least")
	for _, file := range files {
		if err := checksOf(file, runs, rounds, cc); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

func checksOf(file string, runs, rounds int, cc string) error {
	k, err := read(file)
	if err != nil {
		return err
	}
	var tasks []measure.Task
	engines := map[bool]*engine.Engine{}
	for _, unchecked := range []bool{true, false} {
		e := &engine.Engine{Lookup: k.unit.Library.Def, Times: runs, Options: llvm.Options{Unchecked: unchecked}, Compiler: toolchain.Compiler{Clang: cc}}
		defer e.Close()
		if err := e.Prepare(k.def.Name, k.grad); err != nil {
			return err
		}
		engines[unchecked] = e
	}
	for _, f := range []proc.Func{k.def.Name, k.grad} {
		for _, unchecked := range []bool{true, false} {
			tasks = append(tasks, measure.Task{Name: f.String(), Time: func(context.Context) (engine.Timing, error) {
				return timeNative(engines[unchecked], f, k.zone, k.arg)
			}})
		}
	}
	r, err := measure.InIteration(context.Background(), rounds, tasks)
	if err != nil {
		return err
	}
	fmt.Printf("%-18s", nameOf(file))
	for i := 0; i < len(r); i += 2 {
		fmt.Printf(" %9.1f µs %8.3f %8.3f", r[i].Median/1e3, measure.Ratio(r[i+1], r[i]), r[i+1].Min/r[i].Min)
	}
	fmt.Println()
	return nil
}
