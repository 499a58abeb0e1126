package vlad

const (
	maxSteps = 50_000_000
	maxDepth = 100_000
)

// A Machine has the initial environment s0 and runs terms in it. New makes one.
type Machine struct {
	globals     map[string]*Global
	fresh       int
	steps, deep int
}

// Apply is A:
//
//	A <s, λx.e> v = E s[x := v] e    A t v = t v    A (v1 ←J v2) v = A v1 v
func (m *Machine) Apply(f, v Value) Value {
	m.steps++
	m.deep++
	defer func() { m.deep-- }()
	if m.steps > maxSteps || m.deep > maxDepth {
		return stuck("the term does not end within %d calls, %d deep", maxSteps, maxDepth)
	}
	switch f := f.(type) {
	case *Closure:
		return m.eval(f, v)
	case *Prim:
		return f.apply(m, v)
	case *Attach:
		return m.Apply(f.Primal, v)
	case *Tagged:
		return m.Apply(m.applied(f), v)
	}
	return stuck("%s is called", kind(f))
}

// eval is E of a function's body:
//
//	E s x = s x    E s (e1 e2) = A (E s e1) (E s e2)    E s (λx.e) = <s, λx.e>
func (m *Machine) eval(f *Closure, v Value) Value {
	l := f.Code
	s := make(map[*Var]Value, len(l.Lets)+len(l.Free)+1)
	for i, x := range l.Free {
		s[x] = f.Env[i]
	}
	s[l.Param] = v
	for _, b := range l.Lets {
		switch e := b.Expr.(type) {
		case *Copy:
			s[b.Var] = atom(s, e.X)
		case *Call:
			s[b.Var] = m.Apply(atom(s, e.F), atom(s, e.X))
		case *Lambda:
			s[b.Var] = closure(s, e)
		}
	}
	return s[l.out()]
}

// closure is <s, e>. One with the code ^e is J <s, e>, so that J' finds <s, e> again.
func closure(s map[*Var]Value, e *Lambda) Value {
	env := make([]Value, len(e.Free))
	for i, x := range e.Free {
		env[i] = s[x]
	}
	return tagged(e, env)
}

func tagged(e *Lambda, env []Value) Value {
	if e.primal == nil {
		return &Closure{Code: e, Env: env}
	}
	for i, v := range env {
		env[i] = Untag(v)
	}
	return J(tagged(e.primal, env))
}

func atom(s map[*Var]Value, a Atom) Value {
	switch a := a.(type) {
	case *Var:
		return s[a]
	case *Global:
		if a.Value == nil {
			return stuck("%s is used before it has a value", a.Name)
		}
		return a.Value
	}
	return a
}
