package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"procad/internal/diag"
	"procad/llvm/loopir/build"
	looppasses "procad/llvm/loopir/passes"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// explainNative says what became of the run-time checks and of the loops of a function, and of its gradient if its result is a Real.
func (a *app) explainNative(u *pipeline.Unit, def *proc.Def, output string) error {
	type part struct {
		name string
		f    proc.Func
	}
	parts := []part{{"value", def.Name}}
	if def.Out.Type == proc.Real {
		parts = append(parts, part{"value and gradient", deriv.VJP.Of(def.Name)})
	}
	return a.write(output, func(w io.Writer) error {
		for i, p := range parts {
			list, loops, shared, err := nativeReports(u, p.f)
			if err != nil {
				return &inSource{u.Source, err}
			}
			if i > 0 {
				fmt.Fprintln(w)
			}
			title := fmt.Sprintf("%s, %s", u.Given(def.Name), p.name)
			if err := writeChecks(w, u, title, list); err != nil {
				return err
			}
			if err := writeLoops(w, u, title, loops, shared); err != nil {
				return err
			}
		}
		return nil
	})
}

// A nativeCheck is the checks at a place of which the same has become.
type nativeCheck struct {
	looppasses.Report
	count int
}

// nativeReports are of the checks and of the loops of a function, in the order of the source. Of the versions of a loop, it is of
// the one for most data. Shared says by places which loops threads share, and why others are not.
func nativeReports(u *pipeline.Unit, f proc.Func) (list []nativeCheck, loops []looppasses.Report, shared map[diag.Pos]looppasses.Report, err error) {
	p, err := build.Program(u.Library.Def, nil, f)
	if err != nil {
		return nil, nil, nil, err
	}
	reports, err := looppasses.Run(p, looppasses.Options{Lanes: 8, Threads: looppasses.CostlyLoops})
	if err != nil {
		return nil, nil, nil, err
	}
	at := map[looppasses.Report]int{} // places in the list
	shared = map[diag.Pos]looppasses.Report{}
	for _, r := range reports {
		r.Func = proc.Func{}
		if r.What == looppasses.Loop {
			if !r.Pos.Known() { // zeros of arrays
				continue
			}
			loops = append(loops, r)
			continue
		}
		if r.What == looppasses.Threads {
			if !shared[r.Pos].Done {
				shared[r.Pos] = r
			}
			continue
		}
		k, met := at[r]
		if !met {
			k = len(list)
			at[r] = k
			list = append(list, nativeCheck{Report: r})
		}
		list[k].count++
	}
	slices.SortStableFunc(list, func(a, b nativeCheck) int { return byPlace(a.Pos, b.Pos) })
	slices.SortStableFunc(loops, func(a, b looppasses.Report) int {
		return cmp.Or(byPlace(a.Pos, b.Pos), cmp.Compare(b.Way, a.Way))
	})
	loops = slices.CompactFunc(loops, func(a, b looppasses.Report) bool { return a.Pos == b.Pos })
	return list, loops, shared, nil
}

// byPlace compares positions.
func byPlace(a, b diag.Pos) int {
	return cmp.Or(cmp.Compare(file(a), file(b)), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
}

// writeLoops writes a line for each loop, with how its iterations run.
func writeLoops(w io.Writer, u *pipeline.Unit, title string, loops []looppasses.Report, shared map[diag.Pos]looppasses.Report) error {
	if len(loops) == 0 {
		return nil
	}
	fmt.Fprintf(w, "%s: how the iterations of loops run\n", title)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, r := range loops {
		why := r.Way.String()
		if r.Reason != "" {
			why += ": " + r.Reason
		}
		if s, known := shared[r.Pos]; s.Done {
			why += "; threads share it in up to 64 chunks"
		} else if known {
			why += "; one thread runs it: " + s.Reason
		}
		fmt.Fprintf(t, "  %s\t%s\n", place(u, r.Pos), why)
	}
	return t.Flush()
}

// writeChecks writes a line for each place, with how many checks are there.
func writeChecks(w io.Writer, u *pipeline.Unit, title string, list []nativeCheck) error {
	left, all := 0, 0
	for _, c := range list {
		all += c.count
		if c.Done {
			left += c.count
		}
	}
	fmt.Fprintf(w, "%s: %d of %d run-time checks are left out\n", title, left, all)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range list {
		fmt.Fprintf(t, "  %s\t%s\t%d\t%s\n", place(u, c.Pos), c.What, c.count, c.Reason)
	}
	return t.Flush()
}

// file is the name of the file of a position; that of the program itself is the first.
func file(pos diag.Pos) string {
	if pos.File == nil {
		return ""
	}
	return pos.File.Name
}

// place is where a check is in the source.
func place(u *pipeline.Unit, pos diag.Pos) string {
	if !pos.Known() {
		return "-"
	}
	return pos.In(u.Source.Name)
}
