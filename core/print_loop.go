package core

import "fmt"

// loop prints a loop.
func (p *printer) loop(t Term) {
	switch t := t.(type) {
	case *Build:
		if t.Row == nil {
			p.build(t)
			return
		}
		s := &ArrayShape{Sizes: make([]ShapeSize, len(t.Binders), len(t.Binders)+len(t.Row))}
		for _, n := range t.Row {
			s.Sizes = append(s.Sizes, ShapeSize{Size: n})
		}
		p.shaped(t.Of, s, atom, func() { p.build(t) })
	case *Reduce:
		if t.Zero == nil {
			p.reduce(t)
			return
		}
		p.shaped(t.Of, t.Zero, atom, func() { p.reduce(t) })
	case *Fold:
		t = t.Plain()
		p.WriteString("fold" + plan(t.Plan) + `(\`)
		p.lambda(func() string { return p.tuple([]*Var{t.Acc, t.Elem}) }, t.Body)
		p.list(", ", []Term{t.Init, t.Over}, ")")
	case *NTimes:
		p.list("nTimes"+plan(t.Plan)+"(", []Term{t.Count, t.Init}, `, \`)
		p.lambda(func() string { return p.bind(t.State) }, t.Body)
		p.WriteString(")")
	case *While:
		p.list("while"+plan(t.Plan)+"(", []Term{t.Limit, t.Init}, `, \`)
		p.lambda(func() string { return p.bind(t.Test) }, t.Cond)
		p.WriteString(`, \`)
		p.lambda(func() string { return p.bind(t.State) }, t.Body)
		p.WriteString(")")
	case *Ccl:
		p.list("ccl(", []Term{t.Count, t.Init}, `, \`)
		p.lambda(func() string { return p.tuple([]*Var{t.Index, t.State}) }, t.Body)
		p.WriteString(")")
	default:
		p.failf("there is no text for %T", t)
	}
}

// lambda prints pattern. e
func (p *printer) lambda(pattern func() string, e Term) {
	p.scope(func() {
		p.WriteString(pattern() + ". ")
		p.term(e, loose)
	})
}

// binders prints i < n, j < m.
func (p *printer) binders(list []Binder) {
	for i, b := range list {
		if i > 0 {
			p.WriteString(", ")
		}
		size := p.aside(func() { p.term(b.Size, additive) })
		fmt.Fprintf(p, "%s < %s", p.bind(b.Var), size)
	}
}

// build prints [e for i < n], whose binders are named before e.
func (p *printer) build(t *Build) {
	p.scope(func() {
		binders := p.aside(func() { p.binders(t.Binders) })
		p.WriteString("[")
		p.term(t.Body, loose)
		p.WriteString(" for " + binders + "]")
	})
}

func (p *printer) reduce(t *Reduce) {
	p.scope(func() {
		p.WriteString(string(t.Op) + "(")
		p.binders(t.Binders)
		p.WriteString(") ")
		p.term(t.Body, multiplicative)
	})
}
