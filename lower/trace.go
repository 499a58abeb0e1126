package lower

import (
	"procad/core"
	"procad/prim"
	"procad/proc"
)

// trace prints a copy of a value:
//
//	⟦trace("x", e)⟧ = v      after  v = ⟦e⟧; y = Call trace{T, "x = …"} v; Elim y
//
// so the derivative of the value goes past it.
func (f *fn) trace(e *core.Trace, to *target) value {
	v := f.expr(e.X, to)
	x := f.nested(e.At, v)
	y := f.call(e.At, prim.Trace(x.Type, e.Name, e.Form), f.variable("traced", x.Type), x)
	f.emit(&proc.Elim{Where: where(e.At), In: y})
	return v
}
