package source

import (
	"slices"

	"procad/internal/diag"
)

const (
	maxNesting = 10_000  // brackets and forms in each other
	maxHeight  = 200_000 // of an expression tree: terms of a chain
)

// Parse reads a program. The error is a diag.List: after a syntax error the
// parser goes on at the next declaration.
func Parse(src *diag.Source) (*Program, error) {
	tokens, errs := scan(src)
	if len(errs) > 0 {
		return nil, errs
	}
	prog := &Program{Source: src}
	prog.module = newModule(prog)
	p := &parser{src: src, file: src.Other(), module: prog.module, tokens: tokens}
	for p.tok().kind != tokEOF && len(p.errs) < maxErrors {
		p.item(prog)
	}
	if len(p.errs) > 0 {
		return nil, p.errs
	}
	return prog, nil
}

// parser is a recursive-descent parser. A syntax error unwinds to item by a
// panic with bailout, which nothing else sees.
type parser struct {
	src    *diag.Source
	file   *diag.Source // of positions
	module *Module
	tokens []token
	at     int // index of the current token
	depth  int // of nested calls
	errs   diag.List

	functions map[string]bool // parameters of the rule at hand that may be functions
}

type bailout struct{}

const defExample = "def f(x: Real): Real = e"

// def is one definition, or what follows extern.
//
//	def f(p1: T1, …, pn: Tn): T = e
func (p *parser) def(extern bool) *Def {
	if !p.is("def") {
		e := p.expected("def").Hintf("a definition is %s", defExample)
		if hint := foreignTops[p.text()]; hint != "" {
			e.Hintf("%s", hint)
		}
		p.fail(e)
	}
	p.next()
	d := &Def{}
	d.Pos, d.Name = p.newName("the name of the function")
	d.Params = p.params(false)
	for _, param := range d.Params {
		if param.Type == nil {
			p.fail(p.errorAt(param.Var.Pos, CodeSyntax, "the parameter %s needs a type", param.Var.Name).
				Hintf("write %s: Real", param.Var.Name))
		}
	}
	if !p.is(":") {
		e := p.expected("\":\" and the type of the result").Hintf("def %s(…): Real = …", d.Name)
		if p.is("->") {
			e.Hintf("def %s(…): Real = …; procedures, which have a ->, are in .proc files", d.Name)
		}
		p.fail(e)
	}
	p.next()
	d.Result = p.typ()
	d.told = p.pos()
	if !p.is("=") {
		e := p.expected(`"="`)
		if e.Hint == "" {
			e.Hintf("the body stands after =: %s", defExample)
		}
		p.fail(e)
	}
	p.next()
	if extern {
		d.Body = p.foreign(d)
	} else {
		d.Body = p.expr()
	}
	return d
}

// unexpected is the message about a token after a whole expression.
func (p *parser) unexpected() *diag.Error {
	e := p.expected("an operator, def or the end of the file")
	switch before := p.tokens[p.at-1]; {
	case e.Hint != "":
	case p.is("=") && before.kind == tokName:
		e.Hintf("equality is ==; a name is bound by let %s = … in …", p.textOf(before))
	case p.is("=") && p.isAt(before, "]"):
		e.Hintf("equality is ==; %s", setHint)
	case p.is("=") && p.isAt(before, ")"):
		e.Hintf("equality is ==; names are bound by let (a, b) = … in …")
	case p.is("="):
		e.Hintf("equality is ==")
	case p.is("in"):
		e.Hintf("bindings begin with let")
	case p.is(";") && (p.peek(1).kind == tokEOF || p.isAt(p.peek(1), "def")):
		e.Hintf("nothing separates definitions: leave out the ;")
	case p.is(";"):
		e.Hintf("there are no statements: write let x = a; _ = assert(c, \"…\") in e")
	case p.isName() && before.kind == tokName && isOperator(p.textOf(before)):
		e.Hintf("a derivative is %s(%s)(x)", p.textOf(before), p.text())
	case p.isName() && before.kind == tokName && slices.Contains([]string{"sum", "max", "argmax"}, p.textOf(before)):
		e.Hintf("write %s(i < n) e", p.textOf(before))
	case p.isAt(before, ")") && p.isName() && p.closesIndices():
		e.Hintf("loops over indices are sum, product, max, min, argmax and argmin, as in sum(i < n) e; for others there is %s", foldExample)
	case p.is(","):
		e.Hintf("a tuple is (a, b)")
	case p.is("if"):
		e.Hintf("%s", chooseHint)
	case p.is(")"), p.is("]"):
		e.Hintf("there is no %s before it that it could close", map[string]string{")": "(", "]": "["}[p.text()])
	case p.isName() && p.text() == "end":
		e.Hintf("an expression ends without a word: leave out end")
	case p.tok().kind == tokName, p.tok().kind == tokInt, p.tok().kind == tokReal:
		e.Hintf("a function is applied as f(x), a product is a * b")
	}
	return e
}

