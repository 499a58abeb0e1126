package recursion

import (
	"math"

	"procad/core"
	"procad/internal/diag"
)

var (
	intsType   = core.ArrayOf(core.Int, 1).(*core.ArrayType)
	realsType  = core.ArrayOf(core.Real, 1).(*core.ArrayType)
	listedType = core.TupleOf(intsType, intsType, realsType)
	// stateType is three arrays, each with how many of its elements are there.
	stateType = core.TupleOf(intsType, core.Int, intsType, core.Int, realsType, core.Int)
)

// A listed is the numbers of a value.
type listed struct{ tags, others, reals *core.Var }

func (x *listed) tuple(at diag.Pos) core.Term {
	return tuple(at, useAt(at, x.tags), useAt(at, x.others), useAt(at, x.reals))
}

func (x *listed) tangent(at diag.Pos) core.Term {
	return tuple(at, tuple(at), tuple(at), useAt(at, x.reals))
}

// taken is the three parts of numbers.
func taken(b *block, t core.Term) *listed {
	at := t.Pos()
	x := &listed{variable(at, "tags", intsType), variable(at, "others", intsType), variable(at, "reals", realsType)}
	b.parts([]*core.Var{x.tags, x.others, x.reals}, t)
	return x
}

// reals is the third part of a tangent of numbers.
func reals(b *block, t core.Term) *core.Var {
	at := t.Pos()
	v := variable(at, "reals", realsType)
	b.parts([]*core.Var{nil, nil, v}, t)
	return v
}

// A listing is the arrays that grow, with the numbers of their elements: a state for tags, one for others, one for Reals.
type listing [6]*core.Var

func newListing(at diag.Pos) (s listing) {
	for i, t := range stateType.(*core.TupleType).Elems {
		s[i] = variable(at, []string{"tags", "i", "others", "j", "reals", "k"}[i], t)
	}
	return s
}

func (s listing) uses(at diag.Pos) []core.Term {
	out := make([]core.Term, len(s))
	for i, v := range s {
		out[i] = useAt(at, v)
	}
	return out
}

// listed binds the numbers of a value: what list gives of empty arrays, each as long as what is in it.
func (n *numbers) listed(b *block, x core.Term) *listed {
	at := x.Pos()
	empty := tuple(at, blank(at, intsType, []core.Term{integer(at, 0)}), integer(at, 0), blank(at, intsType, []core.Term{integer(at, 0)}), integer(at, 0),
		blank(at, realsType, []core.Term{integer(at, 0)}), integer(at, 0))
	first, last := newListing(at), newListing(at)
	b.parts(first[:], empty)
	b.parts(last[:], n.list(x, first))
	out := &listed{variable(at, "tags", intsType), variable(at, "others", intsType), variable(at, "reals", realsType)}
	for i, v := range []*core.Var{out.tags, out.others, out.reals} {
		j := variable(at, "j", core.Int)
		elem := &core.Index{Node: node(at, v.Type.(*core.ArrayType).Elem), X: useAt(at, last[2*i]), At: []core.Term{useAt(at, j)}}
		b.let(v, &core.Build{Node: node(at, v.Type), Binders: []core.Binder{{Var: j, Size: useAt(at, last[2*i+1])}}, Body: elem})
	}
	return out
}

// kind is the array for a constructor or a size of a value of type t.
func kind(t core.Type) int {
	if core.Discrete(t) {
		return 2
	}
	return 0
}

