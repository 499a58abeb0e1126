package derive

import (
	"errors"
	"fmt"

	"procad/fwd"
	"procad/internal/diag"
	"procad/internal/optim"
	"procad/loops"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/rev"
	"procad/split"
	"procad/split/activity"
	"procad/typecheck"
)

// typed is a program with whatever can be derived from it, as derivations see
// it: with Inactive, where Library has Real.
type typed struct {
	prog     *proc.Program
	without  optim.Set
	made     map[proc.Func]*proc.Def
	order    []*proc.Def // of made, what is called before what calls it
	making   map[proc.Func]bool
	activity *activity.Activity
	policies map[call]policy
	halves   map[apart]*split.Halves
}

// An apart is a definition that is taken apart, and the policy, by its forward half.
type apart struct {
	of proc.Func
	by proc.Deriv
}

// Without are the optimisations that are disabled in the library.
func (l *typed) Without() optim.Set { return l.without }

// Sig is the type of any function.
func (l *typed) Sig(f proc.Func) (proc.Sig, error) { return sig(f, l.Def) }

// Def is the definition of a function: of the program, or derived. It is nil
// for primitives and loops.
func (l *typed) Def(f proc.Func) (*proc.Def, error) {
	if d := l.prog.Lookup(f); d != nil {
		return d, nil
	}
	if d, ok := l.made[f]; ok {
		return d, nil
	}
	if l.making[f] {
		return nil, fmt.Errorf("%s is derived from itself", f)
	}
	l.making[f] = true
	defer delete(l.making, f)
	d, err := l.derive(f)
	if err != nil {
		return nil, err
	}
	if d != nil {
		l.made[f] = d
		if err := l.check(d); err != nil {
			delete(l.made, f)
			return nil, err
		}
		l.order = append(l.order, d)
	}
	l.made[f] = d
	return d, nil
}

// check checks a derived definition. It has no type either where what it calls
// has no derivative, or none yet, which is the program's error.
func (l *typed) check(d *proc.Def) error {
	var none error
	err := typecheck.Def(d, func(f proc.Func) (proc.Sig, error) {
		s, err := l.Sig(f)
		e, written := errors.AsType[*diag.Error](err)
		u, undecided := errors.AsType[*loops.Undecided](err)
		switch {
		case ill(err):
		case written:
			none = e
		case undecided:
			none = u
		}
		return s, err
	})
	switch {
	case err == nil:
		return nil
	case none != nil:
		return none
	}
	return &IllTyped{d, err}
}

func ill(err error) bool {
	_, ok := errors.AsType[*IllTyped](err)
	return ok
}

// IllTyped says that a transformation made a procedure that does not pass the
// checker: a bug in procad.
type IllTyped struct {
	Def *proc.Def
	Err error
}

func (e *IllTyped) Error() string {
	return fmt.Sprintf("internal error: the derived procedure %s is ill-typed: %v\n%s", e.Def.Name, e.Err, e.Def)
}

func (e *IllTyped) Unwrap() error { return e.Err }

func (l *typed) derive(f proc.Func) (*proc.Def, error) {
	d, base, ok := deriv.Apart(f)
	if !ok {
		if def, ok := prim.Derived(f); ok {
			return def, nil
		}
		return loops.Schedule(f), nil
	}
	if place, ok := deriv.IsErasure(d); ok {
		def, err := l.need(base, f)
		if err != nil {
			return nil, err
		}
		return loops.Erase(l, def, place)
	}
	whole := d
	if w, _, ok := deriv.IsIteration(d); ok {
		whole = w
	}
	if parts, ok := deriv.IsUpdate(whole); ok {
		if _, _, loop := base.Loop(); loop {
			return loops.Update(l, d, base)
		}
		def, err := l.Def(base)
		if err != nil {
			return nil, err
		}
		if def == nil {
			return nil, split.ErrNoUpdate
		}
		return split.Update(l, def, parts)
	}
	if d == deriv.Erased {
		def, err := l.need(base, f)
		if err != nil {
			return nil, err
		}
		return l.erase(def)
	}
	if d == deriv.Trace {
		def, err := l.need(base, f)
		if err != nil {
			return nil, err
		}
		return loops.Trace(def)
	}
	if _, _, ok := deriv.IsInactive(d); ok {
		return l.inactive(f, base)
	}
	if _, _, ok := base.Loop(); ok {
		if _, err := l.Sig(base); err != nil {
			return nil, err
		}
		switch {
		case d == deriv.Fwd, d == deriv.RevF, d == deriv.RevR, d == deriv.StoreRevF, d == deriv.StoreRevR, d == deriv.FuseRevF, d == deriv.FuseRevR:
			return loops.Derive(l, d, base)
		}
		if _, _, ok := deriv.IsIteration(d); ok {
			return loops.Derive(l, d, base)
		}
	}
	if loops.IsProbe(base) {
		return loops.DeriveProbe(l, d, base)
	}
	if def, ok := prim.Derived(f); ok {
		return def, nil
	}
	if op, ok := operatorOf(d); ok {
		return op.make(l, d, base)
	}
	if whole, k, ok := deriv.IsIteration(d); ok {
		if op, ok := operatorOf(whole); ok && op.iteration != nil {
			return op.iteration(l, base, k)
		}
	}
	def, err := l.need(base, f)
	if err != nil {
		return nil, err
	}
	if d == deriv.Fwd {
		return fwd.Def(l, def)
	}
	if def, err = l.reversible(def); err != nil {
		return nil, err
	}
	if whole, check, ok := deriv.IsChecking(d); ok && whole == deriv.Rev {
		return rev.Def(l, def, check)
	}
	switch d {
	case deriv.Rev:
		return rev.Def(l, def, proc.Func{})
	case deriv.RevF, deriv.RevR:
		return l.half(def, split.Recompute, d)
	case deriv.StoreRevF, deriv.StoreRevR:
		return l.half(def, split.Store, d)
	}
	return nil, fmt.Errorf("nothing is called %s", f)
}

// half is one of the two procedures that a definition is taken apart for. The other
// one is wanted too, as a rule: what both come from is kept until it is.
func (l *typed) half(def *proc.Def, own split.Policy, d proc.Deriv) (*proc.Def, error) {
	key := apart{def.Name, own.F}
	h := l.halves[key]
	if h == nil {
		var err error
		if h, err = split.Take(l, def, own); err != nil {
			return nil, err
		}
		l.halves[key] = h
	} else {
		delete(l.halves, key)
	}
	if d == own.F {
		return h.Forward(), nil
	}
	return h.Reverse(), nil
}

// need is the definition that f is derived from.
func (l *typed) need(base, f proc.Func) (*proc.Def, error) {
	def, err := l.Def(base)
	if err == nil && def == nil {
		err = fmt.Errorf("%s: %s has no definition", f, base)
	}
	return def, err
}
