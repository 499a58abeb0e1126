// Package once has analyses of procedures that belong in proc/graph, in every form that a test of
// that package has to see through. A comment says what is found of a function.
package once

import (
	"fmt"
	"reflect"

	"procad/proc"
	language "procad/proc"
	"procad/proc/graph"
)

// invariant is a second analysis of what is invariant.
type invariant struct {
	vars map[string]bool
}

func (k *invariant) procedure(p proc.Procedure) {
	for _, s := range p {
		k.stmt(s)
		proc.Bodies(s, k.procedure)
	}
}

func (k *invariant) stmt(s proc.Stmt) { // findings, switch
	switch s := s.(type) {
	case *proc.Const:
		k.vars[s.Out.Name] = true
	case *proc.Tuple:
		all := true
		for _, v := range s.Ins {
			all = all && k.vars[v.Name]
		}
		k.vars[s.Out.Name] = all
	}
}

// apart writes its findings elsewhere.
func (k *invariant) apart(s language.Stmt) { // findings
	if c, ok := s.(*language.Const); ok {
		k.note(c.Out)
	}
}

func (k *invariant) note(v proc.Var) { k.again(v.Name) }
func (k *invariant) again(n string)  { k.vars[n] = true }

type constant = proc.Const

func alias(p proc.Procedure) map[proc.Var]bool { // findings, switch
	out := map[proc.Var]bool{}
	p.Walk(func(s proc.Stmt) {
		switch s := any(s).(type) {
		case *constant:
			out[s.Out] = true
		}
	})
	return out
}

func is[T any](s any) (x T, ok bool) {
	x, ok = s.(T)
	return x, ok
}

func generic(k *invariant, s proc.Stmt) { // findings
	if c, ok := is[*proc.Const](s); ok {
		k.vars[c.Out.Name] = true
	}
}

// uses is a second def-use.
func uses(p proc.Procedure) map[string]int { // findings
	n := map[string]int{}
	p.Walk(func(s proc.Stmt) { proc.Uses(s, func(v proc.Var) { n[v.Name]++ }) })
	return n
}

func definitions(p proc.Procedure) map[string][]proc.Stmt { // findings, statements by name, statements by name
	defs := map[string][]proc.Stmt{}
	p.Walk(func(s proc.Stmt) { proc.Binds(s, func(v proc.Var) { defs[v.Name] = append(defs[v.Name], s) }) })
	return defs
}

func byValue(g *graph.Graph) map[*graph.Value]bool { // findings
	out := map[*graph.Value]bool{}
	for i := range g.Body {
		if _, ok := g.Body[i].Stmt.(*proc.Const); ok {
			out[g.Body[i].Binds()[0]] = true
		}
	}
	return out
}

func byNumber(g *graph.Graph, out []bool) { // answers
	g.Near(g.Values[0], func(n *graph.Node) {
		if _, ok := n.Stmt.(*proc.Const); ok {
			out[n.Binds()[0].Number] = true
		}
	})
}

func numbered(g *graph.Graph, out map[int32]bool) { // findings
	g.Near(g.Values[0], func(n *graph.Node) {
		if _, ok := n.Stmt.(*proc.Const); ok {
			out[n.Binds()[0].Number] = true
		}
	})
}

func dropped(s proc.Stmt, live map[proc.Var]bool) { // findings
	if e, ok := s.(*proc.Elim); ok {
		delete(live, e.In)
	}
}

// affine are second affine forms: k·i + c.
type affine struct{ k, c int64 }

func forms(p proc.Procedure, of map[string]affine) { // findings, switch
	for _, s := range p {
		switch s := s.(type) {
		case *proc.Const:
			of[s.Out.Name] = affine{0, int64(s.Bits)}
		}
	}
}

// effects are a second analysis of effects.
type effects struct{ fails, adds bool }

func (e *effects) of(s proc.Stmt) { // answers
	if _, ok := s.(*proc.Add); ok {
		e.adds = true
	}
}

func fails(s proc.Stmt) bool { // answers
	r, ok := s.(*proc.Read)
	return ok && len(r.Idx) > 0
}

func reflected(s proc.Stmt) bool { // answers
	return reflect.TypeOf(s).Elem().Name() == "Add"
}

func printed(s proc.Stmt) bool { // answers
	return fmt.Sprintf("%T", s) == "*proc.Add"
}

// A meter is a second cost model.
type meter struct{ time float64 }

func (m *meter) of(s proc.Stmt) { // numbers, switch
	switch s.(type) {
	case *proc.Call:
		m.time += 2
	default:
		m.time++
	}
}

func time(s proc.Stmt) int { // numbers
	if _, ok := s.(*proc.Call); ok {
		return 2
	}
	return 1
}

// renamed is a second renaming.
func renamed(p proc.Procedure, to map[string]string) proc.Procedure { // renaming
	return (&proc.Mapper{Use: func(v proc.Var) proc.Var { return proc.Var{Name: to[v.Name], Type: v.Type} }}).Procedure(p)
}

func term(f proc.Func, a *graph.Term) string { // equal terms
	return fmt.Sprintf("%s %p", f, a)
}

func views(s proc.Stmt) (name string) { // switch, opened names
	switch s := s.(type) {
	case *proc.Share:
		name = s.Name
	case *proc.Row:
		name = s.Name
	case *proc.Choose:
		name = s.Name
	}
	return name
}

// What writes a procedure anew leaves nothing that is known of it.
func rewritten(p proc.Procedure) (out proc.Procedure) { // nothing
	for _, s := range p {
		if _, ok := s.(*proc.Elim); !ok {
			out = append(out, s)
		}
	}
	return out
}

// What asks the graph examines nothing.
func asked(t *graph.Tree, v proc.Var) bool { return t.Term(v) != nil }

// What begins an abstract interpretation examines what the domain is told of.
func interpreted(d graph.Domain[int, int]) bool { // answers
	return graph.Keep(d).Var(proc.Var{}) > 0
}