// list is a state with the numbers of x after those of s.
//
//	list(x, s)                 = append(s, x)                          x a Real or an Int
//	list((x, …, z), s)         = list(z, … list(x, s))
//	list(con x, s)             = list(x, append(s, k))                 con constructor k
//	list([x, …, z], s)         = list(z, … list(x, append(s, n)))      n its sizes
//	list(roll x, s)            = list_T(roll x, s)
func (n *numbers) list(x core.Term, s listing) core.Term {
	at := x.Pos()
	switch t := x.Type().(type) {
	case core.Basic:
		b := &block{}
		k := 2
		if t == core.Real {
			k = 4
		}
		return b.in(tuple(at, n.added(b, s, k, x).uses(at)...))
	case *core.TupleType:
		if len(t.Elems) == 0 {
			return tuple(at, s.uses(at)...)
		}
		vars := make([]*core.Var, len(t.Elems))
		b := &block{}
		for i, e := range t.Elems {
			vars[i] = variable(at, "x", e)
		}
		b.parts(vars, x)
		last := len(vars) - 1
		for _, v := range vars[:last] {
			next := newListing(at)
			b.parts(next[:], n.list(useAt(at, v), s))
			s = next
		}
		return b.in(n.list(useAt(at, vars[last]), s))
	case *core.SumType:
		out := &core.Case{Node: node(at, stateType), X: x}
		for i, c := range t.Cons {
			v := variable(at, "x", c.Of)
			b := &block{}
			next := s
			if len(t.Cons) > 1 {
				next = n.added(b, s, kind(t), integer(at, int64(i)))
			}
			out.Arms = append(out.Arms, core.Arm{Var: v, Body: b.in(n.list(useAt(at, v), next))})
		}
		return out
	case *core.RecType:
		return apply(at, n.lister(at, t), append([]core.Term{x}, s.uses(at)...))
	}
	t := x.Type().(*core.ArrayType)
	b := &block{}
	v := variable(at, "v", t)
	b.let(v, x)
	var total core.Term = integer(at, 1)
	var sizes []core.Term
	for axis := range t.Rank {
		size := b.named(&core.Size{Node: node(at, core.Int), X: useAt(at, v), Axis: axis})
		s = n.added(b, s, kind(t), core.Copy(size))
		sizes, total = append(sizes, size), prim(at, core.Int, core.Mul, total, core.Copy(size))
	}
	init := tuple(at, s.uses(at)...)
	state, inner := variable(at, "s", stateType), newListing(at)
	body, j := elements(at, sizes, func(idx []core.Term) core.Term {
		elem := &core.Index{Node: node(at, t.Elem), X: useAt(at, v), At: idx}
		return untuple(inner[:], useAt(at, state), n.list(elem, inner))
	})
	return b.in(&core.Fold{Node: node(at, stateType), Acc: state, Elem: j, Body: body, Init: init, Over: upTo(at, total)})
}

// upTo is [k for k < n].
func upTo(at diag.Pos, n core.Term) core.Term {
	k := variable(at, "k", core.Int)
	return &core.Build{Node: node(at, intsType), Binders: []core.Binder{{Var: k, Size: n}}, Body: useAt(at, k)}
}

// elements is an iteration for element j of an array of the given sizes, row by row.
func elements(at diag.Pos, sizes []core.Term, body func(idx []core.Term) core.Term) (core.Term, *core.Var) {
	j := variable(at, "j", core.Int)
	idx := make([]core.Term, len(sizes))
	var left core.Term = useAt(at, j)
	for axis := len(sizes) - 1; axis > 0; axis-- {
		idx[axis] = prim(at, core.Int, core.IMod, core.Copy(left), core.Copy(sizes[axis]))
		left = prim(at, core.Int, core.IDiv, left, core.Copy(sizes[axis]))
	}
	idx[0] = left
	return body(idx), j
}

// added is a state with x after array k.
func (n *numbers) added(b *block, s listing, k int, x core.Term) listing {
	at := x.Pos()
	x = b.named(x)
	of := s[k].Type.(*core.ArrayType)
	d := n.append[of.Elem]
	if d == nil {
		d = appending(n.define(at, "append_"+of.Elem.String()), of)
		n.append[of.Elem] = d
		n.out = append(n.out, d)
	}
	v, size := variable(at, s[k].Name, of), variable(at, s[k+1].Name, core.Int)
	b.let(v, apply(at, d, []core.Term{useAt(at, s[k]), useAt(at, s[k+1]), x}))
	b.let(size, prim(at, core.Int, core.Add, useAt(at, s[k+1]), integer(at, 1)))
	s[k], s[k+1] = v, size
	return s
}

