package derive

import (
	"procad/internal/optim"
	"procad/loops/factor"
	"procad/proc"
	"procad/typecheck"
)

// plain is a library whose loops run all that their turns consist of.
type plain struct{ *Library }

func (l plain) Def(f proc.Func) (*proc.Def, error) {
	d, err := l.typed.Def(f)
	if d == nil || err != nil {
		return nil, err
	}
	return l.erased(d), nil
}

// final is a definition as it runs. What leaves the loops of reverse passes has left them.
func (l *Library) final(d *proc.Def) (*proc.Def, error) {
	if run := l.finals[d]; run != nil {
		return run, nil
	}
	run := l.erased(d)
	l.finals[d] = run
	if !l.reverseLoop(d) {
		return run, nil
	}
	now, turns, err := factor.Def(plain{l}, run)
	if err != nil {
		return nil, err
	}
	for _, t := range turns {
		l.turns[t.Name] = t
	}
	for _, t := range append(turns, now) {
		if err := typecheck.Def(t, l.Sig); err != nil {
			return nil, &IllTyped{t, err}
		}
	}
	l.finals[d], l.before[d] = now, turns
	return now, nil
}

// outer is what was made with another definition, and is not derived by itself.
func (l *Library) outer(f proc.Func) (*proc.Def, error) {
	owner, ok := factor.Owner(f)
	if !ok || l.turns[f] != nil {
		return l.turns[f], nil
	}
	_, err := l.Def(owner)
	return l.turns[f], err
}

// reverseLoop says that a definition is of a loop's reverse pass, or has it in it.
func (l *Library) reverseLoop(d *proc.Def) bool {
	deriv, base, ok := d.Name.Unerased().Derived()
	if !ok || l.Without().Has(optim.Outside) || l.typed.prog.Lookup(d.Name) != nil {
		return false
	}
	_, _, ok = base.Loop()
	return ok && (deriv == proc.RevR || deriv == proc.StoreRevR || deriv == proc.FuseRevF)
}
