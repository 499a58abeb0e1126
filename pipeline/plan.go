package pipeline

import (
	"fmt"
	"slices"

	"procad/internal/data"
	"procad/internal/diag"
	"procad/internal/estimate"
	"procad/internal/units"
	"procad/loops"
	"procad/loops/schedule"
	"procad/proc"
	"procad/proc/deriv"
	"procad/split"
)

// A LoopPlan is a sequential loop of a function, and what its reverse keeps.
type LoopPlan struct {
	Site loops.Site
	// Iterations are those of a run of the loop, of while at most; Entries is how often it is begun.
	Iterations, Entries estimate.Interval
	// State is the bytes of a state, Trace those of the trace of an iteration.
	State, Trace estimate.Interval
	// FirstState and FirstTrace are those of the first iteration.
	FirstState, FirstTrace estimate.Interval
	Parts                  []estimate.Part // of the trace
	StateType, TraceType   proc.Type
	Plan                   *split.Plan
	automatic              automatic
	iteration              float64 // the time of an iteration, about, in the units of package cost
}

// Loop is what a schedule has to know. Where figures are not exact, it is an upper bound.
func (l *LoopPlan) Loop() schedule.Loop {
	return schedule.Loop{Iterations: l.Iterations.Hi, State: l.State.Hi, Trace: l.Trace.Hi, Online: l.Site.Kind == proc.While}
}

// Strategy is the one in force: auto, where it shows only in a run which one that is.
func (l *LoopPlan) Strategy() deriv.Strategy {
	if s := l.Site.Strategy(); s.Chosen() {
		return s
	}
	return l.automatic.strategy
}

// Exact says that all that a schedule has to know is known exactly.
func (l *LoopPlan) Exact() bool {
	return l.Iterations.Exact() && l.State.Exact() && l.Trace.Exact() && l.Site.Kind != proc.While
}

// Predict is what the loop's reverse costs with a strategy, for a run of the loop.
func (l *LoopPlan) Predict(s deriv.Strategy) (schedule.Counts, error) {
	if !s.Chosen() {
		return l.predictAutomatic()
	}
	if !loops.Sized(s) {
		return schedule.Predict(s, l.Loop())
	}
	return l.sized(s)
}

// sized is the cost of a strategy that goes by sizes: those that the types say,
// or else those of the first state and of the trace of the first iteration, which
// runs once more for it. The larger a trace is, and the smaller a state, the
// fewer traces fit into the room of the states, and the more iterations run again.
func (l *LoopPlan) sized(s deriv.Strategy) (schedule.Counts, error) {
	state, trace := l.FirstState, l.FirstTrace
	if bytes, ok := loops.Static(l.StateType); ok {
		state = estimate.Exactly(bytes)
	}
	bytes, static := loops.Static(l.TraceType)
	if static {
		trace = estimate.Exactly(bytes)
	}
	all := l.Loop()
	few, many := all, all
	few.State, few.Trace = state.Lo, trace.Hi
	many.State, many.Trace = state.Hi, trace.Lo
	c, err := schedule.Predict(s, few)
	if err != nil || l.Iterations.Hi == 0 {
		return c, err
	}
	if !static {
		c.Forward++
	}
	if state.Exact() && trace.Exact() && state.Hi == l.State.Hi && trace.Hi == l.Trace.Hi {
		return c, nil
	}
	most, err := schedule.Predict(s, many)
	c.Checkpoints, c.Traces = max(c.Checkpoints, most.Checkpoints), max(c.Traces, most.Traces)
	c.Bytes, c.Peak = all.Bytes(c.Checkpoints, c.Traces), schedule.InUse{Checkpoints: c.Checkpoints, Traces: c.Traces}
	return c, err
}

// bound bounds a run of f; see bound.Run. Errors are about the text of the program.
func (u *Unit) bound(f proc.Func, zone []*estimate.Value, arg *estimate.Value) (*estimate.Report, error) {
	r, err := estimate.Run(u.Library.Def, f, zone, arg)
	if err != nil {
		return nil, u.Located(err)
	}
	return r, nil
}

// Loops are the sequential loops that a function of the program runs, given
// its arguments, in the order of the text. Nothing is run.
func (u *Unit) Loops(d *proc.Def, args *data.Args) ([]*LoopPlan, error) {
	zone, arg, err := known(d, args)
	if err != nil {
		return nil, err
	}
	run, err := u.bound(d.Name, zone, arg)
	if err != nil {
		return nil, err
	}
	if run.Result == nil {
		return nil, u.alwaysFails(d)
	}
	reversed, err := u.reversed(d)
	if err != nil {
		return nil, err
	}
	var plans []*LoopPlan
	for _, site := range loops.Sequential(u.Program) {
		for _, l := range run.Loops {
			if l.Func != site.Name() || l.In != site.In {
				continue
			}
			p, err := u.loop(site, l, reversed)
			if err != nil {
				return nil, err
			}
			plans = append(plans, p)
			break
		}
	}
	return plans, nil
}

// A called is a loop, and the definition that calls it.
type called struct{ in, loop proc.Func }

