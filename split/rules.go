package split

import (
	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
	"procad/proc/graph"
)

// build returns builders for F and R of a statement.
func (t *splitter) build(s proc.Stmt) (f, r *proc.Builder) {
	return &proc.Builder{Names: t.names, Pos: s.At()}, &proc.Builder{Names: t.names, Pos: s.At()}
}

func at(b *proc.Builder) proc.Where { return proc.Where{Pos: b.Pos} }

// call keeps what revf$f keeps.
//
//	b = Call f [θ] a     F: bt = Call revf$f [θ] a     Υ: t     R: bt' = (t, b̄)
//	                        (b, t) = bt                            ā = Call revr$f [θ̄] bt'
//
// A function that no derivative flows through is called as it is; where its
// result is discrete or its cotangent is zero in any case (still.go), ā is zero,
// and an array that comes with b̄ has done its duty.
func (t *splitter) call(s *proc.Call) row {
	sig := t.sig(s.Func)
	if t.err != nil || sig.Inert() {
		return row{fwd: proc.Procedure{s}}
	}
	f, r := t.build(s)
	a, b := s.In, s.Out
	if freeing(s.Func) {
		return t.freed(s)
	}
	spent := t.spent.arr[a] && t.passes(s)
	if spent || (proc.Discrete(b.Type) || t.still.zero[b]) && staticZero(a.Type) && !accumulates(sig) {
		if t.barred(b) {
			r.Elim(t.bar(b))
		}
		if t.barred(a) {
			zero(r, t.bar(a))
		}
		return row{fwd: proc.Procedure{s}, rev: r.Body}
	}

	fl := t.flavour(s.Func)
	split := t.sig(fl.F.Of(s.Func))
	if t.err != nil {
		return row{}
	}
	x := proc.Var{Name: t.names.Fresh(b.Name + ".t"), Type: proc.Elems(split.Out)[1]}
	bt := f.Call(b.Name+".bt", split.Out, fl.F.Of(s.Func), s.Zone, a)
	f.Emit(&proc.Untuple{Where: at(f), Outs: []proc.Var{b, x}, In: bt})

	var trace []proc.Var
	back := x
	if x.Type == proc.Unit {
		f.Elim(x)
		back = r.Unit()
	} else {
		trace = []proc.Var{x}
	}
	bBar := t.bar(b)
	if !t.barred(b) {
		bBar = r.Unit()
	}
	in := r.Tuple(b.Name+".bt'", back, bBar)
	aBar := t.bar(a)
	if !t.barred(a) {
		aBar = r.Var("u", proc.Unit)
	}
	r.Emit(&proc.Call{Where: at(r), Out: aBar, Func: fl.R.Of(s.Func), Zone: t.zone(sig, s.Zone), In: in})
	if !t.barred(a) {
		r.Elim(aBar)
	}
	return row{f.Body, trace, r.Body}
}

// freed drops the cotangents of what does not move.
//
//	b = Call free a      F: b = Call free a            Υ: -     R: ā = b̄, without what a holds
func (t *splitter) freed(s *proc.Call) row {
	_, r := t.build(s)
	a := t.bar(s.In)
	if !t.barred(s.In) { // a discrete array that is spent comes back all the same
		a = r.Var("u", a.Type)
	}
	r.Emit(&proc.Call{Where: at(r), Out: a, Func: proc.RevR.Of(s.Func), In: r.Tuple(s.Out.Name+".bt'", r.Unit(), t.bar(s.Out))})
	if !t.barred(s.In) {
		r.Elim(a)
	}
	return row{fwd: proc.Procedure{s}, rev: t.inline(r.Body)}
}

// zone is θ̄: what R passes to revr$f where p passes θ to f.
func (t *splitter) zone(sig proc.Sig, names []string) []string {
	formal := make([]proc.Ref, len(names))
	for i, n := range names {
		formal[i] = proc.Ref{Name: n, Mode: sig.Zone[i].Mode, Type: sig.Zone[i].Type}
	}
	var out []string
	for _, r := range proc.CotangentZone(formal, t.name) {
		out = append(out, t.mention(r.Name))
	}
	return out
}

func accumulates(sig proc.Sig) bool {
	for _, r := range sig.Zone {
		if r.Mode == proc.Accumulator {
			return true
		}
	}
	return false
}

// constant has nothing to say about k.
//
//	a = Const k          F: a = Const k                Υ: -     R: Elim ā
func (t *splitter) constant(s *proc.Const) row {
	_, r := t.build(s)
	if t.barred(s.Out) {
		r.Elim(t.bar(s.Out))
	}
	return row{proc.Procedure{s}, nil, r.Body}
}

