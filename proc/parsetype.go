package proc

import "procad/diag"

// MaxDepth bounds how deep types and procedures nest in a text.
const MaxDepth = 10_000

// CodeSyntax is the code of messages about text that does not follow the grammar.
const CodeSyntax = "syntax"

// ParseTypes reads types separated by commas, as Type.String writes them.
func ParseTypes(text string) ([]Type, error) {
	p := newParser(text)
	var types []Type
	for {
		t := p.typ()
		types = append(types, t)
		if !p.accept(',') {
			break
		}
	}
	if p.tok.kind != end {
		p.expected("a comma or the end of the types")
	}
	if p.err != nil {
		return nil, p.err
	}
	return types, nil
}

// A parser reads tokens with one token of lookahead past the current one.
// The first error stops it: err is set, and every token is an end from then on.
type parser struct {
	*scanner
	tok, ahead token
	depth      int
	err        *diag.Error
}

func newParser(text string) *parser {
	p := &parser{scanner: newScanner(text)}
	p.tok = p.scanner.next()
	p.ahead = p.scanner.next()
	return p
}

// next moves to the next token.
func (p *parser) next() {
	if p.err != nil {
		return
	}
	p.tok = p.ahead
	p.ahead = p.scanner.next()
}

// accept moves past a token of kind k if there is one.
func (p *parser) accept(k kind) bool {
	if p.err != nil || p.tok.kind != k {
		return false
	}
	p.next()
	return true
}

// expect moves past a token of kind k, which must be there.
func (p *parser) expect(k kind, what string) token {
	t := p.tok
	if !p.accept(k) {
		p.expected(what)
	}
	return t
}

// expected reports that the current token is not what it should be.
func (p *parser) expected(what string) {
	switch p.tok.kind {
	case invalid:
		p.fail(p.tok.pos, "%s: %.40q", p.why, p.tok.text)
	case end:
		p.fail(p.tok.pos, "%s is missing at the end of the text", what)
	default:
		p.fail(p.tok.pos, "%s is wanted here, not %.40q", what, p.tok.text)
	}
}

// fail reports an error of syntax, unless there has been one.
func (p *parser) fail(pos diag.Pos, format string, args ...any) {
	if p.err == nil {
		p.err = diag.Errorf(pos, CodeSyntax, format, args...)
	}
	p.tok.kind = end
	p.ahead.kind = end
}

// enter counts a level of nesting; leave must follow if it returns true.
func (p *parser) enter() bool {
	if p.depth == MaxDepth {
		p.fail(p.tok.pos, "this nests deeper than %d levels", MaxDepth)
		return false
	}
	p.depth++
	return true
}

func (p *parser) leave() { p.depth-- }

// typ reads  type ::= operand ("+" type)? .
func (p *parser) typ() Type {
	if !p.enter() {
		return Unit
	}
	defer p.leave()
	l := p.operand()
	if p.accept('+') {
		return NewSum(l, p.typ())
	}
	return l
}

// operand reads a type that is no sum, or one in parentheses.
func (p *parser) operand() Type {
	switch p.tok.kind {
	case '(':
		p.next()
		return NewTuple(p.typesUntil(')')...)
	case '[':
		p.next()
		nested := p.tok.kind == '['
		elem := p.typ()
		p.expect(']', "a closing ]")
		if a, ok := elem.(*ArrayType); ok && nested {
			return NewArray(a.Rank+1, a.Elem)
		}
		return NewArray(1, elem)
	case name:
		word := p.tok
		p.next()
		switch word.text {
		case "Real":
			return Real
		case "Int":
			return Int
		case "Bool":
			return Bool
		case "Stack":
			if !p.enter() {
				return Unit
			}
			defer p.leave()
			return NewStack(p.operand())
		}
		p.fail(word.pos, "no type is called %.40q", word.text)
		return Unit
	}
	p.expected("a type")
	return Unit
}

// typesUntil reads types separated by commas up to a closing parenthesis.
func (p *parser) typesUntil(close kind) []Type {
	if p.accept(close) {
		return nil
	}
	var types []Type
	for {
		types = append(types, p.typ())
		if !p.accept(',') {
			break
		}
	}
	p.expect(close, "a comma or a closing parenthesis")
	return types
}
