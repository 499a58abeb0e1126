package scalars

import (
	"math"
	"slices"

	"procad/core"
	"procad/internal/diag"
)

// term is what t is. It binds what it needs in the block at hand.
func (b *builder) term(t core.Term, to *want) value {
	for { // chains of bindings are long
		switch let := t.(type) {
		case *core.Let:
			b.let(let)
			t = let.Body
			continue
		case *core.Untuple:
			b.untuple(let)
			t = let.Body
			continue
		}
		break
	}
	switch t := t.(type) {
	case *core.Use:
		v := b.env[t.Var]
		if v.term != nil {
			v.term, _ = atom(v.term, t.At)
		}
		return v
	case *core.IntConst, *core.RealConst:
		c, _ := atom(t, t.Pos())
		return value{term: c}
	case *core.Prim:
		return b.prim(t)
	case *core.Apply:
		return b.apply(t, to)
	case *core.Tuple:
		if len(t.Elems) == 0 {
			c, _ := atom(t, t.At)
			return value{term: c}
		}
		v := value{tuple: make([]value, len(t.Elems))}
		for i, x := range t.Elems {
			v.tuple[i] = b.term(x, to.part(i))
		}
		return v
	case *core.Inject:
		return value{term: &core.Inject{Node: t.Node, Con: t.Con, X: b.rest(t.X)}}
	case *core.Case:
		return b.cases(t, to)
	case *core.Literal:
		return b.literalOf(t, to)
	case *core.Index:
		return b.index(t, to)
	case *core.Size:
		x := b.term(t.X, &want{few: true})
		if n, ok := x.size(t.Axis); ok {
			b.named(x, "", t.At) // its elements may fail
			return value{term: intAt(t.At, n)}
		}
		return value{term: &core.Size{Node: t.Node, X: b.made(x, t.At), Axis: t.Axis}}
	case *core.Set:
		return b.setAt(t, to)
	case *core.SizeCheck:
		return b.check(t, to)
	case *core.Assert:
		return value{term: &core.Assert{Node: t.Node, Cond: b.rest(t.Cond), Message: t.Message, Code: t.Code}}
	case *core.Foreign:
		return value{term: &core.Foreign{Node: t.Node, Symbol: t.Symbol, Status: t.Status, Args: b.rests(t.Args), Shape: b.shape(t.Shape)}}
	case *core.StackTerm:
		return value{term: &core.StackTerm{Node: t.Node, Op: t.Op, Args: b.rests(t.Args)}}
	case *core.StopGradient:
		return b.stop(t, b.term(t.X, to))
	}
	return b.loop(t, to)
}

// rest is what is left of t, whose arrays are made.
func (b *builder) rest(t core.Term) core.Term { return b.made(b.term(t, nil), t.Pos()) }

func (b *builder) rests(list []core.Term) []core.Term {
	out := make([]core.Term, len(list))
	for i, t := range list {
		out[i] = b.rest(t)
	}
	return out
}

// let binds x to what e is. A variable of an Int or a Bool that is known, or of
// another variable, is not needed any more.
//
//	let x = y in e = e[y/x]
func (b *builder) let(t *core.Let) {
	if fn, ok := t.Bound.(*core.Lambda); ok {
		b.local(t.Var, fn)
		return
	}
	v := b.term(t.Bound, b.wanted(t.Var))
	if v.has() || v.tuple != nil {
		name := ""
		if t.Var != nil {
			name = t.Var.Name
		}
		v = b.named(v, name, t.Bound.Pos())
		if t.Var != nil {
			b.set(t.Var, v)
		}
		return
	}
	_, number := v.known()
	_, use := v.term.(*core.Use)
	if number || use {
		if t.Var != nil {
			b.set(t.Var, v)
		}
		return
	}
	x := b.variable(t.Var)
	if t.Var != nil && v.dims != nil {
		b.env[t.Var] = value{term: core.UseOf(x), dims: v.dims}
	}
	b.bind(false, v.term, x)
}