// elim gives a cotangent of zero to what was dropped. Where the zero of a
// cannot be known from its type, a itself goes into the trace: it has the
// dimensions of arrays and the tags of sums, and the arrays are given back.
//
//	Elim a               F: Elim a                     Υ: -     R: ā = Const 0
//	                     F: -                          Υ: a     R: ā = Call zero{T} a
func (t *splitter) elim(s *proc.Elim) row {
	t.noStack(s, s.In, "dropped: drained takes an empty stack")
	_, r := t.build(s)
	a := s.In
	if staticZero(a.Type) || t.spent.arr[a] {
		if t.barred(a) {
			zero(r, t.bar(a))
		}
		return row{proc.Procedure{s}, nil, r.Body}
	}
	r.Emit(&proc.Call{Where: at(r), Out: t.bar(a), Func: proc.FamilyOf("zero", a.Type), In: a})
	t.asItIs[a] = true
	return row{nil, []proc.Var{a}, r.Body}
}

// staticZero says that the zero cotangent of a T is known from T alone.
func staticZero(t proc.Type) bool {
	if proc.Cotangent(t) == proc.Unit {
		return true
	}
	switch t := t.(type) {
	case proc.RealType:
		return true
	case *proc.TupleType:
		for _, e := range t.Elems {
			if !staticZero(e) {
				return false
			}
		}
		return true
	}
	return false
}

// zero binds v to the zero of its type, which has only Reals and tuples.
func zero(b *proc.Builder, v proc.Var) {
	switch t := v.Type.(type) {
	case proc.RealType:
		b.Emit(&proc.Const{Where: at(b), Out: v})
	case *proc.TupleType:
		parts := make([]proc.Var, len(t.Elems))
		for i, e := range t.Elems {
			parts[i] = b.Var("z", e)
			zero(b, parts[i])
		}
		b.Emit(&proc.Tuple{Where: at(b), Out: v, Ins: parts})
	default:
		b.Emit(&proc.Tuple{Where: at(b), Out: v})
	}
}

// dup adds the cotangents of the copies.
//
//	t = Dup s            F: t = Dup s                  Υ: -     R: s̄ = Call add t̄
func (t *splitter) dup(s *proc.Dup) row {
	t.noStack(s, s.In, "copied")
	_, r := t.build(s)
	if t.barred(s.In) {
		r.Emit(&proc.Call{Where: at(r), Out: t.bar(s.In), Func: addOf(s.In.Type), In: t.bar(s.Out)})
	}
	return row{proc.Procedure{s}, nil, r.Body}
}

// noStack fails where the cotangent of v, which has no sum and no zero then, has
// a stack in it.
func (t *splitter) noStack(s proc.Stmt, v proc.Var, what string) {
	if proc.HasStack(proc.Cotangent(v.Type)) {
		t.fail(diag.Errorf(s.At(), CodeNoDerivative, "this has no reverse derivative: a stack is %s", what))
	}
}

// addOf names the sum of two cotangents of a T.
func addOf(t proc.Type) proc.Func {
	if t == proc.Real {
		return prim.Add
	}
	return proc.FamilyOf("add", t)
}

// tuple takes its cotangent apart.
//
//	b = (a1, …, an)      F: b = (a1, …, an)            Υ: -     R: (ā1, …, ān) = b̄
func (t *splitter) tuple(s *proc.Tuple) row {
	_, r := t.build(s)
	if t.barred(s.Out) {
		t.takeApart(r, t.bar(s.Out), s.Ins)
	}
	return row{proc.Procedure{s}, nil, r.Body}
}

func (t *splitter) takeApart(r *proc.Builder, b proc.Var, parts []proc.Var) {
	bars := make([]proc.Var, len(parts))
	for i, a := range parts {
		bars[i] = t.bar(a)
		if !t.barred(a) {
			bars[i] = r.Var("u", proc.Unit)
			defer r.Elim(bars[i])
		}
	}
	r.Emit(&proc.Untuple{Where: at(r), Outs: bars, In: b})
}

// untuple puts the cotangents together.
//
//	(a1, …, an) = b      F: (a1, …, an) = b            Υ: -     R: b̄ = (ā1, …, ān)
func (t *splitter) untuple(s *proc.Untuple) row {
	_, r := t.build(s)
	if t.barred(s.In) {
		bars := make([]proc.Var, len(s.Outs))
		for i, a := range s.Outs {
			bars[i] = t.bar(a)
			if !t.barred(a) {
				bars[i] = r.Unit()
			}
		}
		r.Emit(&proc.Tuple{Where: at(r), Out: t.bar(s.In), Ins: bars})
	}
	return row{proc.Procedure{s}, nil, r.Body}
}

