package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"procad/internal/draw"
	"procad/loops/schedule"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

const planLong = `Plan prints what each strategy would cost for a sequential loop of a function. It runs
nothing. The columns are: the most states at once, the most traces at once, the most
memory of both together, iterations that run forwards, their ratio to the iterations of
the loop, how often the same iteration runs, and how many states are written. For each
number of checkpoints, a line below the table says how many iterations binomial can
reverse, and which number of checkpoints is the next step to less memory. Another line
says which strategy the loop has if nobody chooses one, and why: where that is not
store, it has a row, auto. --format svg draws memory against forward iterations.

The largest numbers of states and of traces can be at different times. Then explain also
says how many there are when the memory is largest.

--checkpoint chooses the strategies of other loops of the program. --strategies names the
strategies to compare for this loop.

The sizes come from the data. If only a run can show them, the numbers are bounds.`

// planFlags say which loop and which strategies.
type planFlags struct {
	callFlags
	report      reportFlags
	loop        string
	strategies  []string
	checkpoints []int64
	memory      string
}

func (f *planFlags) add(a *app, cmd *cobra.Command) {
	fnFlag(cmd, &f.fn)
	inFlag(cmd.Flags(), &f.in, inUsage)
	f.report.add(cmd, tableFormats...)
	cmd.Flags().StringVar(&f.loop, "loop", "", "the `LOOP`: a label, DEFINITION.LABEL, LINE or LINE:COLUMN; needed if there are several loops")
	cmd.Flags().StringSliceVar(&f.strategies, "strategies", nil, "the `STRATEGIES` to compare, with commas between; by default a selection")
	cmd.Flags().Var(&numbersFlag{list: &f.checkpoints}, "checkpoints", "the `NUMBERS` of checkpoints for binomial and mixed")
	cmd.Flags().StringVar(&f.memory, "memory", "", "the `MEMORY` that may be used, such as 512MiB: a column says which strategies fit")
	f.addGradient(cmd)
	a.checkpointFlag(cmd)
}

func (a *app) planCommand() *cobra.Command {
	var f planFlags
	cmd := &cobra.Command{
		Use: "plan FILE", Short: "print the cost of each strategy for a loop",
		Long: planLong, Example: "  procad checkpoint plan kernel.fun --in data.json --memory 1MiB\n  procad checkpoint plan kernel.fun --in data.json --format svg -o plan.svg",
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := a.experiment(cmd, &f, args[0], math.MaxInt64)
			if err != nil {
				return err
			}
			t := &table{columns: costColumns}
			var curves draw.Pareto
			for _, s := range e.strategies {
				c, err := e.plan.Predict(s)
				if err != nil {
					return &usageError{cmd, err.Error()}
				}
				t.add(cost(s, c, e.plan.Iterations.Hi)...)
				if c.Bytes == math.MaxInt64 {
					continue
				}
				point(&curves, s, float64(c.Forward)/float64(max(e.plan.Iterations.Hi, 1)), float64(c.Bytes))
			}
			e.mark(t, func(row []any) int64 { return row[3].(int64) })
			curves.Title, curves.XLabel, curves.YLabel, curves.YUnit = e.title(), "forward iterations / iterations", "memory of states and traces", draw.Bytes
			curves.Budget = e.budget()
			return a.reportTable(&f.report, t, e.footer(), func(w io.Writer) error { return curves.Write(w) })
		},
	}
	f.add(a, cmd)
	return cmd
}

// An experiment is a loop of a call, and strategies for it.
type experiment struct {
	call       *call
	plan       *pipeline.LoopPlan
	strategies []deriv.Strategy
	memory     int64 // MaxInt64 if no limit is given
}

// experiment takes a strategy that nobody asked for only if it runs an iteration at
// most so many times, on average.
func (a *app) experiment(cmd *cobra.Command, f *planFlags, file string, most int64) (*experiment, error) {
	e := &experiment{memory: math.MaxInt64}
	var err error
	if f.memory != "" {
		if e.memory, err = parseBytes(f.memory); err != nil {
			return nil, &usageError{cmd, err.Error()}
		}
	}
	if e.call, err = a.call(cmd, &f.callFlags, file); err != nil {
		return nil, err
	}
	plans, err := e.call.unit.Loops(e.call.def, e.call.args)
	if err != nil {
		return nil, &inSource{e.call.unit.Source, err}
	}
	which, err := pipeline.ParseLoops(f.loop)
	if err != nil {
		return nil, err
	}
	if e.plan, err = e.call.unit.Select(plans, which); err != nil {
		return nil, &inSource{e.call.unit.Source, err}
	}
	if e.call.unit.ByCommand(e.plan.Site) {
		return nil, &usageError{cmd, fmt.Sprintf("--checkpoint gives the loop %s a strategy, and %s compares strategies for it: write --strategies for this loop, and --checkpoint LOOP=STRATEGY for others",
			e.plan.Site.Title(), cmd.Name())}
	}
	if e.strategies, err = parseStrategies(f.strategies); err != nil {
		return nil, &usageError{cmd, err.Error()}
	}
	if len(e.strategies) == 0 {
		e.strategies = selection(e.plan, f.checkpoints, most)
	}
	return e, nil
}

