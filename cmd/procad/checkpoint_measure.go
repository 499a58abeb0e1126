package main

import (
	"context"
	"io"
	"math"

	"github.com/spf13/cobra"

	"procad/internal/data"
	"procad/internal/draw"
	"procad/internal/measure"
	"procad/internal/profile"
	"procad/llvm"
	"procad/llvm/engine"
	"procad/llvm/toolchain"
	"procad/loops"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

const measureLong = `Measure runs value and gradient in native code, with each strategy for a sequential
loop. It prints what the run counted beside what was predicted. Memory is the most that
the run had in use at once, without the inputs. The time is the median of --rounds
interleaved rounds. In each round every strategy runs for some milliseconds, or --runs
times. The last column is the largest difference from the gradient of the first
strategy; with --strict it is 0. A strategy that runs each iteration more than 20 times
is measured only if --strategies names it.

With --memory a column says which strategies ran within it. A strategy whose states and
traces alone need more does not run, and its row has dashes.

--format svg draws memory against time.`

func (a *app) measureCommand() *cobra.Command {
	var f planFlags
	var runs, rounds int
	cmd := &cobra.Command{
		Use: "measure FILE", Short: "run each strategy for a loop, and compare with the prediction",
		Long: measureLong, Example: "  procad checkpoint measure kernel.fun --in data.json --checkpoints 5,10,20 --strict\n  procad checkpoint measure kernel.fun --in data.json --strategies 'store,bisect' --format json",
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if runs < 0 || rounds < 1 {
				return &usageError{cmd, "--rounds begins at 1, and --runs at 0"}
			}
			e, err := a.experiment(cmd, &f, args[0], mostRatio)
			if err != nil {
				return err
			}
			u := e.call.unit
			if err := u.Differentiable(e.call.def, e.call.args.Interface, nil); err != nil {
				return &inSource{u.Source, err}
			}
			if err := a.commuting(cmd, e.call, deriv.VJP.Of(e.call.def.Name)); err != nil {
				return err
			}
			m := &measurement{experiment: e, scratch: newScratch(), strict: f.strict, runs: runs}
			defer m.Close()
			step, done := a.progress.steps(len(e.strategies))
			defer done()
			t := &table{columns: measuredColumns}
			for _, s := range e.strategies {
				row, err := m.row(s)
				if err != nil {
					return &inSource{u.Source, err}
				}
				t.add(row...)
			}
			if err := m.run(t, step); err != nil {
				return &inSource{u.Source, err}
			}
			done()
			if err := m.times(t, rounds); err != nil {
				return &inSource{u.Source, err}
			}
			m.markRuns(t)
			var curves draw.Pareto
			for i, s := range e.strategies {
				if seconds, ok := t.rows[i][timeColumn].(float64); ok {
					point(&curves, s, seconds, float64(t.rows[i][peakColumn].(int64)))
				}
			}
			a.warnNotFinite(e.call, data.Unit(), m.first)
			curves.Title, curves.XLabel, curves.XUnit = e.title(), "time of value and gradient", draw.Seconds
			curves.YLabel, curves.YUnit, curves.Budget = "peak memory", draw.Bytes, e.budget()
			return a.reportTable(&f.report, t, "", func(w io.Writer) error { return curves.Write(w) })
		},
	}
	f.add(a, cmd)
	assumeFlag(cmd.Flags())
	cmd.Flags().IntVar(&runs, "runs", 0, "the `NUMBER` of measured runs in a round; with 0, as many as take some milliseconds")
	cmd.Flags().IntVar(&rounds, "rounds", 5, "the `NUMBER` of rounds")
	strictFlag(cmd, &f.strict)
	return cmd
}

// mostRatio bounds the forward iterations for each iteration of what is measured without being asked for.
const mostRatio = 20

