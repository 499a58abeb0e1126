// Turncost compares the time of gradients by binomial(s), or by mixed(s), with the
// time of the iterations that they run. Of a loop of n iterations, of which a schedule runs F forwards,
// n of them taped, the iterations alone take
//
//	(F - n) forward + n (tape + reverse)
//
// where forward is the time of an iteration in the value, and tape + reverse that in
// the gradient by store of a loop of few iterations, whose traces stay in the cache.
// What there is above 1 in the ratio to that is the cost of the schedule: its
// decisions, copies of states, allocations.
//
//	iterationcost [-rounds N] [-strategy binomial|mixed] [KERNEL…]
//
// All three are run in turn; the figures are medians of the rounds.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/measure"
	"procad/internal/sample"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// A workload is a kernel with all sizes but the last, which is the number of
// iterations. Calls are short: some of them run without an interruption even where
// others use the machine too, and the shortest counts.
type workload struct {
	kernel      string
	loop        proc.Func // the body of the loop
	sizes       []int
	few, many   int
	checkpoints []int64
}

var workloads = []workload{
	{"heat", proc.Name("heat.loop1"), []int{10}, 500, 10_000, []int64{5, 20}},
	{"heat", proc.Name("heat.loop1"), []int{100}, 100, 5000, []int64{5, 10, 20, 100}},
	{"heat", proc.Name("heat.loop1"), []int{1000}, 20, 1000, []int64{5, 10, 20, 100}},
	{"heat", proc.Name("heat.loop1"), []int{20_000}, 5, 50, []int64{5, 20}},
	{"burgers", proc.Name("burgers.loop1"), []int{100}, 100, 5000, []int64{10, 20}},
	{"burgers", proc.Name("burgers.loop1"), []int{1000}, 20, 500, []int64{10, 20}},
	{"lorenz", proc.Name("lorenz.loop1"), nil, 1000, 10_000, []int64{5, 10, 20, 100}},
	{"nbody", proc.Name("nbody.loop1"), []int{16}, 20, 1000, []int64{10}},
	{"rnn", proc.Name("rnn.fold1"), []int{8, 4}, 200, 2000, []int64{5, 20}},
	{"rnn", proc.Name("rnn.fold1"), []int{32, 8}, 50, 500, []int64{10, 20}},
}

// calls is how often a gradient is timed in a round.
const calls = 20

func main() {
	rounds := flag.Int("rounds", 5, "rounds")
	kind := flag.String("strategy", string(deriv.Binomial), "binomial or mixed")
	flag.Parse()
	fmt.Printf("%-16s %12s %12s %14s %8s %12s %6s\n", "kernel", "forward", "tape+reverse", "strategy", "F/n", "an iteration", "ratio")
	for _, w := range workloads {
		if flag.NArg() > 0 && !slices.Contains(flag.Args(), w.kernel) {
			continue
		}
		if err := w.measure(deriv.StrategyKind(*kind), *rounds); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", w.kernel, err)
			os.Exit(1)
		}
	}
}

func (w workload) measure(kind deriv.StrategyKind, rounds int) error {
	value, err := w.run(deriv.Strategy{}, w.many, 2*calls, false)
	if err != nil {
		return err
	}
	defer value.Close()
	store, err := w.run(deriv.Strategy{Kind: deriv.KeepAll}, w.few, calls*w.many/w.few, true)
	if err != nil {
		return err
	}
	defer store.Close()
	for _, s := range w.checkpoints {
		strategy := deriv.Strategy{Kind: kind, K: s}
		checkpointed, err := w.run(strategy, w.many, calls, true)
		if err != nil {
			return err
		}
		counts, err := checkpointed.plan.Predict(strategy)
		if err != nil {
			return err
		}
		var forwards, reverses, iterations, ratios []float64
		for range rounds {
			var took [3]float64
			for k, r := range []*runner{value, store, checkpointed} {
				if took[k], err = r.iteration(); err != nil {
					return err
				}
			}
			again := float64(counts.Forward)/float64(w.many) - 1
			forwards, reverses, iterations = append(forwards, took[0]), append(reverses, took[1]), append(iterations, took[2])
			ratios = append(ratios, took[2]/(again*took[0]+took[1]))
		}
		checkpointed.Close()
		fmt.Printf("%-16s %9.1f ns %9.1f ns %14s %8.2f %9.1f ns %6.3f\n", fmt.Sprint(w.kernel, w.sizes), measure.Median(forwards), measure.Median(reverses),
			strategy, float64(counts.Forward)/float64(w.many), measure.Median(iterations), measure.Median(ratios))
	}
	return nil
}

// A runner times value or gradient of a kernel.
type runner struct {
	*engine.Engine
	f          proc.Func
	zone       []data.Value
	arg        data.Value
	iterations int
	plan       *pipeline.LoopPlan
}

// run prepares the value, or the gradient with a strategy, of so many iterations.
func (w workload) run(s deriv.Strategy, iterations, times int, gradient bool) (*runner, error) {
	program, err := os.ReadFile(filepath.Join("testdata/kernels", w.kernel+".fun"))
	if err != nil {
		return nil, err
	}
	unit, err := pipeline.Load(&diag.Source{Name: w.kernel + ".fun", Text: string(program)})
	if err != nil {
		return nil, err
	}
	if gradient {
		if err := unit.Checkpoint(pipeline.Choice{Loops: pipeline.Loops{Body: w.loop}, Strategy: s}); err != nil {
			return nil, err
		}
	}
	def, err := unit.Entry(w.kernel)
	if err != nil {
		return nil, err
	}
	face, err := unit.Callable(def)
	if err != nil {
		return nil, err
	}
	k := slices.IndexFunc(sample.Kernels, func(k sample.Kernel) bool { return k.Name == w.kernel })
	text, err := json.Marshal(sample.Kernels[k].Data(1, append(slices.Clone(w.sizes), iterations)...))
	if err != nil {
		return nil, err
	}
	in, _, err := data.Read(&diag.Source{Text: string(text)}, face)
	if err != nil {
		return nil, err
	}
	r := &runner{f: def.Name, iterations: iterations}
	plans, err := unit.Loops(def, in)
	if err != nil {
		return nil, err
	}
	for _, l := range plans {
		if l.Site.Body == w.loop {
			r.plan = l
		}
	}
	if r.zone, r.arg, err = in.For(def); err != nil {
		return nil, err
	}
	if gradient {
		r.f = deriv.Grad.Of(def.Name)
	}
	var compiler toolchain.Compiler
	if _, err := compiler.Find(); err != nil {
		return nil, err
	}
	r.Engine = &engine.Engine{Lookup: unit.Library.Def, Compiler: compiler, Times: times, Options: llvm.Options{Vector: compiler.VectorMath(context.Background())}}
	return r, r.Prepare(r.f)
}

// iteration is the time of an iteration of the loop.
func (r *runner) iteration() (float64, error) {
	_, err := r.Call(r.f, r.zone, r.arg)
	return r.Timing().Min / float64(r.iterations), err
}
