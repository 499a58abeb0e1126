package ks

import (
	"procad/core"
	"procad/internal/diag"
	"procad/papers"
)

// From is a definition of core, and the definitions that it calls, in the language
// of Figure 1. The error is a *papers.Unsupported of the named system.
//
//	f(x1, …, xn) = e   is   f(t) = let x1 = π1,n(t) in … e                    Section 7
//	a local function and a function that takes functions take the place of their calls
func From(system string, d *core.Def) (f *Def, err error) {
	defer diag.Catch[*papers.Unsupported](&err)
	c := &converter{system, map[*core.Def]*Def{}}
	return c.def(d), nil
}

// A converter makes terms of terms of core.
type converter struct {
	system string
	defs   map[*core.Def]*Def
}

// A scope is what variables of core stand for: a variable or a function.
type scope struct {
	v     *core.Var
	x     *Var
	fn    *function
	outer *scope
}

// A function is one that is known where it is called: a lambda in its scope, or a definition.
type function struct {
	lambda *core.Lambda
	in     *scope
	def    *core.Def
}

func (s *scope) with(v *core.Var, x *Var) *scope {
	if v == nil {
		return s
	}
	return &scope{v, x, nil, s}
}

func (s *scope) lookup(v *core.Var) *scope {
	for ; s.v != v; s = s.outer {
	}
	return s
}

// fresh is a variable for v, which may be nil.
func fresh(v *core.Var, of Type) *Var {
	if v == nil || v.Name == "" {
		return &Var{"t", of}
	}
	return &Var{v.Name, of}
}

func (c *converter) cannot(at diag.Pos, construct string) {
	panic(&papers.Unsupported{Pos: at, System: c.system, Construct: construct})
}

// typed is a type of core; functions are no values.
func (c *converter) typed(at diag.Pos, t core.Type) Type {
	if t := typeOf(t); t != nil {
		return t
	}
	c.cannot(at, "a function as a value")
	return nil
}

func (c *converter) def(d *core.Def) *Def {
	if f := c.defs[d]; f != nil {
		if f.Body == nil {
			c.cannot(d.Pos, "a recursive function")
		}
		return f
	}
	f := &Def{At: d.Pos, Title: d.Name, Of: c.typed(d.Pos, d.Result)}
	c.defs[d] = f
	var types []Type
	for _, p := range d.Params {
		types = append(types, c.typed(p.Pos, p.Type))
	}
	f.Param = &Var{"t", TupleOf(types...)}
	if len(d.Params) == 1 {
		f.Param.Name = d.Params[0].Name
		f.Body = c.term((*scope)(nil).with(d.Params[0], f.Param), d.Body)
		return f
	}
	f.Body = c.untuple(nil, d.Pos, d.Params, f.Param, func(s *scope) Term { return c.term(s, d.Body) })
	return f
}

// untuple is let x1 = π1,n(t) in … let xn = πn,n(t) in e.
func (c *converter) untuple(s *scope, at diag.Pos, vars []*core.Var, t *Var, body func(*scope) Term) Term {
	xs := make([]*Var, len(vars))
	for i, v := range vars {
		if v != nil {
			xs[i] = fresh(v, t.Type.(Tuple)[i])
			s = s.with(v, xs[i])
		}
	}
	e := body(s)
	for i := len(xs) - 1; i >= 0; i-- {
		if xs[i] != nil {
			e = In(xs[i], Do(at, Select{i, len(xs)}, UseOf(at, t)), e)
		}
	}
	return e
}

