package source

import (
	"slices"
	"strconv"
	"strings"

	"procad/internal/diag"
)

// A form is what a name and an opening bracket begin that is no call. With a shape it is one only
// where the text is of that shape, and else a call of a function of its name.
type form struct {
	parse func(*parser) Expr
	shape func(*parser) bool // nil: it always is the form
}

// forms are the names that begin forms. They can be names of variables.
var forms map[string]form

func init() {
	reduce := func(op ReduceOp) func(*parser) Expr { return func(p *parser) Expr { return p.reduce(op) } }
	forms = map[string]form{
		"sum":          {parse: reduce(SumOf)},
		"max":          {reduce(MaxOf), (*parser).looping},
		"min":          {reduce(MinOf), (*parser).looping},
		"argmax":       {reduce(ArgMaxOf), (*parser).looping},
		"argmin":       {reduce(ArgMinOf), (*parser).looping},
		"product":      {reduce(ProductOf), (*parser).looping},
		"scan":         {(*parser).scan, func(p *parser) bool { return p.isAt(p.peek(2), "\\") }},
		"trace":        {(*parser).trace, func(p *parser) bool { return p.peek(2).kind == tokString }},
		"fold":         {parse: (*parser).fold},
		"nTimes":       {parse: (*parser).nTimes},
		"while":        {parse: (*parser).while},
		"ccl":          {parse: (*parser).ccl},
		"build":        {parse: (*parser).build},
		"size":         {parse: (*parser).sizeOf},
		"set":          {parse: (*parser).setAt},
		"stopGradient": {parse: (*parser).stopGradient},
		"assert":       {parse: (*parser).assert},
	}
	for _, op := range operators {
		forms[string(op)] = form{parse: (*parser).derivative}
	}
}

var operators = []Operator{JVP, VJP, Grad, JacFwd, JacRev, HVP, Hessian}

func isOperator(name string) bool { return slices.Contains(operators, Operator(name)) }

// application is a name and an opening bracket: a form or a call.
func (p *parser) application() Expr {
	p.noPlan()
	if e := p.ofRule(); e != nil {
		return e
	}
	if form, ok := forms[p.text()]; ok && (form.shape == nil || form.shape(p)) {
		return form.parse(p)
	}
	return p.call()
}

// call is f(e1, …, en).
func (p *parser) call() Expr {
	pos, name := p.qualifiedName()
	args := p.arguments()
	return &Call{node: p.node(pos, args...), Name: name, Args: args}
}

// arguments is (e1, …, en).
func (p *parser) arguments() []Expr {
	open := p.expect("(")
	return p.exprs(")", open)
}

// Loops.

// looping reports whether here is the text of max(i < n, …) e: a loop is in the brackets, and an
// expression follows them.
func (p *parser) looping() bool {
	closing := int(p.peek(1).match)
	return p.binds(2) && closing > 0 && p.startsExpr(p.tokens[closing+1])
}

// binds reports whether token k from here begins i < n or i in lo ..< n.
func (p *parser) binds(k int) bool {
	return (p.peek(k).kind == tokName || p.isAt(p.peek(k), "_")) && (p.isAt(p.peek(k+1), "<") || p.isAt(p.peek(k+1), "in"))
}

// startsExpr reports whether an expression can begin with t.
func (p *parser) startsExpr(t token) bool {
	switch t.kind {
	case tokName, tokInt, tokReal:
		return true
	case tokWord, tokSymbol:
		return strings.Contains(" true false pi Inl Inr not let if case ( [ { - \\ ", " "+p.textOf(t)+" ")
	}
	return false
}

// reduce is sum(i < n, …) e, max(i < n, …) e or argmax(i < n) e, …. Its body is a product: how far
// it should extend over + and - is for the brackets to say.
func (p *parser) reduce(op ReduceOp) Expr {
	pos, _ := p.name(string(op))
	open := p.expect("(")
	e := &Reduce{Op: op, Binders: p.binders()}
	if !p.is(")") {
		msg := p.expected("\")\"").Notef(open, "to close this")
		if p.is("if") {
			msg.Hintf("an index has no condition: write sum(i < n) (if c then e else 0)")
		}
		p.fail(msg)
	}
	p.next()
	e.Body = p.binary(levelProduct)
	if p.is("+") || p.is("-") {
		sign := p.text()
		p.fail(p.errorAt(p.pos(), CodeSumExtent, "does the %s extend over this %s or not?", op, sign).
			Hintf("write (%[1]s(…) e) %[2]s …  or  %[1]s(…) (e %[2]s …)", op, sign))
	}
	e.node = p.node(pos, append(bounds(e.Binders), e.Body)...)
	return e
}

