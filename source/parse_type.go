package source

import "strconv"

// sumType is a type without -> outside of brackets.
//
//	S = A | A + S        A = P { "[" s, …, s "]" }        P = name | (T, …, T)
func (p *parser) sumType() TypeExpr {
	p.enter()
	defer p.leave()
	left := p.arrayType()
	if !p.is("+") {
		return left
	}
	pos := p.pos()
	p.next()
	return &SumType{typeNode{pos: pos}, left, p.sumType()}
}

func (p *parser) arrayType() TypeExpr {
	t := p.primaryType()
	for depth := 0; p.is("["); depth++ {
		if depth > 0 {
			p.fail(p.errorAt(p.pos(), CodeArrayElement, "the elements of an array cannot be arrays").
				Hintf("an array with several dimensions is Real[n, d]"))
		}
		pos := p.pos()
		p.next()
		a := &ArrayType{typeNode: typeNode{pos: pos}, Elem: t}
		for {
			a.Sizes = append(a.Sizes, p.size())
			if !p.accept(",") {
				break
			}
		}
		if !p.is("]") {
			p.fail(p.expected(`"]"`).Notef(pos, "to close this").
				Hintf("a size is a name, a number, _ or an expression of them, such as n + 1"))
		}
		p.next()
		t = a
	}
	return t
}

func (p *parser) primaryType() TypeExpr {
	pos := p.pos()
	if p.isName() {
		t := &TypeName{module: p.module}
		t.pos, t.Name = p.qualifiedName()
		if p.is("(") {
			t.Args = p.typeArgs()
		}
		return t
	}
	if p.is("{") {
		return p.recordType()
	}
	if !p.is("(") {
		e := p.expected("a type")
		switch {
		case p.is("["):
			e.Hintf("an array is Real[n], a matrix Real[n, d]")
		case p.is("Inl"), p.is("Inr"):
			e.Hintf("a sum type is A + B, such as Real + Int; its values are Inl x and Inr y")
		}
		p.fail(e)
	}
	p.next()
	var elems []TypeExpr
	for !p.is(")") {
		elems = append(elems, p.typ())
		if !p.accept(",") {
			break
		}
	}
	p.close(")", pos)
	if len(elems) == 1 {
		return elems[0]
	}
	return &TupleType{typeNode{pos: pos}, elems}
}

// typeArgs is (T1, …, Tn) after the name of a type.
func (p *parser) typeArgs() []TypeExpr {
	open := p.expect("(")
	var args []TypeExpr
	for !p.is(")") {
		args = append(args, p.typ())
		if !p.accept(",") {
			break
		}
	}
	p.close(")", open)
	return args
}

// size is one size in brackets: a name, a literal, _, or an expression of sizes.
func (p *parser) size() *Size {
	s := &Size{Pos: p.pos()}
	last := p.isAt(p.peek(1), ",") || p.isAt(p.peek(1), "]")
	switch {
	case p.is("_"):
		s.Kind = SizeAny
	case last && p.tok().kind == tokInt:
		n, err := strconv.ParseInt(p.text(), 10, 64)
		if err != nil {
			p.fail(p.errorAt(s.Pos, CodeLiteralRange, "%s is too large for an Int", p.describe(p.tok())))
		}
		s.Kind, s.Lit = SizeLit, n
	case last && p.isName():
		s.Kind, s.Name = SizeName, p.text()
	case p.isName() || p.tok().kind == tokInt || p.is("("):
		return p.sizeExpr()
	default:
		p.fail(p.expected("a size: a name, a number, _ or an expression of them").Hintf("an array of any size is Real[_], a matrix Real[n, d]"))
	}
	p.next()
	return s
}

// sizeExpr is a size such as n + 1.
func (p *parser) sizeExpr() *Size {
	s := &Size{Pos: p.pos(), Kind: SizeExpr}
	from := p.at
	s.Expr = p.binary(levelSum)
	s.Name = p.src.Text[p.tokens[from].from:p.tokens[p.at-1].to]
	return s
}

// patterns is (p1, …, pn) after a constructor.
func (p *parser) patterns() []*Pattern {
	open := p.expect("(")
	var list []*Pattern
	for !p.is(")") {
		list = append(list, p.pattern())
		if !p.accept(",") {
			break
		}
	}
	p.close(")", open)
	return list
}

// pattern is what let, case and lambdas bind.
//
//	p = x | _ | () | (p, …, p) | { f: p, … } | C(p, …) | Inl p | Inr p | p : T
func (p *parser) pattern() *Pattern {
	pat := p.plainPattern()
	if p.accept(":") {
		pat.Wanted = p.typ()
	}
	return pat
}

// branchPattern is the pattern of a branch, which -> ends.
func (p *parser) branchPattern() *Pattern {
	pat := p.plainPattern()
	if p.accept(":") {
		pat.Wanted = p.sumType()
	}
	return pat
}

// plainPattern is a pattern without a type of its own.
func (p *parser) plainPattern() *Pattern {
	p.enter()
	defer p.leave()
	pat := &Pattern{Pos: p.pos()}
	switch {
	case p.is("_"):
		pat.Kind = PatWild
		p.next()
	case p.is("Inl"), p.is("Inr"):
		pat.Kind, pat.Right = PatSide, p.is("Inr")
		p.next()
		pat.Elems = []*Pattern{p.branchPattern()}
	case p.isName() && p.isAt(p.peek(1), "("), p.qualified() && isUpper(p.textOf(p.peek(2))): // \x. x ends a binder
		pat.Kind = PatCon
		if pat.Pos, pat.Name = p.qualifiedName(); p.is("(") {
			pat.Elems = p.patterns()
		}
	case p.isName():
		pat.Kind = PatVar
		pat.Var = &Var{Pos: p.pos(), Name: p.text()}
		p.next()
	case p.is("{"):
		p.recordPattern(pat)
	case p.is("("):
		p.next()
		for !p.is(")") {
			pat.Elems = append(pat.Elems, p.pattern())
			if !p.accept(",") {
				break
			}
		}
		p.close(")", pat.Pos)
		if len(pat.Elems) == 1 {
			inner := pat.Elems[0]
			if inner.Wanted != nil && p.is(":") {
				p.fail(p.expected("no second type"))
			}
			pat = inner
		} else {
			pat.Kind = PatTuple
		}
	default:
		e := p.expected("a name, _ or (…)")
		if p.tok().kind == tokWord {
			e.Hintf("%s is a word of the language", p.text())
		}
		p.fail(e)
	}
	return pat
}
