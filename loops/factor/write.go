package factor

import (
	"slices"

	"procad/internal/diag"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/graph"
	"procad/proc/linear"
)

// A writer writes what remains of an iteration, and what leaves it.
type writer struct {
	*chains
	gone  *leaver
	live  map[proc.Stmt]bool
	seeds map[proc.Stmt][]proc.Var // by what binds them
	sums  map[string]proc.Ref      // by the name of a seed
	defs  []*proc.Def
	kind  string // restOf or outsideOf
	count int
}

// rest is what remains of a procedure. Where a seed is bound, it is added up.
func (w *writer) rest(p proc.Procedure) proc.Procedure {
	var out proc.Procedure
	for _, s := range p {
		out = append(out, w.remains(s)...)
		for _, v := range w.seeds[s] {
			b := w.builder(s.At())
			b.Emit(&proc.Add{Where: proc.Where{Pos: s.At()}, Ref: w.sums[v.Name].Name, Idx: w.axes(b, v), In: v})
			out = append(out, b.Body...)
		}
	}
	return out
}

func (w *writer) remains(s proc.Stmt) proc.Procedure {
	if !w.live[s] {
		var out proc.Procedure
		switch s := s.(type) {
		case *proc.Share:
			out = w.rest(s.Body)
		case *proc.Accum:
			out = w.rest(s.Body)
		}
		return out
	}
	if c, ok := s.(*proc.Call); ok && w.Loops[c] != nil {
		l := w.Loops[c]
		f, zone := w.define(w.inner(), l.Indices, l.In, w.rest(l.Body), l.Out)
		return proc.Procedure{&proc.Call{Where: c.Where, Out: c.Out, Func: c.Func.Around(f), Zone: zone, In: c.In}}
	}
	return proc.Procedure{(&proc.Mapper{Body: w.rest}).Stmt(s)}
}

// define makes a definition of a body, and returns its name with the zone of a call.
func (w *writer) define(name proc.Func, indices []string, in proc.Var, body proc.Procedure, out proc.Var) (proc.Func, []string) {
	d := &proc.Def{Pos: w.Def.Pos, Name: name, In: in}
	zone := free(body, indices)
	for _, n := range slices.Concat(indices, zone) {
		d.Zone = append(d.Zone, w.Refs[n])
	}
	single, outs := linear.Procedure(body, []proc.Var{in}, []proc.Var{out}, w.Names)
	d.Body, d.Out = linear.SimplifyUnless(w.lib.Without(), single), outs[0]
	w.defs = append(w.defs, d)
	return d.Name, zone
}

// inner is the name of the body of a loop inside.
func (w *writer) inner() proc.Func {
	w.count++
	return deriv.HelperOf(w.kind, w.count).Of(w.Def.Name)
}

// free are the names of Θ that a body uses and does not bind, in order.
func free(p proc.Procedure, bound []string) (names []string) {
	bound = slices.Clone(bound)
	p.Walk(func(s proc.Stmt) {
		if name, ok := proc.Opens(s); ok {
			bound = append(bound, name)
		}
	})
	p.Walk(func(s proc.Stmt) {
		proc.RefsUsed(s, func(n string) {
			if !slices.Contains(bound, n) && !slices.Contains(names, n) {
				names = append(names, n)
			}
		})
	})
	return names
}

func (w *writer) builder(pos diag.Pos) *proc.Builder { return &proc.Builder{Names: w.Names, Pos: pos} }

// axes are the indices at which the sum of a seed is.
func (w *writer) axes(b *proc.Builder, seed proc.Var) (list []proc.Var) {
	for _, n := range axes(w.Around(seed)) {
		list = append(list, b.Read("i", proc.Int, n))
	}
	return list
}

// leaving is what leaves the iteration, for the sums of its seeds.
func (w *writer) leaving(p proc.Procedure) proc.Procedure {
	var out proc.Procedure
	for _, s := range p {
		out = append(out, w.leaves(s)...)
		for _, v := range w.seeds[s] {
			b := w.builder(s.At())
			y := w.sums[v.Name]
			b.Emit(&proc.Read{Where: proc.Where{Pos: s.At()}, Out: v, Ref: y.Name, Idx: w.axes(b, v)})
			out = append(out, b.Body...)
		}
	}
	return out
}

