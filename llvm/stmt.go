package llvm

import (
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"

	"procad/llvm/abort"
	"procad/llvm/ll"
	"procad/prim"
	"procad/proc"
)

// procedure writes the statements of p, in order.
func (b *builder) procedure(p proc.Procedure) {
	for k, s := range p {
		b.outliner.maybe(b)
		back := b.stand(s.At())
		if !b.unfilledBuild(s, p[k+1:]) {
			b.stmt(s)
		}
		back()
	}
}

// stmt writes one statement. The order of the cases is that of proc.Stmt.
func (b *builder) stmt(s proc.Stmt) {
	switch s := s.(type) {
	case *proc.Call:
		if b.wide(s) {
			b.callWide(s)
			return
		}
		if s.Func.OfFamily("unreachable") { // which looks at nothing
			b.bind(s.Out, b.apply(s.Func, nil, b.move(s.In)))
			return
		}
		in := b.take(s.In)
		b.clearRest(s, in)
		b.bind(s.Out, b.apply(s.Func, b.refs(s.Zone), in))
	case *proc.Const:
		b.bind(s.Out, constOf(s.Out.Type, s.Bits))
	case *proc.Elim:
		b.free(s.In.Type, b.move(s.In))
	case *proc.Dup:
		vals := b.move(s.In)
		b.bind(s.Out, concat(vals, b.clone(s.In.Type, vals)))
	case *proc.Tuple:
		vals := make([]val, 0, b.Width(s.Out.Type))
		for _, v := range s.Ins {
			vals = append(vals, b.move(v)...)
		}
		b.bind(s.Out, vals)
	case *proc.Untuple:
		vals := b.move(s.In)
		for _, v := range s.Outs {
			n := b.Width(v.Type)
			b.bind(v, vals[:n:n])
			vals = vals[n:]
		}
	case *proc.Inl:
		sum := s.Out.Type.(*proc.SumType)
		b.bind(s.Out, b.inl(sum, b.move(s.In)))
	case *proc.Inr:
		sum := s.Out.Type.(*proc.SumType)
		b.bind(s.Out, b.inr(sum, b.move(s.In)))
	case *proc.Case:
		b.caseOf(s)
	case *proc.Share:
		b.enter(s.Name, &ref{mode: proc.Shared, typ: s.In.Type, vals: b.move(s.In), iteration: b.counting})
		b.procedure(s.Body)
		b.bind(s.Out, b.leave(s.Name).vals)
	case *proc.Accum:
		b.enter(s.Name, b.cells(s.In.Type, b.take(s.In)))
		b.procedure(s.Body)
		b.bind(s.Out, b.contents(b.leave(s.Name)))
	case *proc.Read:
		b.bind(s.Out, b.read(b.ref(s.Ref), b.takeEach(s.Idx)))
	case *proc.Add:
		idx := b.takeEach(s.Idx)
		b.addTo(b.ref(s.Ref), idx, s.In.Type, b.take(s.In), s.Unlike())
	case *proc.Size:
		n := b.dims(b.ref(s.Ref))[s.Axis]
		b.count(n)
		b.bind(s.Out, []val{n})
	case *proc.Row:
		idx := b.takeEach(s.Idx)
		b.enter(s.Name, b.row(b.ref(s.Ref), idx))
		b.procedure(s.Body)
		b.leave(s.Name)
	case *proc.Choose:
		cond := b.takeOne(s.In)
		b.enter(s.Name, b.choose(cond, b.ref(s.True), b.ref(s.False)))
		b.procedure(s.Body)
		b.leave(s.Name)
	}
}

func constOf(t proc.Type, bits uint64) []val {
	switch t {
	case proc.Real:
		return []val{ll.Real(bits)}
	case proc.Int:
		return []val{ll.Int(int64(bits))}
	}
	return nil
}

func concat(xs, ys []val) []val {
	out := make([]val, 0, len(xs)+len(ys))
	return append(append(out, xs...), ys...)
}

// inl is Inl of a value of type sum.L.
func (b *builder) inl(sum *proc.SumType, vals []val) []val {
	out := append([]val{constant.False}, vals...)
	for _, l := range b.Leaves(sum.R) {
		out = append(out, l.Undef())
	}
	return out
}

// inr is Inr of a value of type sum.R.
func (b *builder) inr(sum *proc.SumType, vals []val) []val {
	out := []val{constant.True}
	for _, l := range b.Leaves(sum.L) {
		out = append(out, l.Undef())
	}
	return append(out, vals...)
}

