package cl

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"procad/papers/ks"
)

// width is how long a line may be before what is in brackets gets lines of its own.
const width = 100

// Print is a definition as text.
func Print(f *Def) string {
	return fmt.Sprintf("%s: %s ⇒ %s =\n  %s\n", f.Title, f.Body.From(), f.Body.To(), text(f.Body, "  "))
}

// Text is a code as text.
func Text(c Code) string { return text(c, "") }

// text is c, whose second and later lines begin with indent.
func text(c Code, indent string) string {
	switch c := c.(type) {
	case *Identity:
		return "I"
	case *Constant:
		return "K(" + ks.Text(c.K) + ")"
	case *Prune:
		places := make([]string, len(c.Places))
		for i, k := range c.Places {
			places[i] = fmt.Sprint(k + 1)
		}
		return fmt.Sprintf("P[%s/%d]", strings.Join(places, ","), len(c.S.(ks.Tuple)))
	case *Function:
		return "F(" + c.F.Name() + ")"
	case *Then:
		first := text(c.First, indent)
		second := text(c.Second, indent)
		if long(first+second, indent) && !strings.Contains(second, "\n") && !strings.HasPrefix(second, "F(") {
			return first + ";\n" + indent + second
		}
		return first + "; " + second
	case *Tuple:
		return brackets("", c.Elems, indent)
	case *If:
		return brackets("IF", []Code{c.Cond, c.True, c.False}, indent)
	case *Let:
		return brackets("L", []any{c.X, c.Bound, c.Body}, indent)
	case *Build:
		return brackets("B", append([]any{c.Size, c.I, c.Elem}, anys(c.Row)...), indent)
	case *Case:
		parts := []any{c.X}
		for _, arm := range c.Arms {
			parts = append(parts, bound{arm.X, arm.Body})
		}
		return brackets("CASE", parts, indent)
	case *Fold:
		return brackets("FOLD", []any{c.Acc, c.Over, c.X, c.Body}, indent)
	case *Scan:
		name := "SCAN"
		if c.Down {
			name = "SCAN'"
		}
		return brackets(name, []any{c.Acc, c.Over, c.X, c.Body}, indent)
	case *Count:
		return brackets("COUNT", []any{c.Limit, c.State, bound{c.X, c.Cond}, bound{c.Y, c.Body}}, indent)
	}
	panic(fmt.Sprintf("cl: no text for %T", c))
}

// bound is x. c.
type bound struct {
	x string
	c Code
}

func anys(codes []Code) []any {
	out := make([]any, len(codes))
	for i, c := range codes {
		out[i] = c
	}
	return out
}

// brackets is name(a, b, …), on a line for each if one is too long for them.
func brackets[T any](name string, parts []T, indent string) string {
	inner := indent + "  "
	texts := make([]string, len(parts))
	for i, p := range parts {
		switch p := any(p).(type) {
		case string:
			texts[i] = p
		case bound:
			texts[i] = p.x + ". " + text(p.c, inner)
		case Code:
			texts[i] = text(p, inner)
		}
	}
	if line := strings.Join(texts, ", "); !long(line, indent) {
		return name + "(" + line + ")"
	}
	return name + "(\n" + inner + strings.Join(texts, ",\n"+inner) + ")"
}

func long(line, indent string) bool {
	return strings.Contains(line, "\n") || utf8.RuneCountInString(line)+len(indent) > width
}
