package split

import (
	"fmt"

	"procad/proc"
	"procad/proc/deriv"
)

// Figure 23, with Case and zeros. Each rule stands above the lines that it is. Where
// cot T = () there is no cotangent: what a rule binds of it is eliminated, and what it uses
// of it is (). A trace of type () is not kept, either. What no rule says here is in the
// annotations, or comes from a pass after the rules.

// passes are what the rules make of a procedure.
type passes struct {
	fwd   proc.Procedure // F
	trace []proc.Var     // Υ
	rev   proc.Procedure // R
}

// build returns builders for F and R of a statement.
func (t *splitter) build(s proc.Stmt) (f, r *proc.Builder) {
	return t.builder(s), t.builder(s)
}

// builder returns one, with room for a few statements.
func (t *splitter) builder(s proc.Stmt) *proc.Builder {
	if len(t.builders) == 0 {
		t.builders, t.room = make([]proc.Builder, buildersAtOnce), make(proc.Procedure, few*buildersAtOnce)
	}
	b := &t.builders[0]
	*b = proc.Builder{Names: t.names, Pos: s.At(), Body: t.room[:0:few]}
	t.builders, t.room = t.builders[1:], t.room[few:]
	return b
}

const (
	few            = 4 // statements that most rules make of one, at most
	buildersAtOnce = 64
)

func at(b *proc.Builder) proc.Where { return proc.Where{Pos: b.Pos} }

// sequence reverses the order of the statements.
//
//	p1 ; p2              F: F[p1] ; F[p2]              Υ: Υ1, Υ2        R: R[p2] ; R[p1]
func (t *splitter) sequence(p proc.Procedure) passes {
	all := passes{fwd: make(proc.Procedure, 0, len(p)+len(p)/2)}
	revs := make([]proc.Procedure, len(p))
	n := 0
	for i, s := range p {
		if t.given != nil {
			t.given.run.Across(s)
		}
		r := t.stmt(s)
		if t.err != nil {
			return passes{}
		}
		all.fwd = append(all.fwd, r.fwd...)
		all.trace = append(all.trace, r.trace...)
		revs[len(p)-1-i] = r.rev
		n += len(r.rev)
	}
	all.rev = make(proc.Procedure, 0, n)
	for _, r := range revs {
		all.rev = append(all.rev, r...)
	}
	return all
}

// stmt finds the rule of a statement.
func (t *splitter) stmt(s proc.Stmt) passes {
	switch s := s.(type) {
	case *proc.Call:
		return t.call(s)
	case *proc.Dup:
		return t.dup(s)
	case *proc.Const:
		return t.constant(s)
	case *proc.Elim:
		return t.elim(s)
	case *proc.Tuple:
		return t.tuple(s)
	case *proc.Untuple:
		return t.untuple(s)
	case *proc.Inl:
		return t.inject(s, s.Out, s.In, true)
	case *proc.Inr:
		return t.inject(s, s.Out, s.In, false)
	case *proc.Case:
		return t.cases(s)
	case *proc.Share:
		return t.share(s)
	case *proc.Accum:
		return t.accum(s)
	case *proc.Read:
		return t.read(s)
	case *proc.Add:
		return t.add(s)
	case *proc.Size:
		return passes{fwd: proc.Procedure{s}}
	case *proc.Row:
		return t.row(s)
	case *proc.Choose:
		return t.choose(s)
	}
	t.fail(fmt.Errorf("split: no rule for %T", s))
	return passes{}
}

