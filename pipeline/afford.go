package pipeline

import (
	"fmt"
	"math"

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

// Afford compares the memory that the gradient of a Real needs, as far as its sizes are known
// before it runs, with how many bytes it may use. Where even the lower bound is
// more, err says so; where the upper bound is, warning does. Both name a strategy for
// the loop that keeps most.
func (u *Unit) Afford(d *proc.Def, args *data.Args, limit int64) (warning, err error) {
	if d.Out.Type != proc.Real {
		return nil, nil
	}
	zone, arg, err := known(d, args)
	if err != nil {
		return nil, err
	}
	run, err := u.bound(deriv.VJP.Of(d.Name), zone, estimate.TupleOf(arg, estimate.RealValue()))
	if err != nil || run.Result == nil { // every run ends with a run-time error
		return nil, err
	}
	need := run.Live
	if need.Hi <= limit || need.Lo <= limit && need.Hi == math.MaxInt64 {
		return nil, nil
	}
	// What the value needs itself, its run-time error says with its place.
	if value, err := u.bound(d.Name, zone, arg); err != nil || value.Live.Lo > limit {
		return nil, err
	}
	pos, hint := u.keepsMost(d, args, limit)
	if need.Lo > limit {
		return nil, diag.Errorf(pos, CodeTooMuchMemory, "the gradient of %.100s needs at least %s of memory, and may use %s",
			u.Given(d.Name), humanize.IBytes(uint64(need.Lo)), humanize.IBytes(uint64(limit))).In(u.Source.Name).Hintf("%s", hint)
	}
	return diag.Warningf(pos, CodeTooMuchMemory, "the gradient of %.100s needs at most %s of memory, and may use %s",
		u.Given(d.Name), humanize.IBytes(uint64(need.Hi)), humanize.IBytes(uint64(limit))).In(u.Source.Name).Hintf("%s", hint), nil
}

// statesOfHint is how many states the strategy of a hint keeps, if they fit.
const statesOfHint = 20

// keepsMost finds the loop whose reverse keeps most, and what it could do instead.
func (u *Unit) keepsMost(d *proc.Def, args *data.Args, limit int64) (diag.Pos, string) {
	const more = "--memory says how much there is"
	plans, err := u.Loops(d, args)
	if err != nil {
		return d.Pos, more
	}
	var most *LoopPlan
	var bytes int64
	for _, p := range plans {
		if p.Plan.Name != split.StoreStack {
			continue
		}
		if b := p.Loop().Bytes(0, p.Iterations.Hi); most == nil || b > bytes {
			most, bytes = p, b
		}
	}
	if most == nil {
		return d.Pos, more
	}
	if most.Site.Fixed != "" {
		return most.Site.Pos, "this loop keeps most of it, and takes no strategy: " + most.Site.Fixed + "; " + more
	}
	if most.Iterations.Hi > schedule.MaxIterations {
		return most.Site.Pos, fmt.Sprintf("this loop keeps most of it: a strategy of --checkpoint is for up to %s iterations, so make two loops of it, one in the other",
			humanize.Comma(schedule.MaxIterations))
	}
	s := deriv.Strategy{Kind: deriv.Binomial, K: min(statesOfHint, limit/2/max(most.State.Hi, 1))}
	if s.K < 1 {
		s = deriv.Strategy{Kind: deriv.Recompute}
	}
	return most.Site.Pos, "this loop keeps most of it: --checkpoint '" + most.Site.Title().String() + "=" + s.String() + "' keeps less, and " + more
}
