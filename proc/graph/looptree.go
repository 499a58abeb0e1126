package graph

import "procad/proc"

// A Library is what knows definitions.
type Library interface {
	Def(f proc.Func) (*proc.Def, error)
}

// A Tree is a definition with everything that it calls in the place of the calls, bodies of
// loops too. Its variables are used any number of times, and no name in it is bound
// twice but by the two branches of a Case.
type Tree struct {
	Def   *proc.Def
	Names *proc.Names
	Zone  []string            // the names of the definition's zone
	Refs  map[string]proc.Ref // all names of Θ
	Loops map[*proc.Call]*Loop
	Joins map[*proc.Case][]proc.Var // what both branches bind
	Body  proc.Procedure
	Out   proc.Var
	In    proc.Var
	*knowledge
	*places
}

// A Loop is a call of one whose body is in the tree. Its body uses the names of
// Θ around it by their own names.
type Loop struct {
	Call    *proc.Call
	Kind    proc.LoopKind
	Indices []string
	In, Out proc.Var
	Body    proc.Procedure
	Counts  []*Term // nil where the iterations of a loop around may differ in it
}

// A Scope says how far a tree goes: which loops have their bodies in it, and how many
// statements it may have.
type Scope struct {
	Into func(kind proc.LoopKind, body proc.Func) bool
	Most int
}

// TreeOf is the tree of a definition, nil if it has too many statements.
func TreeOf(lib Library, d *proc.Def, how Scope) (*Tree, error) {
	t := &Tree{
		Def: d, Names: proc.NewNames(), Refs: map[string]proc.Ref{}, Loops: map[*proc.Call]*Loop{}, Joins: map[*proc.Case][]proc.Var{},
	}
	r := &planter{Tree: t, Scope: how, lib: lib, parts: map[string]tuple{}}
	f := &frame{map[string]proc.Var{}, map[string]string{}}
	for _, z := range d.Zone {
		t.Zone = append(t.Zone, r.name(f, z.Name, z.Mode, z.Type))
	}
	t.In = r.bind(f, d.In)
	t.Body = r.procedure(f, d.Body)
	t.Out = f.use(d.Out)
	if r.failed != nil || r.large {
		return nil, r.failed
	}
	t.knowledge = know(t, r.parts)
	t.places = place(t)
	return t, nil
}

// A planter makes a tree.
type planter struct {
	*Tree
	Scope
	lib    Library
	parts  map[string]tuple // the tuples that are known
	branch int              // the branches of Cases entered so far
	inside int              // the number of the one at hand
	size   int
	failed error
	large  bool
}

// A tuple is what a variable is made of, and the branch that it is made in.
type tuple struct {
	parts  []proc.Var
	branch int
}

// A frame has the names that a definition has in the tree.
type frame struct {
	vars map[string]proc.Var
	refs map[string]string
}

func (t *planter) name(f *frame, old string, mode proc.Mode, typ proc.Type) string {
	name := t.Names.Fresh(old)
	t.Refs[name] = proc.Ref{Name: name, Mode: mode, Type: typ}
	f.refs[old] = name
	return name
}

func (t *planter) bind(f *frame, v proc.Var) proc.Var {
	now := proc.Var{Name: t.Names.Fresh(v.Name), Type: v.Type}
	f.vars[v.Name] = now
	return now
}

func (f *frame) use(v proc.Var) proc.Var { return f.vars[v.Name] }

func (t *planter) procedure(f *frame, p proc.Procedure) proc.Procedure {
	var out proc.Procedure
	for _, s := range p {
		if t.size++; t.size > t.Most || t.large || t.failed != nil {
			t.large = true
			break
		}
		out = append(out, t.stmt(f, s)...)
	}
	return out
}

// mapper copies what needs no care.
func (t *planter) mapper(f *frame) *proc.Mapper {
	return &proc.Mapper{
		Use:  f.use,
		Bind: func(v proc.Var) proc.Var { return t.bind(f, v) },
		Ref:  func(n string) string { return f.refs[n] },
		Body: func(p proc.Procedure) proc.Procedure { return t.procedure(f, p) },
	}
}

