package lower

import (
	"slices"

	"procad/core"
)

// enter binds the sizes of parameters with which a body begins, and checks
// others. It returns what is left of the body.
func (f *fn) enter(params []*core.Var, body core.Term) core.Term {
	for {
		let, ok := body.(*core.Let)
		if !ok {
			return body
		}
		switch b := let.Bound.(type) {
		case *core.Size:
			if let.Var != nil {
				f.bindSize(let.Var, b)
			}
		case *core.SizeCheck:
			x, ok := b.X.(*core.Use)
			if !ok || !slices.Contains(params, x.Var) {
				return body
			}
			v := f.expr(x, nil)
			f.checkSizes(b.Shape, v, b.At, b.Name)
			if let.Var != nil {
				f.set(let.Var, v)
			}
		default:
			return body
		}
		body = let.Body
	}
}

// set says what a variable is.
func (l *lowerer) set(v *core.Var, x value) {
	l.env[v] = x
}
