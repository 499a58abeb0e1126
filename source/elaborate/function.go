package elaborate

import (
	"fmt"

	"procad/core"
	"procad/internal/diag"
	"procad/source"
)

// A function of the source takes one value, that of core its parts:
//
//	(A1, …, An) -> T  =  (A1, …, An) → T        () -> T  =  () → T        A -> T  =  (A) → T for other A

// funcType is a type of functions.
func (e *elaborator) funcType(t *source.Func) *core.FuncType {
	out := &core.FuncType{Params: []core.Type{}, Result: e.typ(t.Result), Captures: t.Captures()}
	for _, p := range t.Params() {
		out.Params = append(out.Params, e.typ(p))
	}
	return out
}

// lambda is \p. e.
//
//	\(p1, …, pn). e = \(x1, …, xn). let p1 = x1; …; pn = xn in e        \p. e = \(x1, …, xn). let p = (x1, …, xn) in e
func (e *elaborator) lambda(n core.Node, x *source.Lambda) core.Term {
	t := n.Of.(*core.FuncType)
	out := &core.Lambda{Node: n}
	var binds []binding
	s, _ := e.sized(x.Pat.Wanted, false)
	switch arg := x.Type().(*source.Func).Arg.(type) {
	case *source.Tuple:
		if x.Pat.Kind == source.PatTuple && s == nil {
			for i, p := range x.Pat.Elems {
				var v *core.Var
				v, binds = e.receive(p, binds)
				out.Params = append(out.Params, e.parameter(v, p.Pos, t.Params[i]))
			}
			break
		}
		whole := &core.Tuple{Node: node(x.Pat.Pos, e.typ(arg))}
		for _, p := range t.Params {
			v := e.parameter(nil, x.Pat.Pos, p)
			out.Params, whole.Elems = append(out.Params, v), append(whole.Elems, use(v))
		}
		binds = e.bound(x.Pat, whole, binds)
	case source.Basic:
		if arg == source.Unit {
			binds = e.bound(x.Pat, &core.Tuple{Node: node(x.Pat.Pos, core.Unit)}, binds)
			break
		}
		out.Params, binds = e.single(x.Pat, t, binds)
	default:
		out.Params, binds = e.single(x.Pat, t, binds)
	}
	out.Body = lets(binds, e.expr(x.Body))
	return out
}

func (e *elaborator) single(p *source.Pattern, t *core.FuncType, binds []binding) ([]*core.Var, []binding) {
	v, binds := e.receive(p, binds)
	return []*core.Var{e.parameter(v, p.Pos, t.Params[0])}, binds
}

// bound binds what p binds to the parts of x, whose sizes are compared first.
func (e *elaborator) bound(p *source.Pattern, x core.Term, binds []binding) []binding {
	if s, computed := e.sized(p.Wanted, false); s != nil {
		binds = append(binds, computed...)
		x = &core.SizeCheck{Node: node(p.Pos, x.Type()), X: x, Shape: s, Name: messageName(p)}
	}
	return e.match(p, x, binds)
}

// parameter is v, or a parameter that nothing uses.
func (e *elaborator) parameter(v *core.Var, at diag.Pos, t core.Type) *core.Var {
	switch {
	case v == nil:
		v = &core.Var{Pos: at, Name: "_", Type: t}
	case v.Name == "":
		v.Name = "it"
	}
	return v
}

// value is a definition or a local function as a value. One that takes a tuple is made one that
// takes its parts.
//
//	f = \(x1, …, xn). f((x1, …, xn))        def f(x: (A1, …, An))
func (e *elaborator) value(n core.Node, f core.Term) core.Term {
	if core.Equal(f.Type(), n.Of) {
		return f
	}
	t := n.Of.(*core.FuncType)
	out := &core.Lambda{Node: n}
	whole := &core.Tuple{Node: node(n.At, f.Type().(*core.FuncType).Params[0])}
	for i, p := range t.Params {
		v := &core.Var{Pos: n.At, Name: fmt.Sprint("x", i+1), Type: p}
		out.Params, whole.Elems = append(out.Params, v), append(whole.Elems, use(v))
	}
	out.Body = &core.Apply{Node: node(n.At, t.Result), Func: f, Args: []core.Term{whole}}
	return out
}

// apply is a call of a function that is a value.
func (e *elaborator) apply(n core.Node, x *source.Call) core.Term {
	f := e.expr(x.Fn)
	params := f.Type().(*core.FuncType).Params
	args := e.exprs(x.Args)
	if len(args) == len(params) {
		return &core.Apply{Node: n, Func: f, Args: args}
	}
	// f(t) for a tuple t
	if whole, ok := args[0].(*core.Tuple); ok {
		return &core.Apply{Node: n, Func: f, Args: whole.Elems}
	}
	out := &core.Apply{Node: n, Func: f}
	vars := make([]*core.Var, len(params))
	for i, p := range params {
		vars[i] = &core.Var{Pos: n.At, Name: fmt.Sprint("x", i+1), Type: p}
		out.Args = append(out.Args, use(vars[i]))
	}
	if len(params) == 0 {
		return lets([]binding{{vars: []*core.Var{nil}, bound: args[0]}}, out)
	}
	return lets([]binding{{tuple: true, vars: vars, bound: args[0]}}, out)
}

// derive is a derivative of a function that is a value.
func (e *elaborator) derive(n core.Node, x *source.Derive) core.Term {
	return derivative(n.At, x.Op, e.expr(x.X))
}
