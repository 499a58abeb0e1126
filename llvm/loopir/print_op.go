package loopir

import (
	"fmt"
	"strconv"
	"strings"

	"procad/prim"
)

// op writes an operation, with its blocks.
func (p *printer) op(op *Op, indent string) {
	text := p.text(op)
	if len(op.Sub) == 0 {
		if op.Mask != nil {
			text += " where " + p.value(op.Mask)
		}
		text += posText(op.Pos)
	}
	p.WriteString(p.outs(op) + text + "\n")
	for i, b := range op.Sub {
		if i > 0 {
			p.WriteString(indent + "else\n")
		}
		p.ops(b, indent+"  ")
		p.line(indent+"  ", "yield", b.Yield)
	}
}

// outs names the results.
func (p *printer) outs(op *Op) string {
	if len(op.Outs) == 0 {
		return ""
	}
	parts := make([]string, len(op.Outs))
	for i, v := range op.Outs {
		if parts[i] = p.define(v); rules[op.Kind].typed {
			parts[i] += ": " + v.Type.String()
		}
	}
	return strings.Join(parts, ", ") + " = "
}

// text is what stands behind the results: the kind and its arguments, as written at Kind.
func (p *printer) text(op *Op) string {
	word, args := op.Kind.String(), op.Args
	switch op.Kind {
	case Room:
		return word
	case View, Row, Load:
		return fmt.Sprintf("%s %s[%s]", word, p.value(args[0]), p.list(args[1:]))
	case Store, Accum:
		last := len(args) - 1
		sign := map[Kind]string{Store: "=", Accum: "+="}[op.Kind]
		return fmt.Sprintf("%s %s[%s] %s %s", word, p.value(args[0]), p.list(args[1:last]), sign, p.value(args[last]))
	case Check:
		return word + " " + p.claim(op)
	case For:
		i := p.define(op.Sub[0].Params[0])
		n := p.value(args[0])
		if op.From != nil {
			n += " from " + p.value(op.From)
		}
		if op.Hint != Usual {
			n += " " + op.Hint.String()
		}
		return fmt.Sprintf("%s %s %s < %s %s", word, op.Order, i, n, p.state(op.Sub[0].Params[1:], args[1:]))
	case While:
		return word + " " + p.state(op.Sub[0].Params, args)
	case Call, Par, Math, Extern, Print:
		return fmt.Sprintf("%s %s(%s)", word, funcText(op.Func), p.list(args))
	}
	return word + " " + p.list(args)
}

// state is what a loop carries, and how it begins.
func (p *printer) state(params, init []*Value) string {
	parts := make([]string, len(params))
	for i, v := range params {
		parts[i] = p.define(v) + " = " + p.value(init[i])
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// claim is what a Check demands, the word for the run-time error, and what the message has beside it.
func (p *printer) claim(op *Op) string {
	c := op.Claim
	t := tests[c.Test]
	parts := []string{p.value(op.Args[0])}
	if t.between != "" {
		parts = append(parts, t.between, p.value(op.Args[1]))
	}
	if t.after != "" {
		parts = append(parts, t.after)
	}
	e := prim.RuntimeError{Kind: c.Kind}
	parts = append(parts, e.Code())
	if more := op.Args[t.args:]; len(more) > 0 {
		parts = append(parts, "("+p.list(more)+")")
	}
	if c.Message != "" {
		parts = append(parts, strconv.Quote(c.Message))
	}
	if c.Proof != Unproven {
		parts = append(parts, c.Proof.String())
	}
	return strings.Join(parts, " ")
}
