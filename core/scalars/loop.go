package scalars

import (
	"fmt"
	"slices"

	"procad/core"
	"procad/core/inline"
)

// loop is a loop, which is written out if it makes few elements, or reads them.
func (b *builder) loop(t core.Term, to *want) value {
	switch t := t.(type) {
	case *core.Build:
		return b.build(t, to)
	case *core.Reduce:
		return b.reduce(t)
	case *core.Fold:
		out := &core.Fold{Node: t.Node, Plan: b.plan(t.Plan), Init: b.rest(t.Init), Over: b.rest(t.Over)}
		out.Body = b.body(t.Body, func() { out.Acc, out.Elem = b.variable(t.Acc), b.variable(t.Elem) })
		return value{term: out}
	case *core.NTimes:
		out := &core.NTimes{Node: t.Node, Plan: b.plan(t.Plan), Count: b.rest(t.Count), Init: b.rest(t.Init)}
		out.Body = b.body(t.Body, func() { out.State = b.variable(t.State) })
		return value{term: out}
	case *core.While:
		out := &core.While{Node: t.Node, Plan: b.plan(t.Plan), Limit: b.rest(t.Limit), Init: b.rest(t.Init)}
		out.Cond = b.body(t.Cond, func() { out.Test = b.variable(t.Test) })
		out.Body = b.body(t.Body, func() { out.State = b.variable(t.State) })
		return value{term: out}
	case *core.Ccl:
		out := &core.Ccl{Node: t.Node, Count: b.rest(t.Count), Init: b.rest(t.Init)}
		out.Body = b.body(t.Body, func() { out.Index, out.State = b.variable(t.Index), b.variable(t.State) })
		return value{term: out}
	}
	panic(fmt.Sprintf("scalars: no rule for %T", t))
}

// plan is that of a loop that is a copy in the place of calls.
func (b *builder) plan(p core.Plan) core.Plan {
	for _, call := range slices.Backward(b.calls) {
		p = p.Called(call)
	}
	return p
}

// body is the body of a loop, whose variables bind binds.
func (b *builder) body(t core.Term, bind func()) core.Term {
	return b.in(&level{}, func() core.Term {
		bind()
		return b.result(b.term(t, nil), t.Pos())
	})
}

// flat takes [[e for j < m] for i < n] apart into i, j and e.
func flat(t *core.Build) (binders []core.Binder, elem core.Term) {
	elem = t
	for {
		inner, ok := elem.(*core.Build)
		if !ok {
			return binders, elem
		}
		binders = append(binders, inner.Binders...)
		elem = inner.Body
	}
}

func (b *builder) build(t *core.Build, to *want) value {
	if dims := b.fewDims(t, to); dims != nil {
		binders, elem := flat(t)
		return b.writtenOut(t, binders, elem, dims, to)
	}
	out := &core.Build{Node: t.Node}
	dims := make([]int64, t.Of.(*core.ArrayType).Rank)
	for i, n := range t.Binders {
		v := b.term(n.Size, nil)
		if k, ok := v.known(); ok && k >= 0 {
			dims[i] = k
		} else {
			dims[i] = -1
		}
		out.Binders = append(out.Binders, core.Binder{Size: b.made(v, n.Size.Pos())})
	}
	for i := range dims[len(t.Binders):] {
		dims[len(t.Binders)+i] = -1
	}
	if t.Row != nil {
		out.Row = b.rests(t.Row)
	}
	if b.columned(t) {
		j := out.Binders[1].Size
		out.Binders, out.Row = out.Binders[:1:1], []core.Term{j}
		out.Body = b.in(&level{}, func() core.Term {
			out.Binders[0].Var = b.variable(t.Binders[0].Var)
			row := &core.Build{Node: core.Node{At: t.At, Of: core.ArrayOf(t.Body.Type(), 1)}}
			v := b.writtenOut(row, t.Binders[1:], t.Body, []int64{j.(*core.IntConst).Value}, nil)
			return b.result(v, t.Body.Pos())
		})
		return value{term: out, dims: dims}
	}
	var w *want
	if row, ok := core.Inner(t.Body).(*core.Build); b.fewRow(t, out.Row) || ok && len(t.Binders) == 1 && core.Term(row) != t.Body && b.decides(row) {
		w = &want{few: true}
	}
	b.row, _ = t.Body.(*core.Build)
	out.Body = b.in(&level{}, func() core.Term {
		for i, n := range t.Binders {
			out.Binders[i].Var = b.variable(n.Var)
		}
		return b.result(b.term(t.Body, w), t.Body.Pos())
	})
	return value{term: out, dims: dims}
}

