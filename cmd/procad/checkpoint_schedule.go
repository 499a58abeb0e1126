package main

import (
	"fmt"
	"io"
	"iter"
	"strconv"

	"github.com/spf13/cobra"

	"procad/internal/draw"
	"procad/loops/schedule"
	"procad/proc/deriv"
)

const scheduleLong = `Schedule prints the actions of the reverse of a loop of N iterations, one a line:

  store checkpoint 0 iteration 0     the state before iteration 0 goes into checkpoint 0
  advance 0 4             the iterations 0 to 3 run, nothing is kept
  tape 9                  iteration 9 runs, and its trace is kept
  reverse 9               the reverse of iteration 9 runs, and its trace goes
  restore checkpoint 0 iteration 0   back to the state before iteration 0
  free checkpoint 0 iteration 0      checkpoint 0 is free again

For binomial and mixed, the argument S is the number of checkpoints. For every(S) it is
the number of iterations from one checkpoint to the next. A checkpoint of mixed holds a
state, or as many traces as fit into the same memory. --state and --trace give the sizes
for that.

--format svg draws the actions: time goes to the right, iterations go up, and checkpoints
are bars. With --live the picture shows the memory in use over time.`

func (a *app) scheduleCommand() *cobra.Command {
	var f reportFlags
	var strategy string
	var loop schedule.Loop
	var live bool
	cmd := &cobra.Command{
		Use: "schedule N [S]", Short: "print or draw the actions of a schedule",
		Long: scheduleLong, Example: "  procad checkpoint schedule 10 3\n  procad checkpoint schedule 100 --strategy bisect --format svg -o bisect.svg",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) < 1 || len(args) > 2 {
				return &usageError{cmd, "the number of iterations is wanted, and the number of checkpoints, if the strategy has one"}
			}
			if live && f.format != formatSVG {
				return &usageError{cmd, "--live is a picture: it needs --format svg"}
			}
			n, err := strconv.ParseInt(args[0], 10, 64)
			if err != nil {
				return &usageError{cmd, fmt.Sprintf("the number of iterations is a whole number, not %.40q", args[0])}
			}
			loop.Iterations = n
			arg := ""
			if len(args) == 2 {
				arg = args[1]
			}
			if kind := deriv.StrategyKind(strategy); deriv.Strategies[kind] && len(args) == 1 {
				return &usageError{cmd, fmt.Sprintf("%s needs a number after that of the iterations, as in schedule %s 3 --strategy %s", kind, args[0], kind)}
			}
			s, err := deriv.NewStrategy(deriv.StrategyKind(strategy), arg, len(args) == 2)
			if err != nil {
				return &usageError{cmd, err.Error()}
			}
			actions, err := schedule.Actions(s, loop)
			if err != nil {
				return &usageError{cmd, err.Error()}
			}
			return a.write(f.output, func(w io.Writer) error {
				switch f.format {
				case formatJSON:
					return schedule.WriteJSON(w, actions)
				case formatCSV:
					return schedule.WriteCSV(w, actions)
				case formatSVG:
					if live {
						return drawLive(w, s, loop, actions)
					}
					return drawSchedule(w, s, loop, actions)
				}
				return schedule.WriteText(w, actions)
			})
		},
	}
	f.add(cmd, tableFormats...)
	strategyFlag(cmd, &strategy)
	cmd.Flags().BoolVar(&live, "live", false, "draw the memory in use over time")
	cmd.Flags().Int64Var(&loop.State, "state", 8, stateUsage)
	cmd.Flags().Int64Var(&loop.Trace, "trace", 8, "the `BYTES` of the trace of an iteration")
	cmd.Flags().BoolVar(&loop.Online, "online", false, "plan as for a while loop, whose number of iterations is not known in advance")
	return cmd
}

// stateUsage is of the flag --state.
var stateUsage = fmt.Sprintf("the `BYTES` of a state; a checkpoint has %d more for the number of its iteration", schedule.CheckpointExtra)

func title(s deriv.Strategy, n int64) string { return fmt.Sprintf("%s, %d iterations", s, n) }

// drawSchedule draws iterations against time.
func drawSchedule(w io.Writer, s deriv.Strategy, l schedule.Loop, actions iter.Seq[schedule.Action]) error {
	kinds := map[schedule.Op]draw.Kind{
		schedule.Advance: draw.Advance, schedule.Store: draw.Store, schedule.Restore: draw.Restore,
		schedule.Tape: draw.Tape, schedule.Reverse: draw.Reverse, schedule.Free: draw.Free,
	}
	return draw.Schedule{Title: title(s, l.Iterations), Iterations: int(l.Iterations), Events: func(yield func(draw.Event) bool) {
		for act := range actions {
			if !yield(draw.Event{Kind: kinds[act.Op], From: int(act.From), To: int(act.To), Checkpoint: int(act.Checkpoint)}) {
				return
			}
		}
	}}.Write(w)
}

// drawLive draws the bytes of states and traces over the iterations that are run.
func drawLive(w io.Writer, s deriv.Strategy, l schedule.Loop, actions iter.Seq[schedule.Action]) error {
	predicted, err := schedule.Predict(s, l)
	if err != nil {
		return err
	}
	var time, checkpoints, traces []float64
	now, states, tapes := 0.0, int64(0), int64(0)
	note := func() {
		time = append(time, now)
		checkpoints = append(checkpoints, float64(l.Bytes(states, 0)))
		traces = append(traces, float64(l.Bytes(0, tapes)))
	}
	note()
	for act := range actions {
		switch act.Op {
		case schedule.Store:
			states++
		case schedule.Free:
			states--
		case schedule.Tape:
			tapes++
			now++
		case schedule.Reverse:
			tapes--
			now++
		case schedule.Advance:
			now += float64(act.To - act.From)
		}
		note()
	}
	return draw.Live{
		Title: title(s, l.Iterations), XLabel: "iterations run, forwards and backwards", YLabel: "memory of states and traces", YUnit: draw.Bytes,
		Time: time, Layers: []draw.Layer{{Name: "states", Values: checkpoints}, {Name: "traces", Values: traces}},
		Limits: []draw.Limit{{Value: float64(predicted.Bytes), Label: "predicted peak"}},
	}.Write(w)
}
