package lower

import (
	"procad/core"
	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// comp is [e for i1 < n1, …].
func (f *fn) comp(e *core.Build, to *target) value {
	return value{leaf: f.compOf(e, e.Binders, to)}
}

// compOf is a comprehension with scalar elements, or rows that are
// comprehensions whose sizes can be told before the indices are known:
//
//	f : [i1 : &Int, …, Θ] () → σ        a = Call build{f} [Θ] (n1, …)
func (f *fn) compOf(e *core.Build, binders []core.Binder, to *target) *leaf {
	pos, elem := e.At, e.Body
	if _, rows := elem.Type().(*core.ArrayType); rows && !f.even(elem, e.Row) || !f.rectangular(elem) {
		return f.rows(e, binders[0], binders[1:], to)
	}
	var sizes []proc.Var
	var indices []*core.Var
	add := func(binders []core.Binder) {
		for _, b := range binders {
			sizes = append(sizes, f.scalar(b.Size))
			indices = append(indices, b.Var)
		}
	}
	add(binders)
	for {
		inner, ok := elem.(*core.Build)
		if !ok {
			break
		}
		add(inner.Binders)
		elem = inner.Body
	}
	base, args := f.viewed(elem)
	if base != nil {
		sizes = append(sizes, f.sizes(pos, base, len(args))...)
	}
	if len(sizes) > proc.MaxRank {
		f.failf(pos, CodeRank, "an array has at most %d dimensions, and this has %d", proc.MaxRank, len(sizes))
	}
	g := f.newBody("build")
	var idx []*leaf
	for _, v := range indices {
		idx = append(idx, g.index(v))
	}
	var x proc.Var
	if base != nil {
		var at []proc.Var
		for range len(sizes) - len(indices) {
			idx = append(idx, g.index(nil))
		}
		for _, arg := range args {
			at = append(at, g.scalar(arg))
		}
		at = append(at, g.linears(idx[len(indices):])...)
		t, _ := arrayType(base.Type)
		x = g.variable("x", t)
		g.emit(&proc.Read{Where: where(pos), Out: x, Ref: g.ref(base), Idx: at})
	} else {
		x = g.nested(elem.Pos(), g.expr(elem, targetOf(elem.Type(), "x")))
	}
	g.end(pos, nil, g.value(x))
	t := proc.NewArray(len(sizes), x.Type)
	out := f.result(to, t)
	return f.own(f.run(pos, proc.BuildKind(len(sizes)), g, out, f.tuple(pos, sizes)))
}

// even says that the sizes of an array are seen to be the given ones, none of which
// may be known.
func (f *fn) even(e core.Term, sizes []core.Term) bool {
	for axis, n := range sizes {
		if !f.sizeIs(e, axis, n) {
			return false
		}
	}
	return sizes != nil
}

// rectangular says that e is a scalar, a view of an array that is there
// already, or a comprehension of such with bounds that can be computed now.
func (f *fn) rectangular(e core.Term) bool {
	if _, rows := e.Type().(*core.ArrayType); !rows {
		return true
	}
	if comp, ok := e.(*core.Build); ok {
		for _, b := range comp.Binders {
			if !f.simple(b.Size) {
				return false
			}
		}
		return f.rectangular(comp.Body)
	}
	base, _ := f.viewed(e)
	return base != nil
}

// viewed takes a[i, …] apart if a is a variable that is there already and the
// indices cost nothing.
func (f *fn) viewed(e core.Term) (base *leaf, args []core.Term) {
	if _, rows := e.Type().(*core.ArrayType); !rows {
		return nil, nil
	}
	for {
		switch x := e.(type) {
		case *core.Index:
			args = append(x.At[:len(x.At):len(x.At)], args...)
			for _, arg := range x.At {
				if !cheap(arg, func(*core.Var) bool { return true }) {
					return nil, nil
				}
			}
			e = x.X
			continue
		case *core.Use:
			return f.env[x.Var].leaf, args
		}
		return nil, nil
	}
}

// simple says that e is an Int that can be computed now, at no cost and
// without a run-time error.
func (f *fn) simple(e core.Term) bool {
	return cheap(e, func(v *core.Var) bool { _, known := f.env[v]; return known })
}

func cheap(e core.Term, known func(*core.Var) bool) bool {
	switch e := e.(type) {
	case *core.IntConst:
		return true
	case *core.Use:
		return known(e.Var)
	case *core.Size:
		x, ok := e.X.(*core.Use)
		return ok && known(x.Var)
	case *core.Prim:
		switch e.Op {
		case core.Add, core.Sub, core.Mul:
			return cheap(e.Args[0], known) && cheap(e.Args[1], known)
		}
	}
	return false
}

// rows is a comprehension of arrays that are no comprehensions, or whose sizes
// are not known yet. They are added to zeros, row by row.
//
//	a = Accum z (s. u = Call sum{f} [s, Θ] n)        f : Row s i (r. Add r e)
func (f *fn) rows(e *core.Build, first core.Binder, rest []core.Binder, to *target) *leaf {
	pos, elem := e.At, e.Body
	n := f.scalar(first.Size)
	rowType := core.ArrayOf(elem.Type(), len(rest)).(*core.ArrayType)
	t := TypeOf(core.ArrayOf(rowType, 1))
	if rank := rowType.Rank + 1; rank > proc.MaxRank {
		f.failf(pos, CodeRank, "an array has at most %d dimensions, and this has %d", proc.MaxRank, rank)
	}
	known := true // the sizes of rows, before any is made
	for _, b := range rest {
		known = known && f.simple(b.Size)
	}
	_, arrays := elem.Type().(*core.ArrayType)
	known = known && (!arrays || e.Row != nil) // of no rows the sizes are 0, even if those of others are seen
	sized := known && (!arrays || f.even(elem, e.Row))
	_, literal := core.Inner(elem).(*core.Literal)
	row := func(g *fn) *leaf {
		if len(rest) > 0 {
			return g.compOf(e, rest, nil)
		}
		return g.expr(elem, nil).leaf
	}
	r := &rowMaker{fn: f, pos: pos, n: n, typ: t}
	if !known {
		return r.sizedByFirst(first.Var, row, to)
	}
	sizes := []proc.Var{n}
	for _, b := range rest {
		sizes = append(sizes, f.scalar(b.Size))
	}
	for _, n := range e.Row {
		sizes = append(sizes, f.scalar(n))
	}
	z := f.own(f.zeros(pos, t, sizes))
	if literal && sized && len(rest) == 0 {
		return r.storeLiterals(z, n, first.Var, elem, to)
	}
	if el, _ := arrayType(t); sized && accumulable(el) {
		return r.accumulate(z, to, func(acc *leaf) {
			f.addLoop(pos, n, func(g *fn) {
				i := g.index(first.Var)
				g.addComp(pos, acc, []*leaf{i}, rest, elem)
			})
		})
	}
	return r.fill(z, n, to, func(g *fn) (*leaf, *leaf) {
		i := g.index(first.Var)
		return i, row(g)
	})
}

// A rowMaker makes an array of n rows.
type rowMaker struct {
	*fn
	pos diag.Pos
	n   proc.Var
	typ proc.Type
}

// accumulable says that Add can fill arrays of such elements with their values.
func accumulable(elem proc.Type) bool {
	return elem != proc.Unit && deriv.Tangent(elem) == elem && proc.Additive(elem)
}

// fill puts n rows into z; iteration gives the index and the row.
func (r *rowMaker) fill(z *leaf, n proc.Var, to *target, iteration func(g *fn) (i, row *leaf)) *leaf {
	if elem, _ := arrayType(r.typ); !accumulable(elem) {
		return r.store(z, n, to, iteration)
	}
	return r.accumulate(z, to, func(acc *leaf) {
		r.addLoop(r.pos, n, func(g *fn) {
			i, row := iteration(g)
			g.addRow(r.pos, acc, i, row)
		})
	})
}

// accumulate adds to z.
func (r *rowMaker) accumulate(z *leaf, to *target, add func(acc *leaf)) *leaf {
	acc := r.accumulator(r.typ)
	s := &proc.Accum{Where: where(r.pos), Out: r.result(to, r.typ), In: r.linear(z), Name: acc.Name}
	s.Body = r.block(func() { add(acc) })
	r.emit(s)
	return r.own(s.Out)
}

// unlikeRows is said of rows with different dimensions.
const unlikeRows = "the lengths of the rows of this array"

// addRow adds a row to row i of an accumulator.
func (f *fn) addRow(pos diag.Pos, acc, i, row *leaf) {
	x := f.linear(row)
	view := f.row(pos, acc, []proc.Var{f.linear(i)}, "row")
	f.emit(&proc.Add{Where: where(pos), Ref: f.ref(view), In: x, What: unlikeRows})
}

// store is fill for elements that cannot be added: it replaces them one by one.
func (r *rowMaker) store(z *leaf, n proc.Var, to *target, iteration func(g *fn) (i, row *leaf)) *leaf {
	return r.stored(z, n, to, func(g *fn) func(a *leaf) *leaf {
		i, row := iteration(g)
		return func(a *leaf) *leaf {
			g.alike(r.pos, a, row)
			return g.storeRow(r.pos, a, []*leaf{i}, row)
		}
	})
}

// stored is z after n iterations, each of which computes something first, and then puts
// it into the array.
func (r *rowMaker) stored(z *leaf, n proc.Var, to *target, iteration func(g *fn) func(a *leaf) *leaf) *leaf {
	f, pos := r.fn, r.pos
	g := f.newBody("fold")
	put := iteration(g) // the index comes first in the zone
	a := g.variable("a", r.typ)
	g.end(pos, []proc.Var{a}, value{leaf: put(g.own(a))})
	in := f.pair(pos, n, f.linear(z))
	return f.own(f.run(pos, proc.Fold, g, f.result(to, r.typ), in))
}

// storeLiterals puts n rows into z, each of which is a literal behind bindings.
//
//	[[e0, e1] for i < n]    ↦    a' = set(set(a, i, 0, e0), i, 1, e1) for i < n
func (r *rowMaker) storeLiterals(z *leaf, n proc.Var, index *core.Var, row core.Term, to *target) *leaf {
	return r.stored(z, n, to, func(g *fn) func(a *leaf) *leaf {
		i := g.index(index)
		t, elems := g.literalElems(row)
		return func(a *leaf) *leaf { return g.putAll(t, a, []*leaf{i}, elems) }
	})
}

// alike compares the dimensions of a row with those that rows of a have.
func (f *fn) alike(pos diag.Pos, a, row *leaf) {
	want := f.sizes(pos, a, 1)
	for axis, got := range f.sizes(pos, row, 0) {
		f.agree(pos, unlikeRows, want[axis], got)
	}
}

// storeRow replaces the elements of a at the indices by those of row.
func (f *fn) storeRow(pos diag.Pos, a *leaf, at []*leaf, row *leaf) *leaf {
	elem, rank := arrayType(a.Type)
	if len(at) == rank {
		_, k := arrayType(row.Type)
		x := f.variable("x", elem)
		f.emit(&proc.Read{Where: where(pos), Out: x, Ref: f.ref(row), Idx: f.linears(at[rank-k:])})
		return f.put(pos, a, at, x)
	}
	_, k := arrayType(row.Type)
	n := f.size(pos, f.variable("n", proc.Int), row, len(at)-(rank-k))
	g := f.newBody("fold")
	i := g.index(nil)
	s := g.variable("a", a.Type)
	g.end(pos, []proc.Var{s}, value{leaf: g.storeRow(pos, g.own(s), append(at[:len(at):len(at)], i), row)})
	in := f.pair(pos, n, f.linear(a))
	return f.own(f.run(pos, proc.Fold, g, f.variable("a", a.Type), in))
}

// sizedByFirst makes the first row to see the sizes of all; of no rows the
// other sizes are 0.
func (r *rowMaker) sizedByFirst(v *core.Var, row func(*fn) *leaf, to *target) *leaf {
	f, pos := r.fn, r.pos
	h := f.newBody("row")
	h.index(v)
	h.end(pos, nil, value{leaf: row(h)})
	elem, rank := arrayType(r.typ)
	call := func(g *fn, i *leaf) *leaf {
		names := append([]string{g.ref(i)}, g.refs(h)...)
		out := g.variable("row", proc.NewArray(rank-1, elem))
		g.emit(&proc.Call{Where: where(pos), Out: out, Func: h.name, Zone: names, In: g.tuple(pos, nil)})
		return g.own(out)
	}
	exact := &target{name: f.names.Fresh(to.hint("t")), exact: true}
	if to != nil && to.exact {
		exact = to
	}
	some := f.call(pos, prim.ILt, f.variable("t", proc.Bool), f.intConst(pos, 0), r.n)
	s := &proc.Case{Where: where(pos), In: some}
	s.L = f.branch(f.variable("u", proc.Unit), func() {
		i := f.own(f.intConst(pos, 0))
		first := call(f, i)
		sizes := append([]proc.Var{r.n}, f.sizes(pos, first, 0)...)
		z := f.putFirst(pos, f.own(f.zeros(pos, r.typ, sizes)), i, first)
		others := f.call(pos, prim.ISub, f.variable("t", proc.Int), r.n, f.intConst(pos, 1))
		r.fill(z, others, exact, func(g *fn) (*leaf, *leaf) {
			i := g.linear(g.index(nil))
			next := g.own(g.call(pos, prim.IAdd, g.variable("t", proc.Int), i, g.intConst(pos, 1)))
			return next, call(g, next)
		})
	})
	s.R = f.branch(f.variable("u", proc.Unit), func() {
		sizes := []proc.Var{r.n}
		for len(sizes) < rank {
			sizes = append(sizes, f.intConst(pos, 0))
		}
		f.into(pos, f.value(f.zeros(pos, r.typ, sizes)), exact)
	})
	f.emit(s)
	return f.own(f.result(exact, r.typ))
}

// put replaces one element of a.
//
//	t = (a, i1, …, ir, x); p = Call swap{A} t; (a', old) = p
func (f *fn) put(pos diag.Pos, a *leaf, at []*leaf, x proc.Var) *leaf {
	ins := append([]proc.Var{f.linear(a)}, f.linears(at)...)
	swapped := f.call(pos, proc.FamilyOf("swap", a.Type), f.variable("t", proc.NewTuple(a.Type, x.Type)), append(ins, x)...)
	out, old := f.variable("a", a.Type), f.variable("old", x.Type)
	f.emit(&proc.Untuple{Where: where(pos), Outs: []proc.Var{out, old}, In: swapped})
	return f.own(out)
}

// putFirst puts the first row into z.
func (f *fn) putFirst(pos diag.Pos, z, i, row *leaf) *leaf {
	if elem, _ := arrayType(z.Type); !accumulable(elem) {
		return f.storeRow(pos, z, []*leaf{i}, row)
	}
	r := &rowMaker{fn: f, pos: pos, typ: z.Type}
	return r.accumulate(z, &target{name: "z"}, func(acc *leaf) { f.addRow(pos, acc, i, row) })
}
