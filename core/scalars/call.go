package scalars

import (
	"slices"

	"procad/core"
	"procad/core/inline"
)

// apply is f(e1, …, en). The body of f is put there if an argument is an array of
// few elements, or the result is one that need not be made.
func (b *builder) apply(t *core.Apply, to *want) value {
	c := b.calleeOf(t.Func)
	if !b.inlinable(c) {
		c = nil
	}
	args := make([]value, len(t.Args))
	for i, arg := range t.Args {
		var w *want
		if c != nil {
			w = b.wanted(c.Params[i])
		}
		args[i] = b.term(arg, w)
	}
	local, _ := t.Func.(*core.Use)
	if c != nil && (local != nil && b.inPlace[local.Var] || slices.ContainsFunc(args, value.has) || fewResult(sizes(c), to)) {
		return b.inline(c, t, args, to)
	}
	out := &core.Apply{Node: t.Node, Func: b.called(t.Func)}
	for i, x := range args {
		out.Args = append(out.Args, b.made(x, t.Args[i].Pos()))
	}
	return value{term: out}
}

// called is what is called, a function or a derivative of one.
func (b *builder) called(f core.Term) core.Term {
	switch f := f.(type) {
	case *core.Use:
		v := b.funcs[f.Var]
		b.needed[v] = true
		return &core.Use{Node: f.Node, Var: v}
	case *core.Derive:
		d := *f
		d.Func = b.called(f.Func)
		return &d
	}
	return core.Copy(f)
}

// inline is the body of c with the given arguments.
func (b *builder) inline(c *inline.Callee, t *core.Apply, args []value, to *want) (v value) {
	before := b.yields
	b.yields = to.some()
	b.calls = append(b.calls, t.At)
	b.scoped(func() {
		for i, p := range c.Params {
			b.set(p, b.named(args[i], p.Name, t.Args[i].Pos()))
		}
		v = b.term(c.Body, to)
	})
	b.yields, b.calls = before, b.calls[:len(b.calls)-1]
	return v
}

// local binds a local function, unless it is put in the place of all calls because
// it reads an array of few elements.
func (b *builder) local(v *core.Var, fn *core.Lambda) {
	b.inPlace[v] = b.inlinable(calleeOfLambda(fn)) && b.readsFew(fn.Body)
	if b.inPlace[v] {
		return
	}
	out := &core.Lambda{Node: fn.Node}
	b.scoped(func() { out.Params, out.Body = b.function(calleeOfLambda(fn)) })
	f := *v
	b.funcs[v] = &f
	b.bind(false, out, &f)
}

// fewResult says that a result of such sizes has an array of few elements where
// that need not be made.
func fewResult(s core.Shape, to *want) bool {
	if tuple, ok := s.(*core.TupleShape); ok {
		for i, e := range tuple.Elems {
			if fewResult(e, to.part(i)) {
				return true
			}
		}
	}
	return to.some() && fewSizes(s) != nil
}

// fewSizes are the sizes that s says of an array of few elements; nil of another.
func fewSizes(s core.Shape) []int64 {
	a, ok := s.(*core.ArrayShape)
	if !ok {
		return nil
	}
	var dims []int64
	for _, n := range a.Sizes {
		k, ok := n.Size.(*core.IntConst)
		if !ok || k.Value < 1 || k.Value > inline.MostFew {
			return nil
		}
		if dims = append(dims, k.Value); product(dims) > inline.MostFew {
			return nil
		}
	}
	return dims
}

// readsFew says that a body reads an array of few elements at an index that is
// not known, but may be if the body is written out.
func (b *builder) readsFew(body core.Term) bool {
	found := false
	unknown := func(t core.Term) bool {
		if t.Type() != core.Int {
			return false
		}
		_, ok := b.constant(t)
		return !ok
	}
	core.Visit(body, func(t core.Term) {
		if found {
			return
		}
		switch t := t.(type) {
		case *core.Index:
			base, at := core.Indexed(t)
			found = b.holdsFew(base) && slices.ContainsFunc(at, unknown)
		case *core.Apply:
			local, _ := t.Func.(*core.Use)
			of := local != nil && b.inPlace[local.Var] || b.inlinable(b.calleeOf(t.Func)) && slices.ContainsFunc(t.Args, b.holdsFew)
			found = of && slices.ContainsFunc(t.Args, unknown)
		}
	})
	return found
}

// holdsFew says that t is a variable of few elements.
func (b *builder) holdsFew(t core.Term) bool {
	use, ok := t.(*core.Use)
	return ok && b.env[use.Var].few != nil
}

// constant is the Int that t is known to be, without computing it.
func (b *builder) constant(t core.Term) (int64, bool) {
	switch t := t.(type) {
	case *core.IntConst:
		return t.Value, true
	case *core.Use:
		return b.env[t.Var].known()
	case *core.Size:
		if x, ok := t.X.(*core.Use); ok {
			return b.env[x.Var].size(t.Axis)
		}
	case *core.Prim:
		ks := make([]int64, len(t.Args))
		for i, x := range t.Args {
			k, ok := b.constant(x)
			if !ok {
				return 0, false
			}
			ks[i] = k
		}
		if t.Of == core.Int {
			return evaluated(t.Op, ks)
		}
	}
	return 0, false
}
