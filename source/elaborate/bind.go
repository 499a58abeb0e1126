package elaborate

import (
	"slices"

	"procad/core"
	"procad/internal/diag"
	"procad/source"
)

// A binding is vars = bound: of one variable, or of the components of a tuple.
type binding struct {
	tuple  bool
	fields bool        // of a record: it is there only if a field is used
	vars   []*core.Var // nil where nothing is bound
	bound  core.Term
}

// lets is let b1; …; bn in body.
func lets(binds []binding, body core.Term) core.Term {
	for i := len(binds) - 1; i >= 0; i-- {
		b := binds[i]
		if b.fields && !slices.ContainsFunc(b.vars, func(v *core.Var) bool { return v != nil }) {
			continue
		}
		n := core.Node{At: b.bound.Pos(), Of: body.Type()}
		if b.tuple {
			body = &core.Untuple{Node: n, Vars: b.vars, Bound: b.bound, Body: body}
		} else {
			body = &core.Let{Node: n, Var: b.vars[0], Bound: b.bound, Body: body}
		}
	}
	return body
}

// match binds what p binds to the parts of x. The sizes in the type of the whole
// pattern are checked by then; those of its parts are checked here.
func (e *elaborator) match(p *source.Pattern, x core.Term, binds []binding) []binding {
	switch p.Kind {
	case source.PatVar:
		v := e.variable(p.Var)
		return e.open(v, p.Type, append(binds, binding{vars: []*core.Var{v}, bound: x}))
	case source.PatCon: // the only constructor
		x = unrolled(x, p.Type)
		if s := e.carries(p.Type, 0); s != nil {
			x = load(x, s, e.typ(p.Type.(*source.NamedSum).Payload(0)))
		}
		_, p := carried(p)
		if p == nil {
			return append(binds, binding{vars: []*core.Var{nil}, bound: x})
		}
		return e.match(p, x, binds)
	case source.PatRecord:
		return e.matchRecord(p, x, binds)
	case source.PatWild:
		return append(binds, binding{vars: []*core.Var{nil}, bound: x})
	}
	b := binding{tuple: true, vars: make([]*core.Var, len(p.Elems)), bound: x}
	var later []binding
	for i, elem := range p.Elems {
		b.vars[i], later = e.receive(elem, later)
	}
	return append(append(binds, b), later...)
}

// receive is the variable that a part of a tuple, or of what a loop or a case
// binds, is bound to, and what then takes it apart.
func (e *elaborator) receive(p *source.Pattern, binds []binding) (*core.Var, []binding) {
	s, computed := e.sized(p.Wanted, false)
	switch {
	case s == nil && p.Kind == source.PatWild:
		return nil, binds
	case s == nil && p.Kind == source.PatVar:
		v := e.variable(p.Var)
		return v, e.open(v, p.Type, binds)
	}
	whole := &core.Var{Pos: p.Pos, Type: e.typ(p.Type)}
	var x core.Term = use(whole)
	if s != nil {
		check := &core.SizeCheck{Node: core.Node{At: p.Pos, Of: whole.Type}, X: x, Shape: s, Name: messageName(p)}
		x = lets(computed, check)
	}
	return whole, e.match(p, x, binds)
}

// messageName is what messages call what p binds.
func messageName(p *source.Pattern) string {
	if p.Kind == source.PatVar {
		return p.Var.Name
	}
	return unnamed
}

// unnamed is what messages call what has no name.
const unnamed = "this"

// let is the bindings of a let.
func (e *elaborator) let(list []source.Bind, binds []binding) []binding {
	for _, b := range list {
		switch b := b.(type) {
		case *source.LetValue:
			binds = e.match(b.Pat, e.wanted(b.Value, b.Pat.Wanted, messageName(b.Pat)), binds)
		case *source.LocalFunc:
			for _, inst := range b.Instances {
				binds = append(binds, e.instance(inst))
			}
		}
	}
	return binds
}

// instance is a local function at one list of argument types.
func (e *elaborator) instance(inst *source.Instance) binding {
	fn := &core.Lambda{Params: e.params(inst.Params)}
	t := &core.FuncType{Result: e.typ(inst.Sig.Result)}
	for _, p := range fn.Params {
		t.Params = append(t.Params, p.Type)
	}
	fn.Node = core.Node{At: inst.Func.Pos, Of: t}
	fn.Body = e.function(inst.Func.Name, inst.Params, inst.Result, inst.Body)
	e.instances[inst] = &core.Var{Pos: inst.Func.Pos, Name: inst.Func.Name, Type: t}
	return binding{vars: []*core.Var{e.instances[inst]}, bound: fn}
}

// wanted is x, whose sizes have to be those written in t, which may be nil. name
// is what messages call it.
func (e *elaborator) wanted(x source.Expr, t source.TypeExpr, name string) core.Term {
	if f, ok := x.(*source.Foreign); ok {
		return e.foreign(f, t)
	}
	term := e.expr(x)
	s, computed := e.sized(t, false)
	if s == nil {
		return term
	}
	if computed == nil {
		complete(term, s)
	}
	return lets(computed, &core.SizeCheck{Node: core.Node{At: t.Pos(), Of: term.Type()}, X: term, Shape: s, Name: name})
}

func node(at diag.Pos, of core.Type) core.Node { return core.Node{At: at, Of: of} }
