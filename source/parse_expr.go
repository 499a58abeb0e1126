package source

import (
	"math"
	"strconv"
	"strings"

	"procad/internal/decimal"
	"procad/internal/diag"
)

// Levels of binary operators, loosest first. Unary minus and ^ bind tighter,
// see unary and power.
const (
	levelOr = 1 + iota
	levelAnd
	levelNot
	levelCompare
	levelSum
	levelProduct
	levelUnary
)

var levels = map[string]int{
	"||": levelOr, "&&": levelAnd,
	"==": levelCompare, "!=": levelCompare,
	"<": levelCompare, "<=": levelCompare, ">": levelCompare, ">=": levelCompare,
	"+": levelSum, "-": levelSum,
	"*": levelProduct, "/": levelProduct, "div": levelProduct, "mod": levelProduct,
}

// levelOf is the level of the current token, 0 if it is no binary operator.
func (p *parser) levelOf() int {
	if k := p.tok().kind; k == tokSymbol || k == tokWord {
		return levels[p.text()]
	}
	return 0
}

func (p *parser) expr() Expr { return p.binary(levelOr) }

// binary is an expression of operators of at least the given level. All are
// left associative but comparisons, which do not associate.
func (p *parser) binary(level int) Expr {
	p.enter()
	defer p.leave()
	x := p.operand(level)
	compared := false
	for p.levelOf() >= level {
		pos, op, l := p.pos(), Op(p.text()), p.levelOf()
		if l == levelCompare {
			if compared {
				p.fail(p.errorAt(pos, CodeSyntax, "comparisons cannot be chained").Hintf("write a < b && b < c"))
			}
			compared = true
		}
		p.next()
		y := p.binary(l + 1)
		x = &Binary{p.node(pos, x, y), op, x, y}
	}
	return x
}

// operand is what the first operator of a level may be applied to.
func (p *parser) operand(level int) Expr {
	if !p.is("not") {
		return p.unary()
	}
	pos := p.pos()
	if level > levelNot {
		p.fail(p.errorAt(pos, CodeSyntax, "not binds less tightly than the operator before it").
			Hintf("write (not …)"))
	}
	p.next()
	x := p.binary(levelNot)
	return &Unary{p.node(pos, x), Not, x}
}

// unary is -u, Inl u, Inr u or a power.
func (p *parser) unary() Expr {
	pos := p.pos()
	switch {
	case p.is("-"):
		p.next()
		if e := p.minInt(pos); e != nil {
			return e
		}
		x := p.nested(p.unary)
		return &Unary{p.node(pos, x), Sub, x}
	case p.is("Inl"), p.is("Inr"):
		right := p.is("Inr")
		p.next()
		x := p.nested(p.unary)
		return &Inject{p.node(pos, x), right, x}
	}
	return p.power()
}

// minInt is the smallest Int, whose digits alone are no Int; nil if something
// else follows the minus.
func (p *parser) minInt(pos diag.Pos) Expr {
	if p.tok().kind != tokInt || p.isAt(p.peek(1), "^") ||
		strings.TrimLeft(p.text(), "0") != strconv.FormatUint(1<<63, 10) {
		return nil
	}
	p.next()
	return &IntLit{p.node(pos), math.MinInt64}
}

// power is x or x ^ u; ^ is right associative.
func (p *parser) power() Expr {
	x := p.postfix()
	if !p.is("^") {
		return x
	}
	pos := p.pos()
	p.next()
	y := p.nested(p.unary)
	return &Binary{p.node(pos, x, y), Pow, x, y}
}

// nested runs a rule that may run itself.
func (p *parser) nested(rule func() Expr) Expr {
	p.enter()
	defer p.leave()
	return rule()
}

// postfix is a[i, …][j, …]…, with fields in between: a[i].f.
func (p *parser) postfix() Expr {
	x := p.primary()
	for {
		pos := p.pos()
		switch {
		case p.is("["):
			p.next()
			args := p.indices(pos)
			if len(args) == 0 {
				p.fail(p.errorAt(pos, CodeSyntax, "an index is missing"))
			}
			x = &Index{p.node(pos, append(args, x)...), x, args}
		case p.is("("):
			if appliable(x) {
				args := p.arguments()
				x = &Call{node: p.node(pos, append(args, x)...), Fn: x, Args: args}
				continue
			}
			e := p.errorAt(pos, CodeSyntax, "only a function can be applied").Hintf("a product is a * b")
			field, ok := x.(*FieldOf)
			switch {
			case ok && isIdent(field.X) && libraryHint(field.X.(*Ident).Name) != "":
				e = p.noImportAt(field.X.Pos(), field.X.(*Ident).Name)
			case p.isAt(p.tokens[p.at-1], "pi"):
				e.Hintf("pi is a number: write pi")
			case ok && methodHint(field.Name) != "":
				e.Hintf("%s", methodHint(field.Name))
			case ok && isIdent(field.X):
				e.Hintf("%s", p.importHint(field.X.(*Ident).Name))
			}
			p.fail(e)
		case p.is(".") && p.peek(1).kind == tokName && p.tokens[p.at-1].kind != tokInt:
			p.next()
			x = &FieldOf{node: p.node(p.pos(), x), X: x, Name: p.text()}
			p.next()
		default:
			return x
		}
	}
}

