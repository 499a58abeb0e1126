package tables

import (
	"maps"
	"slices"
	"strings"

	"procad/linear"
	"procad/proc"
)

// A way leads from a definition to the statement that a table stands for.
type way struct {
	path []*proc.Call
	axes []level // those of the table whose index is not known yet; depth counts from path
	name string  // what is left of the table, in Θ
	term *term   // as a candidate, of which everything is in range
}

// push makes the definition that a loop runs, or a call, with tables, and is the function to call.
func (s *scan) push(c *proc.Call, items []item) proc.Func {
	var ways []way
	for _, i := range items {
		ways = append(ways, way{i.path, i.axes, i.table.name, i.candidate.term})
	}
	return s.follow(c, ways)
}

// follow is what c calls, following ways one step; their names are passed after those of c.
func (p *pass) follow(c *proc.Call, ways []way) proc.Func {
	f, head := c.Func, ""
	if _, body, ok := c.Func.Loop(); ok {
		f, head = body, string(c.Func)[:strings.IndexByte(string(c.Func), '{')]
	}
	made := p.with(p.defs[f], ways)
	if head != "" {
		return proc.LoopKind(head).Of(made)
	}
	return made
}

// with is a definition with further names of Θ, for tables, as the callers of its callers pass them.
func (p *pass) with(d *proc.Def, ways []way) proc.Func {
	r := &router{pass: p, names: proc.NewNames(d), at: map[*proc.Call][]*way{}, def: d, makers: makers(d), seen: map[proc.Stmt]bool{}, sound: map[string]bool{}}
	out := &proc.Def{Pos: d.Pos, Name: p.fresh(string(d.Name), false), Zone: slices.Clone(d.Zone), In: d.In, Out: d.Out}
	p.origin[out.Name] = p.originOf(d.Name)
	given := map[string]string{}
	for _, w := range ways {
		inner := &way{path: w.path[1:], term: w.term}
		for _, l := range w.axes {
			if l.depth == 0 {
				inner.axes = append(inner.axes, level{index: l.index, depth: -1})
			} else {
				l.depth--
				inner.axes = append(inner.axes, l)
			}
		}
		if given[w.name] == "" {
			name := r.names.Fresh("table")
			given[w.name] = name
			out.Zone = append(out.Zone, proc.Ref{Name: name, Mode: proc.Shared, Type: tableType(len(w.axes))})
		}
		inner.name = given[w.name]
		r.at[inner.path[0]] = append(r.at[inner.path[0]], inner)
	}
	out.Body = r.body(d.Body)
	p.define(out)
	r.unread(out)
	return out.Name
}

func tableType(rank int) proc.Type {
	if rank == 0 {
		return proc.Real
	}
	return proc.NewArray(rank, proc.Real)
}

// A router rebuilds a definition.
type router struct {
	*pass
	def    *proc.Def
	names  *proc.Names
	at     map[*proc.Call][]*way
	makers map[string]proc.Stmt
	seen   map[proc.Stmt]bool
	read   map[string]proc.Var // indices at the site at hand
	sound  map[string]bool     // elements that are known to exist, and sums of such
}

func (r *router) body(p proc.Procedure) proc.Procedure {
	var out proc.Procedure
	m := proc.Mapper{Body: r.body}
	for _, s := range p {
		if c, ok := s.(*proc.Call); ok && r.at[c] != nil {
			out = append(out, r.site(c, r.at[c])...)
		} else {
			out = append(out, m.Stmt(s))
		}
	}
	return out
}

// site is the statement c with what is left of its tables:
//
//	i' = Read i; b = Read table i' …                        where c is what the table stands for
//	i' = Read i; Row table i' … (r. b = Call f [θ, r] a)     where it is further on
func (r *router) site(c *proc.Call, ways []*way) proc.Procedure {
	b := &proc.Builder{Names: r.names, Pos: c.Pos}
	r.read = map[string]proc.Var{}
	for _, w := range ways {
		if len(w.path) == 1 {
			r.behind(c.In)
			b.Emit(&proc.Read{Where: c.Where, Out: c.Out, Ref: w.name, Idx: r.indices(b, w)})
			return b.Body
		}
	}
	r.rows(b, c, ways, nil)
	return b.Body
}

