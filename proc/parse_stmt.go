package proc

import (
	"math"
	"strconv"
	"strings"

	"procad/internal/decimal"
)

// body reads  body ::= (stmt (newline | ";"))*  as far as stop. The closing
// parenthesis of a nested body ends a statement too.
func (p *parser) body(stop func() bool) Procedure {
	if !p.enter() {
		return nil
	}
	defer p.leave()
	var body Procedure
	for p.err == nil && !stop() {
		if p.accept(';') {
			continue
		}
		s, nested := p.stmt()
		body = append(body, s)
		if !nested && !p.tok.fresh && p.tok.kind != ';' && !stop() {
			p.expected("a new line or ;")
		}
	}
	return body
}

// nested reads  body ")" .
func (p *parser) nested() Procedure {
	body := p.body(func() bool { return p.tok.kind == ')' || p.tok.kind == end })
	p.expect(')', "a closing parenthesis")
	return body
}

// binder reads  "(" name "." body ")" .
func (p *parser) binder() (string, Procedure) {
	p.expect('(', "an opening parenthesis")
	n := p.variable()
	p.expect('.', "the dot after the name")
	return n, p.nested()
}

// stmt reads a statement, and says whether it ends with a nested body.
func (p *parser) stmt() (s Stmt, nested bool) {
	w := Where{p.tok.pos}
	if p.accept('(') {
		outs := list(p, ')', (*parser).untyped)
		p.expect('=', "=")
		return &Untuple{w, outs, p.untyped()}, false
	}
	if p.tok.kind == name && (p.ahead.kind == '=' || p.ahead.kind == ':') {
		return p.binding(w)
	}
	word := p.expect(name, "a statement")
	switch word.text {
	case "Elim":
		return &Elim{w, p.untyped()}, false
	case "Add":
		ref := p.variable()
		args := p.vars()
		if len(args) == 0 {
			p.expected("a variable")
			return nil, false
		}
		last := len(args) - 1
		return &Add{Where: w, Ref: ref, Idx: args[:last:last], In: args[last]}, false
	case "Case":
		c := &Case{Where: w, In: p.untyped()}
		c.L, c.R = p.branch("Inl"), p.branch("Inr")
		return c, true
	case "Row":
		r := &Row{Where: w, Ref: p.variable(), Idx: p.vars()}
		r.Name, r.Body = p.binder()
		return r, true
	case "Choose":
		c := &Choose{Where: w, In: p.untyped(), True: p.variable(), False: p.variable()}
		c.Name, c.Body = p.binder()
		return c, true
	}
	p.fail(word.pos, "no statement begins with %s", quoted(word.text))
	return nil, false
}

// branch reads  "(" tag var body ")" .
func (p *parser) branch(tag string) Branch {
	p.expect('(', "an opening parenthesis")
	if !p.word(tag) {
		p.expected(tag)
	}
	p.next()
	v := p.untyped()
	return Branch{v, p.nested()}
}

// binding reads a statement that begins with the variable it binds.
func (p *parser) binding(w Where) (s Stmt, nested bool) {
	out := p.untyped()
	if p.accept(':') {
		out.Type = p.typ()
	}
	p.expect('=', "=")
	if p.accept('(') {
		return &Tuple{w, out, list(p, ')', (*parser).untyped)}, false
	}
	word := p.expect(name, "a word such as Call, or a tuple")
	if injection := word.text == "Inl" || word.text == "Inr"; injection != (out.Type != nil) && p.err == nil {
		if injection {
			p.fail(word.pos, "the type of %s must be written: %s : τ = %s …", out.Name, out.Name, word.text)
		} else {
			p.fail(w.Pos, "a type is written only before Inl and Inr")
		}
	}
	switch word.text {
	case "Call":
		c := &Call{Where: w, Out: out, Func: p.function()}
		if p.accept('[') {
			for p.tok.kind == name {
				c.Zone = append(c.Zone, p.variable())
				p.accept(',')
			}
			p.expect(']', "a closing ]")
		}
		c.In = p.untyped()
		return c, false
	case "Const":
		c := &Const{Where: w, Out: out}
		c.Out.Type, c.Bits = p.literal()
		return c, false
	case "Dup":
		return &Dup{w, out, p.untyped()}, false
	case "Inl":
		return &Inl{w, out, p.untyped()}, false
	case "Inr":
		return &Inr{w, out, p.untyped()}, false
	case "Read":
		return &Read{w, out, p.variable(), p.vars()}, false
	case "Size":
		return &Size{w, out, p.variable(), p.index()}, false
	case "Share":
		s := &Share{Where: w, Out: out, In: p.untyped()}
		s.Name, s.Body = p.binder()
		return s, true
	case "Accum":
		s := &Accum{Where: w, Out: out, In: p.untyped()}
		s.Name, s.Body = p.binder()
		return s, true
	}
	p.fail(word.pos, "no statement has %s after =", quoted(word.text))
	return nil, false
}

// vars reads the variables on the rest of the line.
func (p *parser) vars() []Var {
	var vs []Var
	for p.tok.kind == name && !p.tok.fresh {
		vs = append(vs, p.untyped())
	}
	return vs
}

// index reads a number that counts something.
func (p *parser) index() int {
	t := p.expect(number, "a number")
	k, err := strconv.Atoi(t.text)
	if err != nil || k < 0 {
		p.fail(t.pos, "%s does not count anything", quoted(t.text))
	}
	return k
}

// literal reads  ()  or a number: an Int if it has only digits, else a Real.
func (p *parser) literal() (Type, uint64) {
	if p.accept('(') {
		p.expect(')', "a closing parenthesis")
		return Unit, 0
	}
	t := p.tok
	if !p.accept(number) && !p.accept(name) {
		p.expected("a constant")
		return Unit, 0
	}
	switch t.text {
	case "inf":
		return Real, math.Float64bits(math.Inf(1))
	case "-inf":
		return Real, math.Float64bits(math.Inf(-1))
	case "nan":
		return Real, math.Float64bits(math.NaN())
	}
	if t.kind == name {
		p.fail(t.pos, "%s is no constant", quoted(t.text))
		return Unit, 0
	}
	if n, err := strconv.ParseInt(t.text, 10, 64); err == nil {
		return Int, uint64(n)
	}
	if !strings.ContainsAny(t.text, ".eE") {
		p.fail(t.pos, "%.40s is out of the range of Int", t.text)
		return Unit, 0
	}
	x, err := decimal.Float(t.text)
	if err != nil {
		p.fail(t.pos, "%.40s is out of the range of Real", t.text)
	}
	return Real, math.Float64bits(x)
}
