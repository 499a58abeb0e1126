package elaborate

import (
	"procad/core"
	"procad/source"
)

// foreign is the body of an extern, whose result has the sizes that are written in t.
func (e *elaborator) foreign(x *source.Foreign, t source.TypeExpr) core.Term {
	s, computed := e.sized(t, false)
	n := core.Node{At: x.Pos(), Of: e.typ(t.Type())}
	return lets(computed, &core.Foreign{Node: n, Symbol: x.Symbol, Status: x.Status, Args: e.exprs(x.Args), Shape: s})
}
