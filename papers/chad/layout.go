package chad

import "strings"

// syntax is text that is not laid out yet: a word, or one of the forms below.
type syntax interface{}

type (
	word      string
	letSyntax struct {
		name        string
		bound, body syntax
	}
	lambdaSyntax struct { // head. body
		head string
		body syntax
	}
	dotSyntax   = lambdaSyntax
	pairSyntax  struct{ a, b syntax }
	applySyntax struct{ f, x syntax }
	infixSyntax struct {
		op   string
		prec int
		a, b syntax
	}
	indexSyntax struct {
		a  syntax
		at []syntax
	}
	callSyntax struct { // name(args), with a semicolon before number linear if that is not 0
		name   string
		args   []syntax
		linear int
	}
	caseSyntax struct {
		x        syntax
		patterns []string
		arms     []syntax
	}
)

// How tightly parts of text bind: + is 1, * 2, • and ! and ^ 3.
const (
	precApply = 4
	precAtom  = 5
)

// width is that of lines, as far as possible.
const width = 110

// tupleSyntax is the parts with commas.
func tupleSyntax(parts []syntax) syntax {
	if len(parts) == 1 {
		return parts[0]
	}
	return &callSyntax{"", parts, 0}
}

// layout is s as an operand of something that binds with prec, where the line begins at indent.
func layout(s syntax, prec, indent int) string {
	if flat := render(s, prec, -1); len([]rune(flat))+indent <= width && !strings.Contains(flat, "let ") {
		return flat
	}
	return render(s, prec, indent)
}

// inner lays an inner part out: on one line if indent is negative.
func inner(s syntax, prec, indent int) string {
	if indent < 0 {
		return render(s, prec, -1)
	}
	return layout(s, prec, indent)
}

// below is what follows a let, a λ or an arrow: bindings begin a line of their own.
func below(s syntax, indent int) string {
	text := inner(s, 0, deeper(indent, 2))
	if _, ok := s.(*letSyntax); ok && indent >= 0 {
		return newline(indent+2, "") + text
	}
	return " " + text
}

// newline is what separates lines, and flat what it is on one line.
func newline(indent int, flat string) string {
	if indent < 0 {
		return flat
	}
	return "\n" + strings.Repeat(" ", indent)
}

// deeper is an indentation that is deeper by n.
func deeper(indent, n int) int {
	if indent < 0 {
		return indent
	}
	return indent + n
}

func render(s syntax, prec, indent int) string {
	paren := func(own int, text func(indent int) string) string {
		if own < prec {
			return "(" + text(deeper(indent, 1)) + ")"
		}
		return text(indent)
	}
	list := func(parts []syntax, linear, indent int) string {
		var b strings.Builder
		for i, x := range parts {
			switch {
			case i > 0 && i == linear:
				b.WriteString(";" + newline(indent, " "))
			case i > 0:
				b.WriteString("," + newline(indent, " "))
			}
			b.WriteString(inner(x, 0, indent))
		}
		return b.String()
	}
	switch s := s.(type) {
	case word:
		return string(s)
	case *letSyntax:
		return paren(0, func(indent int) string {
			return "let " + s.name + " =" + below(s.bound, indent) + " in" + newline(indent, " ") + inner(s.body, 0, indent)
		})
	case *lambdaSyntax:
		return paren(0, func(indent int) string { return s.head + "." + below(s.body, indent) })
	case *pairSyntax:
		return "<" + inner(s.a, 0, deeper(indent, 1)) + "," + newline(deeper(indent, 1), " ") + inner(s.b, 0, deeper(indent, 1)) + ">"
	case *applySyntax:
		return paren(precApply, func(indent int) string {
			f := inner(s.f, precApply, indent)
			if f == "!" || f == "-" {
				return f + inner(s.x, precAtom, indent)
			}
			return f + " " + inner(s.x, precAtom, deeper(indent, 2))
		})
	case *infixSyntax:
		return paren(s.prec, func(indent int) string {
			right := s.prec + 1
			if s.op == "•" {
				right = precApply
			}
			return inner(s.a, s.prec, indent) + " " + s.op + " " + inner(s.b, right, deeper(indent, 2))
		})
	case *indexSyntax:
		return inner(s.a, precAtom, indent) + "[" + list(s.at, 0, -1) + "]"
	case *callSyntax:
		if s.name == "[" {
			return "[" + list(s.args, 0, deeper(indent, 1)) + "]"
		}
		return s.name + "(" + list(s.args, s.linear, deeper(indent, 2)) + ")"
	}
	c := s.(*caseSyntax)
	return paren(0, func(indent int) string {
		text := "case " + inner(c.x, 0, deeper(indent, 2)) + " of"
		for i, pattern := range c.patterns {
			bar := newline(deeper(indent, 2), " ")
			if i > 0 {
				bar += "| "
			}
			text += bar + pattern + " →" + below(c.arms[i], deeper(indent, 2))
		}
		return text
	})
}
