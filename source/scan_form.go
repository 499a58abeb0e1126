package source

import "fmt"

// Scan is scan(\(acc, x). e, a, v): the states of fold(\(acc, x). e, a, v) after each element.
type Scan struct {
	node
	Acc, Elem *Pattern
	Body      Expr
	Init      Expr
	Over      Expr
}

// scan is scan(\(acc, x). e, a, v).
func (p *parser) scan() Expr {
	const example = `scan(\(acc, x). e, a, v)`
	name, pos, open := p.begin()
	e := &Scan{}
	e.Acc, e.Elem, e.Body = p.lambda2(name, example)
	p.comma(name, example)
	e.Init = p.expr()
	p.comma(name, example)
	e.Over = p.expr()
	p.end(name, example, open)
	e.node = p.node(pos, e.Body, e.Init, e.Over)
	return e
}

// scanHint is how to write what looks like a scan, but has no lambda first; "" for others.
func scanHint(c *Call) string {
	if c.Name != "scan" || len(c.Args) != 3 {
		return ""
	}
	if f, ok := c.Args[0].(*Ident); ok && !functionValue(c.Args[1]) && !functionValue(c.Args[2]) {
		return fmt.Sprintf(`write scan(\(acc, x). %s(acc, x), a, v)`, f.Name)
	}
	return `the function comes first: scan(\(acc, x). e, a, v)`
}

// scan checks a scan.
//
//	a : S      v : σ[r sizes]      acc : S, x : σ[r-1 sizes] ⊢ e : S
//	────────────────────────────────────────────────────────────────
//	scan(\(acc, x). e, a, v) : S[1 more size]
func (c *checker) scan(e *Scan) Type {
	s := c.expr(e.Init)
	var elem Type = invalid
	if a := c.array(e.Over, c.expr(e.Over)); a != nil {
		elem = row(a, 1)
	}
	c.pattern(e.Acc, s, e.Init)
	c.pattern(e.Elem, elem, e.Over)
	c.is(e.Body, s, "the state of scan")
	c.later = append(c.later, func() {
		if _, array := prune(s).(*Array); !array && hasArray(s) {
			c.errorf(Start(e.Init), CodeArrayElement, "the state of scan is of numbers, or one array, but this is %s", prune(s)).
				Hintf("a fold has states of any type")
		}
	})
	return c.elements(e.Init, s, 1)
}
