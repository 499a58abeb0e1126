package lower

import (
	"math"

	"procad/core"
	"procad/diag"
	"procad/prim"
	"procad/proc"
)

// A fold whose turns only add to its state needs no state: each turn computes
// what is added, and the loop adds it, in the order of the turns.
//
//	fold(\(s, x). s + e, a, v)   ↦   s' = Call adds{f} [Θ] (n, a)        f : [i, Θ] () → T, what turn i adds
//
// s - e adds -e, and s alone adds -0, which changes no number. A state of several
// parts is one if something is added to each of them.

// onlyAdds says that the turns of a fold, whose body takes its state apart as p
// says, only add, and that nobody has chosen what its reverse keeps of them.
func onlyAdds(e *core.Fold, p *pattern, body core.Term) bool {
	if e.Plan != (core.Plan{}) || !prim.Additive(procType(e.Of)) {
		return false
	}
	s := state{}
	if e.Acc != nil {
		s[e.Acc] = true
	}
	s.bind(p)
	return s.grows(p, body)
}

// A state is the variables of one.
type state map[*core.Var]bool

func (s state) bind(p *pattern) {
	if p.v != nil {
		s[p.v] = true
	}
	for _, q := range p.parts {
		s.bind(q)
	}
}

// grows says that e is what p binds with something added to each part.
func (s state) grows(p *pattern, e core.Term) bool {
	if p.check != nil {
		return false
	}
	for {
		switch let := e.(type) {
		case *core.Let:
			if s.in(let.Bound) {
				return false
			}
			e = let.Body
			continue
		case *core.Untuple:
			if s.in(let.Bound) {
				return false
			}
			e = let.Body
			continue
		}
		break
	}
	switch e := e.(type) {
	case *core.Use:
		return p.v != nil && e.Var == p.v
	case *core.Tuple:
		for i, x := range e.Elems {
			if len(p.parts) == 0 || !s.grows(p.parts[i], x) {
				return false
			}
		}
		return true
	case *core.Prim:
		x := addend(p, e)
		return x != nil && !s.in(x)
	case *core.Case:
		return e.X.Type() == core.Bool && !s.in(e.X) && s.grows(p, e.Arms[0].Body) && s.grows(p, e.Arms[1].Body)
	}
	return false
}

// addend is the e of s + e, e + s and s - e, with s what p binds; nil of anything else.
func addend(p *pattern, b *core.Prim) core.Term {
	is := func(e core.Term) bool {
		use, ok := e.(*core.Use)
		return ok && p.v != nil && use.Var == p.v
	}
	switch {
	case (b.Op == core.Add || b.Op == core.Sub) && is(b.Args[0]):
		return b.Args[1]
	case b.Op == core.Add && is(b.Args[1]):
		return b.Args[0]
	}
	return nil
}

// in says that e mentions the state.
func (s state) in(e core.Term) bool {
	found := false
	core.Visit(e, func(t core.Term) {
		if use, ok := t.(*core.Use); ok && s[use.Var] {
			found = true
		}
	})
	return found
}

// growth is what e adds to what p binds.
func (f *fn) growth(p *pattern, e core.Term, to *target) value {
	for {
		rest, ok := f.binding(e)
		if !ok {
			break
		}
		e = rest
	}
	switch e := e.(type) {
	case *core.Tuple:
		v := value{elems: make([]value, len(e.Elems))}
		for i, x := range e.Elems {
			v.elems[i] = f.growth(p.parts[i], x, to.part(i))
		}
		return v
	case *core.Prim:
		x := addend(p, e)
		if e.Op == core.Sub {
			return f.negative(e.At, f.scalar(x), to)
		}
		return f.expr(x, to)
	case *core.Case:
		yes, no := e.Arms[core.True].Body, e.Arms[core.False].Body
		c := &proc.Case{Where: where(e.At), In: f.scalar(e.X)}
		out := f.exact(e.Of, to)
		branch := func(e core.Term) proc.Branch {
			return f.branch(f.variable("u", proc.Unit), func() { f.into(e.Pos(), f.growth(p, e, out), out) })
		}
		c.L, c.R = branch(yes), branch(no)
		f.emit(c)
		f.ends[c] = f.clock
		return f.joined(e.Of, out)
	}
	return f.neutral(e.Pos(), e.Type(), to)
}

// neutral is what changes no number when it is added: -0, for -0 + 0 is 0.
func (f *fn) neutral(pos diag.Pos, t core.Type, to *target) value {
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
