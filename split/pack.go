package split

import (
	"procad/internal/optim"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/graph"
)

// A packed trace has at most boxLimit words, and hands on at most handLimit
// words of the traces of calls, and handRatio more for each word of its own.
const (
	boxLimit  = 256
	handLimit = 64
	handRatio = 8
)

// pack packs Υ in a tuple x, and that on a stack of one item where it is boxed.
//
//	x = (Υ)
func pack(b *proc.Builder, name string, trace []proc.Var, boxed bool) proc.Var {
	x := b.Tuple(name, trace...)
	if boxed {
		return box(b, x)
	}
	return x
}

// packed is what R gets of a packed Υ, and unpack what R does with it.
//
//	(Υ) = x
func packed(b *proc.Builder, name string, trace []proc.Var, boxed bool) (in proc.Var, unpack func()) {
	x := proc.Var{Name: b.Names.Fresh(name), Type: tupleType(trace)}
	if len(trace) == 1 {
		x = trace[0]
	}
	in = x
	if boxed {
		in = b.Var("k", proc.NewStack(x.Type))
	}
	return in, func() {
		if boxed {
			unbox(b, in, x)
		}
		if len(trace) != 1 {
			b.Emit(&proc.Untuple{Where: at(b), Outs: trace, In: x})
		}
	}
}

func tupleType(vs []proc.Var) proc.Type {
	types := make([]proc.Type, len(vs))
	for i, v := range vs {
		types[i] = v.Type
	}
	return proc.NewTuple(types...)
}

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
func (t *splitter) boxed(r passes) bool {
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

// packedType is the type of what the branch of a Case leaves.
func (t *splitter) packedType(r passes) proc.Type {
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
			switch d, _, _ := deriv.Apart(s.Func); d {
			case deriv.RevF, deriv.StoreRevF, deriv.FuseRevF:
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

// renamed gives other names to what R takes from the trace of a branch where
// the branch did not bind it: another branch may have it in its trace too.
func (t *splitter) renamed(p passes) passes {
	to := map[proc.Var]proc.Var{}
	trace := make([]proc.Var, len(p.trace))
	for i, v := range p.trace {
		trace[i] = v
		if t.asItIs[v] {
			trace[i].Name = t.names.Fresh(v.Name)
			to[v] = trace[i]
		}
	}
	return passes{p.fwd, trace, graph.Consuming(p.rev, to)}
}
