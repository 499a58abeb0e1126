package loops

import (
	"procad/internal/optim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/graph"
)

// The passes of an iteration stand in the iteration that runs them, and are not called there:
//
//	(s', t) = Call revf$f [i, θ] s           is    F[p], under the names of the call         f : [i, Θ] S → S, defined by p
//	s̄ = Call revr$f [i, θ̄] (t, s̄')           is    R[p]
//
// The tuples of the call are then packed and taken apart in one procedure, and Simplify removes them. A loop has one
// iteration for each pass, so no procedure is copied twice. The iterations of a schedule call the passes: these calls are
// counted (counted.go).

// inlined says that the iterations of a way have the passes of the body inside.
func (l *loop) inlined(way Way) bool {
	switch way {
	case Kept, Whiles, Commuting, Sweep:
		return l.phase == deriv.Body && l.plan != nil && !l.lib.Without().Has(optim.InlineIterations)
	}
	return false
}

// inline puts the passes of the body in the places of their calls, under their own names as far as those are free.
func (l *loop) inline(m *maker) error {
	body, err := graph.Inlined(m.def.Body, func(c *proc.Call) (proc.Procedure, error) {
		if !l.passes(c.Func) {
			return nil, nil
		}
		d, err := l.lib.Def(c.Func)
		if err != nil {
			return nil, err
		}
		return graph.Instance(d, c, m.b.Names, m.b.Names.Fresh), nil
	})
	m.def.Body = body
	return err
}

// passes says that f is a forward or a reverse pass of an iteration, or what it traces.
func (l *loop) passes(f proc.Func) bool {
	if _, _, loop := f.Loop(); loop {
		return false
	}
	_, base, derived := deriv.Apart(f)
	return derived && deriv.Restoring(base) == deriv.Restoring(l.body)
}
