package closures

import (
	"strconv"

	"procad/core"
	"procad/internal/diag"
)

// pack is the data of a value, as that of a shape which is a join of its own and others.
func (p *pass) pack(at diag.Pos, v value, s shape, b *block) core.Term {
	list := func(values []value, shapes []shape) core.Term {
		var elems []core.Term
		for i, v := range values {
			if !isName(shapes[i]) {
				elems = append(elems, p.pack(at, v, shapes[i], b))
			}
		}
		return tupleOf(at, elems)
	}
	switch s := s.(type) {
	case *plainShape:
		return again(v).(data).Term
	case *funShape:
		return list(v.(*closure).caps, s.caps)
	case *opShape:
		return p.pack(at, v.(*derived).f, s.f, b)
	case *tupleShape:
		return list(v.(*tuple).elems, s.elems)
	case *conShape:
		return p.pack(at, v.(*inject).x, s.x, b)
	case *sumShape:
		if x, ok := v.(*inject); ok {
			return side(at, s.rep(), x.con, p.pack(at, x.x, s.cons[x.con], b))
		}
		return p.repack(at, v.(*packed), s, v.(*packed).shape.(*sumShape).cons, b)
	case *choiceShape:
		if from, ok := v.(*packed); ok {
			return p.repack(at, from, s, from.shape.(*choiceShape).of, b)
		}
		k := 0
		for !alike(s.of[k], p.shapeOf(v)) {
			k++
		}
		return choose(at, s.of, k, p.pack(at, v, s.of[k], b))
	}
	from := v.(*packed)
	return p.repackArray(at, from, s.(*arrayShape))
}

// side is Inl x or Inr x.
func side(at diag.Pos, of core.Type, con int, x core.Term) core.Term {
	return &core.Inject{Node: core.Node{At: at, Of: of}, Con: con, X: x}
}

// choose is x as alternative number k.
func choose(at diag.Pos, list []shape, k int, x core.Term) core.Term {
	switch {
	case len(list) == 1:
		return x
	case k == 0:
		return side(at, choiceOf(list), 0, x)
	}
	return side(at, choiceOf(list), 1, choose(at, list[1:], k-1, x))
}

func tupleOf(at diag.Pos, elems []core.Term) core.Term {
	if len(elems) == 1 {
		return elems[0]
	}
	types := make([]core.Type, len(elems))
	for i, e := range elems {
		types[i] = e.Type()
	}
	return &core.Tuple{Node: core.Node{At: at, Of: core.TupleOf(types...)}, Elems: elems}
}

// repack is the data of a sum, or of a choice of functions, as that of a larger one.
func (p *pass) repack(at diag.Pos, v *packed, s shape, list []shape, b *block) core.Term {
	if key(v.shape) == key(s) {
		return core.UseOf(v.v)
	}
	sum, named := v.shape.(*sumShape)
	return p.split(at, v.v, list, s.rep(), func(k int, x *core.Var, b *block) core.Term {
		part := p.unpack(list[k], x, b)
		if named {
			part = &inject{sum.of, k, part}
		}
		return p.pack(at, part, s, b)
	})
}

// split is a case of each alternative that a variable may be.
func (p *pass) split(at diag.Pos, v *core.Var, list []shape, of core.Type, arm func(k int, x *core.Var, b *block) core.Term) core.Term {
	var from func(v *core.Var, k int) core.Term
	from = func(v *core.Var, k int) core.Term {
		if k == len(list)-1 {
			b := &block{}
			return b.in(arm(k, v, b))
		}
		x := &core.Var{Pos: at, Name: "f", Type: list[k].rep()}
		rest := &core.Var{Pos: at, Name: "f", Type: choiceOf(list[k+1:])}
		b := &block{}
		one := b.in(arm(k, x, b))
		return &core.Case{
			Node: core.Node{At: at, Of: of}, X: core.UseOf(v),
			Arms: []core.Arm{{Var: x, Body: one}, {Var: rest, Body: from(rest, k+1)}},
		}
	}
	return from(v, 0)
}