// missing are the recursive types in t without a function, which make one recursion.
func (n *numbers) missing(at diag.Pos, t *core.RecType, have map[*core.RecType]*core.Def, name string) []*core.RecType {
	var list []*core.RecType
	r := &core.Recursion{Limit: math.MaxInt64, Fixed: "it goes through the values of recursive types that a derivative takes or gives"}
	for _, t := range core.RecTypes(t) {
		if have[t] == nil {
			d := n.define(at, name+"_"+t.Form.Name)
			d.Recursion = r
			r.Defs, have[t] = append(r.Defs, d), d
			list = append(list, t)
		}
	}
	return list
}

// lister is list_T, which stands where the first derivative is that wants it.
//
//	def list_T(x, s) = list(unroll x, s)
func (n *numbers) lister(at diag.Pos, t *core.RecType) *core.Def {
	if list := n.missing(at, t, n.lists, "list"); len(list) > 0 {
		for _, t := range list {
			d, x, s := n.lists[t], variable(at, "x", t), newListing(at)
			d.Params, d.Result = append([]*core.Var{x}, s[:]...), stateType
		}
		for _, t := range list {
			d := n.lists[t]
			s := listing(d.Params[1:])
			d.Body = n.list(&core.Unroll{Node: node(at, t.Of), X: useAt(at, d.Params[0])}, s)
		}
		for _, t := range list {
			n.out = append(n.out, n.lists[t])
		}
	}
	return n.lists[t]
}

// A place is where numbers are read: of each array the next element.
type reading struct {
	*listed
	at [3]core.Term
}

// whole binds the value of a type that has the given numbers; its tangent, whose discrete parts are ().
func (n *numbers) whole(b *block, t core.Type, x *listed, tangent bool) core.Term {
	at := x.reals.Pos
	zero := integer(at, 0)
	y := variable(at, "x", t)
	if tangent {
		y.Type = core.Tangent(t)
	}
	b.parts([]*core.Var{y, nil, nil, nil}, n.read(t, &reading{x, [3]core.Term{zero, zero, zero}}, tangent, give))
	return useAt(at, y)
}

func readType(t core.Type) core.Type { return core.TupleOf(t, core.Int, core.Int, core.Int) }

// give is a value, and where to read on.
func give(r *reading, x core.Term) core.Term {
	return tuple(x.Pos(), x, core.Copy(r.at[0]), core.Copy(r.at[1]), core.Copy(r.at[2]))
}

// next binds what is read first, of an array for the given kind.
func (r *reading) next(b *block, kind int) (core.Term, *reading) {
	v := []*core.Var{r.tags, r.others, r.reals}[kind]
	at := v.Pos
	out := *r
	x := b.named(&core.Index{Node: node(at, v.Type.(*core.ArrayType).Elem), X: useAt(at, v), At: []core.Term{core.Copy(r.at[kind])}})
	out.at[kind] = b.named(prim(at, core.Int, core.Add, core.Copy(r.at[kind]), integer(at, 1)))
	return x, &out
}

// take binds a value and where to read on.
func (r *reading) take(b *block, t core.Term) (core.Term, *reading) {
	at := t.Pos()
	x := variable(at, "x", t.Type().(*core.TupleType).Elems[0])
	vars := []*core.Var{x, variable(at, "i", core.Int), variable(at, "j", core.Int), variable(at, "k", core.Int)}
	b.parts(vars, t)
	return useAt(at, x), &reading{r.listed, [3]core.Term{useAt(at, vars[1]), useAt(at, vars[2]), useAt(at, vars[3])}}
}

