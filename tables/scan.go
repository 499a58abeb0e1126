package tables

import (
	"strconv"

	"procad/proc"
)

// A value is what a variable holds: a *term, a tuple of values, or nil where
// nothing is known.
type value any

type tuple []value

// A candidate is something that costs, and that every run of a definition computes.
type candidate struct {
	term   *term
	path   []*proc.Call // to the statement that computes it: the first one is in the definition, the next in what that calls, …
	levels []level      // the loops on the way, outermost first
	state  bool         // a loop with a state is on the way
}

// A level is a loop: i < n. The index is nil if its turns have no number.
type level struct {
	index, bound *term
	depth        int // the place in the path of the call that runs it
}

// A summary is what a definition does, in terms of its parameters.
type summary struct {
	result     value
	candidates []*candidate
	checks     []*term // every range that is checked, …
	pure       bool    // … if it does nothing else that could be noticed
}

const (
	maxCandidates = 24 // of a definition
	maxPath       = 32 // calls on the way to one
	maxChecks     = 8
)

// A scan goes through a definition and knows what its variables hold.
type scan struct {
	*pass
	def    *proc.Def
	vars   map[string]value
	views  map[string]*view // of names of Θ that are arrays
	shared map[string]value // and of scalar ones
	held   map[*term]proc.Var
	facts  []fact // that hold here
	ranges []fact // index < size
	still  map[string]bool
	branch int
	out    *summary

	// For each loop with so many indices, what its turns compute; and for each call, what runs.
	loop  func(c *proc.Call, indices int, found []*candidate)
	enter func(d *proc.Def, sub *substitution, levels []level)
}

// A fact is an equality, or another relation, of two terms.
type fact [2]*term

func (p *pass) newScan(d *proc.Def) *scan {
	s := &scan{pass: p, def: d, vars: map[string]value{}, views: map[string]*view{}, shared: map[string]value{}, held: map[*term]proc.Var{},
		still: still(d), out: &summary{pure: true}}
	for _, r := range d.Zone {
		s.name(r.Name, r.Type, false)
		if r.Mode == proc.Accumulator {
			s.out.pure = false
		}
	}
	s.bind(d.In, s.parameter(d.In.Type, "#"))
	return s
}

// summary is that of a definition, made once.
func (p *pass) summary(d *proc.Def) *summary {
	if known := p.summaries[d]; known != nil {
		return known
	}
	s := p.newScan(d)
	s.body(d.Body)
	s.out.result = s.vars[d.Out.Name]
	p.summaries[d] = s.out
	return s.out
}

// parameter is the value of the argument, or of a part of it.
func (s *scan) parameter(t proc.Type, name string) value {
	switch t := t.(type) {
	case proc.RealType, proc.IntType:
		return s.terms.of(term{kind: scalar, typ: t, name: name})
	case *proc.TupleType:
		v := make(tuple, len(t.Elems))
		for i, e := range t.Elems {
			v[i] = s.parameter(e, part(name, i))
		}
		return v
	}
	return nil
}

func plain(t proc.Type) bool { return t == proc.Real || t == proc.Int }

// name is a name of Θ about which nothing else is known.
func (s *scan) name(n string, t proc.Type, local bool) {
	if _, ok := t.(*proc.ArrayType); ok {
		s.views[n] = &view{array: s.terms.of(term{kind: array, typ: t, name: n, local: local})}
	} else if plain(t) {
		s.shared[n] = s.terms.of(term{kind: scalar, typ: t, name: "&" + n, local: local})
	}
}

// bind binds a variable. What both branches of a Case bind is known by its name only.
func (s *scan) bind(v proc.Var, x value) {
	t, _ := x.(*term)
	_, again := s.vars[v.Name]
	switch {
	case plain(v.Type):
		if t == nil || again {
			t = s.terms.of(term{kind: scalar, typ: v.Type, name: v.Name, local: true})
		}
		s.vars[v.Name] = t
	case again || t != nil:
		s.vars[v.Name] = nil
	default:
		s.vars[v.Name] = x
	}
	if t != nil && t.kind == scalar && (t.local || s.branch == 0) {
		if _, known := s.held[t]; !known {
			s.held[t] = v
		}
	}
}

func (s *scan) term(v proc.Var) *term {
	t, _ := s.vars[v.Name].(*term)
	return t
}

func (s *scan) list(vs []proc.Var) []*term {
	list := make([]*term, len(vs))
	for i, v := range vs {
		list[i] = s.term(v)
	}
	return list
}

func (s *scan) body(p proc.Procedure) {
	for _, stmt := range p {
		s.stmt(stmt)
	}
}

