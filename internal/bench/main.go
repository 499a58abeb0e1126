// Bench compares kernels with plain C programs for their values: it runs the C
// program, procad's value and procad's gradient in turn, made by one clang for
// one target, and prints times in units of the C program's. Of ba it is the whole
// Jacobian instead of a gradient.
//
//	bench [-runs N] [-rounds N] [-cc CLANG] DATA.json…
//
//	bench -variants VARIANT.fun…
//
// compares kernels that are written differently with the kernels, on samples.
//
//	bench -checks DATA.json…
//
// compares kernels with the same code without checks of indices.
//
//	bench -rows [ROW…]
//
// compares programs of testdata/rows with plain C, on samples.
//
//	bench -threads [PROGRAM…]
//
// compares programs with two threads with two processes, on samples.
//
//	bench -passes [PROGRAM…]
//
// prints a table of what each pass on the loop IR is worth.
//
// The name of a data file up to the first _ is that of the kernel. Data of any
// size are made by
//
//	go run ./internal/sampledata heat -m 1000 -steps 10000 > heat.json
//
// Data of ba with one camera, one point and one observation stand for as many as
// they say, which are made to differ.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
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

func main() {
	runs := flag.Int("runs", 20, "timed runs in a round")
	rounds := flag.Int("rounds", 5, "rounds")
	cc := flag.String("cc", "", "the clang to use")
	written := flag.Bool("variants", false, "compare variants of kernels with the kernels; the arguments are their programs")
	checked := flag.Bool("checks", false, "compare with the same code without checks of indices")
	other := flag.Bool("rows", false, "compare programs of testdata/rows with plain C; the arguments are their names, or none for all")
	sized := flag.Bool("sizes", false, "with -rows: with versions for the small sizes of the data")
	shared := flag.Bool("threads", false, "compare two threads with two processes; the arguments are names of programs, or none for all")
	each := flag.Bool("passes", false, "measure what each pass on the loop IR is worth; the arguments are names of programs, or none for all")
	flag.Parse()
	run := bench
	if *each {
		run = worth
	}
	if *shared {
		run = threads
	}
	if *other {
		run = func(runs, rounds int, cc string, names []string) error { return rows(runs, rounds, cc, *sized, names) }
	}
	if *checked {
		run = checks
	}
	if *written {
		run = variants
	}
	if err := run(*runs, *rounds, *cc, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func bench(runs, rounds int, cc string, files []string) error {
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
	plain := filepath.Join(dir, "plain")
	sources, err := filepath.Glob("testdata/c/*.c")
	if err != nil {
		return err
	}
	flags := []string{"-O3", "-march=native", "-fno-math-errno"}
	args := append(append(append([]string{}, flags...), sources...), "-o", plain, "-lm")
	if out, err := exec.Command(clang, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", clang, err, out)
	}
	fmt.Printf("%s, C with %s; medians of %d rounds of %d runs\n", clang, strings.Join(flags, " "), rounds, runs)
	fmt.Printf("%-18s %12s %8s %10s\n", "data", "C value", "value", "gradient")
	for _, file := range files {
		if err := one(plain, clang, file, runs, rounds); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

// wrt are the parameters that a gradient is published for, where it is not all.
var wrt = map[string][]string{
	"gmm":  {"alpha", "mu", "q", "l"},
	"lstm": {"main_params", "extra_params"},
}

// A kernel is what its data are for.
type kernel struct {
	name string
	text []byte // the data
	unit *pipeline.Unit
	def  *proc.Def
	grad proc.Func
	zone []data.Value
	arg  data.Value
}

// read finds the kernel of a data file.
func read(file string) (*kernel, error) {
	k := &kernel{}
	k.name, _, _ = strings.Cut(nameOf(file), "_")
	var err error
	if k.text, err = os.ReadFile(file); err != nil {
		return nil, err
	}
	if k.name == "ba" {
		if k.text, err = expanded(k.text); err != nil {
			return nil, err
		}
	}
	program, err := os.ReadFile(filepath.Join("testdata/kernels", k.name+".fun"))
	if err != nil {
		return nil, err
	}
	if k.unit, err = pipeline.Load(&diag.Source{Name: k.name + ".fun", Text: string(program)}); err != nil {
		return nil, err
	}
	if k.def, err = k.unit.Entry(k.name); err != nil {
		return nil, err
	}
	if k.def, err = k.unit.Wrt(k.def, wrt[k.name]); err != nil {
		return nil, err
	}
	k.grad = deriv.Grad.Of(k.def.Name)
	if k.name == "ba" {
		k.grad = proc.Name("bajac")
	}
	face, err := k.unit.Callable(k.def)
	if err != nil {
		return nil, err
	}
	in, _, err := data.Read(&diag.Source{Name: file, Text: string(k.text)}, face)
	if err != nil {
		return nil, err
	}
	k.zone, k.arg, err = in.For(k.def)
	return k, err
}

func nameOf(file string) string { return strings.TrimSuffix(filepath.Base(file), ".json") }

// one prints the row of a data file.
func one(plain, clang, file string, runs, rounds int) error {
	k, err := read(file)
	if err != nil {
		return err
	}
	numbers, err := sample.Arguments(k.name, k.text)
	if err != nil {
		return err
	}
	native := &engine.Engine{Lookup: k.unit.Library.Def, Times: runs, Compiler: toolchain.Compiler{Clang: clang}}
	defer native.Close()
	if err := native.Prepare(k.def.Name, k.grad); err != nil {
		return err
	}
	value, err := native.Call(k.def.Name, k.zone, k.arg)
	if err != nil {
		return err
	}
	records, err := measure.InIteration(context.Background(), rounds, []measure.Task{
		{Name: "C", Time: func(context.Context) (engine.Timing, error) {
			return timeC(plain, k.name, numbers, runs, summary(value))
		}},
		{Name: "value", Time: func(context.Context) (engine.Timing, error) { return timeNative(native, k.def.Name, k.zone, k.arg) }},
		{Name: "gradient", Time: func(context.Context) (engine.Timing, error) { return timeNative(native, k.grad, k.zone, k.arg) }},
	})
	if err != nil {
		return err
	}
	c, v, g := records[0], records[1], records[2]
	fmt.Printf("%-18s %9.1f µs %8.2f %10.2f\n", nameOf(file), c.Median/1e3, measure.Ratio(v, c), measure.Ratio(g, c))
	return nil
}

// expanded makes data of ba from those of one observation; other data stay as they are.
func expanded(text []byte) ([]byte, error) {
	var form struct{ Cam json.RawMessage }
	if err := json.Unmarshal(text, &form); err != nil || form.Cam == nil {
		return text, err
	}
	var one struct {
		sample.Scene
		Cam     []float64
		N, M, P int
	}
	if err := json.Unmarshal(text, &one); err != nil {
		return nil, err
	}
	copy(one.Scene.Cam[:], one.Cam)
	return json.Marshal(sample.BA(sample.Rand(1), one.N, one.M, one.P, one.Scene))
}

// summary is the number that the C program prints: the value, or the sum of the
// first residual and the last one.
func summary(v data.Value) float64 {
	if v.Type == proc.Real {
		return v.Float()
	}
	images, weights := v.Objects[0].(*data.Array).Leaves[0], v.Objects[1].(*data.Array).Leaves[0]
	return math.Float64frombits(images[0]) + math.Float64frombits(weights[len(weights)-1])
}

// timeC times a program that gives the value want.
func timeC(plain, kernel string, numbers []byte, runs int, want float64) (t engine.Timing, err error) {
	cmd := exec.Command(plain, kernel, strconv.Itoa(runs))
	cmd.Stdin = bytes.NewReader(numbers)
	out, err := cmd.Output()
	if err != nil {
		return t, err
	}
	var value float64
	if _, err = fmt.Sscan(string(out), &value, &t.Min, &t.Median); err == nil && !near(value, want) {
		err = fmt.Errorf("the value is %v, and %v in C", want, value)
	}
	return t, err
}

// near says that two values agree to eight digits.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-8*math.Abs(b) }

func timeNative(e *engine.Engine, f proc.Func, zone []data.Value, arg data.Value) (engine.Timing, error) {
	_, err := e.Call(f, zone, arg)
	return e.Timing(), err
}
