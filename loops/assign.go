package loops

import (
	"fmt"
	"slices"
	"strings"

	"procad/internal/diag"
	"procad/proc"
	"procad/proc/deriv"
)

// A Site is a place of a program that calls a sequential loop.
type Site struct {
	In   proc.Func // the definition that calls it
	Kind proc.LoopKind
	Body proc.Func
	Pos  diag.Pos // zero where the program comes from no text
	// Origin is the loop of the text that it is, or is a copy of; nil if it has no label there.
	Origin *proc.Origin
	// Fixed says why it takes no strategy: it, or the loop that it is derived from, is none of the text.
	Fixed string
	moved bool // it is the only loop that its origin has become
	call  *proc.Call
}

// Sites lists the sequential loops of a program that take a strategy, in the order of its text.
func Sites(p *proc.Program) []Site {
	return slices.DeleteFunc(Sequential(p), func(s Site) bool { return s.Fixed != "" })
}

// Sequential lists all sequential loops of a program, those that take no strategy too.
func Sequential(p *proc.Program) []Site { return sites(p, proc.LoopKind.Sequential) }

// Promises lists the loops ccl of a program, whose iterations are promised to commute.
func Promises(p *proc.Program) []Site {
	return sites(p, func(k proc.LoopKind) bool { return k == proc.CCL })
}

func sites(p *proc.Program, wanted func(proc.LoopKind) bool) []Site {
	var list []Site
	became := map[proc.Func]map[proc.Func]bool{}
	for _, d := range p.Defs {
		d.Body.Walk(func(s proc.Stmt) {
			call, ok := s.(*proc.Call)
			if !ok {
				return
			}
			if kind, body, ok := call.Func.Loop(); ok && wanted(kind) {
				own := deriv.Active(body)
				s := Site{In: d.Name, Kind: kind, Body: body, Pos: call.Pos, Origin: p.Origins[own], Fixed: fixed(p, own), call: call}
				if s.Origin != nil {
					if became[s.Origin.Loop] == nil {
						became[s.Origin.Loop] = map[proc.Func]bool{}
					}
					became[s.Origin.Loop][own] = true
				}
				list = append(list, s)
			}
		})
	}
	for i, s := range list {
		list[i].moved = s.Origin != nil && len(s.Origin.Calls) == 0 && len(became[s.Origin.Loop]) == 1
	}
	return list
}

// fixed says why a loop with a body takes no strategy: because of its origin, or because of that of the loop
// that the body is derived from.
func fixed(p *proc.Program, body proc.Func) string {
	for !body.IsZero() {
		if o := p.Origins[body]; o != nil {
			return o.Fixed
		}
		if _, inner, ok := body.Loop(); ok {
			body = inner
		} else {
			_, body, _ = body.Deriv()
		}
	}
	return ""
}

// IterationAround lets the iterations of a ccl run the other way, from the first to the
// last; undo makes a ccl of it again.
func (s Site) IterationAround() (undo func()) {
	s.call.Func = proc.Fold.Of(s.Body)
	return func() { s.call.Func = proc.CCL.Of(s.Body) }
}

// Label is the last part of the name of the loop's body: the label of the
// source, or a name that was made.
func (s Site) Label() proc.Func { return deriv.Active(s.Body).Label() }

// Title is what messages call the loop: its label, but DEFINITION.LABEL of a copy that has
// not the name of the loop of the text, and of a loop whose body is derived. Loops that take no
// strategy have none.
func (s Site) Title() proc.Func {
	if s.Fixed != "" {
		return proc.Func{}
	}
	if body := deriv.Active(s.Body); s.copied() || body.MadeName() {
		return body
	}
	return s.Label()
}

// From says which loop of the text is copied, and the calls in whose places the copy
// is: "a copy of f.steps for the call at 3:4". It is empty of a loop that is no copy, and of one
// that takes no strategy.
func (s Site) From() string {
	if s.Fixed != "" {
		return ""
	}
	var parts []string
	if s.copied() {
		parts = append(parts, "a copy of "+s.Origin.Loop.String())
	}
	if s.Origin != nil && len(s.Origin.Calls) > 0 {
		calls := "call"
		if len(s.Origin.Calls) > 1 {
			calls = "calls"
		}
		var at []string
		for _, pos := range s.Origin.Calls {
			at = append(at, pos.String())
		}
		parts = append(parts, fmt.Sprintf("for the %s at %s", calls, strings.Join(at, ", ")))
	}
	return strings.Join(parts, " ")
}

// copied says that the loop has another name than the loop of the text, and is not all that is left of it.
func (s Site) copied() bool {
	return s.Origin != nil && !s.moved && s.Origin.Loop != deriv.Active(s.Body)
}

// SameOrigin says that two loops are one loop of the text.
func (s Site) SameOrigin(t Site) bool {
	return s.Origin != nil && t.Origin != nil && s.Origin.Loop == t.Origin.Loop
}

// Name is the name of the loop.
func (s Site) Name() proc.Func { return s.call.Func }

// Strategy is the one in the name of the loop.
func (s Site) Strategy() deriv.Strategy { return deriv.StrategyOf(s.call.Func) }

// Set changes the program such that the loop has a strategy. What was derived
// from the program before has to be derived again.
func (s Site) Set(to deriv.Strategy) { s.call.Func = deriv.With(s.Kind, to).Of(s.Body) }
