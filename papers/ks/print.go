package ks

import (
	"fmt"
	"strconv"
	"strings"

	"procad/core"
)

// A Notation is how the figures write a call of a function.
type Notation struct {
	Form   Form
	Symbol string
	Level  int  // of infix forms: how tightly it binds
	Groups bool // a ∘ b ∘ c is (a ∘ b) ∘ c
}

// Form is where the symbol stands.
type Form int

// The forms.
const (
	Prefix  Form = iota // f(e)
	Infix               // a + b, and a + b + c
	Postfix             // mᵀ
	Alone               // 0
)

// Written is a function that is not written f(e).
type Written interface{ Notation() Notation }

// How tightly things bind.
const (
	loose   = iota // let, λ, case
	applied        // ⊙
	compare
	sum
	product
	power
	tight
)

// Levels of infix forms, for functions elsewhere.
const (
	Applied = applied
	Summed  = sum
	Joined  = product
)

// Notation is infix for operators.
func (f Op) Notation() Notation {
	s, ok := symbols[f.Op]
	if !ok || f.Op == core.Not {
		return Notation{}
	}
	switch f.Op {
	case core.Add, core.Sub:
		return Notation{Infix, s, sum, true}
	case core.Mul, core.Quo, core.IDiv, core.IMod:
		return Notation{Infix, s, product, true}
	case core.Powi:
		return Notation{Infix, s, power, false}
	}
	return Notation{Infix, s, compare, false}
}

// Notation is that of a product.
func (Times) Notation() Notation { return Op{core.Mul}.Notation() }

// Notation is the symbol.
func (Zero) Notation() Notation { return Notation{Form: Alone, Symbol: "0"} }

// Print is a definition as text.
func Print(f *Def) string {
	p := &printer{names: map[*Var]string{}, used: map[string]int{}}
	return fmt.Sprintf("%s(%s: %s): %s =\n  %s\n", f.Title, p.name(f.Param), f.Param.Type, f.Of, p.term(f.Body, loose, "  "))
}

// Text is a term as text.
func Text(t Term) string {
	p := &printer{names: map[*Var]string{}, used: map[string]int{}}
	return p.term(t, loose, "")
}

type printer struct {
	names map[*Var]string
	used  map[string]int
}

// name is a variable's name, with a number if another one is called the same.
func (p *printer) name(x *Var) string {
	if x == nil {
		return "_"
	}
	s, ok := p.names[x]
	if !ok {
		s = x.Name
		if p.used[x.Name]++; p.used[x.Name] > 1 {
			s = fmt.Sprint(s, "_", p.used[x.Name])
		}
		p.names[x] = s
	}
	return s
}

// term is t as an operand of something that binds as tightly as level.
func (p *printer) term(t Term, level int, indent string) string {
	enclose := func(own int, s string) string {
		if own < level {
			return "(" + s + ")"
		}
		return s
	}
	switch t := t.(type) {
	case *Const:
		s := fmt.Sprint(t.Int)
		if t.Of == R {
			s = strconv.FormatFloat(t.Real, 'g', -1, 64)
		}
		if strings.HasPrefix(s, "-") {
			return enclose(sum, s)
		}
		return s
	case *Use:
		return p.name(t.Var)
	case *Pair:
		return "(" + p.list(t.Elems, indent) + ")"
	case *Lambda:
		return enclose(loose, fmt.Sprintf("λ%s. %s", p.name(t.Var), p.term(t.Body, loose, indent+"  ")))
	case *Let:
		bound := p.term(t.Bound, loose, indent+"  ")
		return enclose(loose, fmt.Sprintf("let %s = %s in\n%s%s", p.name(t.Var), bound, indent, p.term(t.Body, loose, indent)))
	case *Case:
		x := p.term(t.X, loose, indent)
		if Equal(t.X.Type(), Bool) {
			return enclose(loose, fmt.Sprintf("if %s then %s else %s", x, p.term(t.Arms[0].Body, applied, indent), p.term(t.Arms[1].Body, loose, indent)))
		}
		arms := make([]string, len(t.Arms))
		for i, arm := range t.Arms {
			arms[i] = fmt.Sprintf("%s %s → %s", t.X.Type().(Sum).Cons[i].Name, p.name(arm.Var), p.term(arm.Body, applied, indent))
		}
		return enclose(loose, fmt.Sprintf("case %s of %s", x, strings.Join(arms, ", ")))
	case *Call:
		return p.call(t, level, indent, enclose)
	}
	panic(fmt.Sprintf("ks: no text for %T", t))
}

func (p *printer) list(terms []Term, indent string) string {
	parts := make([]string, len(terms))
	for i, t := range terms {
		parts[i] = p.term(t, loose, indent)
	}
	return strings.Join(parts, ", ")
}

func (p *printer) call(t *Call, level int, indent string, enclose func(int, string) string) string {
	if _, ok := t.Fun.(Index); ok {
		if a, ok := t.Arg.(*Pair); ok {
			return fmt.Sprintf("%s[%s]", p.term(a.Elems[1], tight, indent), p.term(a.Elems[0], loose, indent))
		}
	}
	var n Notation
	if w, ok := t.Fun.(Written); ok {
		n = w.Notation()
	}
	pair, several := t.Arg.(*Pair)
	switch {
	case n.Form == Alone:
		return n.Symbol
	case n.Form == Postfix:
		return p.term(t.Arg, tight, indent) + n.Symbol
	case n.Form == Infix && several && len(pair.Elems) > 1:
		parts := make([]string, len(pair.Elems))
		for i, e := range pair.Elems {
			inner := n.Level + 1
			if i == 0 && n.Groups && sameFun(e, t.Fun) {
				inner = n.Level
			}
			parts[i] = p.term(e, inner, indent)
		}
		return enclose(n.Level, strings.Join(parts, " "+n.Symbol+" "))
	case several:
		return fmt.Sprintf("%s(%s)", t.Fun.Name(), p.list(pair.Elems, indent))
	}
	return fmt.Sprintf("%s(%s)", t.Fun.Name(), p.term(t.Arg, loose, indent))
}

// sameFun says that t is a call that binds as tightly as one of f, and to the left.
func sameFun(t Term, f Fun) bool {
	c, ok := t.(*Call)
	if !ok {
		return false
	}
	a, ok := c.Fun.(Written)
	return ok && a.Notation().Level == f.(Written).Notation().Level && a.Notation().Groups
}