// indices reads those that are known here.
func (r *router) indices(b *proc.Builder, w *way) []proc.Var {
	var list []proc.Var
	for len(w.axes) > 0 && w.axes[0].depth < 0 {
		name := w.axes[0].index.name[len(r.def.Name)+1:]
		i, known := r.read[name]
		if !known {
			i = b.Read(name, proc.Int, name)
			r.read[name] = i
		}
		list = append(list, i)
		w.axes = w.axes[1:]
	}
	return list
}

func (r *router) rows(b *proc.Builder, c *proc.Call, ways []*way, done []way) {
	if len(ways) == 0 {
		names := slices.Clone(c.Zone)
		for i, w := range done {
			if !slices.ContainsFunc(done[:i], func(v way) bool { return v.name == w.name }) {
				names = append(names, w.name)
			}
		}
		b.Emit(&proc.Call{Where: c.Where, Out: c.Out, Func: r.follow(c, done), Zone: names, In: c.In})
		return
	}
	w := *ways[0]
	at := r.indices(b, &w)
	next := func(name string) {
		w.name = name
		r.rows(b, c, ways[1:], append(done[:len(done):len(done)], w))
	}
	switch {
	case len(at) == 0:
		next(w.name)
	case len(w.axes) == 0:
		b.Share(b.Read("x", proc.Real, w.name, at...), "entry", next)
	default:
		name, ref := r.names.Fresh("table"), w.name
		outer := b.Body
		b.Body = nil
		next(name)
		inner := b.Body
		b.Body = append(outer, &proc.Row{Where: c.Where, Ref: ref, Idx: at, Name: name, Body: inner})
	}
}

// unread drops elements and sums that nothing uses and that cannot fail.
func (r *router) unread(d *proc.Def) {
	idle := maps.Clone(r.sound)
	d.Body.Walk(func(s proc.Stmt) {
		if _, drops := s.(*proc.Elim); !drops {
			proc.Uses(s, func(v proc.Var) { delete(idle, v.Name) })
		}
	})
	delete(idle, d.Out.Name)
	var body func(p proc.Procedure) proc.Procedure
	body = func(p proc.Procedure) proc.Procedure {
		m := proc.Mapper{Body: body}
		var out proc.Procedure
		for _, s := range p {
			switch s := s.(type) {
			case *proc.Elim:
				if idle[s.In.Name] {
					continue
				}
			case *proc.Read:
				if idle[s.Out.Name] {
					for _, i := range s.Idx {
						out = append(out, &proc.Elim{Where: s.Where, In: i})
					}
					continue
				}
			case *proc.Call:
				if idle[s.Out.Name] {
					out = append(out, &proc.Elim{Where: s.Where, In: s.In})
					continue
				}
			}
			out = append(out, m.Stmt(s))
		}
		return out
	}
	d.Body = linear.Tidy(body(d.Body))
}

// makers are the statements that bind the variables of a definition.
func makers(d *proc.Def) map[string]proc.Stmt {
	by := map[string]proc.Stmt{}
	d.Body.Walk(func(s proc.Stmt) { proc.Binds(s, func(v proc.Var) { by[v.Name] = s }) })
	return by
}

// behind records the elements and sums that v is made from: a table has been made from them.
func (r *router) behind(v proc.Var) {
	s := r.makers[v.Name]
	if s == nil || r.seen[s] {
		return
	}
	r.seen[s] = true
	switch s := s.(type) {
	case *proc.Read:
		r.sound[s.Out.Name] = len(s.Idx) > 0
	case *proc.Call:
		_, _, loop := s.Func.Loop()
		r.sound[s.Out.Name] = loop
	}
	proc.Uses(s, r.behind)
}
