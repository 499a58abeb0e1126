package recursion

import (
	"slices"

	"procad/core"
	"procad/internal/diag"
)

// The terms that this package makes.

func node(at diag.Pos, of core.Type) core.Node { return core.Node{At: at, Of: of} }

func useAt(at diag.Pos, v *core.Var) core.Term { return &core.Use{Node: node(at, v.Type), Var: v} }

func variable(at diag.Pos, name string, of core.Type) *core.Var {
	return &core.Var{Pos: at, Name: name, Type: of}
}

func integer(at diag.Pos, n int64) core.Term {
	return &core.IntConst{Node: node(at, core.Int), Value: n}
}

func prim(at diag.Pos, of core.Type, op core.Op, args ...core.Term) core.Term {
	return &core.Prim{Node: node(at, of), Op: op, Args: args}
}

func let(v *core.Var, bound, body core.Term) core.Term {
	return &core.Let{Node: node(bound.Pos(), body.Type()), Var: v, Bound: bound, Body: body}
}

// untuple is let (x1, …, xn) = e in b, which is let x1 = e in b for n = 1.
func untuple(vars []*core.Var, bound, body core.Term) core.Term {
	if len(vars) == 1 {
		return let(vars[0], bound, body)
	}
	return &core.Untuple{Node: node(bound.Pos(), body.Type()), Vars: vars, Bound: bound, Body: body}
}

// tuple is (e1, …, en), which is e1 for n = 1.
func tuple(at diag.Pos, elems ...core.Term) core.Term {
	if len(elems) == 1 {
		return elems[0]
	}
	types := make([]core.Type, len(elems))
	for i, e := range elems {
		types[i] = e.Type()
	}
	return &core.Tuple{Node: node(at, core.TupleOf(types...)), Elems: elems}
}

func truth(at diag.Pos, b bool) core.Term {
	con := core.False
	if b {
		con = core.True
	}
	return &core.Inject{Node: node(at, core.Bool), Con: con, X: tuple(at)}
}

// choice is if c then a else b.
func choice(at diag.Pos, c, a, b core.Term) core.Term {
	return &core.Case{Node: node(at, a.Type()), X: c, Arms: []core.Arm{core.True: {Body: a}, core.False: {Body: b}}}
}

// sumOf is a sum of any number of types: sums of two in each other, as deep as the logarithm.
func sumOf(types []core.Type) core.Type {
	if len(types) == 1 {
		return types[0]
	}
	half := len(types) / 2
	return core.SumOf(sumOf(types[:half]), sumOf(types[half:]))
}

// inject is constructor k of n, of a type that sumOf makes.
func inject(at diag.Pos, of core.Type, n, k int, x core.Term) core.Term {
	if n == 1 {
		return x
	}
	half, con := n/2, 0
	if n -= half; k >= half {
		k, con = k-half, 1
	} else {
		n = half
	}
	return &core.Inject{Node: node(at, of), Con: con, X: inject(at, of.(*core.SumType).Cons[con].Of, n, k, x)}
}

// cases takes x apart, a value of a type that sumOf makes of n types.
func cases(at diag.Pos, n int, x core.Term, arm func(k int, x core.Term) core.Term) core.Term {
	if n == 1 {
		return arm(0, x)
	}
	half := n / 2
	of := x.Type().(*core.SumType)
	l, r := variable(at, "", of.Cons[0].Of), variable(at, "", of.Cons[1].Of)
	a := cases(at, half, useAt(at, l), arm)
	b := cases(at, n-half, useAt(at, r), func(k int, x core.Term) core.Term { return arm(k+half, x) })
	return &core.Case{Node: node(at, a.Type()), X: x, Arms: []core.Arm{{Var: l, Body: a}, {Var: r, Body: b}}}
}

// none is a value of a type that nothing reads: zeros, and arrays without elements.
func none(at diag.Pos, of core.Type) core.Term {
	switch t := of.(type) {
	case core.Basic:
		if t == core.Real {
			return &core.RealConst{Node: node(at, t)}
		}
		return integer(at, 0)
	case *core.TupleType:
		elems := make([]core.Term, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = none(at, e)
		}
		return tuple(at, elems...)
	case *core.SumType:
		return &core.Inject{Node: node(at, t), X: none(at, t.Cons[0].Of)}
	case *core.RecType:
		return &core.Absent{Node: node(at, t)}
	}
	a := of.(*core.ArrayType)
	sizes := make([]core.Term, a.Rank)
	for k := range sizes {
		sizes[k] = integer(at, 0)
	}
	return blank(at, a, sizes)
}

// blank is an array of the given sizes, whose elements nothing reads.
func blank(at diag.Pos, of *core.ArrayType, sizes []core.Term) core.Term {
	b := &core.Build{Node: node(at, of), Body: none(at, of.Elem)}
	for _, n := range sizes {
		b.Binders = append(b.Binders, core.Binder{Var: variable(at, "_", core.Int), Size: n})
	}
	return b
}

// plus is a + b, part by part, of numbers and tuples of such.
func plus(at diag.Pos, a, b core.Term) core.Term {
	t, ok := a.Type().(*core.TupleType)
	if !ok {
		return prim(at, a.Type(), core.Add, a, b)
	}
	xs, ys := make([]*core.Var, len(t.Elems)), make([]*core.Var, len(t.Elems))
	sums := make([]core.Term, len(t.Elems))
	for i, e := range t.Elems {
		xs[i], ys[i] = variable(at, "s", e), variable(at, "d", e)
		sums[i] = plus(at, useAt(at, xs[i]), useAt(at, ys[i]))
	}
	return untuple(xs, a, untuple(ys, b, tuple(at, sums...)))
}

// branches is a case with its branches as f makes them, all of one type.
func branches(t *core.Case, f func(core.Term) core.Term) core.Term {
	out := *t
	out.Arms = slices.Clone(t.Arms)
	for i, arm := range out.Arms {
		out.Arms[i].Body = f(arm.Body)
	}
	out.Of = out.Arms[0].Body.Type()
	return &out
}
