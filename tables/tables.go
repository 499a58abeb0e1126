package tables

import (
	"strconv"

	"procad/proc"
)

// A pass goes through a program.
type pass struct {
	terms     terms
	defs      map[proc.Func]*proc.Def // as they were before the pass, and what it made
	source    map[proc.Func]bool      // the functions that the author of the program wrote
	summaries map[*proc.Def]*summary
	origin    map[proc.Func]proc.Func // of what it made from what
	taken     map[proc.Func]bool
	made      []*proc.Def
	ours      map[proc.Func]bool // what it made
	root      string             // the function at hand
	walked    map[*proc.Def]*proc.Def
	entered   map[*proc.Def]bool
}

// Program takes tables out of the loops of p. The functions that its author
// wrote keep their names and types.
func Program(p *proc.Program, source []proc.Func) *proc.Program {
	a := &pass{terms: terms{}, defs: map[proc.Func]*proc.Def{}, source: map[proc.Func]bool{}, summaries: map[*proc.Def]*summary{},
		origin: map[proc.Func]proc.Func{}, taken: map[proc.Func]bool{}, ours: map[proc.Func]bool{}, walked: map[*proc.Def]*proc.Def{}, entered: map[*proc.Def]bool{}}
	for _, d := range p.Defs {
		a.defs[d.Name], a.taken[d.Name] = d, true
	}
	for _, f := range source {
		a.source[f] = true
	}
	out := &output{pass: a, now: map[proc.Func]*proc.Def{}, made: map[proc.Func][]*proc.Def{}}
	for _, d := range p.Defs {
		if a.source[d.Name] {
			a.root, a.made = string(d.Name), nil
			out.now[d.Name] = a.walk(d, nil, nil)
			out.made[d.Name] = a.made
		}
	}
	return out.program(p)
}

// fresh is a name for a new definition.
func (p *pass) fresh(base string, counted bool) proc.Func {
	sep := "."
	if counted {
		sep = ""
	}
	for k := 1; ; k++ {
		if f := proc.Func(base + sep + strconv.Itoa(k)); !p.taken[f] {
			p.taken[f] = true
			return f
		}
	}
}

func (p *pass) originOf(f proc.Func) proc.Func {
	if o, ok := p.origin[f]; ok {
		return o
	}
	return f
}