// fewRow says that the rows are what a call gives, with few elements.
func (b *builder) fewRow(t *core.Build, row []core.Term) bool {
	call, ok := t.Body.(*core.Apply)
	if !ok || len(t.Binders) != 1 {
		return false
	}
	c := b.calleeOf(call.Func)
	if !b.inlinable(c) {
		return false
	}
	dims := fewSizes(sizes(c))
	if dims == nil || len(row) != len(dims) {
		return false
	}
	for axis, n := range row {
		if k, ok := n.(*core.IntConst); !ok || k.Value != dims[axis] {
			return false
		}
	}
	return true
}

// fewDims is the sizes of a comprehension that is written out; nil of another.
func (b *builder) fewDims(t *core.Build, to *want) []int64 {
	binders, elem := flat(t)
	if _, rows := elem.Type().(*core.ArrayType); rows || len(binders) > mostDims {
		return nil
	}
	var dims []int64
	for _, n := range binders {
		k, ok := b.constant(n.Size)
		if !ok || k < 1 || k > inline.MostFew || product(dims)*int(k) > inline.MostFew {
			return nil
		}
		dims = append(dims, k)
	}
	if !b.writable(product(dims), elem) || !(to != nil && to.few) && !b.readsFew(elem) {
		return nil
	}
	return dims
}

// writable says that a body may be written out n times.
func (b *builder) writable(n int, body core.Term) bool {
	return b.copies*n <= mostIterations && n*b.weigher.Body(body) <= mostWritten
}

// writtenOut is the elements for all values of the indices, as an array.
func (b *builder) writtenOut(t *core.Build, binders []core.Binder, elem core.Term, dims []int64, to *want) value {
	var elems []value
	var iteration func(axis int)
	iteration = func(axis int) {
		if axis == len(dims) {
			elems = append(elems, b.named(b.term(elem, nil), to.element(), elem.Pos()))
			return
		}
		for i := range dims[axis] {
			b.iteration(binders[axis].Var, i, func() { iteration(axis + 1) })
		}
	}
	b.times(product(dims), func() { iteration(0) })
	return b.fewOf(t.Of, t.At, dims, elems)
}

// times is of what is written out n times.
func (b *builder) times(n int, do func()) {
	before := b.copies
	b.copies *= max(n, 1)
	do()
	b.copies = before
}

// iteration is that at index i.
func (b *builder) iteration(v *core.Var, i int64, do func()) {
	b.scoped(func() {
		b.set(v, value{term: intAt(v.Pos, i)})
		do()
	})
}

// columned says that a comprehension has a second index over few numbers that
// decides what is computed. That is seen from its text.
func (b *builder) columned(t *core.Build) bool {
	return len(t.Binders) == 2 && b.row != t && b.decides(t)
}

// decides says that the last index of a comprehension of scalars does so.
func (b *builder) decides(t *core.Build) bool {
	if _, rows := t.Body.Type().(*core.ArrayType); rows {
		return false
	}
	j := t.Binders[len(t.Binders)-1]
	k, ok := j.Size.(*core.IntConst)
	if !ok || k.Value < 1 || k.Value > inline.MostFew || int(k.Value)*b.weigher.Body(t.Body) > mostWritten {
		return false
	}
	decides := false
	core.Visit(t.Body, func(t core.Term) {
		if t, ok := t.(*core.Case); ok && t.X.Type() == core.Bool && only(t.X, j.Var) {
			decides = true
		}
	})
	return decides
}

// only says that t is made of numbers and i.
func only(t core.Term, i *core.Var) bool {
	made := true
	core.Visit(t, func(t core.Term) {
		switch t := t.(type) {
		case *core.IntConst, *core.Prim, *core.Case, *core.Inject, *core.Tuple:
		case *core.Use:
			made = made && t.Var == i
		default:
			made = false
		}
	})
	return made
}

