package closures

import (
	"slices"

	"procad/core"
)

// ordered are the definitions that those of the program, which were made or stay, need: callees before callers, but
// in a recursion, which it finds.
func (p *pass) ordered(given []*core.Def) []*core.Def {
	made := map[*core.Def]bool{}
	for _, d := range p.out {
		made[d] = true
	}
	limit := int64(core.DefaultDepth)
	parts := map[*core.Def]bool{}
	for r := range p.templates {
		for _, d := range r.Parts() {
			parts[d] = true
		}
	}
	o := &order{number: map[*core.Def]int{}, low: map[*core.Def]int{}, open: map[*core.Def]bool{}}
	for _, d := range given {
		if d.Recursion != nil {
			limit = d.Recursion.Limit
		}
	}
	for _, d := range p.out {
		if (slices.Contains(given, d) || parts[d]) && o.number[d] == 0 {
			o.visit(d)
		}
	}
	for _, set := range o.sets {
		recursive(set, limit)
	}
	return slices.Concat(o.sets...)
}

// An order finds the strongly connected components of calls.
type order struct {
	number, low map[*core.Def]int
	open        map[*core.Def]bool
	stack       []*core.Def
	sets        [][]*core.Def
}

func (o *order) visit(d *core.Def) {
	o.number[d] = len(o.number) + 1
	o.low[d] = o.number[d]
	o.stack, o.open[d] = append(o.stack, d), true
	core.Visit(d.Body, func(t core.Term) {
		g := core.Named(t)
		switch {
		case g == nil:
		case o.number[g] == 0:
			o.visit(g)
			o.low[d] = min(o.low[d], o.low[g])
		case o.open[g]:
			o.low[d] = min(o.low[d], o.number[g])
		}
	})
	if o.low[d] < o.number[d] {
		return
	}
	from := slices.Index(o.stack, d)
	set := slices.Clone(o.stack[from:])
	o.stack = o.stack[:from]
	for _, d := range set {
		o.open[d] = false
	}
	slices.Reverse(set)
	o.sets = append(o.sets, set)
}

// recursive lets definitions that call each other, if they do, be a recursion. None is made of derivatives of them.
func recursive(set []*core.Def, limit int64) {
	again := false
	for _, d := range set {
		core.Visit(d.Body, func(t core.Term) {
			if g, ok := t.(*core.Global); ok {
				again = again || slices.Contains(set, g.Def)
			}
		})
		d.Recursion = nil
	}
	if !again {
		return
	}
	r := &core.Recursion{Defs: set, Limit: limit}
	for _, d := range set {
		d.Recursion = r
		core.Visit(d.Body, func(t core.Term) {
			if of := differentiated(t); of != nil && slices.Contains(set, of) {
				panic(failf(t.Pos(), "a derivative of a function that %s calls is made of %s: no function may be made of its own derivatives", d.Name, d.Name).
					Hintf("take the derivative in a function that this one does not call"))
			}
		})
	}
}

// differentiated is the definition that t is a derivative of; nil if it is none.
func differentiated(t core.Term) *core.Def {
	d, ok := t.(*core.Derive)
	if !ok {
		return nil
	}
	if g, ok := d.Func.(*core.Global); ok {
		return g.Def
	}
	return differentiated(d.Func)
}
