package lower

import (
	"slices"

	"procad/core"
)

// settle finds the turn that reads the array and what it computes; false if
// there is none.
func (e *element) settle() bool {
	binders, elem := flatComp(e.comp)
	_, rows := elem.Type().(*core.ArrayType)
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
func (e *element) fix(binders []core.Binder) bool {
	e.fixed, e.index = binders, nil
	turns := e.reads[0].around[:len(binders)]
	rest := slices.Clone(turns)
	for _, r := range e.reads {
		if len(r.args) < len(binders) || len(r.around) < len(turns) || !slices.Equal(r.around[:len(turns)], turns) {
			return false
		}
	}
	for i, b := range binders {
		j, ok := e.reads[0].args[i].(*core.Use)
		k := slices.IndexFunc(rest, func(p place) bool { return ok && p.index == j.Var })
		if k < 0 || !equal(rest[k].size, b.Size) {
			return false
		}
		rest[k] = place{}
		for _, r := range e.reads[1:] {
			if v, ok := r.args[i].(*core.Use); !ok || v.Var != j.Var {
				return false
			}
		}
		e.index = append(e.index, j.Var)
	}
	return true
}

// even says that the bounds are the same in all turns and cost nothing.
func (e *element) even(binders []core.Binder) bool {
	return !slices.ContainsFunc(binders, func(b core.Binder) bool { return !cheap(b.Size, e.outside) })
}

// outside says that a variable is not bound in the array.
func (e *element) outside(v *core.Var) bool { return !e.inner[v] }

// evenRows says that the array that each turn gives has the same sizes.
func (e *element) evenRows(elem core.Term) bool {
	if _, array := elem.Type().(*core.ArrayType); !array {
		return true
	}
	switch elem := elem.(type) {
	case *core.Let:
		return e.evenRows(elem.Body)
	case *core.Untuple:
		return e.evenRows(elem.Body)
	case *core.Build:
		return e.even(elem.Binders) && e.evenRows(elem.Body)
	case *core.Use, *core.Index:
		base, _ := taken(elem)
		id, ok := base.(*core.Use)
		return ok && e.outside(id.Var)
	}
	return false
}

// bounds are those of the comprehensions that give the array its sizes. What is
// bound on the way is noted.
func (e *element) bounds(x core.Term, list []core.Term) []core.Term {
	switch x := x.(type) {
	case *core.Build:
		for _, b := range x.Binders {
			list = append(list, b.Size)
			e.inner[b.Var] = true
		}
		return e.bounds(x.Body, list)
	case *core.Let:
		e.inner[x.Var] = true
		return e.bounds(x.Body, list)
	case *core.Untuple:
		for _, v := range x.Vars {
			e.inner[v] = true
		}
		return e.bounds(x.Body, list)
	}
	return list
}

// taken takes a[i][j, k] apart into a and i, j, k, and a into a.
func taken(e core.Term) (base core.Term, args []core.Term) {
	if index, ok := e.(*core.Index); ok {
		return indexed(index)
	}
	return e, nil
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
