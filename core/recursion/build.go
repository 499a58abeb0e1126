package recursion

import (
	"slices"

	"procad/core"
	"procad/internal/diag"
)

// build is a comprehension as a loop that sets one element, or
// one row, after the other.
//
//	[e for i < n, j < m]    = nTimes(n * m, [0 for i < n, j < m], \a. set(a, i, j, e))        for i = k div m, j = k mod m of iteration k
//
// Of rows without known sizes, the array is made when the first row is there:
//
//	[e for i < n]           = case nTimes(n, Inl (), \a. let r = e in Inr(set(case a of Inl _ -> [0 for i < n, j < size(r)], Inr b -> b, i, r))) of …
func (s sequential) build(e *core.Build) core.Term {
	at := e.At
	of := e.Of.(*core.ArrayType)
	var binds []*core.Var
	var bound []core.Term
	named := func(name string, x core.Term) core.Term {
		v := variable(at, name, x.Type())
		binds, bound = append(binds, v), append(bound, x)
		return useAt(at, v)
	}
	var sizes []core.Term
	var total core.Term
	for _, b := range e.Binders {
		n := named("n", b.Size)
		if sizes = append(sizes, n); total == nil {
			total = core.Copy(n)
		} else {
			total = prim(at, core.Int, core.Mul, total, core.Copy(n))
		}
	}
	for _, n := range e.Row {
		sizes = append(sizes, named("m", n))
	}
	k := variable(at, "k", core.Int)
	// element is e, where i and j are those of iteration k.
	element := func() core.Term {
		t := e.Body
		left := func() core.Term { return useAt(at, k) }
		for axis := len(e.Binders) - 1; axis >= 0; axis-- {
			i, n, before := e.Binders[axis].Var, sizes[axis], left
			if axis == 0 {
				t = let(i, before(), t)
				break
			}
			t = let(i, prim(at, core.Int, core.IMod, before(), core.Copy(n)), t)
			left = func() core.Term { return prim(at, core.Int, core.IDiv, before(), core.Copy(n)) }
		}
		return t
	}
	idx := make([]core.Term, len(e.Binders))
	for axis, b := range e.Binders {
		idx[axis] = useAt(at, b.Var)
	}
	rows := of.Rank > len(e.Binders)
	var out core.Term
	switch a := variable(at, "a", of); {
	case !rows:
		body := inside(element(), func(x core.Term) core.Term {
			return &core.Set{Node: node(at, of), X: useAt(at, a), At: idx, Value: x}
		})
		out = s.counted(e, variable(at, "n", core.Int), total, k, a, blank(at, of, sizes), body)
	case e.Row != nil:
		body := inside(element(), func(x core.Term) core.Term { return setRow(at, useAt(at, a), idx, x) })
		out = s.counted(e, variable(at, "n", core.Int), total, k, a, blank(at, of, sizes), body)
	default:
		option := core.SumOf(core.Unit, of)
		some := func(x core.Term) core.Term { return &core.Inject{Node: node(at, option), Con: 1, X: x} }
		state, b := variable(at, "a", option), variable(at, "b", of)
		body := inside(element(), func(x core.Term) core.Term {
			r := variable(at, "row", x.Type())
			full := copies(sizes)
			for axis := range of.Rank - len(e.Binders) {
				full = append(full, &core.Size{Node: node(at, core.Int), X: useAt(at, r), Axis: axis})
			}
			first := &core.Case{Node: node(at, of), X: useAt(at, state), Arms: []core.Arm{{Body: blank(at, of, full)}, {Var: b, Body: useAt(at, b)}}}
			return let(r, x, some(setRow(at, first, idx, useAt(at, r))))
		})
		start := &core.Inject{Node: node(at, option), Con: 0, X: tuple(at)}
		last := variable(at, "a", of)
		empty := copies(sizes)
		for len(empty) < of.Rank {
			empty = append(empty, integer(at, 0))
		}
		all := s.counted(e, variable(at, "n", core.Int), total, k, state, start, body)
		out = &core.Case{Node: node(at, of), X: all, Arms: []core.Arm{{Body: blank(at, of, empty)}, {Var: last, Body: useAt(at, last)}}}
	}
	for i, v := range slices.Backward(binds) {
		out = let(v, bound[i], out)
	}
	return out
}

// inside is let …; in k(e), for let …; in e.
func inside(t core.Term, k func(core.Term) core.Term) core.Term {
	switch t := t.(type) {
	case *core.Let:
		return let(t.Var, t.Bound, inside(t.Body, k))
	}
	return k(t)
}

func copies(list []core.Term) []core.Term {
	out := make([]core.Term, len(list))
	for i, t := range list {
		out[i] = core.Copy(t)
	}
	return out
}

// setRow is a with the row at the given place, whose sizes have to be those of the other rows.
//
//	fold(\(s, j). set(s, i, j, row[j]), a, [j for j < size(row)])
func setRow(at diag.Pos, a core.Term, idx []core.Term, row core.Term) core.Term {
	whole, r := variable(at, "a", a.Type()), variable(at, "row", row.Type())
	shape := &core.ArrayShape{}
	for axis := range row.Type().(*core.ArrayType).Rank {
		size := &core.Size{Node: node(at, core.Int), X: useAt(at, whole), Axis: len(idx) + axis}
		shape.Sizes = append(shape.Sizes, core.ShapeSize{Size: size, Name: "that of the other rows"})
	}
	same := &core.SizeCheck{Node: node(at, row.Type()), X: row, Shape: shape, Name: "a row of this array"}
	return let(whole, a, let(r, same, put(at, useAt(at, whole), idx, r, nil)))
}

// put is a with the elements of row at the indices that begin with inner.
func put(at diag.Pos, a core.Term, idx []core.Term, row *core.Var, inner []core.Term) core.Term {
	of := row.Type.(*core.ArrayType)
	if len(inner) == of.Rank {
		x := &core.Index{Node: node(at, of.Elem), X: useAt(at, row), At: copies(inner)}
		return &core.Set{Node: node(at, a.Type()), X: a, At: append(copies(idx), copies(inner)...), Value: x}
	}
	i, j, s := variable(at, "i", core.Int), variable(at, "j", core.Int), variable(at, "s", a.Type())
	size := &core.Size{Node: node(at, core.Int), X: useAt(at, row), Axis: len(inner)}
	over := &core.Build{Node: node(at, core.ArrayOf(core.Int, 1)), Binders: []core.Binder{{Var: i, Size: size}}, Body: useAt(at, i)}
	body := put(at, useAt(at, s), idx, row, append(slices.Clone(inner), useAt(at, j)))
	return &core.Fold{Node: node(at, a.Type()), Acc: s, Elem: j, Body: body, Init: a, Over: over}
}
