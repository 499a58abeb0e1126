package closures

import (
	"fmt"
	"slices"

	"procad/core"
)

// array is the value of a term with arrays of functions, or of a loop that carries functions; nil of another one.
func (p *pass) array(t core.Term, b *block) value {
	switch t := t.(type) {
	case *core.Build:
		if core.HasFunc(t.Of) {
			return p.build(t, b)
		}
	case *core.Literal:
		if core.HasFunc(t.Of) {
			return p.literal(t, b)
		}
	case *core.Index:
		if core.HasFunc(t.X.Type()) {
			return p.index(t, b)
		}
	case *core.Size:
		if core.HasFunc(t.X.Type()) {
			t.X = core.UseOf(p.expr(t.X, b).(*packed).v)
			return data{t}
		}
	case *core.Set:
		if core.HasFunc(t.Of) {
			return p.set(t, b)
		}
	case *core.Fold, *core.NTimes, *core.While, *core.Ccl:
		return p.loop(t, b)
	}
	return nil
}

// element makes sure that functions of a shape may be elements of an array.
func (p *pass) element(t core.Term, s shape) {
	if large := arrayIn(s.rep()); large != nil && capturedIn(t.Type()) {
		panic(failf(t.Pos(), "the values that a function in an array captures or takes must be numbers, but here they are %s", large).
			Hintf("take d f and trace f where they are used: sum(i < n) (let (_, (df, _)) = vjp(f)(v[i], w[i]) in df)"))
	} else if large != nil {
		panic(failf(t.Pos(), "a function in an array can use numbers of its own, and arrays from outside, but these functions have %s of their own", large).
			Hintf("bind the array outside, or make it a parameter of the functions, or choose the function by a number: if k == 0 then … else …"))
	}
}

// capturedIn says that values of t have some of d f or trace f in them.
func capturedIn(t core.Type) bool {
	switch t := t.(type) {
	case *core.CapturedType:
		return true
	case *core.TupleType:
		return slices.ContainsFunc(t.Elems, capturedIn)
	case *core.ArrayType:
		return capturedIn(t.Elem)
	}
	return false
}

func arrayIn(t core.Type) core.Type {
	switch t := t.(type) {
	case *core.ArrayType:
		return t
	case *core.TupleType:
		for _, e := range t.Elems {
			if a := arrayIn(e); a != nil {
				return a
			}
		}
	case *core.SumType:
		for _, c := range t.Cons {
			if a := arrayIn(c.Of); a != nil {
				return a
			}
		}
	}
	return nil
}

func (p *pass) build(t *core.Build, b *block) value {
	for i := range t.Binders {
		t.Binders[i].Size = p.first(t.Binders[i].Size)
	}
	for i := range t.Row {
		t.Row[i] = p.first(t.Row[i])
	}
	inner := &block{}
	x := p.value(t.Body, inner)
	var indices []*core.Var
	for _, k := range t.Binders {
		indices = append(indices, k.Var)
	}
	s := &arrayShape{elem: p.around(x, inner.bound(indices...)), rank: len(t.Binders)}
	row := p.pack(t.At, x, s.elem, inner)
	if a, ok := s.elem.(*arrayShape); ok {
		s.elem, s.rank = a.elem, s.rank+a.rank
	}
	p.element(t, s.elem)
	t.Body, t.Of = inner.in(row), s.rep()
	return p.bound(t, s, b)
}

func (p *pass) literal(t *core.Literal, b *block) value {
	values := p.values(t.Elems, b)
	s := p.around(values[0], nil)
	for _, v := range values[1:] {
		s = join(s, p.around(v, nil))
	}
	p.element(t, s)
	for i, v := range values {
		t.Elems[i] = p.pack(t.At, v, s, b)
	}
	all := &arrayShape{s, len(t.Dims)}
	t.Of = all.rep()
	return p.bound(t, all, b)
}

func (p *pass) index(t *core.Index, b *block) value {
	a := p.expr(t.X, b).(*packed)
	s := a.shape.(*arrayShape)
	for i := range t.At {
		t.At[i] = p.first(t.At[i])
	}
	out := &core.Index{Node: t.Node, X: core.UseOf(a.v), At: t.At}
	if left := s.rank - len(t.At); left > 0 {
		rows := &arrayShape{s.elem, left}
		out.Of = rows.rep()
		return p.bound(out, rows, b)
	}
	out.Of = s.elem.rep()
	return p.bound(out, s.elem, b)
}

