package lower

import (
	"slices"

	"procad/core"
	"procad/proc"
)

// A join is the value that either branch of a Case binds. If both give arrays of
// as few elements, it is the elements.
type join struct {
	*fn
	typ   core.Type
	to    *target
	dims  []int64
	elems []*target
}

// join prepares the value of the given branches.
func (f *fn) join(to *target, l, r core.Term) *join {
	j := &join{fn: f, typ: l.Type()}
	if to.wantsFew() {
		j.dims = f.givesFew(l)
	}
	if j.dims == nil || !slices.Equal(j.dims, f.givesFew(r)) {
		j.dims, j.to = nil, f.exact(j.typ, to)
		return j
	}
	elem := j.typ.(*core.ArrayType).Elem
	for range product(j.dims) {
		j.elems = append(j.elems, f.exact(elem, targetOf(elem, to.hint("t"))))
	}
	return j
}

// branch lowers one of them.
func (j *join) branch(e core.Term) {
	if j.dims == nil {
		j.into(e.Pos(), j.expr(e, j.to), j.to)
		return
	}
	for k, x := range j.fewElements(e, j.dims) {
		j.into(e.Pos(), x, j.elems[k])
	}
}

func (j *join) value() value {
	if j.dims == nil {
		return j.joined(j.typ, j.to)
	}
	a := j.typ.(*core.ArrayType)
	elems := make([]value, len(j.elems))
	for k, to := range j.elems {
		elems[k] = j.joined(a.Elem, to)
	}
	return j.fewOf(procType(a), j.dims, elems)
}

// fewElements are those of e, an array of few elements, which may have been made.
func (f *fn) fewElements(e core.Term, dims []int64) []value {
	a := f.expr(e, &target{few: true}).leaf
	if a.few != nil {
		return a.few.elems
	}
	elem := e.Type().(*core.ArrayType).Elem
	list := make([]value, product(dims))
	for k := range list {
		out := f.nestedVar(elem, nil)
		f.emit(&proc.Read{Where: where(e.Pos()), Out: out, Ref: f.ref(a), Idx: f.linears(f.knownLeaves(indices(dims, k)))})
		list[k] = f.unnested(e.Pos(), out, elem, nil)
	}
	return list
}

// givesFew is the sizes of e if it is seen to be an array of few elements, where
// that need not be made; nil of another.
func (f *fn) givesFew(e core.Term) []int64 {
	switch e := e.(type) {
	case *core.Use:
		if f.holdsFew(e) {
			return f.env[e.Var].leaf.dims
		}
	case *core.SizeCheck:
		return f.givesFew(e.X)
	case *core.StopGradient:
		return f.givesFew(e.X)
	case *core.Let:
		var dims []int64
		f.scoped(func() {
			if e.Var != nil {
				if dims := f.givesFew(e.Bound); dims != nil {
					f.set(e.Var, value{leaf: &leaf{dims: dims, few: &few{}}}) // so many, while we look
				}
			}
			dims = f.givesFew(e.Body)
		})
		return dims
	case *core.Untuple:
		return f.givesFew(e.Body)
	case *core.Set:
		return f.givesFew(e.X)
	case *core.Case:
		if dims := f.givesFew(e.Arms[0].Body); e.X.Type() == core.Bool && slices.Equal(dims, f.givesFew(e.Arms[1].Body)) {
			return dims
		}
	case *core.Build:
		return f.fewDims(e, &target{few: true})
	case *core.Apply:
		if c := f.calleeOf(e.Func); f.small && f.inlinable(c) {
			return knownSizes(c.result())
		}
	}
	return nil
}
