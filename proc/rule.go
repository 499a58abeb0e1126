package proc

import (
	"strconv"

	"procad/internal/diag"
)

// A Rule says that the derivatives of a function f are made of what the program gives: of jvp$f, or of split$f and pull$f.
// In a text it has a line of its own, before the first of these:
//
//	derivative f nonlinear "the gradient is clipped"
type Rule struct {
	Pos       diag.Pos
	Constant  bool   // the derivative is 0
	Differs   string // why it is meant to disagree with the automatic derivative; "" if it is not
	Nonlinear string // why pull$f is not linear in the cotangent; "" if it is
}

// String returns the line without the name of the function.
func (r *Rule) String() string {
	text := ""
	if r.Constant {
		text += " constant"
	}
	if r.Differs != "" {
		text += " differs " + strconv.Quote(r.Differs)
	}
	if r.Nonlinear != "" {
		text += " nonlinear " + strconv.Quote(r.Nonlinear)
	}
	return text
}

// rule reads
//
//	rule ::= "derivative" func ("constant" | "differs" string | "nonlinear" string)*
func (p *parser) rule(prog *Program) {
	p.next()
	r := &Rule{Pos: p.tok.pos}
	f := p.function()
	for p.tok.kind == name && !p.tok.fresh && p.err == nil {
		switch {
		case p.word("constant"):
			p.next()
			r.Constant = true
		case p.word("differs"):
			p.next()
			r.Differs = p.message()
		case p.word("nonlinear"):
			p.next()
			r.Nonlinear = p.message()
		default:
			p.expected("constant, differs or nonlinear")
		}
	}
	switch {
	case p.err != nil:
		return
	case prog.Rules[f] != nil:
		p.fail(r.Pos, "%s has two rules", f)
		return
	case prog.Rules == nil:
		prog.Rules = map[Func]*Rule{}
	}
	prog.Rules[f] = r
}

// message reads why something is as it is.
func (p *parser) message() string {
	t := p.expect(text, "a reason in quotes")
	if p.err != nil {
		return ""
	}
	message, err := strconv.Unquote(t.text)
	if err != nil || message == "" {
		p.fail(t.pos, "a reason in quotes is wanted here, not %s", quoted(t.text))
	}
	return message
}
