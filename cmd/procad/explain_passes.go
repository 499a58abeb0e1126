package main

import (
	"encoding/json"
	"io"

	"github.com/spf13/cobra"

	"procad/internal/optim"
	"procad/pipeline"
)

// An explainedPass is a row of the table of passes.
type explainedPass struct {
	Pass     string       `json:"pass"`
	On       string       `json:"on"`
	Part     optim.Name   `json:"part_of,omitempty"`
	Always   bool         `json:"always,omitempty"` // --without cannot name it
	Needs    []optim.Name `json:"needs"`
	Disables []optim.Name `json:"disables"`
	Strict   bool         `json:"not_strict,omitempty"`
	Does     string       `json:"does,omitempty"`
	Where    string       `json:"where"`
	Why      string       `json:"why"`
}

// explainPasses writes the table of passes.
func (a *app) explainPasses(cmd *cobra.Command, args []string, output, format string) error {
	if len(args) > 0 {
		return &usageError{cmd, "--passes is about procad, and takes no FILE"}
	}
	if format != formatJSON {
		return a.write(output, pipeline.PrintPasses)
	}
	some := func(names []optim.Name) []optim.Name { return append([]optim.Name{}, names...) }
	var list []explainedPass
	for i, p := range pipeline.Passes {
		list = append(list, explainedPass{
			Pass: pipeline.Label(i), On: string(p.On), Part: p.In, Always: p.Always, Needs: some(p.Needs),
			Disables: some(pipeline.Disables(p.Name)), Strict: p.Strict, Does: p.Does, Where: p.Where, Why: p.Why,
		})
	}
	return a.write(output, func(w io.Writer) error {
		j := json.NewEncoder(w)
		j.SetEscapeHTML(false)
		j.SetIndent("", "  ")
		return j.Encode(list)
	})
}
