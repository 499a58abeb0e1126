package source

// brackets is [e1, …, en] or [e for i < n, j < d].
func (p *parser) brackets() Expr {
	pos := p.expect("[")
	if p.is("]") {
		p.fail(p.expected("an expression").Hintf("an empty array is [0 for _ < 0]"))
	}
	elem := p.expr()
	switch {
	case p.is("for"):
		e := &Comp{Elem: elem}
		p.next()
		e.Binders = p.binders()
		p.close("]", pos)
		e.node = p.node(pos, append(bounds(e.Binders), e.Elem)...)
		return e
	case p.accept(","):
		elems := append([]Expr{elem}, p.exprs("]", pos)...)
		return &ArrayLit{p.node(pos, elems...), elems}
	case p.accept("]"):
		return &ArrayLit{p.node(pos, elem), []Expr{elem}}
	}
	p.fail(p.expected(`",", "]" or for i < n`).Notef(pos, "in the array that begins here"))
	return nil
}

// binders is i < n, j in lo ..< n, …, not empty.
func (p *parser) binders() []*Binder {
	var list []*Binder
	for {
		b := &Binder{Var: &Var{Pos: p.pos(), Name: "_"}}
		if !p.binds(0) {
			p.fail(p.expected("an index and its bound, as in i < n").Hintf("%s", p.indexHint()))
		}
		hint := p.indexHint()
		if !p.accept("_") {
			b.Var.Pos, b.Var.Name = p.name("an index")
		}
		if p.accept("in") {
			b.From = p.binary(levelSum)
			p.rangeSign(hint)
		} else {
			p.expect("<")
		}
		b.Bound = p.binary(levelSum)
		list = append(list, b)
		if !p.accept(",") {
			return list
		}
	}
}

// rangeSign is the ..< of a range.
func (p *parser) rangeSign(hint string) {
	if p.accept("..<") {
		return
	}
	p.fail(p.expected(`"..<"`).Hintf("%s", hint))
}

// bounds are the bounds of the binders.
func bounds(binders []*Binder) []Expr {
	var list []Expr
	for _, b := range binders {
		if b.From != nil {
			list = append(list, b.From)
		}
		list = append(list, b.Bound)
	}
	return list
}
