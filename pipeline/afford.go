package pipeline

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/dustin/go-humanize"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/estimate"
	"procad/loops/schedule"
	"procad/proc"
	"procad/proc/deriv"
	"procad/split"
)

// CodeTooMuchMemory: a run needs more memory than it may use.
const CodeTooMuchMemory = "too-much-memory"

// Afford compares the memory that a function of the program, or a derivative of it, needs, as far as its
// sizes are known before it runs, with how many bytes it may use: f is d.Name, vjp(d.Name) or fwd$d. Where even
// the lower bound is more, err says so; where the upper bound is, warning does. Both name a strategy for
// the loop that keeps most; more is what else can be done, if there is anything.
func (u *Unit) Afford(d *proc.Def, f proc.Func, args *data.Args, limit int64, more string) (warning, err error) {
	// What is only a value its run-time error says with its place.
	if f == d.Name && !u.derives(f) {
		return nil, nil
	}
	value, err := u.Foresee(d, args)
	if err != nil || value == nil || f != d.Name && value.Live.Lo > limit {
		return nil, err
	}
	run := value
	if f != d.Name {
		if run, err = u.foreseen(d, f, args, value); err != nil || run == nil {
			return nil, err
		}
	}
	need := run.Live
	if need.Hi <= limit || need.Lo <= limit && need.Hi == math.MaxInt64 {
		return nil, nil
	}
	pos, hint := u.keepsMost(d, args, limit, more)
	if need.Lo > limit {
		return nil, diag.Errorf(pos, CodeTooMuchMemory, "%s needs at least %s of memory, and may use %s",
			u.said(d, f), humanize.IBytes(uint64(need.Lo)), humanize.IBytes(uint64(limit))).In(u.Source.Name).Hintf("%s", hint)
	}
	return diag.Warningf(pos, CodeTooMuchMemory, "%s needs at most %s of memory, and may use %s",
		u.said(d, f), humanize.IBytes(uint64(need.Hi)), humanize.IBytes(uint64(limit))).In(u.Source.Name).Hintf("%s", hint), nil
}

// said is the name of a function, or of a derivative of one, in a message.
func (u *Unit) said(d *proc.Def, f proc.Func) string {
	name := fmt.Sprintf("%.100s", u.Given(d.Name))
	switch {
	case f == d.Name:
		return name + ", which has derivatives in it,"
	case f == deriv.Fwd.Of(d.Name):
		return "the forward derivative of " + name
	case d.Out.Type == proc.Real:
		return "the gradient of " + name
	}
	return "the reverse derivative of " + name
}

// derives says that a function calls derivatives of others.
func (u *Unit) derives(f proc.Func) bool {
	reached, err := u.Closure(f)
	return err == nil && slices.ContainsFunc(reached.Defs, func(d *proc.Def) bool {
		_, _, derived := deriv.Apart(deriv.Unerased(d.Name))
		return derived
	})
}

// Foresee is what is known of a run of a function before it: nil where nothing is, or where every run ends with
// a run-time error.
func (u *Unit) Foresee(d *proc.Def, args *data.Args) (*estimate.Report, error) {
	zone, arg, err := known(d, args)
	if err != nil {
		return nil, err
	}
	return u.bounded(d.Name, zone, arg)
}

// foreseen is that of vjp(d) or fwd$d at any seed or tangents, given that of d.
func (u *Unit) foreseen(d *proc.Def, f proc.Func, args *data.Args, value *estimate.Report) (*estimate.Report, error) {
	zone, arg, err := known(d, args)
	if err != nil {
		return nil, err
	}
	if f == deriv.VJP.Of(d.Name) {
		return u.bounded(f, zone, estimate.TupleOf(arg, estimate.Tangent(value.Result)))
	}
	var along []*estimate.Value
	for i, r := range d.Zone {
		if along = append(along, zone[i]); !deriv.Discrete(r.Type) {
			along = append(along, estimate.Tangent(zone[i]))
		}
	}
	return u.bounded(f, along, estimate.TupleOf(arg, estimate.Tangent(arg)))
}

// bounded is bound, and nil where there is no bound or no end without a run-time error.
func (u *Unit) bounded(f proc.Func, zone []*estimate.Value, arg *estimate.Value) (*estimate.Report, error) {
	run, err := u.bound(f, zone, arg)
	if _, none := errors.AsType[*estimate.Error](err); none || err == nil && run.Result == nil {
		return nil, nil
	}
	return run, err
}

// statesOfHint is how many states the strategy of a hint keeps, if they fit.
const statesOfHint = 20

// keepsMost finds the loop whose reverse keeps most, and what it could do instead; more is the end of the hint.
func (u *Unit) keepsMost(d *proc.Def, args *data.Args, limit int64, more string) (diag.Pos, string) {
	instead := "take fewer elements or iterations"
	also := ""
	if more != "" {
		instead, also = more, "; "+more
	}
	plans, err := u.Loops(d, args)
	if err != nil {
		return d.Pos, instead
	}
	var most *LoopPlan
	var bytes int64
	for _, p := range plans {
		if p.Plan.Name == split.WinningIteration || p.TraceType == proc.Unit || p.Strategy().Kind != deriv.KeepAll {
			continue
		}
		if b := p.Loop().Bytes(0, p.Iterations.Hi); most == nil || b > bytes {
			most, bytes = p, b
		}
	}
	if most == nil {
		return d.Pos, instead
	}
	if most.Site.Fixed != "" {
		return most.Site.Pos, "this loop keeps most of it, and takes no strategy: " + most.Site.Fixed + also
	}
	if most.Iterations.Hi > schedule.MaxIterations {
		return most.Site.Pos, fmt.Sprintf("this loop keeps most of it: a strategy of --checkpoint is for up to %s iterations, so make two loops of it, one in the other",
			humanize.Comma(schedule.MaxIterations))
	}
	s := deriv.Strategy{Kind: deriv.Binomial, K: min(statesOfHint, limit/2/max(most.State.Hi, 1))}
	if s.K < 1 {
		s = deriv.Strategy{Kind: deriv.Recompute}
	}
	return most.Site.Pos, "this loop keeps most of it: --checkpoint '" + most.Site.Title().String() + "=" + s.String() + "' keeps less" + also
}
