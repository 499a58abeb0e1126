package pipeline

import (
	"slices"

	"procad/proc"
)

// misusable are the families whose use the types do not check.
var misusable = map[string]bool{
	"empty": true, "slots": true, "push": true, "pop": true, "drained": true, "unreachable": true, "add": true,
}

// canMisuse says that the author wrote what can be misused, see prim.Misuse: it
// is in a .proc text, or anything that it calls is derived from that; or that a
// person can call a derivative, and give it a cotangent that does not fit.
func (u *Unit) canMisuse() bool {
	if !u.written {
		return false
	}
	return slices.ContainsFunc(u.Program.Defs, misuses) || slices.ContainsFunc(u.Funcs, proc.Func.MadeName)
}

func misuses(d *proc.Def) (found bool) {
	for _, r := range d.Zone {
		found = found || r.Mode == proc.Accumulator && r.Type != proc.Real
	}
	d.Body.Walk(func(s proc.Stmt) {
		switch s := s.(type) {
		case *proc.Call:
			f, family := s.Func, ""
			for more := true; more; f, more = inner(f) {
				family, _, _ = f.Family()
				found = found || misusable[family]
			}
		case *proc.Accum:
			found = found || s.In.Type != proc.Real
		}
	})
	return found
}