var measuredColumns = []column{
	{"strategy", "strategy", draw.Number},
	{"iterations run", "forward", draw.Number}, {"predicted", "forward_predicted", draw.Number},
	{"checkpoints", "checkpoints", draw.Number}, {"predicted", "checkpoints_predicted", draw.Number},
	{"written", "writes", draw.Number}, {"predicted", "writes_predicted", draw.Number},
	{"repeated", "repetitions", draw.Number},
	{"time", "seconds", draw.Seconds}, {"peak memory", "peak_bytes", draw.Bytes},
	{"states, traces", "kept_bytes", draw.Bytes}, {"predicted", "kept_bytes_predicted", draw.Bytes},
	{"difference", "difference", draw.Number},
}

// The columns that are filled in when all strategies have run, and what states and traces need as predicted.
const timeColumn, peakColumn, keptColumn = 8, 9, 11

// A measurement runs strategies for a loop.
type measurement struct {
	*experiment
	*scratch
	strict bool
	runs   int             // in a round, 0 for as many as take long enough
	first  []pipeline.Part // the gradient with the first strategy
	trials []*trial
	tasks  []measure.Task
	rows   []int // of the table, for each task
	seen   int   // strategies so far
}

// A trial is a strategy that runs: once to count what it does, and then to be timed.
type trial struct {
	name           string
	row            int // of the table
	counts         loops.Counted
	counted, timed *engine.Engine
}

// Close removes the executables.
func (m *measurement) Close() {
	for _, t := range m.trials {
		t.counted.Close()
		t.timed.Close()
	}
	m.scratch.Close()
}

// row predicts what a strategy does, and derives the program with it. A strategy whose states
// and traces need more memory than there is, or than the budget says, does not run and has dashes.
func (m *measurement) row(s deriv.Strategy) ([]any, error) {
	u := m.call.unit
	predicted, err := m.plan.Predict(s)
	if err != nil {
		return nil, err
	}
	if err := u.Checkpoint(pipeline.Choice{Loops: pipeline.Loops{Body: m.plan.Site.Body}, Strategy: s}); err != nil {
		return nil, err
	}
	row := []any{s.String(), nil, predicted.Forward, nil, predicted.Checkpoints, nil, predicted.Writes, predicted.Repetitions,
		nil, nil, nil, predicted.Bytes, nil}
	m.seen++
	if predicted.Bytes > min(m.memory, memoryThere()) {
		return row, nil
	}
	return row, m.try(s)
}

// run runs the strategies that were derived, and fills in the table. All of them are in
// two executables: one counts, the other is timed.
func (m *measurement) run(t *table, done func()) error {
	var counted, timed []engine.Calls
	gradient := []proc.Func{deriv.VJP.Of(m.call.def.Name)}
	for _, t := range m.trials {
		counted, timed = append(counted, engine.Calls{Engine: t.counted, Funcs: gradient}), append(timed, engine.Calls{Engine: t.timed, Funcs: gradient})
	}
	for _, calls := range [][]engine.Calls{counted, timed} {
		if err := engine.PrepareAll(calls...); err != nil {
			return m.interrupted(err)
		}
	}
	for _, trial := range m.trials {
		if err := m.count(trial, t.rows[trial.row]); err != nil {
			return err
		}
		if err := m.task(trial); err != nil {
			return err
		}
		done()
	}
	return nil
}

// times runs the tasks in interleaved rounds, and fills in the table.
func (m *measurement) times(t *table, rounds int) error {
	records, err := measure.InIteration(m.context, rounds, m.tasks)
	if err != nil {
		return m.interrupted(err)
	}
	for i, r := range records {
		row := t.rows[m.rows[i]]
		row[timeColumn], row[peakColumn] = r.Median/1e9, r.Peak
	}
	return nil
}

// markRuns says what fits in the budget, if there is one: what ran within it.
func (m *measurement) markRuns(t *table) {
	m.mark(t, func(row []any) int64 {
		if peak, ok := row[peakColumn].(int64); ok {
			return peak
		}
		return row[keptColumn].(int64)
	})
}