// reversed are the loops that a gradient of d reverses for those that d runs: where they differ, those that do not restore
// all arrays.
func (u *Unit) reversed(d *proc.Def) (map[called]proc.Func, error) {
	list, err := u.Library.Planned(d.Name)
	if err != nil {
		return nil, u.Located(err)
	}
	as := map[called]proc.Func{}
	for _, p := range list {
		c := called{p.In, p.Call.Func}
		if was, found := as[c]; !found || was != c.loop {
			as[c] = p.Loop
		}
	}
	return as, nil
}

func (u *Unit) loop(site loops.Site, l estimate.Loop, reversed map[called]proc.Func) (*LoopPlan, error) {
	p := &LoopPlan{Site: site, Iterations: l.Count, Entries: l.Entries, State: l.State, FirstState: l.First}
	zone, first := l.Zone, l.Zone
	if l.Kind.Indices() > 0 {
		zone = append([]*estimate.Value{estimate.IntIn(estimate.Interval{Lo: 0, Hi: max(l.Count.Hi-1, 0)})}, l.Zone...)
		first = append([]*estimate.Value{estimate.IntIn(estimate.Exactly(0))}, l.Zone...)
	}
	var err error
	name, body := site.Name(), l.Body
	if r, ok := reversed[called{site.In, name}]; ok {
		name = r
		_, body, _ = r.Loop()
	}
	if p.Plan, err = u.Library.Plan(name, split.Recompute); err != nil {
		return nil, err
	}
	iterated := p.Plan.Iterated(body)
	t, err := estimate.Trace(u.Library.Def, iterated, zone, l.Before)
	if err != nil {
		return nil, err
	}
	p.Trace, p.Parts = t.Bytes, t.Parts
	if t, err = estimate.Trace(u.Library.Def, iterated, first, l.Start); err != nil {
		return nil, err
	}
	p.FirstTrace = t.Bytes
	run, err := u.bound(l.Body, zone, l.Before)
	if err != nil {
		return nil, err
	}
	p.iteration = max(mean(run.Time), units.Op)
	forward, err := u.Library.Sig(deriv.RevF.Of(iterated))
	if err != nil {
		return nil, err
	}
	p.StateType, p.TraceType = forward.In, proc.Elems(forward.Out)[1]
	plain, err := u.Library.Plan(site.Kind.Of(body), split.Recompute)
	if err != nil {
		return nil, err
	}
	p.automatic = p.decide(plain)
	return p, nil
}

// Chooses says that there is something to choose by a strategy: the loop takes one, an iteration leaves a
// trace, and not only one of them is reversed.
func (l *LoopPlan) Chooses() bool {
	return l.Site.Fixed == "" && l.TraceType != proc.Unit && l.Plan.Name != split.WinningIteration
}

// WinningIteration says that the reverse of a loop is that of one iteration, whose number is all that is kept.
func (u *Unit) WinningIteration(loop proc.Func) bool {
	p, err := u.Library.Plan(loop, split.Recompute)
	return err == nil && p.Name == split.WinningIteration
}

// Commuting are the loops that a function runs whose iterations do not depend on each other,
// with what their reverses do in a gradient of it.
func (u *Unit) Commuting(d *proc.Def) ([]loops.Planned, error) {
	all, err := u.Planned(d)
	return slices.DeleteFunc(all, func(p loops.Planned) bool { return p.Kind.Sequential() }), err
}

// Planned are all loops that a function runs, with what their reverses do in a gradient of it: what is
// known without data. Of several calls at one place that have the same plan it is the first.
func (u *Unit) Planned(d *proc.Def) ([]loops.Planned, error) {
	all, err := u.Library.Planned(d.Name)
	if err != nil {
		return nil, u.Located(err)
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(p loops.Planned) bool {
		key := fmt.Sprint(p.Call.Pos, p.Kind, p.Plan.Name)
		again := seen[key]
		seen[key] = true
		return again
	}), nil
}

// Select finds the loop that is meant among those that a function runs: where all are, the
// only one, and by the name of copies the one that has it itself.
func (u *Unit) Select(plans []*LoopPlan, which Loops) (*LoopPlan, error) {
	var found []*LoopPlan
	var sites []loops.Site
	for _, p := range plans {
		sites = append(sites, p.Site)
		if p.Site.Fixed == "" && which.Has(p.Site) {
			found = append(found, p)
		}
	}
	if len(found) > 1 {
		if itself := slices.IndexFunc(found, func(p *LoopPlan) bool { return p.Site.Title() == which.Named }); itself >= 0 && sameOrigin(found) {
			return found[itself], nil
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case which.All() && len(found) == 0:
		return nil, diag.Errorf(diag.Pos{}, CodeNoLoop, "the function runs no sequential loop that takes a strategy").In(u.Source.Name).
			Hintf("strategies are for nTimes, fold and while; other loops keep nothing between iterations, and recursions store their frames")
	case len(found) == 0:
		return nil, u.noLoop(which, sites)
	}
	return nil, diag.Errorf(diag.Pos{}, CodeNoLoop, "there are several loops").In(u.Source.Name).
		Hintf("choose one with --loop: %s", loopNames(sites))
}

// sameOrigin says that all loops are one loop of the text.
func sameOrigin(plans []*LoopPlan) bool {
	return !slices.ContainsFunc(plans, func(p *LoopPlan) bool { return !p.Site.SameOrigin(plans[0].Site) })
}
