package pipeline

import (
	"procad/internal/optim"
	"procad/proc"
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

// nonlinearProcedures says the same of procedures.
func nonlinearProcedures(p *proc.Program) bool {
	for _, r := range p.Rules {
		if r.Nonlinear != "" {
			return true
		}
	}
	return false
}
