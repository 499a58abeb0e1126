package recursion

import (
	"procad/core"
	"procad/internal/diag"
)

// A derivative in values of recursive types, or of such values, is one in their numbers: three arrays with
// the constructors, all else that is discrete, and the Reals of a value, in the order of the text.
//
//	⟨x⟩ = (c, d, r)    with    x = whole(c, d, r)        ⟨f⟩(c, d, r) = ⟨f(whole(c, d, r))⟩
//
//	jvp(f)(x, ẋ) = (whole(b, e, s), whole(b, e, ṡ))      for ((b, e, s), (_, _, ṡ)) = jvp(⟨f⟩)(⟨x⟩, (_, _, ṙ)), (c, _, ṙ) = ⟨ẋ⟩
//	vjp(f)(x, ȳ) = (whole(b, e, s), whole(c, d, r̄))      for ((b, e, s), (_, _, r̄)) = vjp(⟨f⟩)(⟨x⟩, (_, _, s̄)), (b, _, s̄) = ⟨ȳ⟩
//	grad(f)(x)   = whole(c, d, r̄)                        for (_, _, r̄) = grad(⟨f⟩)(⟨x⟩)
//
// A value that shares parts has the numbers of each of its places. A parameter in which there is no
// derivative stays as it is, and so does one whose tangent is none.
type numbers struct {
	taken  map[string]bool
	out    []*core.Def
	lists  map[*core.RecType]*core.Def
	wholes map[*core.RecType]*core.Def
	append map[core.Type]*core.Def
}

// derivatives lets those of p be in numbers.
func derivatives(p *core.Program, taken map[string]bool) {
	n := &numbers{taken, nil, map[*core.RecType]*core.Def{}, map[*core.RecType]*core.Def{}, map[core.Type]*core.Def{}}
	for _, d := range p.Defs {
		n.term(&d.Body)
		switch r := d.Recursion; {
		case r == nil:
			n.out = append(n.out, d)
		case d == r.Defs[len(r.Defs)-1]:
			// What is made for one function of a recursion is before all of them: none is among them.
			n.out = append(n.out, r.Defs...)
		}
	}
	p.Defs = n.out
}

func (n *numbers) term(at *core.Term) {
	for {
		switch let := (*at).(type) { // chains of bindings are long
		case *core.Let:
			n.term(&let.Bound)
			at = &let.Body
			continue
		case *core.Untuple:
			n.term(&let.Bound)
			at = &let.Body
			continue
		}
		break
	}
	core.EachSlot(*at, func(at *core.Term, _ bool) { n.term(at) })
	for _, at := range core.Carried(*at) {
		n.term(at)
	}
	switch t := (*at).(type) {
	case *core.Apply:
		if f, ok := t.Func.(*core.Derive); ok {
			f.Func = n.function(f.Func)
			*at = n.derivative(t, f)
		}
	case *core.StopGradient:
		if coded(t.Of) {
			*at = n.stopped(t)
		}
	}
}

// stopped is stopGradient(e): of the numbers, the Reals without derivatives.
func (n *numbers) stopped(t *core.StopGradient) core.Term {
	b := &block{}
	x := n.listed(b, b.named(t.X))
	y := *x
	y.reals = variable(t.At, "reals", realsType)
	b.let(y.reals, &core.StopGradient{Node: node(t.At, realsType), X: useAt(t.At, x.reals)})
	return b.in(n.whole(b, t.Of, &y, false))
}

// function is f, or a definition of a derivative in values of recursive types.
func (n *numbers) function(t core.Term) core.Term {
	f, ok := t.(*core.Derive)
	if !ok {
		return t
	}
	f.Func = n.function(f.Func)
	of := f.Of.(*core.FuncType)
	d := n.define(f.At, base(f).Name+"_"+string(f.Op))
	d.Result = of.Result
	call := &core.Apply{Node: node(f.At, of.Result), Func: f}
	for _, p := range of.Params {
		v := variable(f.At, "x", p)
		d.Params, call.Args = append(d.Params, v), append(call.Args, useAt(f.At, v))
	}
	if d.Body = n.derivative(call, f); d.Body == call {
		delete(n.taken, d.Name)
		return f
	}
	n.out = append(n.out, d)
	return globalAt(f.At, d)
}

