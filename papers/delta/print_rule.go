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
	args := []word{{text: "x"}, {text: "y"}}
	if core.PrimType(op, []core.Type{core.Real}) == core.Real {
		args = args[:1]
	}
	var params, terms []string
	for i, d := range partialWords(op, args) {
		x := args[i].text
		if d == nil {
			params = append(params, x)
			continue
		}
		u := "u"
		if len(args) > 1 {
			u = fmt.Sprint("u", i+1)
		}
		params = append(params, "("+x+", "+u+")")
		if d.text != "" {
			u = "(Scale " + d.operand() + " " + u + ")"
		}
		terms = append(terms, u)
	}
	pattern, sum := strings.Join(params, ", "), terms[0]
	if len(params) > 1 {
		pattern = "(" + pattern + ")"
	}
	if len(terms) > 1 {
		sum = "(Add " + strings.Join(terms, " ") + ")"
	}
	return fmt.Sprintf("D{%s} = \\%s. do {w <- deltaLet %s; pure (%s, Var w)}", symbol(op), pattern, sum, words{}.Prim(op, args...).text)
}

// partialWords are the partial derivatives of op as text: "" is that of a summand, and nil
// that of an Int.
func partialWords(op core.Op, args []word) []*word {
	var all []word
	out := make([]*word, len(args))
	switch op {
	case core.Add:
		all = []word{{}, {}}
	case core.Sub:
		all = []word{{}, {"-1.0", true}}
	default:
		all = core.Partials(words{}, op, slices.Clone(args))
	}
	for i := range args {
		if ints := intArgument[op]; ints == nil || *ints != i {
			out[i] = &all[i]
		}
	}
	return out
}

// intArgument is which argument of a primitive is an Int, if one is.
var intArgument = map[core.Op]*int{core.Powi: new(1), "polygamma": new(0)}

// A word is an expression as text.
type word struct {
	text     string
	compound bool // in parentheses as an operand
}

func (w word) operand() string {
	if w.compound {
		return "(" + w.text + ")"
	}
	return w.text
}

// words is the algebra of partial derivatives as text.
type words struct{}

func (words) Real(v float64) word { return word{real(v), v < 0} }
func (words) Int(v int64) word    { return word{fmt.Sprint(v), v < 0} }

func (words) Prim(op core.Op, args ...word) word {
	if s, ok := symbols[op]; ok && len(args) == 2 {
		return word{args[0].operand() + " " + s + " " + args[1].operand(), true}
	}
	texts := make([]string, len(args))
	for i, x := range args {
		texts[i] = x.text
	}
	return word{symbol(op) + "(" + strings.Join(texts, ", ") + ")", false}
}

func (words) If(cond word, then, otherwise func() word) word {
	return word{"if " + cond.text + " then " + then().text + " else " + otherwise().text, true}
}

// numberText is a number of a domain as text, with at most so many digits.
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
