package recursion

import (
	"slices"

	"procad/core"
	"procad/internal/diag"
)

// derivative is a call of op(f). The heaps are constants in it.
//
//	op[W](f)(x, …) = op[W, no heaps](f)(x, …, h, …), without the parts of the result that are for heaps
//
// A derivative in values of recursive types is one in their nodes. Each of them has nodes of its own, so
// that what f reads elsewhere is a constant: the heaps have those of before k + 1 times, for k such values.
// The cotangents are k values more, whose nodes are where those of the values are.
//
//	grad(f)(t)    =    t + n        for (_, h̄) = grad(f)(t + n, H), H = (h, h shifted by n) and from then on h' = (h, H with h̄ for its Reals)
func (b *block) derivative(t *core.Apply, f *core.Derive) core.Term {
	of := f.Func.Type().(*core.FuncType)
	forward := f.Op == core.JVP
	refuse := func(what string) {
		panic(diag.Errorf(f.At, core.CodeRecDerivative, "%s in the program: %s of a recursive type is not supported there", f.Op, what).
			Hintf("take it in parameters that are numbers, as in grad(\\w. f(tree, w))(w); procad grad gives the gradient in all parameters"))
	}
	var trees []int
	for i, p := range of.Params {
		switch {
		case !core.HasRec(p) || core.Discrete(p) || !forward && f.Wanted != nil && !f.Wanted[i]:
		case inValue(f, i):
			trees = append(trees, i)
		default:
			refuse("the derivative in a value")
		}
	}
	if core.HasRec(of.Result) && !core.Discrete(of.Result) {
		refuse("the derivative of a value")
	}
	d, e := b.single(f.Func)
	own, list := len(of.Params), b.list(e.all())
	wanted := f.Wanted
	if !forward && len(list) > 0 {
		if wanted == nil {
			for range own {
				wanted = append(wanted, true)
			}
		}
		wanted = append(wanted[:own:own], make([]bool, len(list))...)
	}
	args := slices.Clone(t.Args[:own])
	c := b.copies(t, of, trees)
	for k, i := range trees {
		t.Args[i] = b.named(t.Args[i])
		args[i] = c.in(of.Params[i], t.Args[i], k+1)
	}
	var heaps []core.Term
	for k, r := range list {
		h := c.nodes[r]
		if h == nil {
			h = b.now[r].nodes
		} else {
			wanted[own+k] = true
		}
		heaps = append(heaps, useAt(t.At, h))
	}
	args = append(args, heaps...)
	args = append(args, t.Args[own:]...)
	if forward {
		for _, x := range heaps {
			if !core.Discrete(x.Type()) {
				refuse("the derivative of a function that reads a value")
			}
			args = append(args, tuple(t.At))
		}
	}
	of = core.DerivedType(f.Op, d.Type(), wanted)
	call := &core.Apply{
		Node: node(t.At, of.Result), Args: args,
		Func: &core.Derive{Node: node(f.At, of), Op: f.Op, Wanted: wanted, Func: globalAt(f.At, d)},
	}
	if len(trees) > 0 {
		return b.cotangents(t, f, call, c, trees, list)
	}
	whole := plainType(t.Of)
	switch {
	case core.Equal(of.Result, whole):
		return call
	case f.Op == core.VJP:
		pair := of.Result.(*core.TupleType).Elems
		y, g := variable(t.At, "y", pair[0]), variable(t.At, "g", pair[1])
		return untuple([]*core.Var{y, g}, call, tuple(t.At, useAt(t.At, y), firstOf(useAt(t.At, g), own)))
	}
	return firstOf(call, own)
}

// inValue says that the derivative in parameter i, of a recursive type, is a value of that type.
func inValue(f *core.Derive, i int) bool {
	_, ok := f.Func.Type().(*core.FuncType).Params[i].(*core.RecType)
	_, again := f.Func.(*core.Derive)
	return ok && !again && (f.Op == core.Grad || f.Op == core.VJP)
}

