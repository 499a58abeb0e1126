package core

// Plain is a fold that does not add, of the same meaning. What is in it is shared with t.
//
//	fold(\(s, x). s + e, a, v)
//	fold(\((s, t), x). let (d, e) = b in (s + d, t + e), a, v)
func (t *Fold) Plain() *Fold {
	if !t.Adds {
		return t
	}
	out := *t
	out.Adds, out.Acc = false, &Var{Pos: t.At, Name: "s", Type: t.Of}
	out.Body = plus(t.Node, UseOf(out.Acc), t.Body)
	return &out
}

// plus is x + y, part by part.
func plus(n Node, x, y Term) Term {
	tuple, ok := x.Type().(*TupleType)
	if !ok {
		return &Prim{Node: Node{At: n.At, Of: x.Type()}, Op: Add, Args: []Term{x, y}}
	}
	node := Node{At: n.At, Of: tuple}
	sums := &Tuple{Node: node}
	xs, ys := make([]*Var, len(tuple.Elems)), make([]*Var, len(tuple.Elems))
	for i, e := range tuple.Elems {
		xs[i] = &Var{Pos: n.At, Name: "s", Type: e}
		ys[i] = &Var{Pos: n.At, Name: "d", Type: e}
		sums.Elems = append(sums.Elems, plus(n, UseOf(xs[i]), UseOf(ys[i])))
	}
	return &Untuple{Node: node, Vars: xs, Bound: x, Body: &Untuple{Node: node, Vars: ys, Bound: y, Body: sums}}
}