// repackArray is the data of an array, element by element, as that of a larger shape.
//
//	[pack(a[i, …]) for i < size(a, 0), …]
func (p *pass) repackArray(at diag.Pos, v *packed, s *arrayShape) core.Term {
	from := v.shape.(*arrayShape)
	if key(from) == key(s) {
		return core.UseOf(v.v)
	}
	p.element(core.UseOf(v.v), s.elem)
	out := &core.Build{Node: core.Node{At: at, Of: s.rep()}}
	x := &core.Index{Node: core.Node{At: at, Of: from.elem.rep()}, X: core.UseOf(v.v)}
	out.Binders, x.At = core.AllOf(at, v.v, s.rank)
	b := &block{}
	elem := &core.Var{Pos: at, Name: "f", Type: x.Of}
	b.let(elem, x)
	out.Body = b.in(p.pack(at, p.unpack(from.elem, elem, b), s.elem, b))
	return out
}

// unpack is the value whose data is in a variable.
func (p *pass) unpack(s shape, v *core.Var, b *block) value {
	switch s := s.(type) {
	case *plainShape:
		return data{core.UseOf(v)}
	case *funShape:
		return &closure{fn: s.fn, caps: p.unpackAll(s.caps, p.freeNames(s.fn), v, b)}
	case *opShape:
		return &derived{s.op, p.unpack(s.f, v, b)}
	case *tupleShape:
		return &tuple{p.unpackAll(s.elems, nil, v, b)}
	case *conShape:
		return &inject{s.of, s.con, p.unpack(s.x, v, b)}
	}
	return &packed{s, v}
}

func (p *pass) unpackAll(list []shape, names []string, v *core.Var, b *block) []value {
	out := make([]value, len(list))
	var vars []*core.Var
	of := make([]*core.Var, len(list))
	for i, s := range list {
		if n, ok := s.(*nameShape); ok {
			out[i] = data{core.UseOf(n.v)}
			continue
		}
		name := "x" + strconv.Itoa(i+1)
		if names != nil {
			name = names[i]
		}
		of[i] = &core.Var{Pos: v.Pos, Name: name, Type: s.rep()}
		vars = append(vars, of[i])
	}
	switch len(vars) {
	case 0:
		return out
	case 1:
		for i, w := range of {
			if w != nil {
				of[i] = v
			}
		}
	default:
		b.untuple(vars, core.UseOf(v))
	}
	for i, w := range of {
		if w != nil {
			out[i] = p.unpack(list[i], w, b)
		}
	}
	return out
}

// leaves are the data of a value, part by part: how it is passed to a definition.
func (p *pass) leaves(v value, list []core.Term) []core.Term {
	all := func(values []value) {
		for _, v := range values {
			list = p.leaves(v, list)
		}
	}
	switch v := v.(type) {
	case data:
		return append(list, core.Copy(v.Term))
	case *closure:
		all(v.caps)
	case *derived:
		return p.leaves(v.f, list)
	case *tuple:
		all(v.elems)
	case *inject:
		return p.leaves(v.x, list)
	case *packed:
		list = append(list, core.UseOf(v.v))
		for _, w := range named(v.shape) {
			list = append(list, core.UseOf(w))
		}
	}
	return list
}

// received is the value of a shape whose leaves are parameters, which it adds to list.
func (p *pass) received(at diag.Pos, s shape, name string, list []*core.Var) (value, []*core.Var) {
	if name == "" { // the program has none
		name = "it"
	}
	leaf := func() *core.Var {
		v := &core.Var{Pos: at, Name: name, Type: s.rep()}
		list = append(list, v)
		return v
	}
	all := func(shapes []shape, names []string) []value {
		out := make([]value, len(shapes))
		for i, s := range shapes {
			name := name
			if names != nil {
				name = names[i]
			}
			out[i], list = p.received(at, s, name, list)
		}
		return out
	}
	switch s := s.(type) {
	case *plainShape:
		return data{core.UseOf(leaf())}, list
	case *funShape:
		return &closure{fn: s.fn, caps: all(s.caps, p.freeNames(s.fn))}, list
	case *opShape:
		f, list := p.received(at, s.f, name, list)
		return &derived{s.op, f}, list
	case *tupleShape:
		return &tuple{all(s.elems, nil)}, list
	case *conShape:
		x, list := p.received(at, s.x, name, list)
		return &inject{s.of, s.con, x}, list
	}
	v := leaf()
	params := map[*core.Var]*core.Var{}
	for _, w := range named(s) {
		params[w] = &core.Var{Pos: at, Name: w.Name, Type: w.Type}
		list = append(list, params[w])
	}
	return &packed{renamed(s, func(w *core.Var) shape { return &nameShape{params[w]} }), v}, list
}