// cotangentsIn are the recursive types of the values in which f is a derivative.
func (h *heaps) cotangentsIn(f *core.Derive) (set types) {
	for i, p := range f.Func.Type().(*core.FuncType).Params {
		if inValue(f, i) && !core.Discrete(p) && (f.Wanted == nil || f.Wanted[i]) {
			set = set.or(h.of(p))
		}
	}
	return set
}

// A copied is heaps with the nodes of before several times.
type copied struct {
	*block
	at    diag.Pos
	list  []*core.RecType
	n     map[*core.RecType]*core.Var // how many nodes there were
	all   map[*core.RecType]*core.Var // and how many there are
	nodes map[*core.RecType]*core.Var
}

// copies binds the heaps in which each of the given arguments has nodes of its own.
//
//	[shifted(h[j mod n], (j div n) n) for j < (k + 1) n]
func (b *block) copies(t *core.Apply, of *core.FuncType, trees []int) *copied {
	c := &copied{b, t.At, nil, map[*core.RecType]*core.Var{}, map[*core.RecType]*core.Var{}, map[*core.RecType]*core.Var{}}
	var set types
	for _, i := range trees {
		set = set.or(b.of(of.Params[i]))
	}
	c.list = b.list(set)
	for _, r := range c.list {
		n := b.now[r].n
		if n == nil {
			n = variable(t.At, "n", core.Int)
			b.let(n, &core.Size{Node: node(t.At, core.Int), X: useAt(t.At, b.now[r].nodes)})
		}
		c.n[r], c.all[r] = n, variable(t.At, "n", core.Int)
		b.let(c.all[r], prim(t.At, core.Int, core.Mul, useAt(t.At, n), integer(t.At, int64(len(trees)+1))))
	}
	for _, r := range c.list {
		c.nodes[r] = variable(t.At, "heap", nodesType(r))
		b.let(c.nodes[r], c.each(r, func(x *core.Var, from map[*core.RecType]*source, _ *core.Var) core.Term {
			return shifted(useAt(t.At, x), r.Of, from)
		}))
	}
	return c
}

// each makes nodes of those of before, so many times: node j of node j mod n, for copy j div n, whose nodes are so much further on.
func (c *copied) each(r *core.RecType, made func(x *core.Var, from map[*core.RecType]*source, j *core.Var) core.Term) core.Term {
	at := c.at
	j, k := variable(at, "j", core.Int), variable(at, "k", core.Int)
	from := map[*core.RecType]*source{}
	place := prim(at, core.Int, core.IMod, useAt(at, j), useAt(at, c.n[r]))
	x := variable(at, "x", plainType(r.Of))
	old := &core.Index{Node: node(at, x.Type), X: useAt(at, c.block.now[r].nodes), At: []core.Term{place}}
	for _, s := range c.list {
		from[s] = &source{off: variable(at, "off", core.Int)}
	}
	body := let(x, old, made(x, from, j))
	for _, s := range c.list {
		body = let(from[s].off, prim(at, core.Int, core.Mul, useAt(at, k), useAt(at, c.n[s])), body)
	}
	body = let(k, prim(at, core.Int, core.IDiv, useAt(at, j), useAt(at, c.n[r])), body)
	return &core.Build{Node: node(at, nodesType(r)), Binders: []core.Binder{{Var: j, Size: useAt(at, c.all[r])}}, Body: body}
}

// in is a value in copy k.
func (c *copied) in(r core.Type, x core.Term, k int) core.Term {
	off := prim(c.at, core.Int, core.Mul, useAt(c.at, c.n[r.(*core.RecType)]), integer(c.at, int64(k)))
	return prim(c.at, core.Int, core.Add, core.Copy(x), off)
}

