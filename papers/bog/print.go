package bog

import (
	"fmt"
	"strings"

	"procad/papers/ks"
)

// Print is a definition of the dialect as text.
func Print(f *Def) string {
	p := &printer{map[*ks.Var]*ks.Var{}, map[string]int{}}
	return fmt.Sprintf("%s(%s: %s): %s =\n  %s\n", f.Title, p.bind(f.Param), f.Param.Type, f.Body.Type(), p.text(f.Body, "  "))
}

// A printer has a variable of another name for each, so that no two are called the same.
type printer struct {
	named map[*ks.Var]*ks.Var
	used  map[string]int
}

func (p *printer) bind(x *ks.Var) string {
	if x == nil || x.Name == "_" {
		return "_"
	}
	name := x.Name
	if p.used[name]++; p.used[name] > 1 {
		name = fmt.Sprint(name, "_", p.used[name])
	}
	p.named[x] = &ks.Var{Name: name, Type: x.Type}
	return name
}

// text is t, whose second and later lines begin with indent.
func (p *printer) text(t Term, indent string) string {
	inner := indent + "  "
	switch t := t.(type) {
	case *Plain:
		e := t.Term
		for _, x := range ks.Free(e) {
			e = ks.Substitute(e, x, ks.UseOf(t.at, p.named[x]))
		}
		return strings.ReplaceAll(ks.Text(e), "\n", "\n"+indent)
	case *Use:
		return p.named[t.X].Name
	case *Call:
		if pair, ok := t.Arg.(*Pair); ok {
			return t.F.Name() + p.list(pair.Elems, indent)
		}
		return fmt.Sprintf("%s(%s)", t.F.Name(), p.text(t.Arg, indent))
	case *Pair:
		return p.list(t.Elems, indent)
	case *Let:
		bound := p.text(t.Bound, inner)
		return fmt.Sprintf("let %s = %s in\n%s%s", p.bind(t.X), bound, indent, p.text(t.Body, indent))
	case *LetPair:
		bound := p.text(t.Bound, inner)
		return fmt.Sprintf("let (%s, %s) = %s in\n%s%s", p.bind(t.X), p.bind(t.Y), bound, indent, p.text(t.Body, indent))
	case *Case:
		out := "case " + p.text(t.X, inner) + " of"
		for k, arm := range t.Arms {
			if k > 0 {
				out += ","
			}
			con := t.X.Type().(ks.Sum).Cons[k].Name
			out += fmt.Sprintf("\n%s%s %s → %s", inner, con, p.bind(arm.X), p.text(arm.Body, inner+"  "))
		}
		return "(" + out + ")"
	case *Build:
		sizes := make([]string, len(t.Sizes))
		for i, size := range t.Sizes {
			sizes[i] = p.text(size, inner)
		}
		parts := append([]string{sizes[0], fmt.Sprintf("λ%s. %s", p.bind(t.I), p.text(t.Elem, inner))}, sizes[1:]...)
		return "build(" + strings.Join(parts, ", ") + ")"
	case *Fold:
		acc, over := p.text(t.Acc, inner), p.text(t.Over, inner)
		return fmt.Sprintf("fold(λ%s. %s, %s, %s)", p.bind(t.T), p.text(t.Body, inner), acc, over)
	}
	panic(fmt.Sprintf("bog: no text for %T", t))
}

func (p *printer) list(terms []Term, indent string) string {
	parts := make([]string, len(terms))
	for i, t := range terms {
		parts[i] = p.text(t, indent)
	}
	return "(" + strings.Join(parts, ", ") + ")"
}
