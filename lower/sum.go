package lower

import (
	"slices"

	"procad/core"
	"procad/internal/diag"
	"procad/prim"
	"procad/proc"
)

// reduce is sum(i < n, …) e, max(i < n, …) e or argmax(i < n) e.
func (f *fn) reduce(e *core.Reduce, to *target) value {
	switch e.Op {
	case core.Max:
		return f.value(f.max(e, to))
	case core.ArgMax:
		return f.value(f.argmax(e, to))
	}
	s := &summer{e: e, pos: e.Pos(), types: leafTypes(e.Type(), nil)}
	arrays, fillable := false, true
	for _, t := range s.types {
		if isArray(t) {
			elem, _ := arrayType(t)
			arrays, fillable = true, fillable && accumulable(elem)
		}
	}
	var targets []*target
	f.walk(e.Type(), to, func(to *target, _ proc.Type) { targets = append(targets, to) })
	if !arrays {
		s.accs = make([]*leaf, len(s.types))
		return regroup(e.Type(), s.over(f, targets, func(g *fn, out *target) proc.Var { return s.loop(g, 0, out) }))
	}
	zeros := f.sumZeros(s)
	switch {
	case zeros == nil:
		return regroup(e.Type(), s.byFirst(f, 0, fillable, targets))
	case fillable:
		return regroup(e.Type(), s.accumulate(f, zeros, targets, func(g *fn, out *target) proc.Var { return s.loop(g, 0, out) }))
	}
	return regroup(e.Type(), s.folded(f, 0, zeros, targets))
}

// A summer adds values of the given leaves over the indices of a sum.
type summer struct {
	e     *core.Reduce
	pos   diag.Pos
	types []proc.Type
	accs  []*leaf // the accumulators of the arrays among the leaves; nil for a scalar
	sized bool    // the sum is one array, whose sizes are those of every term
}

// loop is the sum over the indices from number k on, of the scalars among the
// leaves, as a flat tuple. The arrays are added to their accumulators.
//
//	f : [i : &Int, Θ] () → T        s = Call sum{f} [Θ] n
func (s *summer) loop(f *fn, k int, out *target) proc.Var {
	b := s.e.Binders[k]
	n := f.scalar(b.Size)
	g := f.newBody("sum")
	g.index(b.Var)
	var x proc.Var
	if k+1 < len(s.e.Binders) {
		x = s.loop(g, k+1, &target{name: "x"})
	} else if s.sized {
		g.addTo(s.accs[0], nil, s.e.Body)
		x = g.tuple(s.pos, nil)
	} else {
		x = s.add(g, g.expr(s.e.Body, targetOf(s.e.Type(), "x")).leaves(nil))
	}
	g.end(s.pos, nil, g.value(x))
	return f.run(s.pos, proc.SumOf, g, f.result(out, x.Type), n)
}

// add adds the arrays of an iteration and returns its scalars.
func (s *summer) add(g *fn, iteration []*leaf) proc.Var {
	var scalars []proc.Var
	for i, l := range iteration {
		x := g.linear(l)
		if s.accs[i] == nil {
			scalars = append(scalars, x)
		} else {
			g.emit(&proc.Add{Where: where(s.pos), Ref: g.ref(s.accs[i]), In: x, What: unlikeTerms})
		}
	}
	return g.tuple(s.pos, scalars)
}

// unlikeTerms is said of a sum of arrays with different dimensions.
const unlikeTerms = "the arrays of a sum"

// over takes apart the scalars that loop returns.
func (s *summer) over(f *fn, targets []*target, loop func(*fn, *target) proc.Var) []*leaf {
	leaves := make([]*leaf, len(s.types))
	var places []int
	for i, acc := range s.accs {
		if acc == nil {
			places = append(places, i)
		}
	}
	if len(places) == 1 {
		i := places[0]
		leaves[i] = f.own(loop(f, targets[i]))
		return leaves
	}
	x := loop(f, nil)
	var outs []proc.Var
	for _, i := range places {
		out := f.result(targets[i], s.types[i])
		outs, leaves[i] = append(outs, out), f.own(out)
	}
	if len(outs) > 0 {
		f.emit(&proc.Untuple{Where: where(s.pos), Outs: outs, In: x})
	}
	return leaves
}