// lambda is \p. e.
func (p *parser) lambda(form, example string) (*Pattern, Expr) {
	if form != "" && p.isName() && (p.isAt(p.peek(1), ",") || p.isAt(p.peek(1), ")")) {
		return p.lambdaOf(form)
	}
	if !p.is("\\") {
		p.fail(p.expected("a lambda").Hintf("write %s", example))
	}
	p.next()
	pat := p.pattern()
	if !p.is(".") {
		p.fail(p.expected(`"."`).Hintf("write %s", example))
	}
	p.next()
	return pat, p.expr()
}

// lambdaOf is a function that has a name, as the lambda of a form.
//
//	nTimes(n, s, f) = nTimes(n, s, \s. f(s))        fold(f, a, v) = fold(\(s, x). f(s, x), a, v)
func (p *parser) lambdaOf(form string) (*Pattern, Expr) {
	pos, f := p.name("a function")
	names := []string{"s"}
	switch form {
	case "fold":
		names = []string{"s", "x"}
	case "ccl":
		names = []string{"i", "s"}
	}
	call := &Call{Name: f}
	pat := &Pattern{Pos: pos, Kind: PatTuple}
	for _, name := range names {
		if name == f {
			name += "1"
		}
		pat.Elems = append(pat.Elems, &Pattern{Pos: pos, Kind: PatVar, Var: &Var{Pos: pos, Name: name}})
		call.Args = append(call.Args, &Ident{node: p.node(pos), Name: name})
	}
	call.node = p.node(pos, call.Args...)
	if len(names) == 1 {
		pat = pat.Elems[0]
	}
	return pat, call
}

// lambda2 is \(p, q). e.
func (p *parser) lambda2(form, example string) (first, second *Pattern, body Expr) {
	pat, body := p.lambda(form, example)
	if pat.Kind != PatTuple || len(pat.Elems) != 2 || pat.Wanted != nil {
		p.fail(p.errorAt(pat.Pos, CodeSyntax, "the lambda of %s takes two values", form).Hintf("write %s", example))
	}
	return pat.Elems[0], pat.Elems[1], body
}

// begin is the name of a form and its opening bracket.
func (p *parser) begin() (name string, pos, open diag.Pos) {
	pos, name = p.name("a form")
	return name, pos, p.expect("(")
}

// beginLoop is the name of a sequential loop, its plan and its opening bracket.
func (p *parser) beginLoop() (name string, plan Plan, pos, open diag.Pos) {
	pos, name = p.name("a form")
	plan = p.plan(name)
	return name, plan, pos, p.expect("(")
}

// comma separates the arguments of a form.
func (p *parser) comma(form, example string) {
	if p.is(")") {
		p.fail(p.errorAt(p.pos(), CodeArity, "%s needs more arguments", form).Hintf("write %s", example))
	}
	p.expect(",")
}

// end closes the arguments of a form.
func (p *parser) end(form, example string, open diag.Pos) {
	if p.is(",") {
		p.fail(p.errorAt(p.pos(), CodeArity, "%s needs fewer arguments", form).Hintf("write %s", example))
	}
	p.close(")", open)
}

const foldExample = `fold(\(acc, x). e, a, v)`

// fold is fold(\(acc, x). e, a, v).
func (p *parser) fold() Expr {
	const example = foldExample
	name, plan, pos, open := p.beginLoop()
	e := &Fold{Plan: plan}
	e.Acc, e.Elem, e.Body = p.lambda2(name, example)
	p.comma(name, example)
	e.Init = p.expr()
	p.comma(name, example)
	e.Over = p.expr()
	p.end(name, example, open)
	e.node = p.node(pos, e.Body, e.Init, e.Over)
	return e
}

// nTimes is nTimes(n, s, \s. e).
func (p *parser) nTimes() Expr {
	const example = `nTimes(n, s, \s. e)`
	name, plan, pos, open := p.beginLoop()
	e := &NTimes{Plan: plan, N: p.expr()}
	p.comma(name, example)
	e.Init = p.expr()
	p.comma(name, example)
	if _, swapped := e.Init.(*Lambda); swapped && !p.is("\\") {
		p.fail(p.expected("a lambda").Hintf("write %s", example))
	}
	e.State, e.Body = p.lambda(name, example)
	p.end(name, example, open)
	e.node = p.node(pos, e.N, e.Init, e.Body)
	return e
}

