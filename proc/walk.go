package proc

// Uses calls yield for every linear variable that the statement itself
// consumes, in order; not for those that its nested procedures consume.
func Uses(s Stmt, yield func(Var)) {
	switch s := s.(type) {
	case *Call:
		yield(s.In)
	case *Elim:
		yield(s.In)
	case *Dup:
		yield(s.In)
	case *Tuple:
		each(s.Ins, yield)
	case *Untuple:
		yield(s.In)
	case *Inl:
		yield(s.In)
	case *Inr:
		yield(s.In)
	case *Case:
		yield(s.In)
	case *Share:
		yield(s.In)
	case *Accum:
		yield(s.In)
	case *Read:
		each(s.Idx, yield)
	case *Add:
		each(s.Idx, yield)
		yield(s.In)
	case *Row:
		each(s.Idx, yield)
	case *Choose:
		yield(s.In)
	case *Outlined:
		each(around(s.Ins), yield)
	}
}

// Binds calls yield for every linear variable that the statement itself binds
// in its co-context, in order; not for what its nested procedures bind.
func Binds(s Stmt, yield func(Var)) {
	switch s := s.(type) {
	case *Call:
		yield(s.Out)
	case *Const:
		yield(s.Out)
	case *Dup:
		yield(s.Out)
	case *Tuple:
		yield(s.Out)
	case *Untuple:
		each(s.Outs, yield)
	case *Inl:
		yield(s.Out)
	case *Inr:
		yield(s.Out)
	case *Share:
		yield(s.Out)
	case *Accum:
		yield(s.Out)
	case *Read:
		yield(s.Out)
	case *Size:
		yield(s.Out)
	case *Outlined:
		each(around(s.Outs), yield)
	}
}

// Bodies calls yield for every procedure nested in the statement.
func Bodies(s Stmt, yield func(Procedure)) {
	switch s := s.(type) {
	case *Case:
		yield(s.L.Body)
		yield(s.R.Body)
	case *Share:
		yield(s.Body)
	case *Accum:
		yield(s.Body)
	case *Row:
		yield(s.Body)
	case *Choose:
		yield(s.Body)
	}
}

// Payloads calls yield for the variables that the branches of a Case bind.
func Payloads(s Stmt, yield func(Var)) {
	if c, ok := s.(*Case); ok {
		yield(c.L.Var)
		yield(c.R.Var)
	}
}

// Opens is the name of Θ that the statement brings into scope for its body.
func Opens(s Stmt) (name string, ok bool) {
	switch s := s.(type) {
	case *Share:
		return s.Name, true
	case *Accum:
		return s.Name, true
	case *Row:
		return s.Name, true
	case *Choose:
		return s.Name, true
	}
	return "", false
}

// Opened is what that name stands for, where of gives the names that are in scope:
//
//	Share v (s. p)         s : &τ                of v : τ
//	Accum v (s. p)         s : +τ                of v : τ
//	Row s i1 … ik (r. p)   r : m Array^(n-k) σ   of s : m Array^n σ
//	Choose c s1 s2 (r. p)  r : m τ               of s1, s2 : m τ
func Opened(s Stmt, of func(name string) Ref) (r Ref, ok bool) {
	switch s := s.(type) {
	case *Share:
		return Ref{s.Name, Shared, s.In.Type}, true
	case *Accum:
		return Ref{s.Name, Accumulator, s.In.Type}, true
	case *Row:
		r = of(s.Ref)
		return Ref{s.Name, r.Mode, RowType(r.Type, len(s.Idx))}, true
	case *Choose:
		r = of(s.True)
		return Ref{s.Name, r.Mode, r.Type}, true
	}
	return r, false
}

// RowType is the type of a row of an array, at so many indices.
func RowType(t Type, indices int) Type {
	a := t.(*ArrayType)
	return NewArray(a.Rank-indices, a.Elem)
}

// RefsUsed calls yield for every name of Θ that the statement itself mentions.
func RefsUsed(s Stmt, yield func(string)) {
	switch s := s.(type) {
	case *Call:
		each(s.Zone, yield)
	case *Read:
		yield(s.Ref)
	case *Add:
		yield(s.Ref)
	case *Size:
		yield(s.Ref)
	case *Row:
		yield(s.Ref)
	case *Choose:
		yield(s.True)
		yield(s.False)
	case *Outlined:
		each(around(s.Zone), yield)
	}
}

func each[T any](list []T, yield func(T)) {
	for _, x := range list {
		yield(x)
	}
}

// Walk calls yield for every statement of p, nested ones after the one that holds them.
func (p Procedure) Walk(yield func(Stmt)) {
	for _, s := range p {
		yield(s)
		Bodies(s, func(b Procedure) { b.Walk(yield) })
	}
}

// Calls calls yield for every Call in p, in its nested procedures too.
func (p Procedure) Calls(yield func(*Call)) {
	for _, s := range p {
		if c, ok := s.(*Call); ok {
			yield(c)
			continue
		}
		Bodies(s, func(inner Procedure) { inner.Calls(yield) })
	}
}

