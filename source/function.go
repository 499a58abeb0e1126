package source

import (
	"strings"

	"procad/internal/diag"
)

// Func is A -> T, the type of functions as values. A function of several arguments takes
// the tuple of them.
type Func struct {
	Arg, Result Type

	of *captures // of a parameter of a rule; nil of other functions
}

func (*Func) isType()          {}
func (t *Func) String() string { return typeString(t) }

// Params are the types of the arguments of a call.
//
//	(A1, …, An) -> T takes A1, …, An        () -> T takes nothing
func (t *Func) Params() []Type {
	switch arg := prune(t.Arg).(type) {
	case *Tuple:
		return arg.Elems
	case Basic:
		if arg == Unit {
			return nil
		}
	}
	return []Type{t.Arg}
}

// FuncType is A -> T.
type FuncType struct {
	typeNode
	Arg, Result TypeExpr
}

// Lambda is \p. e, a function.
type Lambda struct {
	node
	Pat  *Pattern
	Body Expr
}

// Derive is op(e) for a function e, which is a function too.
type Derive struct {
	node
	Op Operator
	X  Expr
}

// hasFunc reports whether values of t contain functions.
func hasFunc(t Type) bool {
	t = prune(t)
	switch t.(type) {
	case *Func, *Captured:
		return true
	}
	for _, part := range contents(t) {
		if hasFunc(part) {
			return true
		}
	}
	return false
}

// Syntax.

// typ is a type.
//
//	T = S | S -> T
func (p *parser) typ() TypeExpr {
	p.enter()
	defer p.leave()
	left := p.sumType()
	if !p.is("->") {
		return left
	}
	pos := p.pos()
	p.next()
	return &FuncType{typeNode{pos: pos}, left, p.typ()}
}

// lambdaValue is \p. e as a value.
func (p *parser) lambdaValue() Expr {
	pos := p.pos()
	pat, body := p.lambda("", `\x. e`)
	return &Lambda{p.node(pos, body), pat, body}
}

// derivative is op(e), or a call of it.
func (p *parser) derivative() Expr {
	p.enter()
	defer p.leave()
	pos, name := p.name("a derivative")
	open := p.expect("(")
	x := p.expr()
	if p.is(",") {
		e := p.errorAt(p.pos(), CodeOperator, "%s takes a function alone", name).
			Notef(open, "the function stands here, the arguments come after")
		if id, ok := x.(*Ident); ok {
			e.Hintf("write %s(%s)(…)", name, id.Name)
		} else {
			e.Hintf(`write %s(\x. e)(…)`, name)
		}
		p.fail(e)
	}
	p.close(")", open)
	d := &Derive{p.node(pos, x), Operator(name), x}
	if ref := p.nameIn(d); ref != nil && p.is("(") {
		args := p.arguments()
		return &Call{node: p.node(pos, args...), Ref: ref, Args: args}
	}
	return d
}

// nameIn is a derivative of what has a name: op(f), op(m.f), op(op(f)), …; nil of others.
func (p *parser) nameIn(d *Derive) *FuncRef {
	ref := &FuncRef{Pos: d.pos, Op: d.Op}
	switch x := d.X.(type) {
	case *Ident:
		ref.Arg = &FuncRef{Pos: x.pos, Name: x.Name}
	case *FieldOf:
		m, ok := x.X.(*Ident)
		if !ok || p.module.imports[m.Name] == nil {
			return nil
		}
		ref.Arg = &FuncRef{Pos: m.pos, Name: m.Name + "." + x.Name}
	case *Derive:
		if ref.Arg = p.nameIn(x); ref.Arg == nil {
			return nil
		}
	default:
		return nil
	}
	return ref
}

// expr is r as an expression.
func (r *FuncRef) expr() Expr {
	n := node{pos: r.Pos, height: 1}
	if r.Op != "" {
		return &Derive{n, r.Op, r.Arg.expr()}
	}
	if m, f, qualified := strings.Cut(r.Name, "."); qualified {
		return &FieldOf{node: n, X: &Ident{node: n, Name: m}, Name: f}
	}
	return &Ident{node: n, Name: r.Name}
}

// Names.