// engine is native code for the program as it is now.
func (m *measurement) engine(w *profile.Wanted, times int) *engine.Engine {
	u := m.call.unit
	return &engine.Engine{
		Lookup: u.Library.Def, Compiler: toolchain.Compiler{Strict: m.strict, Without: u.Without}, Context: m.context, Times: times, Memory: engine.MemoryLimit,
		Options: llvm.Options{File: u.Source.Name, Imports: u.Imports, Link: u.Link, Strict: m.strict, Without: u.Without, Profile: w},
	}
}

// try adds the trial of a strategy, with which the program is derived now. What it counts
// are forward iterations, checkpoints, states written, bytes of states and traces.
func (m *measurement) try(s deriv.Strategy) error {
	u := m.call.unit
	reached, err := u.Closure(deriv.VJP.Of(m.call.def.Name))
	if err != nil {
		return err
	}
	c, err := loops.Count(u.Library, reached.Defs, m.plan.Site.Name())
	if err != nil {
		return err
	}
	w := &profile.Wanted{Funcs: append(append([]proc.Func(nil), c.Forward...), c.Writes...)}
	if c.Checkpoint != nil {
		w.Items = append(w.Items, c.Checkpoint)
	}
	if c.Trace != proc.Unit {
		w.Items = append(w.Items, c.Trace)
	}
	m.trials = append(m.trials, &trial{s.String(), m.seen - 1, c, m.engine(w, 0), m.engine(nil, 1)})
	return nil
}

// count runs once and counts.
func (m *measurement) count(t *trial, row []any) error {
	_, parts, err := m.call.unit.Gradient(t.counted, m.call.def, m.call.args, nil)
	if err != nil {
		return m.interrupted(err)
	}
	p := t.counted.Last().Profile
	entered := func(fs []proc.Func) (n int64) {
		for _, f := range fs {
			n += p.Entered[f]
		}
		return n
	}
	row[1], row[3], row[5], row[10] = entered(t.counts.Forward), p.Items[t.counts.Checkpoint].Peak, entered(t.counts.Writes), p.Bytes.Peak
	if m.first == nil {
		m.first = parts
	}
	row[12] = difference(m.first, parts)
	return nil
}

// task adds what times value and gradient without counting. It runs once to see how many
// runs a round has.
func (m *measurement) task(t *trial) error {
	run := func(context.Context) (engine.Timing, error) {
		_, _, err := m.call.unit.Gradient(t.timed, m.call.def, m.call.args, nil)
		return t.timed.Timing(), err
	}
	once, err := run(m.context)
	if err != nil {
		return m.interrupted(err)
	}
	if t.timed.Times = m.runs; t.timed.Times == 0 {
		t.timed.Times = enough(once.Median)
	}
	m.tasks, m.rows = append(m.tasks, measure.Task{Name: t.name, Time: run}), append(m.rows, t.row)
	return nil
}

// enough is how many runs of so many nanoseconds take some milliseconds.
func enough(ns float64) int {
	const some, most = 5e6, 1000
	return int(min(max(some/ns, 1), most))
}

// difference is the largest distance of two gradients, entry by entry; NaN if
// one has a NaN where the other has none.
func difference(a, b []pipeline.Part) float64 {
	worst := 0.0
	for i := range a {
		x, y := reals(a[i].Value), reals(b[i].Value)
		for j := range x {
			if math.IsNaN(x[j]) && math.IsNaN(y[j]) || x[j] == y[j] {
				continue
			}
			if d := math.Abs(x[j] - y[j]); !(d <= worst) {
				worst = d
			}
		}
	}
	return worst
}

func reals(v data.Value) []float64 {
	var xs []float64
	data.Walk(v, func(l data.Leaf) error {
		if l.Kind == data.RealLeaf {
			xs = append(xs, math.Float64frombits(*l.Word))
		}
		return nil
	})
	return xs
}