func (n *numbers) define(at diag.Pos, name string) *core.Def {
	s := &set{taken: n.taken}
	d := s.define(at, name, nil, core.Unit)
	d.Local = true
	return d
}

// coded says that a value of t, in which there is a derivative, becomes numbers.
func coded(t core.Type) bool { return core.HasRec(t) && !core.Discrete(t) }

// derivative is a call of op(f).
func (n *numbers) derivative(t *core.Apply, f *core.Derive) core.Term {
	of := f.Func.Type().(*core.FuncType)
	own := len(of.Params)
	in, some := make([]bool, own), core.HasRec(of.Result)
	for i, p := range of.Params {
		switch in[i] = coded(p); {
		case f.Op == core.JVP:
			if _, zero := t.Args[own+i].(*core.Absent); zero {
				_, whole := p.(*core.RecType)
				in[i] = in[i] && !whole
			}
		case f.Wanted != nil:
			in[i] = in[i] && f.Wanted[i]
		}
		some = some || in[i]
	}
	if !some {
		return t
	}
	b := &block{}
	g := n.coded(f.Func, in)
	values := make([]*listed, own)
	var args []core.Term
	for i, x := range t.Args[:own] {
		if x = b.named(x); in[i] {
			values[i] = n.listed(b, x)
			x = values[i].tuple(t.At)
		}
		args = append(args, x)
	}
	switch f.Op {
	case core.JVP:
		for i, dx := range t.Args[own:] {
			if in[i] {
				dx = n.tangent(b, dx, values[i])
			}
			args = append(args, dx)
		}
	case core.VJP:
		seed := t.Args[own]
		if core.HasRec(of.Result) {
			return n.pullback(b, t, f, g, args, values)
		}
		args = append(args, seed)
	}
	to := core.DerivedType(f.Op, g.Type(), f.Wanted)
	call := &core.Apply{
		Node: node(t.At, to.Result), Args: args,
		Func: &core.Derive{Node: node(f.At, to), Op: f.Op, Wanted: f.Wanted, Func: globalAt(f.At, g)},
	}
	switch f.Op {
	case core.JVP:
		y, dy := pair(b, call)
		if !core.HasRec(of.Result) {
			return b.in(tuple(t.At, y, dy))
		}
		s := taken(b, y)
		dot := *s
		dot.reals = reals(b, dy)
		return b.in(tuple(t.At, n.whole(b, of.Result, s, false), n.whole(b, of.Result, &dot, true)))
	case core.VJP:
		y, g := pair(b, call)
		return b.in(tuple(t.At, y, n.cotangents(b, of, f, g, values)))
	}
	return b.in(n.cotangents(b, of, f, call, values))
}

// pullback is vjp(f)(x, …, ȳ) for a value y of a recursive type.
func (n *numbers) pullback(b *block, t *core.Apply, f *core.Derive, g *core.Def, args []core.Term, values []*listed) core.Term {
	of := f.Func.Type().(*core.FuncType)
	seed := b.named(t.Args[len(of.Params)])
	var bar *listed
	if core.Discrete(of.Result) {
		bar = n.listed(b, tuple(t.At))
	} else {
		bar = n.listed(b, seed)
	}
	to := core.DerivedType(core.VJP, g.Type(), f.Wanted)
	call := &core.Apply{
		Node: node(t.At, to.Result), Args: append(args, bar.tangent(t.At)),
		Func: &core.Derive{Node: node(f.At, to), Op: core.VJP, Wanted: f.Wanted, Func: globalAt(f.At, g)},
	}
	y, c := pair(b, call)
	s := taken(b, y)
	if !core.Discrete(of.Result) {
		b.alike(t.At, "seed", s, bar)
	}
	return b.in(tuple(t.At, n.whole(b, of.Result, s, false), n.cotangents(b, of, f, c, values)))
}

