package gradcheck

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"procad/internal/data"
)

// Write writes the report as a table.
func (r *Report) Write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "entry\tvalue\treverse\tforward\tfinite-diff\terror\t")
	worst := -1
	for i, e := range r.Entries {
		note := ""
		switch {
		case e.NaN:
			note = " <- NaN"
		case !e.Exact:
			note = " <- disagree"
		case !e.Agree:
			note = " <- finite differences disagree"
		case e.Undefined && e.Silent != "":
			note = " (0 · ∞; " + e.Silent + ")"
		case e.Undefined:
			note = " (0 · ∞)"
		case e.Silent != "":
			note = " (" + e.Silent + ")"
		}
		fmt.Fprintf(t, "%s\t%.6g\t%.9g\t%.9g\t%.9g\t%.1e\t%s\n", e.Name, e.Value, e.Reverse, e.Forward, e.Finite, e.Error, note)
		if !e.NaN && (worst < 0 || e.Error > r.Entries[worst].Error) {
			worst = i
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if worst >= 0 {
		e := r.Entries[worst]
		fmt.Fprintf(w, "%d of %d entries; worst error %.1e at %s\n", len(r.Entries), r.Total, e.Error, e.Name)
	} else if len(r.Entries) > 0 {
		fmt.Fprintf(w, "%d of %d entries\n", len(r.Entries), r.Total)
	}
	if r.NaNs.Count > 0 {
		fmt.Fprintf(w, "NaN at %d of %d entries, first at %s\n", r.NaNs.Count, r.Total, r.NaNs.First)
	}
	_, err := fmt.Fprintf(w, "<ȳ, Jẋ> = %.15g  <Jᵀȳ, ẋ> = %.15g  rel %.1e\n", r.Dot.Forward, r.Dot.Reverse, r.Dot.Relative)
	return err
}

// WriteJSON writes the report as an object.
func (r *Report) WriteJSON(w io.Writer) error {
	type entry struct {
		Name    string        `json:"name"`
		Value   data.JSONReal `json:"value"`
		Reverse data.JSONReal `json:"reverse"`
		Forward data.JSONReal `json:"forward"`
		Finite  data.JSONReal `json:"finite_difference"`
		Error   data.JSONReal `json:"error"`
		Agree   bool          `json:"agree"`
		Silent  string        `json:"silent,omitempty"`
	}
	out := struct {
		Verdict  Verdict       `json:"verdict"`
		Entries  []entry       `json:"entries"`
		Total    int           `json:"total"`
		NaNs     int           `json:"nans"`
		Forward  data.JSONReal `json:"dot_forward"`
		Reverse  data.JSONReal `json:"dot_reverse"`
		Relative data.JSONReal `json:"dot_error"`
	}{r.Verdict(), []entry{}, r.Total, r.NaNs.Count, data.JSONReal(r.Dot.Forward), data.JSONReal(r.Dot.Reverse), data.JSONReal(r.Dot.Relative)}
	for _, e := range r.Entries {
		out.Entries = append(out.Entries, entry{e.Name, data.JSONReal(e.Value), data.JSONReal(e.Reverse), data.JSONReal(e.Forward),
			data.JSONReal(e.Finite), data.JSONReal(e.Error), e.Agree, e.Silent})
	}
	j := json.NewEncoder(w)
	j.SetIndent("", "  ")
	return j.Encode(out)
}