// Binds calls yield for every linear variable that p binds, nested ones and
// payloads included.
func (p Procedure) Binds(yield func(Var)) {
	p.Walk(func(s Stmt) {
		Binds(s, yield)
		Payloads(s, yield)
	})
}

// Binds calls yield for every linear variable that the branch binds.
func (b Branch) Binds(yield func(Var)) {
	yield(b.Var)
	b.Body.Binds(yield)
}

// Count is the number of statements of p, nested ones included.
func (p Procedure) Count() int {
	n := 0
	p.Walk(func(Stmt) { n++ })
	return n
}

// A Mapper rebuilds statements. Nil fields leave what they would map as it is.
type Mapper struct {
	Use  func(Var) Var             // a variable consumed
	Bind func(Var) Var             // a variable bound, also by the branch of a Case
	Ref  func(string) string       // a name of Θ mentioned
	Name func(string) string       // a name of Θ bound
	Func func(Func) Func           // a function called
	Body func(Procedure) Procedure // a nested procedure; nil maps it with the same mapper
}

// Procedure maps every statement of p.
func (m *Mapper) Procedure(p Procedure) Procedure {
	out := make(Procedure, len(p))
	for i, s := range p {
		out[i] = m.Stmt(s)
	}
	return out
}

// Stmt returns a mapped copy of s. What s consumes is mapped before what it
// binds, and nested procedures come between the two.
func (m *Mapper) Stmt(s Stmt) Stmt {
	switch s := s.(type) {
	case *Call:
		in := m.use(s.In)
		zone := make([]string, len(s.Zone))
		for i, z := range s.Zone {
			zone[i] = m.ref(z)
		}
		f := s.Func
		if m.Func != nil {
			f = m.Func(f)
		}
		return &Call{s.Where, m.bind(s.Out), f, zone, in}
	case *Const:
		return &Const{s.Where, m.bind(s.Out), s.Bits}
	case *Elim:
		return &Elim{s.Where, m.use(s.In)}
	case *Dup:
		in := m.use(s.In)
		return &Dup{s.Where, m.bind(s.Out), in}
	case *Tuple:
		ins := mapAll(s.Ins, m.use)
		return &Tuple{s.Where, m.bind(s.Out), ins}
	case *Untuple:
		in := m.use(s.In)
		return &Untuple{s.Where, mapAll(s.Outs, m.bind), in}
	case *Inl:
		in := m.use(s.In)
		return &Inl{s.Where, m.bind(s.Out), in}
	case *Inr:
		in := m.use(s.In)
		return &Inr{s.Where, m.bind(s.Out), in}
	case *Case:
		in := m.use(s.In)
		l := Branch{Var: m.bind(s.L.Var)}
		l.Body = m.body(s.L.Body)
		r := Branch{Var: m.bind(s.R.Var)}
		r.Body = m.body(s.R.Body)
		return &Case{s.Where, in, l, r}
	case *Share:
		in, name := m.use(s.In), m.name(s.Name)
		body := m.body(s.Body)
		return &Share{s.Where, m.bind(s.Out), in, name, body}
	case *Accum:
		in, name := m.use(s.In), m.name(s.Name)
		body := m.body(s.Body)
		return &Accum{s.Where, m.bind(s.Out), in, name, body}
	case *Read:
		idx, ref := mapAll(s.Idx, m.use), m.ref(s.Ref)
		return &Read{s.Where, m.bind(s.Out), ref, idx}
	case *Add:
		idx := mapAll(s.Idx, m.use)
		return &Add{s.Where, m.ref(s.Ref), idx, m.use(s.In), s.What}
	case *Size:
		return &Size{s.Where, m.bind(s.Out), m.ref(s.Ref), s.Axis}
	case *Row:
		idx, ref := mapAll(s.Idx, m.use), m.ref(s.Ref)
		name := m.name(s.Name)
		return &Row{s.Where, ref, idx, name, m.body(s.Body)}
	case *Choose:
		in, t, f := m.use(s.In), m.ref(s.True), m.ref(s.False)
		name := m.name(s.Name)
		return &Choose{s.Where, in, t, f, name, m.body(s.Body)}
	case *Outlined:
		ins, zone := renamed(s.Ins, m.use), renamed(s.Zone, m.ref)
		return &Outlined{s.Where, renamed(s.Outs, m.bind), zone, ins, s.Case}
	}
	panic("proc: unknown statement")
}

func (m *Mapper) use(v Var) Var        { return apply(m.Use, v) }
func (m *Mapper) bind(v Var) Var       { return apply(m.Bind, v) }
func (m *Mapper) ref(n string) string  { return apply(m.Ref, n) }
func (m *Mapper) name(n string) string { return apply(m.Name, n) }

func (m *Mapper) body(p Procedure) Procedure {
	if m.Body != nil {
		return m.Body(p)
	}
	return m.Procedure(p)
}

func apply[T any](f func(T) T, x T) T {
	if f == nil {
		return x
	}
	return f(x)
}

func mapAll[S, T any](list []S, f func(S) T) []T {
	out := make([]T, len(list))
	for i, x := range list {
		out[i] = f(x)
	}
	return out
}
