package split

import (
	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// name is the name of the cotangent of what is called n.
func (t *splitter) name(n string) string { return n + t.suffix }

// bar is the cotangent of v; it exists only where its type is not ().
func (t *splitter) bar(v proc.Var) proc.Var {
	return proc.Var{Name: t.name(v.Name), Type: deriv.Cotangent(v.Type)}
}

func barred(v proc.Var) bool { return deriv.Cotangent(v.Type) != proc.Unit }

// give returns v̄ for R to use: where there is none, a ().
func (t *splitter) give(r *proc.Builder, v proc.Var) proc.Var {
	if t.barred(v) {
		return t.bar(v)
	}
	return r.Unit()
}

// take lets bind get v̄ to bind: where there is none, what it binds is eliminated.
func (t *splitter) take(r *proc.Builder, v proc.Var, bind func(proc.Var)) {
	if t.barred(v) {
		bind(t.bar(v))
		return
	}
	u := r.Var("u", deriv.Cotangent(v.Type))
	bind(u)
	r.Elim(u)
}

// takeAll is take for several cotangents that are bound together.
func (t *splitter) takeAll(r *proc.Builder, vs []proc.Var, bind func([]proc.Var)) {
	bars := make([]proc.Var, len(vs))
	for i, v := range vs {
		bars[i] = t.bar(v)
		if !t.barred(v) {
			bars[i] = r.Var("u", proc.Unit)
			defer r.Elim(bars[i])
		}
	}
	bind(bars)
}

// staticZero says that the zero cotangent of a T is known from T alone.
func staticZero(t proc.Type) bool {
	if deriv.Cotangent(t) == proc.Unit {
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
//
//	v = Const 0
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

// addOf names the sum of two cotangents of a T.
func addOf(t proc.Type) proc.Func {
	if t == proc.Real {
		return prim.Add
	}
	return proc.FamilyOf("add", t)
}

// noStack fails where the cotangent of v, which has no sum and no zero then, has
// a stack in it.
func (t *splitter) noStack(s proc.Stmt, v proc.Var, what string) {
	if proc.HasStack(deriv.Cotangent(v.Type)) {
		t.fail(diag.Errorf(s.At(), CodeNoDerivative, "this has no reverse derivative: a stack is %s", what))
	}
}
