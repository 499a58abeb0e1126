package closures

import (
	"strings"

	"procad/core"
	"procad/core/inline"
	"procad/internal/diag"
)

// maxInline is the weight of lambdas that are put in the places of their calls.
const maxInline = 40

// apply is a call of a function.
func (p *pass) apply(n core.Node, f value, args []value, b *block) value {
	switch f := f.(type) {
	case *closure:
		return p.call(n, f, args, b)
	case *derived:
		return p.derivative(n, f, args, b)
	}
	c := f.(*packed)
	for i, arg := range args {
		args[i] = b.named(arg, "x")
	}
	return p.dispatch(n, c.v, c.shape.(*choiceShape).of, func(f value, b *block) value {
		return p.apply(n, f, agains(args), b)
	}, b)
}

func agains(list []value) []value {
	out := make([]value, len(list))
	for i, v := range list {
		out[i] = again(v)
	}
	return out
}

// dispatch is a case of each function that a variable may be.
func (p *pass) dispatch(n core.Node, v *core.Var, list []shape, call func(f value, b *block) value, b *block) value {
	if len(list) == 1 {
		return call(p.unpack(list[0], v, b), b)
	}
	one := &core.Var{Pos: n.At, Name: "f", Type: list[0].rep()}
	others := &core.Var{Pos: n.At, Name: "f", Type: choiceOf(list[1:])}
	t := &core.Case{Node: n, X: core.UseOf(v), Arms: []core.Arm{{Var: one}, {Var: others}}}
	return p.branches(t, []func(*block) value{
		func(b *block) value { return call(p.unpack(list[0], one, b), b) },
		func(b *block) value { return p.dispatch(n, others, list[1:], call, b) },
	}, b)
}

// call is a call of a known function: of its definition, or of a copy of that for these arguments, or what it computes.
func (p *pass) call(n core.Node, f *closure, args []value, b *block) value {
	plain := true
	for _, arg := range args {
		_, ok := arg.(data)
		plain = plain && ok
	}
	result := n.Of
	switch d := p.defs[f.fn]; {
	case f.local != nil && plain:
		fn := core.UseOf(f.local)
		fn.At = n.At
		return data{&core.Apply{Node: n, Func: fn, Args: terms(args)}}
	case d != nil && first(d.Type()):
		return data{&core.Apply{Node: n, Func: global(n.At, d), Args: terms(args)}}
	case core.HasFunc(result), d == nil && p.inlining[f.fn] == 0 && inline.Weight(f.fn.Body) <= maxInline:
		return p.inline(n.At, f, args, b)
	}
	d := p.lifted(f, p.shapes(args))
	call := &core.Apply{Node: n, Func: global(n.At, d), Args: p.leaves(f, nil)}
	for _, arg := range args {
		if x, ok := arg.(data); ok {
			call.Args = append(call.Args, x.Term)
		} else {
			call.Args = p.leaves(arg, call.Args)
		}
	}
	return data{call}
}

func terms(list []value) []core.Term {
	out := make([]core.Term, len(list))
	for i, v := range list {
		out[i] = v.(data).Term
	}
	return out
}

func global(at diag.Pos, d *core.Def) *core.Global {
	return &core.Global{Node: core.Node{At: at, Of: d.Type()}, Def: d}
}

// inline is what a call computes.
//
//	(\(x1, …, xn). e)(e1, …, en) = let x1 = e1; …; xn = en in e
func (p *pass) inline(at diag.Pos, f *closure, args []value, b *block) value {
	if p.inlining[f.fn]++; p.inlining[f.fn] > maxCalls {
		panic(failf(at, "a function that gives functions calls itself here, more than %d times", maxCalls).
			Hintf("return the numbers in which the functions differ, and make the function where it is called"))
	}
	fn := p.instance(f)
	core.Called(fn.Body, at)
	for i, x := range fn.Params {
		p.bind(x, args[i], b)
	}
	v := p.value(fn.Body, b)
	p.inlining[f.fn]--
	return v
}

