package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"

	"procad/internal/diag"
	"procad/internal/estimate"
	"procad/pipeline"
	"procad/proc"
	"procad/split"
)

// An explained is what explain says of a function, as JSON.
type explained struct {
	Function string          `json:"function"`
	Position string          `json:"position"`
	Trace    extent          `json:"trace_bytes"`
	Parts    []explainedPart `json:"trace"`
	Loops    []explainedLoop `json:"loops"`
	Others   []explainedPlan `json:"commuting_loops"`
}

// An explainedPlan is a loop whose iterations do not depend on each other, and what its reverse does.
type explainedPlan struct {
	Kind     string   `json:"kind"`
	Position string   `json:"position"`
	Plan     string   `json:"plan"`
	Why      []string `json:"why"`
}

// An extent is a number that is known exactly where both ends are the same.
type extent struct {
	AtLeast int64  `json:"at_least"`
	AtMost  *int64 `json:"at_most"` // null where no bound is known
}

// An explainedPart is a variable that a trace holds, or what an inner loop stores in it.
type explainedPart struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Bytes    extent `json:"bytes"`
	Position string `json:"position"`
	Loop     string `json:"loop,omitempty"` // the inner loop
}

// An explainedLoop is a sequential loop. Without costs its strategy is still to be
// decided, or its iterations leave no trace that could be stored.
type explainedLoop struct {
	Kind       string          `json:"kind"`
	Label      string          `json:"label"`             // empty of a loop that takes no strategy
	CopyOf     string          `json:"copy_of,omitempty"` // DEFINITION.LABEL of the loop of the text
	Calls      []string        `json:"calls,omitempty"`   // in whose places the copy is, the outermost first
	Position   string          `json:"position"`
	Iterations extent          `json:"iterations"`
	Entries    extent          `json:"entries"`
	State      extent          `json:"state_bytes"`
	Trace      extent          `json:"iteration_trace_bytes"`
	Parts      []explainedPart `json:"iteration_trace"`
	ArgMax     bool            `json:"argmax,omitempty"` // it finds a maximum or a minimum: one iteration is reversed
	Plan       string          `json:"plan"`
	Why        []string        `json:"why"`
	Fixed      string          `json:"takes_no_strategy,omitempty"` // why, if it takes none
	Strategy   string          `json:"strategy,omitempty"`
	ChosenBy   string          `json:"chosen_by,omitempty"`
	Cost       *explainedCost  `json:"cost,omitempty"`
}

// An explainedCost is what a strategy costs; at most, where not all sizes are known.
type explainedCost struct {
	Exact  bool   `json:"exact"`
	Bytes  *int64 `json:"bytes"`  // null where no bound is known
	States int64  `json:"states"` // the most at once
	Traces int64  `json:"traces"` // the most at once
	// What the bytes are. The most states, and the most traces, may be there at other times.
	PeakStates int64 `json:"peak_states"`
	PeakTraces int64 `json:"peak_traces"`
	Forward    int64 `json:"forward"`
}

func extentOf(i estimate.Interval) extent { return extent{i.Lo, bounded(i.Hi)} }

// bounded is null in JSON where no bound is known, which math.MaxInt64 stands for.
func bounded(n int64) *int64 {
	if n == math.MaxInt64 {
		return nil
	}
	return &n
}

// explainJSON writes what explain writes, for programs.
func explainJSON(w io.Writer, call *call, trace *estimate.Traced, plans []*pipeline.LoopPlan) error {
	u := call.unit
	at := func(pos diag.Pos) string { return pos.In(u.Source.Name) }
	parts := func(list []estimate.Part) []explainedPart {
		out := []explainedPart{}
		for _, p := range list {
			part := explainedPart{Name: p.Name, Type: proc.BriefSource(p.Type), Bytes: extentOf(p.Bytes()), Position: at(p.Pos)}
			if !p.From.IsZero() {
				part.Loop = innerLoop(u, p.From)
			}
			out = append(out, part)
		}
		return out
	}
	others, err := u.Commuting(call.def)
	if err != nil {
		return &inSource{u.Source, err}
	}
	e := explained{
		Function: call.unit.Given(call.def.Name), Position: at(call.def.Pos), Trace: extentOf(trace.Bytes), Parts: parts(trace.Parts),
		Others: explainedPlans(others, at), Loops: []explainedLoop{},
	}
	for _, p := range grouped(plans) {
		l := explainedLoop{
			Kind: fmt.Sprint(p.Site.Kind), Label: p.Site.Title().String(), Fixed: p.Site.Fixed, Position: at(p.Site.Pos), Iterations: extentOf(p.Iterations), Entries: extentOf(p.Entries),
			State: extentOf(p.State), Trace: extentOf(p.Trace), Parts: parts(p.Parts), ArgMax: p.Plan.Name == split.WinningIteration,
			Plan: string(p.Plan.Name), Why: p.Plan.Why,
		}
		if o := p.Site.Origin; o != nil && p.Site.From() != "" {
			l.CopyOf = o.Loop.String()
			for _, pos := range o.Calls {
				l.Calls = append(l.Calls, at(pos))
			}
		}
		if p.Site.Fixed == "" && p.Plan.Name != split.WinningIteration {
			s := p.Strategy()
			l.Strategy, l.ChosenBy = s.String(), u.Why(p)
			if p.Chooses() {
				c, err := predict(u, p, s)
				if err != nil {
					return err
				}
				l.Cost = &explainedCost{p.Exact(), bounded(c.Bytes), c.Checkpoints, c.Traces, c.Peak.Checkpoints, c.Peak.Traces, c.Forward}
			}
		}
		e.Loops = append(e.Loops, l)
	}
	j := json.NewEncoder(w)
	j.SetEscapeHTML(false)
	j.SetIndent("", "  ")
	return j.Encode(e)
}
