package elaborate

import (
	"slices"

	"procad/core"
	"procad/internal/diag"
	"procad/source"
)

// ruled is a definition with a rule: its value, and the function that the rule is for.
//
//	def f.value(x1: A1, …): T = e        def f(x1: A1, …): T = ruled(x1, …)
//
// Where e calls f itself it calls f.value: only the whole is differentiated.
func (e *elaborator) ruled(d *source.Def) []*core.Def {
	value := e.def(d)
	value.Name, value.Local = d.Name+".value", true
	r := &core.Rule{
		Pos: d.Rule.Pos, Name: d.Name, Value: value, Constant: d.Rule.Constant,
		Differs: d.Rule.Differs, Nonlinear: d.Rule.Nonlinear, Linear: d.Rule.Linear,
	}
	if x := d.Extern(); x != nil {
		r.Extern = x.Symbol
	}
	if names := d.Rule.FunctionNames(); slices.ContainsFunc(names, func(s string) bool { return s != "" }) {
		r.Functions = names
	}
	e.rules[d] = r
	f := *value
	f.Name, f.Local, f.Recursion = d.Name, false, nil
	f.Params = make([]*core.Var, len(value.Params))
	call := &core.Apply{Node: node(d.Pos, f.Result), Func: &core.Ruled{Node: node(d.Pos, value.Type()), Rule: r}}
	for i, v := range value.Params {
		own := *v
		f.Params[i], call.Args = &own, append(call.Args, use(&own))
	}
	f.Body = call
	e.defs[d] = &f
	return []*core.Def{value, &f}
}

// rule makes the definitions of the clauses of a rule.
func (e *elaborator) rule(d *source.Def) []*core.Def {
	of := e.rules[d]
	clause := func(k *source.Clause, word string) *core.Def {
		if k == nil {
			return nil
		}
		def := e.def(k.Def)
		def.Name, def.Local = d.Name+"."+word, true
		if k.Bare {
			def.Body = withValue(e.defs[d], def)
			def.Result = def.Body.Type()
		}
		return def
	}
	of.Forward = clause(d.Rule.Forward, "forward")
	if d.Rule.Transpose {
		of.Forward = linearForward(e.defs[d], d.Rule.Reverse.Def.Pos)
	}
	of.Split = clause(d.Rule.Split, "split")
	of.Pull = clause(d.Rule.Reverse, "reverse")
	return of.Parts()
}

// withValue is (f(x1, …), e) for a clause e.
func withValue(f, clause *core.Def) core.Term {
	call := &core.Apply{Node: node(clause.Pos, f.Result), Func: &core.Global{Node: node(clause.Pos, f.Type()), Def: f}}
	for _, v := range clause.Params[:len(f.Params)] {
		call.Args = append(call.Args, use(v))
	}
	t := core.TupleOf(f.Result, clause.Result)
	return &core.Tuple{Node: node(clause.Pos, t), Elems: []core.Term{call, clause.Body}}
}

// linearForward is the tangent of a linear function.
//
//	(x1, …, dx1, …) = (f(x1, …), f(y1, …))        yi is dxi, and xi where dxi is ()
func linearForward(f *core.Def, at diag.Pos) *core.Def {
	out := &core.Def{Pos: at, Name: f.Name + ".forward", Local: true}
	params := func(suffix string, of func(core.Type) core.Type) (list []*core.Var) {
		for _, v := range f.Params {
			own := &core.Var{Pos: v.Pos, Name: v.Name + suffix, Type: of(v.Type)}
			list = append(list, own)
			out.ParamSizes = append(out.ParamSizes, core.NoSizes(own.Type))
		}
		out.Params = append(out.Params, list...)
		return list
	}
	xs := params("", func(t core.Type) core.Type { return t })
	dots := params("'", core.Tangent)
	call := func(vars []*core.Var) core.Term {
		t := &core.Apply{Node: node(at, f.Result), Func: &core.Global{Node: node(at, f.Type()), Def: f}}
		for i, v := range vars {
			if core.Discrete(f.Params[i].Type) {
				v = xs[i]
			}
			t.Args = append(t.Args, use(v))
		}
		return t
	}
	out.Result = core.TupleOf(f.Result, f.Result)
	out.ResultSizes = core.NoSizes(out.Result)
	out.Body = &core.Tuple{Node: node(at, out.Result), Elems: []core.Term{call(xs), call(dots)}}
	return out
}
