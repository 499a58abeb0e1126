package core

import "procad/internal/diag"

// Counted is a term where the count n of a loop at a place is 0 or more; a negative one is a run-time error.
//
//	let _ = [0 for i < n, z < 0] in e
func Counted(at diag.Pos, n, body Term) Term {
	node := Node{At: at, Of: Int}
	zero := func() Term { return &IntConst{Node: node} }
	check := &Build{Node: Node{At: at, Of: ArrayOf(Int, 2)}, Body: zero()}
	bind := func(name string, size Term) {
		check.Binders = append(check.Binders, Binder{Var: &Var{Pos: at, Name: name, Type: Int}, Size: size})
	}
	bind("i", n)
	bind("z", zero())
	return &Let{Node: Node{At: at, Of: body.Type()}, Bound: check, Body: body}
}
