package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"procad/proc/deriv"
)

const checkpointLong = `Checkpoint is for experiments with strategies. The reverse of a sequential loop can
keep every trace, a few states, or something in between.

  plan      what each strategy would cost, without running anything
  measure   what each strategy costs in a run, and the prediction
  schedule  the actions of one schedule, as text or as a picture
  sweep     what a strategy costs for several numbers of iterations and of checkpoints

docs/checkpointing.md explains the strategies, with examples and pictures.`

func (a *app) checkpointCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "checkpoint", Short: "compare what loops can keep for their reverse",
		Long: checkpointLong, Example: "  procad checkpoint plan kernel.fun --in data.json\n  procad checkpoint schedule 50 7 --format svg -o schedule.svg",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(cmd, args[0])
			}
			return cmd.Help()
		},
	}
	cmd.AddCommand(a.planCommand(), a.measureCommand(), a.scheduleCommand(), a.sweepCommand())
	return cmd
}

// Formats of output.
const (
	formatText = "text"
	formatJSON = "json"
	formatCSV  = "csv"
	formatSVG  = "svg"
)

// reportFlags are the flags of commands that report figures.
type reportFlags struct{ format, output string }

func (f *reportFlags) add(cmd *cobra.Command, formats ...string) {
	formatFlag(cmd, &f.format, formats...)
	outputFlag(cmd, &f.output)
}

// formatFlag has the default format first.
func formatFlag(cmd *cobra.Command, format *string, formats ...string) {
	choiceVar(cmd, format, "format", formats[0], "the `FORMAT` of the output: "+strings.Join(formats, ", "), formats...)
}

// tableFormats are those of a table that can be drawn.
var tableFormats = []string{formatText, formatJSON, formatCSV, formatSVG}

// reportTable writes figures in the format that is asked for; picture draws them,
// and after is what a person should read below the table.
func (a *app) reportTable(f *reportFlags, t *table, after string, picture func(io.Writer) error) error {
	return a.write(f.output, func(w io.Writer) error {
		switch f.format {
		case formatJSON:
			return t.json(w)
		case formatCSV:
			return t.csv(w)
		case formatSVG:
			return picture(w)
		}
		if err := t.text(w); err != nil {
			return err
		}
		_, err := io.WriteString(w, after)
		return err
	})
}

// parseStrategies reads a list such as store,sqrt,binomial(5).
func parseStrategies(list []string) ([]deriv.Strategy, error) {
	var out []deriv.Strategy
	for _, text := range list {
		s, err := deriv.ParseStrategy(text)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// schedules are the strategies of which there is a schedule.
var schedules = []deriv.StrategyKind{deriv.KeepAll, deriv.Recompute, deriv.Every, deriv.Sqrt, deriv.Binomial, deriv.Bisect, deriv.Mixed}

// strategyFlag is the flag of commands that are about one strategy, without its parameter.
func strategyFlag(cmd *cobra.Command, strategy *string) {
	names := make([]string, len(schedules))
	for i, kind := range schedules {
		names[i] = string(kind)
	}
	choiceVar(cmd, strategy, "strategy", string(deriv.Binomial), "the `STRATEGY`: "+strings.Join(names, ", "), names...)
}