// sync moves to the next declaration after start.
func (p *parser) sync(start int) {
	if p.at == start {
		p.next()
	}
	for p.tok().kind != tokEOF && !p.atTop() {
		p.next()
	}
}

// params is (p1: T1, …, pn: Tn); types may be left out. Those of a local function may be patterns.
func (p *parser) params(patterns bool) []*Param {
	if !p.is("(") {
		e := p.expected("\"(\"")
		if e.Hint == "" {
			e.Hintf("parameters are in brackets, also if there are none: f(x: Real), f()")
		}
		p.fail(e)
	}
	open := p.expect("(")
	var params []*Param
	for !p.is(")") {
		params = append(params, p.param(patterns))
		if !p.accept(",") {
			break
		}
	}
	if last := len(params) - 1; p.isName() && last >= 0 && params[last].Type == nil && isTypeName(params[last].Var.Name) {
		p.fail(p.expected(`")"`).Hintf("write %s: %s", p.text(), properType(params[last].Var.Name)))
	}
	if last := len(params) - 1; last >= 0 && params[last].Type != nil {
		if p.is("*") {
			p.fail(p.expected(`")"`).Hintf("an array is Real[n], a matrix Real[n, d], a tuple (Real, Real)"))
		}
	}
	switch {
	case p.is("="):
		p.fail(p.expected(`")"`).Hintf("parameters have no default values"))
	case p.is(";"):
		p.fail(p.expected(`")"`).Hintf("parameters are separated by commas"))
	}
	p.close(")", open)
	return params
}

// param is one parameter.
func (p *parser) param(patterns bool) *Param {
	param := &Param{Var: &Var{Pos: p.pos(), Name: "_"}}
	switch {
	case p.accept("_"):
	case patterns && !p.isName(), patterns && p.isAt(p.peek(1), "("), patterns && p.isAt(p.peek(1), "."):
		param.takenApart(p.plainPattern())
	case p.is("("):
		p.fail(p.expected("a parameter").Hintf("a parameter of a def is a name: write f(p: (A, B)), and let (a, b) = p in …"))
	default:
		param.Var.Pos, param.Var.Name = p.name("a parameter")
	}
	if p.accept(":") {
		param.Type = p.typ()
		if _, ok := param.Type.(*FuncType); ok {
			p.newFunction(param.Var)
		}
	}
	return param
}

// takenApart makes a parameter of a pattern. A name in brackets is a name.
func (param *Param) takenApart(pat *Pattern) {
	param.Var.Pos, param.Type = pat.Pos, pat.Wanted
	pat.Wanted = nil
	switch pat.Kind {
	case PatVar:
		param.Var = pat.Var
	case PatWild:
	default:
		param.Pat = pat
	}
}

// Tokens.

func (p *parser) tok() token    { return p.tokens[p.at] }
func (p *parser) pos() diag.Pos { return p.tok().pos(p.file) }

func (p *parser) textOf(t token) string { return p.src.Text[t.from:t.to] }
func (p *parser) text() string          { return p.textOf(p.tok()) }

