package lower

import (
	"slices"

	"procad/core"
	"procad/proc"
)

// An array of few elements, with sizes that are known, is a value like a tuple:
//
//	[e for i < 3]    ↦    e[0/i], e[1/i], e[2/i]
//
// and a[2] is one of them. Where the array itself is needed, as by a[k] with a k
// that is not known, it is made of its elements there. All elements are
// computed where the comprehension stands, for any may have a fault.

// MostFew is how many elements are few: those of a 4 × 4 matrix, which are as
// many as a processor has registers for.
const MostFew = 16

// mostWritten bounds how much is written out for the body of a loop, and
// mostTurns how often the body of loops in each other.
const (
	mostWritten = 1000
	mostTurns   = 64
)

// few is an array that is not made: its elements, the last index fastest.
type few struct {
	elems []value
	made  *leaf // the array, in the block where it has been made
}

// fewOf is an array of the given elements.
func (f *fn) fewOf(t proc.Type, dims []int64, elems []value) value {
	return value{leaf: &leaf{Var: proc.Var{Type: t}, fn: f, dims: dims, few: &few{elems: elems}}}
}

// there is a leaf that has a variable.
func (f *fn) there(l *leaf) *leaf {
	switch {
	case l.few != nil:
		if l.few.made == nil {
			l.few.made = l.fn.make(l)
			l.fn.makes = append(l.fn.makes, l.few)
		}
		return l.few.made
	case l.known != nil && l.Name == "":
		return f.own(f.constantVar(l, nil))
	}
	return l
}

// make makes an array of its elements.
//
//	a' = set(a, i, …, x)        for each element, where a is full of zeros
func (f *fn) make(l *leaf) *leaf {
	sizes := make([]proc.Var, len(l.dims))
	for axis, n := range l.dims {
		sizes[axis] = f.intConst(f.at, n)
	}
	a := f.own(f.zeros(f.at, l.Type, sizes))
	return f.storeRow(f.at, a, nil, l)
}

func (f *fn) knownLeaves(ks []int64) []*leaf {
	list := make([]*leaf, len(ks))
	for i, k := range ks {
		list[i] = f.knownLeaf(core.Int, k)
	}
	return list
}

// indices are those of element k.
func indices(dims []int64, k int) []int64 {
	at := make([]int64, len(dims))
	for axis := len(dims) - 1; axis >= 0; axis-- {
		at[axis] = int64(k) % dims[axis]
		k /= int(dims[axis])
	}
	return at
}

// fewPlace is the number of the first element of a[i, …]; false if an index is
// not known, or out of range.
func (f *fn) fewPlace(a *leaf, args []core.Term) (int, bool) {
	start, n := 0, len(a.few.elems)
	for axis, arg := range args {
		i, ok := f.constant(arg)
		if !ok || i < 0 || i >= a.dims[axis] {
			return 0, false
		}
		n /= int(a.dims[axis])
		start += int(i) * n
	}
	return start, true
}

// fewAt is a[i, …] of few elements: an element, or fewer elements.
func (f *fn) fewAt(a *leaf, args []core.Term) (value, bool) {
	start, ok := f.fewPlace(a, args)
	if !ok || len(args) == len(a.dims) {
		return a.few.elems[start], ok
	}
	elem, rank := arrayType(a.Type)
	n := product(a.dims[len(args):])
	return f.fewOf(proc.NewArray(rank-len(args), elem), a.dims[len(args):], a.few.elems[start:start+n]), true
}

// fewComp is a comprehension of few elements, written out; false if they are
// not few, or the array itself is wanted.
func (f *fn) fewComp(e *core.Build, to *target) (value, bool) {
	dims := f.fewDims(e, to)
	if dims == nil {
		return value{}, false
	}
	binders, elem := flatComp(e)
	return f.fewTurns(binders, elem, dims, to), true
}

// fewTurns is the elements for all values of the indices, as an array.
func (f *fn) fewTurns(binders []core.Binder, elem core.Term, dims []int64, to *target) value {
	var elems []value
	var turn func(axis int)
	turn = func(axis int) {
		if axis == len(dims) {
			elems = append(elems, f.expr(elem, targetOf(elem.Type(), to.hint("x"))))
			return
		}
		for i := range dims[axis] {
			f.turn(binders[axis].Var, i, func() { turn(axis + 1) })
		}
	}
	f.writtenOut(product(dims), func() { turn(0) })
	return f.fewOf(proc.NewArray(len(dims), procType(elem.Type())), dims, elems)
}

// fewDims is the sizes of a comprehension that is written out; nil of another.
func (f *fn) fewDims(e *core.Build, to *target) []int64 {
	binders, elem := flatComp(e)
	if !f.small || len(binders) == 0 || len(binders) > proc.MaxRank || !proc.Scalar(procType(elem.Type())) {
		return nil
	}
	dims := make([]int64, len(binders))
	for axis, b := range binders {
		k, ok := f.constant(b.Size)
		if !ok || k < 1 || k > MostFew || product(dims[:axis])*int(k) > MostFew {
			return nil
		}
		dims[axis] = k
	}
	n := product(dims)
	if !f.writable(n, elem) || !to.wantsFew() && !f.readsFew(elem) {
		return nil
	}
	return dims
}

func product(dims []int64) int {
	n := 1
	for _, k := range dims {
		n *= int(k)
	}
	return n
}

