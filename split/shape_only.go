package split

import (
	"slices"

	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/graph"
)

// shapeOnly keeps the dimensions of an array in the trace, instead of the array, where
// R wants nothing but its cotangent: R reads no element of the array, and either it ends
// in R, or it is a part of R's result that nobody reads (deriv.Unread).
//
//	Υ: v        F: n… = dims v ; Elim v        Υ: n…        R: v = Call blank n…
func (t *splitter) shapeOnly(r passes) passes {
	at := map[proc.Var]*graph.Contents{}
	for _, v := range r.trace {
		if a, array := v.Type.(*proc.ArrayType); array && Plain(a.Elem) {
			at[v] = &graph.Contents{Arrays: []*graph.Array{{}}}
		}
	}
	if len(at) == 0 {
		return r
	}
	wanted := t.outOfR(t.lib.Reads().Procedure(r.rev, at))
	f, back := &proc.Builder{Names: t.names, Body: r.fwd}, &proc.Builder{Names: t.names}
	var trace []proc.Var
	for _, v := range r.trace {
		h := at[v]
		if h == nil || h.Arrays[0].Read || wanted[h.Arrays[0]] {
			trace = append(trace, v)
			continue
		}
		a := v.Type.(*proc.ArrayType)
		dims := make([]proc.Var, a.Rank)
		for k := range dims {
			dims[k] = f.Var(v.Name+".n", proc.Int)
		}
		if !measuredAtCopy(f, v, dims) {
			f.Elim(measured(f, v, dims))
		}
		trace = append(trace, dims...)
		back.Emit(&proc.Call{Out: v, Func: proc.FamilyOf("blank", a), In: back.Tuple("n", dims...)})
	}
	return passes{f.Body, trace, append(back.Body, r.rev...)}
}

// outOfR are the arrays that R leaves, but for those that nobody reads in its result: of one procedure with F, all.
func (t *splitter) outOfR(left map[string]*graph.Contents) map[*graph.Array]bool {
	wanted := map[*graph.Array]bool{}
	want := func(h *graph.Contents) { h.Each(func(a *graph.Array) { wanted[a] = true }) }
	d, _, _ := deriv.Apart(t.of.Name)
	unread, _ := deriv.IsUnread(d)
	result := t.name(t.of.In.Name)
	for name, h := range left {
		if name != result {
			want(h)
			continue
		}
		eachArray(h, t.of.In.Type, func(k int, leaf *graph.Contents) {
			if k < 0 || !t.fuse && !slices.Contains(unread, k) {
				want(leaf)
			}
		})
	}
	return wanted
}

// measured binds dims to the dimensions of v.
func measured(f *proc.Builder, v proc.Var, dims []proc.Var) (same proc.Var) {
	return f.Share(v, v.Name+".s", func(s string) {
		for k := range dims {
			f.Emit(&proc.Size{Out: dims[k], Ref: s, Axis: k})
		}
	})
}

// measuredAtCopy measures an array of which v is a copy, where it is copied; then there is no need for a copy.
//
//	d = Dup a ; (b, v) = d        is        b = Share a (s. n… = Size s 0 …)
func measuredAtCopy(f *proc.Builder, v proc.Var, dims []proc.Var) (done bool) {
	m := &proc.Mapper{}
	m.Body = func(p proc.Procedure) proc.Procedure {
		var out proc.Procedure
		for _, s := range p {
			u, ok := s.(*proc.Untuple)
			if !ok || !slices.Contains(u.Outs, v) || len(out) == 0 {
				out = append(out, m.Stmt(s))
				continue
			}
			d, ok := out[len(out)-1].(*proc.Dup)
			if !ok || d.Out != u.In {
				out = append(out, s)
				continue
			}
			b := &proc.Builder{Names: f.Names, Pos: s.At()}
			measured(b, d.In, dims)
			b.Body[0].(*proc.Share).Out = u.Outs[1-slices.Index(u.Outs, v)]
			out, done = append(out[:len(out)-1], b.Body...), true
		}
		return out
	}
	if body := m.Body(f.Body); done {
		f.Body = body
	}
	return done
}
