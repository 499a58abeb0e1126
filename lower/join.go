package lower

import (
	"slices"

	"procad/proc"
	"procad/source"
)

// A join is the value that either branch of a Case binds. If both give arrays of
// as few elements, it is the elements.
type join struct {
	*fn
	typ   source.Type
	to    *target
	dims  []int64
	elems []*target
}

// join prepares the value of the given branches.
func (f *fn) join(to *target, l, r source.Expr) *join {
	j := &join{fn: f, typ: l.Type()}
	if to.wantsFew() {
		j.dims = f.givesFew(l)
	}
	if j.dims == nil || !slices.Equal(j.dims, f.givesFew(r)) {
		j.dims, j.to = nil, f.exact(j.typ, to)
		return j
	}
	elem := j.typ.(*source.Array).Elem
	for range product(j.dims) {
		j.elems = append(j.elems, f.exact(elem, targetOf(elem, to.hint("t"))))
	}
	return j
}

// branch lowers one of them.
func (j *join) branch(e source.Expr) {
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
	a := j.typ.(*source.Array)
	elems := make([]value, len(j.elems))
	for k, to := range j.elems {
		elems[k] = j.joined(a.Elem, to)
	}
	return j.fewOf(procType(a), j.dims, elems)
}

// fewElements are those of e, an array of few elements, which may have been made.
func (f *fn) fewElements(e source.Expr, dims []int64) []value {
	a := f.expr(e, &target{few: true}).leaf
	if a.few != nil {
		return a.few.elems
	}
	elem := e.Type().(*source.Array).Elem
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
func (f *fn) givesFew(e source.Expr) []int64 {
	switch e := e.(type) {
	case *source.Ident:
		if f.holdsFew(e) {
			return f.env[e.Var].leaf.dims
		}
	case *source.Annot:
		return f.givesFew(e.X)
	case *source.StopGradient:
		return f.givesFew(e.X)
	case *source.Let:
		var dims []int64
		f.scoped(func() {
			for _, b := range e.Binds {
				if b, ok := b.(*source.LetValue); ok && b.Pat.Kind == source.PatVar {
					if dims := f.givesFew(b.Value); dims != nil {
						f.set(b.Pat.Var, value{leaf: &leaf{dims: dims, few: &few{}}}) // so many, while we look
					}
				}
			}
			dims = f.givesFew(e.Body)
		})
		return dims
	case *source.SetAt:
		return f.givesFew(e.X)
	case *source.If:
		if dims := f.givesFew(e.Then); slices.Equal(dims, f.givesFew(e.Else)) {
			return dims
		}
	case *source.Comp:
		return f.fewDims(e, &target{few: true})
	case *source.Call:
		if c := calleeOf(e.Func); f.small && f.inlinable(c) && c.result != nil {
			return fewSizes(c.result)
		}
	}
	return nil
}
