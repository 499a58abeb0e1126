package linear

import (
	"procad/internal/optim"
	"procad/proc"
)

// PassUnit lets a definition that takes nothing and gives nothing give what it takes.
//
//	def f (u : ()) -> (u' : ()) = (Elim u ; p ; u' = ())        is        def f (u : ()) -> (u : ()) = p
func PassUnit(without optim.Set, d *proc.Def) {
	if without.Has(optim.Simplify) || d.In.Type != proc.Unit || d.Out.Type != proc.Unit {
		return
	}
	var body proc.Procedure
	ends, makes := false, false
	for _, s := range d.Body {
		switch s := s.(type) {
		case *proc.Elim:
			if s.In == d.In {
				ends = true
				continue
			}
		case *proc.Tuple:
			if s.Out == d.Out {
				makes = true
				continue
			}
		}
		body = append(body, s)
	}
	if ends && makes {
		d.Body, d.Out = body, d.In
	}
}
