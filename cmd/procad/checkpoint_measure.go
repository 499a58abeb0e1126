package main

import (
	"io"
	"math"
	"os"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"procad/data"
	"procad/internal/draw"
	"procad/llvm"
	"procad/loops"
	"procad/pipeline"
	"procad/proc"
	"procad/profile"
)

const measureLong = `Measure runs value and gradient with each strategy for a sequential loop, by
native code: what is counted in the run stands beside what was predicted, time is
the median of --runs, memory the most that the run had in use at once, inputs
left aside. The last column is the largest difference from the gradient of the
first strategy; with --strict it is 0. Strategies that run each turn more than 20
times are measured only if --strategies names them.

--format svg draws memory against time.`

func (a *app) measureCommand() *cobra.Command {
	var f planFlags
	var runs int
	cmd := &cobra.Command{
		Use: "measure FILE", Short: "run each strategy for a loop, and compare with what was predicted",
		Long: measureLong, Example: "  procad checkpoint measure kernel.fun --in data.json --slots 5,10,20 --strict\n  procad checkpoint measure kernel.fun --in data.json --strategies 'store,bisect' --format json",
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if runs < 1 {
				return &usageError{cmd, "--runs begins at 1"}
			}
			e, err := a.experiment(cmd, &f, args[0], mostRatio)
			if err != nil {
				return err
			}
			u := e.call.unit
			if err := u.Differentiable(e.call.def, e.call.args.Interface, nil); err != nil {
				return &inSource{u.Source, err}
			}
			if err := decided(u, e.plan.Site.Body); err != nil {
				return err
			}
			m := &measurement{experiment: e, scratch: newScratch(), strict: f.strict, runs: runs}
			defer m.Close()
			bar := a.progress(len(e.strategies))
			t := &table{columns: measuredColumns}
			var curves draw.Pareto
			for _, s := range e.strategies {
				row, err := m.row(s)
				if err != nil {
					return &inSource{u.Source, err}
				}
				t.add(row...)
				if seconds, ok := row[8].(float64); ok {
					point(&curves, s, seconds, float64(row[9].(int64)))
				}
				bar.Add(1)
			}
			bar.Finish()
			a.warnNotFinite(e.call, data.Unit(), m.first)
			curves.Title, curves.XLabel, curves.XUnit = e.title(), "time of value and gradient", draw.Seconds
			curves.YLabel, curves.YUnit, curves.Budget = "peak memory", draw.Bytes, e.budget()
			return a.reportTable(&f.report, t, "", func(w io.Writer) error { return curves.Write(w) })
		},
	}
	f.add(a, cmd)
	cmd.Flags().IntVar(&runs, "runs", 3, "how often each runs for its time")
	strictFlag(cmd, &f.strict)
	return cmd
}

// progress is a bar on a terminal, and nothing elsewhere.
func (a *app) progress(steps int) *progressbar.ProgressBar {
	out, ok := a.stderr.(*os.File)
	return progressbar.NewOptions(steps, progressbar.OptionSetWriter(a.stderr), progressbar.OptionClearOnFinish(),
		progressbar.OptionSetVisibility(ok && term.IsTerminal(int(out.Fd()))))
}

// mostRatio bounds the forward turns for each turn of what is measured without being asked for.
const mostRatio = 20

var measuredColumns = []column{
	{"strategy", "strategy", draw.Number},
	{"turns run", "forward", draw.Number}, {"predicted", "forward_predicted", draw.Number},
	{"slots", "slots", draw.Number}, {"predicted", "slots_predicted", draw.Number},
	{"written", "writes", draw.Number}, {"predicted", "writes_predicted", draw.Number},
	{"repeated", "repetitions", draw.Number},
	{"time", "seconds", draw.Seconds}, {"peak memory", "peak_bytes", draw.Bytes},
	{"states, traces", "kept_bytes", draw.Bytes}, {"predicted", "kept_bytes_predicted", draw.Bytes},
	{"difference", "difference", draw.Number},
}

