package lower

import (
	"math"

	"procad/diag"
	"procad/prim"
	"procad/proc"
	"procad/source"
)

// A fold whose turns only add to its state needs no state: each turn computes
// what is added, and the loop adds it, in the order of the turns.
//
//	fold(\(s, x). s + e, a, v)   ↦   s' = Call adds{f} [Θ] (n, a)        f : [i, Θ] () → T, what turn i adds
//
// s - e adds -e, and s alone adds -0, which changes no number. A state of several
// parts is one if something is added to each of them.

// onlyAdds says that the turns of a fold only add, and that nobody has chosen
// what its reverse keeps of them.
func onlyAdds(e *source.Fold) bool {
	if e.Plan != (source.Plan{}) || !prim.Additive(procType(e.Init.Type())) {
		return false
	}
	s := state{}
	s.bind(e.Acc)
	return s.grows(e.Acc, e.Body)
}

// A state is the variables of one.
type state map[*source.Var]bool

func (s state) bind(p *source.Pattern) {
	if p.Kind == source.PatVar {
		s[p.Var] = true
	}
	for _, q := range p.Elems {
		s.bind(q)
	}
}

// grows says that e is what p binds with something added to each part.
func (s state) grows(p *source.Pattern, e source.Expr) bool {
	switch e := e.(type) {
	case *source.Ident:
		return is(p, e)
	case *source.TupleExpr:
		for i, x := range e.Elems {
			if p.Kind != source.PatTuple || !s.grows(p.Elems[i], x) {
				return false
			}
		}
		return true
	case *source.Binary:
		x := addend(p, e)
		return x != nil && !s.in(x)
	case *source.Let:
		return !s.inBinds(e) && s.grows(p, e.Body)
	case *source.If:
		return !s.in(e.Cond) && s.grows(p, e.Then) && s.grows(p, e.Else)
	}
	return false
}

// is says that e is the variable that p binds.
func is(p *source.Pattern, e source.Expr) bool {
	id, ok := e.(*source.Ident)
	return ok && p.Kind == source.PatVar && id.Var == p.Var
}

// addend is the e of s + e, e + s and s - e, with s what p binds; nil of anything else.
func addend(p *source.Pattern, b *source.Binary) source.Expr {
	switch {
	case (b.Op == source.Add || b.Op == source.Sub) && is(p, b.X):
		return b.Y
	case b.Op == source.Add && is(p, b.Y):
		return b.X
	}
	return nil
}

// in says that e mentions the state.
func (s state) in(e source.Expr) bool {
	if id, ok := e.(*source.Ident); ok {
		return s[id.Var]
	}
	found := false
	parts(e, func(x source.Expr) { found = found || s.in(x) })
	return found
}

// inBinds says that what a let binds does.
func (s state) inBinds(e *source.Let) bool {
	found := false
	parts(e, func(x source.Expr) { found = found || x != e.Body && s.in(x) })
	return found
}

// growth is what e adds to what p binds.
func (f *fn) growth(p *source.Pattern, e source.Expr, to *target) value {
	f.begin(e)
	switch e := e.(type) {
	case *source.TupleExpr:
		v := value{elems: make([]value, len(e.Elems))}
		for i, x := range e.Elems {
			v.elems[i] = f.growth(p.Elems[i], x, to.part(i))
		}
		return v
	case *source.Binary:
		x := addend(p, e)
		if e.Op == source.Sub {
			return f.negative(e.Pos(), f.scalar(x), to)
		}
		return f.expr(x, to)
	case *source.Let:
		for _, b := range e.Binds {
			f.bind(b)
		}
		return f.growth(p, e.Body, to)
	case *source.If:
		if c, ok := f.constant(e.Cond); ok {
			if c == 1 {
				return f.growth(p, e.Then, to)
			}
			return f.growth(p, e.Else, to)
		}
		c := &proc.Case{Where: where(e.Pos()), In: f.scalar(e.Cond)}
		out := f.exact(e.Type(), to)
		branch := func(e source.Expr) proc.Branch {
			return f.branch(f.variable("u", proc.Unit), func() { f.into(e.Pos(), f.growth(p, e, out), out) })
		}
		c.L, c.R = branch(e.Then), branch(e.Else)
		f.emit(c)
		f.ends[c] = f.clock
		return f.joined(e.Type(), out)
	}
	return f.neutral(e.Pos(), e.Type(), to)
}

// neutral is what changes no number when it is added: -0, for -0 + 0 is 0.
func (f *fn) neutral(pos diag.Pos, t source.Type, to *target) value {
	var list []*leaf
	f.walk(t, to, func(to *target, t proc.Type) {
		c := &proc.Const{Where: where(pos), Out: f.result(to, t)}
		if t == proc.Real {
			c.Bits = math.Float64bits(math.Copysign(0, -1))
		}
		f.emit(c)
		list = append(list, f.own(c.Out))
	})
	return regroup(t, list)
}
