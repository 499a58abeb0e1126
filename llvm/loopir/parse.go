package loopir

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"procad/internal/diag"
	"procad/proc"
)

// Parse reads what Print writes. The error has the position of the first mistake. Whether the program is a right one is
// for Check to say.
func Parse(src *diag.Source) (*Program, error) {
	p := &parser{scanner: scanner{text: src.Text, line: diag.Pos{Line: 1, Col: 1}}}
	p.next()
	prog := &Program{}
	for p.tok.kind != endToken && p.err == nil {
		f := p.function()
		if p.err == nil && prog.Lookup(f.Name) != nil {
			p.fail("%s is defined twice", f.Name)
		}
		prog.Add(f)
	}
	if p.err != nil {
		return nil, fmt.Errorf("%s: %w", p.at.In(src.Name), p.err)
	}
	return prog, nil
}

// A parser reads a program, up to its first mistake.
type parser struct {
	scanner
	tok  token
	err  error
	at   diag.Pos // of the mistake
	f    *Func
	vars map[string]*Value
}

func (p *parser) next() token {
	t := p.tok
	p.tok = p.scan()
	return t
}

// fail reports a mistake at the token at hand. What follows is not read.
func (p *parser) fail(format string, args ...any) {
	if p.err == nil {
		p.err, p.at = fmt.Errorf(format, args...), p.tok.pos
		p.end()
		p.tok = token{}
	}
}

func (p *parser) is(text string) bool {
	return p.tok.text == text && p.tok.kind != stringToken
}

func (p *parser) accept(text string) bool {
	ok := p.is(text)
	if ok {
		p.next()
	}
	return ok
}

func (p *parser) expect(text string) {
	if !p.accept(text) {
		p.fail("%q is wanted here, not %q", text, p.tok.text)
	}
}

func (p *parser) word(what string) string {
	if p.tok.kind != nameToken {
		p.fail("%s is wanted here, not %q", what, p.tok.text)
		return ""
	}
	return p.next().text
}

func (p *parser) number() int {
	n, err := strconv.Atoi(p.tok.text)
	if err != nil || n < 0 {
		p.fail("a number is wanted here, not %q", p.tok.text)
		return 0
	}
	p.next()
	return n
}

func (p *parser) unquoted() string {
	text, err := strconv.Unquote(p.tok.text)
	if p.tok.kind != stringToken || err != nil {
		p.fail("a text in quotes is wanted here, not %q", p.tok.text)
		return ""
	}
	p.next()
	return text
}

// function reads a function.
func (p *parser) function() *Func {
	piece := p.accept("piece")
	if !piece {
		p.expect("func")
	}
	f := &Func{Name: p.funcName(), Piece: piece, Body: &Block{}}
	p.f, p.vars = f, map[string]*Value{}
	p.expect("(")
	for !p.is(")") && p.err == nil {
		name := p.word("a parameter")
		p.expect(":")
		mode := Owned
		for _, m := range []Mode{Shared, Accumulator} {
			if p.accept(string(rune(m))) {
				mode = m
			}
		}
		f.Modes = append(f.Modes, mode)
		p.define(f.NewParam(f.Body, p.typ(), name))
		p.comma(")")
	}
	p.expect(")")
	p.expect("->")
	p.expect("(")
	for !p.is(")") && p.err == nil {
		f.Results = append(f.Results, p.typ())
		p.comma(")")
	}
	p.expect(")")
	f.Pos = p.pos()
	p.block(f.Body, "return", len(f.Results))
	return f
}

// comma reads one, unless the list ends.
func (p *parser) comma(end string) {
	if !p.is(end) {
		p.expect(",")
	}
}

// funcName reads the name of a function, in quotes if it is no word.
func (p *parser) funcName() proc.Func {
	text := p.tok.text
	if p.tok.kind == stringToken {
		text, _ = strconv.Unquote(text)
	}
	f, err := proc.ParseFunc(text)
	if err != nil {
		p.fail("%v", err)
		return f
	}
	p.next()
	return f
}

// pos reads what posText writes.
func (p *parser) pos() (pos diag.Pos) {
	if !p.accept("at") {
		return pos
	}
	pos.Line = p.number()
	p.expect(":")
	pos.Col = p.number()
	if p.accept("of") {
		pos.File = &diag.Source{Number: p.number()}
		pos.File.Name = p.unquoted()
	}
	return pos
}

// typ reads a type.
func (p *parser) typ() Type {
	word := p.word("a type")
	if word == "stack" {
		return StackType
	}
	for e, name := range elemNames {
		if name != word {
			continue
		}
		t := Type{Elem: Elem(e)}
		switch {
		case p.accept("*"):
			t.Form = Buffer
		case p.accept("["):
			t.Form, t.N = Shaped, uint8(p.number())
			p.expect("]")
		case p.accept("<"):
			t.Form, t.N = Vector, uint8(p.number())
			p.expect(">")
		}
		return t
	}
	p.fail("there is no type %s", word)
	return Type{}
}

// define lets a name stand for a value.
func (p *parser) define(v *Value) *Value {
	if p.vars[v.Name] != nil {
		p.fail("%s is made twice", v.Name)
	}
	p.vars[v.Name] = v
	return v
}

// value reads the name of a value, or a number.
func (p *parser) value() *Value {
	text := p.tok.text
	switch {
	case p.tok.kind == numberToken || reserved[text]:
		return p.constant()
	case p.tok.kind == nameToken && p.vars[text] != nil:
		return p.vars[p.next().text]
	}
	p.fail("a value is wanted here, not %q", text)
	return p.f.Undef(RealType)
}

// constant reads what literal writes, and undef:TYPE.
func (p *parser) constant() *Value {
	text := p.next().text
	switch text {
	case "undef":
		p.expect(":")
		return p.f.Undef(p.typ())
	case "true":
		return p.f.Const(BoolType, 1)
	case "false":
		return p.f.Const(BoolType, 0)
	case "nan":
		p.expect(":")
		bits, err := strconv.ParseUint(p.next().text, 16, 64)
		if err != nil {
			p.fail("the bits of a NaN are wanted here")
		}
		return p.f.Const(RealType, bits)
	}
	if !strings.ContainsAny(text, ".en") {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			p.fail("%s is no Int", text)
		}
		return p.f.Int(n)
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		p.fail("%s is no Real", text)
	}
	return p.f.Const(RealType, math.Float64bits(x))
}

// values reads values with commas between, up to a word or sign that ends them.
func (p *parser) values(end string) (vs []*Value) {
	for !p.is(end) && p.err == nil {
		vs = append(vs, p.value())
		p.comma(end)
	}
	p.expect(end)
	return vs
}

// list reads values with commas between, at least one.
func (p *parser) list() []*Value {
	vs := []*Value{p.value()}
	for p.accept(",") {
		vs = append(vs, p.value())
	}
	return vs
}
