package pipeline

import (
	"procad/prim"
	"procad/proc"
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

// roots are the functions of fs that no other of them names: by a call, as the
// body of a loop, or as what a derived function is derived from.
func (u *Unit) roots(fs []proc.Func) []proc.Func {
	named := map[proc.Func]bool{}
	for _, d := range u.Program.Defs {
		for _, f := range calls(d) {
			for more := true; more && !named[f]; f, more = inner(f) {
				named[f] = true
			}
		}
	}
	var roots []proc.Func
	for _, f := range fs {
		if !named[f] {
			roots = append(roots, f)
		}
	}
	return roots
}

// inner is what a function is derived from, or the body of a loop.
func inner(f proc.Func) (proc.Func, bool) {
	if _, base, ok := f.Derived(); ok {
		return base, true
	}
	_, body, ok := f.Loop()
	return body, ok
}

// Closure is the program of the given functions and all that they call,
// callees first. It stands by itself: what it leaves out is primitive, or the
// derivative of a primitive.
func (u *Unit) Closure(fs ...proc.Func) (*proc.Program, error) {
	c := &closure{Unit: u, seen: map[proc.Func]bool{}}
	c.program = &proc.Program{File: u.Program.File, Params: map[proc.Func]*proc.Interface{}}
	for _, f := range fs {
		if err := c.visit(f); err != nil {
			return nil, err
		}
	}
	return c.program, nil
}

type closure struct {
	*Unit
	program *proc.Program
	seen    map[proc.Func]bool
}

func (c *closure) visit(f proc.Func) error {
	if c.seen[f] {
		return nil
	}
	c.seen[f] = true
	if _, body, ok := f.Loop(); ok {
		return c.visit(body)
	}
	// What is derived of primitives at held types runs at others, so it is no primitive.
	if _, ok := prim.Derived(f); ok && c.Program.Lookup(f) == nil && !f.MentionsHeld() {
		return nil
	}
	d, err := c.Library.Def(f)
	if err != nil || d == nil {
		return err
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
	return nil
}
