package estimate

import (
	"strings"

	"procad/internal/diag"
	"procad/proc"
)

// An origin is where a part of a trace comes from.
type origin struct {
	name  string // of a variable, as the source has it
	pos   diag.Pos
	from  proc.Func // the forward pass of a loop, which keeps the part, or empty
	index int       // of the part in that loop's trace
}

// origin follows a variable of a forward pass, which is in its trace, into the
// forward passes that it calls. For
//
//	bt = Call revf$g a ; (b, u) = bt ; (…, uk, …) = u        revf$g:  … ; x = (…, xk, …) ; o = (t, x)
//
// uk is xk of g. The traces of loops are not variables of the source, so that
// the way ends there.
func (m *machine) origin(d *proc.Def, name string) origin {
	for {
		makers := makersOf(d)
		o := origin{name: sourceName(name), pos: d.Pos}
		if s := madeBy(makers, name); s != nil && s.At().Known() {
			o.pos = s.At()
		}
		call, index := traceOf(makers, name)
		if call == nil {
			return o
		}
		_, base, _ := call.Func.Derived()
		if _, _, isLoop := base.Loop(); isLoop {
			o.from, o.index = call.Func, max(index, 0)
			if call.Pos.Known() {
				o.pos = call.Pos
			}
			return o
		}
		inner := m.definition(call.Func)
		if inner == nil || !inner.Pos.Known() { // a primitive
			return o
		}
		names := packed(inner)
		switch {
		case index >= 0 && index < len(names):
			d, name = inner, names[index]
		case index < 0 && len(names) == 1:
			d, name = inner, names[0]
		default:
			return o
		}
	}
}

func sourceName(v string) string {
	name, _, _ := strings.Cut(v, ".")
	return name
}

// makersOf are the statements that bind the variables of a definition.
func makersOf(d *proc.Def) map[string]proc.Stmt {
	makers := map[string]proc.Stmt{}
	d.Body.Walk(func(s proc.Stmt) {
		proc.Binds(s, func(v proc.Var) { makers[v.Name] = s })
	})
	return makers
}

// madeBy is the statement that makes a value, which Share and Accum hand on.
func madeBy(makers map[string]proc.Stmt, name string) proc.Stmt {
	for {
		switch s := makers[name].(type) {
		case *proc.Share:
			name = s.In.Name
		case *proc.Accum:
			name = s.In.Name
		default:
			return s
		}
	}
}

// traceOf finds the call of a forward pass whose trace a variable is, with
// index -1, or of whose trace it is a part.
func traceOf(makers map[string]proc.Stmt, name string) (call *proc.Call, index int) {
	index = -1
	u, k := part(makers, name)
	if u == nil {
		return nil, 0
	}
	c, isCall := makers[u.In.Name].(*proc.Call)
	if !isCall {
		index = k
		if u, k = part(makers, u.In.Name); u == nil {
			return nil, 0
		}
		c, isCall = makers[u.In.Name].(*proc.Call)
	}
	if !isCall || k != 1 {
		return nil, 0
	}
	if d, _, ok := c.Func.Derived(); !ok || d != proc.RevF && d != proc.StoreRevF {
		return nil, 0
	}
	return c, index
}

// part finds the statement that takes a variable out of a tuple.
func part(makers map[string]proc.Stmt, name string) (u *proc.Untuple, k int) {
	u, ok := makers[name].(*proc.Untuple)
	if !ok {
		return nil, 0
	}
	for k, v := range u.Outs {
		if v.Name == name {
			return u, k
		}
	}
	return nil, 0
}
