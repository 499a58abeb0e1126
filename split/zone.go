package split

import (
	"procad/proc"
	"procad/proc/deriv"
)

// The rules of zone Θ, where shared names and accumulators are each other's
// transposes (docs/rationale-language.md; they are not in the figure).

// share accumulates the cotangent of what p reads. A shared scalar that R
// reads again is kept; an array comes back with its cotangent, v̄' = (c', v').
//
//	v' = Share v (s. p)      F: v' = Share v (s. F[p])        Υ: Υp, v (scalars)
//	     scalar              R: v = Share v (s. v̄ = Accum v̄' (s̄. R[p])) ; Elim v
//	     array               R: v = Share v' (s. c = Accum c' (s̄. R[p])) ; v̄ = (c, v)
func (t *splitter) share(s *proc.Share) passes {
	v, v2 := s.In, s.Out
	ref := proc.Ref{Name: s.Name, Mode: proc.Shared, Type: v.Type}
	var p passes
	if t.dead[v] { // R does not have it
		t.refs[s.Name] = ref
		p = t.body(s.Body)
	} else {
		p = t.under(ref, s.Body)
	}
	if t.err != nil {
		return passes{}
	}
	f, r := t.build(s)
	sBar := t.name(s.Name)

	// accumulate binds out to c plus what R[p] adds; without a cotangent it is just R[p].
	accumulate := func(out, in proc.Var) {
		if in.Type == proc.Unit {
			r.Emit(p.rev...)
			return
		}
		r.Emit(&proc.Accum{Where: at(r), Out: out, In: in, Name: sBar, Body: p.rev})
	}
	// reading runs body with s in scope again and returns the value behind s.
	reading := func(value proc.Var, body func()) proc.Var {
		outer := r.Body
		r.Body = nil
		body()
		inner := r.Body
		r.Body = outer
		back := r.Var(v.Name, v.Type)
		r.Emit(&proc.Share{Where: at(r), Out: back, In: value, Name: s.Name, Body: inner})
		return back
	}

	tan := deriv.Tangent(v.Type)
	if proc.Scalar(v.Type) {
		body := func() { accumulate(t.bar(v), proc.Var{Name: t.name(v2.Name), Type: tan}) }
		if !t.mentioned[s.Name] {
			f.Emit(&proc.Share{Where: at(f), Out: v2, In: v, Name: s.Name, Body: p.fwd})
			body()
			return passes{f.Body, p.trace, r.Body}
		}
		out := f.Var(v2.Name, v2.Type)
		f.Emit(&proc.Share{Where: at(f), Out: out, In: v, Name: s.Name, Body: p.fwd})
		kept := f.Var(v.Name+".kept", v.Type)
		two := f.Var(v.Name+".2", proc.NewTuple(v.Type, v.Type))
		f.Emit(&proc.Dup{Where: at(f), Out: two, In: out}, &proc.Untuple{Where: at(f), Outs: []proc.Var{v2, kept}, In: two})
		r.Elim(reading(kept, body))
		return passes{f.Body, append(p.trace, kept), r.Body}
	}

	f.Emit(&proc.Share{Where: at(f), Out: v2, In: v, Name: s.Name, Body: p.fwd})
	if t.dead[v] {
		r.Emit(p.rev...)
		return passes{f.Body, p.trace, r.Body}
	}
	if tan == proc.Unit {
		back := reading(t.bar(v2), func() { r.Emit(p.rev...) })
		rename(r, back, t.bar(v))
		return passes{f.Body, p.trace, r.Body}
	}
	c2, back := r.Var(t.name(v2.Name)+".c", tan), r.Var(v2.Name, v.Type)
	c := r.Var(t.name(v.Name)+".c", tan)
	r.Emit(&proc.Untuple{Where: at(r), Outs: []proc.Var{c2, back}, In: t.bar(v2)})
	back = reading(back, func() { accumulate(c, c2) })
	r.Emit(&proc.Tuple{Where: at(r), Out: t.bar(v), Ins: []proc.Var{c, back}})
	return passes{f.Body, p.trace, r.Body}
}

// rename makes the last statement of r, a Share that binds from, bind to.
func rename(r *proc.Builder, from, to proc.Var) {
	last := r.Body[len(r.Body)-1].(*proc.Share)
	if last.Out == from {
		last.Out = to
	}
}

