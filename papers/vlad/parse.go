package vlad

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Define adds definitions, `def name = term` each, to the initial environment. They may
// use each other.
func (m *Machine) Define(text string) (err error) {
	defer recovered(&err)
	p := &parser{m: m, text: text, toks: scan(text)}
	for p.peek() != "" {
		p.want("def")
		name := p.name()
		p.want("=")
		m.global(name).Value = m.closed(p)
	}
	return nil
}

// Eval is the value of a closed term. The error is where a term is not well-formed, or a *Stuck.
func (m *Machine) Eval(text string) (v Value, err error) {
	defer recovered(&err)
	p := &parser{m: m, text: text, toks: scan(text)}
	v = m.closed(p)
	if p.peek() != "" {
		p.fail("the term ends before this")
	}
	return v, nil
}

// closed is the value of the next term, the body of a function of nothing.
func (m *Machine) closed(p *parser) Value {
	m.steps, m.deep = 0, 0
	p.enter()
	out := p.term()
	return m.Apply(closure(nil, p.leave(p.b.newVar("nothing"), out)), Nil{})
}

// A syntaxError is a place where a text is no term.
type syntaxError struct{ text string }

func (e *syntaxError) Error() string { return e.text }

func fail(text string, at int, why string) {
	line := strings.Count(text[:at], "\n") + 1
	col := at - strings.LastIndex(text[:at], "\n")
	panic(&syntaxError{fmt.Sprintf("%d:%d: %s [vlad-syntax]", line, col, why)})
}

func recovered(err *error) {
	switch e := recover().(type) {
	case nil:
	case *syntaxError:
		*err = e
	case *Stuck:
		*err = e
	default:
		panic(e)
	}
}

// A parser makes A-normal form while it reads.
type parser struct {
	m     *Machine
	text  string
	toks  []token
	b     *builder
	outer []*builder
	scope []binding
	marks []int
}

type binding struct {
	name string
	atom Atom
}

func (p *parser) peek() string    { return p.toks[0].text }
func (p *parser) fail(why string) { fail(p.text, p.toks[0].at, why) }

func (p *parser) next() string {
	t := p.toks[0]
	p.toks = p.toks[1:]
	return t.text
}

func (p *parser) is(s string) bool {
	if p.peek() == s {
		p.next()
		return true
	}
	return false
}

func (p *parser) want(s string) {
	if p.peek() != s || s == "" {
		p.fail(fmt.Sprintf("expected %q, not %q", s, p.peek()))
	}
	p.next()
}

var (
	names    = regexp.MustCompile(`^[A-Za-z_]`)
	keywords = []string{"def", "let", "in", "if", "then", "else"}
)

func (p *parser) startsName() bool {
	return names.MatchString(p.peek()) && !slices.Contains(keywords, p.peek())
}

func (p *parser) name() string {
	if !p.startsName() {
		p.fail("expected a name")
	}
	return p.next()
}

func (p *parser) enter() {
	p.outer = append(p.outer, p.b)
	p.marks = append(p.marks, len(p.scope))
	p.b = &builder{fresh: &p.m.fresh}
}

func (p *parser) leave(param *Var, out Atom) *Lambda {
	l := p.b.lambda(param, out, 0)
	n := len(p.outer) - 1
	p.b, p.outer = p.outer[n], p.outer[:n]
	p.scope, p.marks = p.scope[:p.marks[n]], p.marks[:n]
	return l
}

// pattern binds x, (J x) or (x, y) to a.
func (p *parser) pattern(a Atom) {
	if !p.is("(") {
		p.scope = append(p.scope, binding{p.name(), a})
		return
	}
	if p.is("J") {
		p.pattern(p.b.call(p.m.global("J'"), a))
	} else {
		p.pattern(p.b.call(p.m.global("Car"), a))
		p.want(",")
		p.pattern(p.b.call(p.m.global("Cdr"), a))
	}
	p.want(")")
}

// term reads λx.e, let, if, and operators.
func (p *parser) term() Atom {
	switch {
	case p.is(`\`):
		p.enter()
		x := p.b.newVar("x")
		tagged := p.toks[0].text == "(" && p.toks[1].text == "J"
		p.pattern(x)
		p.want(".")
		l := p.leave(x, p.term())
		if tagged && len(l.Free) == 0 {
			// λ(J x).e: []_^x = ^[]. What it captures has no tag, and neither has its list.
			l.Level = 1
		}
		return p.b.bind("f", l)
	case p.is("let"):
		// let x = e in b = (λx.b) e. The pattern is read again when its value is there.
		start := p.toks
		for p.peek() != "=" && p.peek() != "" {
			p.next()
		}
		p.want("=")
		a := p.term()
		rest := p.toks
		p.toks = start
		p.pattern(a)
		p.want("=")
		p.toks = rest
		p.want("in")
		return p.term()
	case p.is("if"):
		// if e1 then e2 else e3 = (e1 (λx.e2, λx.e3)) []
		c := p.term()
		p.want("then")
		yes := p.thunk()
		p.want("else")
		no := p.thunk()
		return p.b.call(c, p.m.pairOf(p.b, yes, no), Nil{})
	}
	a := p.operators(0)
	if p.is("←J") {
		return p.b.call(p.m.global("←J"), p.m.pairOf(p.b, a, p.term()))
	}
	return a
}

func (p *parser) thunk() Atom {
	p.enter()
	l := p.leave(p.b.newVar("x"), p.term())
	return p.b.bind("f", l)
}

var levels = [][]string{{"<"}, {"+", "-", "⊕"}, {"*", "/"}}

func (p *parser) operators(level int) Atom {
	if level == len(levels) {
		return p.application()
	}
	a := p.operators(level + 1)
	for slices.Contains(levels[level], p.peek()) {
		op := p.m.global(p.next())
		a = p.b.call(op, p.m.pairOf(p.b, a, p.operators(level+1)))
	}
	return a
}

func (p *parser) application() Atom {
	a := p.atom()
	for p.startsName() || p.peek() == "(" || p.peek() == "[" || p.number() {
		a = p.b.call(a, p.atom())
	}
	return a
}

func (p *parser) number() bool { return p.peek() != "" && p.peek()[0] >= '0' && p.peek()[0] <= '9' }

func (p *parser) atom() Atom {
	switch {
	case p.number():
		r, _ := strconv.ParseFloat(p.next(), 64)
		return r
	case p.is("["):
		return p.list()
	case p.is("("):
		return p.pairs()
	}
	name := p.name()
	for i := len(p.scope) - 1; i >= 0; i-- {
		if p.scope[i].name == name {
			return p.scope[i].atom
		}
	}
	return p.m.global(name)
}

// list reads [e1, .., el] = (e1, .., el, []).
func (p *parser) list() Atom {
	if p.is("]") {
		return Nil{}
	}
	a := p.term()
	if p.is(",") {
		return p.m.pairOf(p.b, a, p.list())
	}
	p.want("]")
	return p.m.pairOf(p.b, a, Nil{})
}

// pairs reads (e1, .., el), which is (e1, (.., el)).
func (p *parser) pairs() Atom {
	a := p.term()
	if p.is(",") {
		return p.m.pairOf(p.b, a, p.pairs())
	}
	p.want(")")
	return a
}
