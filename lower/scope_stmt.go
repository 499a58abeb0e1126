package lower

import (
	"slices"

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

// bind notes that a variable is there, if that makes a difference: if it may be bound again, or
// a nested procedure may mention it.
func (s *scoper) bind(v proc.Var) proc.Var {
	if managed(v.Type) || s.shared[v.Name] {
		s.note(v.Name)
	}
	if name, ok := s.reborn[v.Name]; ok {
		v.Name = name
	}
	return v
}

// note notes that a name is there.
func (s *scoper) note(name string) {
	if !s.bound[name] {
		s.bound[name] = true
		s.noted = append(s.noted, name)
	}
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
func (s *scoper) move(st *proc.Share) {
	if managed(st.In.Type) {
		s.closeFor(st.In.Name)
	}
	in, out := s.current(st.In), s.bind(st.Out)
	for _, st := range s.moved(out, in) {
		s.emit(st)
	}
}

// moved gives in the name of out.
//
//	x : τ ⊢ z = Share x (s. ) ⊣ z : τ
//	x : τ ⊢ u = (); t = (x, u); (z, u') = t ⊣ z : τ        where τ cannot be shared
func (s *scoper) moved(out, in proc.Var) proc.Procedure {
	if !openSum(in.Type) {
		return proc.Procedure{&proc.Share{Where: s.at, Out: out, In: in, Name: s.names.Fresh(in.Name + ".s")}}
	}
	u := s.variable("u", proc.Unit)
	t := s.variable("t", proc.NewTuple(in.Type, proc.Unit))
	return proc.Procedure{
		&proc.Tuple{Where: s.at, Out: u},
		&proc.Tuple{Where: s.at, Out: t, Ins: []proc.Var{in, u}},
		&proc.Untuple{Where: s.at, Outs: []proc.Var{out, s.variable("u", proc.Unit)}, In: t},
	}
}

// branches puts scopes into both branches of a Case.
func (s *scoper) branches(st *proc.Case) {
	s.prepare(st)
	c := &proc.Case{Where: st.Where, In: s.current(st.In)}
	if s.restores[st] {
		s.reborn[st.In.Name] = s.names.Fresh(st.In.Name)
	}
	results := slices.DeleteFunc(slices.Clone(s.results[st]), func(v string) bool { return s.reborn[v] != "" })
	changed := slices.Concat(s.takes[st], results)
	before := s.called(changed)
	mark := len(s.noted)
	c.L = s.branch(st.L)
	for _, name := range s.noted[mark:] {
		delete(s.bound, name) // the right branch does not see it
	}
	s.noted = s.noted[:mark]
	left := s.called(results)
	for i, v := range changed {
		s.now[v] = before[i]
	}
	c.R = s.branch(st.R)
	right := s.called(results)
	for i, v := range results {
		if left[i] != right[i] {
			t := s.types.Get(v)
			out := proc.Var{Name: s.names.Fresh(v), Type: t}
			c.L.Body = append(c.L.Body, s.moved(out, proc.Var{Name: left[i], Type: t})...)
			c.R.Body = append(c.R.Body, s.moved(out, proc.Var{Name: right[i], Type: t})...)
			s.now[v] = out.Name
		}
	}
	if s.restores[st] {
		s.now[st.In.Name] = s.reborn[st.In.Name]
		delete(s.reborn, st.In.Name)
	}
	s.emit(c)
}

// called is what variables are called now.
func (s *scoper) called(vars []string) []string {
	names := make([]string, len(vars))
	for i, v := range vars {
		names[i] = s.current(s.named(v)).Name
	}
	return names
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
