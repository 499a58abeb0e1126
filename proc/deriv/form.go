package deriv

import "procad/proc"

// Form is how a derivation is written, with letters for what it says beside its words:
// one form is one rule of package derive. A helper has none.
//
//	name | phase.form | phasek.form | erase.k | update.k.m | inactive.I.O | unread.k | settled.k | name.check
func Form(d proc.Deriv) string {
	m := of(d)
	switch m.kind {
	case plain:
		return d.String()
	case iteration:
		if m.number == none {
			return string(m.phase) + "." + Form(m.whole)
		}
		return string(m.phase) + "k." + Form(m.whole)
	case erase:
		return "erase.k"
	case update:
		return "update.k.m"
	case inactive:
		return "inactive.I.O"
	case unread:
		return "unread.k"
	case settled:
		return "settled.k"
	case checking:
		return Form(m.whole) + ".check"
	}
	return ""
}