// A measurement runs strategies for a loop.
type measurement struct {
	*experiment
	*scratch
	strict bool
	runs   int
	first  []pipeline.Part // the gradient with the first strategy
}

// row measures a strategy. A strategy that needs more memory than there is, or
// than the budget says, has dashes.
func (m *measurement) row(s proc.Strategy) ([]any, error) {
	u := m.call.unit
	predicted, err := m.plan.Predict(s)
	if err != nil {
		return nil, err
	}
	if err := u.Checkpoint(pipeline.Choice{Loop: string(m.plan.Site.Body), Strategy: s}); err != nil {
		return nil, err
	}
	row := []any{s.String(), nil, predicted.Forward, nil, predicted.Slots, nil, predicted.Writes, predicted.Repetitions,
		nil, nil, nil, predicted.Bytes, nil}
	if predicted.Bytes > m.limit() {
		return row, nil
	}
	result, parts, counts, err := m.counted(s)
	if err != nil || result == nil {
		return row, err
	}
	for i, n := range counts {
		row[[]int{1, 3, 5, 10}[i]] = n
	}
	if m.first == nil {
		m.first = parts
	}
	row[12] = difference(m.first, parts)
	time, err := m.timed()
	if err != nil {
		return row, err
	}
	row[8], row[9] = time.Median/1e9, time.Peak
	return row, nil
}

func (m *measurement) limit() int64 { return min(m.memory, llvm.MemoryLimit) }

// engine is native code for the program as it is now.
func (m *measurement) engine(w *profile.Wanted, times int) (*llvm.Engine, error) {
	compiler := llvm.Compiler{Strict: m.strict, Without: m.call.unit.Without}
	if _, err := compiler.Find(); err != nil {
		return nil, err
	}
	return &llvm.Engine{
		Lookup: m.call.unit.Library.Def, Compiler: compiler, Context: m.context, Times: times, Memory: m.limit(),
		Options: llvm.Options{File: m.call.unit.Source.Name, Strict: m.strict, Without: compiler.Without, Profile: w},
	}, nil
}

// counted runs once: forward turns, slots, states written, bytes of states and traces.
func (m *measurement) counted(s proc.Strategy) (result *llvm.Result, parts []pipeline.Part, counts []any, err error) {
	u := m.call.unit
	if _, err := u.Closure(proc.VJP.Of(m.call.def.Name)); err != nil {
		return nil, nil, nil, err
	}
	c, err := loops.Count(u.Library, u.Library.Made(), m.plan.Site.Name())
	if err != nil {
		return nil, nil, nil, err
	}
	w := &profile.Wanted{Funcs: append(append([]proc.Func(nil), c.Forward...), c.Writes...)}
	if c.Slot != nil {
		w.Items = append(w.Items, c.Slot)
	}
	if c.Trace != proc.Unit {
		w.Items = append(w.Items, c.Trace)
	}
	e, err := m.engine(w, 0)
	if err != nil {
		return nil, nil, nil, err
	}
	defer e.Close()
	_, parts, err = u.Gradient(e, m.call.def, m.call.args, nil)
	if err != nil {
		return nil, nil, nil, m.interrupted(err)
	}
	last := e.Last()
	p := last.Profile
	entered := func(fs []proc.Func) (n int64) {
		for _, f := range fs {
			n += p.Entered[f]
		}
		return n
	}
	return &last, parts, []any{entered(c.Forward), p.Items[c.Slot].Peak, entered(c.Writes), p.Bytes.Peak}, nil
}

// timed runs several times, without counting.
func (m *measurement) timed() (llvm.Timing, error) {
	e, err := m.engine(nil, m.runs)
	if err != nil {
		return llvm.Timing{}, err
	}
	defer e.Close()
	if _, _, err = m.call.unit.Gradient(e, m.call.def, m.call.args, nil); err != nil {
		return llvm.Timing{}, m.interrupted(err)
	}
	return e.Timing(), nil
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
