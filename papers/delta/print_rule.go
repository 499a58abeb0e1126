package delta

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"procad/core"
	"procad/core/eval"
	"procad/papers/number"
)

// real is a literal as text: 2.0.
func real(v float64) string {
	text := strconv.FormatFloat(v, 'g', -1, 64)
	if !strings.ContainsAny(text, ".eIN") {
		text += ".0"
	}
	return text
}

// symbols are primitives as programs have them.
var symbols = map[core.Op]string{
	core.Add: "+", core.Sub: "-", core.Mul: "*", core.Quo: "/", core.Powi: "^", core.Neg: "negate",
	core.Eq: "==", core.Lt: "<", core.Le: "<=", core.Gt: ">", core.Ge: ">=", core.IDiv: "div", core.IMod: "mod",
}

func symbol(op core.Op) string {
	if s := symbols[op]; s != "" {
		return s
	}
	return string(op)
}

// rules prints D{op} of each primitive that was printed (Figure 14): which numbers
// a binding has.
func (p *printer) rules() {
	var ops []string
	for op := range p.ops {
		ops = append(ops, string(op))
	}
	slices.Sort(ops)
	for _, op := range ops {
		p.text.WriteString(Rule(core.Op(op)) + "\n")
	}
}

// Rule is D{op} as text, for an op that gives a Real.
func Rule(op core.Op) string {
	args := []string{"x", "y"}
	if core.PrimType(op, []core.Type{core.Real}) == core.Real {
		args = args[:1]
	}
	ofInt := map[int]bool{}
	switch op {
	case core.Powi:
		ofInt[1] = true
	case "polygamma":
		ofInt[0] = true
	}
	var params, terms []string
	xs := make([]string, len(args))
	copy(xs, args)
	var partials []string
	switch op {
	case core.Add:
		partials = []string{"", ""}
	case core.Sub:
		partials = []string{"", "-1.0"}
	default:
		partials = core.Partials(words{}, op, xs)
	}
	for i, x := range args {
		if ofInt[i] {
			params = append(params, x)
			continue
		}
		u := fmt.Sprint("u", i+1)
		if len(args) == 1 {
			u = "u"
		}
		params = append(params, "("+x+", "+u+")")
		term := u
		if partials[i] != "" {
			term = "Scale (" + partials[i] + ") " + u
		}
		terms = append(terms, term)
	}
	sum := terms[0]
	if len(terms) == 2 {
		paren := func(s string) string {
			if strings.HasPrefix(s, "Scale") {
				return "(" + s + ")"
			}
			return s
		}
		sum = "Add " + paren(terms[0]) + " " + paren(terms[1])
	}
	pattern := params[0]
	if len(params) > 1 {
		pattern = "(" + strings.Join(params, ", ") + ")"
	}
	return fmt.Sprintf("D{%s} = \\%s. do {w <- deltaLet (%s); pure (%s, Var w)}", symbol(op), pattern, sum, words{}.Prim(op, args...))
}

// words is the algebra of partial derivatives as text.
type words struct{}

func (words) Real(v float64) string { return real(v) }
func (words) Int(v int64) string    { return fmt.Sprint(v) }

func (words) Prim(op core.Op, args ...string) string {
	if s, ok := symbols[op]; ok && len(args) == 2 {
		for i, x := range args {
			if strings.Contains(x, " ") && !strings.HasPrefix(x, "(") {
				args[i] = "(" + x + ")"
			}
		}
		return strings.Join([]string{args[0], s, args[1]}, " ")
	}
	return symbol(op) + "(" + strings.Join(args, ", ") + ")"
}

func (words) If(cond string, then, otherwise func() string) string {
	return "if " + cond + " then " + then() + " else " + otherwise()
}

// Number is a number of a domain as text, with at most so many digits.
func numberText(v eval.Value, digits int) string {
	if x, ok := v.(float64); ok {
		text := strconv.FormatFloat(x, 'g', digits, 64)
		if !strings.ContainsAny(text, ".eIN") {
			text += ".0"
		}
		return text
	}
	return v.(number.Residue).String()
}
