package gradcheck

import (
	"fmt"
	"io"
	"text/tabwriter"
)

// Write writes the report as a table.
func (r *Report) Write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "entry\tvalue\treverse\tforward\tfinite-diff\terror\t")
	worst := 0
	for i, e := range r.Entries {
		note := ""
		switch {
		case !e.Agree:
			note = " <- disagree"
		case e.Silent != "":
			note = " (" + e.Silent + ")"
		}
		fmt.Fprintf(t, "%s\t%.6g\t%.9g\t%.9g\t%.9g\t%.1e\t%s\n", e.Name, e.Value, e.Reverse, e.Forward, e.Finite, e.Error, note)
		if e.Error > r.Entries[worst].Error {
			worst = i
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if len(r.Entries) > 0 {
		e := r.Entries[worst]
		fmt.Fprintf(w, "%d of %d entries; worst error %.1e at %s\n", len(r.Entries), r.Total, e.Error, e.Name)
	}
	_, err := fmt.Fprintf(w, "<ȳ, Jẋ> = %.15g  <Jᵀȳ, ẋ> = %.15g  rel %.1e\n", r.Dot.Forward, r.Dot.Reverse, r.Dot.Relative)
	return err
}
