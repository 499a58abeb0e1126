package main

import (
	"fmt"
	"io"
	"math"
	"slices"

	"procad/internal/estimate"
	"procad/loops"
	"procad/pipeline"
	"procad/proc"
	"procad/proc/deriv"
)

// A traceRow is a line about what a trace holds.
type traceRow struct {
	name  string
	bytes estimate.Interval
	what  string
	pos   string
	times int  // how many variables it stands for
	inner bool // it is kept by an inner loop
}

// explainTrace writes what the trace of an iteration holds: the variables of the
// source, like ones together, and below them what inner loops keep.
func explainTrace(w io.Writer, u *pipeline.Unit, parts []estimate.Part) {
	var own, inner []traceRow
	for _, p := range parts {
		row, rows := traceRow{p.Name, p.Bytes(), proc.BriefSource(p.Type), p.Pos.String(), 1, !p.From.IsZero()}, &own
		if !p.From.IsZero() {
			row.name, row.what, rows = innerLoop(u, p.From), innerPart(u, p), &inner
		}
		*rows = joined(*rows, row)
	}
	for _, r := range append(own, inner...) {
		if r.times > 1 && !r.inner {
			r.what = fmt.Sprintf("%d × %s", r.times, r.what)
		}
		fmt.Fprintf(w, "    %s\t%s\t%s\t%s\n", r.name, bytesIn(r.bytes), r.what, r.pos)
	}
}

// joined adds a row to one that differs in nothing but the bytes, if there is one.
func joined(rows []traceRow, row traceRow) []traceRow {
	for i, r := range rows {
		if r.name == row.name && r.what == row.what && r.pos == row.pos {
			rows[i].times++
			rows[i].bytes = estimate.Interval{Lo: total(r.bytes.Lo, row.bytes.Lo), Hi: total(r.bytes.Hi, row.bytes.Hi)}
			return rows
		}
	}
	return append(rows, row)
}

// total adds bytes, of which there may be no bound.
func total(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

// innerLoop names the loop of a forward pass.
func innerLoop(u *pipeline.Unit, forward proc.Func) string {
	_, name, _ := deriv.Apart(forward)
	kind, body, _ := name.Loop()
	body = deriv.Restoring(body)
	sites := loops.Sites(u.Program) // others have no names
	if i := slices.IndexFunc(sites, func(s loops.Site) bool { return s.Body == body }); i >= 0 {
		return fmt.Sprintf("%s %s", kind, sites[i].Title())
	}
	return string(kind)
}

// innerPart says what a part of a loop's trace is: a loop with a strategy keeps
// (n, a, S, B, c, r, K, T), one that chooses its own (n, a, r, K, T), one that stores all traces (n, T), or
// the number of an iteration, a build or sum an array of traces for T, and a ccl (n, s).
func innerPart(u *pipeline.Unit, p estimate.Part) string {
	_, isStack := p.Type.(*proc.StackType)
	_, isArray := p.Type.(*proc.ArrayType)
	_, name, _ := deriv.Apart(p.From)
	kind, _, _ := name.Loop()
	switch {
	case isStack && (p.Index == 3 || p.Index == 6):
		return "its states"
	case isStack, isArray && (kind == proc.SumOf || kind.BuildRank() > 0):
		return "its traces"
	case p.Type == proc.Int && u.WinningIteration(name):
		return "its iteration that wins"
	case p.Type == proc.Int:
		return "its counters"
	}
	return "its first state"
}
