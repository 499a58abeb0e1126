package linear

import (
	"slices"

	"procad/proc"
)

// Procedure makes p single-use. In p each variable is bound once, but for the
// variables that both branches of a Case bind, and used any number of times.
// ins are the variables that p may use without binding them; outs are those
// wanted at the end, one twice if need be. Then
//
//	Θ | ins ⊢ result ⊣ outs'
//
// where outs' are the names that outs have at the end. A Dup comes right before
// the use that needs it; an Elim comes right after the binding of a variable
// that is not used, or at the start of the branch of a Case that does not use
// what the other branch uses. fresh must know the names of p.
func Procedure(p proc.Procedure, ins, outs []proc.Var, fresh *proc.Names) (proc.Procedure, []proc.Var) {
	size := proc.NamesIn(len(p))
	l := &linearizer{
		fresh: fresh, named: proc.NewByName[bool](size), scope: &scope{needs: proc.NewByName[*need](size)},
		out: make(proc.Procedure, 0, size), both: map[*proc.Case][]string{},
	}
	outs = slices.Clone(outs)
	for i := range slices.Backward(outs) {
		l.use(&outs[i])
	}
	l.procedure(p)
	for _, v := range slices.Backward(ins) {
		if n := l.scope.take(v.Name); n != nil {
			n.resolve(v.Name)
		} else {
			l.emit(&proc.Elim{In: v})
		}
	}
	l.scope.needs.Each(func(v string, n *need) {
		if n != nil {
			n.resolve(v)
		}
	})
	for _, d := range slices.Backward(l.dups) {
		d.name(fresh)
	}
	return l.reversed(), outs
}

// A linearizer goes through a procedure backwards, so that at each statement
// it knows whether a variable is used later.
type linearizer struct {
	fresh *proc.Names
	named *proc.ByName[bool] // the variables whose own name has been given to a binding
	scope *scope
	out   proc.Procedure // the statements so far, last one first
	at    proc.Where     // the statement at hand
	dups  []*dup
	both  map[*proc.Case][]string // what bound returned
}

// A need is the place, or one place in each branch of a Case, where one copy
// of a variable is consumed. What makes the copy chooses its name, unless the
// name is fixed already.
type need struct {
	slots []*proc.Var
	fixed string
}

// resolve names the copy.
func (n *need) resolve(name string) {
	for _, s := range n.slots {
		s.Name = name
	}
}

// A scope holds what is needed of each variable by the statements that follow,
// within the branch of a Case.
type scope struct {
	needs *proc.ByName[*need] // nil of a variable that was needed and is not any more
}

func (s *scope) put(v string, n *need) { s.needs.Set(v, n) }

// take removes and returns what is needed of v, nil if nothing is.
func (s *scope) take(v string) *need {
	n := s.needs.Get(v)
	if n != nil {
		s.needs.Set(v, nil)
	}
	return n
}

func (l *linearizer) emit(s proc.Stmt) { l.out = append(l.out, s) }

// reversed returns the statements in their order.
func (l *linearizer) reversed() proc.Procedure {
	slices.Reverse(l.out)
	return l.out
}

// nested runs f, whose statements make a procedure of their own.
func (l *linearizer) nested(f func()) proc.Procedure {
	outer, at := l.out, l.at
	l.out = nil
	f()
	inner := l.reversed()
	l.out, l.at = outer, at
	return inner
}

// bind names the variable at slot as those who use it know it; an Elim follows
// if nobody does.
func (l *linearizer) bind(slot *proc.Var) {
	v := *slot
	n := l.scope.take(v.Name)
	if n != nil && n.fixed != "" {
		slot.Name = n.fixed
		return
	}
	slot.Name = l.ownName(v.Name)
	if n != nil {
		n.resolve(slot.Name)
		return
	}
	l.emit(&proc.Elim{Where: l.at, In: *slot})
}

// ownName is the variable's own name, if no other binding has got it.
func (l *linearizer) ownName(v string) string {
	named := l.named.At(v)
	if *named {
		return l.fresh.Fresh(v)
	}
	*named = true
	return v
}

// use consumes the variable at slot.
func (l *linearizer) use(slot *proc.Var) { l.consume(*slot, &need{slots: []*proc.Var{slot}}) }

// consume consumes a copy of v. Where another is needed later, a Dup makes both.
func (l *linearizer) consume(v proc.Var, first *need) {
	later := l.scope.take(v.Name)
	if later == nil {
		l.scope.put(v.Name, first)
		return
	}
	d := &dup{first: first, later: later}
	d.stmt.Where, d.parts.Where = l.at, l.at
	d.stmt.In = v
	d.stmt.Out = proc.Var{Name: v.Name + ".dup", Type: proc.NewTuple(v.Type, v.Type)}
	d.parts.In = d.stmt.Out
	d.parts.Outs = []proc.Var{v, v}
	l.emit(&d.parts)
	l.emit(&d.stmt)
	l.dups = append(l.dups, d)
	l.scope.put(v.Name, &need{slots: []*proc.Var{&d.stmt.In}})
}

// A dup is  t = Dup v; (a, b) = t, named when the whole procedure is done, so
// that names count upwards.
type dup struct {
	stmt         proc.Dup
	parts        proc.Untuple
	first, later *need
}

func (d *dup) name(fresh *proc.Names) {
	d.stmt.Out.Name = fresh.Fresh(d.stmt.Out.Name)
	d.parts.In.Name = d.stmt.Out.Name
	for i, n := range []*need{d.first, d.later} {
		out := &d.parts.Outs[i]
		if n.fixed != "" {
			out.Name = n.fixed
			continue
		}
		out.Name = fresh.Fresh(out.Name)
		n.resolve(out.Name)
	}
}
