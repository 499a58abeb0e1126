package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"procad/internal/measure"
)

// A benchReport is what bench prints, also as JSON.
type benchReport struct {
	Subjects []*measured `json:"subjects"` // the program, and what --against names; or the program with each number of threads
	Scaling  *scaling    `json:"scaling,omitempty"`
	Against  *ratios     `json:"against,omitempty"`
	Old      *measured   `json:"old,omitempty"` // what --compare names
	Compare  *ratios     `json:"compare,omitempty"`
	Wanted   int         `json:"rounds_wanted"` // more than there are if the time was over
}

// A measured is one column of the report.
type measured struct {
	Name       string          `json:"name"`
	Function   string          `json:"function"`
	Value      *measure.Record `json:"value"`
	Kind       string          `json:"derivative_kind,omitempty"` // a value of --derivative
	Params     []string        `json:"derivative_in,omitempty"`   // the parameters that it has parts for
	Derivative *measure.Record `json:"derivative,omitempty"`
	Ratio      float64         `json:"derivative_per_value,omitempty"`
	Trace      int64           `json:"trace_bytes,omitempty"`         // of revf$f
	TraceBound int64           `json:"trace_bytes_at_most,omitempty"` // where that is not known
	// TraceUnknown says that not even a bound is known.
	TraceUnknown bool `json:"trace_not_known,omitempty"`
}

// ratios are times in units of another's.
type ratios struct {
	Value      float64 `json:"value"`
	Derivative float64 `json:"derivative,omitempty"`
}

// comparable says why there is nothing to compare with, if the derivatives differ.
func (r *benchReport) comparable() error {
	for _, other := range append(r.Subjects[1:len(r.Subjects):len(r.Subjects)], r.Old) {
		if other == nil {
			continue
		}
		if err := comparable(r.Subjects[0], other); err != nil {
			return err
		}
	}
	return nil
}

// compare fills in the ratios.
func (r *benchReport) compare() {
	this := r.Subjects[0]
	between := func(other *measured, ratio func(a, b *measure.Record) float64) *ratios {
		out := &ratios{Value: ratio(this.Value, other.Value)}
		if this.Derivative != nil && other.Derivative != nil {
			out.Derivative = ratio(this.Derivative, other.Derivative)
		}
		return out
	}
	if len(r.Subjects) > 1 && r.Scaling == nil {
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
	fmt.Fprintf(w, "%s of %s", counted(int64(first.Value.Rounds), "round"), counted(int64(first.Value.Runs), "run"))
	if first.Value.Rounds < r.Wanted {
		fmt.Fprintf(w, "; the time was over before %s", counted(int64(r.Wanted), "round"))
	}
	fmt.Fprintln(w)
	say := func(q *ratios, other string) {
		if q == nil {
			return
		}
		fmt.Fprintf(w, "in units of %s: value %.3f", other, q.Value)
		if q.Derivative > 0 {
			fmt.Fprintf(w, ", %s %.3f", first.label(), q.Derivative)
		}
		fmt.Fprintln(w)
	}
	if r.Against != nil {
		say(r.Against, r.Subjects[1].Name)
	}
	if r.Scaling != nil {
		if err := r.Scaling.write(w); err != nil {
			return err
		}
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
	if m.Derivative != nil {
		row(prefix+m.label(), m.Derivative)
		trace := ""
		switch {
		case m.Trace > 0:
			trace = bytesText(m.Trace)
		case m.TraceBound > 0:
			trace = "at most " + bytesText(m.TraceBound)
		case m.TraceUnknown:
			trace = notKnown
		}
		fmt.Fprintf(w, "%s\t  %.2f values\n", trace, m.Ratio)
	}
}

// label names the derivative for a person.
func (m *measured) label() string {
	if m.Kind == derivGrad {
		return "gradient"
	}
	return m.Kind
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