// inject takes its tag off the cotangent. The two tags agree, because the zero
// of a sum has the tag of the sum.
//
//	a = Inl b            F: a = Inl b                  Υ: -     R: Case ā (Inl b̄) (Inr z (b̄ = Call unreachable z))
//	a = Inr b            F: a = Inr b                  Υ: -     R: Case ā (Inl z (b̄ = Call unreachable z)) (Inr b̄)
//
// Where δb = () there is no b̄, and ā is eliminated. If a stack is on the other side,
// the tag is taken off first: an ā that is eliminated has a zero in the derivative of
// R, and stacks have none.
func (t *splitter) inject(s proc.Stmt, a, b proc.Var, left bool) row {
	_, r := t.build(s)
	aBar, bBar := t.bar(a), t.bar(b)
	switch {
	case !t.barred(a):
	case !t.barred(b) && !proc.HasStack(aBar.Type):
		r.Elim(aBar)
	case !t.barred(b):
		u := r.Var("u", proc.Unit)
		r.Project(aBar, u, left)
		r.Elim(u)
	default:
		r.Project(aBar, bBar, left)
	}
	return row{proc.Procedure{s}, nil, r.Body}
}

// cases keeps which branch ran and what it left. The figure has no row for
// Case; this one is ours.
//
//	Case z (Inl x p)     F: Case z (Inl x (F[p] ; u = (Υp) ; t = Inl u))     Υ: t : [[Υp]] + [[Υq]]
//	       (Inr y q)               (Inr y (F[q] ; u = (Υq) ; t = Inr u))
//	                     R: Case t (Inl u ((Υp) = u ; R[p] ; z̄ = Inl x̄))
//	                               (Inr u ((Υq) = u ; R[q] ; z̄ = Inr ȳ))
//
// What a branch hands on of Cases in it may be on a stack of its own (box.go).
func (t *splitter) cases(s *proc.Case) row {
	p, q := t.slim(t.block(s.L.Body)), t.slim(t.block(s.R.Body))
	if t.err != nil {
		return row{}
	}
	packed := proc.NewSum(t.kept(p), t.kept(q))
	if len(p.rev) == 0 && len(q.rev) == 0 && !t.barred(s.In) {
		packed = nil
	}
	tag := proc.Var{Name: t.names.Fresh(s.In.Name + ".case"), Type: packed}
	fwd := &proc.Case{Where: proc.Where{Pos: s.Pos}, In: s.In}
	rev := &proc.Case{Where: proc.Where{Pos: s.Pos}, In: tag}
	fwd.L, rev.L = t.branch(s, s.L, p, tag, true)
	fwd.R, rev.R = t.branch(s, s.R, q, tag, false)
	if packed == nil {
		return row{fwd: proc.Procedure{fwd}}
	}
	return row{proc.Procedure{fwd}, []proc.Var{tag}, proc.Procedure{rev}}
}

func tupleType(vs []proc.Var) proc.Type {
	types := make([]proc.Type, len(vs))
	for i, v := range vs {
		types[i] = v.Type
	}
	return proc.NewTuple(types...)
}

func (t *splitter) branch(s *proc.Case, br proc.Branch, p row, tag proc.Var, left bool) (fwd, rev proc.Branch) {
	f, r := t.build(s)
	f.Emit(p.fwd...)
	inject := func(b *proc.Builder, out, in proc.Var) {
		if left {
			b.Emit(&proc.Inl{Where: at(b), Out: out, In: in})
		} else {
			b.Emit(&proc.Inr{Where: at(b), Out: out, In: in})
		}
	}
	fwd = proc.Branch{Var: br.Var}
	if tag.Type == nil {
		fwd.Body = f.Body
		return fwd, proc.Branch{}
	}
	u := f.Tuple("u", p.trace...)
	if t.boxed(p) {
		u = box(f, u)
	}
	inject(f, tag, u)
	fwd.Body = f.Body

	p = t.renamed(p)
	x := proc.Var{Name: t.names.Fresh("u"), Type: tupleType(p.trace)}
	if len(p.trace) == 1 {
		x = p.trace[0]
	}
	rev.Var = x
	if t.boxed(p) {
		rev.Var = r.Var("k", t.kept(p))
		unbox(r, rev.Var, x)
	}
	if len(p.trace) != 1 {
		r.Emit(&proc.Untuple{Where: at(r), Outs: p.trace, In: x})
	}
	r.Emit(p.rev...)
	if t.barred(s.In) {
		x := t.bar(br.Var)
		if !t.barred(br.Var) {
			x = r.Unit()
		}
		inject(r, t.bar(s.In), x)
	}
	rev.Body = r.Body
	return fwd, rev
}

// renamed gives other names to what R takes from the trace of a branch where
// the branch did not bind it: another branch may have it in its trace too.
func (t *splitter) renamed(p row) row {
	to := map[proc.Var]proc.Var{}
	trace := make([]proc.Var, len(p.trace))
	for i, v := range p.trace {
		trace[i] = v
		if t.asItIs[v] {
			trace[i].Name = t.names.Fresh(v.Name)
			to[v] = trace[i]
		}
	}
	return row{p.fwd, trace, graph.Consuming(p.rev, to)}
}
