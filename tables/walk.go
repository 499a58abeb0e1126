package tables

import (
	"slices"
	"strings"

	"procad/proc"
)

const (
	rounds  = 8   // how often a definition is looked at again
	maxMade = 200 // definitions that are made for a function of the author's, after which there are no more tables
)

// walk is d with tables before its loops, and before those inside them; what
// holds of its parameters is known.
func (p *pass) walk(d *proc.Def, facts, ranges []fact) *proc.Def {
	before := d
	known := len(facts)+len(ranges) > 0
	if w, ok := p.walked[d]; ok && !known {
		return w
	}
	var calls []entry
	for range rounds {
		var changed bool
		if d, calls, changed = p.round(d, facts, ranges); !changed {
			break
		}
	}
	rename := map[proc.Func]proc.Func{}
	for _, e := range calls {
		if g := p.walk(e.def, e.facts, e.ranges); g != e.def {
			rename[e.def.Name] = g.Name
		}
	}
	if len(rename) > 0 {
		d = p.renamed(d, rename)
	}
	if !known {
		p.walked[before] = d
	}
	return d
}

// An entry is a definition that another calls, with what is known of its parameters.
type entry struct {
	def           *proc.Def
	facts, ranges []fact
}

// round writes the tables that the loops of d can have now; or else says what d calls.
func (p *pass) round(d *proc.Def, facts, ranges []fact) (*proc.Def, []entry, bool) {
	if !loops(d) {
		return d, p.called(d), false
	}
	var calls []entry
	names := proc.NewNames(d)
	blocks := map[*proc.Call]proc.Procedure{}
	s := p.newScan(d)
	s.facts, s.ranges = slices.Clone(facts), ranges
	s.loop = func(c *proc.Call, indices int, found []*candidate) {
		if len(p.made) > maxMade {
			return
		}
		if items := s.choose(indices, found); len(items) > 0 {
			blocks[c] = s.block(names, c, items)
		}
	}
	s.enter = func(callee *proc.Def, sub *substitution, levels []level) {
		if p.source[callee.Name] {
			return
		}
		if k := slices.IndexFunc(calls, func(e entry) bool { return e.def == callee }); k >= 0 {
			calls[k] = entry{def: callee} // called twice: what holds for one call may not for the other
			return
		}
		e := entry{def: callee}
		if !p.entered[callee] {
			e.facts, e.ranges = s.inherited(sub, levels)
		}
		calls = append(calls, e)
	}
	s.body(d.Body)
	if len(blocks) == 0 {
		for _, e := range calls {
			p.entered[e.def] = true
		}
		return d, calls, false
	}
	var body func(q proc.Procedure) proc.Procedure
	body = func(q proc.Procedure) proc.Procedure {
		m := proc.Mapper{Body: body}
		var out proc.Procedure
		for _, stmt := range q {
			if c, ok := stmt.(*proc.Call); ok && blocks[c] != nil {
				out = append(out, blocks[c]...)
			} else {
				out = append(out, m.Stmt(stmt))
			}
		}
		return out
	}
	return p.again(d, body(d.Body)), nil, true
}

// loops says that d has a loop.
func loops(d *proc.Def) (some bool) {
	d.Body.Walk(func(s proc.Stmt) {
		if c, ok := s.(*proc.Call); ok && !some {
			_, _, some = c.Func.Loop()
		}
	})
	return some
}

// called are the definitions that d calls, without loops.
func (p *pass) called(d *proc.Def) (list []entry) {
	seen := map[*proc.Def]bool{}
	d.Body.Walk(func(s proc.Stmt) {
		if c, ok := s.(*proc.Call); ok {
			if f := p.defs[c.Func]; f != nil && !p.source[c.Func] && !seen[f] {
				seen[f] = true
				list = append(list, entry{def: f})
			}
		}
	})
	return list
}

// again is d with another body. Only what the pass made, and what a person calls, keeps its name.
func (p *pass) again(d *proc.Def, body proc.Procedure) *proc.Def {
	e := &proc.Def{Pos: d.Pos, Name: d.Name, Zone: d.Zone, In: d.In, Body: body, Out: d.Out}
	if !p.source[d.Name] && !p.ours[d.Name] {
		e.Name = p.fresh(string(d.Name), false)
		p.origin[e.Name] = p.originOf(d.Name)
	}
	p.define(e)
	return e
}

// renamed is d with calls of other definitions.
func (p *pass) renamed(d *proc.Def, to map[proc.Func]proc.Func) *proc.Def {
	return p.again(d, (&proc.Mapper{Func: func(f proc.Func) proc.Func { return renamedFunc(f, to) }}).Procedure(d.Body))
}

func renamedFunc(f proc.Func, to map[proc.Func]proc.Func) proc.Func {
	if g, ok := to[f]; ok {
		return g
	}
	if _, body, ok := f.Loop(); ok {
		if g, ok := to[body]; ok {
			return proc.LoopKind(f[:strings.IndexByte(string(f), '{')]).Of(g)
		}
	}
	return f
}

// maxInherited bounds the parameters that are compared with each other.
const maxInherited = 64

// inherited is what the caller knows of the parameters of what it calls:
// which sizes and numbers are equal, and which indices are below a size.
func (s *scan) inherited(sub *substitution, levels []level) (facts, ranges []fact) {
	var inner, outer []*term // the same numbers as the definition and as its caller knows them
	for _, x := range sub.order {
		if v := sub.arrays[x]; v != nil {
			rank := x.typ.(*proc.ArrayType).Rank
			for axis := range rank {
				inner = append(inner, s.terms.size(&view{array: x}, axis))
				outer = append(outer, s.terms.size(v, axis))
			}
		} else if x.typ == proc.Int {
			inner, outer = append(inner, x), append(outer, sub.scalars[x])
		}
	}
	if len(inner) > maxInherited {
		return nil, nil
	}
	for k, t := range outer {
		for _, u := range s.class(t) {
			if u.kind == number {
				facts = append(facts, fact{inner[k], u})
			}
			if first := slices.Index(outer, u); first >= 0 && first < k {
				facts = append(facts, fact{inner[first], inner[k]})
			}
		}
		if first := slices.Index(outer, t); first < k {
			facts = append(facts, fact{inner[first], inner[k]})
		}
		for j, n := range outer {
			if j != k && inner[j].kind == size && s.below(t, n, levels) {
				ranges = append(ranges, fact{inner[k], inner[j]})
			}
		}
	}
	return facts, ranges
}