func (w *writer) leaves(s proc.Stmt) proc.Procedure {
	b := w.builder(s.At())
	where := proc.Where{Pos: s.At()}
	part := w.gone.parts[s]
	switch s := s.(type) {
	case *proc.Add:
		if part {
			base, idx := w.place(b, s.Ref, s.Idx)
			b.Emit(&proc.Add{Where: where, Ref: base, Idx: idx, In: s.In})
		}
	case *proc.Read:
		if part {
			base, idx := w.place(b, s.Ref, s.Idx)
			b.Emit(&proc.Read{Where: where, Out: s.Out, Ref: base, Idx: idx})
		}
	case *proc.Share:
		body := w.leaving(s.Body)
		if !part {
			return body
		}
		b.Emit(&proc.Share{Where: where, Out: s.Out, In: s.In, Name: s.Name, Body: body})
	case *proc.Accum:
		body := w.leaving(s.Body)
		if !part {
			return body
		}
		var dims []proc.Var
		if known := w.Known(s.In); s.In.Type != proc.Real {
			for _, d := range known.Dims {
				dims = append(dims, w.term(b, d, nil))
			}
		}
		b.Emit(&proc.Accum{Where: where, Out: s.Out, In: zeros(b, s.Name, s.In.Type, dims), Name: s.Name, Body: body})
	case *proc.Row:
		return w.leaving(s.Body)
	case *proc.Choose: // what is in it may bind seeds, and cannot read the name that it opens
		return w.leaving(s.Body)
	case *proc.Call:
		if l := w.Loops[s]; l != nil {
			w.loopOf(b, l)
		} else if part {
			w.arithmeticOf(b, s)
		}
	}
	return b.Body
}

// loopOf is a loop with what leaves its iterations, which has no state.
func (w *writer) loopOf(b *proc.Builder, l *graph.Loop) {
	body := w.leaving(l.Body)
	if len(body) == 0 {
		return
	}
	var counts []proc.Var
	for _, n := range l.Counts {
		counts = append(counts, w.term(b, n, nil))
	}
	inside := w.builder(l.Call.Pos)
	u := inside.Unit()
	f, zone := w.define(w.inner(), l.Indices, proc.Var{Name: w.Names.Fresh("u"), Type: proc.Unit}, append(body, inside.Body...), u)
	kind, out := proc.SumOf, proc.Type(proc.Unit)
	if len(counts) > 1 {
		kind = proc.BuildKind(len(counts))
		out = proc.NewArray(len(counts), proc.Unit)
	}
	b.Call("u", out, kind.Of(f), zone, b.Tuple("n", counts...))
}

// arithmeticOf computes the loop-invariant part where it is used.
func (w *writer) arithmeticOf(b *proc.Builder, s *proc.Call) {
	in := s.In
	if x, y, ok := w.pair(s); ok {
		operand := func(v proc.Var) proc.Var {
			if t := w.Term(v); t != nil {
				return w.term(b, t, nil)
			}
			return v
		}
		x = operand(x)
		in = b.Tuple("t", x, operand(y))
	}
	b.Emit(&proc.Call{Where: s.Where, Out: s.Out, Func: s.Func, In: in})
}

// place is the array, and the indices in it, that a name and indices stand for.
func (w *writer) place(b *proc.Builder, ref string, idx []proc.Var) (string, []proc.Var) {
	v := w.View(ref)
	var list []proc.Var
	for _, t := range v.Prefix {
		list = append(list, w.term(b, t, nil))
	}
	for _, i := range idx {
		list = append(list, w.term(b, w.Term(i), nil))
	}
	return v.Base, list
}

// term computes a term, where names of the zone may be other ones.
func (w *writer) term(b *proc.Builder, t *graph.Term, zone map[string]string) proc.Var {
	pos := b.Pos
	if t.Pos.Known() {
		b.Pos = t.Pos
	}
	defer func() { b.Pos = pos }()
	name := t.Name
	if n, ok := zone[name]; ok {
		name = n
	}
	var args []proc.Var
	for _, a := range t.Args {
		args = append(args, w.term(b, a, zone))
	}
	base := "t"
	switch t.Kind {
	case graph.Constant:
		base = "k"
	case graph.Size:
		base = "n"
	}
	return t.Emit(b, base, "t", name, args)
}

// zeros is 0, or an array of zeros.
func zeros(b *proc.Builder, name string, t proc.Type, dims []proc.Var) proc.Var {
	if len(dims) == 0 {
		return b.Real(name, 0)
	}
	v := b.Call(name, t, proc.FamilyOf("blank", t), nil, b.Tuple("n", dims...))
	return b.Untuple(b.Call(name, proc.NewTuple(t, t), proc.FamilyOf("zero", t), nil, v), name)[0]
}
