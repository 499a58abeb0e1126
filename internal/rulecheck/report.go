package rulecheck

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/gradcheck"
	"procad/pipeline"
)

// A Report is what was found.
type Report struct {
	Rules []*Rule
	unit  *pipeline.Unit
}

// Name is what the source calls the function.
func (r *Rule) Name() string { return r.Of.Qualified() }

// Errs are the messages about what does not hold.
func (r *Report) Errs() (list diag.List) {
	for _, rule := range r.Rules {
		for _, result := range rule.Results {
			if result.Err != nil {
				list = append(list, result.Err)
			}
		}
	}
	return list
}

// OnlyFinite says that only finite differences disagree.
func (r *Report) OnlyFinite() bool {
	errs := r.Errs()
	for _, e := range errs {
		if e.Code != gradcheck.CodeFinite {
			return false
		}
	}
	return len(errs) > 0
}

// Write writes the report as a table.
func (r *Report) Write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "rule\tcheck\terror\t")
	compared, wrong, skipped := 0, 0, 0
	for _, rule := range r.Rules {
		if rule.Points == 0 {
			fmt.Fprintf(t, "%s\tall\t-\t (%s)\n", rule.Name(), rule.Results[0].Note)
			skipped += len(rule.Results)
			continue
		}
		for _, k := range rule.Results {
			size, note := fmt.Sprintf("%.1e", k.Error), k.Note
			if note != "" {
				note = " (" + note + ")"
			}
			switch {
			case k.Skip:
				size = "-"
				skipped++
			case k.Err != nil:
				note = " <- wrong"
				wrong++
				compared++
			default:
				compared++
			}
			fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", rule.Name(), k.Check, size, note)
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "%s; %d checks, %d skipped, %d wrong\n", counted(len(r.Rules), "rule"), compared, skipped, wrong)
	return err
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// WriteJSON writes the report as an object.
func (r *Report) WriteJSON(w io.Writer) error {
	type check struct {
		Check Check          `json:"check"`
		Holds bool           `json:"holds"`
		Skip  bool           `json:"skipped,omitempty"`
		Error *data.JSONReal `json:"error,omitempty"`
		Note  string         `json:"note,omitempty"`
	}
	type rule struct {
		Name   string  `json:"rule"`
		Place  string  `json:"place"`
		Points int     `json:"points"`
		Run    bool    `json:"recorded"`
		Checks []check `json:"checks"`
	}
	out := []rule{}
	for _, of := range r.Rules {
		here := rule{of.Name(), of.Pos.In(r.unit.Source.Name), of.Points, of.Recorded, nil}
		for _, k := range of.Results {
			item := check{Check: k.Check, Holds: k.Err == nil, Skip: k.Skip, Note: k.Note}
			if !k.Skip {
				size := data.JSONReal(k.Error)
				item.Error = &size
			}
			here.Checks = append(here.Checks, item)
		}
		out = append(out, here)
	}
	j := json.NewEncoder(w)
	j.SetIndent("", "  ")
	return j.Encode(struct {
		Holds bool   `json:"holds"`
		Rules []rule `json:"rules"`
	}{len(r.Errs()) == 0, out})
}
