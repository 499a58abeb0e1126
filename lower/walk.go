package lower

import (
	"slices"

	"procad/core"
)

// parts visits the terms directly inside of t, in the order of the text.
func parts(t core.Term, visit func(core.Term)) {
	always, others := core.Slots(t)
	for _, s := range always {
		visit(*s)
	}
	for _, s := range others {
		visit(*s)
	}
}

// every visits t and all terms inside of it.
func every(t core.Term, visit func(core.Term)) {
	visit(t)
	parts(t, func(x core.Term) { every(x, visit) })
}

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

// flatComp takes [[e for j < m] for i < n] apart into i, j and e.
func flatComp(c *core.Build) (binders []core.Binder, elem core.Term) {
	elem = c
	for {
		inner, ok := elem.(*core.Build)
		if !ok {
			break
		}
		binders = append(binders, inner.Binders...)
		elem = inner.Body
	}
	return binders, elem
}

// equal says that two bounds are the same number.
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
