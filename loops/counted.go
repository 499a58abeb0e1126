package loops

import (
	"procad/proc"
	"procad/proc/deriv"
	"procad/split"
)

// Counted says what tells how the iterations of a sequential loop were run: what a
// schedule predicts can be counted there.
type Counted struct {
	Forward    []proc.Func // each is entered once for an iteration that runs forwards
	Writes     []proc.Func // each is entered once for a state that is kept for the first time
	Checkpoint proc.Type   // of the items of a stack of states; nil if there is none
	Trace      proc.Type   // X, of the items of the stack of traces; () if iterations leave none
}

// Count says what to count of the loop of that name, among the definitions
// that a reverse pass reaches.
func Count(lib split.Library, made []*proc.Def, name proc.Func) (Counted, error) {
	name = reversed(made, name)
	_, body, _ := name.Loop()
	f, err := lib.Sig(body)
	if err != nil {
		return Counted{}, err
	}
	c := Counted{Trace: proc.Unit}
	plan, err := lib.Plan(name, split.Recompute)
	if err != nil {
		return Counted{}, err
	}
	if plan.Name == split.WinningIteration {
		c.Forward = []proc.Func{deriv.Iteration(deriv.RevF).Of(name)}
		return c, nil
	}
	kept := plan.Name != split.StoreStates
	for _, d := range made {
		if !kept && erasedFrom(d.Name, body) {
			c.Forward = append(c.Forward, d.Name)
		}
		op, base, ok := deriv.Apart(d.Name)
		whole, phase, _, isIteration := deriv.IsIteration(op)
		if !ok || !isIteration || base != name {
			continue
		}
		policy, reverse := split.PolicyOf(whole)
		if !reverse {
			continue
		}
		if s, err := lib.Sig(policy.F.Of(plan.Iterated(body))); err == nil {
			c.Trace = proc.Elems(s.Out)[1]
		}
		switch {
		case phase == deriv.Body && whole == policy.F, !kept && (phase == deriv.Tape || phase == deriv.TapeLast || phase == deriv.Measure):
			c.Forward = append(c.Forward, d.Name)
		case !kept && phase == deriv.Save:
			c.Writes = append(c.Writes, d.Name)
		}
	}
	if !kept && c.Trace != proc.Unit {
		c.Forward = append(c.Forward, body)
		c.Checkpoint = proc.NewTuple(proc.Int, f.In)
	}
	return c, nil
}

// reversed is the loop whose reverse is among the definitions: that one, or one that does not restore all arrays.
func reversed(made []*proc.Def, name proc.Func) proc.Func {
	_, body, _ := name.Loop()
	found := name
	for _, d := range made {
		op, base, _ := deriv.Apart(d.Name)
		_, b, loop := base.Loop()
		if _, _, _, ok := deriv.IsIteration(op); !ok || !loop {
			continue
		}
		if base == name {
			return name
		}
		if deriv.Restoring(b) == body && base.Around(body) == name {
			found = base
		}
	}
	return found
}

// erasedFrom says that a function is the body of a loop without some of its adds.
func erasedFrom(f, body proc.Func) bool {
	erased := false
	for f != body {
		d, base, ok := deriv.Apart(f)
		if _, erase := deriv.IsErasure(d); !ok || !erase {
			return false
		}
		f, erased = base, true
	}
	return erased
}
