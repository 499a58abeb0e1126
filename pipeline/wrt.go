package pipeline

import (
	"slices"

	"procad/proc"
	"procad/proc/deriv"
	"procad/split/activity"
)

// Wrt holds all parameters of a function but the given ones: from then on d.Name
// is the function of these, what it computes is the same, and derivatives cost
// nothing for the others. It returns the new definition and interface of the
// function. The functions that it calls are in the program as inactive.I.O$f.
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
	name := activity.Name(d.Name, d.Sig(), zone, proc.NewTuple(parts...), d.Out.Type)
	if name == d.Name {
		gains, err := u.Library.Gains(d.Name)
		if !gains || err != nil {
			return d, err
		}
		name = activity.Inside(d.Name)
	}
	prog, err := u.inactive(d.Name, name)
	if err != nil {
		return nil, err
	}
	prog.Params[d.Name] = inactive
	u.Program, u.Library = prog, u.library(prog)
	return prog.Lookup(d.Name), nil
}

// WrtApart is Wrt of a copy of the function, under a name of its own: other functions
// call the function itself as before.
func (u *Unit) WrtApart(d *proc.Def, wrt []string) (*proc.Def, error) {
	face := u.Interface(d)
	if _, err := u.selected(d, face, wrt); err != nil {
		return d, err
	}
	apart := *d
	for apart.Name = apart.Name.Extended(".wrt"); u.Program.Lookup(apart.Name) != nil; {
		apart.Name = apart.Name.Extended("'")
	}
	prog := u.Program.Apart()
	prog.Defs = append(slices.Clone(u.Program.Defs), &apart)
	prog.Params[apart.Name] = face
	u.Program = prog
	u.Forget()
	if u.apart == nil {
		u.apart = map[proc.Func]proc.Func{}
	}
	u.apart[apart.Name] = d.Name
	return u.Wrt(&apart, wrt)
}

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

// inactive is the program with the definition of name for f, and with all inactive
// functions that it calls.
func (u *Unit) inactive(f, name proc.Func) (*proc.Program, error) {
	prog := u.Program.Apart()
	for _, d := range u.Program.Defs {
		if d.Name != f {
			prog.Add(d)
		}
	}
	seen := map[proc.Func]bool{}
	var visit func(g proc.Func) error
	visit = func(g proc.Func) error {
		if _, body, ok := g.Loop(); ok {
			g = body
		}
		op, _, _ := deriv.Apart(g)
		if _, _, ok := deriv.IsInactive(op); !ok || seen[g] {
			return nil
		}
		seen[g] = true
		d, err := u.Library.WithInactive(g)
		if err != nil {
			return err
		}
		for _, callee := range calls(d) {
			if err := visit(callee); err != nil {
				return err
			}
		}
		if g == name {
			main := *activity.Entry(u.Library.Without(), d)
			main.Name, d = f, &main
		}
		prog.Add(d)
		if why, ok := u.chosen[deriv.Active(g)]; ok {
			u.chosen[g] = why
		}
		return nil
	}
	return prog, visit(name)
}
