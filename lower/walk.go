package lower

import (
	"slices"

	"procad/core"
)

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
