package split

import (
	"procad/linear"
	"procad/proc"
)

// slim drops from the trace of a block what its reverse pass can get again
// for a few operations: constants, what shared names hold, cheap arithmetic on
// these. Of values that are kept twice it keeps one.
//
//	Υ ⊆ {t}    t = e, e over Θ and Υ' only, |e| ≤ limit       R' = t… = e… ; R       F' = F ; Elim t…
//
// What R' only eliminates is dropped as well.
func (t *splitter) slim(r row) row {
	if t.err != nil || len(r.trace) == 0 {
		return r
	}
	r.fwd, r.rev = t.inline(r.fwd), t.inline(r.rev)
	g := &values{t: t, of: map[string]*value{}}
	g.run(r.fwd)
	if t.err != nil {
		return r
	}

	f := &proc.Builder{Names: t.names, Body: r.fwd}
	again := &proc.Builder{Names: t.names} // what R' does first, not yet linear
	var kept, ins []proc.Var               // Υ', and those of them that again uses
	made := map[*value]proc.Var{}          // the variable of again that holds a value
	var outs, wanted []proc.Var            // again binds outs, which R knows as wanted

	// leaf decides about one part of the trace, and returns its value as again makes it.
	var leaf func(v proc.Var, x *value) proc.Var
	leaf = func(v proc.Var, x *value) proc.Var {
		if parts, ok := v.Type.(*proc.TupleType); ok && x.parts != nil {
			vs := make([]proc.Var, len(parts.Elems))
			for i, part := range f.Untuple(v, v.Name) {
				vs[i] = leaf(part, x.parts[i])
			}
			return again.Tuple(v.Name, vs...)
		}
		if v.Type == proc.Unit {
			f.Elim(v)
			return again.Unit()
		}
		if w, ok := made[x]; ok && proc.Scalar(v.Type) {
			f.Elim(v)
			return w
		}
		if x.known && x.cost <= recomputeLimit {
			f.Elim(v)
			return g.emit(again, x, made)
		}
		kept, ins = append(kept, v), append(ins, v)
		made[x] = v
		return v
	}
	for _, v := range r.trace {
		x := g.value(v)
		if x.parts == nil && !x.known && made[x].Type == nil {
			kept = append(kept, v)
			if proc.Scalar(v.Type) {
				made[x] = v
				ins = append(ins, v)
				outs, wanted = append(outs, v), append(wanted, v)
			}
			continue
		}
		outs, wanted = append(outs, leaf(v, x)), append(wanted, v)
	}
	body, finals := linear.Procedure(again.Body, ins, outs, t.names)
	for _, s := range again.Body {
		proc.RefsUsed(s, func(n string) { t.mention(n) })
	}
	to := map[proc.Var]proc.Var{}
	for i, w := range wanted {
		if finals[i] != w {
			to[w] = finals[i]
		}
	}
	rev := r.rev
	if len(to) > 0 {
		m := &proc.Mapper{Use: func(v proc.Var) proc.Var {
			if w, ok := to[v]; ok {
				return w
			}
			return v
		}}
		rev = m.Procedure(rev)
	}
	return unused(row{f.Body, kept, linear.Tidy(append(body, rev...))})
}

// unused drops the parts of the trace that R only eliminates.
func unused(r row) row {
	dropped := map[proc.Var]bool{}
	rev := r.rev[:0:0]
	traced := map[proc.Var]bool{}
	for _, v := range r.trace {
		traced[v] = proc.Scalar(v.Type)
	}
	for _, s := range r.rev {
		if e, ok := s.(*proc.Elim); ok && traced[e.In] {
			dropped[e.In] = true
			r.fwd = append(r.fwd, s)
			continue
		}
		rev = append(rev, s)
	}
	kept := r.trace[:0:0]
	for _, v := range r.trace {
		if !dropped[v] {
			kept = append(kept, v)
		}
	}
	return row{r.fwd, kept, rev}
}

// recomputeLimit bounds the operations that R spends to get one value again.
const recomputeLimit = 12

// A value is what a variable of F holds, as an expression. Two variables with
// the same value hold equal things.
type value struct {
	parts []*value // of a tuple whose parts are known apart

	// known says that the value is an expression over names of Θ; then make
	// appends the statements that compute it, and cost counts them.
	known bool
	cost  int
	make  func(b *proc.Builder, arg func(*value) proc.Var) proc.Var
}

// values finds the values of the variables that F binds, from top to bottom.
type values struct {
	t  *splitter
	of map[string]*value
}

func (g *values) value(v proc.Var) *value {
	x := g.of[v.Name]
	if x == nil {
		x = &value{}
		if v.Type == proc.Unit {
			x.parts = []*value{}
		}
		g.of[v.Name] = x
	}
	return x
}

