package lower

import (
	"cmp"

	"procad/proc"
)

func (s *scoper) procedure(p proc.Procedure) {
	for _, st := range p {
		if len(s.open) > maxOpen {
			s.closeAll()
		}
		s.at = where(st.At())
		s.stmt(st)
		for _, name := range s.expired[st] {
			if sc := s.open[name]; sc != nil {
				sc.done = true
			}
		}
		s.closeDone()
	}
}

func (s *scoper) stmt(st proc.Stmt) {
	switch st := st.(type) {
	case *proc.Elim:
		if !s.dropped[st] {
			s.elim(st)
		}
	case *proc.Row:
		s.makers[st.Name] = st
		s.mention(st.Name)
	case *proc.Choose:
		s.makers[st.Name] = st
		s.mention(st.Name)
	case *proc.Share:
		s.move(st)
	case *proc.Case:
		s.branches(st)
	case *proc.Accum:
		s.accum(st)
	default:
		// What the statement consumes ends scopes, and has to go first.
		proc.Uses(st, func(v proc.Var) {
			if managed(v.Type) {
				s.closeFor(v.Name)
			}
		})
		proc.RefsUsed(st, func(name string) { s.mention(name) })
		m := proc.Mapper{Use: s.current, Bind: s.bind, Ref: s.mention}
		if back, ok := st.(*proc.Untuple); ok && s.rebinds[back] != "" {
			m.Bind = s.rebind
		}
		s.emit(m.Stmt(st))
	}
}

// bind notes that a variable is there.
func (s *scoper) bind(v proc.Var) proc.Var {
	s.bound[v.Name] = true
	if name, ok := s.again[v.Name]; ok {
		v.Name = name
	}
	return v
}

// rebind is bind where a variable may be there already and is now called
// something else.
func (s *scoper) rebind(v proc.Var) proc.Var {
	if s.bound[v.Name] {
		s.now[v.Name] = s.names.Fresh(v.Name)
		v.Name = s.now[v.Name]
	}
	return s.bind(v)
}

// elim ends a variable, after its scope.
func (s *scoper) elim(e *proc.Elim) {
	if sc := s.open[e.In.Name]; sc != nil {
		sc.done, sc.elim = true, e
		return
	}
	s.emit(&proc.Elim{Where: e.Where, In: s.current(e.In)})
}

// move gives a variable another name.
//
//	x : τ ⊢ z = Share x (s. ) ⊣ z : τ
//	x : τ ⊢ u = (); t = (x, u); (z, u') = t ⊣ z : τ        where τ cannot be shared
func (s *scoper) move(st *proc.Share) {
	if managed(st.In.Type) {
		s.closeFor(st.In.Name)
	}
	in, out := s.current(st.In), s.bind(st.Out)
	if isArray(in.Type) || proc.Scalar(in.Type) {
		s.emit(&proc.Share{Where: s.at, Out: out, In: in, Name: s.names.Fresh(st.In.Name + ".s")})
		return
	}
	u := s.variable("u", proc.Unit)
	t := s.variable("t", proc.NewTuple(in.Type, proc.Unit))
	s.emit(&proc.Tuple{Where: s.at, Out: u})
	s.emit(&proc.Tuple{Where: s.at, Out: t, Ins: []proc.Var{in, u}})
	s.emit(&proc.Untuple{Where: s.at, Outs: []proc.Var{out, s.variable("u", proc.Unit)}, In: t})
}

// branches puts scopes into both branches of a Case.
func (s *scoper) branches(st *proc.Case) {
	s.prepare(st)
	c := &proc.Case{Where: st.Where, In: s.current(st.In)}
	if s.restores[st] {
		s.again[st.In.Name] = s.names.Fresh(st.In.Name)
	}
	before := map[string]string{}
	for _, v := range s.takes[st] {
		if now, ok := s.now[v]; ok {
			before[v] = now
		}
	}
	c.L = s.branch(st.L)
	left := s.renamed(s.results[st])
	for _, v := range s.takes[st] {
		delete(s.now, v)
		if now, ok := before[v]; ok {
			s.now[v] = now
		}
	}
	c.R = s.branch(st.R)
	s.sameNames(c, s.results[st], left, s.renamed(s.results[st]))
	if s.restores[st] {
		s.now[st.In.Name] = s.again[st.In.Name]
		delete(s.again, st.In.Name)
	}
	s.emit(c)
}

// renamed is what results are called at the end of a branch, where that is not
// their own name; they have that again for the other branch.
func (s *scoper) renamed(results []string) map[string]string {
	names := map[string]string{}
	for _, v := range results {
		if now, ok := s.now[v]; ok && s.again[v] == "" {
			names[v] = now
			delete(s.now, v)
		}
	}
	return names
}

// sameNames moves the results that one branch has renamed to new names in both.
func (s *scoper) sameNames(c *proc.Case, results []string, left, right map[string]string) {
	for _, name := range results {
		if left[name] == "" && right[name] == "" {
			continue
		}
		v := s.vars[name]
		out := proc.Var{Name: s.names.Fresh(name), Type: v.Type}
		move := func(now string) proc.Stmt {
			in := proc.Var{Name: cmp.Or(now, name), Type: v.Type}
			return &proc.Share{Where: c.Where, Out: out, In: in, Name: s.names.Fresh(name + ".s")}
		}
		c.L.Body = append(c.L.Body, move(left[name]))
		c.R.Body = append(c.R.Body, move(right[name]))
		s.now[name] = out.Name
	}
}

func (s *scoper) branch(b proc.Branch) proc.Branch {
	s.enter()
	s.bind(b.Var)
	s.procedure(b.Body)
	return proc.Branch{Var: b.Var, Body: s.leave()}
}

func (s *scoper) accum(st *proc.Accum) {
	s.closeFor(st.In.Name)
	s.prepare(st)
	a := &proc.Accum{Where: st.Where, Out: st.Out, In: s.current(st.In), Name: st.Name}
	s.enter()
	s.procedure(st.Body)
	a.Body = s.leave()
	s.bind(a.Out)
	s.emit(a)
}

// prepare ends the scopes of what the procedures nested in st consume, and
// opens those of what else they mention: they can do neither themselves.
func (s *scoper) prepare(st proc.Stmt) {
	taken := map[string]bool{}
	for _, v := range s.takes[st] {
		s.closeFor(v)
		taken[v] = true
	}
	for _, name := range s.uses[st] {
		if s.bound[name] {
			s.mentionUntaken(name, taken)
		}
	}
}

// mentionUntaken opens the scope of a name unless it is that of something
// taken, or of a view of such; then it opens those of what else it is a view of.
func (s *scoper) mentionUntaken(name string, taken map[string]bool) (clean bool) {
	if s.given[name] {
		return true
	}
	if taken[name] {
		return false
	}
	clean = true
	for _, p := range s.views[name] {
		if !s.mentionUntaken(p, taken) {
			clean = false
		}
	}
	if clean {
		s.mention(name)
	}
	return clean
}
