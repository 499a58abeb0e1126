package source

import (
	"slices"

	"procad/internal/diag"
)

// A TypeDecl gives a type a name. Its parameters are types.
//
//	type Points = Real[_, 3]      type Pair(a) = (a, a)      type Option(a) = None | Some(a)
type TypeDecl struct {
	Pos    diag.Pos // of the name
	Name   string
	Params []*TypeParam
	Body   TypeExpr // nil of a sum
	Cons   []*Con   // of a sum

	state     declState
	end       diag.Pos // after the last token
	module    *Module
	recursive bool // a sum whose values have such values in them
	typ       Type // what Body denotes, of typeParams; nil if that is wrong
}

// A TypeParam is a in type Pair(a) = (a, a).
type TypeParam struct {
	Pos  diag.Pos
	Name string
}

// declState is how far the resolver is with a declaration.
type declState int

const (
	unseen  declState = iota
	opened            // its body is being resolved
	valid             // its body denotes a type
	refused           // it has been reported
)

// A constant is a definition without parameters that is used without brackets.
//
//	const g: Real = 9.81

// tops are the words that begin a declaration other than def, and what may
// follow them. They are names everywhere else.
var tops = map[string][]tokenKind{"import": {tokString, tokName}, "type": {tokName}, "const": {tokName}, "test": {tokString}, "derivative": {tokName}}

// atTop reports whether a declaration begins here.
func (p *parser) atTop() bool {
	if p.isName() {
		return slices.Contains(tops[p.text()], p.peek(1).kind) || p.atExtern()
	}
	return p.is("def")
}

// item is one declaration, which it adds to prog if there is no syntax error in it.
func (p *parser) item(prog *Program) {
	start, depth := p.at, p.depth
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(bailout); !ok {
				panic(r)
			}
			p.depth = depth
			p.sync(start)
		}
	}()
	switch {
	case p.isName() && p.atTop() && p.text() == "import":
		p.importDecl(prog)
	case p.isName() && p.atTop() && p.text() == "type":
		d := p.typeDecl()
		d.end, d.module = p.after(), p.module
		prog.Types = append(prog.Types, d)
	case p.isName() && p.atTop() && p.text() == "const":
		d := p.constant()
		d.module = p.module
		prog.Defs = append(prog.Defs, d)
	case p.isName() && p.atTop() && p.text() == "test":
		t := p.test()
		t.Def.module = p.module
		prog.Tests = append(prog.Tests, t)
	case p.isName() && p.atTop() && p.text() == "derivative":
		prog.Rules = append(prog.Rules, p.rule())
	case p.atExtern():
		p.next()
		d := p.def(true)
		d.module = p.module
		prog.Defs = append(prog.Defs, d)
	default:
		d := p.def(false)
		d.module = p.module
		prog.Defs = append(prog.Defs, d)
	}
	if p.tok().kind != tokEOF && !p.atTop() {
		p.fail(p.unexpected())
	}
}

// typeDecl is type Name(a, b) = T.
func (p *parser) typeDecl() *TypeDecl {
	p.next()
	d := &TypeDecl{}
	d.Pos, d.Name = p.name("the name of the type")
	if !isUpper(d.Name) {
		p.fail(p.errorAt(d.Pos, CodeSyntax, "the name of a type begins with a capital letter").
			Hintf("write type %s = …", capital(d.Name)))
	}
	if p.is("(") {
		open := p.expect("(")
		for !p.is(")") {
			a := &TypeParam{}
			a.Pos, a.Name = p.name("a type parameter, such as a")
			if isUpper(a.Name) {
				p.fail(p.errorAt(a.Pos, CodeSyntax, "a type parameter begins with a small letter").
					Hintf("write type %s(a) = …; a declaration says what a is only where %s is used", d.Name, d.Name))
			}
			d.Params = append(d.Params, a)
			if !p.accept(",") {
				break
			}
		}
		p.close(")", open)
	}
	if !p.is("=") {
		p.fail(p.expected(`"="`).Hintf("a declaration of a type is type %s = Real[_, 3]", d.Name))
	}
	p.next()
	if p.beginsCons() {
		p.cons(d)
		return d
	}
	d.Body = p.typ()
	return d
}

// constant is const name: T = e.
func (p *parser) constant() *Def {
	p.next()
	d := &Def{Const: true}
	d.Pos, d.Name = p.newName("the name of the constant")
	if !p.is(":") {
		e := p.expected("\":\" and the type of the constant").Hintf("write const %s: Real = …", d.Name)
		if p.is("(") {
			e.Hintf("a constant has no parameters: write const %[1]s: Real = …, or def %[1]s(…): Real = …", d.Name)
		}
		p.fail(e)
	}
	p.next()
	d.Result = p.typ()
	p.equals()
	d.Body = p.expr()
	d.told = p.after()
	return d
}

func isUpper(name string) bool { return 'A' <= name[0] && name[0] <= 'Z' }

// capital is a name with a capital letter first.
func capital(name string) string {
	if c := name[0]; 'a' <= c && c <= 'z' {
		return string(c-'a'+'A') + name[1:]
	}
	return "T" + name
}

// after is the end of the last token.
func (p *parser) after() diag.Pos {
	last := p.tokens[max(p.at-1, 0)]
	pos := last.pos(p.file)
	pos.Col += int(last.to - last.from)
	return pos
}