// term is e, whose variables are in the scope.
func (c *converter) term(s *scope, e core.Term) Term {
	at := e.Pos()
	switch e := e.(type) {
	case *core.Use:
		if b := s.lookup(e.Var); b.x != nil {
			return UseOf(at, b.x)
		}
		c.cannot(at, "a function as a value")
	case *core.RealConst:
		return Real(at, e.Value)
	case *core.IntConst:
		return Int(at, e.Value)
	case *core.Prim:
		return Do(at, Op{e.Op}, c.terms(s, e.Args)...)
	case *core.Tuple:
		return Tuples(at, c.terms(s, e.Elems)...)
	case *core.Inject:
		return Do(at, Inject{e.Con, typeOf(e.Of).(Sum)}, c.term(s, e.X))
	case *core.Let:
		if _, ok := e.Bound.Type().(*core.FuncType); ok {
			return c.term(&scope{e.Var, nil, c.known(s, e.Bound), s}, e.Body)
		}
		bound := c.term(s, e.Bound)
		x := fresh(e.Var, bound.Type())
		return In(x, bound, c.term(s.with(e.Var, x), e.Body))
	case *core.Untuple:
		bound := c.term(s, e.Bound)
		t := &Var{"t", bound.Type()}
		return In(t, bound, c.untuple(s, at, e.Vars, t, func(s *scope) Term { return c.term(s, e.Body) }))
	case *core.Case:
		x := c.term(s, e.X)
		out := &Case{Node: Node{at, c.typed(at, e.Of)}, X: x}
		for k, arm := range e.Arms {
			var v *Var
			if arm.Var != nil {
				v = fresh(arm.Var, x.Type().(Sum).Cons[k].Of)
			}
			out.Arms = append(out.Arms, Arm{v, c.term(s.with(arm.Var, v), arm.Body)})
		}
		return out
	case *core.Apply:
		return c.apply(s, e)
	case *core.Global, *core.Lambda:
		c.cannot(at, "a function as a value")
	case *core.Derive:
		c.cannot(at, "a derivative inside of a program")
	}
	return c.array(s, e)
}

func (c *converter) terms(s *scope, list []core.Term) []Term {
	out := make([]Term, len(list))
	for i, e := range list {
		out[i] = c.term(s, e)
	}
	return out
}

// known is the function that a term stands for.
func (c *converter) known(s *scope, f core.Term) *function {
	switch f := f.(type) {
	case *core.Global:
		return &function{def: f.Def}
	case *core.Lambda:
		return &function{lambda: f, in: s}
	case *core.Use:
		if b := s.lookup(f.Var); b.fn != nil {
			return b.fn
		}
	case *core.Derive:
		c.cannot(f.At, "a derivative inside of a program")
	case *core.Ruled:
		c.cannot(f.At, "a rule for the derivative of "+f.Rule.Name)
	}
	c.cannot(f.Pos(), "a call of a function that is not known here")
	return nil
}

// apply is f(e1, …, en): a call of a definition of first order, else the body in the place of the call.
//
//	(λx. b) e   is   let x = e in b
func (c *converter) apply(s *scope, e *core.Apply) Term {
	f := c.known(s, e.Func)
	var params []*core.Var
	var body core.Term
	in := f.in
	if f.def != nil {
		if typeOf(core.TupleOf(f.def.Type().Params...)) != nil && typeOf(f.def.Result) != nil {
			return Do(e.At, c.def(f.def), c.terms(s, e.Args)...)
		}
		if f.def.Recursion != nil {
			c.cannot(f.def.Pos, "a recursive function")
		}
		params, body = f.def.Params, f.def.Body
	} else {
		params, body = f.lambda.Params, f.lambda.Body
	}
	c.typed(e.At, e.Of)
	lets := make([]*Let, 0, len(params))
	for i, p := range params {
		if _, ok := p.Type.(*core.FuncType); ok {
			in = &scope{p, nil, c.known(s, e.Args[i]), in}
			continue
		}
		bound := c.term(s, e.Args[i])
		x := fresh(p, bound.Type())
		in = in.with(p, x)
		lets = append(lets, &Let{Var: x, Bound: bound})
	}
	out := c.term(in, body)
	for i := len(lets) - 1; i >= 0; i-- {
		out = In(lets[i].Var, lets[i].Bound, out)
	}
	return out
}
