package activity

import (
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/graph"
)

// stmt writes a statement. Only what binds or adds a value that is active is not
// written as it was:
//
//	a = Const k              a' = Const k ; a = Call inactive a'
//	b = Call f [θ] a         b = Call inactive.I.O$f [θ] a                              see callee
//	Add s i x                x' = Call lift x ; Add s i x'
//	v' = Accum v (s. p)      w = Call lift v ; v' = Accum w (s. H p)
//	Choose c s1 s2 (r. p)    Case c (Inl (H p, s1 for r)) (Inr (H p, s2 for r))     where one is inactive
func (w *writer) stmt(s proc.Stmt) {
	w.open(s)
	switch s := s.(type) {
	case *proc.Call:
		w.make(s, func(bind func(proc.Var) proc.Var) proc.Stmt { return w.callOf(s, bind(s.Out)) })
		return
	case *proc.Const:
		w.make(s, func(bind func(proc.Var) proc.Var) proc.Stmt { return w.constant(s, bind(s.Out)) })
		return
	case *proc.Case:
		sum := w.of(s.In).(*proc.SumType)
		l := w.branch(s.L, sum.L)
		w.Emit(&proc.Case{Where: s.Where, In: w.use(s.In), L: l, R: w.branch(s.R, sum.R)})
		return
	case *proc.Add:
		x := w.free(w.use(s.In), s.In.Type)
		w.Emit(&proc.Add{Where: s.Where, Ref: s.Ref, Idx: s.Idx, In: x, What: s.What})
		return
	case *proc.Accum:
		v := w.free(w.use(s.In), s.In.Type)
		w.Emit(&proc.Accum{Where: s.Where, Out: s.Out, In: v, Name: s.Name, Body: w.nested(s.Body)})
		return
	case *proc.Choose:
		if w.refs[s.True] != w.refs[s.False] {
			w.apart(s)
			return
		}
	}
	w.make(s, func(bind func(proc.Var) proc.Var) proc.Stmt {
		return (&proc.Mapper{Use: w.use, Bind: bind, Body: w.nested}).Stmt(s)
	})
}

func (w *writer) constant(s *proc.Const, out proc.Var) proc.Stmt {
	if out.Type == s.Out.Type {
		return s
	}
	k := w.Var(s.Out.Name, s.Out.Type)
	w.Emit(&proc.Const{Where: s.Where, Out: k, Bits: s.Bits})
	return &proc.Call{Where: s.Where, Out: out, Func: proc.FamilyOf("inactive", k.Type), In: k}
}

// callOf writes a call, to bind out.
func (w *writer) callOf(s *proc.Call, out proc.Var) proc.Stmt {
	c := w.call(s)
	if c.shape {
		return w.zeros(s, out)
	}
	b := w.convert(w.use(s.In), c.in)
	call := &proc.Call{Where: s.Where, Out: out, Func: c.f, Zone: s.Zone, In: b}
	switch {
	case c.inactive, c.stopped && out.Type != b.Type: // a stop stays, for derivatives of erased$f
		call.Out = w.Var(s.Out.Name, s.Out.Type)
		w.Emit(call)
		b = call.Out
	default:
		return call
	}
	return &proc.Call{Where: s.Where, Out: out, Func: proc.FamilyOf("inactive", b.Type), In: b}
}

// zeros are those of an array that is inactive. Where its elements have no tags,
// only the dimensions matter:
//
//	z = Call zeros{A} [s] u        Elim u ; n = Size s k… ; z = Call blank{H δA} (n…)
//	                               c = Call copy{H A} [s] u ; a = Call lift c ; a' = Share a (t. x = Call zeros{A} [t] ()) ; Elim a' ; z = Call inactive x
func (w *writer) zeros(s *proc.Call, out proc.Var) proc.Stmt {
	t := out.Type.(*proc.ArrayType)
	if !flat(t.Elem) {
		_, types, _ := s.Func.Family()
		inactive, real := deriv.Deactivate(types[0]), types[0]
		c := w.Call("c", inactive, proc.FamilyOf("copy", inactive), s.Zone, w.use(s.In))
		a := w.Call("a", real, proc.FamilyOf("lift", inactive, real), nil, c)
		x := w.Var("x", deriv.Tangent(real))
		w.Elim(w.Share(a, "t", func(name string) {
			w.Emit(&proc.Call{Where: s.Where, Out: x, Func: s.Func, Zone: []string{name}, In: w.Unit()})
		}))
		return &proc.Call{Where: s.Where, Out: out, Func: proc.FamilyOf("inactive", x.Type), In: x}
	}
	w.Elim(s.In)
	dims := make([]proc.Var, t.Rank)
	for k := range dims {
		dims[k] = w.Var("n", proc.Int)
		w.Emit(&proc.Size{Where: s.Where, Out: dims[k], Ref: s.Zone[0], Axis: k})
	}
	return &proc.Call{Where: s.Where, Out: out, Func: proc.FamilyOf("blank", t), In: w.Tuple("dims", dims...)}
}

// flat says that a scalar type has no sums.
func flat(t proc.Type) bool {
	if _, ok := t.(*proc.SumType); ok {
		return false
	}
	for _, e := range proc.Elems(t) {
		if e != t && !flat(e) {
			return false
		}
	}
	return true
}

// branch writes a branch of a Case on a sum with the given side. Its variable
// may be one that both branches bind.
func (w *writer) branch(b proc.Branch, side proc.Type) proc.Branch {
	v := w.use(b.Var)
	if v.Type == side {
		return proc.Branch{Var: v, Body: w.nested(b.Body)}
	}
	x := w.Var(v.Name, side)
	free := &proc.Call{Where: proc.Where{Pos: w.Pos}, Out: v, Func: proc.FamilyOf("lift", side, v.Type), In: x}
	return proc.Branch{Var: x, Body: append(proc.Procedure{free}, w.nested(b.Body)...)}
}

// apart takes a choice between a name that is inactive and one that is not apart.
// The body stands in both branches then, with names of its own in one of them.
func (w *writer) apart(s *proc.Choose) {
	other, names := graph.Again(s.Body, w.Names)
	for old, now := range names.Vars {
		if t := w.types.Get(old); t != nil {
			w.types.Set(now, t)
			w.useful.types.Set(now, w.useful.types.Get(old))
		}
	}
	branch := func(body proc.Procedure, name, chosen string) proc.Branch {
		u := w.Var("u", proc.Unit)
		return proc.Branch{Var: u, Body: append(proc.Procedure{&proc.Elim{Where: s.Where, In: u}}, w.nested(graph.Reading(body, name, chosen))...)}
	}
	l := branch(s.Body, s.Name, s.True)
	w.Emit(&proc.Case{Where: s.Where, In: w.use(s.In), L: l, R: branch(other, names.Ref(s.Name), s.False)})
}
