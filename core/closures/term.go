package closures

import (
	"procad/core"
)

// first is a term for the value of t, which has no functions.
func (p *pass) first(t core.Term) core.Term {
	b := &block{}
	return b.in(p.expr(t, b).(data).Term)
}

// value is that of t; functions in it are found, and what they use is bound in b.
func (p *pass) value(t core.Term, b *block) value {
	if core.HasFunc(t.Type()) {
		return p.expr(t, b)
	}
	return data{p.first(t)}
}

func (p *pass) values(list []core.Term, b *block) []value {
	out := make([]value, len(list))
	for i, t := range list {
		out[i] = p.value(t, b)
	}
	return out
}

// bind lets v be a value.
func (p *pass) bind(v *core.Var, x value, b *block) {
	d, ok := x.(data)
	switch {
	case v == nil && !ok:
	case ok && (v == nil || !short(d.Term)):
		b.let(v, d.Term)
	default:
		p.env[v] = x
	}
}

// expr is the value of t. Bindings go to b.
func (p *pass) expr(t core.Term, b *block) value {
	for {
		switch let := t.(type) {
		case *core.Let:
			p.let(let, b)
			t = let.Body
			continue
		case *core.Untuple:
			p.untuple(let, b)
			t = let.Body
			continue
		}
		break
	}
	switch t := t.(type) {
	case *core.Use:
		if v, ok := p.env[t.Var]; ok {
			return again(v)
		}
		return data{t}
	case *core.Lambda:
		return p.closure(t)
	case *core.Global:
		return &closure{fn: p.function(t.Def)}
	case *core.Derive:
		return &derived{t.Op, p.expr(t.Func, b)}
	case *core.Apply:
		if f, ok := t.Func.(*core.Ruled); ok {
			args := p.values(t.Args, b)
			for i, x := range args {
				args[i] = p.opened(t.At, x, b)
			}
			return data{p.ruled(t.Node, f, args, b)}
		}
		return p.apply(t.Node, p.expr(t.Func, b), p.values(t.Args, b), b)
	case *core.Case:
		return p.cases(t, b)
	}
	if v := p.functional(t, b); v != nil {
		return v
	}
	for _, at := range core.Places(t) {
		*at = p.first(*at)
	}
	return data{t}
}

// closure is the value of a lambda.
func (p *pass) closure(fn *core.Lambda) *closure {
	out := &closure{fn: p.origin(fn)}
	for _, v := range free(fn) {
		if x, ok := p.env[v]; ok {
			out.caps = append(out.caps, again(x))
		} else {
			out.caps = append(out.caps, data{core.UseOf(v)})
		}
	}
	return out
}

// let binds what a let binds. A lambda without functions stays, for its calls.
func (p *pass) let(t *core.Let, b *block) {
	fn, ok := t.Bound.(*core.Lambda)
	if ok && t.Var != nil && t.Var.Name != "" && t.Var.Name != "_" {
		p.bindings[p.origin(fn)] = t.Var.Name
	}
	if !ok || t.Var == nil || !first(fn.Of.(*core.FuncType)) {
		x := p.value(t.Bound, b)
		if d, ok := x.(data); ok {
			b.let(t.Var, d.Term)
			return
		}
		p.bind(t.Var, x, b)
		return
	}
	f := p.closure(fn)
	f.local = t.Var
	fn.Body = p.first(fn.Body)
	b.let(t.Var, fn)
	p.env[t.Var] = f
}

func (p *pass) untuple(t *core.Untuple, b *block) {
	if !core.HasFunc(t.Bound.Type()) {
		b.untuple(t.Vars, p.first(t.Bound))
		return
	}
	for i, x := range p.expr(t.Bound, b).(*tuple).elems {
		if t.Vars[i] != nil {
			p.bind(t.Vars[i], again(x), b)
		}
	}
}

// functional is the value of a term that has functions in it; nil of another one.
func (p *pass) functional(t core.Term, b *block) value {
	switch t := t.(type) {
	case *core.Tuple:
		if !core.HasFunc(t.Of) {
			return nil
		}
		out := &tuple{p.values(t.Elems, b)}
		for i, x := range out.elems {
			out.elems[i] = b.named(x, "part")
		}
		return out
	case *core.Inject:
		if !core.HasFunc(t.Of) {
			return nil
		}
		return &inject{t.Of.(*core.SumType), t.Con, b.named(p.value(t.X, b), "part")}
	case *core.SizeCheck:
		if !core.HasFunc(t.Of) {
			return nil
		}
		for _, at := range core.Carried(t) {
			*at = p.first(*at)
		}
		return p.checked(t, t.Shape, p.expr(t.X, b), b)
	case *core.Prim:
		if core.HasFunc(t.Of) {
			return p.linear(t, b)
		}
	case *core.Reduce:
		if core.HasFunc(t.Of) {
			return p.summed(t, b)
		}
	}
	return p.array(t, b)
}