// accum shares the cotangent of what p adds to. The array before the adds is
// given back from a copy, which is no longer than what was done to make the array
// or is added to it: update.go has taken the others apart.
//
//	v' = Accum v (s. p)      F: v' = Accum v (s. F[p])        Υ: Υp, v (arrays)
//	     scalar              R: v̄ = Share v̄' (s̄. R[p])
//	     array               R: (c', w) = v̄' ; Elim w ; c = Share c' (s̄. R[p]) ; v̄ = (c, v)
func (t *splitter) accum(s *proc.Accum) passes {
	v, v2 := s.In, s.Out
	p := t.under(proc.Ref{Name: s.Name, Mode: proc.Accumulator, Type: v.Type}, s.Body)
	if t.err != nil {
		return passes{}
	}
	f, r := t.build(s)
	sBar := t.name(s.Name)
	if proc.Scalar(v.Type) {
		f.Emit(&proc.Accum{Where: at(f), Out: v2, In: v, Name: s.Name, Body: p.fwd})
		r.Emit(&proc.Share{Where: at(r), Out: t.bar(v), In: t.bar(v2), Name: sBar, Body: p.rev})
		return passes{f.Body, p.trace, r.Body}
	}
	now, before := f.Dup(v)
	f.Emit(&proc.Accum{Where: at(f), Out: v2, In: now, Name: s.Name, Body: p.fwd})
	parts := r.Untuple(t.bar(v2), t.name(v.Name)+".c", v2.Name)
	r.Elim(parts[1])
	c := r.Var(t.name(v.Name)+".c", parts[0].Type)
	r.Emit(&proc.Share{Where: at(r), Out: c, In: parts[0], Name: sBar, Body: p.rev})
	r.Emit(&proc.Tuple{Where: at(r), Out: t.bar(v), Ins: []proc.Var{c, before}})
	return passes{f.Body, append(p.trace, before), r.Body}
}

// read adds to the cotangent.
//
//	x = Read s i…            F: x = Read s i…                 Υ: i…     R: Add s̄ i… x̄
func (t *splitter) read(s *proc.Read) passes {
	if !barred(s.Out) {
		return passes{fwd: proc.Procedure{s}}
	}
	f, r := t.build(s)
	now, kept := keep(f, s.Idx)
	f.Emit(&proc.Read{Where: at(f), Out: s.Out, Ref: s.Ref, Idx: now})
	r.Emit(&proc.Add{Where: at(r), Ref: t.mention(t.name(s.Ref)), Idx: kept, In: t.bar(s.Out)})
	return passes{f.Body, kept, r.Body}
}

// keep copies indices, for the statement and for the trace.
func keep(f *proc.Builder, idx []proc.Var) (now, kept []proc.Var) {
	for _, i := range idx {
		a, b := f.Dup(i)
		now, kept = append(now, a), append(kept, b)
	}
	return now, kept
}

// add reads the cotangent. An array that is added whole is given back from a copy.
//
//	Add s i… x               F: Add s i… x                    Υ: i…     R: x̄ = Read s̄ i…
//	Add s x    (array)       F: Add s x                       Υ: x      R: c = Call copy{A} [s̄] () ; x̄ = (c, x)
func (t *splitter) add(s *proc.Add) passes {
	f, r := t.build(s)
	sBar := t.mention(t.name(s.Ref))
	if !proc.Scalar(s.In.Type) {
		now, before := f.Dup(s.In)
		f.Emit(&proc.Add{Where: at(f), Ref: s.Ref, In: now, What: s.What})
		c := r.Call(t.name(s.In.Name)+".c", s.In.Type, proc.FamilyOf("copy", s.In.Type), []string{sBar}, r.Unit())
		r.Emit(&proc.Tuple{Where: at(r), Out: t.bar(s.In), Ins: []proc.Var{c, before}})
		return passes{f.Body, []proc.Var{before}, r.Body}
	}
	now, kept := keep(f, s.Idx)
	f.Emit(&proc.Add{Where: at(f), Ref: s.Ref, Idx: now, In: s.In, What: s.What})
	r.Emit(&proc.Read{Where: at(r), Out: t.bar(s.In), Ref: sBar, Idx: kept})
	return passes{f.Body, kept, r.Body}
}