func (p *pass) set(t *core.Set, b *block) value {
	a := p.expr(t.X, b).(*packed)
	from := a.shape.(*arrayShape)
	for i := range t.At {
		t.At[i] = p.first(t.At[i])
	}
	x := p.value(t.Value, b)
	s := &arrayShape{join(from.elem, p.around(x, nil)), from.rank}
	p.element(t, s.elem)
	t.X = p.pack(t.Pos(), a, s, b)
	t.Value = p.pack(t.Pos(), x, s.elem, b)
	t.Of = s.rep()
	return p.bound(t, s, b)
}

// endless is the message about a loop that makes functions of functions.
func endless(t core.Term) error {
	return failf(t.Pos(), "the function that this loop carries captures the one before it, without end").
		Hintf("carry the numbers in which the functions differ, and make the function after the loop")
}

// mostCaptured is how often a function that a loop carries may capture others.
const mostCaptured = 12

// loop is a sequential loop whose state, or what it goes over, has functions; nil of another one. The shape of the state is
// that at the beginning, joined with those that iterations make of it, until it stays.
func (p *pass) loop(t core.Term, b *block) value {
	places := loopPlaces(t)
	state := core.HasFunc(t.Type())
	var over *packed
	if places.over != nil {
		if core.HasFunc((*places.over).Type()) {
			over = p.expr(*places.over, b).(*packed)
			*places.over = core.UseOf(over.v)
		} else if state {
			*places.over = p.first(*places.over)
		}
	}
	if !state && over == nil {
		return nil
	}
	if places.count != nil {
		*places.count = p.first(*places.count)
	}
	init := p.value(*places.init, b)
	s := p.around(init, nil)
	for {
		try := core.Copy(t)
		p.remember(t, try)
		if next := p.iteration(try, s, over); key(next) != key(s) {
			if depth(next) > mostCaptured {
				panic(endless(t))
			}
			s = next
			continue
		}
		*loopPlaces(try).init = p.pack(t.Pos(), init, s, b)
		if !state {
			return data{try}
		}
		loopPlaces(try).node.Of = s.rep()
		return p.bound(try, s, b)
	}
}

// iteration is the shape of the state of a loop where it had shape s. If that is s, the bodies are
// what they should be.
func (p *pass) iteration(t core.Term, s shape, over *packed) shape {
	places := loopPlaces(t)
	for i, body := range places.bodies {
		b := &block{}
		if at := places.states[i]; core.HasFunc(t.Type()) {
			p.carry(at, s, b)
		}
		if over != nil {
			row := over.shape.(*arrayShape)
			if row.rank == 1 {
				p.carry(places.elem, row.elem, b)
			} else {
				p.carry(places.elem, &arrayShape{row.elem, row.rank - 1}, b)
			}
		}
		x := p.value(*body, b)
		if i == len(places.bodies)-1 && core.HasFunc(t.Type()) {
			next := join(s, p.around(x, b.bound(places.own()...)))
			if key(next) != key(s) {
				return next
			}
			*body = b.in(p.pack(t.Pos(), x, s, b))
			return s
		}
		*body = b.in(x.(data).Term)
	}
	return s
}

// carry lets the variable in a place be one for the data of a shape.
func (p *pass) carry(at **core.Var, s shape, b *block) {
	v := *at
	if v == nil {
		return
	}
	w := *v
	w.Type = s.rep()
	*at = &w
	p.env[v] = p.unpack(s, &w, b)
}

// places are those in a sequential loop.
type places struct {
	node              *core.Node
	count, init, over *core.Term
	elem              **core.Var
	states            []**core.Var // of each body
	bodies            []*core.Term // the last one makes the state
}

// own are the variables that each iteration has.
func (s places) own() (list []*core.Var) {
	if s.elem != nil {
		list = append(list, *s.elem)
	}
	for _, v := range s.states {
		list = append(list, *v)
	}
	return list
}

func loopPlaces(t core.Term) places {
	switch t := t.(type) {
	case *core.Fold:
		return places{&t.Node, nil, &t.Init, &t.Over, &t.Elem, []**core.Var{&t.Acc}, []*core.Term{&t.Body}}
	case *core.NTimes:
		return places{&t.Node, &t.Count, &t.Init, nil, nil, []**core.Var{&t.State}, []*core.Term{&t.Body}}
	case *core.While:
		return places{&t.Node, &t.Limit, &t.Init, nil, nil, []**core.Var{&t.Test, &t.State}, []*core.Term{&t.Cond, &t.Body}}
	case *core.Ccl:
		return places{&t.Node, &t.Count, &t.Init, nil, nil, []**core.Var{&t.State}, []*core.Term{&t.Body}}
	}
	panic(fmt.Sprintf("closures: %T is no loop", t))
}
