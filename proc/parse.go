package proc

import (
	"slices"
	"strings"

	"procad/internal/diag"
)

// A SigFunc gives the type of a function; lookup gives those of definitions.
type SigFunc func(f Func, lookup func(Func) (Sig, bool)) (Sig, error)

// Parse reads .proc text (grammar.txt). Types that the text does not tell are
// inferred forwards, for which sig gives the types of functions. Whether the
// program is well typed and single-use is not checked.
func Parse(src *diag.Source, sig SigFunc) (*Program, error) {
	p := newParser(src.Text)
	prog := &Program{File: src.Name}
	var errs diag.List
	var headers, derived []header
	for p.tok.kind != end && len(errs) < maxErrors {
		switch {
		case p.word("params"):
			headers = append(headers, p.params(prog))
		case p.word("derived"):
			derived = append(derived, p.derivation(prog))
		case p.word("derivative"):
			p.rule(prog)
		default:
			if d := p.def(); p.err == nil {
				prog.Add(d)
			}
		}
		if p.err != nil {
			errs = append(errs, p.err.In(src.Name))
			p.resume(p.atDef)
		}
	}
	if len(errs) == 0 {
		errs = slices.Concat(undefined(prog, slices.Concat(headers, derived)), checkParams(prog, headers), infer(prog, src.Text, sig))
	}
	if len(errs) > 0 {
		errs.Sort()
		return nil, errs
	}
	return prog, nil
}

// atDef reports whether the current token begins a definition, or a line about
// one. A variable may have the name of such a word too.
func (p *parser) atDef() bool {
	return (p.word("def") || p.word("params") || p.word("derived") || p.word("derivative")) && p.ahead.kind == name
}

// def reads  def ::= "def" func zone? "(" var ":" type ")" "->" "(" var ":" type ")" body .
func (p *parser) def() *Def {
	d := &Def{Pos: p.tok.pos}
	if !p.word("def") {
		p.expected("a definition")
		return nil
	}
	p.next()
	d.Name = p.function()
	if p.accept('[') {
		d.Zone = list(p, ']', (*parser).ref)
	}
	d.In = p.typed()
	p.expect(arrow, "->")
	d.Out = p.typed()
	d.Body = p.body(func() bool { return p.tok.kind == end || p.atDef() })
	return d
}

// list reads items separated by commas up to a closing token.
func list[T any](p *parser, close kind, item func(*parser) T) []T {
	if p.accept(close) {
		return nil
	}
	var items []T
	for {
		items = append(items, item(p))
		if !p.accept(',') {
			break
		}
	}
	p.expect(close, "a comma or a closing "+string(rune(close)))
	return items
}

// ref reads  ref ::= name ":" ("&" | "+") type .
func (p *parser) ref() Ref {
	r := Ref{Name: p.variable()}
	p.expect(':', "the colon before a type")
	switch {
	case p.accept('&'):
		r.Mode = Shared
	case p.accept('+'):
		r.Mode = Accumulator
	default:
		p.expected("& or +")
	}
	r.Type = p.typ()
	return r
}

// typed reads  "(" var ":" type ")" .
func (p *parser) typed() Var {
	p.expect('(', "an opening parenthesis")
	v := Var{Name: p.variable()}
	p.expect(':', "the colon before a type")
	v.Type = p.typ()
	p.expect(')', "a closing parenthesis")
	return v
}

// variable reads the name of a variable or of a name of Θ.
func (p *parser) variable() string {
	t := p.expect(name, "a name")
	if strings.Contains(t.text, "{") {
		p.fail(t.pos, "a variable has no braces: %s", quoted(t.text))
	}
	return t.text
}

// untyped reads a variable whose type is inferred later.
func (p *parser) untyped() Var { return Var{Name: p.variable()} }

// function reads the name of a function.
func (p *parser) function() Func {
	t := p.expect(name, "the name of a function")
	for p.tok.kind == ':' && p.ahead.kind == name { // module:name
		p.next()
		t.text += ":" + p.expect(name, "the name of a function").text
	}
	f, err := ParseFunc(t.text)
	if err != nil {
		p.fail(t.pos, "%v, in %s", err, quoted(t.text))
	}
	return f
}