// read is what end makes of the value of type t whose numbers are at r, and of where those after it are.
// Of a tangent what is discrete is ().
func (n *numbers) read(t core.Type, r *reading, tangent bool, end func(r *reading, x core.Term) core.Term) core.Term {
	at := r.reals.Pos
	b := &block{}
	if tangent && t != core.Unit && core.Discrete(t) {
		_, r = r.take(b, n.read(t, r, false, give))
		return b.in(end(r, tuple(at)))
	}
	of := t
	if tangent {
		of = core.Tangent(t)
	}
	switch t := t.(type) {
	case core.Basic:
		k := 1
		if t == core.Real {
			k = 2
		}
		x, r := r.next(b, k)
		return b.in(end(r, x))
	case *core.TupleType:
		parts := make([]core.Term, len(t.Elems))
		for i, e := range t.Elems {
			parts[i], r = r.take(b, n.read(e, r, tangent, give))
		}
		return b.in(end(r, tuple(at, parts...)))
	case *core.SumType:
		var tag core.Term
		if len(t.Cons) > 1 {
			tag, r = r.next(b, kind(t)/2)
		}
		var out core.Term
		for i := len(t.Cons) - 1; i >= 0; i-- {
			b := &block{}
			x, r := r.take(b, n.read(t.Cons[i].Of, r, tangent, give))
			one := b.in(end(r, &core.Inject{Node: node(at, of), Con: i, X: x}))
			if out == nil {
				out = one
				continue
			}
			out = choice(at, prim(at, core.Bool, core.Eq, core.Copy(tag), integer(at, int64(i))), one, out)
		}
		return b.in(out)
	case *core.RecType:
		d := n.reader(at, t)
		args := []core.Term{useAt(at, r.tags), useAt(at, r.others), useAt(at, r.reals)}
		x, r := r.take(b, apply(at, d, append(args, core.Copy(r.at[0]), core.Copy(r.at[1]), core.Copy(r.at[2]))))
		return b.in(end(r, x))
	}
	a := t.(*core.ArrayType)
	var sizes []core.Term
	var total core.Term = integer(at, 1)
	for range a.Rank {
		var size core.Term
		size, r = r.next(b, kind(t)/2)
		sizes, total = append(sizes, size), prim(at, core.Int, core.Mul, total, core.Copy(size))
	}
	init := give(r, blank(at, of.(*core.ArrayType), sizes))
	state := variable(at, "s", init.Type())
	body, j := elements(at, sizes, func(idx []core.Term) core.Term {
		b := &block{}
		v, r := r.take(b, useAt(at, state))
		x, r := r.take(b, n.read(a.Elem, r, tangent, give))
		return b.in(give(r, &core.Set{Node: node(at, of), X: v, At: idx, Value: x}))
	})
	all := &core.Fold{Node: node(at, state.Type), Acc: state, Elem: j, Body: body, Init: init, Over: upTo(at, total)}
	x, r := r.take(b, all)
	return b.in(end(r, x))
}

// reader is read_T.
//
//	def read_T(c, d, r, i, j, k) = let (x, i, j, k) = read(c, d, r, i, j, k) in (roll x, i, j, k)
func (n *numbers) reader(at diag.Pos, t *core.RecType) *core.Def {
	if list := n.missing(at, t, n.wholes, "read"); len(list) > 0 {
		for _, t := range list {
			d := n.wholes[t]
			d.Params = []*core.Var{variable(at, "tags", intsType), variable(at, "others", intsType), variable(at, "reals", realsType),
				variable(at, "i", core.Int), variable(at, "j", core.Int), variable(at, "k", core.Int)}
			d.Result = readType(t)
		}
		for _, t := range list {
			d := n.wholes[t]
			p := d.Params
			r := &reading{&listed{p[0], p[1], p[2]}, [3]core.Term{useAt(at, p[3]), useAt(at, p[4]), useAt(at, p[5])}}
			d.Body = n.read(t.Of, r, false, func(r *reading, x core.Term) core.Term { return give(r, &core.Roll{Node: node(at, t), X: x}) })
		}
		for _, t := range list {
			n.out = append(n.out, n.wholes[t])
		}
	}
	return n.wholes[t]
}
