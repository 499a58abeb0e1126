package deriv

import (
	"slices"

	"procad/proc"
)

// Active is f for inactive.I.O$f, and any other function itself.
func Active(f proc.Func) proc.Func {
	d, base, _ := Apart(f)
	if _, _, ok := IsInactive(d); ok {
		return base
	}
	return f
}

// HasInactive says that the types of f have Inactive because of its name: f is inactive, lift, made
// for a type with Inactive, or derived from one of these or from some inactive.I.O$g. It is
// not so of erased$f.
func HasInactive(f proc.Func) bool {
	if _, body, ok := f.Loop(); ok {
		return HasInactive(body)
	}
	if d, base, ok := Apart(f); ok {
		if d == Erased {
			return false
		}
		_, _, inactive := IsInactive(d)
		return inactive || HasInactive(base)
	}
	family, types, _ := f.Family()
	if family == "inactive" || family == "lift" {
		return true
	}
	return slices.ContainsFunc(types, hasInactive)
}

// Unerased is f for erased$f, and any other function itself.
func Unerased(f proc.Func) proc.Func {
	if d, base, _ := Apart(f); d == Erased {
		return base
	}
	return f
}

// OfRule takes the function of a rule apart, also where some of it is inactive: its kind, which is
// Ruled, Nonlinear or Constant, and f.
func OfRule(f proc.Func) (kind proc.Deriv, base proc.Func, ok bool) {
	d, base, _ := Apart(Active(f))
	return d, base, d == Ruled || d == Nonlinear || d == Constant
}

// ValueOf is value$f for the function of a rule, and any other function itself.
func ValueOf(f proc.Func) proc.Func {
	if d, base, _ := Apart(f); d == Ruled || d == Nonlinear || d == Constant {
		return ValueRule.Of(base)
	}
	return f
}

// RuleKind is what makes the name that programs call of that of the function of a rule: Ruled, Nonlinear or Constant.
func RuleKind(r *proc.Rule) proc.Deriv {
	switch {
	case r.Constant:
		return Constant
	case r.Nonlinear != "":
		return Nonlinear
	}
	return Ruled
}

// RulePart says that f is what the rule of a function is made of, which a program gives: value$f, jvp$f,
// split$f or pull$f.
func RulePart(f proc.Func) bool {
	d, _, ok := Apart(f)
	return ok && (d == ValueRule || d == JVPRule || d == SplitRule || d == PullRule)
}