// reduce is a sum or a maximum. A sum of scalars over few iterations that read
// arrays of few elements is written out.
//
//	sum(i < 3) e = e[0/i] + e[1/i] + e[2/i]
func (b *builder) reduce(t *core.Reduce) value {
	if n, ok := b.iterationsOf(t.Binders); ok && t.Op == core.Sum && !holdsArray(t.Of) && b.writable(n, t.Body) && b.readsFew(t.Body) {
		return b.summed(t, n)
	}
	out := &core.Reduce{Node: t.Node, Op: t.Op, Zero: b.shape(t.Zero)}
	first := b.rest(t.Binders[0].Size)
	out.Body = b.in(&level{}, func() core.Term {
		for i, n := range t.Binders {
			size := first
			if i > 0 {
				size = b.in(nil, func() core.Term { return b.rest(n.Size) })
			}
			out.Binders = append(out.Binders, core.Binder{Var: b.variable(n.Var), Size: size})
		}
		return b.result(b.term(t.Body, nil), t.Body.Pos())
	})
	return value{term: out}
}

// summed is a sum of n values, from the first to the last.
func (b *builder) summed(t *core.Reduce, n int) (sum value) {
	if n == 0 {
		return b.zero(t, t.Of)
	}
	first := true
	var over func(k int)
	over = func(k int) {
		if k == len(t.Binders) {
			if x := b.term(t.Body, nil); first {
				sum, first = x, false
			} else {
				sum = b.plus(t, sum, x)
			}
			return
		}
		n, _ := b.constant(t.Binders[k].Size)
		for i := range n {
			b.iteration(t.Binders[k].Var, i, func() { over(k + 1) })
		}
	}
	b.times(n, func() { over(0) })
	return sum
}

// zero is the zero of numbers and tuples of them.
func (b *builder) zero(t *core.Reduce, of core.Type) value {
	switch of := of.(type) {
	case *core.TupleType:
		if len(of.Elems) == 0 {
			break
		}
		v := value{tuple: make([]value, len(of.Elems))}
		for i, e := range of.Elems {
			v.tuple[i] = b.zero(t, e)
		}
		return v
	case core.Basic:
		if of == core.Int {
			return value{term: intAt(t.At, 0)}
		}
		return value{term: &core.RealConst{Node: core.Node{At: t.At, Of: core.Real}}}
	}
	return value{term: &core.Tuple{Node: core.Node{At: t.At, Of: core.Unit}}}
}

// plus is x + y of numbers and tuples of them.
func (b *builder) plus(t *core.Reduce, x, y value) value {
	if x.tuple != nil || y.tuple != nil {
		n := max(len(x.tuple), len(y.tuple))
		if x.tuple == nil {
			x.tuple = b.split(x.term, n)
		}
		if y.tuple == nil {
			y.tuple = b.split(y.term, n)
		}
		out := value{tuple: make([]value, n)}
		for i := range out.tuple {
			out.tuple[i] = b.plus(t, x.tuple[i], y.tuple[i])
		}
		return out
	}
	of, ok := x.term.Type().(*core.TupleType)
	switch {
	case ok && len(of.Elems) == 0:
		return x
	case ok:
		x.tuple, y.tuple = b.split(x.term, len(of.Elems)), b.split(y.term, len(of.Elems))
		return b.plus(t, x, y)
	}
	if k, ok := x.known(); ok {
		if l, ok := y.known(); ok {
			return value{term: intAt(t.At, k+l)}
		}
	}
	return value{term: &core.Prim{Node: core.Node{At: t.At, Of: x.term.Type()}, Op: core.Add, Args: []core.Term{x.term, b.made(y, t.At)}}}
}

// iterationsOf is how many iterations loops in each other have, if that is known
// and not more than few. A size may depend on the indices around it.
func (b *builder) iterationsOf(binders []core.Binder) (int, bool) {
	if len(binders) == 0 {
		return 1, true
	}
	n, ok := b.constant(binders[0].Size)
	if ok = ok && n >= 0 && n <= inline.MostFew; !ok {
		return 0, false
	}
	all := 0
	for i := range n {
		b.iteration(binders[0].Var, i, func() {
			inner, known := b.iterationsOf(binders[1:])
			all, ok = all+inner, ok && known
		})
	}
	return all, ok && all <= inline.MostFew
}
