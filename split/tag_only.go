package split

import (
	"procad/proc"
)

// tagsOnly keeps the tags of a sum of scalars in the trace, instead of the sum, where R
// wants nothing of it but the zero of its cotangent: what an Elim leaves. tag T is the type
// of the tags of a T, and zero of a T is made from them:
//
//	tag (A + B) = tag A + tag B      tag (T1, …, Tn) = (tag T1, …, tag Tn), () if all are      tag Real = tag Int = ()
//
//	Υ: a        F: t = the tags of a        Υ: t        R: ā = zero, with the tags t, for Call zero{T} a
func (t *splitter) tagsOnly(r passes) passes {
	f := &proc.Builder{Names: t.names, Body: r.fwd}
	zeros := map[proc.Var]int{} // where R calls zero{T} of what is in Υ
	for i, s := range r.rev {
		if c, ok := s.(*proc.Call); ok && c.Func == proc.FamilyOf("zero", c.In.Type) {
			zeros[c.In] = i
		}
	}
	elsewhere := t.keptElsewhere(r, func(a proc.Var) bool {
		_, ok := zeros[a]
		return ok && proc.Scalar(a.Type) && tagType(a.Type) != a.Type
	})
	out := passes{rev: r.rev}
	at := map[int]proc.Var{} // the tags instead of the sum
	for _, a := range r.trace {
		i := zeros[a]
		if again, sum := elsewhere[a]; !sum || again {
			out.trace = append(out.trace, a)
			continue
		}
		tags := f.Var(a.Name+".tag", tagType(a.Type))
		tagsOf(f, tags, a)
		out.trace = append(out.trace, tags)
		at[i] = tags
	}
	out.fwd = f.Body
	if len(at) == 0 {
		return r
	}
	back := &proc.Builder{Names: t.names}
	for i, s := range r.rev {
		tags, ok := at[i]
		if !ok {
			back.Emit(s)
			continue
		}
		c := s.(*proc.Call)
		back.Pos = c.Pos
		zeroOf(back, c.Out, tags, c.In.Type)
	}
	out.rev = back.Body
	return out
}

// keptElsewhere says of the wanted parts of Υ whether another part holds the same.
func (t *splitter) keptElsewhere(r passes, wanted func(proc.Var) bool) map[proc.Var]bool {
	found := map[proc.Var]bool{}
	for _, a := range r.trace {
		if wanted(a) {
			found[a] = false
		}
	}
	if len(found) == 0 {
		return found
	}
	g := newValues(t)
	g.run.Procedure(t.inline(r.fwd))
	count := map[*value]int{}
	var note func(x *value)
	note = func(x *value) {
		count[x]++
		for _, p := range x.parts {
			note(p)
		}
	}
	for _, v := range r.trace {
		note(g.value(v))
	}
	for a := range found {
		found[a] = count[g.value(a)] > 1
	}
	return found
}

func tagType(t proc.Type) proc.Type {
	switch t := t.(type) {
	case *proc.SumType:
		return proc.NewSum(tagType(t.L), tagType(t.R))
	case *proc.TupleType:
		tags, any := make([]proc.Type, len(t.Elems)), false
		for i, e := range t.Elems {
			tags[i] = tagType(e)
			any = any || tags[i] != proc.Unit
		}
		if any {
			return proc.NewTuple(tags...)
		}
	}
	return proc.Unit
}

// tagsOf binds tags to the tags of a.
func tagsOf(b *proc.Builder, tags, a proc.Var) {
	switch t := a.Type.(type) {
	case *proc.SumType:
		sides(b, a, t.L, t.R, func(b *proc.Builder, x proc.Var, left bool) {
			side := tags.Type.(*proc.SumType).R
			if left {
				side = tags.Type.(*proc.SumType).L
			}
			in := b.Var("tag", side)
			tagsOf(b, in, x)
			tagged(b, left, tags, in)
		})
		return
	case *proc.TupleType:
		if tags.Type != proc.Unit {
			parts := b.Untuple(a, a.Name)
			outs := make([]proc.Var, len(parts))
			for i, p := range parts {
				outs[i] = b.Var("tag", proc.Elems(tags.Type)[i])
				tagsOf(b, outs[i], p)
			}
			b.Emit(&proc.Tuple{Where: at(b), Out: tags, Ins: outs})
			return
		}
	}
	b.Elim(a)
	b.Emit(&proc.Tuple{Where: at(b), Out: tags})
}

// zeroOf binds out to the zero cotangent of a T with these tags.
func zeroOf(b *proc.Builder, out, tags proc.Var, t proc.Type) {
	if out.Type != proc.Unit {
		switch t := t.(type) {
		case *proc.SumType:
			of := tags.Type.(*proc.SumType)
			sides(b, tags, of.L, of.R, func(b *proc.Builder, x proc.Var, left bool) {
				side, bar := t.R, out.Type.(*proc.SumType).R
				if left {
					side, bar = t.L, out.Type.(*proc.SumType).L
				}
				z := b.Var("z", bar)
				zeroOf(b, z, x, side)
				tagged(b, left, out, z)
			})
			return
		case *proc.TupleType:
			if tags.Type != proc.Unit {
				ins := b.Untuple(tags, tags.Name)
				outs := make([]proc.Var, len(ins))
				for i, in := range ins {
					outs[i] = b.Var("z", proc.Elems(out.Type)[i])
					zeroOf(b, outs[i], in, t.Elems[i])
				}
				b.Emit(&proc.Tuple{Where: at(b), Out: out, Ins: outs})
				return
			}
		}
	}
	b.Elim(tags)
	zero(b, out)
}

// sides is a Case of a with a body for each side.
func sides(b *proc.Builder, a proc.Var, l, r proc.Type, body func(b *proc.Builder, x proc.Var, left bool)) {
	branch := func(t proc.Type, left bool) proc.Branch {
		in := &proc.Builder{Names: b.Names, Pos: b.Pos}
		x := in.Var("x", t)
		body(in, x, left)
		return proc.Branch{Var: x, Body: in.Body}
	}
	b.Emit(&proc.Case{Where: at(b), In: a, L: branch(l, true), R: branch(r, false)})
}
