package recursion

import (
	"slices"

	"procad/core"
	"procad/internal/diag"
	"procad/internal/form"
)

// define is a definition with its heaps; and, where a value of a recursive type is given or taken or
// made in it, the definition that is called from outside. There such a value is (e, h, …), what has
// Ints for the nodes, and the heaps.
//
//	def f(x: T): U    ↦    def f'(x, h, n) = (…) and def f((x, h)) = let (y, h', n') = f'(x, h, size(h)) in (y, h')
func (h *heaps) define(d *core.Def) {
	e := h.effect(d.Body)
	inner := d
	outside := !d.Local && core.HasRec(d.Type())
	old := *d
	if outside {
		inner = &core.Def{Pos: d.Pos, Name: h.name(d.Name + "_nodes"), Local: true}
	}
	of, params := d.Result, make([]core.Type, len(d.Params))
	for i, p := range d.Params {
		params[i] = p.Type
	}
	// No value from outside is in a heap of a type that is in no parameter and not in the result: it is
	// made in the function, and callers know nothing of it.
	own := e.all().without(h.of(of).or(h.of(core.TupleOf(params...))))
	e = effect{e.reads.without(own), e.adds.without(own)}
	r := h.result(e.adds, of)
	inner.Params, inner.Body = h.function(d.Pos, old.Params, e, own, of, old.Body)
	inner.Result = r.typ()
	h.globals[d] = &routine{effect: e, def: inner}
	h.out = append(h.out, inner)
	if outside {
		h.entry(d, old, params, of, r)
		h.out = append(h.out, d)
	}
}

// A source is a parameter that nodes come from.
type source struct {
	nodes *core.Var
	off   *core.Var // how many nodes of other parameters are before them; nil: none
}

// entry makes d the function that is called from outside.
func (h *heaps) entry(d *core.Def, old core.Def, params []core.Type, of core.Type, r result) {
	at := d.Pos
	f := h.globals[d]
	b := h.open(nil)
	d.Params, d.ParamSizes, d.ParamForms = nil, nil, nil
	roots := make([]*core.Var, len(params))
	from := make([]map[*core.RecType]*source, len(params))
	for i, t := range params {
		p := old.Params[i]
		roots[i] = variable(p.Pos, p.Name, plainType(t))
		in := roots[i]
		if recs := core.RecTypes(t); len(recs) > 0 {
			in = variable(p.Pos, p.Name, withHeaps(t))
			vars := []*core.Var{roots[i]}
			from[i] = map[*core.RecType]*source{}
			for _, r := range recs {
				v := variable(p.Pos, "heap", nodesType(r))
				vars, from[i][r] = append(vars, v), &source{nodes: v}
			}
			b.parts(vars, useAt(p.Pos, in))
		}
		d.Params = append(d.Params, in)
		if old.ParamSizes != nil {
			d.ParamSizes = append(d.ParamSizes, sizesWith(old.ParamSizes[i], t))
		}
		if old.ParamForms != nil {
			d.ParamForms = append(d.ParamForms, formWith(old.ParamForms[i], t))
		}
	}
	used := h.list(f.all().or(h.of(of)))
	for _, r := range used {
		b.offsets(at, r, from)
	}
	for _, r := range used {
		b.joint(at, r, from)
	}
	b.counts(f.adds)
	args := make([]core.Term, len(params))
	for i, t := range params {
		args[i] = shifted(useAt(at, roots[i]), t, from[i])
	}
	call := &core.Apply{Node: node(at, r.typ()), Func: globalAt(at, f.def), Args: append(args, b.passed(at, f.effect)...)}
	y := b.receive(r, call)
	out := []core.Term{y}
	for _, t := range core.RecTypes(of) {
		nodes := useAt(at, b.now[t].nodes)
		if slices.Contains(r.ns, t) {
			j := variable(at, "j", core.Int)
			x := &core.Index{Node: node(at, plainType(t.Of)), X: nodes, At: []core.Term{useAt(at, j)}}
			nodes = &core.Build{Node: node(at, nodesType(t)), Binders: []core.Binder{{Var: j, Size: useAt(at, b.now[t].n)}}, Body: x}
		}
		out = append(out, nodes)
	}
	d.Body = b.in(tuple(at, out...))
	d.Result = withHeaps(of)
	d.ResultSizes, d.ResultForm = sizesWith(old.ResultSizes, of), formWith(old.ResultForm, of)
}

// sources are the parameters that nodes of a type come from.
func sources(r *core.RecType, from []map[*core.RecType]*source) (list []*source, of []map[*core.RecType]*source) {
	for _, f := range from {
		if s := f[r]; s != nil {
			list, of = append(list, s), append(of, f)
		}
	}
	return list, of
}

// offsets binds how many nodes are before those of each parameter but the first.
func (b *block) offsets(at diag.Pos, r *core.RecType, from []map[*core.RecType]*source) {
	list, _ := sources(r, from)
	for i := range list[:max(0, len(list)-1)] {
		var off core.Term = &core.Size{Node: node(at, core.Int), X: useAt(at, list[i].nodes)}
		if list[i].off != nil {
			off = prim(at, core.Int, core.Add, useAt(at, list[i].off), off)
		}
		list[i+1].off = variable(at, "off", core.Int)
		b.let(list[i+1].off, off)
	}
}

