package elaborate

import (
	"strconv"

	"procad/core"
	"procad/internal/diag"
	"procad/source"
)

func isRange(x source.Expr) bool {
	_, ok := x.(*source.Range)
	return ok
}

// expansion is a call of what is written in the language.
//
//	f(a) = let x = a in e        if f(x) = e
func (e *elaborator) expansion(x *source.Call) core.Term {
	var binds []binding
	args := e.exprs(x.Args)
	for k, v := range x.Expansion.Params {
		if use, ok := args[k].(*core.Use); ok {
			e.vars[v] = use.Var
			continue
		}
		binds = append(binds, binding{vars: []*core.Var{e.variable(v)}, bound: args[k]})
	}
	return lets(binds, e.expr(x.Expansion.Body))
}

// slice is an array whose indices have ranges among them.
//
//	a[lo ..< hi, j] = [a[lo + i, j] for i < hi - lo]        a[_, j] = [a[i, j] for i < size(a, 0)]
func (e *elaborator) slice(n core.Node, x *source.Index) core.Term {
	t := e.expr(x.X)
	if stored(x.X) == nil {
		known := scope{}.sizes(t)
		a, binds := named(t, "a", nil)
		extents, binds := e.extents(x.Args, binds)
		return lets(binds, sliced(n, a, known, extents))
	}
	a, binds := e.parts(t, nil)
	extents, binds := e.extents(x.Args, binds)
	for k := range extents {
		if extents[k].to != nil {
			extents[k].to, binds = named(extents[k].to, "to", binds)
		}
	}
	return lets(binds, each(a, t.Type(), func(x core.Term, of *core.ArrayType) core.Term {
		rank := of.Rank
		for _, p := range extents {
			if p.at != nil {
				rank--
			}
		}
		return sliced(node(n.At, core.ArrayOf(of.Elem, rank)), x, make([]core.Term, of.Rank), extents)
	}))
}

// An extent is an index of a dimension, or a range: all there is if from is nil.
type extent struct {
	pos          diag.Pos
	at, from, to core.Term
}

// extents are what is between the brackets of a[…], each bound to what may be copied but for the
// ends of ranges.
func (e *elaborator) extents(args []source.Expr, binds []binding) ([]extent, []binding) {
	list := make([]extent, len(args))
	for k, arg := range args {
		p := extent{pos: arg.Pos()}
		switch r, isRange := arg.(*source.Range); {
		case !isRange:
			p.at, binds = named(e.expr(arg), "at", binds)
		case r.From != nil:
			p.from, binds = named(e.expr(r.From), "from", binds)
			p.to = e.expr(r.To)
		}
		list[k] = p
	}
	return list, binds
}

// sliced is a with the given extents. Sizes that are known are not asked for.
func sliced(n core.Node, a core.Term, known []core.Term, extents []extent) core.Term {
	b := &core.Build{Node: n}
	loop := func(at diag.Pos, size core.Term) core.Term {
		i := &core.Var{Pos: at, Name: string(rune('i' + len(b.Binders))), Type: core.Int}
		b.Binders = append(b.Binders, core.Binder{Var: i, Size: size})
		return use(i)
	}
	element := &core.Index{Node: node(n.At, a.Type().(*core.ArrayType).Elem), X: a}
	for axis, size := range known {
		if size == nil {
			size = sizeOf(a, axis)
		}
		p := extent{pos: n.At}
		if axis < len(extents) {
			p = extents[axis]
		}
		switch {
		case p.at != nil:
			element.At = append(element.At, core.Copy(p.at))
		case p.from == nil:
			element.At = append(element.At, loop(p.pos, size))
		default:
			element.At = append(element.At, after(p.from, loop(p.pos, between(p.from, core.Copy(p.to)))))
		}
	}
	b.Body = element
	return b
}

func sizeOf(a core.Term, axis int) core.Term {
	return &core.Size{Node: node(a.Pos(), core.Int), X: core.Copy(a), Axis: axis}
}

// setRow is an array with a part of it replaced, element by element.
//
//	set(a, i, row) = fold(\(s, j). set(s, i, j, row[j]), a, [j for j < size(row)])        row has the sizes of a[i]
func (e *elaborator) setRow(n core.Node, x *source.SetAt) core.Term {
	return setRowAt(n, e.expr(x.X), e.exprs(x.Index), e.expr(x.Value))
}

func setRowAt(n core.Node, array core.Term, at []core.Term, row core.Term) core.Term {
	a, binds := named(array, "a", nil)
	for k := range at {
		at[k], binds = named(at[k], "at", binds)
	}
	s := &core.ArrayShape{}
	for axis := len(at); axis < n.Of.(*core.ArrayType).Rank; axis++ {
		s.Sizes = append(s.Sizes, core.ShapeSize{Size: sizeOf(a, axis), Name: "that of the array"})
	}
	row, binds = named(&core.SizeCheck{Node: node(row.Pos(), row.Type()), X: row, Shape: s, Name: "this"}, "row", binds)
	return lets(binds, putRow(n, a, at, row, nil))
}

// putRow is a with the row at the given place, of which the elements at indices in are put.
func putRow(n core.Node, a core.Term, at []core.Term, row core.Term, in []core.Term) core.Term {
	of := row.Type().(*core.ArrayType)
	if len(in) == of.Rank {
		x := &core.Index{Node: node(n.At, of.Elem), X: core.Copy(row), At: copies(in)}
		return &core.Set{Node: n, X: a, At: append(copies(at), copies(in)...), Value: x}
	}
	i := &core.Var{Pos: n.At, Name: string(rune('i' + len(in))), Type: core.Int}
	j := &core.Var{Pos: n.At, Name: i.Name, Type: core.Int}
	s := &core.Var{Pos: n.At, Name: "s", Type: n.Of}
	over := &core.Build{
		Node: node(n.At, core.ArrayOf(core.Int, 1)), Body: use(i),
		Binders: []core.Binder{{Var: i, Size: sizeOf(row, len(in))}},
	}
	return &core.Fold{Node: n, Acc: s, Elem: j, Body: putRow(n, use(s), at, row, append(in, use(j))), Init: a, Over: over}
}

