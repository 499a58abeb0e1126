package split

import (
	"procad/internal/optim"
	"procad/proc"
)

// A packed trace has at most boxLimit words, and hands on at most handLimit
// words of the traces of calls, and handRatio more for each word of its own.
const (
	boxLimit  = 256
	handLimit = 64
	handRatio = 8
)

// boxed says that a packed trace is handed on as a stack of one item. Otherwise
// a function that calls g twice would hand on the trace of g twice, word by
// word, and a chain of such functions as many words as it has calls.
func (p *Parts) boxed() bool {
	if p.plain {
		return false
	}
	of := p.calls()
	all, handed := 0, 0
	for _, v := range p.Trace {
		n := width(v.Type, boxLimit+1)
		all += n
		if of[v.Name] {
			handed += n
		}
	}
	return all > boxLimit || handed > handLimit+handRatio*(all-handed)
}

// boxed says the same of what the branch of a Case leaves. A chain of n Cases, each in
// a branch of the one before, would hand on what the last one leaves n times.
func (t *splitter) boxed(r row) bool {
	if t.without(optim.Annotations) {
		return false
	}
	all, handed := 0, 0
	for _, v := range r.trace {
		n := width(v.Type, boxLimit+1)
		all += n
		if _, sum := v.Type.(*proc.SumType); sum {
			handed += n
		}
	}
	return handed > handLimit+handRatio*(all-handed)
}

// kept is the type of what the branch of a Case leaves.
func (t *splitter) kept(r row) proc.Type {
	x := tupleType(r.trace)
	if t.boxed(r) {
		return proc.NewStack(x)
	}
	return x
}

// calls are the names in F of traces of calls, and of their parts.
//
//	o = Call revf$g s ; (t, x) = o ; (x1, …, xn) = x
func (p *Parts) calls() map[string]bool {
	results, of := map[string]bool{}, map[string]bool{}
	p.F.Walk(func(s proc.Stmt) {
		switch s := s.(type) {
		case *proc.Call:
			switch d, _, _ := s.Func.Derived(); d {
			case proc.RevF, proc.StoreRevF, proc.FuseRevF:
				results[s.Out.Name] = true
			}
		case *proc.Untuple:
			if results[s.In.Name] && len(s.Outs) == 2 {
				of[s.Outs[1].Name] = true
			}
			if of[s.In.Name] {
				for _, v := range s.Outs {
					of[v.Name] = true
				}
			}
		}
	})
	return of
}

// width is the number of words of a t, or at least limit.
func width(t proc.Type, limit int) int {
	n := 0
	switch t := t.(type) {
	case proc.RealType, proc.IntType:
		n = 1
	case *proc.TupleType:
		for _, e := range t.Elems {
			if n < limit {
				n += width(e, limit-n)
			}
		}
	case *proc.SumType:
		n = 1 + width(t.L, limit)
		if n < limit {
			n += width(t.R, limit-n)
		}
	case *proc.ArrayType:
		n = 1 + t.Rank
	case *proc.StackType:
		n = 3
	}
	return n
}

// box puts a trace on a stack of its own.
func box(b *proc.Builder, x proc.Var) proc.Var {
	one := b.Int("one", 1)
	k := b.Call("k", proc.NewStack(x.Type), proc.FamilyOf("empty", x.Type), nil, one)
	return b.Call("k'", k.Type, proc.FamilyOf("push", x.Type), nil, b.Tuple("kx", k, x))
}

// unbox takes it off.
func unbox(b *proc.Builder, k, x proc.Var) {
	kx := b.Call("kx", proc.NewTuple(k.Type, x.Type), proc.FamilyOf("pop", x.Type), nil, k)
	empty := b.Var("k'", k.Type)
	b.Emit(&proc.Untuple{Outs: []proc.Var{empty, x}, In: kx})
	b.Elim(b.Call("u", proc.Unit, proc.FamilyOf("drained", x.Type), nil, empty))
}