// stmt is a statement, and what becomes of it.
//
//	t = Dup x; (a, b) = t        of a scalar: a and b are x
//	t = (x, y); (a, b) = t       a is x, b is y
//	Elim a                       nothing
//	b = Call f a                 p with a for its argument, where f is defined by p
func (t *planter) stmt(f *frame, s proc.Stmt) proc.Procedure {
	m := t.mapper(f)
	switch s := s.(type) {
	case *proc.Elim:
		return nil
	case *proc.Dup:
		if proc.Scalar(s.In.Type) {
			x := f.use(s.In)
			made := &proc.Tuple{Where: s.Where, Ins: []proc.Var{x, x}}
			made.Out = t.bind(f, s.Out)
			t.parts[made.Out.Name] = tuple{made.Ins, t.inside}
			return proc.Procedure{made}
		}
	case *proc.Tuple:
		made := m.Stmt(s).(*proc.Tuple)
		t.parts[made.Out.Name] = tuple{made.Ins, t.inside}
		return proc.Procedure{made}
	case *proc.Untuple:
		if known, ok := t.parts[f.use(s.In).Name]; ok && (known.branch == t.inside || proc.Scalar(s.In.Type)) {
			for i, v := range s.Outs {
				f.vars[v.Name] = known.parts[i]
			}
			return nil
		}
	case *proc.Case:
		return proc.Procedure{t.branches(f, s)}
	case *proc.Call:
		return t.call(f, s)
	}
	r, _ := proc.Opened(s, func(name string) proc.Ref { return t.Refs[f.refs[name]] })
	m.Name = func(n string) string { return t.name(f, n, r.Mode, r.Type) }
	return proc.Procedure{m.Stmt(s)}
}

// branches gives what both branches bind one name in both. A copy makes it:
//
//	u = (); t = (a, u); (b, u') = t
func (t *planter) branches(f *frame, s *proc.Case) proc.Stmt {
	c := &proc.Case{Where: s.Where, In: f.use(s.In)}
	both := joined(s)
	joins := make([]proc.Var, len(both))
	for i, v := range both {
		joins[i] = proc.Var{Name: t.Names.Fresh(v.Name), Type: v.Type}
	}
	outer := t.inside
	branch := func(b proc.Branch) proc.Branch {
		t.branch++
		t.inside = t.branch
		out := proc.Branch{Var: t.bind(f, b.Var)}
		out.Body = t.procedure(f, b.Body)
		for i, v := range both {
			u := proc.Var{Name: t.Names.Fresh("u"), Type: proc.Unit}
			rest := proc.Var{Name: t.Names.Fresh("u"), Type: proc.Unit}
			pair := proc.Var{Name: t.Names.Fresh("t"), Type: proc.NewTuple(v.Type, proc.Unit)}
			out.Body = append(out.Body,
				&proc.Tuple{Where: s.Where, Out: u},
				&proc.Tuple{Where: s.Where, Out: pair, Ins: []proc.Var{f.use(v), u}},
				&proc.Untuple{Where: s.Where, Outs: []proc.Var{joins[i], rest}, In: pair})
		}
		t.inside = outer
		return out
	}
	c.L, c.R = branch(s.L), branch(s.R)
	for i, v := range both {
		f.vars[v.Name] = joins[i]
	}
	t.Joins[c] = joins
	return c
}

// joined is what both branches bind.
func joined(s *proc.Case) []proc.Var {
	left := map[string]bool{}
	s.L.Binds(func(v proc.Var) { left[v.Name] = true })
	var both []proc.Var
	s.R.Binds(func(v proc.Var) {
		if left[v.Name] {
			both = append(both, v)
			delete(left, v.Name)
		}
	})
	return both
}

func (t *planter) call(f *frame, s *proc.Call) proc.Procedure {
	kind, name, isLoop := s.Func.Loop()
	if !isLoop {
		name = s.Func
	}
	d, err := t.lib.Def(name)
	if err != nil {
		t.failed = err
		return nil
	}
	switch {
	case isLoop && !t.Into(kind, name), d == nil:
		return proc.Procedure{t.mapper(f).Stmt(s)}
	case isLoop:
		return proc.Procedure{t.loop(f, s, kind, d)}
	}
	inner := &frame{vars: map[string]proc.Var{d.In.Name: f.use(s.In)}, refs: map[string]string{}}
	for i, r := range d.Zone {
		inner.refs[r.Name] = f.refs[s.Zone[i]]
	}
	body := t.procedure(inner, d.Body)
	f.vars[s.Out.Name] = inner.use(d.Out)
	return body
}

func (t *planter) loop(f *frame, s *proc.Call, kind proc.LoopKind, d *proc.Def) proc.Stmt {
	c := t.mapper(f).Stmt(s).(*proc.Call)
	l := &Loop{Call: c, Kind: kind}
	inner := &frame{vars: map[string]proc.Var{}, refs: map[string]string{}}
	for i, r := range d.Zone {
		if i < kind.Indices() {
			l.Indices = append(l.Indices, t.name(inner, r.Name, r.Mode, r.Type))
		} else {
			inner.refs[r.Name] = c.Zone[i-kind.Indices()]
		}
	}
	l.In = t.bind(inner, d.In)
	outer := t.inside
	l.Body = t.procedure(inner, d.Body)
	t.inside = outer
	l.Out = inner.use(d.Out)
	t.Loops[c] = l
	return c
}
