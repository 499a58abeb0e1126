package argmax

import (
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// A Search is what a definition does that gives the larger or the smaller one of
// its argument and of something that it computes without it:
//
//	f : [Θ] (s : Real) → (r : Real)        …;  t = (s, x);  …;  r = Call op t        op is max or min, or t = (x, s)
//
// A linear variable is used once, so x does not depend on s. The iteration of a fold may also
// keep the number of the last iteration that the cotangent of r goes to:
//
//	f : [i, Θ] (a : (Real, Int)) → (o : (Real, Int))
//	    (s, w) = a;  …;  t = (s, x);  …;  b = Call revf$op t;  (r, first) = b
//	    Case first (Inl u  o = (r, w)) (Inr u  Elim w; k = Read i; o = (r, k))        the other way round if t = (x, s)
type Search struct {
	Op     proc.Func
	First  bool     // s comes first
	Other  proc.Var // x
	Number bool     // the number of the iteration is kept
	Call   *proc.Call
	def    *proc.Def
	parts  map[proc.Stmt]bool // the statements that are not those of x
}

// Of is nil where a definition does something else.
func Of(d *proc.Def) *Search {
	e := &Search{def: d, parts: map[proc.Stmt]bool{}}
	state, out, last := d.In, d.Out, proc.Var{}
	switch {
	case d.In.Type == proc.Real && d.Out.Type == proc.Real:
	case d.In.Type == d.Out.Type && d.In.Type == proc.NewTuple(proc.Real, proc.Int) && len(d.Zone) > 0 && d.Zone[0].Type == proc.Int:
		if state, last = e.numbered(); state.Type == nil {
			return nil
		}
		e.Number = true
	default:
		return nil
	}
	again := 0
	d.Body.Walk(func(s proc.Stmt) {
		proc.Binds(s, func(v proc.Var) {
			if v.Name == state.Name {
				again++
			}
		})
	})
	if again > 0 && !e.Number || again > 1 {
		return nil
	}
	var pair *proc.Tuple
	for _, s := range d.Body {
		switch s := s.(type) {
		case *proc.Tuple:
			if len(s.Ins) == 2 && (s.Ins[0] == state || s.Ins[1] == state) {
				pair = s
			}
		case *proc.Call:
			if pair != nil && s.In == pair.Out {
				e.Call = s
			}
		}
	}
	if e.Call == nil {
		return nil
	}
	e.First = pair.Ins[0] == state
	e.Other = pair.Ins[0]
	if e.First {
		e.Other = pair.Ins[1]
	}
	e.parts[pair], e.parts[e.Call] = true, true
	e.Op = e.Call.Func
	if e.Number {
		var forward proc.Deriv
		if forward, e.Op, _ = deriv.Apart(e.Call.Func); forward != deriv.RevF || !e.keeps(last) {
			return nil
		}
	} else if e.Call.Out != out {
		return nil
	}
	if e.Op != prim.Max && e.Op != prim.Min {
		return nil
	}
	return e
}

// numbered takes the state (s, w) apart.
func (e *Search) numbered() (s, w proc.Var) {
	for _, st := range e.def.Body {
		if u, ok := st.(*proc.Untuple); ok && u.In == e.def.In {
			e.parts[u] = true
			return u.Outs[0], u.Outs[1]
		}
	}
	return s, w
}

// keeps says that w stays on the side of s, and is the number of the iteration on the other.
func (e *Search) keeps(w proc.Var) bool {
	var r, first proc.Var
	for _, s := range e.def.Body {
		switch s := s.(type) {
		case *proc.Untuple:
			if s.In == e.Call.Out {
				e.parts[s] = true
				r, first = s.Outs[0], s.Outs[1]
			}
		case *proc.Case:
			if s.In != first {
				continue
			}
			e.parts[s] = true
			stay, take := s.L, s.R
			if !e.First {
				stay, take = take, stay
			}
			return e.gives(stay, r, func(k proc.Var, _ *proc.Read) bool { return k == w }) &&
				e.gives(take, r, func(k proc.Var, i *proc.Read) bool { return i != nil && k == i.Out && i.Ref == e.def.Zone[0].Name })
		}
	}
	return false
}

// gives says that a branch makes the result of r and of a number.
func (e *Search) gives(b proc.Branch, r proc.Var, number func(k proc.Var, i *proc.Read) bool) bool {
	var read *proc.Read
	for _, s := range b.Body {
		switch s := s.(type) {
		case *proc.Elim:
		case *proc.Read:
			read = s
		case *proc.Tuple:
			return s.Out == e.def.Out && len(s.Ins) == 2 && s.Ins[0] == r && number(s.Ins[1], read)
		default:
			return false
		}
	}
	return false
}

// Body is the procedure of x, with p in the place of the call of op.
func (e *Search) Body(p proc.Procedure) proc.Procedure {
	var body proc.Procedure
	for _, s := range e.def.Body {
		switch {
		case s == proc.Stmt(e.Call):
			body = append(body, p...)
		case !e.parts[s]:
			body = append(body, s)
		}
	}
	return body
}

// Rival is [Θ] () → x.
func (e *Search) Rival() *proc.Def {
	in := proc.Var{Name: e.def.In.Name, Type: proc.Unit}
	body := append(proc.Procedure{&proc.Elim{Where: proc.Where{Pos: e.def.Pos}, In: in}}, e.Body(nil)...)
	return &proc.Def{Pos: e.def.Pos, Name: e.def.Name, Zone: e.def.Zone, In: in, Body: body, Out: e.Other}
}