// call keeps what revf$f keeps.
//
//	b = Call f [θ] a     F: bt = Call revf$f [θ] a     Υ: t     R: bt' = (t, b̄)
//	                        (b, t) = bt                            ā = Call revr$f [θ̄] bt'
//
// and, where there is nothing to do in R,
//
//	f without cotangents F: b = Call f [θ] a           Υ: -     R: -
//	b̄ zero, or ā dead    F: b = Call f [θ] a           Υ: -     R: Elim b̄ ; ā = Const 0
//
// with copies of some arrays of a, for some loops f (unread.go), without restoring some (unset.go), and, of a
// primitive f that keeps nothing,
//
//	Υ: t, and t : ()     F: b = Call f a               Υ: -     R: ā = Call revr$f ((), b̄), inlined
func (t *splitter) call(s *proc.Call) passes {
	sig := t.sig(s.Func)
	if t.err != nil || deriv.Inert(sig) {
		return passes{fwd: proc.Procedure{s}}
	}
	if freeing(s.Func) {
		return t.lift(s)
	}
	f, r := t.build(s)
	a, b := s.In, s.Out
	if t.idle(t.functions, s) {
		if t.barred(b) {
			r.Elim(t.bar(b))
		}
		if t.barred(a) {
			zero(r, t.bar(a))
		}
		return passes{fwd: proc.Procedure{s}, rev: r.Body}
	}

	if back := t.traceless(s.Func); back != nil {
		t.take(r, a, func(aBar proc.Var) {
			r.Emit(t.instance(back, &proc.Call{Where: at(r), Out: aBar, In: t.give(r, b)})...)
		})
		return passes{fwd: proc.Procedure{s}, rev: r.Body}
	}

	policy, text := t.policyOf(s.Func), s
	if len(t.unset.arrays[s]) > 0 && swap(s.Func) && !t.trial {
		return t.swapUnset(s)
	}
	s = &proc.Call{Where: s.Where, Out: s.Out, Func: t.unset.Func(s), Zone: s.Zone, In: s.In}
	unread := t.unread(s.Func, policy)
	if n, ok := onlyArrays(a.Type); ok && n > 0 && n == len(unread) && t.discrete(s) {
		return t.givenBack(s, unread)
	}
	split := t.sig(policy.F.Of(s.Func))
	if t.err != nil {
		return passes{}
	}
	x := proc.Var{Name: t.names.Fresh(b.Name + ".t"), Type: proc.Elems(split.Out)[1]}
	in, copies := copiedArrays(f, a, unread)
	bt := f.Call(b.Name+".bt", split.Out, policy.F.Of(s.Func), s.Zone, in)
	f.Emit(&proc.Untuple{Where: at(f), Outs: []proc.Var{b, x}, In: bt})

	trace, back := []proc.Var{x}, x
	if x.Type == proc.Unit {
		f.Elim(x)
		trace, back = nil, r.Unit()
	}
	in = r.Tuple(b.Name+".bt'", back, t.give(r, b))
	call := &proc.Call{Where: at(r), Func: policy.R.Of(s.Func), Zone: t.zone(sig, s.Zone), In: in}
	if len(unread) > 0 {
		call.Out = r.Var(t.name(a.Name)+".given", deriv.Cotangent(a.Type))
		r.Emit(call)
		withArrays(r, call.Out, a.Type, unread, copies)
		r.Body[len(r.Body)-1].(*proc.Tuple).Out = t.bar(a)
		return passes{f.Body, append(trace, copies...), r.Body}
	}
	t.take(r, a, func(aBar proc.Var) {
		call.Out = aBar
		r.Emit(call)
		if t.trial && (x.Type != proc.Unit || s.Func != text.Func) {
			t.restored = append(t.restored, restored{text, aBar, policy})
		}
	})
	return passes{f.Body, trace, r.Body}
}

// dup adds the cotangents of the copies.
//
//	t = Dup s            F: t = Dup s                  Υ: -     R: s̄ = Call add t̄
func (t *splitter) dup(s *proc.Dup) passes {
	t.noStack(s, s.In, "copied")
	r := t.builder(s)
	if t.barred(s.In) {
		r.Emit(&proc.Call{Where: at(r), Out: t.bar(s.In), Func: addOf(s.In.Type), In: t.bar(s.Out)})
	}
	return passes{proc.Procedure{s}, nil, r.Body}
}

// constant has nothing to say about k.
//
//	a = Const k          F: a = Const k                Υ: -     R: Elim ā
func (t *splitter) constant(s *proc.Const) passes {
	r := t.builder(s)
	if t.barred(s.Out) {
		r.Elim(t.bar(s.Out))
	}
	return passes{proc.Procedure{s}, nil, r.Body}
}

// elim gives a cotangent of zero to what was dropped. Where the zero of a
// cannot be known from its type, a itself goes into the trace: it has the
// dimensions of arrays and the tags of sums, and the arrays are given back.
//
//	Elim a               F: Elim a                     Υ: -     R: ā = Const 0
//	                     F: -                          Υ: a     R: ā = Call zero{T} a
func (t *splitter) elim(s *proc.Elim) passes {
	t.noStack(s, s.In, "dropped: drained takes an empty stack")
	r := t.builder(s)
	a := s.In
	if staticZero(a.Type) || t.dead[a] {
		if t.barred(a) {
			zero(r, t.bar(a))
		}
		return passes{proc.Procedure{s}, nil, r.Body}
	}
	r.Emit(&proc.Call{Where: at(r), Out: t.bar(a), Func: proc.FamilyOf("zero", a.Type), In: a})
	t.asItIs[a] = true
	return passes{nil, []proc.Var{a}, r.Body}
}

// tuple takes its cotangent apart.
//
//	b = (a1, …, an)      F: b = (a1, …, an)            Υ: -     R: (ā1, …, ān) = b̄
func (t *splitter) tuple(s *proc.Tuple) passes {
	r := t.builder(s)
	if t.barred(s.Out) {
		t.takeAll(r, s.Ins, func(bars []proc.Var) {
			r.Emit(&proc.Untuple{Where: at(r), Outs: bars, In: t.bar(s.Out)})
		})
	}
	return passes{proc.Procedure{s}, nil, r.Body}
}

