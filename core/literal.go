package core

// Place is the indices of element k.
func (t *Literal) Place(k int) []int64 {
	at := make([]int64, len(t.Dims))
	for axis := len(t.Dims) - 1; axis >= 0; axis-- {
		at[axis] = int64(k) % t.Dims[axis]
		k /= int(t.Dims[axis])
	}
	return at
}

// literal prints an array of the given sizes, row by row.
func (p *printer) literal(dims []int64, elems []Term) {
	if len(dims) == 1 {
		p.list("[", elems, "]")
		return
	}
	p.WriteString("[")
	row := len(elems) / int(dims[0])
	for k := range int(dims[0]) {
		if k > 0 {
			p.WriteString(", ")
		}
		p.literal(dims[1:], elems[k*row:(k+1)*row])
	}
	p.WriteString("]")
}

// Plain is a comprehension of the same meaning, which chooses by its indices: what has no
// literals takes this.
//
//	[e1, e2] = let x1 = e1; x2 = e2 in [if i == 0 then x1 else x2 for i < 2]
func (t *Literal) Plain() Term {
	node := func(of Type) Node { return Node{t.At, of} }
	var binds []*Let
	elems := make([]Term, len(t.Elems))
	for k, x := range t.Elems {
		switch x.(type) {
		case *Use, *RealConst, *IntConst:
			elems[k] = x
			continue
		}
		v := &Var{Pos: x.Pos(), Name: "x", Type: x.Type()}
		binds = append(binds, &Let{Node: node(t.Of), Var: v, Bound: x})
		elems[k] = &Use{Node: Node{x.Pos(), v.Type}, Var: v}
	}
	build := &Build{Node: node(t.Of)}
	for axis, d := range t.Dims {
		v := &Var{Pos: t.At, Name: string(rune('i' + axis)), Type: Int}
		build.Binders = append(build.Binders, Binder{v, &IntConst{node(Int), d}})
	}
	build.Body = elems[len(elems)-1]
	for k := len(elems) - 2; k >= 0; k-- {
		var here Term
		for axis, i := range t.Place(k) {
			var is Term = &Prim{node(Bool), Eq, []Term{&Use{node(Int), build.Binders[axis].Var}, &IntConst{node(Int), i}}}
			if here != nil {
				no := &Inject{Node: node(Bool), Con: False, X: &Tuple{Node: node(Unit)}}
				is = &Case{node(Bool), here, []Arm{True: {Body: is}, False: {Body: no}}}
			}
			here = is
		}
		build.Body = &Case{node(elems[k].Type()), here, []Arm{True: {Body: elems[k]}, False: {Body: build.Body}}}
	}
	var out Term = build
	for i := len(binds) - 1; i >= 0; i-- {
		binds[i].Body = out
		out = binds[i]
	}
	return out
}