func isIdent(e Expr) bool {
	_, ok := e.(*Ident)
	return ok
}

// appliable says that x may be a function, as far as its text tells.
func appliable(x Expr) bool {
	switch x := x.(type) {
	case *IntLit, *RealLit, *BoolLit:
		return false
	case *FieldOf:
		return methodHint(x.Name) == ""
	}
	return true
}

// methodHint is what is meant by e.f(…) in other languages; "" if that is not known.
func methodHint(name string) string {
	switch {
	case foreignFields[name] != "":
		return foreignFields[name]
	case builtins[name] != nil:
		return "write " + name + "(x)"
	}
	return foreignFuncs[name]
}

// exprs is e1, …, en and the closing bracket; the one at open has been read.
func (p *parser) exprs(closing string, open diag.Pos) []Expr {
	var list []Expr
	for !p.is(closing) {
		list = append(list, p.expr())
		if !p.accept(",") {
			break
		}
	}
	p.close(closing, open)
	return list[:len(list):len(list)]
}

// primary is an expression that no operator splits. Those that begin with a
// word extend as far to the right as possible.
func (p *parser) primary() Expr {
	pos := p.pos()
	switch t := p.tok(); t.kind {
	case tokInt:
		return p.intLit(pos)
	case tokReal:
		return p.realLit(pos)
	case tokName:
		if p.isAt(p.peek(1), "(") || p.planned() {
			return p.application()
		}
		if p.qualified() && p.isAt(p.peek(3), "(") {
			return p.call()
		}
		e := &Ident{node: p.node(pos), Name: p.text()}
		p.next()
		return e
	}
	switch {
	case p.is("\\"):
		return p.lambdaValue()
	case p.is("true"), p.is("false"):
		e := &BoolLit{p.node(pos), p.is("true")}
		p.next()
		return e
	case p.is("pi"):
		p.next()
		return &RealLit{p.node(pos), math.Pi}
	case p.is("("):
		return p.paren()
	case p.is("["):
		return p.brackets()
	case p.is("{"):
		return p.record()
	case p.is("let"):
		return p.let()
	case p.is("if"):
		return p.ifElse()
	case p.is("case"):
		return p.caseOf()
	}
	e := p.expected("an expression")
	switch hint := p.argumentHint(); {
	case hint != "" && (p.is("+") || p.is("*")):
		e.Hint = hint
	case p.is(".") && p.peek(1).kind == tokInt:
		e.Hintf("write 0.%s", p.textOf(p.peek(1)))
	case e.Hint != "":
	case p.is("="):
		e.Hintf("equality is ==")
	case p.is("+"):
		e.Hintf("there is no unary +")
	}
	p.fail(e)
	return nil
}

func (p *parser) intLit(pos diag.Pos) Expr {
	n, err := strconv.ParseInt(p.text(), 10, 64)
	if err != nil {
		p.fail(p.errorAt(pos, CodeLiteralRange, "%s is too large for an Int", p.describe(p.tok())).
			Hintf("the largest Int is %d; a Real is written with a point or an exponent", math.MaxInt64))
	}
	p.next()
	return &IntLit{p.node(pos), n}
}

func (p *parser) realLit(pos diag.Pos) Expr {
	x, err := decimal.Float(p.text())
	if err != nil {
		p.fail(p.errorAt(pos, CodeLiteralRange, "%s is too large for a Real", p.describe(p.tok())).
			Hintf("the largest Real is about 1.8e308; %s", infinityHint))
	}
	mantissa, _, _ := strings.Cut(strings.ToLower(p.text()), "e")
	if x == 0 && strings.Trim(mantissa, "0.") != "" {
		p.fail(p.errorAt(pos, CodeLiteralRange, "%s is too small for a Real", p.describe(p.tok())).
			Hintf("the smallest Real is about 4.9e-324; 0 is written 0"))
	}
	p.next()
	return &RealLit{p.node(pos), x}
}

// paren is (e), (e : T), () or (e1, …, en).
func (p *parser) paren() Expr {
	pos := p.expect("(")
	var elems []Expr
	for !p.is(")") {
		e := p.expr()
		if p.is(":") {
			p.next()
			e = &Annot{p.node(Start(e), e), e, p.typ()}
		}
		elems = append(elems, e)
		if !p.accept(",") {
			break
		}
	}
	p.close(")", pos)
	if len(elems) == 1 {
		return elems[0]
	}
	return &TupleExpr{p.node(pos, elems...), elems}
}

