package graph

import "procad/proc"

// A Place is where a statement of a tree is: inside of what, from the inside outwards. Nil is
// outside of all.
type Place struct {
	Up   *Place
	Stmt proc.Stmt // that has it in its body
	Loop *Loop     // of Stmt, where that is one
}

// Loops are those around a place, the outermost first.
func (p *Place) Loops() []*Loop {
	if p == nil {
		return nil
	}
	list := p.Up.Loops()
	if p.Loop != nil {
		list = append(list, p.Loop)
	}
	return list
}

// Always says that every iteration of the tree comes to a place as often, and with the
// same indices.
func (p *Place) Always() bool {
	for ; p != nil; p = p.Up {
		switch p.Stmt.(type) {
		case *proc.Case, *proc.Choose:
			return false
		}
		if p.Loop != nil {
			for _, c := range p.Loop.Counts {
				if c == nil {
					return false
				}
			}
		}
	}
	return true
}

// A Definition is where a variable is bound.
type Definition struct {
	Stmt proc.Stmt
	At   *Place
}

// places is where everything in a tree is, and what is done to its accumulators.
type places struct {
	tree    *Tree
	at      map[proc.Stmt]*Place
	Order   []proc.Stmt             // all statements
	defs    map[string][]Definition // two of what both branches of a Case bind
	binders map[string]proc.Stmt    // of names of Θ
	joined  map[string]*proc.Case   // what both branches bind
	adds    map[string][]*Adding
	unknown map[string]bool
}

func place(t *Tree) *places {
	p := &places{
		tree: t, at: map[proc.Stmt]*Place{}, defs: map[string][]Definition{}, binders: map[string]proc.Stmt{}, joined: map[string]*proc.Case{},
		adds: map[string][]*Adding{}, unknown: map[string]bool{},
	}
	p.walk(t.Body, nil)
	return p
}

// At is where a statement is.
func (p *places) At(s proc.Stmt) *Place { return p.at[s] }

// Defs are the statements that bind a variable.
func (p *places) Defs(v proc.Var) []Definition { return p.defs[v.Name] }

// Binder is the statement that opens a name of Θ, nil if that comes from outside.
func (p *places) Binder(name string) proc.Stmt { return p.binders[name] }

// Home is the statement after which a variable is there.
func (p *places) Home(v proc.Var) (d Definition, ok bool) {
	if c := p.joined[v.Name]; c != nil {
		return Definition{c, p.at[c]}, true
	}
	defs := p.defs[v.Name]
	if len(defs) != 1 {
		return d, false
	}
	return defs[0], true
}

// Around is where that is.
func (p *places) Around(v proc.Var) *Place {
	d, _ := p.Home(v)
	return d.At
}

func (p *places) walk(body proc.Procedure, at *Place) {
	for _, s := range body {
		p.at[s] = at
		p.Order = append(p.Order, s)
		proc.Binds(s, func(v proc.Var) { p.defs[v.Name] = append(p.defs[v.Name], Definition{s, at}) })
		if name, ok := proc.Opens(s); ok {
			p.binders[name] = s
		}
		inside := &Place{Up: at, Stmt: s}
		switch s := s.(type) {
		case *proc.Call:
			if l := p.tree.Loops[s]; l != nil {
				inside.Loop = l
				p.walk(l.Body, inside)
				continue
			}
		case *proc.Case:
			for _, v := range p.tree.Joins[s] {
				p.joined[v.Name] = s
			}
		}
		p.effect(s, at)
		proc.Bodies(s, func(b proc.Procedure) { p.walk(b, inside) })
	}
}
