package want

import (
	"procad/core"
)

// Program leaves out cotangents in the definitions of p, and returns those that
// changed.
func Program(p *core.Program) (changed []*core.Def) {
	for _, d := range p.Defs {
		u := &uses{vars: map[*core.Var]*use{}, mentioned: map[*core.Var]bool{}, derived: map[*core.Apply]*use{}}
		u.term(d.Body, everything)
		r := &reducer{uses: u, vars: map[*core.Var]*gone{}}
		r.term(&d.Body)
		if r.count > 0 {
			changed = append(changed, d)
		}
	}
	return changed
}

// A reducer leaves out what is not used.
type reducer struct {
	*uses
	vars  map[*core.Var]*gone
	count int // of derivatives that changed
}

// gone is what was left out of a value, which has () there: all of it, or parts of
// a tuple. nil is nothing.
type gone struct {
	all   bool
	parts []*gone
}

// tuple is what is gone of a tuple with the given parts.
func tuple(parts []*gone) *gone {
	for _, p := range parts {
		if p != nil {
			return &gone{parts: parts}
		}
	}
	return nil
}

// union is what is gone of either.
func union(a, b *gone) *gone {
	switch {
	case a == nil || b != nil && b.all:
		return b
	case b == nil || a.all:
		return a
	}
	parts := make([]*gone, len(a.parts))
	for i := range parts {
		parts[i] = union(a.parts[i], b.parts[i])
	}
	return &gone{parts: parts}
}

func (g *gone) equal(h *gone) bool {
	if g == nil || h == nil || g.all || h.all {
		return g == h || g != nil && h != nil && g.all && h.all
	}
	for i := range g.parts {
		if !g.parts[i].equal(h.parts[i]) {
			return false
		}
	}
	return true
}

// term leaves out what is not used in the term in a place, and says what is gone
// of its value. That is less than what is not used of it.
func (r *reducer) term(at *core.Term) *gone {
	switch t := (*at).(type) {
	case *core.Use:
		t.Of = t.Var.Type
		return r.vars[t.Var]
	case *core.Let, *core.Untuple:
		return r.lets(at)
	case *core.Tuple:
		parts, types := make([]*gone, len(t.Elems)), make([]core.Type, len(t.Elems))
		for i := range t.Elems {
			parts[i] = r.term(&t.Elems[i])
			types[i] = t.Elems[i].Type()
		}
		g := tuple(parts)
		if g != nil {
			t.Of = core.TupleOf(types...)
		}
		return g
	case *core.Case:
		r.term(&t.X)
		arms, all := make([]*gone, len(t.Arms)), (*gone)(nil)
		for i := range t.Arms {
			arms[i] = r.term(&t.Arms[i].Body)
			all = union(all, arms[i])
		}
		if all == nil {
			return nil
		}
		for i := range t.Arms {
			if !arms[i].equal(all) {
				t.Arms[i].Body = without(t.Arms[i].Body, all)
			}
		}
		t.Of = t.Arms[0].Body.Type()
		return all
	case *core.Apply:
		r.slots(t)
		if d, ok := t.Func.(*core.Derive); ok {
			return r.derive(t, d)
		}
		return nil
	}
	r.slots(*at)
	return nil
}

func (r *reducer) slots(t core.Term) {
	always, others := core.Slots(t)
	for _, s := range append(always, others...) {
		r.term(s)
	}
}

// lets goes through a chain of bindings, which may be long.
func (r *reducer) lets(at *core.Term) *gone {
	var chain []*core.Term
	for {
		switch let := (*at).(type) {
		case *core.Let:
			if g := r.term(&let.Bound); g != nil {
				r.bind(let.Var, let.Bound.Type(), g)
			}
			chain, at = append(chain, at), &let.Body
			continue
		case *core.Untuple:
			g := r.term(&let.Bound)
			if g != nil && g.all {
				nothing := r.nothing(let)
				*at = nothing
				chain, at = append(chain, at), &nothing.Body
				continue
			}
			if g != nil {
				for i, of := range let.Bound.Type().(*core.TupleType).Elems {
					r.bind(let.Vars[i], of, g.parts[i])
					if v := let.Vars[i]; g.parts[i] != nil && !r.mentioned[v] {
						let.Vars[i] = nil
					}
				}
			}
			chain, at = append(chain, at), &let.Body
			continue
		}
		g := r.term(at)
		if g != nil {
			for _, let := range chain {
				switch let := (*let).(type) {
				case *core.Let:
					let.Of = (*at).Type()
				case *core.Untuple:
					let.Of = (*at).Type()
				}
			}
		}
		return g
	}
}

