package closures

import (
	"slices"
	"strings"

	"procad/core"
	"procad/internal/diag"
)

// A rule of a function that takes functions becomes one of each copy of it for the functions that it is given. What
// these capture are the first parameters of the copy, d f their tangents, and trace f a part of X:
//
//	derivative map(f, v) split = e; reverse(t, w) = (df, dv)
//
//	map(\x. a * x, v)  =  map_1(a, v)        derivative map_1(a, v) split = e; reverse(t, w) = let a' = df in (a', dv)
//
// The parts of such a rule are made where a derivative needs them: those of a rule that calls its function with other
// functions, as the one of a solver does, would be without end.

// A template is a rule, and the shapes of the arguments in a copy of its function.
type template struct {
	rule     *core.Rule
	args     []shape
	residual shape // what split leaves; set where that is made
}

// ruled is a call of the function of a rule.
func (p *pass) ruled(n core.Node, f *core.Ruled, args []value, b *block) core.Term {
	plain := true
	for _, arg := range args {
		_, ok := arg.(data)
		plain = plain && ok
	}
	if plain {
		return &core.Apply{Node: n, Func: f, Args: terms(args)}
	}
	if recursiveIn(p.shapes(args)) {
		return p.automatic(n, f.Rule, args, b)
	}
	r := p.ruleFor(f.Rule, p.shapes(args))
	call := &core.Apply{Node: n, Func: &core.Ruled{Node: core.Node{At: f.At, Of: r.Value.Type()}, Rule: r}}
	for _, arg := range args {
		call.Args = p.leaves(arg, call.Args)
	}
	return call
}

// recursiveIn says that functions capture values of recursive types, which are no parameters of rules.
func recursiveIn(args []shape) bool {
	return slices.ContainsFunc(args, func(s shape) bool { return slices.ContainsFunc(leafTypes(s, nil), core.HasRec) })
}

// automatic is what the function of a rule computes, with derivatives of what that does: they are those of a rule
// that is not meant to differ.
func (p *pass) automatic(n core.Node, r *core.Rule, args []value, b *block) core.Term {
	if !r.Constant && (r.Differs != "" || r.Nonlinear != "") {
		panic(failf(n.At, "the rule of %s is meant to differ from automatic derivatives, and is not for a function that captures a value of a recursive type", r.Name).
			Hintf("let the function capture numbers and arrays that are computed from it"))
	}
	value := p.apply(n, &closure{fn: p.function(r.Value)}, args, b).(data).Term
	if r.Constant {
		return &core.StopGradient{Node: n, X: value}
	}
	return value
}

// maxRules bounds how often the rule of a function is there for functions in which there are others.
const maxRules = 20

// ruleFor is a rule for arguments of the given shapes, without its parts.
func (p *pass) ruleFor(r *core.Rule, args []shape) *core.Rule {
	all := &tupleShape{args}
	id := r.Name + " " + key(all)
	if own := p.rules[id]; own != nil {
		return own
	}
	if depth(all) > maxRules {
		panic(diag.Errorf(r.Pos, core.CodeRuleCircular, "the derivative of %s is made of derivatives of %s for other functions, without end", r.Name, r.Name).
			Hintf("a forward clause that calls %s needs a reverse clause beside it, and a reverse clause that does a split, so that neither is made of the other", r.Name))
	}
	value := p.liftedAs(p.root+".value", &closure{fn: p.function(r.Value)}, args)
	value.Local = true
	own := &core.Rule{
		Pos: r.Pos, Name: r.Name, Of: r, Value: value, Constant: r.Constant,
		Differs: r.Differs, Nonlinear: r.Nonlinear, Linear: r.Linear, Unneeded: !r.Constant,
	}
	p.rules[id], p.templates[own] = own, &template{rule: r, args: args}
	return own
}

// parts makes the parts of a rule, if that has not been done.
func (p *pass) parts(own *core.Rule) {
	if !own.Unneeded || p.templates[own] == nil {
		return
	}
	own.Unneeded = false
	t := p.templates[own]
	r := t.rule
	stem := strings.TrimSuffix(own.Value.Name, ".value")
	if r.Forward != nil {
		own.Forward = p.part(stem+".forward", r.Forward, t, p.tangents, func(x value, b *block) core.Term { return x.(data).Term })
	}
	if r.Split != nil {
		own.Split = p.part(stem+".split", r.Split, t, nil, t.split(p))
	}
	if r.Pull != nil {
		own.Pull = p.part(stem+".reverse", r.Pull, t, p.reversed, t.pulled(p))
	}
}

