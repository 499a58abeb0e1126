package emit

import (
	"procad/core"
	"procad/internal/diag"
)

// The types of translations.
var (
	dual    = &core.TupleType{Elems: []core.Type{core.Real, core.Int}}
	binding = &core.TupleType{Elems: []core.Type{core.Real, core.Int, core.Real, core.Int}}
	state   = &core.TupleType{Elems: []core.Type{core.Int, core.ArrayOf(binding, 1)}}
)

// translated is D{t}.
//
//	D{R} = R × Id   D{A → B} = D{A} × DeltaState → D{B} × DeltaState   otherwise part by part
func translated(t core.Type) core.Type {
	switch t := t.(type) {
	case core.Basic:
		if t == core.Real {
			return dual
		}
	case *core.TupleType:
		if len(t.Elems) > 0 {
			return &core.TupleType{Elems: translatedAll(t.Elems)}
		}
	case *core.SumType:
		if !core.Discrete(t) {
			out := &core.SumType{}
			for _, c := range t.Cons {
				out.Cons = append(out.Cons, core.Con{Name: c.Name, Of: translated(c.Of)})
			}
			return out
		}
	case *core.ArrayType:
		return &core.ArrayType{Elem: translated(t.Elem), Rank: t.Rank}
	case *core.FuncType:
		return function(translatedAll(t.Params), translated(t.Result))
	}
	return t
}

func translatedAll(list []core.Type) []core.Type {
	out := make([]core.Type, len(list))
	for i, t := range list {
		out[i] = translated(t)
	}
	return out
}

// function is A → M B for translated types.
func function(params []core.Type, result core.Type) *core.FuncType {
	return &core.FuncType{Params: append(params[:len(params):len(params)], state), Result: core.TupleOf(result, state)}
}

// A builder makes terms for one place of the source.
type builder struct{ at diag.Pos }

func (b builder) node(t core.Type) core.Node { return core.Node{At: b.at, Of: t} }

func (b builder) fresh(name string, t core.Type) *core.Var {
	return &core.Var{Pos: b.at, Name: name, Type: t}
}

func (b builder) use(v *core.Var) core.Term { return &core.Use{Node: b.node(v.Type), Var: v} }

func (b builder) int(n int64) core.Term { return &core.IntConst{Node: b.node(core.Int), Value: n} }

func (b builder) real(v float64) core.Term {
	return &core.RealConst{Node: b.node(core.Real), Value: v}
}

func (b builder) prim(op core.Op, args ...core.Term) core.Term {
	types := make([]core.Type, len(args))
	for i, x := range args {
		types[i] = x.Type()
	}
	return &core.Prim{Node: b.node(core.PrimType(op, types)), Op: op, Args: args}
}

func (b builder) tuple(elems ...core.Term) core.Term {
	if len(elems) == 1 {
		return elems[0]
	}
	types := make([]core.Type, len(elems))
	for i, x := range elems {
		types[i] = x.Type()
	}
	return &core.Tuple{Node: b.node(core.TupleOf(types...)), Elems: elems}
}

func (b builder) let(v *core.Var, bound, body core.Term) core.Term {
	return &core.Let{Node: b.node(body.Type()), Var: v, Bound: bound, Body: body}
}

// open is let (x1, …, xn) = e in body; variables that are nil are not used.
func (b builder) open(vars []*core.Var, e, body core.Term) core.Term {
	return &core.Untuple{Node: b.node(body.Type()), Vars: vars, Bound: e, Body: body}
}

// name is body(x) where x is e: itself, if it is a variable.
func (b builder) name(name string, e core.Term, body func(x core.Term) core.Term) core.Term {
	if _, ok := e.(*core.Use); ok {
		return body(e)
	}
	v := b.fresh(name, e.Type())
	return b.let(v, e, body(b.use(v)))
}

// parts is let (x1, …, xn) = e in body(x1, …, xn).
func (b builder) parts(e core.Term, body func(x []core.Term) core.Term) core.Term {
	var vars []*core.Var
	var uses []core.Term
	for _, t := range e.Type().(*core.TupleType).Elems {
		v := b.fresh("x", t)
		vars, uses = append(vars, v), append(uses, b.use(v))
	}
	return b.open(vars, e, body(uses))
}

// first is let (x, _) = e in x.
func (b builder) first(e core.Term) core.Term {
	v := b.fresh("x", e.Type().(*core.TupleType).Elems[0])
	return b.open([]*core.Var{v, nil}, e, b.use(v))
}

func (b builder) choose(cond, then, otherwise core.Term) core.Term {
	return &core.Case{Node: b.node(then.Type()), X: cond, Arms: []core.Arm{core.True: {Body: then}, core.False: {Body: otherwise}}}
}

// cases is case e of con x -> arm(con, x).
func (b builder) cases(e core.Term, arm func(con int, x core.Term) core.Term) core.Term {
	c := &core.Case{X: e}
	for i, con := range e.Type().(*core.SumType).Cons {
		v := b.fresh("x", con.Of)
		body := arm(i, b.use(v))
		if !core.Mentions(body, v) {
			v = nil
		}
		c.Node, c.Arms = b.node(body.Type()), append(c.Arms, core.Arm{Var: v, Body: body})
	}
	return c
}

// index is e[i1, …, ik] for all dimensions of e.
func (b builder) index(e core.Term, at ...core.Term) core.Term {
	return &core.Index{Node: b.node(e.Type().(*core.ArrayType).Elem), X: e, At: at}
}

func (b builder) set(a, x core.Term, at ...core.Term) core.Term {
	return &core.Set{Node: b.node(a.Type()), X: a, At: at, Value: x}
}

func (b builder) size(a core.Term, axis int) core.Term {
	return &core.Size{Node: b.node(core.Int), X: a, Axis: axis}
}

// build is [body(i, …) for i < n, …] for a body that is no array.
func (b builder) build(sizes []core.Term, body func(at []core.Term) core.Term) core.Term {
	t := &core.Build{}
	var at []core.Term
	for _, n := range sizes {
		v := b.fresh("i", core.Int)
		t.Binders = append(t.Binders, core.Binder{Var: v, Size: n})
		at = append(at, b.use(v))
	}
	t.Body = body(at)
	t.Node = b.node(core.ArrayOf(t.Body.Type(), len(sizes)))
	return t
}

// each is [body(x[i, …], i, …) for i < size(x, 0), …].
func (b builder) each(x core.Term, body func(elem core.Term, at []core.Term) core.Term) core.Term {
	return b.name("a", x, func(x core.Term) core.Term {
		var sizes []core.Term
		for axis := range x.Type().(*core.ArrayType).Rank {
			sizes = append(sizes, b.size(core.Copy(x), axis))
		}
		return b.build(sizes, func(at []core.Term) core.Term { return body(b.index(core.Copy(x), at...), at) })
	})
}

// repeat is nTimes(n, (s1, …), \s. let (s1, …) = s in body(s1, …)).
func (b builder) repeat(n core.Term, init []core.Term, body func(s []core.Term) core.Term) core.Term {
	start := b.tuple(init...)
	v := b.fresh("s", start.Type())
	return &core.NTimes{Node: b.node(start.Type()), Count: n, Init: start, State: v, Body: b.parts(b.use(v), body)}
}