// caseOf writes a Case: the branches as blocks, and a phi for every leaf of Δ.
func (b *builder) caseOf(s *proc.Case) {
	vals := b.move(s.In)
	tag, vals := b.outliner.local(b, vals[0]), vals[1:]
	n := b.Width(s.L.Var.Type)
	inL, inR := vals[:n:n], vals[n:]
	if c, ok := tag.(*constant.Int); ok {
		br, in := s.L, inL
		if c.X.Sign() != 0 {
			br, in = s.R, inR
		}
		b.bind(br.Var, in)
		b.procedure(br.Body)
		return
	}
	if b.outliner.large(s) {
		b.largeCase(tag, s, inL, inR)
		return
	}
	if isVector(tag) {
		b.caseInLanes(tag, s, inL, inR)
		return
	}
	var made []string
	var took []change
	defer b.enterBranch()()
	out := b.side(tag, func() []val {
		begin := b.beginBranch()
		b.branch1(s.R, inR)
		made, took = b.endBranch(begin)
		out := b.boundLeaves(made)
		b.putBack(made, took)
		return out
	}, func() []val {
		begin := b.beginBranch()
		b.branch1(s.L, inL)
		b.endBranch(begin)
		return b.boundLeaves(made)
	})
	b.scatter(made, out)
	b.noteCase(made, took)
}

func (b *builder) branch1(br proc.Branch, in []val) {
	whole := b.outliner.suspend()
	b.bind(br.Var, in)
	b.procedure(br.Body)
	b.outliner.resume(whole)
}

// boundLeaves lists the leaves of variables that stay bound.
func (b *builder) boundLeaves(names []string) []val {
	var out []val
	for _, name := range names {
		vals, ok := b.vars.get(name)
		if !ok {
			abort.Fail("internal error: in %s only one branch of a Case makes %s", b.def.Name, name)
		}
		out = append(out, vals...)
	}
	return out
}

// scatter gives new leaves to variables that are bound.
func (b *builder) scatter(names []string, vals []val) {
	for _, name := range names {
		n := len(b.vars.of(name))
		if n == 1 {
			b.name(vals[0], name)
		}
		b.vars.change(name, vals[:n:n])
		vals = vals[n:]
	}
}

// apply writes a call of any function.
func (b *builder) apply(f proc.Func, zone []*ref, in []val) []val {
	if c, message, ok := prim.Message(f); ok {
		b.checkMessage(c, message, in)
		return nil
	}
	if kind, body, ok := f.Loop(); ok {
		return b.loopOf(kind, body, zone, in)
	}
	n, err := b.node(f)
	if err != nil {
		panic(err)
	}
	if n != nil {
		return b.callDef(n, zone, in)
	}
	if emit, ok := primitives[f]; ok {
		return []val{emit(b, in)}
	}
	if t, name, parts, ok := prim.Traced(f); ok {
		b.trace(t, name, parts, in)
		return in
	}
	if prim.IsExtern(f) {
		return b.extern(f, zone, in)
	}
	if family, types, ok := f.Family(); ok {
		if b.lanes != nil && (!laneFamilies[family] || b.lanes.mask != nil && stackFamilies[family]) {
			b.noLanes("there is no " + family + " in lanes")
		}
		if emit, ok := families[family]; ok {
			return emit(b, types, zone, in)
		}
	}
	abort.Fail("no function is called %s", f)
	return nil
}

// check goes on only where ok is true; else the program ends with a run-time error.
func (b *builder) check(ok val, kind prim.RuntimeErrorKind, x, y val, message string) {
	if l := b.lanes; l != nil && (l.mask != nil || isVector(ok)) || b.single != nil {
		b.leaveUnless(ok)
		return
	}
	b.Body.Check(ok, func() { b.failure(kind, x, y, message) })
}

// run-time error ends the program with a run-time error.
func (b *builder) failure(kind prim.RuntimeErrorKind, x, y val, message string) {
	if b.trial != nil && kind != prim.IndexRange {
		b.trial.others++
	}
	b.Body.Failure(kind, x, y, message)
}

// checkMessage writes assert{"m"}, agree{"m"} and the like.
func (b *builder) checkMessage(c prim.Check, message string, in []val) {
	if !c.Equal {
		b.check(b.Not(in[0]), c.Kind, ll.Int(0), ll.Int(0), message)
		return
	}
	if b.rep(in[0]) == b.rep(in[1]) {
		return
	}
	b.check(b.ICmp(enum.IPredEQ, in[0], in[1]), c.Kind, in[0], in[1], message)
	b.agree(in[0], in[1])
}
