package source

import "procad/internal/diag"

// Range is lo ..< hi, or _ for all there are, as an index of a dimension.
type Range struct {
	node
	From, To Expr // nil for _
}

// index is what stands between the brackets of a[…].
func (p *parser) index() Expr {
	pos := p.pos()
	if p.is("_") && (p.isAt(p.peek(1), ",") || p.isAt(p.peek(1), "]")) {
		p.next()
		return &Range{node: p.node(pos)}
	}
	p.openRange()
	e := p.expr()
	if !p.is("..<") {
		return e
	}
	r := &Range{From: e}
	pos = p.pos()
	p.next()
	p.openRange()
	r.To = p.expr()
	r.node = p.node(pos, r.From, r.To)
	return r
}

// openRange reports that a range has no beginning or no end here.
func (p *parser) openRange() {
	switch {
	case p.is("..<"):
		p.fail(p.expected("where the range begins").Hintf("it begins at 0: write 0 ..< hi"))
	case p.at > 0 && p.isAt(p.tokens[p.at-1], "..<") && (p.is("]") || p.is(",")):
		p.fail(p.expected("where the range ends").Hintf("write lo ..< size(v), or lo ..< size(v, k) for dimension k"))
	}
}

// indices is i, lo ..< hi, … and the closing bracket.
func (p *parser) indices(open diag.Pos) []Expr {
	var list []Expr
	for !p.is("]") {
		list = append(list, p.index())
		if !p.accept(",") {
			break
		}
	}
	p.close("]", open)
	return list[:len(list):len(list)]
}

// dimensions checks indices, and counts those that keep their dimension.
//
//	a : σ[r sizes]      i : Int for each index, lo, hi : Int for each range
//	───────────────────────────────────────────────────────────────────────
//	a[…] : σ[r sizes without those of the indices]
func (c *checker) dimensions(list []Expr) (ranges int) {
	for _, arg := range list {
		r, ok := arg.(*Range)
		if !ok {
			c.is(arg, Int, "an index")
			continue
		}
		ranges++
		r.typ = Int
		if r.From != nil {
			c.is(r.From, Int, "the start of a range")
			c.is(r.To, Int, "the end of a range")
		}
	}
	return ranges
}