// accumulate is a sum that begins with the arrays given.
//
//	r = Accum z (s. x = Call sum{f} [s, Θ] n)
func (s *summer) accumulate(f *fn, start []*leaf, targets []*target, loop func(*fn, *target) proc.Var) []*leaf {
	s.accs = make([]*leaf, len(s.types))
	var scopes []*proc.Accum
	outs := make([]*leaf, len(s.types))
	for i, z := range start {
		if z == nil {
			continue
		}
		s.accs[i] = f.accumulator(z.Type)
		a := &proc.Accum{Where: where(s.pos), Out: f.result(targets[i], z.Type), In: f.linear(z), Name: s.accs[i].Name}
		outs[i] = f.own(a.Out)
		scopes = append(scopes, a)
	}
	var leaves []*leaf
	body := f.block(func() { leaves = s.over(f, targets, loop) })
	for i := len(scopes) - 1; i >= 0; i-- {
		scopes[i].Body = body
		body = proc.Procedure{scopes[i]}
	}
	f.emit(scopes[0])
	for i, out := range outs {
		if out != nil {
			leaves[i] = out
		}
	}
	return leaves
}

// folded is a sum as a loop with a state, for arrays that have no accumulators.
// start has the arrays to begin with, and nil for scalars, which begin with 0.
func (s *summer) folded(f *fn, k int, start []*leaf, targets []*target) []*leaf {
	state := make([]*leaf, len(start))
	for i, l := range start {
		if state[i] = l; l == nil {
			state[i] = f.own(f.zero(s.pos, s.types[i]))
		}
	}
	n := f.scalar(s.e.Binders[k].Size)
	g := f.newBody("fold")
	g.index(s.e.Binders[k].Var)
	ins, acc := s.state(g)
	var next []*leaf
	if k+1 < len(s.e.Binders) {
		next = s.folded(g, k+1, acc, make([]*target, len(acc)))
	} else {
		iteration := g.expr(s.e.Body, targetOf(s.e.Type(), "x")).leaves(nil)
		next = s.plus(g, acc, iteration, make([]*target, len(acc)))
	}
	return s.runFold(f, g, ins, next, n, state, targets)
}

// state is the state of a body: one variable for each leaf.
func (s *summer) state(g *fn) (ins []proc.Var, leaves []*leaf) {
	for _, t := range s.types {
		v := g.variable("acc", t)
		ins, leaves = append(ins, v), append(leaves, g.own(v))
	}
	return ins, leaves
}

func (s *summer) runFold(f, g *fn, ins []proc.Var, next []*leaf, n proc.Var, state []*leaf, targets []*target) []*leaf {
	g.end(s.pos, ins, tupleOf(next))
	in := f.pair(s.pos, n, f.flat(s.pos, tupleOf(state)))
	if len(state) == 1 {
		return []*leaf{f.own(f.run(s.pos, proc.Fold, g, f.result(targets[0], s.types[0]), in))}
	}
	out := f.run(s.pos, proc.Fold, g, f.variable("t", proc.NewTuple(s.types...)), in)
	outs := make([]proc.Var, len(state))
	leaves := make([]*leaf, len(state))
	for i, t := range s.types {
		outs[i] = f.result(targets[i], t)
		leaves[i] = f.own(outs[i])
	}
	f.emit(&proc.Untuple{Where: where(s.pos), Outs: outs, In: out})
	return leaves
}

// tupleOf is the value with the given leaves side by side.
func tupleOf(leaves []*leaf) value {
	v := value{elems: make([]value, len(leaves))}
	for i, l := range leaves {
		v.elems[i].leaf = l
	}
	return v
}

