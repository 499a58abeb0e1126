package split

import (
	"procad/internal/optim"
	"procad/proc"
)

// Figure is the plain Figure 23 of a definition, with the rules of Case, of zeros and
// of zone Θ: every rule as it stands, with empty annotations. F and R do what is said
// above the lines of rules.go and zone.go, statement by statement, and nothing is
// shortened after them.
//
//	revf = Θ | s : S ⊢ F[p] ; x = (Υ) ; o = (t, x) ⊣ o : (T, X)
//	revr = Θ̄ | i : (X, cot T) ⊢ (x, t̄) = i ; (Υ) = x ; R[p] ⊣ s̄ : cot S
//
// What d calls has the types that lib says; a library where annotations are disabled
// gives the plain figure of those, too.
func Figure(lib Library, d *proc.Def) (revf, revr *proc.Def, err error) {
	h, err := Take(plainLibrary{lib}, d, Recompute)
	if err != nil {
		return nil, nil, err
	}
	return h.Forward(), h.Reverse(), nil
}

// A plainLibrary has annotations disabled, and what shortens F and R.
type plainLibrary struct{ Library }

var plainly = optim.Of(optim.Annotations, optim.Minimise, optim.Recompute, optim.Rules, optim.Simplify, optim.FusedSweep, optim.Store, optim.TagOnly, optim.ShapeOnly)

func (l plainLibrary) Without() optim.Set { return l.Library.Without().Union(plainly) }