// cotangents is the result of a derivative in values of recursive types, whose nodes are added to the heaps.
func (b *block) cotangents(t *core.Apply, f *core.Derive, call core.Term, c *copied, trees []int, list []*core.RecType) core.Term {
	at, of := t.At, f.Func.Type().(*core.FuncType)
	var y *core.Var
	if f.Op == core.VJP {
		pair := call.Type().(*core.TupleType).Elems
		y = variable(at, "y", pair[0])
		g := variable(at, "g", pair[1])
		b.parts([]*core.Var{y, g}, call)
		call = useAt(at, g)
	}
	own := len(of.Params)
	bars := make([]*core.Var, own+len(list))
	for i := range bars {
		bars[i] = variable(at, "g", core.Unit)
	}
	switch types, _ := call.Type().(*core.TupleType); {
	case len(bars) == 1:
		bars[0].Type = call.Type()
		b.parts(bars, call)
	case len(types.Elems) == 0: // no cotangent is any
		b.let(variable(at, "_", core.Unit), call)
		for _, v := range bars {
			b.let(v, tuple(at))
		}
	default:
		for i, e := range types.Elems {
			bars[i].Type = e
		}
		b.parts(bars, call)
	}
	now := map[*core.RecType]heap{}
	for _, r := range c.list {
		var bar *core.Var
		for k, s := range list {
			if s == r {
				bar = bars[own+k]
			}
		}
		nodes := variable(at, "heap", nodesType(r))
		b.let(nodes, c.each(r, func(x *core.Var, from map[*core.RecType]*source, j *core.Var) core.Term {
			var y core.Term
			if bar != nil {
				y = &core.Index{Node: node(at, bar.Type.(*core.ArrayType).Elem), X: useAt(at, bar), At: []core.Term{useAt(at, j)}}
			}
			before := prim(at, core.Bool, core.Lt, useAt(at, j), useAt(at, c.n[r]))
			return choice(at, before, useAt(at, x), c.cotangent(r.Of, useAt(at, x), y, from))
		}))
		now[r] = heap{nodes, c.all[r]}
	}
	for r, h := range now {
		b.now[r] = h
	}
	parts := make([]core.Term, own)
	for i := range parts {
		parts[i] = useAt(at, bars[i])
	}
	for k, i := range trees {
		parts[i] = c.in(of.Params[i], t.Args[i], k+1)
	}
	if y == nil {
		return tuple(at, parts...)
	}
	return tuple(at, useAt(at, y), tuple(at, parts...))
}

// cotangent is a node x with the cotangents in y for its Reals, zeros where there is no y.
func (c *copied) cotangent(t core.Type, x, y core.Term, from map[*core.RecType]*source) core.Term {
	at := c.at
	if core.Discrete(plainType(t)) {
		return shifted(x, t, from)
	}
	switch t := t.(type) {
	case *core.TupleType:
		xs, ys, parts := make([]*core.Var, len(t.Elems)), make([]*core.Var, len(t.Elems)), make([]core.Term, len(t.Elems))
		for i, e := range t.Elems {
			xs[i] = variable(at, "x", plainType(e))
			var bar core.Term
			if y != nil {
				ys[i] = variable(at, "g", y.Type().(*core.TupleType).Elems[i])
				bar = useAt(at, ys[i])
			}
			parts[i] = c.cotangent(e, useAt(at, xs[i]), bar, from)
		}
		body := tuple(at, parts...)
		if y != nil {
			body = untuple(ys, y, body)
		}
		return untuple(xs, x, body)
	case *core.SumType:
		of := plainType(t)
		out := &core.Case{Node: node(at, of), X: x}
		for i, con := range t.Cons {
			v := variable(at, "x", plainType(con.Of))
			made := func(y core.Term) core.Term {
				return &core.Inject{Node: node(at, of), Con: i, X: c.cotangent(con.Of, useAt(at, v), y, from)}
			}
			if y == nil {
				out.Arms = append(out.Arms, core.Arm{Var: v, Body: made(nil)})
				continue
			}
			same := &core.Case{Node: node(at, of), X: y}
			for k, bar := range y.Type().(*core.SumType).Cons {
				w := variable(at, "g", bar.Of)
				if k == i {
					same.Arms = append(same.Arms, core.Arm{Var: w, Body: made(useAt(at, w))})
				} else { // tags are equal
					same.Arms = append(same.Arms, core.Arm{Var: nil, Body: none(at, of)})
				}
			}
			out.Arms = append(out.Arms, core.Arm{Var: v, Body: same})
		}
		return out
	}
	if y == nil {
		return none(at, core.Real)
	}
	return y
}
