package estimate

import (
	"strings"

	"procad/internal/diag"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/graph"
)

// A provenance is where a part of a trace comes from.
type provenance struct {
	name  string // of a variable, as the source has it
	pos   diag.Pos
	from  proc.Func // the forward pass of a loop, which keeps the part, or empty
	index int       // of the part in that loop's trace
}

// provenance follows a variable of a forward pass, which is in its trace, into the
// forward passes that it calls. For
//
//	bt = Call revf$g a ; (b, u) = bt ; (…, uk, …) = u        revf$g:  … ; x = (…, xk, …) ; o = (t, x)
//
// uk is xk of g. The traces of loops are not variables of the source, so that
// the way ends there.
func (m *machine) provenance(d *proc.Def, name string) provenance {
	for {
		makers := makers{graph.Of(d.Body)}
		o := provenance{name: sourceName(name), pos: d.Pos}
		if s := makers.madeBy(name); s != nil && s.At().Known() {
			o.pos = s.At()
		}
		call, index := makers.traceOf(name)
		if call == nil {
			return o
		}
		_, base, _ := deriv.Apart(call.Func)
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

// makers are the statements that bind the variables of a definition.
type makers struct{ *graph.Graph }

// of is the one that binds a variable, nil if none does; one of two in branches of a Case.
func (m makers) of(name string) proc.Stmt {
	v := m.Value(name)
	if v == nil || v.Last() == nil {
		return nil
	}
	return v.Last().Stmt
}

// madeBy is the statement that makes a value, which Share and Accum hand on.
func (m makers) madeBy(name string) proc.Stmt {
	for {
		switch s := m.of(name).(type) {
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
func (m makers) traceOf(name string) (call *proc.Call, index int) {
	index = -1
	u, k := m.part(name)
	if u == nil {
		return nil, 0
	}
	c, isCall := m.of(u.In.Name).(*proc.Call)
	if !isCall {
		index = k
		if u, k = m.part(u.In.Name); u == nil {
			return nil, 0
		}
		c, isCall = m.of(u.In.Name).(*proc.Call)
	}
	if !isCall || k != 1 {
		return nil, 0
	}
	if d, _, ok := deriv.Apart(c.Func); !ok || d != deriv.RevF && d != deriv.StoreRevF {
		return nil, 0
	}
	return c, index
}

// part finds the statement that takes a variable out of a tuple.
func (m makers) part(name string) (u *proc.Untuple, k int) {
	u, ok := m.of(name).(*proc.Untuple)
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