// untuple puts the cotangents together.
//
//	(a1, …, an) = b      F: (a1, …, an) = b            Υ: -     R: b̄ = (ā1, …, ān)
func (t *splitter) untuple(s *proc.Untuple) passes {
	r := t.builder(s)
	if t.barred(s.In) {
		bars := make([]proc.Var, len(s.Outs))
		for i, a := range s.Outs {
			bars[i] = t.give(r, a)
		}
		r.Emit(&proc.Tuple{Where: at(r), Out: t.bar(s.In), Ins: bars})
	}
	return passes{proc.Procedure{s}, nil, r.Body}
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
func (t *splitter) inject(s proc.Stmt, a, b proc.Var, left bool) passes {
	r := t.builder(s)
	aBar := t.bar(a)
	switch {
	case !t.barred(a):
	case !t.barred(b) && !proc.HasStack(aBar.Type):
		r.Elim(aBar)
	default:
		t.take(r, b, func(bBar proc.Var) { r.Project(aBar, bBar, left) })
	}
	return passes{proc.Procedure{s}, nil, r.Body}
}

// cases keeps which branch ran and what it left. The figure has no rule for
// Case; this one is ours.
//
//	Case z (Inl x p)     F: Case z (Inl x (F[p] ; u = (Υp) ; t = Inl u))     Υ: t : [[Υp]] + [[Υq]]
//	       (Inr y q)               (Inr y (F[q] ; u = (Υq) ; t = Inr u))
//	                     R: Case t (Inl u ((Υp) = u ; R[p] ; z̄ = Inl x̄))
//	                               (Inr u ((Υq) = u ; R[q] ; z̄ = Inr ȳ))
//
// and, where there is nothing to do in R, or nothing to keep but the tag,
//
//	R[p], R[q] empty     F: Case z (Inl x F[p]) (Inr y F[q])                  Υ: -     R: -
//	and no z̄
//	Υp, Υq empty         F: d = Dup z ; (w, t) = d                            Υ: t     R: Case t (Inl u R[p]) (Inr u R[q])
//	and z Bool              Case w (Inl x F[p]) (Inr y F[q])
func (t *splitter) cases(s *proc.Case) passes {
	var left []proc.Var
	var l []*value
	p := t.branchBody(s.L.Body)
	if t.given != nil {
		left = t.left(s)
		l = t.given.take(left)
	}
	q := t.branchBody(s.R.Body)
	if t.given != nil {
		t.given.join(s, left, l)
	}
	if t.err != nil {
		return passes{}
	}
	where := proc.Where{Pos: s.Pos}
	fwd := &proc.Case{Where: where, In: s.In, L: proc.Branch{Var: s.L.Var, Body: p.fwd}, R: proc.Branch{Var: s.R.Var, Body: q.fwd}}
	if len(p.rev) == 0 && len(q.rev) == 0 && !t.barred(s.In) {
		return passes{fwd: proc.Procedure{fwd}}
	}
	tag := proc.Var{Name: t.names.Fresh(s.In.Name + ".case"), Type: proc.NewSum(t.packedType(p), t.packedType(q))}
	rev := &proc.Case{Where: where, In: tag}
	if len(p.trace)+len(q.trace) == 0 && s.In.Type == proc.Bool && t.given != nil {
		f := t.builder(s)
		fwd.In, rev.In = f.Dup(s.In)
		rev.L, rev.R = t.taking(s, s.L, p, true), t.taking(s, s.R, q, false)
		f.Emit(fwd)
		return passes{f.Body, []proc.Var{rev.In}, t.outline(rev)}
	}
	fwd.L.Body, rev.L = t.keeping(s, p, tag, true), t.taking(s, s.L, p, true)
	fwd.R.Body, rev.R = t.keeping(s, q, tag, false), t.taking(s, s.R, q, false)
	return passes{proc.Procedure{fwd}, []proc.Var{tag}, t.outline(rev)}
}

// keeping is one line of F of a Case.
func (t *splitter) keeping(s *proc.Case, p passes, tag proc.Var, left bool) proc.Procedure {
	f := t.builder(s)
	f.Emit(p.fwd...)
	tagged(f, left, tag, pack(f, "u", p.trace, t.boxed(p)))
	return f.Body
}

// taking is one line of R of a Case.
func (t *splitter) taking(s *proc.Case, br proc.Branch, p passes, left bool) proc.Branch {
	r := t.builder(s)
	boxed := t.boxed(p)
	p = t.renamed(p)
	u, unpack := packed(r, "u", p.trace, boxed)
	unpack()
	r.Emit(p.rev...)
	if t.barred(s.In) {
		tagged(r, left, t.bar(s.In), t.give(r, br.Var))
	}
	return proc.Branch{Var: u, Body: r.Body}
}

// tagged binds a to Inl b or Inr b.
func tagged(f *proc.Builder, left bool, a, b proc.Var) {
	if left {
		f.Emit(&proc.Inl{Where: at(f), Out: a, In: b})
	} else {
		f.Emit(&proc.Inr{Where: at(f), Out: a, In: b})
	}
}