// variableFunction is the variable that a name before an opening bracket means, nil if it
// means a function that has a name of its own. A variable that is a function for certain
// hides what is bound outside of it; one that may be something else is meant where there is no
// function of the name.
func (r *resolver) variableFunction(name string) *Var {
	v, f := r.scope.lookup(name), r.scope.lookupFunc(name)
	switch {
	case v == nil:
		return nil
	case v.function && (f == nil || r.scope.inner(name)):
		return v
	case f != nil, r.defs[name] != nil && !r.defs[name].Const, r.cons[name] != nil, builtins[name] != nil:
		return nil
	}
	return v
}

// certainFunction says that a type, as written, is that of functions.
func certainFunction(t TypeExpr) bool {
	if t == nil {
		return false
	}
	_, ok := Under(t).(*FuncType)
	return ok
}

// functionValue says that e, as written, is a function.
func functionValue(e Expr) bool {
	switch e := e.(type) {
	case *Lambda, *Derive:
		return true
	case *Let:
		return functionValue(e.Body)
	case *If:
		return functionValue(e.Then) && functionValue(e.Else)
	case *Annot:
		return certainFunction(e.Wanted)
	case *FieldOf:
		return e.Means != nil && functionValue(e.Means)
	case *Ident:
		return e.Fn != nil || e.Eta != nil || e.local != nil || e.Var != nil && e.Var.function
	case *Call:
		switch f := e.Func.(type) {
		case *FuncRef:
			return f.Op == "" && f.Def != nil && certainFunction(f.Def.Result)
		}
		return e.local != nil && certainFunction(e.local.Result)
	}
	return false
}

// differentiated resolves the function of a derivative.
func (r *resolver) differentiated(e *Derive) {
	defer func() {
		x := e.X
		if member, ok := x.(*FieldOf); ok && member.Means != nil {
			x = member.Means
		}
		if id, ok := x.(*Ident); ok {
			if ref, ok := id.Fn.(*FuncRef); ok {
				ref.derived = true
			}
		}
	}()
	id, ok := e.X.(*Ident)
	v := (*Var)(nil)
	if ok {
		v = r.scope.lookup(id.Name)
	}
	switch {
	case ok && v != nil && r.variableFunction(id.Name) == nil && r.functionNamed(id):
		id.shadows = v // variables and functions have separate names
		return
	case !ok, v != nil, r.scope.lookupFunc(id.Name) != nil, r.defs[id.Name] != nil, r.cons[id.Name] != nil:
		r.expr(e.X)
		return
	}
	switch b := builtins[id.Name]; {
	case b != nil && b.own == nil:
		r.expr(e.X)
	case b != nil, forms[id.Name].parse != nil:
		r.errorf(id.pos, CodeOperator, "%s takes a function that is a value, and %s is a form of the language", e.Op, id.Name).
			Hintf(`write %s(\x. e)(…)`, e.Op)
	default:
		r.unknownFunction(id.pos, id.Name)
	}
}

// functionNamed makes of e the function of its name; false if there is none.
func (r *resolver) functionNamed(e *Ident) bool {
	if f := r.scope.lookupFunc(e.Name); f != nil {
		f.called, e.local = true, f
		return true
	}
	if d := r.defs[e.Name]; d != nil && !d.Const {
		e.Fn = r.reference(e.pos, e.Name, d)
		return true
	}
	switch con, b := r.cons[e.Name], builtins[e.Name]; {
	case con != nil:
		e.Eta = etaOf(e.pos, e.Name, con, len(con.Args))
	case b != nil && b.own == nil:
		e.Eta = etaOf(e.pos, e.Name, b, len(b.Params))
	}
	return e.Eta != nil
}

// etaOf is a library function or a constructor as a lambda: \(x, …). f(x, …).
func etaOf(pos diag.Pos, name string, f Callee, n int) *Lambda {
	pat := &Pattern{Pos: pos, Kind: PatTuple}
	call := &Call{node: node{pos: pos}, Name: name, Func: f}
	for i := range n {
		v := &Var{Pos: pos, Name: string(rune('x' + i)), used: true}
		pat.Elems = append(pat.Elems, &Pattern{Pos: pos, Kind: PatVar, Var: v})
		call.Args = append(call.Args, &Ident{node: node{pos: pos}, Name: v.Name, Var: v})
	}
	if n == 1 {
		pat = pat.Elems[0]
	}
	return &Lambda{node{pos: pos}, pat, call}
}

// derives says that e is a call of a derivative.
func (e *Call) derives() bool {
	if _, ok := e.Fn.(*Derive); ok {
		return true
	}
	ref, ok := e.Func.(*FuncRef)
	return ok && ref.Op != ""
}