// selection are strategies that show what there is between all and nothing.
func selection(p *pipeline.LoopPlan, checkpoints []int64, most int64) []deriv.Strategy {
	n := p.Iterations.Hi
	if checkpoints == nil {
		for _, r := range []int64{2, 3, 4, 5, 7, 10, 15} {
			if s := schedule.CheckpointsFor(n, r); s > 1 && !slices.Contains(checkpoints, s) {
				checkpoints = append(checkpoints, s)
			}
		}
	}
	of := func(k deriv.StrategyKind, s int64) deriv.Strategy { return deriv.Strategy{Kind: k, K: s} }
	list := []deriv.Strategy{of(deriv.KeepAll, 0)}
	if p.Automatic().Kind != deriv.KeepAll {
		list = append(list, of(deriv.Auto, 0))
	}
	online := p.Site.Kind == proc.While
	if !online {
		list = append(list, of(deriv.Sqrt, 0))
		for _, s := range checkpoints {
			list = append(list, of(deriv.Mixed, s))
		}
	}
	for _, s := range checkpoints {
		list = append(list, of(deriv.Binomial, s))
	}
	if !online {
		list = append(list, of(deriv.Bisect, 0))
	}
	list = append(list, of(deriv.Recompute, 0))
	return slices.DeleteFunc(list, func(s deriv.Strategy) bool {
		c, err := p.Predict(s)
		return err == nil && n > 0 && c.Forward/n > most
	})
}

func (e *experiment) title() string {
	s := e.plan.Site
	return fmt.Sprintf("%s  %s %s, %s iterations", s.Pos.In(e.call.unit.Source.Name), s.Kind, s.Title(), number(e.plan.Iterations))
}

func (e *experiment) budget() *draw.Limit {
	if e.memory == math.MaxInt64 {
		return nil
	}
	return &draw.Limit{Value: float64(e.memory), Label: "budget " + bytesOf(e.memory)}
}

// mark adds a column that says what fits in the budget, if there is one.
func (e *experiment) mark(t *table, memory func(row []any) int64) {
	if e.memory == math.MaxInt64 {
		return
	}
	t.columns = append(slices.Clone(t.columns), column{"", "fits", draw.Number})
	for i, row := range t.rows {
		fits := "fits"
		switch bytes := memory(row); {
		case bytes == math.MaxInt64:
			fits = notKnown
		case bytes > e.memory:
			fits = "too much"
		}
		t.rows[i] = append(row, fits)
	}
}

// footer says what the table is about and where binomial stands.
func (e *experiment) footer() string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s: a state has %s, the trace of an iteration %s\n", e.title(), bytesIn(e.plan.State), bytesIn(e.plan.Trace))
	if e.plan.Chooses() {
		fmt.Fprintf(&b, "without a strategy it has %s: %s\n", e.plan.Automatic(), e.plan.WhyAutomatic())
	}
	n := e.plan.Iterations.Hi
	for _, s := range e.strategies {
		if s.Kind != deriv.Binomial || n < 2 {
			continue
		}
		bound := schedule.BoundOf(n, s.K)
		fmt.Fprintf(&b, "%s: %s ≤ C(%d+%d, %d) = %s", s, humanize.Comma(n), s.K, bound.Repeats, s.K, column{}.format(bound.Reach))
		if bound.Next > 0 {
			fmt.Fprintf(&b, "; next step to less memory: %s, C(%d+%d, %d)", counted(bound.Next, "checkpoint"), bound.Next, bound.More, bound.Next)
		}
		b.WriteByte('\n')
	}
	if !e.plan.Exact() {
		b.WriteString("some of the sizes show only in a run: figures are upper bounds\n")
	}
	return b.String()
}

// point adds a point to the curve of its family.
func point(p *draw.Pareto, s deriv.Strategy, x, y float64) {
	pt := draw.Point{X: x, Y: y, Label: s.String()}
	for i := range p.Series {
		if p.Series[i].Name == string(s.Kind) {
			p.Series[i].Points = append(p.Series[i].Points, pt)
			return
		}
	}
	p.Series = append(p.Series, draw.Series{Name: string(s.Kind), Points: []draw.Point{pt}})
}

// parseBytes reads an amount of memory, such as 512MiB.
func parseBytes(text string) (int64, error) { return parseAmount("--memory", text) }

// parseAmount reads the bytes that a flag says.
func parseAmount(flag, text string) (int64, error) {
	n, err := humanize.ParseBytes(text)
	if err != nil || n > math.MaxInt64 || n == 0 {
		return 0, fmt.Errorf("%s is an amount such as 64KiB, 512MiB or 2GB, not %.40q", flag, text)
	}
	return int64(n), nil
}
