package activity

import (
	"procad/internal/optim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/linear"
)

// Erase is a definition as it runs: with Real for Inactive, and without inactive and lift.
//
//	b = Call lift{A, B} a        t = (a, ()) ; (b, u) = t ; Elim u        which Simplify makes a name for a
//
// defined says that a function has a definition, so that its name, which may
// have Inactive in it, is kept.
func Erase(without optim.Set, d *proc.Def, defined func(proc.Func) bool) *proc.Def {
	if !Mentioned(d) {
		return d
	}
	return erase(without, d, func(f proc.Func) proc.Func { return erased(f, defined) })
}

// Erased is erased$f, for f with the definition d: d as it runs, which calls
// erased$g for each g with a definition in which something is inactive, and g for inactive.I.O$g.
// It gives Inactive a level. What is inactive in d is so for the derivatives that d was made of; for
// derivatives of erased$f it is a Real like any other:
//
//	grad (\x. f(a, x)), computed without the cotangent of a, depends on a
func Erased(without optim.Set, d *proc.Def, defined func(proc.Func) bool) *proc.Def {
	var callee func(f proc.Func) proc.Func
	callee = func(f proc.Func) proc.Func {
		_, body, loop := f.Loop()
		switch {
		case !deriv.HasInactive(f):
			return f
		case loop:
			return f.Around(callee(body))
		case deriv.Active(f) != f:
			return callee(deriv.Active(f))
		case defined(f):
			return deriv.Erased.Of(f)
		}
		return erased(f, defined)
	}
	now := *erase(without, d, callee)
	now.Name = deriv.Erased.Of(d.Name)
	return &now
}

// erase is a definition with Real for Inactive, without inactive and lift, that calls what
// callee says.
func erase(without optim.Set, d *proc.Def, callee func(proc.Func) proc.Func) *proc.Def {
	names := proc.NewNames(d)
	v := func(v proc.Var) proc.Var { return proc.Var{Name: v.Name, Type: deriv.Activate(v.Type)} }
	m := &proc.Mapper{Use: v, Bind: v, Func: callee}
	m.Body = func(p proc.Procedure) proc.Procedure {
		var out proc.Procedure
		for _, s := range p {
			c, ok := s.(*proc.Call)
			if !ok || !conversion(c.Func) {
				out = append(out, m.Stmt(s))
				continue
			}
			b := &proc.Builder{Names: names, Pos: s.At()}
			t := b.Tuple("t", v(c.In), b.Unit())
			u := b.Var("u", proc.Unit)
			b.Emit(&proc.Untuple{Where: c.Where, Outs: []proc.Var{v(c.Out), u}, In: t})
			b.Elim(u)
			out = append(out, b.Body...)
		}
		return out
	}
	now := &proc.Def{Pos: d.Pos, Name: d.Name, In: v(d.In), Out: v(d.Out), Zone: make([]proc.Ref, len(d.Zone))}
	for i, r := range d.Zone {
		now.Zone[i] = proc.Ref{Name: r.Name, Mode: r.Mode, Type: deriv.Activate(r.Type)}
	}
	now.Body = linear.SimplifyUnless(without, m.Body(d.Body))
	return now
}

// conversion says that a function is inactive or lift.
func conversion(f proc.Func) bool { return f.OfFamily("inactive", "lift") }

// Mentioned says that Inactive is a type in a definition, or in the name of a function
// that it calls, or that it calls inactive or lift.
func Mentioned(d *proc.Def) bool {
	inactive := func(t proc.Type) bool { return deriv.Activate(t) != t }
	found := inactive(d.In.Type) || inactive(d.Out.Type)
	for _, r := range d.Zone {
		found = found || inactive(r.Type)
	}
	d.Body.Walk(func(s proc.Stmt) {
		if found {
			return
		}
		proc.Binds(s, func(v proc.Var) { found = found || inactive(v.Type) })
		if c, ok := s.(*proc.Call); ok {
			found = found || deriv.MentionsInactive(c.Func) || conversion(c.Func)
		}
	})
	return found
}

// erased is the name of a function without Inactive in types that a primitive of a
// family has.
func erased(f proc.Func, defined func(proc.Func) bool) proc.Func {
	if !deriv.MentionsInactive(f) {
		return f
	}
	if _, body, ok := f.Loop(); ok {
		return f.Around(erased(body, defined))
	}
	_, types, ok := f.Family()
	if !ok || defined(f) {
		return f
	}
	return f.At(mapped(types, deriv.Activate)...)
}
