package hoist

import "procad/core"

// Program hoists in the definitions of p, and returns how many values it moved.
func Program(p *core.Program) int {
	h := &hoister{work: map[any]work{}, lambdas: map[*core.Var]*core.Lambda{}}
	for _, d := range p.Defs {
		h.term(&d.Body)
	}
	core.Labels(p)
	return h.moved
}

type hoister struct {
	work    map[any]work               // of definitions and lambdas
	lambdas map[*core.Var]*core.Lambda // local functions
	moved   int
}

// term hoists in what is in a place, outer loops first.
func (h *hoister) term(at *core.Term) {
	for {
		if let, ok := (*at).(*core.Let); ok {
			h.let(let)
			h.term(&let.Bound)
			at = &let.Body // chains of bindings are long
			continue
		}
		loop := *at
		if isLoop(loop) {
			for h.round(at, loop) {
			}
			h.bindings(at, loop)
		}
		for _, s := range slots(loop) {
			h.term(s)
		}
		return
	}
}

// bindings hoists in what was moved before a loop.
func (h *hoister) bindings(at *core.Term, loop core.Term) {
	for *at != loop {
		let := (*at).(*core.Let)
		h.term(&let.Bound)
		at = &let.Body
	}
}

// let notes a local function.
func (h *hoister) let(let *core.Let) {
	if fn, ok := let.Bound.(*core.Lambda); ok {
		h.lambdas[let.Var] = fn
	}
}

func slots(t core.Term) []*core.Term {
	always, others := core.Slots(t)
	return append(always, others...)
}

// isLoop says that things can be moved out of t.
func isLoop(t core.Term) bool {
	switch t.(type) {
	case *core.Build, *core.Reduce, *core.Fold, *core.NTimes, *core.Ccl:
		return true
	}
	return false
}