func copies(list []core.Term) []core.Term {
	out := make([]core.Term, len(list))
	for k, t := range list {
		out[k] = core.Copy(t)
	}
	return out
}

// concat is arrays one after the other. All but the first dimension are the same.
//
//	concat(u, v) = let n = size(u); m = n + size(v) in [if i < n then u[i] else v[i - n] for i < m]
func (e *elaborator) concat(n core.Node, args []core.Term) core.Term {
	var binds []binding
	of, ok := n.Of.(*core.ArrayType)
	if !ok {
		parts := make([]part, len(args))
		for k, a := range args {
			parts[k], binds = e.parts(a, binds)
		}
		return lets(binds, together(parts, n.Of, func(list []core.Term, t core.Type) core.Term {
			return e.concat(node(n.At, t), list)
		}))
	}
	ends := make([]core.Term, len(args))
	for k := range args {
		if k > 0 && of.Rank > 1 {
			s := &core.ArrayShape{Sizes: []core.ShapeSize{{}}}
			for axis := 1; axis < of.Rank; axis++ {
				s.Sizes = append(s.Sizes, core.ShapeSize{Size: sizeOf(args[0], axis), Name: "that of the first array"})
			}
			args[k] = &core.SizeCheck{Node: node(args[k].Pos(), of), X: args[k], Shape: s, Name: "this"}
		}
		args[k], binds = named(args[k], "a"+strconv.Itoa(k), binds)
		end := sizeOf(args[k], 0)
		if k > 0 {
			end = prim(n.At, core.Add, core.Copy(ends[k-1]), end)
		}
		ends[k], binds = named(end, "end", binds)
	}
	b := &core.Build{Node: n}
	for axis := range of.Rank {
		i := &core.Var{Pos: n.At, Name: string(rune('i' + axis)), Type: core.Int}
		size := ends[len(ends)-1]
		if axis > 0 {
			size = sizeOf(args[0], axis)
		}
		b.Binders = append(b.Binders, core.Binder{Var: i, Size: core.Copy(size)})
	}
	for k := len(args) - 1; k >= 0; k-- {
		at := indices(n.At, b.Binders)
		if k > 0 {
			at[0] = prim(n.At, core.Sub, at[0], core.Copy(ends[k-1]))
		}
		x := &core.Index{Node: node(n.At, of.Elem), X: core.Copy(args[k]), At: at}
		if b.Body == nil {
			b.Body = x
			continue
		}
		before := &core.Prim{Node: node(n.At, core.Bool), Op: core.Lt, Args: []core.Term{use(b.Binders[0].Var), core.Copy(ends[k])}}
		b.Body = choice(node(n.At, of.Elem), before, x, b.Body)
	}
	return lets(binds, b)
}

// scan is the states of a fold, put into an array as they come.
//
//	scan(\(acc, x). e, a, v) = let (out, _, _) = fold(\((out, acc, k), x). let y = e in (set(out, k, y), y, k + 1), ([a for _ < n], a, 0), v) in out
//
// for n = size(v).
func (e *elaborator) scan(n core.Node, x *source.Scan) core.Term {
	start, binds := named(e.expr(x.Init), "a", nil)
	over, binds := named(e.expr(x.Over), "v", binds)
	of := start.Type()
	variable := func(name string, t core.Type) *core.Var { return &core.Var{Pos: n.At, Name: name, Type: t} }
	first := &core.Build{Node: n, Body: core.Copy(start), Binders: []core.Binder{{Var: variable("_", core.Int), Size: sizeOf(over, 0)}}}
	first.Row = rowSizes(first)

	state := core.TupleOf(n.Of, of, core.Int)
	out, k, y := variable("out", n.Of), variable("k", core.Int), variable("y", of)
	f := &core.Fold{Node: node(n.At, state), Acc: variable("s", state), Over: over}
	f.Init = &core.Tuple{Node: node(n.At, state), Elems: []core.Term{first, core.Copy(start), integer(n.At, 0)}}
	acc, inner := e.receive(x.Acc, nil)
	f.Elem, inner = e.receive(x.Elem, inner)
	next := lets(inner, e.expr(x.Body))
	var put core.Term
	if rows, ok := of.(*core.ArrayType); ok {
		s := &core.ArrayShape{}
		for axis := range rows.Rank {
			s.Sizes = append(s.Sizes, core.ShapeSize{Size: sizeOf(start, axis), Name: "that of the first state"})
		}
		next = &core.SizeCheck{Node: node(next.Pos(), of), X: next, Shape: s, Name: "the state"}
		put = putRow(n, use(out), []core.Term{use(k)}, use(y), nil)
	} else {
		put = &core.Set{Node: n, X: use(out), At: []core.Term{use(k)}, Value: use(y)}
	}
	result := &core.Tuple{Node: f.Node, Elems: []core.Term{put, use(y), prim(n.At, core.Add, use(k), integer(n.At, 1))}}
	f.Body = lets([]binding{{tuple: true, vars: []*core.Var{out, acc, k}, bound: use(f.Acc)}, {vars: []*core.Var{y}, bound: next}}, result)
	all := variable("out", n.Of)
	return lets(append(binds, binding{tuple: true, vars: []*core.Var{all, nil, nil}, bound: f}), use(all))
}
