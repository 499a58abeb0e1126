package elaborate

import (
	"slices"
	"strconv"

	"procad/core"
	"procad/internal/diag"
	"procad/source"
)

// arrayLit is an array that is written out. One of numbers, or of such arrays, is a literal
// of core; one of other arrays is made of rows.
//
//	[[a, b], [c, d]] = the literal of sizes 2, 2
//	[u, v, w] = let x0 = u; x1 = v; x2 = w in [if i < 1 then x0 else if i < 2 then x1 else x2 for i < 3]
func (e *elaborator) arrayLit(n core.Node, x *source.ArrayLit) core.Term {
	elems := e.exprs(x.Elems)
	if stored(x) == nil {
		return literal(n, elems)
	}
	var binds []binding
	parts := make([]part, len(elems))
	for k, elem := range elems {
		parts[k], binds = e.parts(elem, binds)
	}
	return lets(binds, together(parts, elems[0].Type(), func(list []core.Term, t core.Type) core.Term {
		return literal(node(n.At, core.ArrayOf(t, 1)), list)
	}))
}

func literal(n core.Node, elems []core.Term) core.Term {
	if _, rows := elems[0].Type().(*core.ArrayType); !rows {
		return &core.Literal{Node: n, Dims: []int64{int64(len(elems))}, Elems: elems}
	}
	if lit := joinedRows(n, elems); lit != nil {
		return lit
	}
	var binds []binding
	for k := range elems {
		elems[k], binds = named(elems[k], "x"+strconv.Itoa(k), binds)
	}
	i := &core.Var{Pos: n.At, Name: "i", Type: core.Int}
	b := &core.Build{Node: n, Binders: []core.Binder{{Var: i, Size: integer(n.At, int64(len(elems)))}}, Body: chosen(i, 0, elems)}
	hidden := scope{i: true}
	b.Row = all(hidden.sizes(elems[0]))
	return lets(binds, b)
}

// joinedRows is the literal of the elements of literals of the same sizes; nil if elems
// are not.
func joinedRows(n core.Node, elems []core.Term) core.Term {
	out := &core.Literal{Node: n}
	for k, x := range elems {
		row, ok := x.(*core.Literal)
		if !ok || k > 0 && !slices.Equal(row.Dims, out.Dims[1:]) {
			return nil
		}
		out.Dims = append([]int64{int64(len(elems))}, row.Dims...)
		out.Elems = append(out.Elems, row.Elems...)
	}
	return out
}

// chosen is rows[i - from], found by halves.
func chosen(i *core.Var, from int, rows []core.Term) core.Term {
	if len(rows) == 1 {
		return rows[0]
	}
	half := len(rows) / 2
	at := rows[0].Pos()
	below := &core.Prim{Node: node(at, core.Bool), Op: core.Lt, Args: []core.Term{use(i), integer(at, int64(from+half))}}
	return choice(node(at, rows[0].Type()), below, chosen(i, from, rows[:half]), chosen(i, from+half, rows[half:]))
}

// named is t as something that may be evaluated any number of times: a variable, which
// binds then has, or a number.
func named(t core.Term, name string, binds []binding) (core.Term, []binding) {
	switch t.(type) {
	case *core.Use, *core.RealConst, *core.IntConst:
		return t, binds
	}
	v := &core.Var{Pos: t.Pos(), Name: name, Type: t.Type()}
	return use(v), append(binds, binding{vars: []*core.Var{v}, bound: t})
}

func integer(at diag.Pos, k int64) core.Term {
	return &core.IntConst{Node: node(at, core.Int), Value: k}
}