// row views the same row of the cotangent.
//
//	Row s i… (r. p)          F: Row s i… (r. F[p])            Υ: Υp, i…     R: Row s i… (r. Row s̄ i… (r̄. R[p]))
//
// each where R[p] needs it.
func (t *splitter) row(s *proc.Row) passes {
	of := t.refs[s.Ref]
	a := of.Type.(*proc.ArrayType)
	view := proc.Ref{Name: s.Name, Mode: of.Mode, Type: proc.NewArray(a.Rank-len(s.Idx), a.Elem)}
	p := t.viewing(view, s.Body)
	if t.err != nil {
		return passes{}
	}
	f, r := t.build(s)
	name, bar := t.mentioned[s.Name], t.mentioned[t.name(s.Name)]
	if !name && !bar {
		f.Emit(&proc.Row{Where: at(f), Ref: s.Ref, Idx: s.Idx, Name: s.Name, Body: p.fwd})
		return passes{f.Body, p.trace, p.rev}
	}
	now, kept := keep(f, s.Idx)
	f.Emit(&proc.Row{Where: at(f), Ref: s.Ref, Idx: now, Name: s.Name, Body: p.fwd})
	idx := kept
	body := p.rev
	if bar {
		if name {
			var again []proc.Var
			idx = nil
			for _, i := range kept {
				x, y := r.Dup(i)
				idx, again = append(idx, x), append(again, y)
			}
			body = proc.Procedure{&proc.Row{Where: at(r), Ref: t.mention(t.name(s.Ref)), Idx: again, Name: t.name(s.Name), Body: p.rev}}
		} else {
			r.Emit(&proc.Row{Where: at(r), Ref: t.mention(t.name(s.Ref)), Idx: kept, Name: t.name(s.Name), Body: p.rev})
		}
	}
	if name {
		r.Emit(&proc.Row{Where: at(r), Ref: t.mention(s.Ref), Idx: idx, Name: s.Name, Body: body})
	}
	return passes{f.Body, append(p.trace, kept...), r.Body}
}

// choose chooses between the cotangents.
//
//	Choose c s1 s2 (r. p)    F: Choose c s1 s2 (r. F[p])      Υ: Υp, c      R: Choose c s1 s2 (r. Choose c s̄1 s̄2 (r̄. R[p]))
//
// each where R[p] needs it.
func (t *splitter) choose(s *proc.Choose) passes {
	of := t.refs[s.True]
	p := t.under(proc.Ref{Name: s.Name, Mode: of.Mode, Type: of.Type}, s.Body)
	if t.err != nil {
		return passes{}
	}
	f, r := t.build(s)
	name, bar := t.mentioned[s.Name], t.mentioned[t.name(s.Name)]
	if !name && !bar {
		f.Emit(&proc.Choose{Where: at(f), In: s.In, True: s.True, False: s.False, Name: s.Name, Body: p.fwd})
		return passes{f.Body, p.trace, p.rev}
	}
	now, kept := f.Dup(s.In)
	f.Emit(&proc.Choose{Where: at(f), In: now, True: s.True, False: s.False, Name: s.Name, Body: p.fwd})
	c, body := kept, p.rev
	if bar {
		again := c
		if name {
			c, again = r.Dup(c)
		}
		body = proc.Procedure{&proc.Choose{
			Where: at(r), In: again, True: t.mention(t.name(s.True)), False: t.mention(t.name(s.False)), Name: t.name(s.Name), Body: p.rev,
		}}
	}
	if name {
		body = proc.Procedure{&proc.Choose{Where: at(r), In: c, True: t.mention(s.True), False: t.mention(s.False), Name: s.Name, Body: body}}
	}
	r.Emit(body...)
	return passes{f.Body, append(p.trace, kept), r.Body}
}

// zone is θ̄: what R passes to revr$f where p passes θ to f.
func (t *splitter) zone(sig proc.Sig, names []string) []string {
	formal := make([]proc.Ref, len(names))
	for i, n := range names {
		formal[i] = proc.Ref{Name: n, Mode: sig.Zone[i].Mode, Type: sig.Zone[i].Type}
	}
	var out []string
	for _, r := range deriv.CotangentZone(formal, t.name) {
		out = append(out, t.mention(r.Name))
	}
	return out
}

// mention returns a name of Θ for use in R.
func (t *splitter) mention(n string) string {
	t.mentioned[n] = true
	return n
}
