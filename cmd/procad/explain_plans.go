package main

import (
	"encoding/json"
	"fmt"
	"io"

	"procad/internal/diag"
	"procad/loops"
	"procad/pipeline"
	"procad/proc"
)

// An explainedFunction is what explain says of a function without data, as JSON.
type explainedFunction struct {
	Function string          `json:"function"`
	Position string          `json:"position"`
	Plans    []explainedPlan `json:"plans"`
}

// explainPlans writes what is known without data: of every loop that a function runs, what its
// reverse does, and why.
func (a *app) explainPlans(u *pipeline.Unit, d *proc.Def, output, format string) error {
	list, err := u.Planned(d)
	if err != nil {
		return &inSource{u.Source, err}
	}
	return a.write(output, func(w io.Writer) error {
		if format == formatJSON {
			j := json.NewEncoder(w)
			j.SetEscapeHTML(false)
			j.SetIndent("", "  ")
			at := func(pos diag.Pos) string { return pos.In(u.Source.Name) }
			return j.Encode(explainedFunction{u.Given(d.Name), at(d.Pos), explainedPlans(list, at)})
		}
		fmt.Fprintf(w, "%s  %s\n", d.Pos.In(u.Source.Name), u.Given(d.Name))
		if len(list) == 0 {
			fmt.Fprintln(w, "  runs no loop that has a reverse")
		}
		return explainPlanned(w, u, "  with --in there are sizes and costs, too\n\nloops", list)
	})
}

// explainedPlans are loops for programs.
func explainedPlans(list []loops.Planned, at func(diag.Pos) string) []explainedPlan {
	out := []explainedPlan{}
	for _, p := range list {
		out = append(out, explainedPlan{string(p.Kind), at(p.Call.Pos), string(p.Plan.Name), reasons(p)})
	}
	return out
}
