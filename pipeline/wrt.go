package pipeline

import (
	"slices"

	"procad/proc"
	"procad/proc/deriv"
	"procad/split/activity"
)

// Wrt returns the definition of d in which all parameters but the given ones are inactive.
// It computes the same, and its derivatives cost nothing for the inactive parameters. If
// anything becomes inactive, the definition is a new one with a name of its own, and Given
// maps that name to the name of d. The program keeps d, since other definitions expect its
// type. The functions that the new definition calls are in the program as inactive.I.O$f.
func (u *Unit) Wrt(d *proc.Def, wrt []string) (*proc.Def, error) {
	face := u.Interface(d)
	if _, err := u.selected(d, face, wrt); err != nil {
		return d, err
	}
	inactive := &proc.Interface{Result: face.Result, Written: face.Written}
	for _, p := range face.Params {
		if len(wrt) > 0 && !slices.Contains(wrt, p.Name) {
			p = retyped(p, deriv.Deactivate)
		}
		inactive.Params = append(inactive.Params, p)
	}
	types := map[string]proc.Type{}
	parts := slices.Clone(proc.Elems(d.In.Type))
	for _, p := range inactive.Params {
		place(p, types, parts)
	}
	zone := make([]proc.Type, len(d.Zone))
	for i, r := range d.Zone {
		zone[i] = types[r.Name]
	}
	of := activity.Name(d.Name, d.Sig(), zone, proc.NewTuple(parts...), d.Out.Type)
	if of == d.Name {
		gains, err := u.Library.Gains(d.Name)
		if !gains || err != nil {
			return d, err
		}
		of = activity.Inside(d.Name)
	}
	own := u.own(d.Name)
	prog, err := u.inactive(own, of)
	if err != nil {
		return nil, err
	}
	prog.Params[own] = inactive
	u.Program, u.Library = prog, u.library(prog)
	return prog.Lookup(own), nil
}

// own is a name for a function in the place of f.
func (u *Unit) own(f proc.Func) proc.Func {
	own := f.Extended(".wrt")
	for u.Program.Lookup(own) != nil {
		own = own.Extended("'")
	}
	if u.originals == nil {
		u.originals = map[proc.Func]proc.Func{}
	}
	u.originals[own] = u.original(f)
	return own
}

// original is the function that its author wrote for one that Wrt has named.
func (u *Unit) original(f proc.Func) proc.Func {
	if of, ok := u.originals[f]; ok {
		return of
	}
	return f
}

// Given is the name of a function as messages show it: the one that its author gave it.
func (u *Unit) Given(f proc.Func) string { return u.original(f).Given() }

// retyped is a parameter of another type.
func retyped(p proc.Param, to func(proc.Type) proc.Type) proc.Param {
	p.Type = to(p.Type)
	p.Parts = slices.Clone(p.Parts)
	for i, part := range p.Parts {
		p.Parts[i] = retyped(part, to)
	}
	return p
}

// Running is an interface where it does not matter what is inactive.
func Running(face *proc.Interface) *proc.Interface {
	free := &proc.Interface{Result: face.Result, Written: face.Written}
	for _, p := range face.Params {
		free.Params = append(free.Params, retyped(p, deriv.Activate))
	}
	return free
}

// place notes the types of names of Θ and of parts of the argument.
func place(p proc.Param, zone map[string]proc.Type, parts []proc.Type) {
	switch {
	case len(p.Parts) > 0:
		for _, part := range p.Parts {
			place(part, zone, parts)
		}
	case p.Ref != "":
		zone[p.Ref] = p.Type
	case p.Index >= 0:
		parts[p.Index] = p.Type
	case p.Type != proc.Unit:
		copy(parts, proc.Elems(p.Type))
	}
}

// inactive is the program with a definition of own, which is that of the function of, and with
// all inactive functions that it calls.
func (u *Unit) inactive(own, of proc.Func) (*proc.Program, error) {
	prog := u.Program.Apart()
	for _, d := range u.Program.Defs {
		prog.Add(d)
	}
	var visit func(g proc.Func) error
	callees := func(d *proc.Def) error {
		for _, g := range calls(d) {
			if err := visit(g); err != nil {
				return err
			}
		}
		return nil
	}
	visit = func(g proc.Func) error {
		if _, body, ok := g.Loop(); ok {
			g = body
		}
		op, _, _ := deriv.Apart(g)
		if _, _, ok := deriv.IsInactive(op); !ok || prog.Lookup(g) != nil {
			return nil
		}
		d, err := u.Library.WithInactive(g)
		if err == nil {
			err = callees(d)
		}
		if err != nil {
			return err
		}
		prog.Add(d)
		u.choose(g)
		return nil
	}
	d, err := u.Library.WithInactive(of)
	if err == nil {
		err = callees(d)
	}
	if err != nil {
		return nil, err
	}
	main := *activity.Entry(u.Library.Without(), d)
	main.Name = own
	prog.Add(&main)
	u.choose(of)
	return prog, nil
}

// choose says who chose the strategy of an inactive loop: who did so for the loop itself.
func (u *Unit) choose(f proc.Func) {
	if why, ok := u.chosen[deriv.Active(f)]; ok {
		u.chosen[f] = why
	}
}