func (p *parser) next() {
	if p.at < len(p.tokens)-1 {
		p.at++
	}
}

// peek is the token n after the current one.
func (p *parser) peek(n int) token {
	return p.tokens[min(p.at+n, len(p.tokens)-1)]
}

// is reports whether the current token is the given word or symbol.
func (p *parser) is(text string) bool { return p.isAt(p.tok(), text) }

func (p *parser) isAt(t token, text string) bool {
	return (t.kind == tokWord || t.kind == tokSymbol) && p.textOf(t) == text
}

func (p *parser) isName() bool { return p.tok().kind == tokName }

func (p *parser) accept(text string) bool {
	if p.is(text) {
		p.next()
		return true
	}
	return false
}

// expect moves past the given word or symbol and returns where it was.
func (p *parser) expect(text string) diag.Pos {
	if !p.is(text) {
		p.fail(p.expected(`"` + text + `"`))
	}
	pos := p.pos()
	p.next()
	return pos
}

// close moves past the bracket that closes the one at open.
func (p *parser) close(text string, open diag.Pos) {
	if !p.is(text) {
		e := p.expected(`"`+text+`"`).Notef(open, "to close this")
		switch {
		case text == "]" && p.is(":"):
			e.Hintf("a part of an array is v[lo ..< hi]")
		case text == "]" && p.is("for"):
			e.Hintf("several dimensions are [e for i < n, j < d]")
		case p.is("if"):
			e.Hintf("%s", filterHint)
		}
		p.fail(e)
	}
	p.next()
}

// name moves past a name; what says what it is to be the name of.
func (p *parser) name(what string) (diag.Pos, string) {
	if !p.isName() {
		e := p.expected(what)
		if p.tok().kind == tokWord {
			e.Hintf("%s is a word of the language", p.text())
		}
		p.fail(e)
	}
	pos, name := p.pos(), p.text()
	p.next()
	return pos, name
}

// Messages.

func (p *parser) errorAt(pos diag.Pos, code, format string, args ...any) *diag.Error {
	return diag.Errorf(pos, code, format, args...).In(p.src.Name)
}

// expected is the message that the current token is not what. If a definition
// ends too early, its last token is the place, not what comes after it.
func (p *parser) expected(what string) *diag.Error {
	if e := p.noImport(); e != nil {
		return e
	}
	pos := p.pos()
	if p.at > 0 && (p.tok().kind == tokEOF || p.atTop()) {
		pos = p.after()
	}
	e := p.errorAt(pos, CodeSyntax, "expected %s, found %s", what, p.describe(p.tok()))
	e.Hint = p.mistake()
	return e
}

const maxQuoted = 40 // bytes of a token in a message

// describe is a token as messages name it.
func (p *parser) describe(t token) string {
	text := p.textOf(t)
	if len(text) > maxQuoted {
		text = text[:maxQuoted] + "…"
	}
	switch t.kind {
	case tokEOF:
		return "the end of the file"
	case tokName:
		return "the name " + text
	case tokInt, tokReal:
		return "the number " + text
	case tokString:
		return "a message"
	}
	return `"` + text + `"`
}

// fail reports e and gives up the current definition.
func (p *parser) fail(e *diag.Error) {
	p.errs = append(p.errs, e)
	panic(bailout{})
}

// enter and leave bracket every recursive rule.
func (p *parser) enter() {
	if p.depth++; p.depth > maxNesting {
		p.fail(p.errorAt(p.pos(), CodeNesting, "this is nested more than %d deep", maxNesting).
			Hintf("name parts with let"))
	}
}

func (p *parser) leave() { p.depth-- }

// node is the common part of an expression at pos with the given parts.
func (p *parser) node(pos diag.Pos, parts ...Expr) node {
	height := 0
	for _, e := range parts {
		height = max(height, e.base().height)
	}
	if height++; height > maxHeight {
		p.fail(p.errorAt(pos, CodeNesting, "this expression is more than %d operations deep", maxHeight).
			Hintf("name parts with let"))
	}
	return node{pos: pos, height: height}
}
