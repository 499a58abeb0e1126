package closures

import (
	"procad/core"
	"procad/internal/diag"
)

// linear is a sum, or a product with a Real, of values of d f.
func (p *pass) linear(t *core.Prim, b *block) value {
	args := make([]core.Term, len(t.Args))
	tangent := make([]bool, len(t.Args))
	var of core.Type
	for i, x := range t.Args {
		v := b.named(p.value(x, b), "c")
		if d, ok := v.(data); ok {
			args[i] = d.Term
			continue
		}
		args[i], tangent[i] = termOf(v), true
		of = args[i].Type()
	}
	w := &pointwise{at: t.At, op: t.Op, tangent: tangent}
	return linearData(w.term(of, args), b)
}

// A pointwise is an operation on each Real of some values, and on Reals as they are.
type pointwise struct {
	at      diag.Pos
	op      core.Op
	tangent []bool // which arguments are such values
}

// term is the operation for values of type t, which are variables or numbers.
func (w *pointwise) term(t core.Type, args []core.Term) core.Term {
	n := core.Node{At: w.at, Of: t}
	switch t := t.(type) {
	case core.Basic:
		return &core.Prim{Node: n, Op: w.op, Args: copies(args)}
	case *core.TupleType:
		if len(t.Elems) == 0 {
			return unit(w.at)
		}
		b := &block{}
		parts := make([][]core.Term, len(args))
		for k, x := range args {
			if w.tangent[k] {
				parts[k] = cotangentParts(w.at, core.Copy(x), len(t.Elems), b)
			}
		}
		elems := make([]core.Term, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = w.term(e, w.each(args, func(k int) core.Term { return parts[k][i] }))
		}
		return b.in(&core.Tuple{Node: n, Elems: elems})
	case *core.SumType:
		return w.sum(n, t, args, w.each(args, func(int) core.Term { return nil }), 0, 0)
	}
	a := t.(*core.ArrayType)
	out := &core.Build{Node: n}
	var at []core.Term
	for k, x := range args {
		if w.tangent[k] {
			out.Binders, at = core.AllOf(w.at, x.(*core.Use).Var, a.Rank)
			break
		}
	}
	b := &block{}
	elems := w.each(args, func(k int) core.Term {
		x := &core.Index{Node: core.Node{At: w.at, Of: a.Elem}, X: core.Copy(args[k]), At: copies(at)}
		return b.named(data{x}, "x").(data).Term
	})
	out.Body = b.in(w.term(a.Elem, elems))
	return out
}

// each is args, with other terms for those that are no Reals as they are.
func (w *pointwise) each(args []core.Term, part func(k int) core.Term) []core.Term {
	out := make([]core.Term, len(args))
	for k, x := range args {
		if out[k] = x; w.tangent[k] {
			out[k] = part(k)
		}
	}
	return out
}

// sum is the operation for values of a sum. They are of one f, and so on the same side: con is that of the first.
func (w *pointwise) sum(n core.Node, t *core.SumType, args, parts []core.Term, k, con int) core.Term {
	first := true
	for i := range k {
		first = first && !w.tangent[i]
	}
	switch {
	case k == len(args):
		return &core.Inject{Node: n, Con: con, X: w.term(t.Cons[con].Of, parts)}
	case !w.tangent[k]:
		return w.sum(n, t, args, parts, k+1, con)
	}
	out := &core.Case{Node: n, X: core.Copy(args[k])}
	for i, c := range t.Cons {
		v := &core.Var{Pos: w.at, Name: "x", Type: c.Of}
		arm := core.Arm{Body: core.Copy(args[k])}
		if first || i == con {
			with := append([]core.Term{}, parts...)
			with[k] = core.UseOf(v)
			arm = core.Arm{Var: v, Body: w.sum(n, t, args, with, k+1, i)}
		}
		out.Arms = append(out.Arms, arm)
	}
	return out
}

func copies(list []core.Term) []core.Term {
	out := make([]core.Term, len(list))
	for i, t := range list {
		out[i] = core.Copy(t)
	}
	return out
}

