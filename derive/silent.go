package derive

import (
	"procad/proc"
	"procad/proc/deriv"
)

// A program prints in its value, and a derivative what the value prints, once. What runs again
// on the way to a derivative is called as silent$f, which is f without its traces:
//
//	y = Call g [θ] a      is  y = Call silent$g [θ] a      if g prints
//	silent$trace a = a
//
// Silent are reverse passes, so that what they recompute prints nothing, the iterations that
// measure a trace, and the forward passes of jacfwd and jacrev after a call of the function itself.

// runsAgain says that what d derives runs something again that has run before.
func runsAgain(d proc.Deriv) bool {
	if d == deriv.Silent {
		return true
	}
	whole, phase, _, ok := deriv.IsIteration(d)
	if !ok {
		whole = d
	}
	switch whole {
	case deriv.RevR, deriv.StoreRevR, deriv.FuseRevR:
		return true
	}
	return phase == deriv.Measure || phase == deriv.Column || phase == deriv.Row
}

// silent is silent$f.
func silent(l *typed, n name) (*proc.Def, error) {
	again := *n.def
	again.Name = n.f
	return &again, nil
}

// silentTrace is silent$trace{T, "m"}, the identity.
func silentTrace(l *typed, n name) (*proc.Def, error) {
	sig, err := l.Sig(n.of)
	if err != nil {
		return nil, err
	}
	x := proc.Var{Name: "a", Type: sig.In}
	return &proc.Def{Name: n.f, In: x, Out: x}, nil
}

// silenced is a definition without what it prints.
func (l *typed) silenced(d *proc.Def) *proc.Def {
	some := false
	d.Body.Calls(func(c *proc.Call) { some = some || l.prints(c.Func) })
	if !some {
		return d
	}
	again := *d
	again.Body = (&proc.Mapper{Func: l.quiet}).Procedure(d.Body)
	return &again
}

// quiet is f, or what is called in its place if it prints.
func (l *typed) quiet(f proc.Func) proc.Func {
	if !l.prints(f) {
		return f
	}
	if _, body, ok := f.Loop(); ok {
		return f.Around(l.quiet(body))
	}
	return deriv.Silent.Of(f)
}

// prints says that a function prints: it is a trace, calls what prints, or is derived from it and does not run again.
func (l *typed) prints(f proc.Func) bool {
	is, known := l.printing[f]
	if !known {
		l.printing[f] = false // what calls itself is an error elsewhere
		is = l.calls(f)
		l.printing[f] = is
	}
	return is
}

func (l *typed) calls(f proc.Func) bool {
	if _, body, ok := f.Loop(); ok {
		return l.prints(body)
	}
	if f.OfFamily("trace") {
		return true
	}
	if def := l.prog.Lookup(f); def != nil {
		found := false
		def.Body.Calls(func(c *proc.Call) { found = found || l.prints(c.Func) })
		return found
	}
	if _, base, ok := deriv.OfRule(f); ok {
		for _, d := range []proc.Deriv{deriv.ValueRule, deriv.JVPRule, deriv.SplitRule, deriv.PullRule} {
			if l.prints(d.Of(base)) {
				return true
			}
		}
		return false
	}
	d, base, ok := deriv.Apart(f)
	return ok && !runsAgain(d) && l.prints(base)
}
