package graph

import (
	"procad/prim"
	"procad/proc"
)

// An Effect is what a statement does besides binding its result.
type Effect byte

const (
	// Fails: it may end in a run-time error.
	Fails Effect = 1 << iota
	// Adds: it adds to an accumulator.
	Adds
	// Holds: it has procedures in it, with effects of their own.
	Holds
)

// EffectOf is that of a statement, where accumulator says which names of Θ are ones.
//
//	x = Read s i…       fails where there are indices
//	Add s i… x          adds, and fails
//	Row s i… (r. p)     fails
//	b = Call f [θ] a    of a primitive: fails if that is partial; else fails, and adds where θ has an accumulator
func EffectOf(s proc.Stmt, accumulator func(name string) bool) Effect {
	switch s := s.(type) {
	case *proc.Call:
		if _, ok := prim.Table[s.Func]; ok {
			if Partial(s.Func) {
				return Fails
			}
			return 0
		}
		if s.Func.OfFamily("stop", "inactive", "lift") {
			return 0
		}
		e := Fails
		for _, z := range s.Zone {
			if accumulator(z) {
				e |= Adds
			}
		}
		return e
	case *proc.Read:
		if len(s.Idx) > 0 {
			return Fails
		}
	case *proc.Add:
		return Fails | Adds
	case *proc.Row:
		return Fails | Holds
	case *proc.Case, *proc.Share, *proc.Accum, *proc.Choose, *proc.Outlined:
		return Holds
	}
	return 0
}

// Repeatable says that a statement is a Read or a primitive: if it has run without a failure, it runs
// again with the same operands, and does nothing but bind the same result.
func Repeatable(s proc.Stmt) bool {
	switch s := s.(type) {
	case *proc.Read:
		return true
	case *proc.Call:
		_, primitive := prim.Table[s.Func]
		return primitive
	}
	return false
}

// Refs are all names of Θ in a procedure: those of its zone, and those that it opens.
func Refs(zone []proc.Ref, p proc.Procedure) map[string]proc.Ref {
	refs := map[string]proc.Ref{}
	for _, r := range zone {
		refs[r.Name] = r
	}
	p.Walk(func(s proc.Stmt) {
		if r, ok := proc.Opened(s, func(name string) proc.Ref { return refs[name] }); ok {
			refs[r.Name] = r
		}
	})
	return refs
}

// Partial says that a primitive can fail.
func Partial(f proc.Func) bool { return f == prim.IDiv || f == prim.IMod || f == prim.ToInt }

// An Adding is an Add of a Real in a tree that every iteration comes to, with where it adds to.
type Adding struct {
	Stmt *proc.Add
	At   *Place
	Base string
	Idx  []*Term
}

// Adds are the Adds to an accumulator, in order; known says that there are no others.
func (p *places) Adds(name string) (adds []*Adding, known bool) {
	return p.adds[name], !p.unknown[name]
}

// effect notes what a statement does to accumulators. An Add that iterations may not
// come to, or whose indices are not known, is not one of those that are known; nor is
// what a function does that is not in the tree, or what is done to one of two names.
func (p *places) effect(s proc.Stmt, at *Place) {
	switch s := s.(type) {
	case *proc.Call:
		for _, n := range s.Zone {
			if p.tree.Refs[n].Mode == proc.Accumulator {
				p.unknown[p.tree.View(n).Base] = true
			}
		}
	case *proc.Choose:
		for _, n := range []string{s.True, s.False} {
			p.unknown[p.tree.View(n).Base] = true
		}
	case *proc.Add:
		v := p.tree.View(s.Ref)
		idx, ok := p.tree.Terms(s.Idx)
		if v.Opaque || !ok || s.In.Type != proc.Real || !at.Always() {
			p.unknown[v.Base] = true
			return
		}
		idx = append(v.Prefix[:len(v.Prefix):len(v.Prefix)], idx...)
		p.adds[v.Base] = append(p.adds[v.Base], &Adding{s, at, v.Base, idx})
	}
}
