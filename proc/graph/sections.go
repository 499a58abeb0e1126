package graph

import (
	"slices"

	"procad/proc"
)

// Sections has the elements of some arrays that a tree reads, and those that it sets, each with the terms of its indices, and where the
// arrays are in its result. The arrays are those of the tree's argument. They are followed as in Reads; ok is false where one of them goes
// where it is not followed, or where an index has no term.
//
//	⟦x = Read s i…⟧             reads (a, i…), a the array of s
//	⟦b = Call swap (a, i…, x)⟧  sets (a, i…)
func (t *Tree) Sections(in *Contents, are map[*Array]bool) (reads, sets []Section, out *Contents, ok bool) {
	w := &sectioner{tree: t, are: are, vars: map[string]*Contents{t.In.Name: in}, names: map[string]*Contents{}, ok: true}
	w.procedure(t.Body)
	return w.reads, w.sets, w.of(t.Out), w.ok
}

// A Section is an element, or the elements with these first indices.
type Section struct {
	Array *Array
	At    []*Term
}

// A sectioner goes through a tree.
type sectioner struct {
	tree        *Tree
	are         map[*Array]bool
	vars, names map[string]*Contents
	reads, sets []Section
	ok          bool
}

// with calls f with the arrays in h that are followed.
func (w *sectioner) with(h *Contents, f func(*Array)) {
	h.Each(func(a *Array) {
		if w.are[a] {
			f(a)
		}
	})
}

// leaves says that what is in h is not followed from here on.
func (w *sectioner) leaves(h *Contents) { w.with(h, func(*Array) { w.ok = false }) }

// bind binds a variable, maybe in the other branch of a Case again.
func (w *sectioner) bind(v proc.Var, h *Contents) { w.vars[v.Name] = union(w.vars[v.Name], h) }

func (w *sectioner) of(v proc.Var) *Contents { return w.vars[v.Name] }

func (w *sectioner) procedure(p proc.Procedure) {
	for _, s := range p {
		w.stmt(s)
	}
}

func (w *sectioner) stmt(s proc.Stmt) {
	switch s := s.(type) {
	case *proc.Const, *proc.Elim, *proc.Size:
	case *proc.Tuple:
		h := &Contents{}
		for _, v := range s.Ins {
			h.Parts = append(h.Parts, w.of(v))
		}
		w.bind(s.Out, h)
	case *proc.Untuple:
		for i, v := range s.Outs {
			w.bind(v, w.of(s.In).Part(i))
		}
	case *proc.Case:
		w.leaves(w.of(s.In))
		w.procedure(s.L.Body)
		w.procedure(s.R.Body)
	case *proc.Share:
		w.names[s.Name] = w.of(s.In)
		w.procedure(s.Body)
		w.bind(s.Out, w.of(s.In))
	case *proc.Accum:
		w.leaves(w.of(s.In))
		w.procedure(s.Body)
	case *proc.Read:
		w.read(s)
	case *proc.Row:
		w.names[s.Name] = w.names[s.Ref]
		w.procedure(s.Body)
	case *proc.Call:
		w.bind(s.Out, w.call(s))
	default:
		proc.Uses(s, func(v proc.Var) { w.leaves(w.of(v)) })
		proc.RefsUsed(s, func(n string) { w.leaves(w.names[n]) })
		proc.Bodies(s, w.procedure)
	}
}

func (w *sectioner) read(s *proc.Read) {
	at, ok := w.tree.Terms(s.Idx)
	view := w.tree.View(s.Ref)
	w.with(w.names[s.Ref], func(a *Array) {
		w.ok = w.ok && ok && view != nil && !view.Opaque
		if w.ok {
			w.reads = append(w.reads, Section{a, slices.Concat(view.Prefix, at)})
		}
	})
}

func (w *sectioner) call(s *proc.Call) *Contents {
	in := w.of(s.In)
	if l := w.tree.Loops[s]; l != nil {
		state := in.Part(1)
		if !l.Kind.Sequential() {
			w.leaves(state)
			state = nil
		}
		w.bind(l.In, state)
		w.procedure(l.Body)
		if union(state, w.of(l.Out)) != state { // an array comes out as another one
			w.leaves(w.of(l.Out))
		}
		return state
	}
	if family, _, ok := s.Func.Family(); ok {
		switch family {
		case "zero":
			return ofZero(in, s.In.Type, s.Out.Type)
		case "add":
			return in.Part(0)
		case "retype", "inactive", "lift":
			return in
		case "swap":
			parts, known := w.tree.Parts(s.In)
			w.with(in.Part(0), func(a *Array) {
				if w.ok = w.ok && known; !w.ok {
					return
				}
				var at []*Term
				if at, w.ok = w.tree.Terms(parts[1 : len(parts)-1]); w.ok {
					w.sets = append(w.sets, Section{a, at})
				}
			})
			return &Contents{Parts: []*Contents{in.Part(0)}}
		}
	}
	w.leaves(in)
	for _, n := range s.Zone {
		w.leaves(w.names[n])
	}
	return nil
}