// joint is the nodes of all parameters in one array.
//
//	[if j < off then h[j] else shifted(h'[j - off]) for j < off + size(h')]
func (b *block) joint(at diag.Pos, r *core.RecType, from []map[*core.RecType]*source) {
	t := nodesType(r)
	v := variable(at, "heap", t)
	list, of := sources(r, from)
	last := len(list) - 1
	switch {
	case last < 0:
		b.let(v, blank(at, t, []core.Term{integer(at, 0)}))
	case last == 0 && !moved(r.Of, of[0]):
		v = list[0].nodes
	default:
		j := variable(at, "j", core.Int)
		var body core.Term
		for i := last; i >= 0; i-- {
			s, k := list[i], useAt(at, j)
			if s.off != nil {
				k = prim(at, core.Int, core.Sub, k, useAt(at, s.off))
			}
			x := shifted(&core.Index{Node: node(at, t.Elem), X: useAt(at, s.nodes), At: []core.Term{k}}, r.Of, of[i])
			if body == nil {
				body = x
				continue
			}
			body = choice(at, prim(at, core.Bool, core.Lt, useAt(at, j), useAt(at, list[i+1].off)), x, body)
		}
		var total core.Term = &core.Size{Node: node(at, core.Int), X: useAt(at, list[last].nodes)}
		if off := list[last].off; off != nil {
			total = prim(at, core.Int, core.Add, useAt(at, off), total)
		}
		b.let(v, &core.Build{Node: node(at, t), Binders: []core.Binder{{Var: j, Size: total}}, Body: body})
	}
	b.now[r] = heap{nodes: v}
}

// moved says that nodes which a value of type t has in it are not first in the array of all parameters.
func moved(t core.Type, from map[*core.RecType]*source) bool {
	return slices.ContainsFunc(core.RecTypes(t), func(r *core.RecType) bool { return from[r] != nil && from[r].off != nil })
}

// withHeaps is the type of a value of type t outside, and the form and the sizes that go with it.
func withHeaps(t core.Type) core.Type {
	types := []core.Type{plainType(t)}
	for _, r := range core.RecTypes(t) {
		types = append(types, nodesType(r))
	}
	return core.TupleOf(types...)
}

func sizesWith(s core.Sizes, t core.Type) core.Sizes {
	recs := core.RecTypes(t)
	if len(recs) == 0 {
		return s
	}
	out := core.Sizes{Parts: []core.Sizes{s}}
	for _, r := range recs {
		out.Parts = append(out.Parts, core.NoSizes(nodesType(r)))
	}
	return out
}

func formWith(f *form.Form, t core.Type) *form.Form {
	recs := core.RecTypes(t)
	if len(recs) == 0 {
		return f
	}
	out := &form.Form{Parts: []*form.Form{f}}
	for _, r := range recs {
		out.Heaps = append(out.Heaps, r.Form)
		out.Parts = append(out.Parts, &form.Form{Elem: r.Form})
	}
	return out
}

// shifted is a value with the numbers of nodes as they are in the arrays of all parameters.
func shifted(x core.Term, t core.Type, from map[*core.RecType]*source) core.Term {
	if !slices.ContainsFunc(core.RecTypes(t), func(r *core.RecType) bool { return from[r] != nil && from[r].off != nil }) {
		return x
	}
	at := x.Pos()
	switch t := t.(type) {
	case *core.RecType:
		if off := from[t].off; off != nil {
			return prim(at, core.Int, core.Add, x, useAt(at, off))
		}
		return x
	case *core.TupleType:
		vars, parts := make([]*core.Var, len(t.Elems)), make([]core.Term, len(t.Elems))
		for i, e := range t.Elems {
			vars[i] = variable(at, "x", plainType(e))
			parts[i] = shifted(useAt(at, vars[i]), e, from)
		}
		return untuple(vars, x, tuple(at, parts...))
	case *core.SumType:
		of := plainType(t)
		out := &core.Case{Node: node(at, of), X: x}
		for i, c := range t.Cons {
			v := variable(at, "x", plainType(c.Of))
			y := shifted(useAt(at, v), c.Of, from)
			out.Arms = append(out.Arms, core.Arm{Var: v, Body: &core.Inject{Node: node(at, of), Con: i, X: y}})
		}
		return out
	case *core.ArrayType:
		v := variable(at, "v", plainType(t))
		out := &core.Build{Node: node(at, v.Type)}
		elem := &core.Index{Node: node(at, plainType(t.Elem)), X: useAt(at, v)}
		for axis := range t.Rank {
			i := variable(at, "i", core.Int)
			out.Binders = append(out.Binders, core.Binder{Var: i, Size: &core.Size{Node: node(at, core.Int), X: useAt(at, v), Axis: axis}})
			elem.At = append(elem.At, useAt(at, i))
		}
		out.Body = shifted(elem, t.Elem, from)
		return let(v, x, out)
	}
	return x
}
