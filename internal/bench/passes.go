package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"procad/internal/data"
	"procad/internal/measure"
	"procad/internal/optim"
	"procad/internal/sample"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/loopir/passes"
	"procad/llvm/toolchain"
	"procad/proc"
	"procad/proc/deriv"
)

// A gain is how many times as long a call takes without a pass.
type gain struct {
	call  string // a program and value or gradient, in few letters
	ratio float64
}

// counts is from which ratio on a gain counts.
const counts = 1.03

// worth prints a table in Markdown of what each pass on the loop IR is worth: for each program of testdata/kernels and testdata/rows, or
// for those that are named, the least times of value and gradient without the pass, over those with all passes, in one thread.
func worth(runs, rounds int, cc string, names []string) error {
	gains := map[optim.Name][]gain{}
	programs := 0
	measured := func(dir string, k sample.Kernel) error {
		if len(names) > 0 && !slices.Contains(names, k.Name) {
			return nil
		}
		programs++
		c, err := readRow(dir, k.Name, k.Usual(1))
		if err == nil {
			err = without(k.Name, c, runs, rounds, cc, gains)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", k.Name, err)
		}
		return nil
	}
	for _, k := range sample.Kernels {
		if err := measured("testdata/kernels", k); err != nil {
			return err
		}
	}
	for _, r := range sample.Rows {
		if err := measured("testdata/rows", r.Kernel); err != nil {
			return err
		}
	}
	fmt.Printf("| pass | counts for | most | slower with it |\n|---|---|---|---|\n")
	for _, p := range passes.Table {
		printWorth(p.Name, gains[p.Name])
	}
	fmt.Printf("\n%d programs; the least of %d rounds of %d runs, one thread.\n", programs, rounds, runs)
	return nil
}

// without measures a program with all passes but for versions for sizes, without each of them, and with these versions too.
func without(name string, c *rowCase, runs, rounds int, cc string, gains map[optim.Name][]gain) error {
	gradient := deriv.VJP.Of(c.def.Name)
	var tasks []measure.Task
	var seed data.Value
	engines := make([]*engine.Engine, 0, 1+len(passes.Table))
	defer func() {
		for _, e := range engines {
			e.Close()
		}
	}()
	for k := -1; k < len(passes.Table); k++ {
		opts := llvm.Options{}
		switch {
		case k >= 0 && passes.Table[k].Name == optim.SizeVersions:
			sizes := engine.Sizes(c.zone, c.arg)
			opts.Sizes = map[proc.Func][]passes.Size{c.def.Name: sizes, gradient: sizes}
		case k >= 0:
			opts.Without = optim.Of(passes.Table[k].Name)
		}
		e := &engine.Engine{Lookup: c.unit.Library.Def, Options: opts, Times: runs, Threads: 1, Compiler: toolchain.Compiler{Clang: cc}}
		engines = append(engines, e)
		if err := e.Prepare(c.def.Name, gradient); err != nil {
			return err
		}
		if k < 0 {
			var err error
			if seed, err = e.Call(c.def.Name, c.zone, c.arg); err != nil {
				return err
			}
		}
		for _, f := range []proc.Func{c.def.Name, gradient} {
			arg := c.arg
			if f == gradient {
				arg = data.Tuple(c.arg, seed)
			}
			tasks = append(tasks, measure.Task{Name: f.String(), Time: func(context.Context) (engine.Timing, error) {
				return timeNative(e, f, c.zone, arg)
			}})
		}
	}
	records, err := measure.InIteration(context.Background(), rounds, tasks)
	if err != nil {
		return err
	}
	for k, p := range passes.Table {
		for part, letter := range []string{"", "∇"} {
			ratio := records[2*(k+1)+part].Min / records[part].Min
			if p.Name == optim.SizeVersions { // which runs where it is asked for
				ratio = 1 / ratio
			}
			gains[p.Name] = append(gains[p.Name], gain{letter + name, ratio})
		}
	}
	return nil
}

// printWorth prints the row of a pass: for how many programs it counts, the calls for which it counts most, and those that it makes slower.
func printWorth(name optim.Name, list []gain) {
	slices.SortFunc(list, func(x, y gain) int { return cmp.Compare(y.ratio, x.ratio) })
	programs := map[string]bool{}
	var most, least []string
	for _, g := range list {
		text := fmt.Sprintf("%s %.2f", g.call, g.ratio)
		switch {
		case g.ratio > counts:
			programs[strings.TrimPrefix(g.call, "∇")] = true
			if len(most) < 3 {
				most = append(most, text)
			}
		case g.ratio < 1/counts:
			least = append(least, text)
		}
	}
	slices.Reverse(least)
	if len(least) > 3 {
		least = least[:3]
	}
	fmt.Printf("| `%s` | %d | %s | %s |\n", name, len(programs), strings.Join(most, ", "), strings.Join(least, ", "))
}
