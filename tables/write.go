package tables

import (
	"slices"
	"strings"

	"procad/linear"
	"procad/proc"
)

// A writer writes terms as statements. Whatever they are made of has a name in Θ.
type writer struct {
	*pass
	*proc.Builder
	refs  map[*term]string
	vars  map[*term]proc.Var
	guard *proc.Var // by which the number of turns of a sum is multiplied
}

func (p *pass) newWriter(names *proc.Names) *writer {
	return &writer{p, &proc.Builder{Names: names}, map[*term]string{}, map[*term]proc.Var{}, nil}
}

// leaves are the names that terms are made of, but for some indices.
func (p *pass) leaves(but []*term, list ...*term) []*term {
	var out []*term
	var visit func(t *term, but []*term)
	visit = func(t *term, but []*term) {
		switch t.kind {
		case scalar, array, index:
			if !slices.Contains(out, t) && !slices.Contains(but, t) {
				out = append(out, t)
			}
		case sum:
			visit(t.args[0], but)
			visit(t.args[1], append(but[:len(but):len(but)], p.index(t.name)))
		default:
			for _, a := range t.args {
				visit(a, but)
			}
		}
	}
	for _, t := range list {
		visit(t, but)
	}
	return out
}

func (p *pass) index(name string) *term {
	return p.terms.of(term{kind: index, typ: proc.Int, name: name})
}

// write emits what computes t.
func (w *writer) write(t *term) proc.Var {
	if v, ok := w.vars[t]; ok {
		return v
	}
	v := w.written(t)
	w.vars[t] = v
	return v
}

func (w *writer) written(t *term) proc.Var {
	switch t.kind {
	case scalar, index:
		return w.Read(strings.TrimPrefix(t.hint(), "&"), t.typ, w.refs[t])
	case number:
		v := w.Var("t", t.typ)
		w.Emit(&proc.Const{Where: proc.Where{Pos: w.Pos}, Out: v, Bits: t.bits})
		return v
	case size:
		v := w.Var("n", proc.Int)
		w.Emit(&proc.Size{Where: proc.Where{Pos: w.Pos}, Out: v, Ref: w.refs[t.args[0]], Axis: int(t.bits)})
		return v
	case read:
		return w.Read("x", t.typ, w.refs[t.args[0]], w.all(t.args[1:])...)
	case sum:
		// s = Call sum{f} [Θ] n
		n := w.write(t.args[0])
		if w.guard != nil {
			n = w.op("imul", *w.guard, n)
		}
		f, zone := w.body(t.args[1], []*term{w.index(t.name)}, []string{w.index(t.name).hint()})
		return w.Call("t", proc.Real, proc.SumOf.Of(f), w.names(zone), n)
	}
	return w.Call("t", t.typ, proc.Func(t.name), nil, w.Tuple("t", w.all(t.args)...))
}

func (w *writer) all(list []*term) []proc.Var {
	vars := make([]proc.Var, len(list))
	for i, t := range list {
		vars[i] = w.write(t)
	}
	return vars
}

func (w *writer) op(f proc.Func, a, b proc.Var) proc.Var {
	return w.Call("t", proc.Int, f, nil, w.Tuple("t", a, b))
}

// count is a number of turns that is not negative.
func (w *writer) count(n *term, natural bool) proc.Var {
	v := w.write(n)
	if natural {
		return v
	}
	return w.op("imax", v, w.Int("t", 0))
}

// hint is a word to derive names from.
func (t *term) hint() string {
	name := strings.TrimPrefix(t.name, "&")
	if t.kind == index {
		name = name[strings.LastIndexByte(name, '.')+1:]
	}
	if name[0] == '#' || name[0] >= '0' && name[0] <= '9' {
		return "i"
	}
	return name
}

// names are those of leaves.
func (w *writer) names(list []*term) []string {
	names := make([]string, len(list))
	for i, t := range list {
		names[i] = w.refs[t]
	}
	return names
}

// body defines  f : [i…, Θ] () → Real  that computes t, and says what is in Θ.
func (w *writer) body(t *term, indices []*term, hints []string) (f proc.Func, zone []*term) {
	zone = w.leaves(indices, t)
	b := w.newWriter(proc.NewNames())
	b.Pos = w.Pos
	d := &proc.Def{Pos: w.Pos, Name: w.fresh(w.root+".table", true), In: b.Var("u", proc.Unit)}
	for k, u := range append(indices[:len(indices):len(indices)], zone...) {
		if k >= len(hints) {
			hints = append(hints, u.hint())
		}
		b.refs[u] = b.Names.Fresh(hints[k])
		d.Zone = append(d.Zone, proc.Ref{Name: b.refs[u], Mode: proc.Shared, Type: u.typ})
	}
	d.Out = b.write(t)
	d.Body = b.Body
	w.define(d)
	return d.Name, zone
}

