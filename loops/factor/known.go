package factor

import (
	"procad/prim"
	"procad/proc"
)

// A view is what is known behind a name of Θ.
type view struct {
	base   string  // the name that it is a row of
	prefix []*term // which row
	fixed  bool    // no turn changes it
	value  *value  // of a name that a Share makes
	share  *proc.Share
	accum  *proc.Accum
	opaque bool // one of several names, or a row that the turns place differently
}

// knowledge goes through a tree and notes what no turn changes.
type knowledge struct {
	*tree
	terms *terms
	vars  map[string]*value
	views map[string]*view
}

func (t *tree) know() *knowledge {
	k := &knowledge{tree: t, terms: &terms{map[string]*term{}}, vars: map[string]*value{}, views: map[string]*view{}}
	for i, n := range t.zone {
		k.views[n] = &view{base: n, fixed: i > 0 && t.refs[n].Mode == proc.Shared}
		if r := t.refs[n]; k.views[n].fixed {
			if a, ok := r.Type.(*proc.ArrayType); ok {
				v := &value{}
				for axis := range a.Rank {
					v.dims = append(v.dims, k.terms.of(term{kind: size, typ: proc.Int, name: n, bits: uint64(axis)}))
				}
				k.views[n].value = v
			} else {
				k.views[n].value = &value{term: k.terms.of(term{kind: scalar, typ: r.Type, name: n})}
			}
		}
	}
	k.procedure(t.body)
	return k
}

func (k *knowledge) procedure(p proc.Procedure) {
	for _, s := range p {
		k.stmt(s)
	}
}

func (k *knowledge) of(v proc.Var) *value { return k.vars[v.Name] }

// term is a variable that no turn changes, or nil.
func (k *knowledge) term(v proc.Var) *term { return k.of(v).termOf() }

// all are the terms of variables; ok says that all have one.
func (k *knowledge) all(vs []proc.Var) (list []*term, ok bool) {
	ok = true
	for _, v := range vs {
		t := k.term(v)
		ok = ok && t != nil
		list = append(list, t)
	}
	return list, ok
}

func (k *knowledge) stmt(s proc.Stmt) {
	switch s := s.(type) {
	case *proc.Const:
		k.vars[s.Out.Name] = &value{term: k.terms.of(term{kind: constant, typ: s.Out.Type, bits: s.Bits, pos: s.Pos})}
	case *proc.Dup:
		k.vars[s.Out.Name] = &value{parts: []*value{k.of(s.In), k.of(s.In)}}
	case *proc.Tuple:
		v := &value{}
		for _, x := range s.Ins {
			v.parts = append(v.parts, k.of(x))
		}
		k.vars[s.Out.Name] = v
	case *proc.Untuple:
		for i, x := range s.Outs {
			k.vars[x.Name] = k.of(s.In).part(i)
		}
	case *proc.Inl:
		k.vars[s.Out.Name] = nil
	case *proc.Inr:
		k.vars[s.Out.Name] = nil
	case *proc.Case:
		k.procedure(s.L.Body)
		var left []*value
		for _, v := range k.joins[s] {
			left = append(left, k.of(v))
		}
		k.procedure(s.R.Body)
		for i, v := range k.joins[s] {
			k.vars[v.Name] = join(left[i], k.of(v))
		}
	case *proc.Share:
		k.views[s.Name] = &view{base: s.Name, value: k.of(s.In), share: s}
		k.procedure(s.Body)
		k.vars[s.Out.Name] = k.of(s.In)
	case *proc.Accum:
		k.views[s.Name] = &view{base: s.Name, accum: s}
		k.procedure(s.Body)
		v := &value{}
		if in := k.of(s.In); in != nil {
			v.dims = in.dims
		}
		k.vars[s.Out.Name] = v
	case *proc.Read:
		k.vars[s.Out.Name] = k.read(s)
	case *proc.Size:
		v := k.views[s.Ref]
		k.vars[s.Out.Name] = nil
		if d := v.value.dim(s.Axis); d != nil {
			k.vars[s.Out.Name] = &value{term: d}
		}
	case *proc.Row:
		k.views[s.Name] = k.row(s)
		k.procedure(s.Body)
	case *proc.Choose:
		k.views[s.Name] = &view{base: s.Name, opaque: true}
		k.procedure(s.Body)
	case *proc.Call:
		k.vars[s.Out.Name] = k.call(s)
	}
}

func (k *knowledge) read(s *proc.Read) *value {
	v := k.views[s.Ref]
	if len(s.Idx) == 0 {
		return v.value
	}
	idx, ok := k.all(s.Idx)
	if !ok || !v.fixed || v.opaque {
		return nil
	}
	args := append(v.prefix[:len(v.prefix):len(v.prefix)], idx...)
	return &value{term: k.terms.of(term{kind: element, typ: s.Out.Type, name: v.base, args: args, pos: s.Pos})}
}

func (k *knowledge) row(s *proc.Row) *view {
	v := *k.views[s.Ref]
	idx, ok := k.all(s.Idx)
	v.opaque = v.opaque || !ok
	v.prefix = append(v.prefix[:len(v.prefix):len(v.prefix)], idx...)
	if v.value != nil {
		v.value = &value{}
		if of := k.views[s.Ref].value; len(of.dims) >= len(idx) {
			v.value.dims = of.dims[len(idx):]
		}
	}
	return &v
}

func (k *knowledge) call(s *proc.Call) *value {
	if l := k.loops[s]; l != nil {
		return k.run(l)
	}
	if sig, ok := prim.Table[s.Func]; ok {
		args := []*term{k.term(s.In)}
		if n := len(proc.Elems(sig.In)); n > 1 {
			args = nil
			for i := range n {
				args = append(args, k.of(s.In).part(i).termOf())
			}
		}
		for _, a := range args {
			if a == nil {
				return nil
			}
		}
		return &value{term: k.terms.of(term{kind: apply, typ: s.Out.Type, f: s.Func, args: args, pos: s.Pos})}
	}
	return k.family(s)
}

// run is a loop. What is known of a state is what is so before each turn.
func (k *knowledge) run(l *loop) *value {
	counts := []*value{k.of(l.call.In)}
	var state *value
	switch {
	case l.kind.BuildRank() > 1:
		counts = nil
		for i := range l.indices {
			counts = append(counts, k.of(l.call.In).part(i))
		}
	case l.kind == proc.Fold || l.kind == proc.FoldR || l.kind == proc.Adds:
		counts = []*value{k.of(l.call.In).part(0)}
		state = k.of(l.call.In).part(1)
	}
	l.counts = nil
	for i, name := range l.indices {
		l.counts = append(l.counts, counts[i].termOf())
		k.views[name] = &view{base: name, value: &value{term: k.terms.of(term{kind: index, typ: proc.Int, name: name})}}
	}
	if l.kind == proc.Fold || l.kind == proc.FoldR {
		for {
			k.vars[l.in.Name] = state
			k.procedure(l.body)
			next := join(state, k.of(l.out).without(l.indices))
			if next.equal(state) {
				return state
			}
			state = next
		}
	}
	k.vars[l.in.Name] = nil
	k.procedure(l.body)
	if l.kind.BuildRank() > 0 {
		return &value{dims: l.counts}
	}
	return nil
}
