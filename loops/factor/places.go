package factor

import "procad/proc"

// A place is where a statement is: inside of what, from the inside outwards.
type place struct {
	up   *place
	stmt proc.Stmt // that has it in its body
	loop *loop     // of stmt, where that is one
}

// turnsOfLoop is how many turns a loop is taken to have where programs are compared.
const turnsOfLoop = 100

// weight is how often a statement at a place runs in a turn, about.
func (p *place) weight() float64 {
	w := 1.0
	for ; p != nil; p = p.up {
		if p.loop != nil {
			w *= turnsOfLoop
		}
	}
	return w
}

// loops are those around a place, the outermost first.
func (p *place) loops() []*loop {
	if p == nil {
		return nil
	}
	list := p.up.loops()
	if p.loop != nil {
		list = append(list, p.loop)
	}
	return list
}

// shaped says that an array can have an axis for each loop around a place.
func (p *place) shaped() bool {
	rank := 0
	for _, l := range p.loops() {
		for _, c := range l.counts {
			rank++
			if len(c.names) > 0 || !c.total() {
				return false
			}
		}
	}
	return rank <= proc.MaxRank
}

// always says that every turn comes to a place as often, and with the same indices.
func (p *place) always() bool {
	for ; p != nil; p = p.up {
		switch p.stmt.(type) {
		case *proc.Case, *proc.Choose:
			return false
		}
		if p.loop != nil {
			for _, c := range p.loop.counts {
				if c == nil {
					return false
				}
			}
		}
	}
	return true
}

// An adding is an Add, with where it adds to.
type adding struct {
	stmt *proc.Add
	at   *place
	base string
	idx  []*term
}

// A definition is where a variable is bound.
type definition struct {
	stmt proc.Stmt
	at   *place
}

// places is where everything is.
type places struct {
	*knowledge
	at      map[proc.Stmt]*place
	order   []proc.Stmt
	defs    map[string][]definition // two of what both branches of a Case bind
	binders map[string]proc.Stmt    // of names of Θ
	joined  map[string]*proc.Case   // what both branches bind
	adds    map[string][]*adding    // to an accumulator, in order
	unknown map[string]bool         // accumulators that something else may add to
}

func (k *knowledge) places() *places {
	p := &places{
		knowledge: k, at: map[proc.Stmt]*place{}, defs: map[string][]definition{}, binders: map[string]proc.Stmt{}, joined: map[string]*proc.Case{},
		adds: map[string][]*adding{}, unknown: map[string]bool{},
	}
	p.walk(k.body, nil)
	return p
}

// home is the statement after which a variable is there.
func (p *places) home(v proc.Var) (d definition, ok bool) {
	if c := p.joined[v.Name]; c != nil {
		return definition{c, p.at[c]}, true
	}
	defs := p.defs[v.Name]
	if len(defs) != 1 {
		return d, false
	}
	return defs[0], true
}

// around is where that is.
func (p *places) around(v proc.Var) *place {
	d, _ := p.home(v)
	return d.at
}

func (p *places) walk(body proc.Procedure, at *place) {
	for _, s := range body {
		p.at[s] = at
		p.order = append(p.order, s)
		proc.Binds(s, func(v proc.Var) { p.defs[v.Name] = append(p.defs[v.Name], definition{s, at}) })
		inside := &place{up: at, stmt: s}
		switch s := s.(type) {
		case *proc.Call:
			if l := p.loops[s]; l != nil {
				inside.loop = l
				p.walk(l.body, inside)
				continue
			}
			for _, n := range s.Zone {
				if v := p.views[n]; p.refs[n].Mode == proc.Accumulator {
					p.unknown[v.base] = true
				}
			}
		case *proc.Add:
			p.add(s, at)
		case *proc.Case:
			for _, v := range p.joins[s] {
				p.joined[v.Name] = s
			}
		case *proc.Share:
			p.binders[s.Name] = s
		case *proc.Accum:
			p.binders[s.Name] = s
		case *proc.Row:
			p.binders[s.Name] = s
		case *proc.Choose:
			p.binders[s.Name] = s
			for _, n := range []string{s.True, s.False} {
				p.unknown[p.views[n].base] = true
			}
		}
		proc.Bodies(s, func(b proc.Procedure) { p.walk(b, inside) })
	}
}

// add notes an Add. One that turns may not come to, or whose indices are not
// known, makes a local accumulator unknown.
func (p *places) add(s *proc.Add, at *place) {
	v := p.views[s.Ref]
	idx, ok := p.all(s.Idx)
	if v.opaque || !ok || s.In.Type != proc.Real || !at.always() {
		p.unknown[v.base] = true
		return
	}
	idx = append(v.prefix[:len(v.prefix):len(v.prefix)], idx...)
	p.adds[v.base] = append(p.adds[v.base], &adding{s, at, v.base, idx})
}
