package deriv

import "procad/proc"

// Unheld is f for hold.I.O$f, and any other function itself.
func Unheld(f proc.Func) proc.Func {
	d, base, _ := Apart(f)
	if _, _, ok := IsHolding(d); ok {
		return base
	}
	return f
}

// Holds says that the types of f have Held because of its name: f is hold, free, made
// for a type with Held, or derived from one of these or from some hold.I.O$g. It is
// not so of erased$f.
func Holds(f proc.Func) bool {
	if _, body, ok := f.Loop(); ok {
		return Holds(body)
	}
	if d, base, ok := Apart(f); ok {
		if d == Erased {
			return false
		}
		_, _, holding := IsHolding(d)
		return holding || Holds(base)
	}
	family, types, _ := f.Family()
	if family == "hold" || family == "free" {
		return true
	}
	for _, t := range types {
		if proc.Free(t) != t {
			return true
		}
	}
	return false
}

// Unerased is f for erased$f, and any other function itself.
func Unerased(f proc.Func) proc.Func {
	if d, base, _ := Apart(f); d == Erased {
		return base
	}
	return f
}