// wanted says whether v need be made.
func (b *builder) wanted(v *core.Var) *want {
	if v == nil {
		return nil
	}
	if _, array := v.Type.(*core.ArrayType); !array || !b.takesFew(v) {
		return nil
	}
	return &want{few: true, name: v.Name}
}

// takesFew says that what v is need not be made.
func (b *builder) takesFew(v *core.Var) bool { return b.uses.known(v, b.yields) }

// components says which of the components that let binds need be made.
func (b *builder) components(let *core.Untuple) *want {
	w := &want{}
	for _, v := range let.Vars {
		if inner := taken(v, let.Body); inner != nil {
			w.parts = append(w.parts, b.components(inner))
		} else {
			w.parts = append(w.parts, b.wanted(v))
		}
	}
	return w
}

// untuple binds the components of what e is.
//
//	let (x, y) = (e1, e2) in e = let x = e1; y = e2 in e
func (b *builder) untuple(t *core.Untuple) {
	v := b.term(t.Bound, b.components(t))
	if v.tuple == nil {
		vars := make([]*core.Var, len(t.Vars))
		for i, x := range t.Vars {
			vars[i] = b.variable(x)
		}
		b.bind(true, v.term, vars...)
		return
	}
	for _, scalar := range []bool{true, false} {
		for i, x := range v.tuple {
			if b.scalar(x) != scalar {
				continue
			}
			name := ""
			if t.Vars[i] != nil {
				name = t.Vars[i].Name
			}
			if x = b.named(x, name, t.Bound.Pos()); t.Vars[i] != nil {
				b.set(t.Vars[i], x)
			}
		}
	}
}

// exact bounds the Ints that are Reals too.
const exact = 1 << 53

// prim is op(e1, …, en), which is computed if all are Ints or Bools that are known.
func (b *builder) prim(t *core.Prim) value {
	var ks []int64
	args := make([]core.Term, len(t.Args))
	for i, x := range t.Args {
		v := b.term(x, nil)
		if k, ok := v.known(); ok {
			ks = append(ks, k)
		}
		args[i] = b.made(v, x.Pos())
	}
	if len(ks) == len(args) && t.Op == "real" {
		if x := float64(ks[0]); math.Abs(x) <= exact {
			return value{term: &core.RealConst{Node: t.Node, Value: x}}
		}
	}
	if len(ks) == len(args) && t.Of != core.Real {
		if k, ok := evaluated(t.Op, ks); ok {
			if t.Of == core.Bool {
				return value{term: boolAt(t.At, k == 1)}
			}
			return value{term: intAt(t.At, k)}
		}
	}
	return value{term: &core.Prim{Node: t.Node, Op: t.Op, Args: args}}
}

// cases is case e of con1 x1 -> e1, ….
//
//	case true of true -> a, false -> b = a
func (b *builder) cases(t *core.Case, to *want) value {
	x := b.term(t.X, nil)
	if k, ok := x.known(); ok {
		arm := t.Arms[core.True]
		if k == 0 {
			arm = t.Arms[core.False]
		}
		if arm.Var != nil {
			b.set(arm.Var, value{term: &core.Tuple{Node: core.Node{At: t.At, Of: core.Unit}}})
		}
		return b.term(arm.Body, to)
	}
	out := &core.Case{Node: t.Node, X: b.made(x, t.X.Pos())}
	blocks, values := make([]*block, len(t.Arms)), make([]value, len(t.Arms))
	for i, arm := range t.Arms {
		blocks[i] = b.open(nil)
		b.inside(blocks[i], func() {
			v := b.variable(arm.Var)
			values[i] = b.term(arm.Body, to)
			out.Arms = append(out.Arms, core.Arm{Var: v})
		})
	}
	dims := b.alike(values, to)
	for i, arm := range t.Arms {
		b.inside(blocks[i], func() {
			if dims != nil {
				out.Arms[i].Body = b.elements(values[i], arm.Body.Pos())
			} else {
				out.Arms[i].Body = b.result(values[i], arm.Body.Pos())
			}
		})
		out.Arms[i].Body = b.wrap(blocks[i], out.Arms[i].Body)
	}
	if dims == nil {
		return value{term: out}
	}
	out.Of = out.Arms[0].Body.Type()
	return b.fewOf(t.Of, t.At, dims, b.split(out, product(dims)))
}

