package core

import (
	"fmt"
	"strconv"
	"strings"
)

// lets prints a chain of lets, a binding a line.
func (p *printer) lets(t Term) {
	p.WriteString("let ")
	for first := true; ; first = false {
		switch let := t.(type) {
		case *Let:
			p.separate(first)
			p.let(let)
			t = let.Body
			continue
		case *Untuple:
			p.separate(first)
			p.bound(let.Bound, func() string { return p.tuple(let.Vars) }, p.apart(let))
			t = let.Body
			continue
		}
		break
	}
	p.line()
	p.WriteString("in ")
	p.term(t, loose)
}

func (p *printer) separate(first bool) {
	if !first {
		p.WriteString(";")
		p.line()
		p.WriteString("    ")
	}
}

// tuple is the pattern (x1, …, xn).
func (p *printer) tuple(vars []*Var) string {
	list := make([]string, len(vars))
	for i, v := range vars {
		list[i] = p.bind(v)
	}
	return "(" + strings.Join(list, ", ") + ")"
}

// bound prints pattern = e. The pattern is made when e is printed, since its
// names are not in the scope of e.
//
// A call of a derivative gives () for what is not wanted; where the pattern is for
// all that its text gives, plain says so.
func (p *printer) bound(e Term, pattern func() string, plain bool) {
	p.indent += 2
	text := p.aside(func() {
		switch t := e.(type) {
		case *Let, *Untuple:
			p.line()
		case *Apply:
			if plain {
				p.call(t)
				return
			}
		}
		p.term(e, loose)
	})
	p.indent -= 2
	p.WriteString(pattern() + " =" + spaced(text))
}

// spaced is a text after a space, unless it begins a line.
func spaced(text string) string {
	if strings.HasPrefix(text, "\n") {
		return text
	}
	return " " + text
}

// let prints x = e, or f(x1: T1, …): T = e.
func (p *printer) let(t *Let) {
	fn, ok := t.Bound.(*Lambda)
	if !ok {
		p.bound(t.Bound, func() string { return p.bind(t.Var) }, p.apart(t))
		return
	}
	var params, body string
	p.scope(func() {
		params = p.params(fn.Params)
		body = p.aside(func() { p.bound(fn.Body, func() string { return "" }, false) })
	})
	p.WriteString(p.bind(t.Var) + "(" + params + "): " + p.typ(fn.Body.Type()) + body)
}

// cases prints a case, and an if for one of a Bool.
func (p *printer) cases(t *Case) {
	if t.X.Type() == Bool {
		for {
			p.WriteString("if ")
			p.term(t.X, loose)
			p.line()
			p.WriteString("then ")
			p.term(t.Arms[True].Body, loose)
			p.line()
			p.WriteString("else ")
			next, ok := t.Arms[False].Body.(*Case)
			if !ok || next.X.Type() != Bool {
				break
			}
			t = next
		}
		p.term(t.Arms[False].Body, loose)
		return
	}
	p.WriteString("case ")
	p.term(t.X, loose)
	p.WriteString(" of")
	for i, arm := range t.Arms {
		if i > 0 {
			p.WriteString(",")
		}
		p.line()
		p.scope(func() {
			p.WriteString(t.X.Type().(*SumType).Cons[i].Name + " " + p.bind(arm.Var) + " -> ")
			p.term(arm.Body, disjunction)
		})
	}
}

// connective prints a case of a Bool that is && or ||; it is false for others.
//
//	if x then y else false = x && y        if x then true else y = x || y
func (p *printer) connective(t *Case, wanted int) bool {
	if t.X.Type() != Bool || t.Of != Bool {
		return false
	}
	text, mine, y := " && ", conjunction, t.Arms[True].Body
	if !IsTruth(t.Arms[False].Body, False) {
		if text, mine, y = " || ", disjunction, t.Arms[False].Body; !IsTruth(t.Arms[True].Body, True) {
			return false
		}
	}
	closing := p.open(mine, wanted)
	p.term(t.X, mine)
	p.WriteString(text)
	p.term(y, mine+1)
	p.WriteString(closing)
	return true
}

// IsTruth says that t is the given constructor of Bool.
func IsTruth(t Term, con int) bool {
	x, ok := t.(*Inject)
	return ok && x.Of == Bool && x.Con == con
}

// shaped prints a value with its type and the sizes of a shape. Sizes that are
// not names or literals are bound before.
func (p *printer) shaped(t Type, s Shape, wanted int, value func()) {
	sizes := map[Term]string{}
	var binds []Term
	eachSize(s, func(n ShapeSize) {
		switch n := n.Size.(type) {
		case *IntConst:
			if n.Value >= 0 {
				sizes[n] = strconv.FormatInt(n.Value, 10)
				return
			}
		case *Use:
			sizes[n] = p.names[n.Var]
			return
		}
		binds = append(binds, n.Size)
	})
	closing := ""
	if len(binds) > 0 {
		p.WriteString("(let ")
		for i, n := range binds {
			p.separate(i == 0)
			p.bound(n, func() string {
				sizes[n] = p.bind(&Var{Name: "size"})
				return sizes[n]
			}, false)
		}
		p.WriteString(" in ")
		closing = ")"
	}
	p.WriteString("(")
	value()
	p.WriteString(" : " + p.sized(t, s, sizes) + ")" + closing)
}

// eachSize visits the sizes that a shape has.
func eachSize(s Shape, visit func(ShapeSize)) {
	switch s := s.(type) {
	case *ArrayShape:
		for _, n := range s.Sizes {
			if n.Size != nil {
				visit(n)
			}
		}
	case *TupleShape:
		for _, e := range s.Elems {
			eachSize(e, visit)
		}
	case *SumShape:
		for _, e := range s.Cons {
			eachSize(e, visit)
		}
	}
}

// sized is the text of a type with sizes.
func (p *printer) sized(t Type, s Shape, names map[Term]string) string {
	switch s := s.(type) {
	case *ArrayShape:
		list := make([]string, len(s.Sizes))
		for i, n := range s.Sizes {
			if list[i] = "_"; n.Size != nil {
				list[i] = names[n.Size]
			}
		}
		return operandType(t.(*ArrayType).Elem) + "[" + strings.Join(list, ", ") + "]"
	case *TupleShape:
		list := make([]string, len(s.Elems))
		for i, e := range s.Elems {
			list[i] = p.sized(t.(*TupleType).Elems[i], e, names)
		}
		return "(" + strings.Join(list, ", ") + ")"
	case *SumShape:
		list := make([]string, len(s.Cons))
		for i, e := range s.Cons {
			of := t.(*SumType).Cons[i].Of
			list[i] = p.sized(of, e, names)
			if sum, ok := of.(*SumType); ok && sum.Name == "" && i+1 < len(list) {
				list[i] = "(" + list[i] + ")"
			}
		}
		return strings.Join(list, " + ")
	}
	return p.typ(t)
}

// plan is [label: strategy] where there is one.
func plan(p Plan) string {
	switch {
	case p.Label == "" && p.Strategy == nil:
		return ""
	case p.Strategy == nil:
		return "[" + p.Label + ":]"
	case p.Label == "":
		return fmt.Sprintf("[%s]", p.Strategy)
	}
	return fmt.Sprintf("[%s: %s]", p.Label, p.Strategy)
}