// nothing is a let of parts of what is gone.
//
//	let (x, _) = e in b        let _ = e; x = () in b
func (r *reducer) nothing(let *core.Untuple) *core.Let {
	body := let.Body
	node := core.Node{At: let.At, Of: core.Unit}
	for _, v := range let.Vars {
		if r.mentioned[v] {
			r.bind(v, core.Unit, &gone{all: true})
			body = &core.Let{Node: let.Node, Var: v, Bound: &core.Tuple{Node: node}, Body: body}
		}
	}
	none := &core.Var{Pos: let.At, Name: "_", Type: core.Unit}
	return &core.Let{Node: let.Node, Var: none, Bound: let.Bound, Body: body}
}

// bind notes what is gone of the value of v, which may be nil.
func (r *reducer) bind(v *core.Var, of core.Type, g *gone) {
	if v != nil && g != nil {
		v.Type, r.vars[v] = of, g
	}
}

// derive leaves out of a call of a derivative the cotangents that are not used.
func (r *reducer) derive(t *core.Apply, d *core.Derive) *gone {
	if d.Op == core.JVP {
		return nil
	}
	result := r.derived[t]
	if d.Op == core.VJP {
		result = result.part(1)
	}
	of := d.Func.Type().(*core.FuncType)
	n := len(of.Params)
	wanted, parts := make([]bool, n), make([]*gone, n)
	fewer, none := false, true
	for i, p := range of.Params {
		used := result
		if n > 1 {
			used = result.part(i)
		}
		wanted[i] = d.Wanted == nil || d.Wanted[i]
		if wanted[i] && used == nil && !core.Discrete(p) {
			wanted[i], parts[i], fewer = false, &gone{all: true}, true
		}
		none = none && (!wanted[i] || core.Discrete(p))
	}
	// Of cotangents that are all () nothing can be taken apart.
	whole := n == 1 || none && (d.Op == core.VJP || d.Op == core.Grad)
	if !fewer || whole && result != nil {
		return nil
	}
	r.count++
	d.Wanted = wanted
	d.Of = core.DerivedType(d.Op, of, wanted)
	t.Of = d.Of.(*core.FuncType).Result
	g := &gone{parts: parts}
	if whole {
		g = &gone{all: true}
	}
	if d.Op == core.VJP {
		g = &gone{parts: []*gone{nil, g}}
	}
	return g
}

// without is t without what is gone of its value:
//
//	let (x, _) = t in (x, ())
func without(t core.Term, g *gone) core.Term {
	node := core.Node{At: t.Pos(), Of: core.Unit}
	if g == nil {
		return t
	}
	if g.all {
		return &core.Let{Node: node, Var: &core.Var{Pos: node.At, Name: "_", Type: t.Type()}, Bound: t, Body: &core.Tuple{Node: node}}
	}
	of := t.Type().(*core.TupleType).Elems
	vars, elems, types := make([]*core.Var, len(of)), make([]core.Term, len(of)), make([]core.Type, len(of))
	for i, p := range g.parts {
		if elems[i] = core.Term(&core.Tuple{Node: node}); p == nil || !p.all {
			vars[i] = &core.Var{Pos: node.At, Name: "g", Type: of[i]}
			elems[i] = without(&core.Use{Node: core.Node{At: node.At, Of: of[i]}, Var: vars[i]}, p)
		}
		types[i] = elems[i].Type()
	}
	node.Of = core.TupleOf(types...)
	return &core.Untuple{Node: node, Vars: vars, Bound: t, Body: &core.Tuple{Node: node, Elems: elems}}
}
