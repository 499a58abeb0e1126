package fusion

import (
	"slices"

	"procad/core"
)

// view is the let of the array without it, where the array is a part of another one; nil if it is
// not, or does not stand for it. The other array is read where this one is, by several loops: that costs no more, and nothing
// is copied. One loop has to read each element whenever the array is made, and finds an index that is out of range as
// making the array does; the indices of the other reads are those of elements.
//
//	let a = [v[e + i] for i < n] in … sum(j < n) … a[j] … sum(j < n) … a[j] …  =  … v[e + j] … v[e + j] …
func (a *array) view() core.Term {
	if a.other || a.calls > 0 || len(a.reads) < 2 || !a.spanned() || slices.ContainsFunc(a.sizes, unknown) || !a.part() {
		return nil
	}
	if slices.ContainsFunc(a.reads, func(r read) bool { return !a.within(r) }) {
		return nil
	}
	all := a.reads
	whole := slices.IndexFunc(all, func(r read) bool {
		a.reads = []read{r}
		return len(r.around) == len(a.binders) && a.fix(len(a.binders))
	})
	if whole < 0 {
		a.reads = all
		return nil
	}
	checks := a.doubtful()
	a.reads = all

	for _, s := range a.spans {
		*s.at = core.Copy(a.size(s.axis))
	}
	for i := len(a.reads) - 1; i >= 0; i-- { // those in the indices of others first
		r := a.reads[i].at
		_, args := core.Indexed((*r).(*core.Index))
		part := core.Copy(a.elem)
		for axis, b := range a.binders {
			put(&part, b.Var, args[axis])
		}
		if rest := args[len(a.binders):]; len(rest) > 0 {
			part = &core.Index{Node: core.Node{At: (*r).Pos(), Of: (*r).Type()}, X: part, At: rest}
		}
		*r = part
	}
	body := a.let.Body
	for i := len(checks) - 1; i >= 0; i-- {
		body = core.Counted(a.let.Bound.Pos(), checks[i], body)
	}
	return body
}

// part says that element i, j, … is v[e, …, f + i, g + j, …], or a row of v at these indices, where nothing else depends on
// i, j, ….
func (a *array) part() bool {
	elem, ok := a.elem.(*core.Index)
	if !ok {
		return false
	}
	base, args := core.Indexed(elem)
	v, ok := base.(*core.Use)
	if !ok || a.inner[v.Var] || len(args) < len(a.binders) || !onlyRead(a.let.Body, v.Var) {
		return false
	}
	n := len(args) - len(a.binders)
	for k, e := range args {
		if k >= n {
			if e, ok = beside(e, a.binders[k-n].Var); !ok {
				return false
			}
		}
		if e != nil && a.outside(e, a.inner) == nil {
			return false
		}
	}
	return true
}

// onlyRead says that a term has elements, rows and sizes of an array alone: an update of it is in place then, and would copy it if
// parts were read after that.
func onlyRead(t core.Term, v *core.Var) bool {
	is := func(t core.Term) bool {
		use, ok := t.(*core.Use)
		return ok && use.Var == v
	}
	whole := 0
	core.Visit(t, func(t core.Term) {
		switch e := t.(type) {
		case *core.Use:
			if is(e) {
				whole++
			}
		case *core.Index:
			if is(e.X) {
				whole--
			}
		case *core.Size:
			if is(e.X) {
				whole--
			}
		}
	})
	return whole == 0
}

// beside is e of e + i, and nil of i; false if a term is neither.
func beside(t core.Term, i *core.Var) (core.Term, bool) {
	is := func(t core.Term) bool {
		use, ok := t.(*core.Use)
		return ok && use.Var == i
	}
	if sum, ok := t.(*core.Prim); ok && sum.Op == core.Add {
		if k := slices.IndexFunc(sum.Args, is); k >= 0 {
			return sum.Args[1-k], true
		}
	}
	return nil, is(t)
}

// within says that the indices of a read are those of loops with as many iterations as there are elements.
func (a *array) within(r read) bool {
	if len(r.args) < len(a.binders) {
		return false
	}
	for axis := range a.binders {
		index := a.facts.Int(r.args[axis])
		if index == nil || !slices.ContainsFunc(r.around, func(p place) bool { return a.reaches(p, axis, index) != nil }) {
			return false
		}
	}
	return true
}

// put puts an Int in the place of a variable, in a term that binds nothing.
func put(at *core.Term, v *core.Var, n core.Term) {
	if use, ok := (*at).(*core.Use); ok && use.Var == v {
		*at = core.Copy(n)
		return
	}
	for _, part := range core.Places(*at) {
		put(part, v, n)
	}
}
