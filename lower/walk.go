package lower

import (
	"slices"

	"procad/core"
)

// indexed takes a[i][j, k] apart into a and i, j, k.
func indexed(e *core.Index) (base core.Term, args []core.Term) {
	args, base = e.At, e.X
	for {
		inner, ok := base.(*core.Index)
		if !ok {
			return base, args
		}
		args = append(inner.At[:len(inner.At):len(inner.At)], args...)
		base = inner.X
	}
}

// equal says that two sizes are the same number.
func equal(a, b core.Term) bool {
	switch a := a.(type) {
	case *core.IntConst:
		b, ok := b.(*core.IntConst)
		return ok && a.Value == b.Value
	case *core.Use:
		b, ok := b.(*core.Use)
		return ok && a.Var == b.Var
	case *core.Size:
		b, ok := b.(*core.Size)
		return ok && a.Axis == b.Axis && equal(a.X, b.X)
	case *core.Prim:
		b, ok := b.(*core.Prim)
		return ok && a.Op == b.Op && slices.EqualFunc(a.Args, b.Args, equal)
	}
	return false
}
