package delta

import (
	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
	"procad/papers/number"
)

// A DeltaMap has an adjoint for some ids. Visits counts the Deltas that Eval has seen.
type DeltaMap struct {
	Numbers number.Domain
	Entries map[int]eval.Value
	Visits  int64
}

// NewMap is emptyMap.
func NewMap(d number.Domain) *DeltaMap {
	return &DeltaMap{Numbers: d, Entries: map[int]eval.Value{}}
}

// addDelta adds x to an entry, or makes it.
func (m *DeltaMap) addDelta(i int, x eval.Value) {
	if old, ok := m.Entries[i]; ok {
		x = m.Numbers.Prim(diag.Pos{}, core.Add, old, x)
	}
	m.Entries[i] = x
}

// Eval adds x times u to the map (Figure 11). The product x * y is smul(x, y): what is 0 stays 0.
//
//	eval x Zero m            = m
//	eval x (Scale y u) m     = eval (x * y) u m
//	eval x (Add u1 u2) m     = eval x u2 (eval x u1 m)
//	eval x (Var i) m         = addDelta i x m
//	eval x (Let i u1 u2) m   = let m2 = eval x u2 m in
//	                           case lookup i m2 of Nothing -> m2; Just c -> eval c u1 (delete i m2)
func (m *DeltaMap) Eval(x eval.Value, u Delta) {
	m.Visits++
	switch u := u.(type) {
	case *Scale:
		m.Eval(m.Numbers.Prim(diag.Pos{}, core.SMul, x, u.By), u.Of)
	case *Add:
		m.Eval(x, u.X)
		m.Eval(x, u.Y)
	case Var:
		m.addDelta(u.ID, x)
	case *Let:
		m.Eval(x, u.In)
		if c, ok := m.Entries[u.ID]; ok {
			delete(m.Entries, u.ID)
			m.Eval(c, u.Bound)
		}
	}
}

// Adjoints are the array form of Figure 11 (section 5.3.3): entry i is that of id i,
// and nil where nothing reached it.
type Adjoints struct {
	Visits int64 // of Deltas

	numbers number.Domain
	tape    *Tape
	entries []eval.Value
}

// Adjoints is an array of entries for all ids.
func (t *Tape) Adjoints(d number.Domain) *Adjoints {
	return &Adjoints{numbers: d, tape: t, entries: make([]eval.Value, t.First+len(t.Binds))}
}

// Seed adds x times u, the Delta of a result.
func (a *Adjoints) Seed(x eval.Value, u Delta) {
	a.Visits++
	switch u := u.(type) {
	case *Scale:
		a.Seed(a.numbers.Prim(diag.Pos{}, core.SMul, x, u.By), u.Of)
	case *Add:
		a.Seed(x, u.X)
		a.Seed(x, u.Y)
	case Var:
		if old := a.entries[u.ID]; old != nil {
			x = a.numbers.Prim(diag.Pos{}, core.Add, old, x)
		}
		a.entries[u.ID] = x
	}
}

// Run goes through the bindings from the newest to the oldest. All that use a binding
// are newer, so its entry is complete when it is read.
//
//	for id = last, …, a + 1: if adj[id] was reached, adj := eval adj[id] binding[id] adj
func (a *Adjoints) Run() {
	for k := len(a.tape.Binds) - 1; k >= 0; k-- {
		if c := a.entries[a.tape.First+k]; c != nil {
			a.Seed(c, a.tape.Binds[k])
		}
	}
}

// Of is the adjoint of an id: lookupOrZero.
func (a *Adjoints) Of(id int) eval.Value {
	if x := a.entries[id]; x != nil {
		return x
	}
	return a.numbers.Literal(diag.Pos{}, 0)
}