// byFirst is a sum of arrays whose sizes are seen from the first of them only.
//
//	a0 = Call f [i0, Θ] (); r = Accum a0 (s. u = Call sum{g} [s, Θ] n-1)        g i = f (i+1), added to s
func (s *summer) byFirst(f *fn, k int, fillable bool, targets []*target) []*leaf {
	pos, b := s.pos, s.e.Binders[k]
	n := f.scalar(b.Size)
	some := f.call(pos, prim.ILt, f.variable("t", proc.Bool), f.intConst(pos, 0), n)
	f.require(pos, "the sum of no arrays has sizes only if its type is written", some)
	h := f.newBody("term")
	h.index(b.Var)
	if k+1 < len(s.e.Binders) {
		h.end(pos, nil, tupleOf(s.byFirst(h, k+1, fillable, make([]*target, len(s.types)))))
	} else {
		h.end(pos, nil, h.expr(s.e.Body, targetOf(s.e.Type(), "x")))
	}
	first := s.term(f, h, f.own(f.intConst(pos, 0)))
	others := f.call(pos, prim.ISub, f.variable("t", proc.Int), n, f.intConst(pos, 1))
	if !fillable {
		g := f.newBody("fold")
		i := g.index(nil)
		ins, acc := s.state(g)
		next := s.plus(g, acc, s.term(g, h, g.next(pos, i)), make([]*target, len(acc)))
		return s.runFold(f, g, ins, next, others, first, targets)
	}
	start := make([]*leaf, len(first))
	for i, l := range first {
		if isArray(l.Type) {
			start[i] = l
		}
	}
	sum := s.accumulate(f, start, make([]*target, len(first)), func(f *fn, out *target) proc.Var {
		g := f.newBody("sum")
		i := g.index(nil)
		x := s.add(g, s.term(g, h, g.next(pos, i)))
		g.end(pos, nil, g.value(x))
		return f.run(pos, proc.SumOf, g, f.result(out, x.Type), others)
	})
	for i, l := range start {
		if l == nil {
			sum[i] = s.plus(f, first[i:i+1], sum[i:i+1], targets[i:i+1])[0]
		}
	}
	return sum
}

// next is i + 1.
func (f *fn) next(pos diag.Pos, i *leaf) *leaf {
	return f.own(f.call(pos, prim.IAdd, f.variable("t", proc.Int), f.linear(i), f.intConst(pos, 1)))
}

// term calls h, which gives the value of the body at an index.
func (s *summer) term(f, h *fn, i *leaf) []*leaf {
	names := append([]string{f.ref(i)}, f.refs(h)...)
	out := f.packed(s.e.Type(), targetOf(s.e.Type(), "x"))
	f.emit(&proc.Call{Where: where(s.pos), Out: out, Func: h.name, Zone: names, In: f.tuple(s.pos, nil)})
	return f.unflat(s.pos, out, s.e.Type(), targetOf(s.e.Type(), "x")).leaves(nil)
}

// plus adds leaf by leaf.
func (s *summer) plus(f *fn, a, b []*leaf, targets []*target) []*leaf {
	sum := make([]*leaf, len(a))
	for i := range a {
		if isArray(a[i].Type) {
			sum[i] = f.arrayPlus(s.pos, a[i], b[i], targets[i])
		} else {
			x := f.scalarPlus(s.pos, f.linear(a[i]), f.linear(b[i]), targets[i])
			sum[i] = f.own(x)
		}
	}
	return sum
}

// scalarPlus is a + b of Reals, Ints and tuples of them.
func (f *fn) scalarPlus(pos diag.Pos, a, b proc.Var, to *target) proc.Var {
	switch t := a.Type.(type) {
	case proc.RealType:
		return f.call(pos, prim.Add, f.result(to, a.Type), a, b)
	case proc.IntType:
		return f.call(pos, prim.IAdd, f.result(to, a.Type), a, b)
	case *proc.TupleType:
		as, bs := f.parts(pos, a, t), f.parts(pos, b, t)
		sums := make([]proc.Var, len(as))
		for i := range as {
			sums[i] = f.scalarPlus(pos, as[i], bs[i], nil)
		}
		return f.tuple(pos, sums)
	}
	return f.tuple(pos, nil)
}

