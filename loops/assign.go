package loops

import (
	"procad/internal/diag"
	"procad/proc"
	"procad/proc/deriv"
)

// A Site is a place of a program that calls a sequential loop, for which a
// strategy can be chosen.
type Site struct {
	In   proc.Func // the definition that calls it
	Kind proc.LoopKind
	Body proc.Func
	Pos  diag.Pos // zero where the program comes from no text
	call *proc.Call
}

// Sites lists the sequential loops of a program in the order of its text.
func Sites(p *proc.Program) []Site { return sites(p, proc.LoopKind.Sequential) }

// Promises lists the loops ccl of a program, whose iterations are promised to commute.
func Promises(p *proc.Program) []Site {
	return sites(p, func(k proc.LoopKind) bool { return k == proc.CCL })
}

func sites(p *proc.Program, wanted func(proc.LoopKind) bool) []Site {
	var list []Site
	for _, d := range p.Defs {
		d.Body.Walk(func(s proc.Stmt) {
			call, ok := s.(*proc.Call)
			if !ok {
				return
			}
			if kind, body, ok := call.Func.Loop(); ok && wanted(kind) {
				list = append(list, Site{d.Name, kind, body, call.Pos, call})
			}
		})
	}
	return list
}

// IterationAround lets the iterations of a ccl run the other way, from the first to the
// last; undo makes a ccl of it again.
func (s Site) IterationAround() (undo func()) {
	s.call.Func = proc.Fold.Of(s.Body)
	return func() { s.call.Func = proc.CCL.Of(s.Body) }
}

// Label is the last part of the name of the loop's body: the label of the
// source, or a name that was made.
func (s Site) Label() string { return deriv.Active(s.Body).Label() }

// Name is the name of the loop.
func (s Site) Name() proc.Func { return s.call.Func }

// Strategy is the one in the name of the loop.
func (s Site) Strategy() proc.Strategy { return s.call.Func.Strategy() }

// Set changes the program such that the loop has a strategy. What was derived
// from the program before has to be derived again.
func (s Site) Set(to proc.Strategy) { s.call.Func = s.Kind.With(to).Of(s.Body) }
