package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"procad/measure"
)

// A benchReport is what bench prints, also as JSON.
type benchReport struct {
	Subjects []*measured `json:"subjects"` // the program, and what --against names
	Against  *ratios     `json:"against,omitempty"`
	Old      *measured   `json:"old,omitempty"` // what --compare names
	Compare  *ratios     `json:"compare,omitempty"`
}

// A measured is one column of the report.
type measured struct {
	Name     string          `json:"name"`
	Function string          `json:"function"`
	Value    *measure.Record `json:"value"`
	Gradient *measure.Record `json:"gradient,omitempty"`
	Ratio    float64         `json:"gradient_per_value,omitempty"`
	Trace    int64           `json:"trace_bytes,omitempty"` // at most, of revf$f
}

// ratios are times in units of another's.
type ratios struct {
	Value    float64 `json:"value"`
	Gradient float64 `json:"gradient,omitempty"`
}

// compare fills in the ratios.
func (r *benchReport) compare() {
	this := r.Subjects[0]
	between := func(other *measured, ratio func(a, b *measure.Record) float64) *ratios {
		out := &ratios{Value: ratio(this.Value, other.Value)}
		if this.Gradient != nil && other.Gradient != nil {
			out.Gradient = ratio(this.Gradient, other.Gradient)
		}
		return out
	}
	if len(r.Subjects) > 1 {
		r.Against = between(r.Subjects[1], measure.Ratio)
	}
	if r.Old != nil {
		r.Compare = between(r.Old, func(a, b *measure.Record) float64 { return a.Median / b.Median })
	}
}

// write prints the report for a person.
func (r *benchReport) write(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	first := r.Subjects[0]
	fmt.Fprintf(t, "\ttime\t±\tleast\tmemory\ttrace\t\n")
	for _, m := range r.Subjects {
		m.rows(t, len(r.Subjects) > 1)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, "%d rounds of %d runs\n", first.Value.Rounds, first.Value.Runs)
	say := func(q *ratios, other string) {
		if q == nil {
			return
		}
		fmt.Fprintf(w, "in units of %s: value %.3f", other, q.Value)
		if q.Gradient > 0 {
			fmt.Fprintf(w, ", gradient %.3f", q.Gradient)
		}
		fmt.Fprintln(w)
	}
	if len(r.Subjects) > 1 {
		say(r.Against, r.Subjects[1].Name)
	}
	say(r.Compare, "the earlier run")
	return nil
}

// rows prints value and gradient, in units of the value too.
func (m *measured) rows(w io.Writer, named bool) {
	row := func(what string, r *measure.Record) {
		fmt.Fprintf(w, "%s\t%s\t%.1f %%\t%s\t%s\t", what, duration(r.Median), 100*r.Spread(), duration(r.Min), bytesText(r.Peak))
	}
	prefix := ""
	if named {
		prefix = shortName(m.Name) + " "
	}
	row(prefix+"value", m.Value)
	fmt.Fprintln(w, "\t")
	if m.Gradient != nil {
		row(prefix+"gradient", m.Gradient)
		trace := ""
		if m.Trace > 0 {
			trace = bytesText(m.Trace)
		}
		fmt.Fprintf(w, "%s\t  %.2f values\n", trace, m.Ratio)
	}
}

func duration(ns float64) string {
	switch {
	case ns >= 1e9:
		return fmt.Sprintf("%.3f s", ns/1e9)
	case ns >= 1e6:
		return fmt.Sprintf("%.3f ms", ns/1e6)
	case ns >= 1e3:
		return fmt.Sprintf("%.2f µs", ns/1e3)
	}
	return fmt.Sprintf("%.1f ns", ns)
}

func bytesText(n int64) string {
	switch {
	case n >= 1<<30:
		return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
}