// let is let b1; …; bn in e. Lets directly in each other become one node, so
// that long chains of them are not deep.
func (p *parser) let() Expr {
	pos := p.pos()
	var binds []Bind
	var parts []Expr
	for p.is("let") {
		open := p.expect("let")
		if p.is("in") {
			p.fail(p.expected("a binding"))
		}
		for !p.is("in") {
			b, e := p.bind()
			binds = append(binds, b)
			parts = append(parts, e)
			if !p.accept(";") {
				break
			}
		}
		if !p.is("in") {
			e := p.expected("\";\" or \"in\"").Notef(open, "after the bindings of this let")
			switch {
			case e.Hint != "":
			case p.is("="), p.is(","), p.isName() && p.isAt(p.peek(1), "="), p.bindsFunction():
				e.Hintf("bindings are separated by ;")
			case p.tok().kind == tokEOF, p.atTop(), p.startsExpr(p.tok()):
				e.Hintf("write in, and then the value: %s", letExample)
			}
			p.fail(e)
		}
		p.next()
	}
	body := p.expr()
	return &Let{p.node(pos, append(parts, body)...), binds, body}
}

// bindsFunction says that f(x, …) = follows, as in a binding.
func (p *parser) bindsFunction() bool {
	open := p.peek(1)
	if !p.isName() || !p.isAt(open, "(") || open.match == 0 {
		return false
	}
	return p.isAt(p.tokens[min(int(open.match)+1, len(p.tokens)-1)], "=")
}

// bind is p = e or f(x, …) = e, with the expression in it.
func (p *parser) bind() (Bind, Expr) {
	if (p.isName() || p.tok().kind == tokWord && !p.is("Inl") && !p.is("Inr")) && p.isAt(p.peek(1), "(") {
		f := &LocalFunc{}
		f.Pos, f.Name = p.newName("a function")
		f.Params = p.params(true)
		if p.accept(":") {
			f.Result = p.typ()
		}
		p.equals()
		f.Body = p.expr()
		return f, f.Body
	}
	pat := p.pattern()
	p.equals()
	e := p.expr()
	if _, ok := e.(*Lambda); ok && pat.Kind == PatVar {
		p.newFunction(pat.Var)
	}
	return &LetValue{pat, e}, e
}

const (
	letExample = "let x = a; y = b in e"
	setHint    = "arrays do not change: set(v, i, x) is v with another element"
)

// equals is the = of a binding.
func (p *parser) equals() {
	if p.accept("=") {
		return
	}
	e := p.expected(`"="`)
	switch {
	case e.Hint != "":
	case p.is("=="):
		e.Hintf("a binding has one =")
	case p.is("["):
		e.Hintf("%s", setHint)
	case p.is(","):
		e.Hintf("write let (a, b) = (x, y) in …, or let a = x; b = y in …")
	default:
		e.Hintf("the value of a let stands after in: %s", letExample)
	}
	p.fail(e)
}

// ifElse is if c then a else b.
func (p *parser) ifElse() Expr {
	pos := p.expect("if")
	c := p.expr()
	if p.is("=") {
		p.fail(p.expected("\"then\"").Hintf("equality is =="))
	}
	if !p.is("then") {
		e := p.expected("\"then\"")
		if e.Hint == "" {
			e.Hintf("%s", chooseHint)
		}
		p.fail(e)
	}
	p.next()
	a := p.expr()
	if !p.is("else") {
		e := p.expected("\"else\"").Notef(pos, "every if has an else")
		if e.Hint == "" {
			e.Hintf("write else and the value where the condition is false, such as else 0")
		}
		p.fail(e)
	}
	p.next()
	b := p.expr()
	return &If{p.node(pos, c, a, b), c, a, b}
}

// caseOf is case e of p1 -> e1, …, pn -> en.
func (p *parser) caseOf() Expr {
	pos := p.expect("case")
	e := &Case{X: p.expr()}
	p.expect("of")
	parts := []Expr{e.X}
	for {
		if !p.is("_") && !p.isName() && !p.is("(") && !p.is("{") && !p.is("Inl") && !p.is("Inr") {
			msg := p.expected("a pattern")
			msg.Hintf("case takes a sum apart: case e of Inl x -> a, Inr y -> b; for a number, write if")
			p.fail(msg)
		}
		arm := &Arm{Pat: p.branchPattern()}
		p.expect("->")
		arm.Body = p.expr()
		e.Arms, parts = append(e.Arms, arm), append(parts, arm.Body)
		if !p.is(",") || !p.branchFollows() {
			break
		}
		p.next()
	}
	e.node = p.node(pos, parts...)
	return e
}

// branchFollows reports whether a pattern and -> stand after the comma that is here:
// then it separates branches of the innermost case.
func (p *parser) branchFollows() bool {
	at := p.at + 1
	for p.isAt(p.tokens[at], "Inl") || p.isAt(p.tokens[at], "Inr") {
		at++
	}
	for ; at < len(p.tokens)-1; at++ {
		switch t := p.tokens[at]; {
		case p.isAt(t, "->"):
			return at > p.at+1
		case p.isAt(t, "(") || p.isAt(t, "{") || p.isAt(t, "["):
			if t.match == 0 {
				return false
			}
			at = int(t.match)
		case t.kind == tokName, p.isAt(t, "_"), p.isAt(t, ":"), p.isAt(t, "+"), p.isAt(t, "."):
		default:
			return false
		}
	}
	return false
}
