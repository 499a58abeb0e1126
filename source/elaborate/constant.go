package elaborate

import (
	"procad/core"
	"procad/source"
)

// constant is a use of a constant: what it is, if that costs nothing, and else a
// call of the function that computes it.
//
//	const g: Real = 2 * 4.9        g = 2 * 4.9
//	const c: Real = f(1)           g = c()
func (e *elaborator) constant(n core.Node, d *source.Def) core.Term {
	if body := e.consts[d]; body != nil {
		return moved(body, n)
	}
	def := e.defs[d]
	return &core.Apply{Node: n, Func: &core.Global{Node: node(n.At, def.Type()), Def: def}}
}

// inlined says that a term is made of numbers and operators on them.
func inlined(t core.Term) bool {
	switch t := t.(type) {
	case *core.RealConst, *core.IntConst:
		return true
	case *core.Inject:
		return t.Of == core.Bool
	case *core.Prim:
		for _, x := range t.Args {
			if !inlined(x) {
				return false
			}
		}
		return len(t.Args) > 0
	}
	return false
}

// moved is a copy of a term that is inlined, at another place.
func moved(t core.Term, to core.Node) core.Term {
	n := node(to.At, t.Type())
	switch t := t.(type) {
	case *core.RealConst:
		return &core.RealConst{Node: n, Value: t.Value}
	case *core.IntConst:
		return &core.IntConst{Node: n, Value: t.Value}
	case *core.Inject:
		return truth(n, t.Con == core.True)
	case *core.Prim:
		out := &core.Prim{Node: n, Op: t.Op}
		for _, x := range t.Args {
			out.Args = append(out.Args, moved(x, to))
		}
		return out
	}
	panic("elaborate: this term is not inlined")
}
