package lower

import (
	"procad/core"
	"procad/internal/diag"
	"procad/proc"
)

// exact gives the leaves of a t names to be bound by both branches of a Case.
func (f *fn) exact(t core.Type, to *target) *target {
	if t, ok := t.(*core.TupleType); ok {
		parts := make([]*target, len(t.Elems))
		for i, e := range t.Elems {
			parts[i] = f.exact(e, to.part(i))
		}
		return &target{parts: parts}
	}
	if to != nil && to.exact {
		return to
	}
	return &target{name: f.names.Fresh(to.hint("t")), exact: true}
}

// joined is the value that both branches bound.
func (f *fn) joined(t core.Type, to *target) value {
	var list []*leaf
	f.walk(t, to, func(to *target, t proc.Type) {
		v := proc.Var{Name: to.name, Type: t}
		f.types.Set(v.Name, v.Type)
		list = append(list, f.own(v))
	})
	return regroup(t, list)
}

// into makes sure that the leaves of v are called as the target says. What has
// another name is moved: a Share with nothing inside.
//
//	x : τ ⊢ z = Share x (s. ) ⊣ z : τ
func (f *fn) into(pos diag.Pos, v value, to *target) {
	if v.leaf == nil {
		for i, e := range v.elems {
			f.into(pos, e, to.part(i))
		}
		return
	}
	if f.inParts(v.leaf) {
		f.together(v.leaf, to)
		return
	}
	l := f.local(v.leaf)
	if l.mode == 0 && l.Name == to.name {
		return
	}
	out := f.result(to, l.Type)
	if l.view() && proc.Scalar(l.Type) {
		f.emit(&proc.Read{Where: where(pos), Out: out, Ref: f.ref(l)})
		return
	}
	if _, stack := l.Type.(*proc.StackType); stack { // no name of Θ is one
		t, u := f.pair(pos, f.linear(l), f.tuple(pos, nil)), f.variable("u", proc.Unit)
		f.emit(&proc.Untuple{Where: where(pos), Outs: []proc.Var{out, u}, In: t})
		return
	}
	f.emit(&proc.Share{Where: where(pos), Out: out, In: f.linear(l)})
}

// branch is the statements of one branch.
func (f *fn) branch(x proc.Var, lower func()) proc.Branch {
	return proc.Branch{Var: x, Body: f.block(lower)}
}

// choice is a scalar that is made in one of two ways.
func (f *fn) choice(e core.Term, c proc.Var, to *target, yes, no func(*target)) proc.Var {
	t := TypeOf(e.Type())
	out := f.exact(e.Type(), to)
	s := &proc.Case{Where: where(e.Pos()), In: c}
	s.L = f.branch(f.variable("u", proc.Unit), func() { yes(out) })
	s.R = f.branch(f.variable("u", proc.Unit), func() { no(out) })
	f.emit(s)
	return f.result(out, t)
}

// not x is false where x is true.
func (f *fn) not(e core.Term, x proc.Var, to *target) proc.Var {
	return f.choice(e, x, to,
		func(to *target) { f.boolConst(e.Pos(), f.result(to, proc.Bool), false) },
		func(to *target) { f.boolConst(e.Pos(), f.result(to, proc.Bool), true) })
}

// boolEqual is x == y, or x != y if same is false: y or not y, as x is true or false.
func (f *fn) boolEqual(e core.Term, x, y proc.Var, same bool, to *target) proc.Var {
	yes := func(to *target) { f.into(e.Pos(), f.value(y), to) }
	no := func(to *target) { f.not(e, y, to) }
	if !same {
		yes, no = no, yes
	}
	return f.choice(e, x, to, yes, no)
}

// caseOf is case e of con1 x1 -> e1, …. Of Bools it is if, && or ||.
func (f *fn) caseOf(e *core.Case, to *target) value {
	if _, ok := binary(e); ok {
		return value{leaf: f.spine(e, to)}
	}
	l, r := e.Arms[0], e.Arms[1]
	x := f.expr(e.X, nil).leaf
	if f.inParts(x) {
		return f.caseOfParts(e, x, to)
	}
	s := &proc.Case{Where: where(e.At), In: f.linear(x)}
	mentions := f.mentionsOf(s.In.Name).count
	out := f.exact(e.Of, to)
	branch := func(a core.Arm, t core.Type) proc.Branch {
		body := a.Body
		p := received(a.Var, t, &body)
		if e.X.Type() == core.Bool {
			return f.branch(f.variable("u", proc.Unit), func() {
				f.receive(p, value{})
				f.into(body.Pos(), f.expr(body, out), out)
			})
		}
		to := p.target()
		x := f.nestedVar(t, to)
		return f.branch(x, func() {
			f.receive(p, f.unnested(e.At, x, t, to))
			f.into(body.Pos(), f.expr(body, out), out)
		})
	}
	of := e.X.Type().(*core.SumType)
	s.L = branch(l, of.Cons[0].Of)
	s.R = branch(r, of.Cons[1].Of)
	f.again[s] = f.mentionsOf(s.In.Name).count > mentions
	f.emit(s)
	f.ends[s] = f.clock
	return f.joined(e.Of, out)
}

// logical takes x && y and x || y apart.
//
//	x && y = if x then y else false        x || y = if x then true else y
func logical(e *core.Case) (x, y core.Term, and, ok bool) {
	if e.X.Type() != core.Bool || e.Of != core.Bool {
		return nil, nil, false, false
	}
	yes, no := e.Arms[core.True].Body, e.Arms[core.False].Body
	switch {
	case core.IsTruth(no, core.False):
		return e.X, yes, true, true
	case core.IsTruth(yes, core.True):
		return e.X, no, false, true
	}
	return nil, nil, false, false
}