// define adds a definition, whose variables it makes single-use.
func (p *pass) define(d *proc.Def) {
	body, outs := linear.Procedure(d.Body, []proc.Var{d.In}, []proc.Var{d.Out}, proc.NewNames(d))
	d.Body, d.Out = linear.Tidy(body), outs[0]
	if !p.source[d.Name] {
		p.defs[d.Name] = d
	}
	p.ours[d.Name] = true
	p.made = append(p.made, d)
}

// block is a loop with its tables before it:
//
//	v' = Share v (s. …)                                     for each variable that they are made of
//	n = Size a k, …; t = Call build{f} [Θ] (n1, …)          for each table
//	t' = Share t (table. …  b = Call loop{g} [θ, table…] a)
func (s *scan) block(names *proc.Names, c *proc.Call, items []item) proc.Procedure {
	w := s.newWriter(names)
	w.Pos = c.Pos
	var tables []*table
	var all []*term
	for _, i := range items {
		if !slices.Contains(tables, i.table) {
			tables = append(tables, i.table)
			all = append(all, i.table.term)
			all = append(all, i.table.guards...)
			for _, l := range i.table.axes {
				all = append(all, l.bound)
			}
		}
	}
	var axes []*term
	for k := range proc.MaxRank {
		axes = append(axes, s.index(part("axis", k)))
	}
	w.share(s, s.leaves(axes, all...), func() {
		w.tables(s, tables, func() {
			w.Emit(&proc.Call{Where: c.Where, Out: c.Out, Func: s.push(c, items), Zone: append(slices.Clone(c.Zone), zoneNames(items)...), In: c.In})
		})
	})
	return w.Body
}

// share gives leaves names in Θ.
func (w *writer) share(s *scan, list []*term, then func()) {
	if len(list) == 0 {
		then()
		return
	}
	t := list[0]
	switch {
	case t.kind == array:
		w.refs[t] = t.name
	case t.name[0] == '&':
		w.refs[t] = t.name[1:]
	default:
		v := s.held[t]
		w.Share(v, v.Name+".s", func(name string) {
			w.refs[t] = name
			w.share(s, list[1:], then)
		})
		return
	}
	w.share(s, list[1:], then)
}

// tables writes tables, one inside the scope of the other.
func (w *writer) tables(s *scan, list []*table, then func()) {
	if len(list) == 0 {
		then()
		return
	}
	t := list[0]
	var x proc.Var
	if guard, ok := w.anyTurns(s, t); len(t.axes) == 0 {
		if ok {
			w.guard = &guard
		}
		x = w.write(t.term)
		w.guard = nil
	} else {
		var indices []*term
		var hints []string
		var dims []proc.Var
		for k, l := range t.axes {
			indices, hints = append(indices, s.index(part("axis", k))), append(hints, l.index.hint())
			dims = append(dims, w.count(l.bound, s.natural(l.bound, nil)))
		}
		if ok {
			dims[0] = w.op("imul", guard, dims[0])
		}
		f, zone := w.body(t.term, indices, hints)
		x = w.Call("t", proc.NewArray(len(dims), proc.Real), proc.BuildKind(len(dims)).Of(f), w.names(zone), w.Tuple("t", dims...))
	}
	w.Share(x, "table", func(name string) {
		t.name = name
		w.tables(s, list[1:], then)
	})
}

// anyTurns is 1 if every loop has turns whose indices a table does not depend
// on, and else 0; false if that does not matter, or is known.
func (w *writer) anyTurns(s *scan, t *table) (v proc.Var, ok bool) {
	if len(t.axes) == 0 && len(t.term.sums()) == 0 {
		return v, false
	}
	for _, n := range t.guards {
		if s.positive(n) {
			continue
		}
		some := w.op("imin", w.count(n, s.natural(n, nil)), w.Int("t", 1))
		if ok {
			some = w.op("imul", v, some)
		}
		v, ok = some, true
	}
	return v, ok
}

// sums are those in a term.
func (t *term) sums() (list []*term) {
	t.each(func(u *term) {
		if u.kind == sum {
			list = append(list, u)
		}
	})
	return list
}

func zoneNames(items []item) []string {
	var names []string
	for _, i := range items {
		if !slices.Contains(names, i.table.name) {
			names = append(names, i.table.name)
		}
	}
	return names
}