// fewSum is a sum of scalars over few turns, written out, if they read arrays of
// few elements.
//
//	sum(i < 3) e    ↦    0 + e[0/i] + e[1/i] + e[2/i]
func (f *fn) fewSum(e *core.Reduce, to *target) (v value, ok bool) {
	s := &summer{e: e, pos: e.Pos(), types: leafTypes(e.Type(), nil)}
	n, ok := f.turnsOf(e.Binders)
	if !ok || slices.ContainsFunc(s.types, isArray) || !f.writable(n, e.Body) || !f.readsFew(e.Body) {
		return value{}, false
	}
	var targets []*target
	f.walk(e.Type(), to, func(to *target, _ proc.Type) { targets = append(targets, to) })
	f.writtenOut(n, func() { v = regroup(e.Type(), s.few(f, 0, targets)) })
	return v, true
}

// writtenOut lowers something that is written n times.
func (f *fn) writtenOut(n int, lower func()) {
	before := f.copies
	f.copies *= max(n, 1)
	lower()
	f.copies = before
}

// few adds up the sums over the indices from number k on.
func (s *summer) few(f *fn, k int, targets []*target) []*leaf {
	if k == len(s.e.Binders) {
		return f.expr(s.e.Body, targetOf(s.e.Type(), "x")).leaves(nil)
	}
	acc := make([]*leaf, len(s.types))
	for i, t := range s.types {
		acc[i] = f.own(f.zero(s.pos, t))
	}
	unnamed := make([]*target, len(targets))
	n, _ := f.constant(s.e.Binders[k].Size)
	for i := range n {
		f.turn(s.e.Binders[k].Var, i, func() {
			to := unnamed
			if i == n-1 {
				to = targets
			}
			acc = s.plus(f, acc, s.few(f, k+1, unnamed), to)
		})
	}
	return acc
}

// turnsOf is how many turns loops in each other have, if that is known and not
// more than few. A bound may depend on the indices around it.
func (f *fn) turnsOf(binders []core.Binder) (int, bool) {
	if len(binders) == 0 {
		return 1, true
	}
	n, ok := f.constant(binders[0].Size)
	if ok = ok && n >= 0 && n <= MostFew; !ok {
		return 0, false
	}
	all := 0
	for i := range n {
		f.turn(binders[0].Var, i, func() {
			inner, known := f.turnsOf(binders[1:])
			all, ok = all+inner, ok && known
		})
	}
	return all, ok && all <= MostFew
}

// turn lowers a turn whose index is i.
func (f *fn) turn(v *core.Var, i int64, lower func()) {
	f.scoped(func() {
		f.set(v, value{leaf: f.knownLeaf(core.Int, i)})
		lower()
	})
}

// writable says that a body may be written out n times.
func (f *fn) writable(n int, body core.Term) bool {
	return f.small && f.copies*n <= mostTurns && n*f.weight(body) <= mostWritten
}

// readsFew says that a body reads an array of few elements at an index that is
// not known, but may be if the body is written out.
func (f *fn) readsFew(body core.Term) bool {
	found := false
	var look func(e core.Term)
	look = func(e core.Term) {
		if found {
			return
		}
		unknown := func(e core.Term) bool { _, ok := f.constant(e); return !ok && e.Type() == core.Int }
		switch e := e.(type) {
		case *core.Index:
			base, args := indexed(e)
			found = f.holdsFew(base) && slices.ContainsFunc(args, unknown)
		case *core.Apply:
			fn, _ := e.Func.(*core.Use)
			of := fn != nil && f.inPlace[fn.Var] || f.inlinable(f.calleeOf(e.Func)) && slices.ContainsFunc(e.Args, f.holdsFew)
			found = of && slices.ContainsFunc(e.Args, unknown)
		}
		parts(e, look)
	}
	look(body)
	return found
}

// holdsFew says that e is a variable of few elements.
func (f *fn) holdsFew(e core.Term) bool {
	use, ok := e.(*core.Use)
	if !ok {
		return false
	}
	l := f.env[use.Var].leaf
	return l != nil && l.few != nil
}

// takesFew says that what v is need not be made.
func (f *fn) takesFew(v *core.Var) bool { return f.small && f.uses.known(v, f.yields) }

// argumentTarget says whether argument i of c, nil of a call that is not lowered
// in place, need be made.
func (f *fn) argumentTarget(c *callee, i int) *target {
	if c == nil {
		return nil
	}
	p := c.params[i]
	if _, array := p.Type.(*core.ArrayType); !array || !f.takesFew(p) {
		return nil
	}
	return &target{few: true}
}

// concernsFew says that c has an argument of few elements, or gives such a result
// where that need not be made.
func (f *fn) concernsFew(c *callee, args []value, to *target) bool {
	for _, arg := range args {
		if slices.ContainsFunc(arg.leaves(nil), func(l *leaf) bool { return l.few != nil }) {
			return true
		}
	}
	return fewResult(c.result(), to)
}

// fewResult says that a result of such sizes has an array of few elements where
// that need not be made.
func fewResult(s core.Shape, to *target) bool {
	if tuple, ok := s.(*core.TupleShape); ok {
		for i, e := range tuple.Elems {
			if fewResult(e, to.part(i)) {
				return true
			}
		}
	}
	return to.wantsFew() && knownSizes(s) != nil
}

// fewRow says that e is a call that gives few elements, as many as the sizes of a
// row say.
func (f *fn) fewRow(e core.Term, row []core.ShapeSize) bool {
	call, ok := e.(*core.Apply)
	if !ok {
		return false
	}
	dims := f.givesFew(call)
	if dims == nil || len(row) != len(dims) {
		return false
	}
	for axis, s := range row {
		if s.Size == nil {
			return false
		}
		if k, ok := f.constant(s.Size); !ok || k != dims[axis] {
			return false
		}
	}
	return true
}
