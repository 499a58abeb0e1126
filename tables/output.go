package tables

import "procad/proc"

// An output is the program that a pass leaves.
type output struct {
	*pass
	now  map[proc.Func]*proc.Def   // the functions of the author
	made map[proc.Func][]*proc.Def // what was made for them
}

// program is p with the new definitions, and without those that nothing calls any
// more. What was made of a definition that is not there any more has its name.
func (o *output) program(p *proc.Program) *proc.Program {
	before, live := map[proc.Func]bool{}, map[proc.Func]bool{}
	for _, d := range p.Defs {
		if o.source[d.Name] {
			reach(before, d.Name, p.Lookup)
			reach(live, d.Name, o.current)
		}
	}
	for _, d := range p.Defs {
		if !before[d.Name] {
			reach(live, d.Name, o.current)
		}
	}
	heirs := map[proc.Func]proc.Func{}
	names := map[proc.Func]proc.Func{}
	for _, d := range p.Defs {
		for _, m := range o.made[d.Name] {
			if from, ok := o.origin[m.Name]; ok && live[m.Name] && !live[from] && heirs[from] == "" {
				heirs[from], names[m.Name] = m.Name, from
			}
		}
	}
	q := &proc.Program{File: p.File, Params: p.Params}
	add := func(d *proc.Def) {
		name := d.Name
		if n, ok := names[name]; ok {
			name = n
		}
		if q.Lookup(name) != nil {
			return
		}
		body := (&proc.Mapper{Func: func(f proc.Func) proc.Func { return renamedFunc(f, names) }}).Procedure(d.Body)
		q.Add(&proc.Def{Pos: d.Pos, Name: name, Zone: d.Zone, In: d.In, Body: body, Out: d.Out})
	}
	for _, d := range p.Defs {
		switch {
		case o.source[d.Name]:
			for _, m := range o.made[d.Name] {
				if live[m.Name] && !o.source[m.Name] && (names[m.Name] == "" || o.ours[names[m.Name]]) {
					add(o.defs[m.Name])
				}
			}
			add(o.now[d.Name])
		case live[d.Name]:
			add(d)
		case heirs[d.Name] != "":
			add(o.defs[heirs[d.Name]])
		}
	}
	return q
}

// current is a definition as it is now; nil of what is none.
func (o *output) current(f proc.Func) *proc.Def {
	if d := o.now[f]; d != nil {
		return d
	}
	return o.defs[f]
}

// reach adds f, and what it calls, to those that are found.
func reach(found map[proc.Func]bool, f proc.Func, lookup func(proc.Func) *proc.Def) {
	if _, body, ok := f.Loop(); ok {
		f = body
	}
	d := lookup(f)
	if d == nil || found[f] {
		return
	}
	found[f] = true
	d.Body.Walk(func(s proc.Stmt) {
		if c, ok := s.(*proc.Call); ok {
			reach(found, c.Func, lookup)
		}
	})
}