// cotangents are those in values of f's parameters, given those in their numbers.
func (n *numbers) cotangents(b *block, of *core.FuncType, f *core.Derive, g core.Term, values []*listed) core.Term {
	at := g.Pos()
	if len(values) == 1 {
		if values[0] == nil {
			return g
		}
		bar := *values[0]
		bar.reals = reals(b, g)
		return n.whole(b, of.Params[0], &bar, true)
	}
	all, _ := g.Type().(*core.TupleType)
	if all == nil || len(all.Elems) == 0 {
		return g
	}
	vars, parts := make([]*core.Var, len(values)), make([]core.Term, len(values))
	for i, e := range all.Elems {
		vars[i] = variable(at, "g", e)
		parts[i] = useAt(at, vars[i])
	}
	b.parts(vars, g)
	for i, x := range values {
		if x != nil {
			bar := *x
			bar.reals = reals(b, parts[i])
			parts[i] = n.whole(b, of.Params[i], &bar, true)
		}
	}
	return tuple(at, parts...)
}

// tangent is ((), (), ṙ) for the tangent of a value.
func (n *numbers) tangent(b *block, dx core.Term, x *listed) core.Term {
	at := dx.Pos()
	if _, zero := dx.(*core.Absent); zero {
		j := variable(at, "j", core.Int)
		size := &core.Size{Node: node(at, core.Int), X: useAt(at, x.reals)}
		zeros := &core.Build{Node: node(at, realsType), Binders: []core.Binder{{Var: j, Size: size}}, Body: &core.RealConst{Node: node(at, core.Real)}}
		return tuple(at, tuple(at), tuple(at), zeros)
	}
	dot := n.listed(b, b.named(dx))
	b.alike(at, "tangent", x, dot)
	return dot.tangent(at)
}

// alike asserts that a tangent, or a seed, has the constructors of its value.
func (b *block) alike(at diag.Pos, what string, x, dx *listed) {
	size := func(v *core.Var) core.Term { return &core.Size{Node: node(at, core.Int), X: useAt(at, v)} }
	j := variable(at, "j", core.Int)
	elem := func(v *core.Var) core.Term {
		return &core.Index{Node: node(at, core.Int), X: useAt(at, v), At: []core.Term{useAt(at, j)}}
	}
	differ := choice(at, prim(at, core.Bool, core.Eq, elem(x.tags), elem(dx.tags)), integer(at, 0), integer(at, 1))
	count := &core.Reduce{Node: node(at, core.Int), Op: core.Sum, Binders: []core.Binder{{Var: j, Size: size(x.tags)}}, Body: differ}
	equal := choice(at, prim(at, core.Bool, core.Eq, size(x.tags), size(dx.tags)), prim(at, core.Bool, core.Eq, count, integer(at, 0)), truth(at, false))
	b.let(nil, &core.Assert{Node: node(at, core.Unit), Cond: equal, Message: "the " + what + " has other constructors than the value", Code: core.SameTags})
}

// coded is ⟨f⟩, in which the given parameters are numbers, and so is a result of a recursive type.
func (n *numbers) coded(f core.Term, in []bool) *core.Def {
	at, of := f.Pos(), f.Type().(*core.FuncType)
	d := n.define(at, base(f).Name+"_numbers")
	b := &block{}
	var args []core.Term
	for i, p := range of.Params {
		v := variable(at, "x", p)
		if in[i] {
			v.Type = listedType
		}
		d.Params = append(d.Params, v)
		x := useAt(at, v)
		if in[i] {
			x = n.whole(b, p, taken(b, x), false)
		}
		args = append(args, x)
	}
	var y core.Term = &core.Apply{Node: node(at, of.Result), Func: core.Copy(f), Args: args}
	if core.HasRec(of.Result) {
		y = n.listed(b, b.named(y)).tuple(at)
	}
	d.Result, d.Body = y.Type(), b.in(y)
	n.out = append(n.out, d)
	return d
}

// pair is both parts of a term.
func pair(b *block, t core.Term) (x, y core.Term) {
	at, of := t.Pos(), t.Type().(*core.TupleType).Elems
	v, w := variable(at, "y", of[0]), variable(at, "d", of[1])
	b.parts([]*core.Var{v, w}, t)
	return useAt(at, v), useAt(at, w)
}
