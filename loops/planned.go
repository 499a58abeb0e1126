package loops

import (
	"procad/proc"
	"procad/proc/deriv"
	"procad/split"
)

// A Planned is a loop that a function runs, and what its reverse does.
type Planned struct {
	In   proc.Func // the definition that calls it
	Call *proc.Call
	Kind proc.LoopKind
	Loop proc.Func // what is reversed: the loop that is called, or one that does not restore all arrays
	Plan *split.Plan
	Why  string // its policy, if that is not the one of the definition
}

// Plans are those of the loops that a gradient of d runs backwards, in the order in which they
// are called, each once for a plan.
func Plans(lib split.Library, d *proc.Def) ([]Planned, error) {
	p := &planner{lib: lib, seen: map[visit]bool{}}
	p.walk(d, split.Recompute, true)
	return p.list, p.err
}

// A visit is a definition under a policy.
type visit struct {
	f    proc.Func
	own  split.Policy
	fuse bool
}

type planner struct {
	lib  split.Library
	seen map[visit]bool
	list []Planned
	err  error
}

func (p *planner) walk(d *proc.Def, own split.Policy, fuse bool) {
	v := visit{d.Name, own, fuse}
	if p.seen[v] || p.err != nil {
		return
	}
	p.seen[v] = true
	unset, err := split.FindUnset(p.lib, d, own, fuse)
	if p.fail(err); p.err != nil {
		return
	}
	d.Body.Walk(func(s proc.Stmt) {
		call, ok := s.(*proc.Call)
		if !ok || p.err != nil {
			return
		}
		f := unset.Func(call)
		kind, body, loop := f.Loop()
		if !loop {
			p.into(f, own)
			return
		}
		if sig, err := p.lib.Sig(call.Func); err != nil || deriv.Inert(sig) {
			p.fail(err)
			return
		}
		policy, why, err := p.lib.Policy(d, call.Func, own, fuse)
		if p.fail(err); p.err != nil {
			return
		}
		plan, err := p.lib.Plan(f, policy)
		if p.fail(err); p.err != nil {
			return
		}
		p.list = append(p.list, Planned{deriv.Restoring(d.Name), call, kind, f, plan, why})
		p.into(plan.Iterated(body), plan.Iteration)
	})
}

// into goes on to what is called.
func (p *planner) into(f proc.Func, own split.Policy) {
	d, err := p.lib.Def(f)
	if p.fail(err); d != nil {
		p.walk(d, own, false)
	}
}

func (p *planner) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}
