package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/measure"
	"procad/internal/sample"
	"procad/llvm/engine"
	"procad/llvm/loopir/passes"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
	"procad/source"
)

// A rowCase is a program of testdata/rows with data.
type rowCase struct {
	unit *pipeline.Unit
	def  *proc.Def
	args *data.Args
	zone []data.Value
	arg  data.Value
	// numbers are what the C program reads.
	numbers []byte
}

// readRow reads the program of a row, in the folder dir, for the given data.
func readRow(dir, name string, given sample.Data) (*rowCase, error) {
	c := &rowCase{}
	file := filepath.Join(dir, name+".fun")
	program, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if c.unit, err = pipeline.Load(&diag.Source{Name: file, Text: string(program), Files: source.System}); err != nil {
		return nil, err
	}
	if c.def, err = c.unit.Entry(name); err != nil {
		return nil, err
	}
	face, err := c.unit.Callable(c.def)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(given)
	if err != nil {
		return nil, err
	}
	if c.args, _, err = data.Read(&diag.Source{Name: name + ".json", Text: string(text)}, face); err != nil {
		return nil, err
	}
	if c.zone, c.arg, err = c.args.For(c.def); err != nil {
		return nil, err
	}
	var params []string
	for _, p := range face.Params {
		params = append(params, p.Name)
	}
	c.numbers, err = sample.Numbers(params, text)
	return c, err
}

// compileRow makes the C program of a row from the folder dir, and gives its path.
func compileRow(clang, dir, name, to string, flags ...string) (string, error) {
	program := filepath.Join(to, name)
	args := append(slices.Clone(flags), filepath.Join(dir, name+".c"), filepath.Join(dir, "main.c"), "-o", program, "-lm")
	if out, err := exec.Command(clang, args...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w\n%s", clang, err, out)
	}
	return program, nil
}

// runRow runs the C program of a row, and gives its value.
func runRow(program string, numbers []byte, runs int) (value float64, t engine.Timing, err error) {
	cmd := exec.Command(program, strconv.Itoa(runs))
	cmd.Stdin = bytes.NewReader(numbers)
	out, err := cmd.Output()
	if err == nil {
		_, err = fmt.Sscan(string(out), &value, &t.Min, &t.Median)
	}
	return value, t, err
}

// rows prints a line for each program of testdata/rows, or for those that are named: the shortest times of the value and
// of the gradient, in units of plain C's, and the bounds of both.
func rows(runs, rounds int, cc string, sized bool, names []string) error {
	for _, name := range names {
		if !slices.ContainsFunc(sample.Rows, func(r sample.Row) bool { return r.Name == name }) {
			return fmt.Errorf("there is no row %q", name)
		}
	}
	dir, err := os.MkdirTemp("", "bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	compiler := toolchain.Compiler{Clang: cc}
	clang, err := compiler.Find()
	if err != nil {
		return err
	}
	flags := []string{"-O3", "-march=native", "-fno-math-errno"}
	fmt.Printf("%s, C with %s; the least of %d rounds of %d runs; * is above the bound\n", clang, strings.Join(flags, " "), rounds, runs)
	fmt.Printf("%-14s %12s %8s %7s %10s %7s\n", "row", "C value", "value", "bound", "gradient", "bound")
	for _, r := range sample.Rows {
		if len(names) > 0 && !slices.Contains(names, r.Name) {
			continue
		}
		program, err := compileRow(clang, "testdata/rows", r.Name, dir, flags...)
		if err == nil {
			err = row(r, clang, program, runs, rounds, sized)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", r.Name, err)
		}
	}
	return nil
}

// row prints the line of a program, whose C program is compiled. Sized code has versions for the small sizes of the data.
func row(r sample.Row, clang, program string, runs, rounds int, sized bool) error {
	c, err := readRow("testdata/rows", r.Name, r.Usual(1))
	if err != nil {
		return err
	}
	native := &engine.Engine{Lookup: c.unit.Library.Def, Times: runs, Compiler: toolchain.Compiler{Clang: clang}}
	defer native.Close()
	gradient := deriv.Grad.Of(c.def.Name)
	functions := []proc.Func{c.def.Name}
	if r.Gradient > 0 {
		functions = append(functions, gradient)
	}
	if sized {
		native.Options.Sizes = map[proc.Func][]passes.Size{}
		for _, f := range functions {
			native.Options.Sizes[f] = engine.Sizes(c.zone, c.arg)
		}
	}
	if err := native.Prepare(functions...); err != nil {
		return err
	}
	want, err := native.Call(c.def.Name, c.zone, c.arg)
	if err != nil {
		return err
	}
	tasks := []measure.Task{
		{Name: "C", Time: func(context.Context) (engine.Timing, error) {
			value, t, err := runRow(program, c.numbers, runs)
			if err == nil && !near(value, want.Float()) {
				err = fmt.Errorf("the value is %v, and %v in C", want.Float(), value)
			}
			return t, err
		}},
	}
	for _, f := range functions {
		tasks = append(tasks, measure.Task{Name: f.String(), Time: func(context.Context) (engine.Timing, error) {
			return timeNative(native, f, c.zone, c.arg)
		}})
	}
	records, err := measure.InIteration(context.Background(), rounds, tasks)
	if err != nil {
		return err
	}
	plain := records[0].Min
	v := records[1].Min / plain
	fmt.Printf("%-14s %9.1f µs %8.3f %-7s", r.Name, plain/1e3, v, bound(v, r.Value))
	if r.Gradient > 0 {
		g := records[2].Min / plain
		fmt.Printf(" %10.3f %-7s", g, bound(g, r.Gradient))
	}
	fmt.Println()
	return nil
}

// bound is a bound in print, marked where a ratio is above it.
func bound(ratio, most float64) string {
	text := strconv.FormatFloat(most, 'g', -1, 64)
	if ratio > most {
		text += " *"
	}
	return text
}
