package source

import "procad/internal/diag"

// recordType is { f: T, … }.
func (p *parser) recordType() TypeExpr {
	t := &RecordType{typeNode: typeNode{pos: p.pos()}}
	p.fields("type", func(pos diag.Pos, name string) {
		t.Fields = append(t.Fields, &FieldType{pos, name, p.typ()})
	})
	return t
}

// fields is { f: …, …, f: … }, of one field at least; what follows the colon is read
// by part.
func (p *parser) fields(what string, part func(pos diag.Pos, name string)) {
	open := p.expect("{")
	if p.is("}") {
		p.fail(p.expected("a field").Hintf("a record has one field at least; the %s of nothing is ()", what))
	}
	p.fieldList(what, part)
	p.close("}", open)
}

func (p *parser) fieldList(what string, part func(pos diag.Pos, name string)) {
	for !p.is("}") {
		pos, name := p.name("the name of a field")
		if !p.is(":") {
			e := p.expected(`":"`).Hintf("a field is %s: and its %s", name, what)
			p.fail(e)
		}
		p.next()
		part(pos, name)
		if !p.accept(",") {
			return
		}
	}
}

// record is { f: e, … } or { e with f: e, … }.
func (p *parser) record() Expr {
	pos := p.pos()
	if p.isAt(p.peek(1), "}") || p.peek(1).kind == tokName && p.isAt(p.peek(2), ":") {
		e := &RecordExpr{}
		p.fields("value", func(pos diag.Pos, name string) {
			e.Fields = append(e.Fields, &FieldValue{pos, name, p.expr()})
		})
		e.node = p.node(pos, fieldValues(e.Fields)...)
		return e
	}
	open := p.expect("{")
	e := &With{X: p.expr()}
	if !p.isName() || p.text() != "with" {
		msg := p.expected("with").Notef(open, "in the record that begins here").
			Hintf("a record is { f: e, … }, and one with some fields changed { r with f: e, … }")
		if p.is("}") || p.is(";") {
			msg.Hintf("%s", braceHint)
		}
		p.fail(msg)
	}
	p.next()
	if p.is("}") {
		p.fail(p.expected("a field").Hintf("write { r with f: e }"))
	}
	p.fieldList("value", func(pos diag.Pos, name string) {
		e.Fields = append(e.Fields, &FieldValue{pos, name, p.expr()})
	})
	p.close("}", open)
	e.node = p.node(pos, append(fieldValues(e.Fields), e.X)...)
	return e
}

func fieldValues(fields []*FieldValue) []Expr {
	list := make([]Expr, len(fields))
	for i, f := range fields {
		list[i] = f.Value
	}
	return list
}

// recordPattern is { f: p, g, … }, where g is g: g. It need not have all fields.
func (p *parser) recordPattern(pat *Pattern) {
	pat.Kind = PatRecord
	open := p.expect("{")
	for !p.is("}") {
		pos, name := p.name("the name of a field")
		elem := &Pattern{Pos: pos, Kind: PatVar, Var: &Var{Pos: pos, Name: name}}
		if p.accept(":") {
			elem = p.pattern()
		}
		pat.Fields, pat.Elems = append(pat.Fields, name), append(pat.Elems, elem)
		if !p.accept(",") {
			break
		}
	}
	p.close("}", open)
	if len(pat.Fields) == 0 {
		p.fail(p.errorAt(pat.Pos, CodeSyntax, "a record pattern names a field at least").Hintf("write _ for a value that is not used"))
	}
}