// while is while(n, s, \s. c, \s. e).
func (p *parser) while() Expr {
	const example = `while(n, s, \s. c, \s. e)`
	name, plan, pos, open := p.beginLoop()
	e := &While{Plan: plan, N: p.expr()}
	p.comma(name, example)
	e.Init = p.expr()
	p.comma(name, example)
	e.Test, e.Cond = p.lambda(name, example)
	p.comma(name, example)
	e.State, e.Body = p.lambda(name, example)
	p.end(name, example, open)
	e.node = p.node(pos, e.N, e.Init, e.Cond, e.Body)
	return e
}

// ccl is ccl(n, s, \(i, s). e).
func (p *parser) ccl() Expr {
	const example = `ccl(n, s, \(i, s). e)`
	name, pos, open := p.begin()
	e := &Ccl{N: p.expr()}
	p.comma(name, example)
	e.Init = p.expr()
	p.comma(name, example)
	e.Index, e.State, e.Body = p.lambda2(name, example)
	p.end(name, example, open)
	e.node = p.node(pos, e.N, e.Init, e.Body)
	return e
}

// build is build(n, \i. e), which is [e for i < n].
func (p *parser) build() Expr {
	const example = `build(n, \i. e)`
	name, pos, open := p.begin()
	n := p.expr()
	p.comma(name, example)
	pat, body := p.lambda(name, example)
	p.end(name, example, open)
	v := &Var{Pos: pat.Pos, Name: "_"}
	switch {
	case pat.Kind == PatTuple || pat.Wanted != nil:
		p.fail(p.errorAt(pat.Pos, CodeSyntax, "the lambda of build takes one index").
			Hintf("several dimensions are [e for i < n, j < d]"))
	case pat.Kind == PatVar:
		v = pat.Var
	}
	return &Comp{p.node(pos, n, body), body, []*Binder{{Var: v, Bound: n}}}
}

// Other forms.

// sizeOf is size(v) or size(a, k).
func (p *parser) sizeOf() Expr {
	const example = "size(a, k)"
	name, pos, open := p.begin()
	e := &SizeOf{X: p.expr()}
	if p.accept(",") {
		if p.tok().kind != tokInt {
			p.fail(p.expected("the number of an axis").Hintf("write size(a, 0)"))
		}
		axis, err := strconv.Atoi(p.text())
		if err != nil {
			p.fail(p.errorAt(p.pos(), CodeLiteralRange, "%s is too large for an Int", p.describe(p.tok())))
		}
		e.Axis = axis
		p.next()
	}
	p.end(name, example, open)
	e.node = p.node(pos, e.X)
	return e
}

// setAt is set(a, i1, …, ir, x).
func (p *parser) setAt() Expr {
	name, pos, open := p.begin()
	args := p.exprs(")", open)
	n := len(args)
	if n < 3 {
		p.fail(p.errorAt(pos, CodeArity, "%s needs an array, its indices and a value", name).Hintf("write set(v, i, x)"))
	}
	return &SetAt{p.node(pos, args...), args[0], args[1 : n-1], args[n-1]}
}

// stopGradient is stopGradient(e).
func (p *parser) stopGradient() Expr {
	const example = "stopGradient(e)"
	name, pos, open := p.begin()
	x := p.expr()
	p.end(name, example, open)
	return &StopGradient{p.node(pos, x), x}
}

// assert is assert(c, "message").
func (p *parser) assert() Expr {
	const example = `assert(c, "message")`
	name, pos, open := p.begin()
	e := &Assert{Cond: p.expr()}
	p.comma(name, example)
	if p.tok().kind != tokString {
		p.fail(p.expected("a message").Hintf("write %s", example))
	}
	e.Msg = message(p.text())
	p.next()
	p.end(name, example, open)
	e.node = p.node(pos, e.Cond)
	return e
}

// trace is trace("x", e).
func (p *parser) trace() Expr {
	const example = `trace("x", e)`
	name, pos, open := p.begin()
	e := &Trace{Name: message(p.text())}
	p.next()
	p.comma(name, example)
	e.X = p.expr()
	p.end(name, example, open)
	e.node = p.node(pos, e.X)
	return e
}

// message is what a text in quotes says.
func message(quoted string) string {
	return strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(quoted[1 : len(quoted)-1])
}
