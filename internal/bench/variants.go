package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/measure"
	"procad/internal/sample"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// A written is a kernel as somebody writes it, with data.
type written struct {
	engine    *engine.Engine
	def       *proc.Def
	zone      []data.Value
	arg, seed data.Value
}

// variants prints a row for each program, whose name up to the first _ is that
// of the kernel: times of value and gradient, in units of the kernel's.
func variants(runs, rounds int, cc string, files []string) error {
	fmt.Printf("in units of the kernel; medians of %d rounds of %d runs\n", rounds, runs)
	fmt.Printf("%-18s %12s %8s %12s %10s\n", "variant", "kernel value", "value", "gradient", "gradient")
	for _, file := range files {
		if err := variant(file, runs, rounds, cc); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

func variant(file string, runs, rounds int, cc string) error {
	name := strings.TrimSuffix(filepath.Base(file), ".fun")
	kernel, _, _ := strings.Cut(name, "_")
	k := slices.IndexFunc(sample.Kernels, func(k sample.Kernel) bool { return k.Name == kernel })
	if k < 0 {
		return fmt.Errorf("there are no samples for %s", kernel)
	}
	sizes := make([]int, len(sample.Kernels[k].Sizes))
	for i, s := range sample.Kernels[k].Sizes {
		sizes[i] = s.Default
	}
	text, err := json.Marshal(sample.Kernels[k].Data(1, sizes...))
	if err != nil {
		return err
	}
	var tasks []measure.Task
	for _, program := range []string{filepath.Join("testdata/kernels", kernel+".fun"), file} {
		w, err := load(program, kernel, text, runs, cc, 0)
		if err != nil {
			return fmt.Errorf("%s: %w", program, err)
		}
		defer w.engine.Close()
		tasks = append(tasks, measure.Task{Name: program, Time: func(context.Context) (engine.Timing, error) {
			return timeNative(w.engine, w.def.Name, w.zone, w.arg)
		}}, measure.Task{Name: program, Time: func(context.Context) (engine.Timing, error) {
			return timeNative(w.engine, deriv.VJP.Of(w.def.Name), w.zone, data.Tuple(w.arg, w.seed))
		}})
	}
	r, err := measure.InIteration(context.Background(), rounds, tasks)
	if err != nil {
		return err
	}
	fmt.Printf("%-18s %9.1f µs %8.2f %9.1f µs %10.2f\n", name,
		r[0].Median/1e3, measure.Ratio(r[2], r[0]), r[1].Median/1e3, measure.Ratio(r[3], r[1]))
	return nil
}

// load compiles a program, and takes its value for the seed of its gradient.
func load(program, kernel string, text []byte, runs int, cc string, threads int) (*written, error) {
	source, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	unit, err := pipeline.Load(&diag.Source{Name: program, Text: string(source)})
	if err != nil {
		return nil, err
	}
	w := &written{}
	if w.def, err = unit.Entry(kernel); err != nil {
		return nil, err
	}
	if w.def, err = unit.Wrt(w.def, nil); err != nil {
		return nil, err
	}
	face, err := unit.Callable(w.def)
	if err != nil {
		return nil, err
	}
	args, _, err := data.Read(&diag.Source{Name: "sample", Text: string(text)}, face)
	if err != nil {
		return nil, err
	}
	if w.zone, w.arg, err = args.For(w.def); err != nil {
		return nil, err
	}
	w.engine = &engine.Engine{Lookup: unit.Library.Def, Times: runs, Threads: threads, Compiler: toolchain.Compiler{Clang: cc}}
	if err := w.engine.Prepare(w.def.Name, deriv.VJP.Of(w.def.Name)); err != nil {
		w.engine.Close()
		return nil, err
	}
	if w.seed, err = w.engine.Call(w.def.Name, w.zone, w.arg); err != nil {
		w.engine.Close()
		return nil, err
	}
	return w, nil
}
