package source

import (
	"fmt"

	"procad/internal/diag"
)

// A Test is a Bool that should be true. Nothing but procad test computes it.
//
//	test "a circle" = abs(area(Circle(1)) - pi) < 1e-12
type Test struct {
	Pos  diag.Pos // of the name
	Name string
	Def  *Def // without parameters; its name is that of no other definition
}

// test is test "name" = e.
func (p *parser) test() *Test {
	p.next()
	t := &Test{Pos: p.pos(), Name: message(p.text())}
	t.Def = &Def{Pos: t.Pos, Name: "test", test: true, Result: &TypeName{typeNode: typeNode{pos: t.Pos}, Name: "Bool", module: p.module}}
	p.next()
	if !p.is("=") {
		p.fail(p.expected(`"="`).Hintf("write test \"…\" = a == b"))
	}
	p.next()
	t.Def.Body = p.expr()
	return t
}

// tests gives the tests names of their own, and resolves them.
func (r *resolver) tests(prog *Program) {
	first := map[string]*Test{}
	k := 0
	for _, t := range prog.Tests {
		if was := first[t.Name]; was != nil {
			r.errorf(t.Pos, CodeRedefinition, "there are two tests of this name").Notef(was.Pos, "the first one")
		}
		first[t.Name] = t
		for k++; r.defs[fmt.Sprint("test", k)] != nil; k++ {
		}
		t.Def.Name = fmt.Sprint("test", k)
		r.definition(t.Def)
		for _, ref := range t.Def.refs {
			t.Def.Calls = append(t.Def.Calls, ref.Def)
		}
	}
}

// WithTests is p with its tests as definitions, after all others.
func (p *Program) WithTests() *Program {
	q := *p
	for _, t := range p.Tests {
		q.Defs = append(q.Defs[:len(q.Defs):len(q.Defs)], t.Def)
	}
	return &q
}
