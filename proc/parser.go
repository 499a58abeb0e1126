package proc

import (
	"fmt"
	"strings"

	"procad/internal/diag"
)

// MaxDepth bounds how deep types, functions' braces and procedures nest in a text.
const MaxDepth = 10_000

// A parser reads tokens, with one token of lookahead past the current one.
// The first error stops it: err is set, and until resume every token is an end.
type parser struct {
	*scanner
	tok, ahead token
	stuck      token // the token at which the error was noticed
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
	if p.err == nil {
		p.tok = p.ahead
		p.ahead = p.scanner.next()
	}
}

// accept moves past a token of kind k if there is one.
func (p *parser) accept(k kind) bool {
	if p.tok.kind != k || p.err != nil {
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

// word reports whether the current token is the given word of the language.
func (p *parser) word(text string) bool { return p.tok.kind == name && p.tok.text == text }

// expected reports that the current token is not what it should be.
func (p *parser) expected(what string) {
	switch p.tok.kind {
	case invalid:
		p.fail(p.tok.pos, "%s: %s", p.why, quoted(p.tok.text))
	case end:
		p.fail(p.tok.pos, "%s is missing at the end of the text", what)
	default:
		p.fail(p.tok.pos, "%s is wanted here, not %s", what, quoted(p.tok.text))
	}
}

// quoted is the text of a token for a message: as it was typed, but for what
// cannot be printed and what is too long.
func quoted(text string) string {
	return strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(fmt.Sprintf("%.40q", text))
}

// fail reports an error of syntax, unless there has been one.
func (p *parser) fail(pos diag.Pos, format string, args ...any) {
	if p.err != nil {
		return
	}
	p.err = diag.Errorf(pos, CodeSyntax, format, args...)
	p.stuck = p.tok
	p.tok.kind, p.ahead.kind = end, end
}

// resume goes on after an error, from the first token after it that starts
// a line and satisfies ok, with lookahead; or from the end.
func (p *parser) resume(ok func() bool) {
	p.err = nil
	p.depth = 0
	p.off, p.line, p.bol = p.stuck.off, p.stuck.pos.Line, p.stuck.off-p.stuck.pos.Col+1
	p.tok = p.scanner.next()
	p.tok.fresh = p.stuck.fresh
	p.ahead = p.scanner.next()
	for p.tok.kind != end && !(p.tok.fresh && ok()) {
		p.next()
	}
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
