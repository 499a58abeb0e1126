package recursion

import (
	"slices"
	"strconv"

	"procad/core"
	"procad/internal/diag"
)

// Program removes the recursions of p, and those derivatives that are in values of recursive types.
func Program(p *core.Program) {
	taken := map[string]bool{}
	for _, d := range p.Defs {
		taken[d.Name] = true
		core.Visit(d.Body, func(t core.Term) {
			if label := core.PlanOf(t).Label; label != "" {
				taken[d.Name+"."+label] = true
			}
		})
	}
	derivatives(p, taken)
	var out []*core.Def
	done := map[*core.Def]bool{}
	for _, d := range p.Defs {
		r := d.Recursion
		switch {
		case done[d]:
		case r == nil:
			out = append(out, d)
		default:
			for _, d := range r.Defs {
				done[d] = true
			}
			out = append(out, remove(r, taken)...)
		}
	}
	p.Defs = out
	core.Labels(p)
}

// remove is the definitions that a recursion becomes, callees first.
func remove(r *core.Recursion, taken map[string]bool) []*core.Def {
	s := &set{of: r, taken: taken, in: map[*core.Def]bool{}, ready: map[*core.Def]bool{}, own: map[*core.Def]bool{}}
	for _, d := range r.Defs {
		s.in[d], s.own[d] = true, true
		s.defs = append(s.defs, d)
	}
	for _, d := range r.Defs {
		s.lambdas(d)
	}
	for k := 0; k < len(s.defs); k++ { // those that this makes are further ones
		if d := s.defs[k]; !s.ready[d] {
			d.Body = s.normal(d.Body, nil)
		}
	}
	s.contify()
	s.inline()
	out := s.helpers
	made := map[*core.Def]core.Term{}
	for _, d := range r.Defs {
		made[d] = s.machine(d)
	}
	for _, d := range r.Defs {
		d.Body, d.Recursion = made[d], nil
		out = append(out, d)
	}
	return out
}

// A set is a recursion that is being removed, with the functions that were made for it.
type set struct {
	of      *core.Recursion
	taken   map[string]bool
	in      map[*core.Def]bool // the functions of the set
	own     map[*core.Def]bool // those that the program defines, whose calls count
	ready   map[*core.Def]bool // whose bodies are in normal form
	defs    []*core.Def        // all of the set, in the order in which they were made
	helpers []*core.Def        // local functions that call none of the set
}

// recurs says that t has a call of the set in it.
func (s *set) recurs(t core.Term) bool {
	found := false
	core.Visit(t, func(t core.Term) {
		if g, ok := t.(*core.Global); ok && s.in[g.Def] {
			found = true
		}
	})
	return found
}

// call is t as a call of the set.
func (s *set) call(t core.Term) (*core.Apply, *core.Def) {
	if a, ok := t.(*core.Apply); ok {
		if g, ok := a.Func.(*core.Global); ok && s.in[g.Def] {
			return a, g.Def
		}
	}
	return nil, nil
}

// define is a new definition, whose name is that of a function of the program with a suffix.
func (s *set) define(pos diag.Pos, name string, params []*core.Var, result core.Type) *core.Def {
	free := name
	for k := 2; s.taken[free]; k++ {
		free = name + strconv.Itoa(k)
	}
	s.taken[free] = true
	return &core.Def{Pos: pos, Name: free, Params: params, Result: result}
}

// free are the variables that terms use and do not bind, in the order of their uses.
func free(terms ...core.Term) []*core.Var {
	bound, seen := map[*core.Var]bool{}, map[*core.Var]bool{}
	for _, t := range terms {
		core.Visit(t, func(t core.Term) {
			for _, v := range core.Bound(t) {
				bound[v] = true
			}
		})
	}
	var list []*core.Var
	for _, t := range terms {
		core.Visit(t, func(t core.Term) {
			if use, ok := t.(*core.Use); ok && !bound[use.Var] && !seen[use.Var] {
				seen[use.Var] = true
				list = append(list, use.Var)
			}
		})
	}
	return list
}

// without is a list without some variables.
func without(list []*core.Var, vars ...*core.Var) []*core.Var {
	var out []*core.Var
	for _, v := range list {
		if !slices.Contains(vars, v) {
			out = append(out, v)
		}
	}
	return out
}

// renamed is a copy of t with other variables in the place of some.
func renamed(t core.Term, to map[*core.Var]*core.Var) core.Term {
	t = core.Copy(t)
	core.Visit(t, func(t core.Term) {
		if use, ok := t.(*core.Use); ok && to[use.Var] != nil {
			use.Var = to[use.Var]
		}
	})
	return t
}

// A closure is a function that was made of a part of another one: its own parameters come
// first, and then those for what it uses from outside.
type closure struct {
	def      *core.Def
	captured []*core.Var
	inner    map[*core.Var]*core.Var // the parameters for them
}

// close makes a function of the set, or of none, for terms that will be in its body.
func (s *set) close(pos diag.Pos, name string, own []*core.Var, result core.Type, parts ...core.Term) *closure {
	c := &closure{captured: without(free(parts...), own...), inner: map[*core.Var]*core.Var{}}
	params := slices.Clone(own)
	for _, v := range c.captured {
		p := *v
		c.inner[v] = &p
		params = append(params, &p)
	}
	c.def = s.define(pos, name, params, result)
	return c
}

// join adds the function of c to the set.
func (s *set) join(c *closure) {
	c.def.Recursion = s.of
	s.in[c.def] = true
	s.defs = append(s.defs, c.def)
}

// from is a call of c where it was made.
func (c *closure) from(at diag.Pos, args ...core.Term) core.Term {
	for _, v := range c.captured {
		args = append(args, useAt(at, v))
	}
	return apply(at, c.def, args)
}

// again is a call of c in its own body.
func (c *closure) again(at diag.Pos, args ...core.Term) core.Term {
	for _, v := range c.captured {
		args = append(args, useAt(at, c.inner[v]))
	}
	return apply(at, c.def, args)
}

// in is what a term is in the body of c.
func (c *closure) in(t core.Term) core.Term { return renamed(t, c.inner) }

func apply(at diag.Pos, d *core.Def, args []core.Term) core.Term {
	return &core.Apply{Node: node(at, d.Result), Func: &core.Global{Node: node(at, d.Type()), Def: d}, Args: args}
}
