package derive

import (
	"procad/internal/diag"
	"procad/proc"
	"procad/proc/deriv"
)

const codeCircular = "rule-circular"

// circular is of a rule from which a derivative is made that is made of itself: a clause that calls the function with a
// tangent, or a cotangent, is transposed. It is nil if none is.
func (l *typed) circular() error {
	var found proc.Func
	for f := range l.making {
		_, of, ok := deriv.Apart(f)
		if _, base, rule := deriv.OfRule(of); ok && rule && l.prog.Rules[base] != nil && (found.IsZero() || base.Compare(found) < 0) {
			found = base
		}
	}
	if found.IsZero() {
		return nil
	}
	given := "forward"
	if l.prog.Lookup(deriv.PullRule.Of(found)) != nil {
		given = "reverse"
	}
	return diag.Errorf(l.prog.Rules[found].Pos, codeCircular, "the %s clause of the rule of %s calls %s with what it is linear in, so that its transpose is made of itself", given, found.Given(), found.Given()).
		Hintf("give the rule a clause for the other mode, too")
}