// A givenTo makes the arguments of a part after those of the function.
type givenTo func(base *core.Def, t *template, d *core.Def, b *block) []value

// part is a part of a rule for the arguments of a copy, as a definition. Its result is what end makes of that of the
// clause.
func (p *pass) part(name string, base *core.Def, t *template, more givenTo, end func(x value, b *block) core.Term) *core.Def {
	d := &core.Def{Pos: base.Pos, Name: p.name(name), Local: true}
	p.apartFrom(d, func() {
		b := &block{}
		var args []value
		for i, s := range t.args {
			var x value
			x, d.Params = p.received(base.Params[i].Pos, s, base.Params[i].Name, d.Params)
			args = append(args, x)
			if name := t.rule.Functions[i]; name != "" {
				p.given[name] = x
			}
		}
		if more != nil {
			args = append(args, more(base, t, d, b)...)
		}
		x := p.inline(base.Pos, &closure{fn: p.function(base)}, args, b)
		d.Body = unused(b.in(end(x, b)))
	})
	d.Result = d.Body.Type()
	d.ParamSizes, d.ResultSizes = noSizes(d.Params, nil), core.NoSizes(d.Result)
	p.out = append(p.out, d)
	return d
}

// parameter is a new parameter of a part.
func parameter(d *core.Def, v *core.Var, t core.Type) core.Term {
	own := &core.Var{Pos: v.Pos, Name: v.Name, Type: t}
	if own.Name == "" {
		own.Name = "it"
	}
	d.Params = append(d.Params, own)
	return core.UseOf(own)
}

// tangents are those of the arguments: for a function they are those of its leaves.
func (p *pass) tangents(base *core.Def, t *template, d *core.Def, b *block) []value {
	var out []value
	for i, s := range t.args {
		v := base.Params[len(t.args)+i]
		if t.rule.Functions[i] == "" {
			out = append(out, data{parameter(d, v, v.Type)})
			continue
		}
		var leaves []core.Term
		for _, of := range leafTypes(s, nil) {
			leaves = append(leaves, parameter(d, v, core.Tangent(of)))
		}
		out = append(out, linearData(gathered(v.Pos, s, &leaves), b))
	}
	return out
}

// leafTypes are the types of the leaves of a shape.
func leafTypes(s shape, list []core.Type) []core.Type {
	parts, ok := inner(s)
	if !ok {
		return append(list, s.rep())
	}
	for _, part := range parts {
		list = leafTypes(part, list)
	}
	return list
}

// reversed are what split leaves, if there is a split, and the cotangent of the result.
func (p *pass) reversed(base *core.Def, t *template, d *core.Def, b *block) (out []value) {
	own := base.Params[len(t.args):]
	if t.rule.Split != nil {
		x := parameter(d, own[0], t.residual.rep()).(*core.Use)
		out, own = append(out, p.unpack(t.residual, x.Var, b)), own[1:]
	}
	return append(out, data{parameter(d, own[0], own[0].Type)})
}

// split is (T, X), where X is data.
func (t *template) split(p *pass) func(x value, b *block) core.Term {
	return func(x value, b *block) core.Term {
		pair, ok := x.(*tuple)
		if !ok {
			whole := x.(data).Term
			t.residual = &plainShape{whole.Type().(*core.TupleType).Elems[1]}
			return whole
		}
		t.residual = p.shapeOf(pair.elems[1])
		left := p.pack(t.rule.Split.Pos, pair.elems[1], t.residual, b)
		return tupleOf(t.rule.Split.Pos, []core.Term{pair.elems[0].(data).Term, left})
	}
}

// pulled is the cotangent of the parameters of the copy.
func (t *template) pulled(p *pass) func(x value, b *block) core.Term {
	return func(x value, b *block) core.Term {
		at := t.rule.Pull.Pos
		list := []value{x}
		if len(t.args) > 1 {
			list = x.(*tuple).elems
		}
		var parts []core.Term
		for i, s := range t.args {
			if t.rule.Functions[i] != "" {
				parts = append(parts, p.scattered(at, s, termOf(list[i]), b)...)
			} else {
				parts = append(parts, b.named(list[i], "d").(data).Term)
			}
		}
		return cotangentOf(at, parts)
	}
}
