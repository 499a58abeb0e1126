package lower

import (
	"slices"

	"procad/source"
)

// settle finds the turn that reads the array and what it computes; false if
// there is none.
func (e *element) settle() bool {
	binders, elem := flatComp(e.comp)
	_, rows := elem.Type().(*source.Array)
	if n := len(binders); !rows && len(e.reads[0].around) == n && e.fix(binders) {
		return true // the first place is in every turn
	}
	for n := len(binders); n > 0; n-- {
		if len(e.reads[0].around) < n || !e.even(binders[n:]) || rows && !e.evenRows(elem) {
			continue
		}
		e.start = e.reads[0].around[n-1].turn
		if e.start != nil && e.fix(binders[:n]) {
			return true
		}
	}
	return false
}

// fix fixes the first indices of the array by those of the turns that are around
// all places that read it; false if that cannot be. An index is for one dimension only.
func (e *element) fix(binders []*source.Binder) bool {
	e.fixed, e.index = binders, nil
	turns := e.reads[0].around[:len(binders)]
	rest := slices.Clone(turns)
	for _, r := range e.reads {
		if len(r.args) < len(binders) || len(r.around) < len(turns) || !slices.Equal(r.around[:len(turns)], turns) {
			return false
		}
	}
	for i, b := range binders {
		j, ok := e.reads[0].args[i].(*source.Ident)
		k := slices.IndexFunc(rest, func(p place) bool { return ok && p.Binder != nil && p.Var == j.Var })
		if k < 0 || !equal(rest[k].Bound, b.Bound) {
			return false
		}
		rest[k] = place{}
		for _, r := range e.reads[1:] {
			if v, ok := r.args[i].(*source.Ident); !ok || v.Var != j.Var {
				return false
			}
		}
		e.index = append(e.index, j.Var)
	}
	return true
}

// even says that the bounds are the same in all turns and cost nothing.
func (e *element) even(binders []*source.Binder) bool {
	return !slices.ContainsFunc(binders, func(b *source.Binder) bool { return !cheap(b.Bound, e.outside) })
}

// outside says that a variable is not bound in the array.
func (e *element) outside(v *source.Var) bool { return !e.inner[v] }

// evenRows says that the array that each turn gives has the same sizes.
func (e *element) evenRows(elem source.Expr) bool {
	if _, array := elem.Type().(*source.Array); !array {
		return true
	}
	switch elem := elem.(type) {
	case *source.Let:
		return e.evenRows(elem.Body)
	case *source.Comp:
		return e.even(elem.Binders) && e.evenRows(elem.Elem)
	case *source.Ident, *source.Index:
		base, _ := taken(elem)
		id, ok := base.(*source.Ident)
		return ok && e.outside(id.Var)
	}
	return false
}

// bounds are those of the comprehensions that give the array its sizes. What is
// bound on the way is noted.
func (e *element) bounds(x source.Expr, list []source.Expr) []source.Expr {
	switch x := x.(type) {
	case *source.Comp:
		for _, b := range x.Binders {
			list = append(list, b.Bound)
			e.inner[b.Var] = true
		}
		return e.bounds(x.Elem, list)
	case *source.Let:
		for _, b := range x.Binds {
			if b, ok := b.(*source.LetValue); ok {
				e.binds(b.Pat)
			}
		}
		return e.bounds(x.Body, list)
	}
	return list
}

func (e *element) binds(p *source.Pattern) {
	if p.Var != nil {
		e.inner[p.Var] = true
	}
	for _, part := range p.Elems {
		e.binds(part)
	}
}

// taken takes a[i][j, k] apart into a and i, j, k, and a into a.
func taken(e source.Expr) (base source.Expr, args []source.Expr) {
	if index, ok := e.(*source.Index); ok {
		return indexed(index)
	}
	return e, nil
}

// indexed takes a[i][j, k] apart into a and i, j, k.
func indexed(e *source.Index) (base source.Expr, args []source.Expr) {
	args, base = e.Args, e.X
	for {
		inner, ok := base.(*source.Index)
		if !ok {
			return base, args
		}
		args = append(inner.Args[:len(inner.Args):len(inner.Args)], args...)
		base = inner.X
	}
}

// flatComp takes [[e for j < m] for i < n] apart into i, j and e.
func flatComp(c *source.Comp) (binders []*source.Binder, elem source.Expr) {
	elem = c
	for {
		inner, ok := elem.(*source.Comp)
		if !ok {
			break
		}
		binders = append(binders, inner.Binders...)
		elem = inner.Elem
	}
	return binders, elem
}

// equal says that two bounds are the same number.
func equal(a, b source.Expr) bool {
	switch a := a.(type) {
	case *source.IntLit:
		b, ok := b.(*source.IntLit)
		return ok && a.Value == b.Value
	case *source.Ident:
		b, ok := b.(*source.Ident)
		return ok && a.Var == b.Var
	case *source.SizeOf:
		b, ok := b.(*source.SizeOf)
		return ok && a.Axis == b.Axis && equal(a.X, b.X)
	case *source.Binary:
		b, ok := b.(*source.Binary)
		return ok && a.Op == b.Op && equal(a.X, b.X) && equal(a.Y, b.Y)
	}
	return false
}
