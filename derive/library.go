package derive

import (
	"errors"
	"fmt"

	"procad/internal/diag"
	"procad/internal/optim"
	"procad/proc"
	"procad/proc/graph"
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
	plans    map[planned]*split.Plan
	halves   map[apart]*split.Halves
	beside   *typecheck.Beside
	reads    *graph.Reads
	printing map[proc.Func]bool // whether a function prints, of those that were asked for
}

// An apart is a definition that is taken apart, and the policy, by its forward half.
type apart struct {
	of proc.Func
	by proc.Deriv
}

// Without are the optimisations that are disabled in the library.
func (l *typed) Without() optim.Set { return l.without }

// Useful gives the type of each variable of d, with Inactive for what is not useful.
func (l *typed) Useful(d *proc.Def) (func(proc.Var) proc.Type, error) { return l.activity.Useful(d) }

// Reads knows which arrays functions read. One whose definition is being made reads all.
func (l *typed) Reads() *graph.Reads {
	if l.reads == nil {
		l.reads = graph.NewReads(func(f proc.Func) *proc.Def {
			if l.making[f] {
				return nil
			}
			d, err := l.Def(f)
			if err != nil { // who calls f has the error too
				return nil
			}
			return d
		})
	}
	return l.reads
}

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
		if err := l.circular(); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s is derived from itself", f)
	}
	l.making[f] = true
	defer delete(l.making, f)
	d, err := l.derive(f)
	if err != nil {
		return nil, notDerived(err)
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
	return l.beside.Def(d, func(f proc.Func) (proc.Sig, error) {
		s, err := l.Sig(f)
		e, written := errors.AsType[*diag.Error](err)
		switch {
		case ill(err):
		case written:
			none = e
		}
		return s, err
	}, func(err error) error {
		if none != nil {
			return none
		}
		return &IllTyped{d, err}
	})
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

// Bug makes it one.
func (e *IllTyped) Bug() {}

// NotDerived says that there is no derivation of a name, though a program that was checked leads
// to it. In a text of procedures that has such a name it is the text that is wrong.
type NotDerived struct{ Err error }

func (e *NotDerived) Error() string { return e.Err.Error() }

// Unwrap returns why.
func (e *NotDerived) Unwrap() error { return e.Err }

// Bug makes it one.
func (e *NotDerived) Bug() {}

// notDerived is the error of a derivation: a message about the program, what a derivation says to those that ask
// whether there is one, or a bug.
func notDerived(err error) error {
	if _, ok := errors.AsType[*diag.Error](err); ok || diag.IsBug(err) || errors.Is(err, split.ErrNoUpdate) {
		return err
	}
	return &NotDerived{err}
}
