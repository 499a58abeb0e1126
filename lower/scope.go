package lower

import (
	"procad/proc"
)

// scoper goes through a body whose arrays have owners and opens a scope for
// each name that a statement mentions in Θ:
//
//	v' = Share v (v.s. …)        Row s i… (r. …)        Choose c s1 s2 (r. …)
//
// A scope stays open until its name is not mentioned any more, or its variable
// is consumed; a view that is mentioned later still is made again.
type scoper struct {
	*owner
	stack  []*scope
	open   map[string]*scope
	now    map[string]string    // what managed variables are called now, where that is not their name
	bound  map[string]bool      // the views that are there by now, and the variables of which that is asked
	noted  []string             // the same in order
	makers map[string]proc.Stmt // the Row or Choose of a view
	reborn map[string]string    // the names for sums that both branches put together again
	at     proc.Where           // the statement at hand
}

// A scope is a procedure in the making, the body of a statement.
type scope struct {
	name string    // that the scope is for; "" of the body of a Case or Accum
	ref  string    // the name in Θ
	stmt proc.Stmt // *proc.Share, *proc.Row or *proc.Choose
	body proc.Procedure
	done bool       // nothing mentions the name any more
	elim *proc.Elim // of the variable, to follow the scope
}

// maxOpen bounds how deep scopes are in each other.
const maxOpen = 100

func newScoper(o *owner) *scoper {
	return &scoper{
		owner: o, stack: []*scope{{}}, open: map[string]*scope{},
		now: map[string]string{}, bound: map[string]bool{}, makers: map[string]proc.Stmt{}, reborn: map[string]string{},
	}
}

// function puts scopes into a whole body, which begins with the variables ins.
func (s *scoper) function(body proc.Procedure, out proc.Var, ins []proc.Var) (proc.Procedure, proc.Var) {
	for _, v := range ins {
		s.note(v.Name)
	}
	s.procedure(body)
	s.closeAll()
	return s.top().body, s.current(out)
}

// current is a variable by the name it has now.
func (s *scoper) current(v proc.Var) proc.Var {
	if name, ok := s.now[v.Name]; ok {
		v.Name = name
	}
	return v
}

func (s *scoper) emit(st proc.Stmt) {
	top := s.stack[len(s.stack)-1]
	top.body = append(top.body, st)
}

// enter begins the body of a Case or an Accum, and leave ends it.
func (s *scoper) enter() { s.stack = append(s.stack, &scope{}) }

func (s *scoper) leave() proc.Procedure {
	s.closeAll()
	body := s.top().body
	s.stack = s.stack[:len(s.stack)-1]
	return body
}

func (s *scoper) top() *scope { return s.stack[len(s.stack)-1] }

// close ends the innermost scope.
func (s *scoper) close() {
	sc := s.top()
	s.stack = s.stack[:len(s.stack)-1]
	delete(s.open, sc.name)
	switch st := sc.stmt.(type) {
	case *proc.Share:
		st.Body = sc.body
		st.Out = proc.Var{Name: s.names.Fresh(sc.name), Type: st.In.Type}
		s.emit(st)
		if managed(st.In.Type) {
			s.now[sc.name] = st.Out.Name
			if sc.elim != nil {
				s.emit(&proc.Elim{Where: sc.elim.Where, In: st.Out})
			}
		}
	case *proc.Row:
		st.Body = sc.body
		s.emit(st)
	case *proc.Choose:
		st.Body = sc.body
		s.emit(st)
	}
}

// closeFor ends scopes until that of v, if there is one, has ended.
func (s *scoper) closeFor(v string) {
	for s.open[v] != nil {
		if s.top().name == "" {
			panic("lower: " + v + " is consumed while it is shared around it")
		}
		s.close()
	}
}

// closeAll ends the scopes of the current body.
func (s *scoper) closeAll() {
	for s.top().name != "" {
		s.close()
	}
}

// closeDone ends the innermost scopes that nothing needs.
func (s *scoper) closeDone() {
	for s.top().name != "" && s.top().done {
		s.close()
	}
}

// mention returns the name in Θ, for which it opens a scope if need be.
func (s *scoper) mention(name string) string {
	if s.given[name] {
		return name
	}
	if sc := s.open[name]; sc != nil {
		return sc.ref
	}
	sc := &scope{name: name, ref: name}
	switch made := s.makers[name].(type) {
	case *proc.Row:
		row := *made
		row.Ref = s.mention(made.Ref)
		if s.bound[name] {
			sc.ref = s.names.Fresh(name)
		}
		row.Name = sc.ref
		sc.stmt = &row
	case *proc.Choose:
		choose := *made
		choose.True, choose.False = s.mention(made.True), s.mention(made.False)
		if s.bound[name] {
			sc.ref = s.names.Fresh(name)
		}
		choose.Name = sc.ref
		sc.stmt = &choose
	default:
		sc.ref = s.names.Fresh(name + ".s")
		sc.stmt = &proc.Share{Where: s.at, In: s.current(s.named(name)), Name: sc.ref}
	}
	s.note(name)
	s.open[name] = sc
	s.stack = append(s.stack, sc)
	return sc.ref
}
