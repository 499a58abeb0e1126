package graph

import (
	"procad/prim"
	"procad/proc"
)

// A View is what is known behind a name of Θ.
type View struct {
	Base   string  // the name that it is a row of
	Prefix []*Term // which row
	Fixed  bool    // it is shared around the tree, so that nothing in the tree changes it
	Known  *Known  // of a name that a Share makes
	Share  *proc.Share
	Accum  *proc.Accum
	Opaque bool // one of several names, or a row whose place is not known
}

// knowledge goes through a tree and notes what is known: terms over the names of
// the zone, but for the first, the index of the tree's own iteration, and over the
// indices of loops. What has a term is invariant but for its indices.
type knowledge struct {
	tree  *Tree
	terms *Terms
	vars  map[string]*Known
	parts map[string]tuple
	views map[string]*View
}

func know(t *Tree, parts map[string]tuple) *knowledge {
	k := &knowledge{tree: t, terms: NewTerms(), vars: map[string]*Known{}, parts: parts, views: map[string]*View{}}
	for i, n := range t.Zone {
		r := t.Refs[n]
		k.views[n] = &View{Base: n, Fixed: i > 0 && r.Mode == proc.Shared}
		if !k.views[n].Fixed {
			continue
		}
		if a, ok := r.Type.(*proc.ArrayType); ok {
			v := &Known{}
			for axis := range a.Rank {
				v.Dims = append(v.Dims, k.terms.Of(Term{Kind: Size, Type: proc.Int, Name: n, Bits: uint64(axis)}))
			}
			k.views[n].Known = v
		} else {
			k.views[n].Known = &Known{Term: k.terms.Of(Term{Kind: Scalar, Type: r.Type, Name: n})}
		}
	}
	k.procedure(t.Body)
	return k
}

// Known is what is known of a variable.
func (k *knowledge) Known(v proc.Var) *Known { return k.vars[v.Name] }

// Term is that of a variable, nil if it has none.
func (k *knowledge) Term(v proc.Var) *Term { return k.Known(v).term() }

// Terms are those of variables; ok says that all have one.
func (k *knowledge) Terms(vs []proc.Var) (list []*Term, ok bool) {
	ok = true
	for _, v := range vs {
		t := k.Term(v)
		ok = ok && t != nil
		list = append(list, t)
	}
	return list, ok
}

// Parts are the variables that a variable was made of as a tuple.
func (k *knowledge) Parts(v proc.Var) (parts []proc.Var, ok bool) {
	t, ok := k.parts[v.Name]
	return t.parts, ok
}

// View is what is known behind a name of Θ.
func (k *knowledge) View(name string) *View { return k.views[name] }

func (k *knowledge) procedure(p proc.Procedure) {
	for _, s := range p {
		k.stmt(s)
	}
}

func (k *knowledge) stmt(s proc.Stmt) {
	switch s := s.(type) {
	case *proc.Const:
		k.vars[s.Out.Name] = &Known{Term: k.terms.Of(Term{Kind: Constant, Type: s.Out.Type, Bits: s.Bits, Pos: s.Pos})}
	case *proc.Dup:
		k.vars[s.Out.Name] = &Known{Parts: []*Known{k.Known(s.In), k.Known(s.In)}}
	case *proc.Tuple:
		v := &Known{}
		for _, x := range s.Ins {
			v.Parts = append(v.Parts, k.Known(x))
		}
		k.vars[s.Out.Name] = v
	case *proc.Untuple:
		for i, x := range s.Outs {
			k.vars[x.Name] = k.Known(s.In).part(i)
		}
	case *proc.Inl:
		k.vars[s.Out.Name] = nil
	case *proc.Inr:
		k.vars[s.Out.Name] = nil
	case *proc.Case:
		k.procedure(s.L.Body)
		var left []*Known
		for _, v := range k.tree.Joins[s] {
			left = append(left, k.Known(v))
		}
		k.procedure(s.R.Body)
		for i, v := range k.tree.Joins[s] {
			k.vars[v.Name] = join(left[i], k.Known(v))
		}
	case *proc.Share:
		k.views[s.Name] = &View{Base: s.Name, Known: k.Known(s.In), Share: s}
		k.procedure(s.Body)
		k.vars[s.Out.Name] = k.Known(s.In)
	case *proc.Accum:
		k.views[s.Name] = &View{Base: s.Name, Accum: s}
		k.procedure(s.Body)
		v := &Known{}
		if in := k.Known(s.In); in != nil {
			v.Dims = in.Dims
		}
		k.vars[s.Out.Name] = v
	case *proc.Read:
		k.vars[s.Out.Name] = k.read(s)
	case *proc.Size:
		v := k.views[s.Ref]
		k.vars[s.Out.Name] = nil
		if d := v.Known.Dim(s.Axis); d != nil {
			k.vars[s.Out.Name] = &Known{Term: d}
		}
	case *proc.Row:
		k.views[s.Name] = k.row(s)
		k.procedure(s.Body)
	case *proc.Choose:
		k.views[s.Name] = &View{Base: s.Name, Opaque: true}
		k.procedure(s.Body)
	case *proc.Call:
		k.vars[s.Out.Name] = k.call(s)
	}
}