// parts takes a tuple apart.
func (f *fn) parts(pos diag.Pos, v proc.Var, t *proc.TupleType) []proc.Var {
	outs := make([]proc.Var, len(t.Elems))
	for i, e := range t.Elems {
		outs[i] = f.variable("t", e)
	}
	f.emit(&proc.Untuple{Where: where(pos), Outs: outs, In: v})
	return outs
}

// arrayPlus is a + b, a new array.
func (f *fn) arrayPlus(pos diag.Pos, a, b *leaf, to *target) *leaf {
	elem, rank := arrayType(a.Type)
	sizes := f.sizes(pos, a, 0)
	for axis, n := range f.sizes(pos, b, 0) {
		f.agree(pos, unlikeTerms, sizes[axis], n)
	}
	g := f.newBody("build")
	idx := make([]*leaf, rank)
	for i := range idx {
		idx[i] = g.index(nil)
	}
	read := func(l *leaf) proc.Var {
		v := g.variable("x", elem)
		g.emit(&proc.Read{Where: where(pos), Out: v, Ref: g.ref(l), Idx: g.linears(idx)})
		return v
	}
	x := read(a)
	g.end(pos, nil, g.value(g.scalarPlus(pos, x, read(b), nil)))
	in := f.tuple(pos, sizes)
	return f.own(f.run(pos, proc.BuildKind(rank), g, f.result(to, a.Type), in))
}

// sumZeros makes the arrays that a sum begins with, if their sizes are known
// before the first term: nil if not.
func (f *fn) sumZeros(s *summer) []*leaf {
	if !determined(s.e.Of, s.e.Zero) {
		return nil
	}
	if zero, array := s.e.Zero.(*core.ArrayShape); array {
		sizes := make([]core.Term, len(zero.Sizes))
		for axis, n := range zero.Sizes {
			sizes[axis] = n.Size
		}
		s.sized = f.even(s.e.Body, sizes)
	}
	var zeros []*leaf
	for i, shape := range leafShapes(s.e.Of, s.e.Zero, nil) {
		var z *leaf
		if shape != nil {
			var sizes []proc.Var
			for _, n := range shape.Sizes {
				sizes = append(sizes, f.scalar(n.Size))
			}
			z = f.own(f.zeros(s.pos, s.types[i], sizes))
		}
		zeros = append(zeros, z)
	}
	return zeros
}

// leafShapes are the shapes of the arrays among the leaves of a t; nil for scalars.
func leafShapes(t core.Type, s core.Shape, list []*core.ArrayShape) []*core.ArrayShape {
	if tuple, ok := t.(*core.TupleType); ok {
		parts, _ := s.(*core.TupleShape)
		for i, e := range tuple.Elems {
			var part core.Shape
			if parts != nil {
				part = parts.Elems[i]
			}
			list = leafShapes(e, part, list)
		}
		return list
	}
	a, _ := s.(*core.ArrayShape)
	return append(list, a)
}

// determined says that a shape says all sizes of the arrays in a t. Where it does
// not, the sum of none is a run-time error, even if the sizes of the terms are seen.
func determined(t core.Type, s core.Shape) bool {
	switch t := t.(type) {
	case *core.TupleType:
		tuple, _ := s.(*core.TupleShape)
		for i, e := range t.Elems {
			var part core.Shape
			if tuple != nil {
				part = tuple.Elems[i]
			}
			if !determined(e, part) {
				return false
			}
		}
	case *core.ArrayType:
		a, ok := s.(*core.ArrayShape)
		return ok && !slices.ContainsFunc(a.Sizes, func(n core.ShapeSize) bool { return n.Size == nil })
	}
	return true
}
