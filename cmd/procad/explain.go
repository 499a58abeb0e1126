package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"procad/internal/diag"
	"procad/internal/estimate"
	"procad/loops"
	"procad/loops/schedule"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
	"procad/split"
)

const explainLong = `Explain says what the forward pass of a function keeps for its reverse pass. For
every sequential loop (nTimes, fold, while) it prints five things: the number of
iterations, the parts of the state and of the trace of an iteration, the strategy of the
reverse pass, who chose the strategy, and its cost. For every other loop (sum, build,
max) it says what the reverse does, and why. Nothing is run: the sizes come from the
data. If only a run can show a number, "up to" marks a bound. Without --in there are
no sizes and no costs.

The list of a trace has the variables of the source that the trace stores, and the line
and column where each gets its value. A value without a name is called t. What an inner
loop keeps is listed below a line with the name of that loop.`

func (a *app) explainCommand() *cobra.Command {
	var c callFlags
	var format string
	var passes, native bool
	cmd := &cobra.Command{
		Use: "explain FILE", Short: "say what the reverse of each loop keeps",
		Long: explainLong, Example: "  procad explain kernel.fun\n  procad explain kernel.fun --in data.json\n  procad explain kernel.fun --in data.json --checkpoint 'steps=binomial(20)'",
		Args: func(cmd *cobra.Command, args []string) error {
			if passes {
				return nil
			}
			return oneFile(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if passes {
				return a.explainPasses(cmd, args, c.output, format)
			}
			u, def, face, err := a.function(cmd, &c, args[0])
			if err != nil {
				return err
			}
			if native && format == formatJSON {
				return &usageError{cmd, "--native has no --format json"}
			}
			if native {
				return a.explainNative(u, def, c.output)
			}
			if len(c.in) == 0 && len(face.Params) > 0 && a.memory == "" {
				return a.explainPlans(u, def, c.output, format)
			}
			call, err := a.withData(cmd, &c, u, def, face)
			if err != nil {
				return err
			}
			if err := a.decide(cmd, call); err != nil {
				return err
			}
			plans, err := call.unit.Loops(call.def, call.args)
			if err != nil {
				return &inSource{call.unit.Source, err}
			}
			trace, err := call.unit.Trace(call.def, call.args)
			if err != nil {
				return &inSource{call.unit.Source, err}
			}
			write := explain
			if format == formatJSON {
				write = explainJSON
			}
			return a.write(c.output, func(w io.Writer) error { return write(w, call, trace, plans) })
		},
	}
	c.addData(cmd)
	c.addGradient(cmd)
	formatFlag(cmd, &format, formatText, formatJSON)
	cmd.Flags().BoolVar(&passes, "passes", false, "list the passes of the compiler: what each works on, what it needs, and why it is at its place; takes no FILE")
	cmd.Flags().BoolVar(&native, "native", false, "say which run-time checks native code has, how its loops run, and why")
	a.checkpointFlag(cmd)
	a.memoryFlag(cmd)
	return cmd
}

// explain writes a paragraph for the function, and one for each loop.
func explain(w io.Writer, call *call, trace *estimate.Traced, plans []*pipeline.LoopPlan) error {
	source := call.unit.Source.Name
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "%s  %s\n", call.def.Pos.In(source), call.unit.Given(call.def.Name))
	fmt.Fprintf(t, "  trace\t%s\n", bytesIn(trace.Bytes))
	explainTrace(t, call.unit, trace.Parts)
	if err := t.Flush(); err != nil {
		return err
	}
	if len(plans) == 0 {
		fmt.Fprintln(w, "  runs no sequential loop, so there is nothing to choose")
	}
	for _, p := range grouped(plans) {
		from := p.Site.From()
		if from != "" {
			from = ", " + from
		}
		name := fmt.Sprint(p.Site.Kind)
		if p.Site.Fixed == "" {
			name += " " + p.Site.Title().String()
		}
		fmt.Fprintf(w, "\n%s  %s%s\n", p.Site.Pos.In(source), name, from)
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		fmt.Fprintf(t, "  iterations\t%s\n", iterations(p))
		fmt.Fprintf(t, "  state\t%s\n", bytesIn(p.State))
		if p.Plan.Name != split.WinningIteration {
			fmt.Fprintf(t, "  trace of an iteration\t%s\n", bytesIn(p.Trace))
			explainTrace(t, call.unit, p.Parts)
		}
		if err := t.Flush(); err != nil {
			return err
		}
		if err := explainStrategy(w, call.unit, p); err != nil {
			return err
		}
	}
	return explainCommuting(w, call, trace != nil)
}

// grouped is the loops with the copies of each loop of the text together.
func grouped(plans []*pipeline.LoopPlan) []*pipeline.LoopPlan {
	var out []*pipeline.LoopPlan
	for _, p := range plans {
		if slices.Contains(out, p) {
			continue
		}
		out = append(out, p)
		for _, q := range plans {
			if q.Site.SameOrigin(p.Site) && !slices.Contains(out, q) {
				out = append(out, q)
			}
		}
	}
	return out
}