func (g *values) run(p proc.Procedure) {
	for _, s := range p {
		switch s := s.(type) {
		case *proc.Const:
			out, bits := s.Out, s.Bits
			g.of[out.Name] = &value{known: true, make: func(b *proc.Builder, _ func(*value) proc.Var) proc.Var {
				v := b.Var("k", out.Type)
				b.Emit(&proc.Const{Out: v, Bits: bits})
				return v
			}}
		case *proc.Dup:
			// A copy of an array is another array.
			if proc.Scalar(s.In.Type) {
				x := g.value(s.In)
				g.of[s.Out.Name] = &value{parts: []*value{x, x}}
			}
		case *proc.Tuple:
			parts := make([]*value, len(s.Ins))
			for i, v := range s.Ins {
				parts[i] = g.value(v)
			}
			g.of[s.Out.Name] = &value{parts: parts}
		case *proc.Untuple:
			if x := g.value(s.In); x.parts != nil {
				for i, v := range s.Outs {
					g.of[v.Name] = x.parts[i]
				}
			}
		case *proc.Read:
			g.read(s)
		case *proc.Size:
			if g.t.refs[s.Ref].Mode == proc.Shared {
				g.of[s.Out.Name] = &value{known: true, cost: 1, make: func(b *proc.Builder, _ func(*value) proc.Var) proc.Var {
					v := b.Var(s.Out.Name, proc.Int)
					b.Emit(&proc.Size{Where: s.Where, Out: v, Ref: s.Ref, Axis: s.Axis})
					return v
				}}
			}
		case *proc.Call:
			if x := g.call(s.Func, g.value(s.In), s.Out); x != nil {
				g.of[s.Out.Name] = x
			}
		}
	}
}

// read knows an element of a shared name, which R can read again: nobody
// writes to it while it is shared.
func (g *values) read(s *proc.Read) {
	x := &value{known: true, cost: 1}
	idx := make([]*value, len(s.Idx))
	for i, v := range s.Idx {
		idx[i] = g.value(v)
		if !idx[i].known {
			return
		}
		x.cost += idx[i].cost
	}
	x.make = func(b *proc.Builder, arg func(*value) proc.Var) proc.Var {
		vars := make([]proc.Var, len(idx))
		for i, y := range idx {
			vars[i] = arg(y)
		}
		v := b.Var(s.Out.Name, s.Out.Type)
		b.Emit(&proc.Read{Where: s.Where, Out: v, Ref: s.Ref, Idx: vars})
		return v
	}
	g.of[s.Out.Name] = x
}

// cheap are the primitives that R may run again.
var cheap = map[proc.Func]bool{
	"add": true, "sub": true, "mul": true, "neg": true, "real": true,
	"iadd": true, "isub": true, "imul": true, "idiv": true, "imod": true, "ineg": true, "iabs": true, "imin": true, "imax": true,
	"lt": true, "le": true, "eq": true, "ilt": true, "ile": true, "ieq": true,
}

// call knows the results of cheap primitives.
func (g *values) call(f proc.Func, in *value, out proc.Var) *value {
	if x := g.loop(f, in, out); x != nil {
		return x
	}
	args := []*value{in}
	if in.parts != nil {
		args = in.parts
	}
	x := &value{known: cheap[f], cost: 1}
	for _, a := range args {
		x.known = x.known && a.known
		x.cost += a.cost
	}
	if !x.known {
		return nil
	}
	x.make = func(b *proc.Builder, arg func(*value) proc.Var) proc.Var {
		vars := make([]proc.Var, len(args))
		for i, a := range args {
			vars[i] = arg(a)
		}
		return b.Call(out.Name, out.Type, f, nil, b.Tuple("a", vars...))
	}
	return x
}

// loop knows the count in the trace of a loop: it is the one that the loop was
// called with.
//
//	revf$sum{f} n = (y, n)        revf$fold{f} (n, s) = (s', (n, k))
func (g *values) loop(f proc.Func, in *value, out proc.Var) *value {
	d, base, ok := f.Derived()
	if !ok || d != proc.RevF && d != proc.StoreRevF {
		return nil
	}
	kind, _, ok := base.Loop()
	if !ok || kind == proc.MaxOf || kind == proc.ArgMax {
		return nil
	}
	n, counts := in, kind.BuildRank()
	switch kind {
	case proc.SumOf:
		counts = 1
	case proc.NTimes, proc.Fold, proc.FoldR, proc.CCL:
		if in.parts == nil {
			return nil
		}
		n, counts = in.parts[0], 1
	}
	ints := make([]proc.Type, counts)
	for i := range ints {
		ints[i] = proc.Int
	}
	x := proc.Elems(out.Type)[1]
	if x == proc.NewTuple(ints...) {
		return &value{parts: []*value{{}, n}}
	}
	trace := &value{parts: []*value{n}}
	for range proc.Elems(x)[1:] {
		trace.parts = append(trace.parts, &value{})
	}
	return &value{parts: []*value{{}, trace}}
}

// emit appends what computes x, once.
func (g *values) emit(b *proc.Builder, x *value, made map[*value]proc.Var) proc.Var {
	if v, ok := made[x]; ok {
		return v
	}
	v := x.make(b, func(y *value) proc.Var { return g.emit(b, y, made) })
	made[x] = v
	return v
}