// checked is a value with checks of its sizes, part by part. Functions have none.
func (p *pass) checked(t *core.SizeCheck, s core.Shape, x value, b *block) value {
	if s == nil {
		return x
	}
	check := func(x core.Term) core.Term {
		return &core.SizeCheck{Node: core.Node{At: t.At, Of: x.Type()}, X: x, Shape: core.CopyShape(s), Name: t.Name}
	}
	switch x := x.(type) {
	case data:
		return b.named(data{check(x.Term)}, t.Name)
	case *tuple:
		out := &tuple{}
		for i, part := range x.elems {
			out.elems = append(out.elems, p.checked(t, s.(*core.TupleShape).Elems[i], part, b))
		}
		return out
	case *inject:
		return &inject{x.of, x.con, p.checked(t, s.(*core.SumShape).Cons[x.con], x.x, b)}
	case *packed:
		v := &core.Var{Pos: t.At, Name: t.Name, Type: x.v.Type}
		b.let(v, check(core.UseOf(x.v)))
		return &packed{x.shape, v}
	}
	return x
}

// cases is a case. Where its value has functions, what is common to its branches is known after it.
func (p *pass) cases(t *core.Case, b *block) value {
	arm := func(i int, payload func(b *block) value) func(b *block) value {
		return func(b *block) value {
			if v := t.Arms[i].Var; v != nil && payload != nil {
				p.env[v] = payload(b)
			}
			return p.value(t.Arms[i].Body, b)
		}
	}
	if !core.HasFunc(t.X.Type()) {
		t.X = p.first(t.X)
		var arms []func(*block) value
		for i := range t.Arms {
			arms = append(arms, arm(i, nil))
		}
		return p.branches(t, arms, b)
	}
	switch x := p.expr(t.X, b).(type) {
	case *inject:
		a := t.Arms[x.con]
		p.bind(a.Var, again(x.x), b)
		return p.expr(a.Body, b)
	case *packed:
		s := x.shape.(*sumShape)
		out := &core.Case{Node: t.Node, X: core.UseOf(x.v), Arms: make([]core.Arm, 2)}
		var arms []func(*block) value
		for i := range t.Arms {
			v := &core.Var{Pos: t.At, Name: "part", Type: s.cons[i].rep()}
			out.Arms[i].Var = v
			arms = append(arms, arm(i, func(b *block) value { return p.unpack(s.cons[i], v, b) }))
		}
		return p.branches(out, arms, b)
	}
	panic("closures: a case of what is no sum")
}

// branches is a case with the given branches.
func (p *pass) branches(t *core.Case, arms []func(*block) value, b *block) value {
	values, blocks := make([]value, len(arms)), make([]*block, len(arms))
	for i, arm := range arms {
		blocks[i] = &block{}
		values[i] = arm(blocks[i])
	}
	if !core.HasFunc(t.Of) {
		for i, v := range values {
			t.Arms[i].Body = blocks[i].in(v.(data).Term)
		}
		return data{t}
	}
	shapeOf := func(i int) shape { return p.around(values[i], blocks[i].bound(t.Arms[i].Var)) }
	s := shapeOf(0)
	for i := range values[1:] {
		s = join(s, shapeOf(i+1))
	}
	p.bounded(t, s)
	for i, v := range values {
		x := p.pack(t.At, v, s, blocks[i])
		t.Arms[i].Body = blocks[i].in(x)
	}
	t.Of = s.rep()
	return p.bound(t, s, b)
}

// bound is the value of a term that computes the data of a shape.
func (p *pass) bound(t core.Term, s shape, b *block) value {
	v := &core.Var{Pos: t.Pos(), Name: "f", Type: s.rep()}
	b.let(v, t)
	return p.unpack(s, v, b)
}

func (p *pass) bounded(t core.Term, s shape) {
	if depth(s) > maxDepth {
		panic(failf(t.Pos(), "this function captures another one, which captures another one, and so on, more than %d deep", maxDepth))
	}
}