// alike are the sizes of values that are all arrays of as many few elements, which
// need not be made; nil of others.
func (b *builder) alike(values []value, to *want) []int64 {
	if to == nil || !to.few || values[0].few == nil {
		return nil
	}
	dims := values[0].few.dims
	for _, v := range values[1:] {
		if v.few == nil || !slices.Equal(v.few.dims, dims) {
			return nil
		}
	}
	return dims
}

// elements is the tuple of the elements of an array of few.
func (b *builder) elements(v value, pos diag.Pos) core.Term {
	if len(v.few.elems) == 1 {
		return b.made(v.few.elems[0], pos)
	}
	return b.made(value{tuple: v.few.elems}, pos)
}

// split binds the components of a tuple of n.
func (b *builder) split(t core.Term, n int) []value {
	if n == 1 {
		return []value{b.named(value{term: t}, "t", t.Pos())}
	}
	vars, elems := make([]*core.Var, n), make([]value, n)
	for i, of := range t.Type().(*core.TupleType).Elems {
		vars[i] = &core.Var{Pos: t.Pos(), Name: "t", Type: of}
		elems[i] = value{term: core.UseOf(vars[i])}
	}
	b.bind(true, t, vars...)
	return elems
}

// literalOf is an array of few elements.
func (b *builder) literalOf(t *core.Literal, to *want) value {
	if to == nil || !to.few {
		return value{term: &core.Literal{Node: t.Node, Dims: t.Dims, Elems: b.rests(t.Elems)}, dims: t.Dims}
	}
	elems := make([]value, len(t.Elems))
	for i, x := range t.Elems {
		elems[i] = b.named(b.term(x, nil), "x", x.Pos())
	}
	return b.fewOf(t.Of, t.At, t.Dims, elems)
}

// index is a[i, …].
func (b *builder) index(t *core.Index, to *want) value {
	base, at := core.Indexed(t)
	x := b.term(base, &want{few: true})
	if x.few == nil {
		v := value{term: b.indices(t)(b.made(x, base.Pos()))}
		if len(at) < len(x.dims) {
			v.dims = x.dims[len(at):]
		}
		return v
	}
	places := make([]value, len(at))
	for i, e := range at {
		places[i] = b.term(e, nil)
	}
	start, ok := x.few.place(places)
	if !ok {
		terms := make([]core.Term, len(at))
		for i, p := range places {
			terms[i] = b.made(p, at[i].Pos())
		}
		return value{term: &core.Index{Node: core.Node{At: t.Pos(), Of: t.Of}, X: b.made(x, base.Pos()), At: terms}}
	}
	if len(at) == len(x.few.dims) {
		return x.few.elems[start]
	}
	dims := x.few.dims[len(at):]
	return b.fewOf(t.Of, t.Pos(), dims, x.few.elems[start:start+product(dims)])
}

// indices puts the indices of t after an array.
func (b *builder) indices(t *core.Index) func(core.Term) core.Term {
	inner, nested := t.X.(*core.Index)
	return func(x core.Term) core.Term {
		if nested {
			x = b.indices(inner)(x)
		}
		return &core.Index{Node: core.Node{At: t.Pos(), Of: t.Of}, X: x, At: b.rests(t.At)}
	}
}

// place is the number of the first element of a[i, …]; false if an index is not
// known, or out of range.
func (f *few) place(at []value) (int, bool) {
	start, n := 0, len(f.elems)
	for axis, v := range at {
		i, ok := v.known()
		if !ok || i < 0 || i >= f.dims[axis] {
			return 0, false
		}
		n /= int(f.dims[axis])
		start += int(i) * n
	}
	return start, true
}

