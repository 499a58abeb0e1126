package source

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

// givenStep says that the first argument of scan(f, a, v) is a function.
//
//	scan(f, a, v) = scan(\(acc, x). f(acc, x), a, v)
func (c *checker) givenStep(e *Call, given []Type) bool {
	if f, ok := prune(given[0]).(*Func); ok {
		arg := prune(f.Arg)
		if pair, ok := arg.(*Tuple); ok && len(pair.Elems) == 2 || isUnknown(arg) {
			return true
		}
		c.errorf(Start(e.Args[0]), CodeTypeMismatch, "the function of scan takes a state and an element, but this is %s", f).
			Hintf(`write a function of two values, as in scan(\(acc, x). e, a, v)`)
		return false
	}
	c.errorf(Start(e.Args[0]), CodeTypeMismatch, "argument 1 of scan has to be a function, and is %s", prune(given[0])).
		Hintf(`the function comes first: scan(\(acc, x). e, a, v)`)
	return false
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
