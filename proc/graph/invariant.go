package graph

import (
	"slices"

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

// knowledge is what is known of a tree: terms over the names of
// the zone, but for the first, the index of the tree's own iteration, and over the
// indices of loops. What has a term is invariant but for its indices.
type knowledge struct {
	tree  *Tree
	terms *Terms
	parts map[string]tuple
	run   *Interpreter[*Known, *View]
}

// invariance is the domain of knowledge.
type invariance struct {
	Unknown[*Known, *View]
	*knowledge
}

func know(t *Tree, parts map[string]tuple) *knowledge {
	k := &invariance{knowledge: &knowledge{tree: t, terms: NewTerms(), parts: parts}}
	k.run = Keep(k)
	for i, n := range t.Zone {
		r := t.Refs[n]
		v := &View{Base: n, Fixed: i > 0 && r.Mode == proc.Shared}
		k.run.Open(n, v)
		if !v.Fixed {
			continue
		}
		if a, ok := r.Type.(*proc.ArrayType); ok {
			v.Known = &Known{}
			for axis := range a.Rank {
				v.Known.Dims = append(v.Known.Dims, k.terms.Of(Term{Kind: Size, Type: proc.Int, Name: n, Bits: uint64(axis)}))
			}
		} else {
			v.Known = k.scalar(Term{Kind: Scalar, Type: r.Type, Name: n})
		}
	}
	k.run.Procedure(t.Body)
	return k.knowledge
}

// Known is what is known of a variable.
func (k *knowledge) Known(v proc.Var) *Known { return k.run.Var(v) }

// Term is that of a variable, nil if it has none.
func (k *knowledge) Term(v proc.Var) *Term { return k.Known(v).term() }

// Terms are those of variables; ok says that all have one.
func (k *knowledge) Terms(vs []proc.Var) (list []*Term, ok bool) {
	known := make([]*Known, len(vs))
	for i, v := range vs {
		known[i] = k.Known(v)
	}
	return termsOf(known)
}

// Parts are the variables that a variable was made of as a tuple.
func (k *knowledge) Parts(v proc.Var) (parts []proc.Var, ok bool) {
	t, ok := k.parts[v.Name]
	return t.parts, ok
}

// View is what is known behind a name of Θ.
func (k *knowledge) View(name string) *View { return k.run.Name(name) }

func (k *knowledge) scalar(t Term) *Known { return &Known{Term: k.terms.Of(t)} }

func (k *invariance) Const(s *proc.Const) *Known {
	return k.scalar(Term{Kind: Constant, Type: s.Out.Type, Bits: s.Bits, Pos: s.Pos})
}

func (k *invariance) Dup(_ *proc.Dup, x *Known) *Known { return &Known{Parts: []*Known{x, x}} }

func (k *invariance) Tuple(_ *proc.Tuple, parts []*Known) *Known { return &Known{Parts: parts} }

func (k *invariance) Parts(x *Known, _ proc.Type) []*Known {
	if x == nil {
		return nil
	}
	return x.Parts
}

func (k *invariance) Join(_ *proc.Case, _ *Known, _ proc.Var, l, r *Known) *Known { return join(l, r) }

func (k *invariance) Share(s *proc.Share, x *Known) *View {
	return &View{Base: s.Name, Known: x, Share: s}
}

func (k *invariance) Accum(s *proc.Accum, _ *Known) *View { return &View{Base: s.Name, Accum: s} }

func (k *invariance) Accumulated(_ *proc.Accum, x *Known, _ *View) *Known { return x.shape() }

func (k *invariance) Read(s *proc.Read, v *View, idx []*Known) *Known {
	if len(idx) == 0 {
		return v.Known
	}
	at, ok := termsOf(idx)
	if !ok || !v.Fixed || v.Opaque {
		return nil
	}
	return k.scalar(Term{Kind: Element, Type: s.Out.Type, Name: v.Base, Args: slices.Concat(v.Prefix, at), Pos: s.Pos})
}

func (k *invariance) Size(s *proc.Size, v *View) *Known {
	if d := v.Known.Dim(s.Axis); d != nil {
		return &Known{Term: d}
	}
	return nil
}

func (k *invariance) Row(_ *proc.Row, of *View, idx []*Known) *View {
	v := *of
	at, ok := termsOf(idx)
	v.Opaque = v.Opaque || !ok
	v.Prefix = slices.Concat(v.Prefix, at)
	if v.Known != nil {
		v.Known = &Known{}
		if len(of.Known.Dims) >= len(idx) {
			v.Known.Dims = of.Known.Dims[len(idx):]
		}
	}
	return &v
}

func (k *invariance) Choose(s *proc.Choose, _ *Known, _, _ *View) *View {
	return &View{Base: s.Name, Opaque: true}
}

func (k *invariance) Call(s *proc.Call, in *Known, zone []*View) *Known {
	if l := k.tree.Loops[s]; l != nil {
		return k.loop(l, in)
	}
	sig, ok := prim.Table[s.Func]
	if !ok {
		return k.family(s, in, zone)
	}
	args := []*Known{in}
	if n := len(proc.Elems(sig.In)); n > 1 {
		args = make([]*Known, n)
		for i := range args {
			args[i] = in.part(i)
		}
	}
	of, ok := termsOf(args)
	if !ok {
		return nil
	}
	return k.scalar(Term{Kind: Apply, Type: s.Out.Type, Func: s.Func, Args: of, Pos: s.Pos})
}

// loop is a loop whose body is in the tree.
func (k *invariance) loop(l *Loop, in *Known) *Known {
	l.Counts = nil
	after := k.run.Loop(l.Kind, in, l.Call.In.Type, loopBody{k, l})
	if l.Kind.BuildRank() > 0 {
		return &Known{Dims: l.Counts}
	}
	return after.State
}

// A loopBody is the body of such a loop. What is known of a state is what is so before each iteration, the
// greatest that an iteration keeps:
//
//	σ0 = s, σk+1 = σk ⊓ f(σk), without the indices of the loop
type loopBody struct {
	*invariance
	*Loop
}

func (b loopBody) Index(axis int, count *Known) {
	name := b.Indices[axis]
	b.Counts = append(b.Counts, count.term())
	b.run.Open(name, &View{Base: name, Known: b.scalar(Term{Kind: Index, Type: proc.Int, Name: name})})
}

func (b loopBody) Iteration(state *Known) *Known {
	b.run.Bind(b.In, state)
	b.run.Procedure(b.Body)
	return b.run.Var(b.Out)
}

func (b loopBody) Widen(_ int, state, next *Known) (*Known, bool) {
	both := join(state, next.without(b.Indices))
	return both, !both.equal(state)
}