// instance is a copy of a function in which its free variables have their values.
func (p *pass) instance(f *closure) *core.Lambda {
	fn := p.copy(f.fn)
	own := map[*core.Var]*core.Var{}
	for i, v := range p.freeOf(f.fn) {
		w := *v
		own[v] = &w
		p.env[&w] = f.caps[i]
	}
	if len(own) == 0 {
		return fn
	}
	core.Visit(fn, func(t core.Term) {
		if use, ok := t.(*core.Use); ok && own[use.Var] != nil {
			use.Var = own[use.Var]
		}
	})
	return fn
}

// lifted is a function, for arguments of the given shapes, as a definition: its free variables are the first
// parameters.
func (p *pass) lifted(f *closure, args []shape) *core.Def {
	return p.liftedAs(p.baseName(f.fn), f, args)
}

func (p *pass) liftedAs(base string, f *closure, args []shape) *core.Def {
	s := p.shapeOf(f)
	p.bounded(f.fn, s)
	result := f.fn.Of.(*core.FuncType).Result
	return p.define(f.fn.At, base, formKey(s, &tupleShape{args}), result, func(d *core.Def) core.Term {
		in := &closure{fn: f.fn}
		names := p.freeNames(f.fn)
		var x value
		for i, s := range p.shapes(f.caps) {
			x, d.Params = p.received(f.fn.At, s, names[i], d.Params)
			in.caps = append(in.caps, x)
		}
		var given []value
		of := p.defs[f.fn]
		for i, s := range args {
			x, d.Params = p.received(f.fn.Params[i].Pos, s, f.fn.Params[i].Name, d.Params)
			given = append(given, x)
			if _, plain := s.(*plainShape); plain && of != nil { // as the program calls its sizes
				d.ParamSizes = append(noSizes(d.Params[len(d.ParamSizes):len(d.Params)-1], d.ParamSizes), of.ParamSizes[i])
			}
		}
		if of != nil {
			d.ResultSizes = of.ResultSizes
		}
		b := &block{}
		return b.in(p.inline(f.fn.At, in, given, b).(data).Term)
	})
}

// baseName is what a definition of a lambda is called.
func (p *pass) baseName(fn *core.Lambda) string {
	if d := p.defs[fn]; d != nil {
		return d.Name
	}
	name := p.bindings[fn]
	if name == "" {
		name = "lambda"
	}
	return p.stem() + "_" + name
}

// stem is what definitions that are made for the one at hand are called after.
func (p *pass) stem() string { return strings.ReplaceAll(p.root, ".", "_") }

// define is the definition with a key, which is made if there is none. Its body makes the parameters first.
func (p *pass) define(at diag.Pos, name, key string, result core.Type, body func(d *core.Def) core.Term) *core.Def {
	if d := p.made[key]; d != nil {
		return d // perhaps it is being made, and calls itself
	}
	d := &core.Def{Pos: at, Name: p.name(name), Result: result}
	p.made[key] = d
	p.apartFrom(d, func() { d.Body = unused(body(d)) })
	d.ParamSizes = noSizes(d.Params[len(d.ParamSizes):], d.ParamSizes)
	if d.ResultSizes.Names == nil && d.ResultSizes.Parts == nil {
		d.ResultSizes = core.NoSizes(d.Result)
	}
	p.out = append(p.out, d)
	return d
}

// apartFrom makes a definition while another one is at hand.
func (p *pass) apartFrom(d *core.Def, body func()) {
	root, inlining, given := p.root, p.inlining, p.given
	p.root, p.inlining, p.given = d.Name, map[*core.Lambda]int{}, map[string]value{}
	body()
	p.root, p.inlining, p.given = root, inlining, given
}

// noSizes adds to list the sizes of variables, without names.
func noSizes(vars []*core.Var, list []core.Sizes) []core.Sizes {
	for _, v := range vars {
		list = append(list, core.NoSizes(v.Type))
	}
	return list
}
