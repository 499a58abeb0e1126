package pipeline

import (
	"procad/internal/optim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/source"
)

// linearAlone are the optimisations that use that reverse passes are linear: they add up cotangents
// before a function is reversed, or reverse it at 1 and multiply. A program with a nonlinear rule goes without
// them:
//
//	f(x) + f(x) = let y = f(x) in y + y        has f reversed at w twice, and here once at 2 w
var linearAlone = optim.Of(optim.CSE, optim.Hoist, optim.FusedSweep, optim.Factoring)

// barNonlinear disables them if a rule is nonlinear.
func (u *Unit) barNonlinear(nonlinear bool) {
	if nonlinear {
		u.Without = u.Without.Union(linearAlone)
	}
}

// nonlinearRules says that a rule of a program is nonlinear, and is followed.
func nonlinearRules(p *source.Program, without optim.Set) bool {
	for _, d := range p.Defs {
		if d.Rule != nil && d.Rule.Nonlinear != "" {
			return !without.Has(optim.CustomRules)
		}
	}
	return false
}

// nonlinearCalls says the same of procedures.
func nonlinearCalls(p *proc.Program) bool {
	found := false
	for _, d := range p.Defs {
		d.Body.Walk(func(s proc.Stmt) {
			if c, ok := s.(*proc.Call); ok {
				kind, _, _ := deriv.OfRule(c.Func)
				found = found || kind == deriv.Nonlinear
			}
		})
	}
	return found
}