// explainCommuting writes what the reverses of the other loops do, once all strategies are decided.
func explainCommuting(w io.Writer, call *call, decided bool) error {
	if !decided {
		return nil
	}
	list, err := call.unit.Commuting(call.def)
	if err != nil {
		return &inSource{call.unit.Source, err}
	}
	return explainPlanned(w, call.unit, "\nloops whose iterations commute", list)
}

// explainPlanned writes a line for each of some loops.
func explainPlanned(w io.Writer, u *pipeline.Unit, title string, list []loops.Planned) error {
	for i, p := range list {
		if i == 0 {
			fmt.Fprintln(w, title)
		}
		if _, err := fmt.Fprintf(w, "  %s  %s: plan %s: %s\n", p.Call.Pos.In(u.Source.Name), p.Kind, p.Plan.Name, strings.Join(reasons(p), "; ")); err != nil {
			return err
		}
	}
	return nil
}

// reasons are those of a plan and of its policy.
func reasons(p loops.Planned) []string {
	if p.Why == "" {
		return p.Plan.Why
	}
	return append([]string{p.Why}, p.Plan.Why...)
}

// explainStrategy writes what the strategy in force costs.
func explainStrategy(w io.Writer, u *pipeline.Unit, p *pipeline.LoopPlan) error {
	s := p.Strategy()
	switch {
	case p.Site.Fixed != "":
		fmt.Fprintf(w, "  takes no strategy: %s\n", p.Site.Fixed)
	case p.Plan.Name != split.WinningIteration:
		fmt.Fprintf(w, "  strategy %s, chosen by %s\n", s, u.Why(p))
	}
	fmt.Fprintf(w, "  plan %s: %s\n", p.Plan.Name, strings.Join(p.Plan.Why, "; "))
	if !p.Chooses() {
		return nil
	}
	c, err := predict(u, p, s)
	if err != nil {
		return err
	}
	upTo := ""
	if !p.Exact() {
		upTo = "up to "
	}
	keeps := upTo + bytesOf(c.Bytes)
	if c.Bytes == math.MaxInt64 {
		keeps = "what shows only in a run"
	}
	fmt.Fprintf(w, "  keeps %s: at most %s\n", keeps, atOnce(c))
	if p.Iterations.Hi == 0 {
		return nil
	}
	_, err = fmt.Fprintf(w, "  runs %s%s forwards, %.4g for each iteration\n", upTo, counted(c.Forward, "iteration"), float64(c.Forward)/float64(p.Iterations.Hi))
	return err
}

// atOnce says which states and traces take the most memory, and of which there are more where less memory is taken.
func atOnce(c schedule.Counts) string {
	text := counted(c.Peak.Checkpoints, "state") + " and " + counted(c.Peak.Traces, "trace") + " at once"
	var more []string
	if c.Checkpoints > c.Peak.Checkpoints {
		more = append(more, counted(c.Checkpoints, "state"))
	}
	if c.Traces > c.Peak.Traces {
		more = append(more, counted(c.Traces, "trace"))
	}
	if len(more) > 0 {
		text += "; at other times, when less is kept, up to " + strings.Join(more, " or ")
	}
	return text
}

// predict is what a strategy costs; what is wrong with it is wrong at the loop.
func predict(u *pipeline.Unit, p *pipeline.LoopPlan, s deriv.Strategy) (schedule.Counts, error) {
	c, err := p.Predict(s)
	if err != nil {
		err = &inSource{u.Source, diag.Errorf(p.Site.Pos, pipeline.CodeStrategy, "%v", err).In(u.Source.Name)}
	}
	return c, err
}

// counted is a number of things, "1 trace" or "100 traces".
func counted(n int64, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return humanize.Comma(n) + " " + thing
}

// iterations says how often a loop iterates and is begun.
func iterations(p *pipeline.LoopPlan) string {
	text := number(p.Iterations)
	if p.Site.Kind == proc.While && p.Iterations.Hi < math.MaxInt64 {
		text = "up to " + humanize.Comma(p.Iterations.Hi)
	}
	if p.Entries != estimate.Exactly(1) {
		text += ", begun " + number(p.Entries)
		if p.Entries.Hi == 1 {
			text += " time"
		} else {
			text += " times"
		}
	}
	return text
}

// number writes an interval for a person.
func number(i estimate.Interval) string {
	return between(i, humanize.Comma)
}

func bytesIn(i estimate.Interval) string {
	return between(i, bytesOf)
}

// notKnown stands for a number that has no bound.
const notKnown = "not known"

// between writes what is known of a number. math.MaxInt64 stands for no bound, and is no number.
func between(i estimate.Interval, write func(int64) string) string {
	switch {
	case i.Hi == math.MaxInt64 && i.Lo <= 0:
		return notKnown
	case i.Hi == math.MaxInt64:
		return "at least " + write(i.Lo)
	case i.Exact():
		return write(i.Lo)
	}
	return "up to " + write(i.Hi)
}

func bytesOf(n int64) string { return humanize.IBytes(uint64(n)) }