// summed is a sum of values in which there are some of d f.
func (p *pass) summed(t *core.Reduce, b *block) value {
	for i := range t.Binders {
		t.Binders[i].Size = p.first(t.Binders[i].Size)
	}
	for _, at := range core.Carried(t) {
		*at = p.first(*at)
	}
	of := t.Body.Type()
	inner := &block{}
	x := p.value(t.Body, inner)
	s := p.shapeOf(x)
	if !addable(s.rep()) {
		return p.folded(t, x, s, inner, b)
	}
	t.Body = inner.in(p.pack(t.At, x, s, inner))
	t.Zero = p.zeroShape(t.At, of, t.Zero)
	t.Of = s.rep()
	return p.bound(t, s, b)
}

// folded is a sum of values of d f for an f that depends on data.
//
//	sum(i < n, …) e = fold(\(s, i). fold(… s + e …), zero(f), [i for i < n])
func (p *pass) folded(t *core.Reduce, x value, s shape, inner, b *block) value {
	of, alone := t.Body.Type().(*core.CapturedType)
	if !alone || p.given[of.Name] == nil {
		panic(failf(t.At, "what the function captures cannot be added here: which function it is depends on data").
			Hintf("add d f alone, in the clause itself: sum(i < n) (let (df, _) = pull(f)(t[i], w[i]) in df)"))
	}
	rep := s.rep()
	sums := make([]*core.Var, len(t.Binders)+1)
	for i := range sums {
		sums[i] = &core.Var{Pos: t.At, Name: "s", Type: rep}
	}
	w := &pointwise{at: t.At, op: core.Add, tangent: []bool{true, true}}
	term := inner.named(data{p.pack(t.At, x, s, inner)}, "df").(data).Term
	body := inner.in(w.term(rep, []core.Term{core.UseOf(sums[len(t.Binders)]), term}))
	for k := len(t.Binders) - 1; k >= 0; k-- {
		i := &core.Var{Pos: t.At, Name: "i", Type: core.Int}
		elem := t.Binders[k].Var
		if elem == nil {
			elem = &core.Var{Pos: t.At, Name: "i", Type: core.Int}
		}
		over := &core.Build{
			Node: core.Node{At: t.At, Of: core.ArrayOf(core.Int, 1)}, Binders: []core.Binder{{Var: i, Size: t.Binders[k].Size}}, Body: core.UseOf(i),
		}
		body = &core.Fold{Node: core.Node{At: t.At, Of: rep}, Acc: sums[k+1], Elem: elem, Body: body, Init: core.UseOf(sums[k]), Over: over}
	}
	b.let(sums[0], p.zeroOf(t.At, p.given[of.Name]))
	return linearData(body, b)
}

func addable(t core.Type) bool {
	switch t := t.(type) {
	case *core.TupleType:
		for _, e := range t.Elems {
			if !addable(e) {
				return false
			}
		}
		return true
	case *core.ArrayType:
		return addable(t.Elem)
	case core.Basic:
		return true
	}
	return false
}

// zeroShape is the sizes of a sum of nothing, given those of what is no value of d f.
func (p *pass) zeroShape(at diag.Pos, t core.Type, s core.Shape) core.Shape {
	switch t := t.(type) {
	case *core.CapturedType:
		f := p.given[t.Name]
		if f == nil {
			return nil
		}
		zero := p.zeroOf(at, f)
		return sizesOf(zero)
	case *core.TupleType:
		out := &core.TupleShape{Elems: make([]core.Shape, len(t.Elems))}
		of, _ := s.(*core.TupleShape)
		for i, e := range t.Elems {
			var part core.Shape
			if of != nil {
				part = of.Elems[i]
			}
			out.Elems[i] = p.zeroShape(at, e, part)
		}
		return out
	}
	return s
}

// sizesOf are the sizes of a value that is made of comprehensions.
func sizesOf(t core.Term) core.Shape {
	switch t := t.(type) {
	case *core.Tuple:
		out := &core.TupleShape{}
		for _, e := range t.Elems {
			out.Elems = append(out.Elems, sizesOf(e))
		}
		return out
	case *core.Build:
		out := &core.ArrayShape{}
		for _, b := range t.Binders {
			out.Sizes = append(out.Sizes, core.ShapeSize{Size: core.Copy(b.Size), Name: "what is captured"})
		}
		return out
	}
	return nil
}
