package lower

import (
	"procad/diag"
	"procad/proc"
	"procad/source"
)

// exact gives the leaves of a t names to be bound by both branches of a Case.
func (f *fn) exact(t source.Type, to *target) *target {
	switch t := t.(type) {
	case *source.Tuple:
		parts := make([]*target, len(t.Elems))
		for i, e := range t.Elems {
			parts[i] = f.exact(e, to.part(i))
		}
		return &target{parts: parts}
	case source.Basic:
		if t == source.Unit {
			return nil
		}
	}
	if to != nil && to.exact {
		return to
	}
	return &target{name: f.names.Fresh(to.hint("t")), exact: true}
}

// joined is the value that both branches bound.
func (f *fn) joined(t source.Type, to *target) value {
	var list []*leaf
	f.walk(t, to, func(to *target, t proc.Type) {
		v := proc.Var{Name: to.name, Type: t}
		f.vars[v.Name] = v
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
	if l := v.leaf; l.known != nil && l.Name == "" {
		f.constantVar(l, to)
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
	f.emit(&proc.Share{Where: where(pos), Out: out, In: f.linear(l)})
}

// branch is the statements of one branch.
func (f *fn) branch(x proc.Var, lower func()) proc.Branch {
	return proc.Branch{Var: x, Body: f.block(lower)}
}

// choice is a scalar that is made in one of two ways.
func (f *fn) choice(e source.Expr, c proc.Var, to *target, yes, no func(*target)) proc.Var {
	t := procType(e.Type())
	out := f.exact(e.Type(), to)
	s := &proc.Case{Where: where(e.Pos()), In: c}
	s.L = f.branch(f.variable("u", proc.Unit), func() { yes(out) })
	s.R = f.branch(f.variable("u", proc.Unit), func() { no(out) })
	f.emit(s)
	return f.result(out, t)
}

// not x is false where x is true.
func (f *fn) not(e source.Expr, x proc.Var, to *target) proc.Var {
	return f.choice(e, x, to,
		func(to *target) { f.boolConst(e.Pos(), f.result(to, proc.Bool), false) },
		func(to *target) { f.boolConst(e.Pos(), f.result(to, proc.Bool), true) })
}

// boolEqual is x == y or x != y: y or not y, as x is true or false.
func (f *fn) boolEqual(e *source.Binary, x, y proc.Var, to *target) proc.Var {
	same := func(to *target) { f.into(e.Pos(), f.value(y), to) }
	other := func(to *target) { f.not(e, y, to) }
	if e.Op == source.Ne {
		same, other = other, same
	}
	return f.choice(e, x, to, same, other)
}

func (f *fn) ifElse(e *source.If, to *target) value {
	if c, ok := f.constant(e.Cond); ok {
		if c == 1 {
			return f.expr(e.Then, to)
		}
		return f.expr(e.Else, to)
	}
	s := &proc.Case{Where: where(e.Pos()), In: f.scalar(e.Cond)}
	j := f.join(to, e.Then, e.Else)
	s.L = f.branch(f.variable("u", proc.Unit), func() { j.branch(e.Then) })
	s.R = f.branch(f.variable("u", proc.Unit), func() { j.branch(e.Else) })
	f.emit(s)
	f.ends[s] = f.clock
	return j.value()
}

func (f *fn) caseOf(e *source.Case, to *target) value {
	sum := e.X.Type().(*source.Sum)
	x := f.expr(e.X, nil).leaf
	if f.inParts(x) {
		return f.caseOfParts(e, x, to)
	}
	s := &proc.Case{Where: where(e.Pos()), In: f.linear(x)}
	mentions := f.mentionsOf(s.In.Name).count
	j := f.join(to, e.L, e.R)
	branch := func(p *source.Pattern, t source.Type, e source.Expr) proc.Branch {
		to := patternTarget(p)
		x := f.nestedVar(t, to)
		return f.branch(x, func() {
			f.receive(p, f.unnested(p.Pos, x, t, to))
			j.branch(e)
		})
	}
	s.L = branch(e.LPat, sum.L, e.L)
	s.R = branch(e.RPat, sum.R, e.R)
	f.again[s] = f.mentionsOf(s.In.Name).count > mentions
	f.emit(s)
	f.ends[s] = f.clock
	return j.value()
}
