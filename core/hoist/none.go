package hoist

import (
	"procad/core"
	"procad/internal/diag"
)

// whole is a number.
func whole(at diag.Pos, n int64) core.Term {
	return &core.IntConst{Node: core.Node{At: at, Of: core.Int}, Value: n}
}

// none is a value of a type, which nothing reads: zeros, and arrays without elements.
func none(n core.Node) core.Term {
	switch t := n.Of.(type) {
	case core.Basic:
		if t == core.Real {
			return &core.RealConst{Node: n}
		}
		return &core.IntConst{Node: n}
	case *core.TupleType:
		tuple := &core.Tuple{Node: n}
		for _, e := range t.Elems {
			tuple.Elems = append(tuple.Elems, none(core.Node{At: n.At, Of: e}))
		}
		return tuple
	case *core.SumType:
		return &core.Inject{Node: n, X: none(core.Node{At: n.At, Of: t.Cons[0].Of})}
	}
	a := n.Of.(*core.ArrayType)
	build := &core.Build{Node: n, Body: none(core.Node{At: n.At, Of: a.Elem})}
	for range a.Rank {
		i := &core.Var{Pos: n.At, Name: "i", Type: core.Int}
		build.Binders = append(build.Binders, core.Binder{Var: i, Size: whole(n.At, 0)})
	}
	return build
}

// name is what the value of a term is called.
func name(t core.Term) string {
	switch t := t.(type) {
	case *core.Apply:
		return name(t.Func)
	case *core.Derive:
		return name(t.Func)
	case *core.Global:
		return t.Def.Name
	case *core.Ruled:
		return t.Rule.Name
	case *core.Use:
		return t.Var.Name
	case *core.Prim:
		if core.Elementary(t.Op) {
			return string(t.Op)
		}
	case *core.Reduce:
		return string(t.Op)
	}
	return "invariant"
}
