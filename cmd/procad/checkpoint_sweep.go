package main

import (
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"procad/internal/draw"
	"procad/loops/schedule"
	"procad/proc/deriv"
)

const sweepLong = `Sweep prints what a strategy costs for several numbers of iterations, and of checkpoints
if the strategy has them. --format svg draws the forward iterations for each iteration,
over iterations and checkpoints. --state and --trace give the sizes of a state and of a
trace; explain prints them for a loop.`

func (a *app) sweepCommand() *cobra.Command {
	var f reportFlags
	var kind string
	iterations := []int64{10, 30, 100, 300, 1000, 3000, 10000, 30000, 100000, 300000, 1000000}
	checkpoints := []int64{1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000}
	var loop schedule.Loop
	cmd := &cobra.Command{
		Use: "sweep", Short: "print or draw the cost of strategies over iterations and checkpoints",
		Long:    sweepLong,
		Example: "  procad checkpoint sweep --iterations 10,100,1000 --checkpoints 1,3,10,30\n  procad checkpoint sweep --strategy mixed --format svg -o mixed.svg",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return &usageError{cmd, "sweep takes flags only"}
			}
			t, heat, err := sweep(deriv.StrategyKind(kind), iterations, checkpoints, loop)
			if err != nil {
				return &usageError{cmd, err.Error()}
			}
			return a.reportTable(&f, t, "", func(w io.Writer) error { return heat.Write(w) })
		},
	}
	f.add(cmd, tableFormats...)
	strategyFlag(cmd, &kind)
	cmd.Flags().Var(&numbersFlag{list: &iterations}, "iterations", "the `NUMBERS` of iterations")
	cmd.Flags().Var(&numbersFlag{list: &checkpoints}, "checkpoints", "the `NUMBERS` of checkpoints of binomial and mixed, or the numbers k of every(k)")
	cmd.Flags().Int64Var(&loop.State, "state", 8, stateUsage)
	cmd.Flags().Int64Var(&loop.Trace, "trace", 8, "the `BYTES` of the trace of an iteration")
	return cmd
}

// sweep predicts a strategy for all pairs of iterations and checkpoints.
func sweep(kind deriv.StrategyKind, iterations, checkpoints []int64, loop schedule.Loop) (*table, draw.Heat, error) {
	if len(checkpoints) > 0 && slices.Min(checkpoints) < 1 {
		return nil, draw.Heat{}, fmt.Errorf("the number of checkpoints is at least 1, not %d", slices.Min(checkpoints))
	}
	slices.Sort(iterations)
	slices.Sort(checkpoints)
	iterations, checkpoints = slices.Compact(iterations), slices.Compact(checkpoints)
	if _, err := deriv.NewStrategy(kind, "", false); err == nil {
		checkpoints = []int64{0}
	}
	t := &table{columns: append([]column{{"iterations", "iterations", draw.Number}}, costColumns...)}
	heat := draw.Heat{
		Title: fmt.Sprintf("%s: forward iterations for each iteration", kind), XLabel: "iterations", YLabel: "checkpoints", Label: "forward iterations / iterations",
		X: floats(iterations), Y: floats(checkpoints),
	}
	for _, s := range checkpoints {
		arg := ""
		if s != 0 {
			arg = fmt.Sprint(s)
		}
		strategy, err := deriv.NewStrategy(kind, arg, s != 0)
		if err != nil {
			return nil, heat, err
		}
		var row []float64
		for _, n := range iterations {
			loop.Iterations = n
			c, err := schedule.Predict(strategy, loop)
			if err != nil {
				return nil, heat, err
			}
			t.add(append([]any{n}, cost(strategy, c, n)...)...)
			ratio := math.NaN()
			if n > 0 {
				ratio = float64(c.Forward) / float64(n)
			}
			row = append(row, ratio)
		}
		heat.Values = append(heat.Values, row)
	}
	return t, heat, nil
}

func floats(ns []int64) []float64 {
	out := make([]float64, len(ns))
	for i, n := range ns {
		out[i] = float64(n)
	}
	return out
}

// costColumns are the columns of what a strategy costs.
var costColumns = []column{
	{"strategy", "strategy", draw.Number}, {"checkpoints", "checkpoints", draw.Number}, {"traces", "traces", draw.Number},
	{"memory", "bytes", draw.Bytes}, {"iterations run", "forward", draw.Number}, {"ratio", "ratio", draw.Number},
	{"repeated", "repetitions", draw.Number}, {"written", "writes", draw.Number},
}

// cost is a row of costColumns for a loop of n iterations.
func cost(s deriv.Strategy, c schedule.Counts, n int64) []any {
	var ratio any
	if n > 0 {
		ratio = float64(c.Forward) / float64(n)
	}
	return []any{s.String(), c.Checkpoints, c.Traces, c.Bytes, c.Forward, ratio, c.Repetitions, c.Writes}
}
