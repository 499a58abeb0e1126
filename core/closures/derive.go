package closures

import (
	"procad/core"
	"procad/internal/diag"
)

// derivative is a call of op(f).
func (p *pass) derivative(n core.Node, d *derived, args []value, b *block) value {
	if isCaptured(d.op) {
		return p.captured(n, d, args, b)
	}
	if c, ops := choiceIn(d); c != nil {
		for i, arg := range args {
			args[i] = b.named(arg, "x")
		}
		return p.dispatch(n, c.v, c.shape.(*choiceShape).of, func(f value, b *block) value {
			for i := len(ops) - 1; i >= 0; i-- {
				f = &derived{ops[i], f}
			}
			return p.apply(n, f, agains(args), b)
		}, b)
	}
	f, caps := p.named(n.At, d.f)
	return data{apart(n, d.op, f, caps, terms(args))}
}

// choiceIn is what depends on data in a chain of derivatives, and the operators around it, the outermost first; nil if
// nothing does.
func choiceIn(f value) (*packed, []core.Operator) {
	var ops []core.Operator
	for {
		switch g := f.(type) {
		case *derived:
			ops, f = append(ops, g.op), g.f
			continue
		case *packed:
			return g, ops
		}
		return nil, nil
	}
}

// named is a function as a definition, or a derivative of one, and what its first parameters are.
func (p *pass) named(at diag.Pos, f value) (core.Term, []core.Term) {
	caps := p.leaves(f, nil)
	switch f := f.(type) {
	case *closure:
		if d := p.defs[f.fn]; d != nil && first(d.Type()) {
			return global(at, d), nil
		}
		return global(at, p.lifted(f, plains(f.fn.Of.(*core.FuncType)))), caps
	case *derived:
		if len(caps) == 0 {
			of, _ := p.named(at, f.f)
			return &core.Derive{Node: core.Node{At: at, Of: core.DerivedType(f.op, of.Type().(*core.FuncType), nil)}, Op: f.op, Func: of}, nil
		}
		return global(at, p.derivedFunction(at, f)), caps
	}
	panic("closures: a derivative of no function")
}

// derivedFunction is a derivative of a function with free variables, as a definition.
func (p *pass) derivedFunction(at diag.Pos, f *derived) *core.Def {
	s := p.shapeOf(f)
	of := typeOf(f)
	return p.define(at, p.stem()+"_"+string(f.op), formKey(s), of.Result, func(d *core.Def) core.Term {
		var in value
		in, d.Params = p.received(at, s, "x", nil)
		var args []value
		for _, t := range of.Params {
			v := &core.Var{Pos: at, Name: "x", Type: t}
			d.Params = append(d.Params, v)
			args = append(args, data{core.UseOf(v)})
		}
		b := &block{}
		x := p.apply(core.Node{At: at, Of: of.Result}, in, args, b)
		return b.in(x.(data).Term)
	})
}

func plains(t *core.FuncType) []shape {
	out := make([]shape, len(t.Params))
	for i, of := range t.Params {
		out[i] = &plainShape{of}
	}
	return out
}

// typeOf is the type of a known function.
func typeOf(f value) *core.FuncType {
	if d, ok := f.(*derived); ok {
		return core.DerivedType(d.op, typeOf(d.f), nil)
	}
	return f.(*closure).fn.Of.(*core.FuncType)
}

// apart is op(\(x, …). f(caps, x, …))(args).
//
//	grad[W](f)(caps, x, …) = (…, g, …)                 g for the parameters that are no caps
//	jvp(f)(caps, x, …, 0, ẋ, …)                        0 of the types and sizes of caps
func apart(n core.Node, op core.Operator, f core.Term, caps, args []core.Term) core.Term {
	of := f.Type().(*core.FuncType)
	k, m := len(caps), len(of.Params)-len(caps)
	if op == core.JVP {
		all := append(caps[:k:k], args[:m]...)
		for _, c := range caps {
			all = append(all, core.ZeroTangent(c))
		}
		d := &core.Derive{Node: core.Node{At: n.At, Of: core.DerivedType(op, of, nil)}, Op: op, Func: f}
		return &core.Apply{Node: n, Func: d, Args: append(all, args[m:]...)}
	}
	var wanted []bool
	if k > 0 {
		wanted = make([]bool, k+m)
		for i := range m {
			wanted[k+i] = true
		}
	}
	t := core.DerivedType(op, of, wanted)
	d := &core.Derive{Node: core.Node{At: n.At, Of: t}, Op: op, Wanted: wanted, Func: f}
	call := &core.Apply{Node: core.Node{At: n.At, Of: t.Result}, Func: d, Args: append(caps[:k:k], args...)}
	if k == 0 {
		return call
	}
	if op != core.VJP {
		return last(n.At, call, k)
	}
	pair := t.Result.(*core.TupleType).Elems
	y := &core.Var{Pos: n.At, Name: "y", Type: pair[0]}
	g := &core.Var{Pos: n.At, Name: "g", Type: pair[1]}
	out := &core.Tuple{Node: n, Elems: []core.Term{core.UseOf(y), last(n.At, core.UseOf(g), k)}}
	return &core.Untuple{Node: n, Vars: []*core.Var{y, g}, Bound: call, Body: out}
}

// last is t without its first k parts; () stays.
func last(at diag.Pos, t core.Term, k int) core.Term {
	all, ok := t.Type().(*core.TupleType)
	if !ok || len(all.Elems) == 0 {
		return t
	}
	vars := make([]*core.Var, len(all.Elems))
	var parts []core.Term
	for i := k; i < len(vars); i++ {
		vars[i] = &core.Var{Pos: at, Name: "g", Type: all.Elems[i]}
		parts = append(parts, core.UseOf(vars[i]))
	}
	out := tupleOf(at, parts)
	return &core.Untuple{Node: core.Node{At: at, Of: out.Type()}, Vars: vars, Bound: t, Body: out}
}
