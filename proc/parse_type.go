package proc

import "slices"

// ParseTypes reads types separated by commas, as Type.String writes them.
func ParseTypes(text string) ([]Type, error) {
	p := newParser(text)
	var types []Type
	for {
		t := p.typ()
		types = append(types, t)
		if !p.accept(',') {
			break
		}
	}
	if p.tok.kind != end {
		p.expected("a comma or the end of the types")
	}
	if p.err != nil {
		return nil, p.err
	}
	return types, nil
}

// typ reads  type ::= operand ("+" type)? .
func (p *parser) typ() Type {
	if !p.enter() {
		return Unit
	}
	defer p.leave()
	l := p.operand()
	if p.accept('+') {
		return NewSum(l, p.typ())
	}
	return l
}

// operand reads a type that is no sum, or one in parentheses.
func (p *parser) operand() Type {
	switch p.tok.kind {
	case '(':
		p.next()
		return NewTuple(list(p, ')', (*parser).typ)...)
	case '[':
		p.next()
		nested := p.tok.kind == '['
		elem := p.typ()
		p.expect(']', "a closing ]")
		if a, ok := elem.(*ArrayType); ok && nested {
			return NewArray(a.Rank+1, a.Elem)
		}
		return NewArray(1, elem)
	case name:
		word := p.tok
		p.next()
		if k := slices.Index(reals, word.text); k >= 0 {
			return RealType{k}
		}
		switch word.text {
		case "Int":
			return Int
		case "Bool":
			return Bool
		case "Stack":
			if !p.enter() {
				return Unit
			}
			defer p.leave()
			return NewStack(p.operand())
		}
		p.fail(word.pos, "no type is called %s", quoted(word.text))
		return Unit
	}
	p.expected("a type")
	return Unit
}