func (k *knowledge) read(s *proc.Read) *Known {
	v := k.views[s.Ref]
	if len(s.Idx) == 0 {
		return v.Known
	}
	idx, ok := k.Terms(s.Idx)
	if !ok || !v.Fixed || v.Opaque {
		return nil
	}
	args := append(v.Prefix[:len(v.Prefix):len(v.Prefix)], idx...)
	return &Known{Term: k.terms.Of(Term{Kind: Element, Type: s.Out.Type, Name: v.Base, Args: args, Pos: s.Pos})}
}

func (k *knowledge) row(s *proc.Row) *View {
	v := *k.views[s.Ref]
	idx, ok := k.Terms(s.Idx)
	v.Opaque = v.Opaque || !ok
	v.Prefix = append(v.Prefix[:len(v.Prefix):len(v.Prefix)], idx...)
	if v.Known != nil {
		v.Known = &Known{}
		if of := k.views[s.Ref].Known; len(of.Dims) >= len(idx) {
			v.Known.Dims = of.Dims[len(idx):]
		}
	}
	return &v
}

func (k *knowledge) call(s *proc.Call) *Known {
	if l := k.tree.Loops[s]; l != nil {
		return k.run(l)
	}
	if sig, ok := prim.Table[s.Func]; ok {
		args := []*Term{k.Term(s.In)}
		if n := len(proc.Elems(sig.In)); n > 1 {
			args = nil
			for i := range n {
				args = append(args, k.Known(s.In).part(i).term())
			}
		}
		for _, a := range args {
			if a == nil {
				return nil
			}
		}
		return &Known{Term: k.terms.Of(Term{Kind: Apply, Type: s.Out.Type, Func: s.Func, Args: args, Pos: s.Pos})}
	}
	return k.family(s)
}

// run is a loop. What is known of a state is what is so before each iteration, the
// greatest that an iteration keeps:
//
//	σ = ⊓ σk        σ0 = s, σk+1 = σk ⊓ f(σk), without the indices of the loop
func (k *knowledge) run(l *Loop) *Known {
	counts := []*Known{k.Known(l.Call.In)}
	var state *Known
	switch {
	case l.Kind.BuildRank() > 1:
		counts = nil
		for i := range l.Indices {
			counts = append(counts, k.Known(l.Call.In).part(i))
		}
	case l.Kind == proc.Fold || l.Kind == proc.FoldR || l.Kind == proc.Adds:
		counts = []*Known{k.Known(l.Call.In).part(0)}
		state = k.Known(l.Call.In).part(1)
	}
	l.Counts = nil
	for i, name := range l.Indices {
		l.Counts = append(l.Counts, counts[i].term())
		k.views[name] = &View{Base: name, Known: &Known{Term: k.terms.Of(Term{Kind: Index, Type: proc.Int, Name: name})}}
	}
	if l.Kind == proc.Fold || l.Kind == proc.FoldR {
		for {
			k.vars[l.In.Name] = state
			k.procedure(l.Body)
			next := join(state, k.Known(l.Out).without(l.Indices))
			if next.equal(state) {
				return state
			}
			state = next
		}
	}
	k.vars[l.In.Name] = nil
	k.procedure(l.Body)
	if l.Kind.BuildRank() > 0 {
		return &Known{Dims: l.Counts}
	}
	return nil
}
