package elaborate

import (
	"procad/core"
	"procad/internal/diag"
	"procad/source"
)

// binders are the loops of a comprehension or a reduction, what is bound before them, and the indices that do not
// begin at 0, which the body binds.
//
//	sum(i in lo ..< n) e = let from = lo in sum(i0 < n - from) (let i = from + i0 in e)
//	sum(i in lo ..< n, j < B[i]) e = let from = lo in sum(i0 < n - from, j < (let i = from + i0 in B[i])) (let i = from + i0 in e)
//
// The starts of inner loops may depend on the indices of outer ones, and run only if those do.
func (e *elaborator) binders(list []*source.Binder) (out []core.Binder, before, starts []binding) {
	for k, b := range list {
		size := e.expr(b.Bound)
		var from core.Term
		if b.From != nil {
			from = e.expr(b.From)
			if k == 0 {
				from, before = named(from, "from", before)
			}
			size = between(from, size)
		}
		for _, start := range starts {
			if core.Mentions(size, start.vars...) {
				size = core.Copy(lets(starts, size))
				break
			}
		}
		i := e.variable(b.Var)
		if from == nil {
			out = append(out, core.Binder{Var: i, Size: size})
			continue
		}
		i0 := &core.Var{Pos: i.Pos, Name: i.Name, Type: core.Int}
		if i0.Name == "_" {
			i0.Name = "i" // _ is what nothing uses, and this has a use
		}
		out = append(out, core.Binder{Var: i0, Size: size})
		starts = append(starts, binding{vars: []*core.Var{i}, bound: after(from, use(i0))})
	}
	return out, before, starts
}

// between is to - from.
func between(from, to core.Term) core.Term {
	if zero(from) {
		return to
	}
	return prim(from.Pos(), core.Sub, to, core.Copy(from))
}

// after is from + i.
func after(from, i core.Term) core.Term {
	if zero(from) {
		return i
	}
	return prim(from.Pos(), core.Add, core.Copy(from), i)
}

func zero(t core.Term) bool {
	k, ok := t.(*core.IntConst)
	return ok && k.Value == 0
}

// reduce is a reduction. Those that core has not are made of those that it has. The Ints
// of min are complemented: -i has no value for the smallest.
//
//	min(i < n) x = -(max(i < n) -x)            argmin(i < n) x = argmax(i < n) -x            x : Real
//	min(i < n) k = -1 - max(i < n) (-1 - k)    argmin(i < n) k = argmax(i < n) (-1 - k)      k : Int
func (e *elaborator) reduce(n core.Node, x *source.Reduce) core.Term {
	if x.Op == source.ProductOf {
		return e.product(n, x)
	}
	r := &core.Reduce{Node: n, Op: core.Reduction(x.Op)}
	var before, starts []binding
	r.Binders, before, starts = e.binders(x.Binders)
	r.Body = lets(starts, e.expr(x.Body))
	switch x.Op {
	case source.MinOf:
		r.Op, r.Body = core.Max, reversed(r.Body)
		return lets(before, reversed(r))
	case source.ArgMinOf:
		r.Op, r.Body = core.ArgMax, reversed(r.Body)
	}
	r.Zero = zeroShape(r)
	return lets(before, r)
}

// reversed is the number that is as far down as t is up.
func reversed(t core.Term) core.Term {
	if t.Type() == core.Real {
		return prim(t.Pos(), core.Neg, t)
	}
	return prim(t.Pos(), core.Sub, number(t, -1), t)
}

// product is a fold, whose reverse multiplies what is before an element with what is
// after it: it divides by nothing, so that zeros are elements like others.
//
//	product(i < n) e = fold(\(p, x). p * x, 1, [e for i < n])
//	product(i < n, j < m) e = fold(\(p, i). p * (product(j < m) e), 1, [i for i < n])
func (e *elaborator) product(n core.Node, x *source.Reduce) core.Term {
	binders, before, starts := e.binders(x.Binders)
	elem := lets(starts, e.expr(x.Body))
	for k := len(binders) - 1; k >= 0; k-- {
		b := binders[k]
		p := &core.Var{Pos: n.At, Name: "p", Type: n.Of}
		v := &core.Var{Pos: elem.Pos(), Name: "x", Type: n.Of}
		over := &core.Build{Node: node(n.At, core.ArrayOf(n.Of, 1)), Binders: []core.Binder{b}, Body: elem}
		elem = &core.Fold{
			Node: n, Acc: p, Elem: v, Body: prim(n.At, core.Mul, use(p), use(v)), Init: number(elem, 1), Over: over,
		}
	}
	return lets(before, elem)
}

// prim is op(args), of the type of the arguments.
func prim(at diag.Pos, op core.Op, args ...core.Term) core.Term {
	return &core.Prim{Node: node(at, args[0].Type()), Op: op, Args: args}
}

// number is k in the type of t.
func number(t core.Term, k int64) core.Term {
	if t.Type() == core.Real {
		return &core.RealConst{Node: node(t.Pos(), core.Real), Value: float64(k)}
	}
	return &core.IntConst{Node: node(t.Pos(), core.Int), Value: k}
}
