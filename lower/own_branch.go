package lower

import (
	"slices"

	"procad/proc"
)

// branches decides in both branches of a Case. Each begins with what is live
// after the Case.
//
// A Case consumes a sum. If that has arrays inside and is used later, the
// branches put it together again; if they use it themselves, it is copied.
func (o *owner) branches(s *proc.Case) {
	c := *s
	at := where(c.Pos)
	if managed(c.In.Type) && o.live[c.In.Name] != nil && !o.again[s] {
		o.restores[&c] = true
		c.L.Body = o.restored(c.L, c.In, true)
		c.R.Body = o.restored(c.R, c.In, false)
	}
	l := o.branch(&c.L, at)
	r := o.branch(&c.R, at)
	o.results[&c] = slices.Concat(l.removes, l.renewed, slices.DeleteFunc(r.renewed, func(name string) bool { return slices.Contains(l.renewed, name) }))
	o.merge(&c, []*proc.Procedure{&c.L.Body, &c.R.Body}, []effect{l, r})
	o.emit(&c)
	o.consume(&c.In, at)
}

// restored is the body of a branch and then in = Inl x or Inr x, where x is
// what the branch binds, or if that has been taken apart its parts.
func (o *owner) restored(b proc.Branch, in proc.Var, left bool) proc.Procedure {
	parts := map[string][]proc.Var{}
	known := map[string]bool{b.Var.Name: true}
	for _, s := range b.Body {
		u, ok := s.(*proc.Untuple)
		if !ok || !known[u.In.Name] {
			break
		}
		parts[u.In.Name] = u.Outs
		for _, v := range u.Outs {
			known[v.Name] = true
		}
	}
	body := slices.Clone(b.Body)
	var whole func(v proc.Var) proc.Var
	whole = func(v proc.Var) proc.Var {
		outs, apart := parts[v.Name]
		if !apart {
			return v
		}
		ins := make([]proc.Var, len(outs))
		for i, p := range outs {
			ins[i] = whole(p)
		}
		t := o.variable("t", v.Type)
		body = append(body, &proc.Tuple{Out: t, Ins: ins})
		return t
	}
	x := whole(b.Var)
	if left {
		return append(body, &proc.Inl{Out: in, In: x})
	}
	return append(body, &proc.Inr{Out: in, In: x})
}

// An effect is what a nested procedure does to what is live.
type effect struct {
	adds    []addition
	removes []string
	renewed []string // sums that it takes apart and puts together again
	touched *names
}

// An addition is a name that a nested procedure uses and that is not used after it.
type addition struct {
	name string
	life *life
}

func (o *owner) branch(b *proc.Branch, at proc.Where) effect {
	return o.nested(&b.Body, func() { o.bound(b.Var, at) })
}

// nested decides in a nested procedure, leaving what is live as it is.
func (o *owner) nested(body *proc.Procedure, begin func()) effect {
	outer, touched, mark := o.out, o.touched, len(o.log)
	o.out, o.touched = nil, newNames()
	o.procedure(*body)
	begin()
	slices.Reverse(o.out)
	*body = o.out
	e := effect{touched: o.touched}
	o.out, o.touched = outer, touched

	first := map[string]bool{}
	for _, c := range o.log[mark:] {
		if first[c.name] {
			continue
		}
		first[c.name] = true
		switch now := o.live[c.name]; {
		case c.old == nil && now != nil:
			e.adds = append(e.adds, addition{c.name, now})
		case c.old != nil && now == nil:
			e.removes = append(e.removes, c.name)
		case c.old != now:
			e.renewed = append(e.renewed, c.name)
		}
	}
	for _, c := range slices.Backward(o.log[mark:]) {
		if c.old == nil {
			delete(o.live, c.name)
		} else {
			o.live[c.name] = c.old
		}
	}
	o.log = o.log[:mark]
	return e
}

// bodies decides in the one procedure that is nested in s.
func (o *owner) bodies(s proc.Stmt, body *proc.Procedure) {
	e := o.nested(body, func() {})
	o.results[s] = e.renewed
	o.merge(s, []*proc.Procedure{body}, []effect{e})
}

// merge gives all procedures nested in s the same context. A variable that one
// of them takes is eliminated by the others; one that none takes is eliminated
// after s.
func (o *owner) merge(s proc.Stmt, bodies []*proc.Procedure, effects []effect) {
	at := where(s.At())
	for _, e := range effects {
		for _, name := range e.removes {
			if o.live[name] != nil {
				o.set(name, nil)
			}
		}
	}
	for _, name := range o.results[s] {
		if l := o.live[name]; l != nil { // it is renewed
			again := *l
			o.set(name, &again)
		}
	}
	lives := map[string][]*life{}
	var order []string
	for i, e := range effects {
		for _, a := range e.adds {
			if lives[a.name] == nil {
				lives[a.name] = make([]*life, len(effects))
				order = append(order, a.name)
			}
			lives[a.name][i] = a.life
		}
	}
	heads := make([]proc.Procedure, len(bodies))
	for _, name := range order {
		v, isVar := o.named(name), o.views[name] == nil
		if !isVar || !managed(v.Type) {
			o.set(name, &life{})
			o.expired[s] = append(o.expired[s], name)
			continue
		}
		if slices.ContainsFunc(lives[name], func(l *life) bool { return l != nil && l.elim == nil }) {
			for i, l := range lives[name] {
				if l == nil {
					heads[i] = append(heads[i], &proc.Elim{Where: at, In: v})
				}
			}
			o.takes[s] = append(o.takes[s], name)
			o.set(name, &life{})
			continue
		}
		for _, l := range lives[name] {
			if l != nil {
				o.dropped[l.elim] = true
			}
		}
		e := &proc.Elim{Where: at, In: v}
		o.emit(e)
		o.set(name, &life{e})
	}
	touched := newNames()
	for i, e := range effects {
		if heads[i] != nil {
			*bodies[i] = append(heads[i], *bodies[i]...)
		}
		for _, name := range e.touched.list {
			touched.add(name)
			o.touched.add(name)
		}
	}
	o.uses[s] = touched.list
}
