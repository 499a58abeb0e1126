package build

import (
	"procad/proc"
)

// procedure writes the statements of p, in order.
func (b *builder) procedure(p proc.Procedure) {
	for _, s := range p {
		back := b.stand(s.At())
		b.stmt(s)
		back()
	}
}

// stmt writes one statement. The order of the cases is that of proc.Stmt.
func (b *builder) stmt(s proc.Stmt) {
	switch s := s.(type) {
	case *proc.Call:
		b.bind(s.Out, b.apply(s.Func, b.refs(s.Zone), b.take(s.In)))
	case *proc.Const:
		b.bind(s.Out, b.constant(s))
	case *proc.Elim:
		b.free(s.In.Type, b.take(s.In))
	case *proc.Dup:
		vals := b.take(s.In)
		b.bind(s.Out, concat(vals, b.clone(s.In.Type, vals)))
	case *proc.Tuple:
		b.bind(s.Out, b.takeEach(s.Ins))
	case *proc.Untuple:
		vals := b.take(s.In)
		for _, v := range s.Outs {
			n := b.width(v.Type)
			b.bind(v, vals[:n:n])
			vals = vals[n:]
		}
	case *proc.Inl:
		b.bind(s.Out, b.inl(s.Out.Type.(*proc.SumType), b.take(s.In)))
	case *proc.Inr:
		b.bind(s.Out, b.inr(s.Out.Type.(*proc.SumType), b.take(s.In)))
	case *proc.Case:
		b.caseOf(s)
	case *proc.Share:
		r := b.newRef(s.In.Type, b.take(s.In))
		b.within(s.Name, r, s.Body)
		b.bind(s.Out, r.vals)
	case *proc.Accum:
		r := b.cells(s.In.Type, b.take(s.In))
		b.within(s.Name, r, s.Body)
		b.bind(s.Out, b.contents(r))
	case *proc.Read:
		b.bind(s.Out, b.read(b.ref(s.Ref), b.takeEach(s.Idx)))
	case *proc.Add:
		idx := b.takeEach(s.Idx)
		b.addTo(b.ref(s.Ref), idx, b.take(s.In), s.Unlike())
	case *proc.Size:
		b.bind(s.Out, b.ref(s.Ref).dims()[s.Axis:][:1:1])
	case *proc.Row:
		idx := b.takeEach(s.Idx)
		b.within(s.Name, b.row(b.ref(s.Ref), idx), s.Body)
	case *proc.Choose:
		tag := b.take(s.In)[0]
		b.within(s.Name, b.choose(tag, b.ref(s.True), b.ref(s.False)), s.Body)
	}
}

// constant is a Real, an Int or nothing.
func (b *builder) constant(s *proc.Const) []val {
	var vals []val
	for _, t := range b.of(s.Out.Type) {
		vals = append(vals, b.f.Const(t, s.Bits))
	}
	return vals
}

func concat(xs, ys []val) []val {
	out := make([]val, 0, len(xs)+len(ys))
	return append(append(out, xs...), ys...)
}

// inl is  a = Inl x:  false, x, undef …
func (b *builder) inl(sum *proc.SumType, x []val) []val {
	return concat(concat([]val{b.f.Bool(false)}, x), b.undefs(sum.R))
}

// inr is  a = Inr y:  true, undef …, y
func (b *builder) inr(sum *proc.SumType, y []val) []val {
	return concat(concat([]val{b.f.Bool(true)}, b.undefs(sum.L)), y)
}

// undefs are leaves that nobody looks at.
func (b *builder) undefs(t proc.Type) []val {
	vals := make([]val, 0, b.width(t))
	for _, t := range b.of(t) {
		vals = append(vals, b.f.Undef(t))
	}
	return vals
}