func (s *scan) stmt(stmt proc.Stmt) {
	switch stmt := stmt.(type) {
	case *proc.Call:
		s.call(stmt)
	case *proc.Const:
		var x value
		if plain(stmt.Out.Type) {
			x = s.terms.of(term{kind: number, typ: stmt.Out.Type, bits: stmt.Bits})
		}
		s.bind(stmt.Out, x)
	case *proc.Dup:
		s.bind(stmt.Out, tuple{s.vars[stmt.In.Name], s.vars[stmt.In.Name]})
	case *proc.Tuple:
		t := make(tuple, len(stmt.Ins))
		for i, v := range stmt.Ins {
			t[i] = s.vars[v.Name]
		}
		s.bind(stmt.Out, t)
	case *proc.Untuple:
		t, _ := s.vars[stmt.In.Name].(tuple)
		for i, v := range stmt.Outs {
			if t != nil {
				s.bind(v, t[i])
			} else {
				s.bind(v, nil)
			}
		}
	case *proc.Inl:
		s.bind(stmt.Out, nil)
	case *proc.Inr:
		s.bind(stmt.Out, nil)
	case *proc.Case:
		s.out.pure = false
		s.inside(stmt.L)
		s.inside(stmt.R)
	case *proc.Share:
		s.name(stmt.Name, stmt.In.Type, true)
		if t := s.term(stmt.In); t != nil {
			s.shared[stmt.Name] = t
		}
		s.within(stmt.Name, stmt.Body)
		s.bind(stmt.Out, s.vars[stmt.In.Name])
	case *proc.Accum:
		s.out.pure = false
		s.body(stmt.Body)
		s.bind(stmt.Out, nil)
	case *proc.Read:
		s.read(stmt)
	case *proc.Add:
		s.out.pure = false
	case *proc.Size:
		var x value
		if v := s.views[stmt.Ref]; v != nil {
			x = s.terms.size(v, stmt.Axis)
		}
		s.bind(stmt.Out, x)
	case *proc.Row:
		s.row(stmt)
		s.within(stmt.Name, stmt.Body)
	case *proc.Choose:
		s.out.pure = false
		if t, ok := s.nameType(stmt.True); ok {
			s.name(stmt.Name, t, true)
		}
		s.within(stmt.Name, stmt.Body)
	}
}

// within goes through the scope of a name.
func (s *scan) within(name string, p proc.Procedure) {
	s.body(p)
	delete(s.views, name)
	delete(s.shared, name)
}

// nameType is the type of an array by its name.
func (s *scan) nameType(n string) (proc.Type, bool) {
	v := s.views[n]
	if v == nil {
		return nil, false
	}
	a := v.array.typ.(*proc.ArrayType)
	return proc.NewArray(a.Rank-len(v.at), a.Elem), true
}

// inside goes through a branch: what it computes is not computed always.
func (s *scan) inside(b proc.Branch) {
	facts := len(s.facts)
	s.branch++
	s.bind(b.Var, nil)
	s.body(b.Body)
	s.branch--
	s.facts = s.facts[:facts]
}

func (s *scan) read(stmt *proc.Read) {
	v := s.views[stmt.Ref]
	if len(stmt.Idx) == 0 {
		s.bind(stmt.Out, s.shared[stmt.Ref])
		return
	}
	var x *term
	if v != nil {
		x = s.terms.element(read, stmt.Out.Type, v, s.list(stmt.Idx))
	}
	s.checked(x)
	if x == nil {
		s.bind(stmt.Out, nil)
		return
	}
	s.bind(stmt.Out, x)
}

func (s *scan) row(stmt *proc.Row) {
	v := s.views[stmt.Ref]
	if v == nil {
		s.out.pure = false
		return
	}
	at := s.list(stmt.Idx)
	x := s.terms.element(check, nil, v, at)
	s.checked(x)
	if x == nil {
		t, _ := s.nameType(stmt.Ref)
		a := t.(*proc.ArrayType)
		s.name(stmt.Name, proc.NewArray(a.Rank-len(at), a.Elem), true)
		return
	}
	s.views[stmt.Name] = &view{v.array, append(v.at[:len(v.at):len(v.at)], at...)}
}

// checked records that something is checked; nil is what is not known.
func (s *scan) checked(x *term) {
	if x == nil || x.local || len(s.out.checks) == maxChecks {
		s.out.pure = false
		return
	}
	s.out.checks = append(s.out.checks, x)
}

// part names a part of the argument.
func part(name string, i int) string { return name + "." + strconv.Itoa(i) }
