package derive

import (
	"procad/loops"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/graph"
	"procad/split"
)

// A call is one of a loop, in a definition that has a policy, and whose reverse pass may follow at once.
type call struct {
	in, loop proc.Func
	own      split.Policy
	fuse     bool
}

// A policy is that of a call, with the reason.
type policy struct {
	split.Policy
	why string
}

// Policy is that of a loop that d calls, with the reason.
func (l *typed) Policy(d *proc.Def, loop proc.Func, own split.Policy, fuse bool) (split.Policy, string, error) {
	at := call{d.Name, loop, own, fuse}
	if p, ok := l.policies[at]; ok {
		return p.Policy, p.why, nil
	}
	p, why, err := loops.ChoosePolicy(l, d, loop, own, fuse)
	if err == nil {
		l.policies[at] = policy{p, why}
	}
	return p, why, err
}

// A planned is a loop under a policy.
type planned struct {
	loop   proc.Func
	policy split.Policy
}

// Plan is what the reverse of a loop does under a policy.
func (l *typed) Plan(loop proc.Func, p split.Policy) (*split.Plan, error) {
	if plan := l.plans[planned{loop, p}]; plan != nil {
		return plan, nil
	}
	plan, err := loops.Choose(l, loop, p)
	if err == nil {
		l.plans[planned{loop, p}] = plan
	}
	return plan, err
}

// Policy is that of a loop that d calls, with the reason.
func (l *Library) Policy(d *proc.Def, loop proc.Func, own split.Policy, fuse bool) (split.Policy, string, error) {
	return l.typed.Policy(d, loop, own, fuse)
}

// Useful gives the type of each variable of d, with Inactive for what is not useful.
func (l *Library) Useful(d *proc.Def) (func(proc.Var) proc.Type, error) { return l.typed.Useful(d) }

// Reads knows which arrays functions read.
func (l *Library) Reads() *graph.Reads { return l.typed.Reads() }

// Plan is what the reverse of a loop does under a policy, with types as they run.
func (l *Library) Plan(loop proc.Func, p split.Policy) (*split.Plan, error) {
	plan, err := l.typed.Plan(loop, p)
	return running(plan), err
}

// running is a plan with types as they run.
func running(p *split.Plan) *split.Plan {
	if p == nil || p.Trace == nil {
		return p
	}
	r := *p
	r.Trace = deriv.Activate(p.Trace)
	return &r
}

// Planned are the loops that a gradient of f runs backwards, as loops.Plans has them. They are found on
// definitions with Inactive, because their reverses are made for trial. The plans have types as they run.
func (l *Library) Planned(f proc.Func) ([]loops.Planned, error) {
	d, err := l.typed.Def(f)
	if d == nil || err != nil {
		return nil, err
	}
	list, err := loops.Plans(l.typed, d)
	for k := range list {
		list[k].Plan = running(list[k].Plan)
	}
	return list, err
}
