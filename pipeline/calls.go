package pipeline

import (
	"cmp"
	"slices"

	"procad/loops/factor"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// calls lists the functions that a definition calls, each once, in the order
// of the text.
func calls(d *proc.Def) []proc.Func {
	var list []proc.Func
	seen := map[proc.Func]bool{}
	d.Body.Walk(func(s proc.Stmt) {
		if call, ok := s.(*proc.Call); ok && !seen[call.Func] {
			seen[call.Func] = true
			list = append(list, call.Func)
		}
	})
	return list
}

// Names lists all definitions in their order: those of the text of a .proc, those
// that the text of a .fun means.
func (u *Unit) Names() []proc.Func {
	if u.written {
		return u.Funcs
	}
	names := make([]proc.Func, len(u.Program.Defs))
	for i, d := range u.Program.Defs {
		names[i] = d.Name
	}
	return names
}

// roots are the functions of fs that no other of them names: by a call, as the
// body of a loop, or as what a derived function is derived from. Of these they are the ones
// that are not imported, if there are any.
func (u *Unit) roots(fs []proc.Func) []proc.Func {
	named := map[proc.Func]bool{}
	name := func(f proc.Func, more bool) {
		for ; more && !named[f]; f, more = inner(f) {
			named[f] = true
		}
	}
	for _, d := range u.Program.Defs {
		for _, f := range calls(d) {
			name(f, true)
		}
		if u.Program.Derived[d.Name] != nil {
			name(inner(d.Name))
		}
	}
	var roots []proc.Func
	for _, f := range fs {
		if !named[f] {
			roots = append(roots, f)
		}
	}
	if own := slices.DeleteFunc(slices.Clone(roots), proc.Func.Imported); len(own) > 0 {
		return own
	}
	return roots
}

// inner is what a function is derived from, or the body of a loop. Of erased$f it is
// what f is derived from and does not hold.
func inner(f proc.Func) (proc.Func, bool) {
	if d, base, ok := deriv.Apart(f); ok {
		for d == deriv.Erased && deriv.HasInactive(base) && ok {
			base, ok = inner(base)
		}
		return base, ok
	}
	_, body, ok := f.Loop()
	return body, ok
}

// Closure is the program of the given functions and all that they call,
// callees first. It stands by itself: what it leaves out is primitive, or the
// derivative of a primitive.
func (u *Unit) Closure(fs ...proc.Func) (*proc.Program, error) {
	c := u.closure()
	for _, f := range fs {
		if err := c.visit(f); err != nil {
			return nil, err
		}
	}
	return c.program, nil
}

func (u *Unit) closure() *closure {
	p := u.Program.Apart()
	// It stands by itself: interfaces and rules are those of what it has.
	p.Params, p.Rules = map[proc.Func]*proc.Interface{}, map[proc.Func]*proc.Rule{}
	return &closure{Unit: u, definition: u.Library.Def, seen: map[proc.Func]bool{}, program: p}
}

type closure struct {
	*Unit
	program *proc.Program
	seen    map[proc.Func]bool
	text    bool // to be printed: what is derived brings what it is derived from

	definition func(proc.Func) (*proc.Def, error)
}

func (c *closure) visit(f proc.Func) error {
	if c.seen[f] {
		return nil
	}
	if owner, ok := factor.Owner(f); ok && c.text && !c.seen[owner] { // which calls f
		return c.visit(owner)
	}
	c.seen[f] = true
	if _, body, ok := f.Loop(); ok {
		return c.visit(body)
	}
	// What is derived of primitives at inactive types runs at others, so it is no primitive.
	if _, ok := prim.Derived(f); ok && c.Program.Lookup(f) == nil && !deriv.MentionsInactive(f) {
		return nil
	}
	d, err := c.definition(f)
	if err != nil || d == nil {
		return cmp.Or(c.underived(err), err)
	}
	if base, ok := inner(f); ok && c.text && c.Program.Lookup(f) == nil {
		if err := c.visit(base); err != nil {
			return err
		}
	}
	for _, g := range calls(d) {
		if err := c.visit(g); err != nil {
			return err
		}
	}
	c.program.Add(d)
	if face := c.Program.Params[f]; face != nil {
		c.program.Params[f] = face
	}
	return c.rule(f)
}
