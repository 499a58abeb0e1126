package derive

import (
	"procad/internal/optim"
	"procad/loops/factor"
	"procad/proc"
	"procad/proc/deriv"
	"procad/split/activity"
)

// A Pass changes a definition, after its derivation, to what runs in its place. In
// front of it are the definitions that the passes before it left.
type Pass struct {
	Name optim.Name // without which it does not run
	// Run gives the definition, and what it calls that was made with it, callees first.
	Run func(before *Stage, d *proc.Def) (now *proc.Def, made []*proc.Def, err error)
}

// A Stage is a library of definitions after some of its passes.
type Stage struct {
	*Library
	passes int
}

// Def is the definition of a function; nil for primitives and loops.
func (s *Stage) Def(f proc.Func) (*proc.Def, error) {
	d, err := s.typed.Def(f)
	if d == nil || err != nil {
		return nil, err
	}
	return s.through(d, s.passes)
}

// through is a definition after so many passes, each followed by the checker.
func (l *Library) through(d *proc.Def, passes int) (*proc.Def, error) {
	if passes == 0 {
		return d, nil
	}
	k := passes - 1
	if now := l.after[k][d]; now != nil {
		return now, nil
	}
	before, err := l.through(d, k)
	if err != nil {
		return nil, err
	}
	pass := l.passes[k]
	l.after[k][d] = before
	if l.Without().Has(pass.Name) {
		return before, nil
	}
	now, made, err := pass.Run(&Stage{l, k}, before)
	if err != nil {
		return nil, err
	}
	if now == before {
		return now, nil
	}
	for _, t := range made {
		l.iterations[t.Name] = t
	}
	for _, t := range append(made, now) {
		if err := l.typed.beside.Def(t, l.Sig, func(err error) error { return &IllTyped{t, err} }); err != nil {
			return nil, err
		}
	}
	l.after[k][d] = now
	l.before[d] = append(l.before[d], made...)
	return now, nil
}

// Erase takes what is inactive for a Real like any other: it has done its duty when all is derived.
func Erase(s *Stage, d *proc.Def) (*proc.Def, []*proc.Def, error) {
	return activity.Erase(s.Without(), d, func(f proc.Func) bool {
		def, _ := s.typed.Def(f)
		return def != nil
	}), nil, nil
}

// Outside lets linear parts leave the loops of reverse passes.
func Outside(s *Stage, d *proc.Def) (*proc.Def, []*proc.Def, error) {
	if !s.reverseLoop(d) {
		return d, nil, nil
	}
	return factor.Def(s, d)
}

// reverseLoop says that a definition is of a loop's reverse pass, or has it in it.
func (l *Library) reverseLoop(d *proc.Def) bool {
	op, base, ok := deriv.Apart(deriv.Unerased(d.Name))
	if !ok || l.typed.prog.Lookup(d.Name) != nil {
		return false
	}
	_, _, ok = base.Loop()
	return ok && (op == deriv.RevR || op == deriv.StoreRevR || op == deriv.FuseRevF)
}

// outer is what was made with another definition, and is not derived by itself.
func (l *Library) outer(f proc.Func) (*proc.Def, error) {
	owner, ok := factor.Owner(f)
	if !ok || l.iterations[f] != nil {
		return l.iterations[f], nil
	}
	_, err := l.Def(owner)
	return l.iterations[f], err
}
