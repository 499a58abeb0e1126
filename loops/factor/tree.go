package factor

import (
	"procad/proc"
)

// maxStatements limits the trees, and with them the time that a program takes to compile.
const maxStatements = 2000

// A tree is a turn of a loop with everything that it calls. Its variables are
// used any number of times, and no name in it is bound twice but by the two branches of a Case.
type tree struct {
	lib   Library
	names *proc.Names
	def   *proc.Def
	zone  []string            // the names of the turn's zone
	refs  map[string]proc.Ref // all names of Θ
	loops map[*proc.Call]*loop
	joins map[*proc.Case][]proc.Var // what both branches bind
	parts map[string]tuple          // the tuples that are known
	body  proc.Procedure
	out   proc.Var
	in    proc.Var

	branch int // the branches of Cases entered so far
	inside int // the number of the one at hand
	size   int
	failed error
	large  bool
}

// A loop is a call of one whose body is in the tree. Its body uses the names of
// Θ around it by their own names.
type loop struct {
	call    *proc.Call
	kind    proc.LoopKind
	indices []string
	in, out proc.Var
	body    proc.Procedure
	counts  []*term // nil where the turns may differ in it
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

// newTree is nil if the turn has too many statements.
func newTree(lib Library, d *proc.Def) (*tree, error) {
	t := &tree{
		lib: lib, names: proc.NewNames(), def: d, refs: map[string]proc.Ref{}, loops: map[*proc.Call]*loop{},
		joins: map[*proc.Case][]proc.Var{}, parts: map[string]tuple{},
	}
	f := &frame{map[string]proc.Var{}, map[string]string{}}
	for _, r := range d.Zone {
		t.zone = append(t.zone, t.name(f, r.Name, r.Mode, r.Type))
	}
	t.in = t.bind(f, d.In)
	t.body = t.procedure(f, d.Body)
	t.out = f.use(d.Out)
	if t.failed != nil || t.large {
		return nil, t.failed
	}
	return t, nil
}

func (t *tree) name(f *frame, old string, mode proc.Mode, typ proc.Type) string {
	name := t.names.Fresh(old)
	t.refs[name] = proc.Ref{Name: name, Mode: mode, Type: typ}
	f.refs[old] = name
	return name
}

func (t *tree) bind(f *frame, v proc.Var) proc.Var {
	now := proc.Var{Name: t.names.Fresh(v.Name), Type: v.Type}
	f.vars[v.Name] = now
	return now
}

func (f *frame) use(v proc.Var) proc.Var { return f.vars[v.Name] }

func (t *tree) procedure(f *frame, p proc.Procedure) proc.Procedure {
	var out proc.Procedure
	for _, s := range p {
		if t.size++; t.size > maxStatements || t.large || t.failed != nil {
			t.large = true
			break
		}
		out = append(out, t.stmt(f, s)...)
	}
	return out
}

// mapper copies what needs no care.
func (t *tree) mapper(f *frame) *proc.Mapper {
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
func (t *tree) stmt(f *frame, s proc.Stmt) proc.Procedure {
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
	r, _ := proc.Opened(s, func(name string) proc.Ref { return t.refs[f.refs[name]] })
	m.Name = func(n string) string { return t.name(f, n, r.Mode, r.Type) }
	return proc.Procedure{m.Stmt(s)}
}

// branches gives what both branches bind one name in both. A copy makes it:
//
//	u = (); t = (a, u); (b, u') = t
func (t *tree) branches(f *frame, s *proc.Case) proc.Stmt {
	c := &proc.Case{Where: s.Where, In: f.use(s.In)}
	both := joined(s)
	joins := make([]proc.Var, len(both))
	for i, v := range both {
		joins[i] = proc.Var{Name: t.names.Fresh(v.Name), Type: v.Type}
	}
	outer := t.inside
	branch := func(b proc.Branch) proc.Branch {
		t.branch++
		t.inside = t.branch
		out := proc.Branch{Var: t.bind(f, b.Var)}
		out.Body = t.procedure(f, b.Body)
		for i, v := range both {
			u := proc.Var{Name: t.names.Fresh("u"), Type: proc.Unit}
			rest := proc.Var{Name: t.names.Fresh("u"), Type: proc.Unit}
			pair := proc.Var{Name: t.names.Fresh("t"), Type: proc.NewTuple(v.Type, proc.Unit)}
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
	t.joins[c] = joins
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

func (t *tree) call(f *frame, s *proc.Call) proc.Procedure {
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
	case isLoop && !readable(kind, name), d == nil:
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

// readable says that a loop has a number of turns that is known before it, each with its own number.
// What reverses a sequential loop is left alone, so that its strategy changes no bit of the result.
func readable(k proc.LoopKind, body proc.Func) bool {
	switch {
	case k == proc.SumOf, k == proc.Adds, k.BuildRank() > 0:
		return true
	case k != proc.Fold && k != proc.FoldR:
		return false
	}
	_, base, ok := body.Unerased().Derived()
	if !ok {
		return false
	}
	of, _, ok := base.Loop()
	return ok && !of.Sequential()
}

func (t *tree) loop(f *frame, s *proc.Call, kind proc.LoopKind, d *proc.Def) proc.Stmt {
	c := t.mapper(f).Stmt(s).(*proc.Call)
	l := &loop{call: c, kind: kind}
	inner := &frame{vars: map[string]proc.Var{}, refs: map[string]string{}}
	for i, r := range d.Zone {
		if i < kind.Indices() {
			l.indices = append(l.indices, t.name(inner, r.Name, r.Mode, r.Type))
		} else {
			inner.refs[r.Name] = c.Zone[i-kind.Indices()]
		}
	}
	l.in = t.bind(inner, d.In)
	outer := t.inside
	l.body = t.procedure(inner, d.Body)
	t.inside = outer
	l.out = inner.use(d.Out)
	t.loops[c] = l
	return c
}