// setAt is set(a, i, …, e).
func (b *builder) setAt(t *core.Set, to *want) value {
	x := b.term(t.X, to)
	at := make([]value, len(t.At))
	for i, e := range t.At {
		at[i] = b.term(e, nil)
	}
	if x.few != nil {
		if k, ok := x.few.place(at); ok {
			elems := slices.Clone(x.few.elems)
			elems[k] = b.named(b.term(t.Value, nil), "x", t.Value.Pos())
			return b.fewOf(t.Of, t.Pos(), x.few.dims, elems)
		}
	}
	out := &core.Set{Node: core.Node{At: t.Pos(), Of: t.Of}, X: b.made(x, t.X.Pos())}
	for i, v := range at {
		out.At = append(out.At, b.made(v, t.At[i].Pos()))
	}
	out.Value = b.rest(t.Value)
	return value{term: out, dims: x.dims}
}

// stop is stopGradient(e), which is e where that is discrete.
func (b *builder) stop(t *core.StopGradient, v value) value {
	switch {
	case v.few != nil:
		elems := make([]value, len(v.few.elems))
		for i, x := range v.few.elems {
			elems[i] = b.named(b.stop(t, x), "x", t.At)
		}
		return b.fewOf(v.few.of, t.At, v.few.dims, elems)
	case v.tuple != nil:
		out := value{tuple: make([]value, len(v.tuple))}
		for i, x := range v.tuple {
			out.tuple[i] = b.stop(t, x)
		}
		return out
	case core.Discrete(v.term.Type()):
		return v
	}
	return value{term: &core.StopGradient{Node: core.Node{At: t.At, Of: v.term.Type()}, X: b.made(v, t.At)}, dims: v.dims}
}

// check is (e : sizes). Sizes that are known to be right are not checked.
func (b *builder) check(t *core.SizeCheck, to *want) value {
	return b.checked(t, b.term(t.X, to), b.shape(t.Shape))
}

func (b *builder) checked(t *core.SizeCheck, v value, s core.Shape) value {
	if v.tuple != nil {
		if tuple, ok := s.(*core.TupleShape); ok {
			out := value{tuple: make([]value, len(v.tuple))}
			for i, x := range v.tuple {
				out.tuple[i] = b.checked(t, x, tuple.Elems[i])
			}
			return out
		}
	}
	a, array := s.(*core.ArrayShape)
	if array {
		a = unproved(v, a)
	}
	if s == nil || array && a == nil {
		return v
	}
	if array {
		s = a
	}
	x := b.made(v, t.At)
	out := value{term: &core.SizeCheck{Node: core.Node{At: t.At, Of: x.Type()}, X: x, Shape: s, Name: t.Name}}
	if array {
		out.dims = make([]int64, len(a.Sizes))
		for axis, n := range a.Sizes {
			out.dims[axis] = -1
			if k, ok := n.Size.(*core.IntConst); ok {
				out.dims[axis] = k.Value
			} else if k, ok := v.size(axis); ok {
				out.dims[axis] = k
			}
		}
	}
	return out
}

// unproved is what is left of s for an array whose sizes are known in part; nil
// if nothing is.
func unproved(v value, s *core.ArrayShape) *core.ArrayShape {
	out, some := &core.ArrayShape{Sizes: slices.Clone(s.Sizes)}, false
	for axis, n := range s.Sizes {
		k, known := v.size(axis)
		if c, ok := n.Size.(*core.IntConst); ok && known && c.Value == k {
			out.Sizes[axis].Size = nil
		}
		some = some || out.Sizes[axis].Size != nil
	}
	if !some {
		return nil
	}
	return out
}

// shape is s with what its sizes are now.
func (b *builder) shape(s core.Shape) core.Shape {
	list := func(shapes []core.Shape) []core.Shape {
		out := make([]core.Shape, len(shapes))
		for i, s := range shapes {
			out[i] = b.shape(s)
		}
		return out
	}
	switch s := s.(type) {
	case *core.ArrayShape:
		out := &core.ArrayShape{Sizes: slices.Clone(s.Sizes)}
		for i, n := range s.Sizes {
			if n.Size != nil {
				out.Sizes[i].Size = b.rest(n.Size)
			}
		}
		return out
	case *core.TupleShape:
		return &core.TupleShape{Elems: list(s.Elems)}
	case *core.SumShape:
		return &core.SumShape{Cons: list(s.Cons)}
	}
	return nil
}
