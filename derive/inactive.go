package derive

import (
	"procad/internal/diag"
	"procad/internal/optim"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/split"
	"procad/split/activity"
	"procad/typecheck"
)

// A Library is a program with whatever can be derived from it, as it runs after the
// passes over what is derived.
type Library struct {
	typed  *typed
	passes []Pass
	after  []map[*proc.Def]*proc.Def // after each pass
	made   []*proc.Def
	seen   int // how many of typed.order are in made

	before     map[*proc.Def][]*proc.Def // what passes made for a definition
	iterations map[proc.Func]*proc.Def   // all of that
}

// New returns the library of a program, to which definitions may still be added,
// without some optimisations. The passes run over what is derived, in their order.
func New(p *proc.Program, passes []Pass, without ...optim.Name) *Library {
	t := &typed{prog: p, without: Implied(optim.Of(without...)), made: map[proc.Func]*proc.Def{}, making: map[proc.Func]bool{}, policies: map[call]policy{}, plans: map[planned]*split.Plan{}, halves: map[apart]*split.Halves{}, printing: map[proc.Func]bool{}}
	t.activity = activity.NewActivity(t, t.without)
	l := &Library{typed: t, passes: passes, before: map[*proc.Def][]*proc.Def{}, iterations: map[proc.Func]*proc.Def{}}
	for range passes {
		l.after = append(l.after, map[*proc.Def]*proc.Def{})
	}
	return l
}

// CheckBeside has long definitions checked beside what else is done.
func (l *Library) CheckBeside(b *typecheck.Beside) { l.typed.beside = b }

// Without are the optimisations that are disabled in the library.
func (l *Library) Without() optim.Set { return l.typed.without }

// Sig is the type of any function.
func (l *Library) Sig(f proc.Func) (proc.Sig, error) { return sig(f, l.Def) }

// Def is the definition of a function: of the program, or derived. It is nil
// for primitives and loops.
func (l *Library) Def(f proc.Func) (*proc.Def, error) {
	if d := l.iterations[f]; d != nil {
		return d, nil
	}
	d, err := l.typed.Def(f)
	if d == nil && err == nil {
		return l.outer(f)
	}
	if err != nil {
		return nil, err
	}
	return l.through(d, len(l.passes))
}

// Finish takes all that was derived so far through the passes, and lists it, callees first.
func (l *Library) Finish() ([]*proc.Def, error) {
	for ; l.seen < len(l.typed.order); l.seen++ {
		d := l.typed.order[l.seen]
		run, err := l.through(d, len(l.passes))
		if err != nil {
			return nil, err
		}
		l.made = append(append(l.made, l.before[d]...), run)
	}
	return l.made, nil
}

// WithInactive is the definition of a function with Inactive in its types.
func (l *Library) WithInactive(f proc.Func) (*proc.Def, error) { return l.typed.Def(f) }

// SigWithInactive is the type of any function, with Inactive for what is inactive.
func (l *Library) SigWithInactive(f proc.Func) (proc.Sig, error) { return l.typed.Sig(f) }

// Gains says that something in f can be inactive though all its parameters are active.
func (l *Library) Gains(f proc.Func) (bool, error) { return l.typed.activity.Gains(f) }

// inactive makes inactive.I.O$base, which is f.
func (l *typed) inactive(f, base proc.Func) (*proc.Def, error) {
	def, err := l.Def(base)
	if err != nil {
		return nil, err
	}
	if def == nil {
		sig, err := l.Sig(base)
		if err != nil {
			return nil, err
		}
		def = activity.Primitive(base, sig)
	}
	// What is inactive is there to be differentiated.
	if def, err = l.reversible(def); err != nil {
		return nil, err
	}
	return activity.Def(l.activity, l.without, f, def)
}

// erase makes erased$f of the definition of f. What the author of a program makes inactive
// is inactive in all derivatives, so it cannot be erased.
func (l *typed) erase(d *proc.Def) (*proc.Def, error) {
	var failed error
	now := activity.Erased(l.without, d, func(f proc.Func) bool {
		def, err := l.Def(f)
		if err != nil && failed == nil {
			failed = err
		}
		return def != nil
	})
	if failed != nil {
		return nil, failed
	}
	if def := l.author(d.Name); def != nil && activity.Mentioned(def) {
		return nil, diag.Errorf(def.Pos, split.CodeNoDerivative, "%.100s has Inactive in it, which %.100s would make a Real", def.Name, now.Name)
	}
	return now, nil
}

// author is the definition of the program that f is derived from; nil if there is none.
func (l *typed) author(f proc.Func) *proc.Def {
	for {
		_, base, derived := deriv.Apart(f)
		_, body, loop := f.Loop()
		switch {
		case deriv.RulePart(f) && l.prog.Lookup(f) != nil:
			return l.prog.Lookup(f)
		case derived:
			f = base
		case loop:
			f = body
		default:
			return l.prog.Lookup(f)
		}
	}
}

// sig is the type of any function, given definitions.
func sig(f proc.Func, def func(proc.Func) (*proc.Def, error)) (proc.Sig, error) {
	var failed error
	sig, err := prim.Sig(f, func(f proc.Func) (proc.Sig, bool) {
		d, err := def(f)
		if err != nil {
			failed = err
		}
		if d == nil {
			return proc.Sig{}, false
		}
		return d.Sig(), true
	})
	if failed != nil {
		return sig, failed
	}
	return sig, err
}
