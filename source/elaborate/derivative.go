package elaborate

import (
	"fmt"

	"procad/core"
	"procad/internal/diag"
	"procad/source"
)

// derivative is op(f). Core has no second derivatives of its own:
//
//	hvp(f)     = jvp(grad(f))
//	hessian(f) = jacfwd(grad(f))                        f of one parameter, which is not discrete
func derivative(at diag.Pos, op source.Operator, f core.Term) core.Term {
	switch op {
	case source.HVP:
		return derive(at, core.JVP, derive(at, core.Grad, f))
	case source.Hessian:
		if params := f.Type().(*core.FuncType).Params; len(params) == 1 && !core.Discrete(params[0]) {
			return derive(at, core.JacFwd, derive(at, core.Grad, f))
		}
		return hessian(at, f)
	}
	if f.Type().(*core.FuncType).Captures != "" {
		switch op {
		case source.VJP:
			return derive(at, core.VJPOf, f)
		case source.JVP:
			return derive(at, core.JVPOf, f)
		case source.Zero:
			zero := derive(at, core.ZeroOf, f)
			return &core.Apply{Node: node(at, zero.Type().(*core.FuncType).Result), Func: zero, Args: []core.Term{}}
		}
	}
	return derive(at, core.Operator(op), f)
}

func derive(at diag.Pos, op core.Operator, f core.Term) core.Term {
	return &core.Derive{Node: node(at, core.DerivedType(op, f.Type().(*core.FuncType), nil)), Op: op, Func: f}
}

// hessian is hessian(f) for f of several parameters, or of none with a derivative. Those that a program drops of the Hi and of their
// parts are not computed, for it is a tuple of calls.
//
//	hessian(f) = let h = f in \(x1, …, xn). (H1, …, Hn)
//	Hi         = jacfwd(\(x1, …, xn). let (_, g, _) = grad(h)(x1, …, xn) in g)(x1, …, xn)        () if Ai is discrete
func hessian(at diag.Pos, f core.Term) core.Term {
	t := f.Type().(*core.FuncType)
	h := &core.Var{Pos: at, Name: "f", Type: t}
	params := func() (vars []*core.Var, uses []core.Term) {
		for i, p := range t.Params {
			v := &core.Var{Pos: at, Name: fmt.Sprint("x", i+1), Type: p}
			vars, uses = append(vars, v), append(uses, use(v))
		}
		return vars, uses
	}
	rows := &core.Tuple{}
	vars, _ := params()
	for i, p := range t.Params {
		if core.Discrete(p) {
			rows.Elems = append(rows.Elems, &core.Tuple{Node: node(at, core.Unit)})
			continue
		}
		inner, args := params()
		grad := derive(at, core.Grad, use(h))
		parts := grad.Type().(*core.FuncType).Result.(*core.TupleType).Elems
		g := &core.Var{Pos: at, Name: "g", Type: parts[i]}
		picked := make([]*core.Var, len(parts))
		picked[i] = g
		component := &core.Lambda{
			Node:   node(at, &core.FuncType{Params: t.Params, Result: g.Type}),
			Params: inner,
			Body: &core.Untuple{
				Node: node(at, g.Type), Vars: picked, Body: use(g),
				Bound: &core.Apply{Node: node(at, grad.Type().(*core.FuncType).Result), Func: grad, Args: args},
			},
		}
		row := derive(at, core.JacFwd, component)
		call := &core.Apply{Node: node(at, row.Type().(*core.FuncType).Result), Func: row}
		for _, v := range vars {
			call.Args = append(call.Args, use(v))
		}
		rows.Elems = append(rows.Elems, call)
	}
	types := make([]core.Type, len(rows.Elems))
	for i, row := range rows.Elems {
		types[i] = row.Type()
	}
	rows.Node = node(at, core.TupleOf(types...))
	var body core.Term = rows
	if len(rows.Elems) == 1 {
		body = rows.Elems[0]
	}
	out := &core.Lambda{Node: node(at, &core.FuncType{Params: t.Params, Result: rows.Of}), Params: vars, Body: body}
	return lets([]binding{{vars: []*core.Var{h}, bound: f}}, out)
}
