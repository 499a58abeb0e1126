package loops

import (
	"procad/prim"
	"procad/proc"
)

// The iterations of a loop over several indices, counted in one.

// flatten gives the number of iterations of a loop over several indices, and names
// all counts but the first in Θ, for the iterations to take the number of an iteration
// apart. Statements until close may use the names.
func (l *loop) flatten(m *maker, counts proc.Var) (zone []string, total proc.Var, close func()) {
	b := m.b
	if l.rank() == 1 {
		return nil, counts, func() {}
	}
	ns := b.Untuple(counts, "n")
	total = ns[0]
	type scope struct {
		outer proc.Procedure
		in    proc.Var
		name  string
	}
	var scopes []scope
	for _, n := range ns[1:] {
		var again proc.Var
		n, again = b.Dup(n)
		total = b.Call("total", proc.Int, prim.IMul, nil, b.Tuple("nm", total, again))
		s := scope{in: n, name: b.Names.Fresh(n.Name + ".s")}
		scopes = append(scopes, s)
		zone = append(zone, s.name)
	}
	for i := range scopes {
		scopes[i].outer = b.Body
		b.Body = nil
	}
	return zone, total, func() {
		for i := len(scopes) - 1; i >= 0; i-- {
			s := scopes[i]
			out := b.Var(s.in.Name, proc.Int)
			b.Body = append(s.outer, &proc.Share{Out: out, In: s.in, Name: s.name, Body: b.Body}, &proc.Elim{In: out})
		}
	}
}

// flatZone is the zone of an iteration that counts all indices in one, l.
func (l *loop) flatZone(m *maker) (number proc.Ref, counts []proc.Ref) {
	number = proc.Ref{Name: m.b.Names.Fresh("l"), Mode: proc.Shared, Type: proc.Int}
	for range l.rank() - 1 {
		counts = append(counts, proc.Ref{Name: m.b.Names.Fresh("n"), Mode: proc.Shared, Type: proc.Int})
	}
	return number, counts
}

// at runs body with the indices of iteration l in scope under the names of the
// body's indices: the last index runs fastest.
func (l *loop) at(m *maker, number proc.Ref, counts []proc.Ref, body func(idx []proc.Ref)) {
	b := m.b
	if l.rank() == 1 {
		body([]proc.Ref{number})
		return
	}
	rest := b.Read("l", proc.Int, number.Name)
	idx := make([]proc.Ref, l.rank())
	values := make([]proc.Var, l.rank())
	for i := l.rank() - 1; i > 0; i-- {
		var again proc.Var
		rest, again = b.Dup(rest)
		n := b.Read("n", proc.Int, counts[i-1].Name)
		var n2 proc.Var
		n, n2 = b.Dup(n)
		values[i] = b.Call("i", proc.Int, prim.IMod, nil, b.Tuple("ln", again, n))
		rest = b.Call("l", proc.Int, prim.IDiv, nil, b.Tuple("ln", rest, n2))
	}
	values[0] = rest
	var open func(i int)
	open = func(i int) {
		if i == l.rank() {
			body(idx)
			return
		}
		b.Elim(b.Share(values[i], l.indices()[i].Name+".s", func(s string) {
			idx[i] = proc.Ref{Name: s, Mode: proc.Shared, Type: proc.Int}
			open(i + 1)
		}))
	}
	open(0)
}
