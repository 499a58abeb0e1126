package rev

import (
	"slices"

	"procad/internal/diag"
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/graph"
	"procad/proc/linear"
	"procad/split"
)

// Def is  rev$f : (S, δT) → (T, δS), with the zone
//
//	s : &τ  ↦  s : &τ, s̄ : +δτ          s : +τ  ↦  s : +τ, s̄ : &δτ
//
// Its users speak of tangents: where T has arrays, their cotangents are put
// together with copies of them first, and taken apart again in the end.
//
// With a check C : (T, δT) → (T, δT) it is rev.C$f, which calls C on the result and
// the seed between F and R.
func Def(lib split.Library, d *proc.Def, check proc.Func) (*proc.Def, error) {
	for _, t := range []proc.Type{d.In.Type, d.Out.Type} {
		if stacksArrays(t) {
			return nil, diag.Errorf(d.Pos, split.CodeNoDerivative, "%s has no reverse derivative in one procedure: it takes or gives a stack of arrays", d.Name)
		}
	}
	p, err := split.Apart(lib, d, split.Recompute)
	if err != nil {
		return nil, err
	}
	b := &proc.Builder{Names: p.Names, Pos: d.Pos}
	in := b.Var("i", proc.NewTuple(d.In.Type, deriv.Tangent(d.Out.Type)))
	seed := b.Var(d.Out.Name+".seed", deriv.Tangent(d.Out.Type))
	b.Emit(&proc.Untuple{Outs: []proc.Var{d.In, seed}, In: in})
	b.Emit(p.F...)

	name, t := deriv.Rev, d.Out
	if !check.IsZero() {
		name = deriv.Checking(deriv.Rev, check)
		ts := b.Tuple("ts", t, seed)
		both := b.Untuple(b.Call("ts", ts.Type, check, nil, ts), t.Name, seed.Name)
		t, seed = both[0], both[1]
	}
	bar := proc.Var{Name: p.Bar(d.Out.Name), Type: deriv.Cotangent(d.Out.Type)}
	switch {
	case bar.Type == proc.Unit:
		b.Elim(seed)
	case seed.Type == bar.Type:
		bar = seed
	default:
		var back proc.Var
		t, back = b.Dup(t)
		bar = Pair(b, seed, back)
	}
	b.Emit(again(p, d.Out, bar)...)

	s := b.Unit()
	if c := deriv.Cotangent(d.In.Type); c != proc.Unit {
		b.Elim(s)
		if d.In != d.Out { // else there is no statement, and s̄ is t̄
			bar = proc.Var{Name: p.Bar(d.In.Name), Type: c}
		}
		s = Strip(b, bar, d.In.Type)
	}
	o := b.Tuple("o", t, s)
	return &proc.Def{Pos: d.Pos, Name: name.Of(d.Name), Zone: zone(d.Zone, p.Bar), In: in, Body: linear.SimplifyUnless(lib.Without(), b.Body), Out: o}, nil
}

// stacksArrays says that a type has stacks whose cotangents are not their
// tangents: to make the ones from the others is to go through the stack.
func stacksArrays(t proc.Type) bool {
	switch t := t.(type) {
	case *proc.TupleType:
		return slices.ContainsFunc(t.Elems, stacksArrays)
	case *proc.SumType:
		return stacksArrays(t.L) || stacksArrays(t.R)
	case *proc.StackType:
		return deriv.Tangent(t) != deriv.Cotangent(t)
	}
	return false
}

func zone(of []proc.Ref, bar func(string) string) []proc.Ref {
	var out []proc.Ref
	for _, r := range of {
		both := deriv.CotangentZone([]proc.Ref{r}, bar)
		if r.Mode == proc.Accumulator {
			both = append([]proc.Ref{r}, both...)
		}
		out = append(out, both...)
	}
	return out
}

// again is R with the given cotangent of out, and with fresh names for what
// F binds too: the traces of the branches of a Case, and names of Θ.
func again(p *split.Parts, out, bar proc.Var) proc.Procedure {
	bound, opened := bindings(p.F)
	r := graph.NewRenaming()
	r.Vars[p.Bar(out.Name)] = bar.Name
	if len(bound)+len(opened) == 0 && onlyFirst(p.R, p.Bar(out.Name)) {
		return append(r.Procedure(p.R[:1]), p.R[1:]...)
	}
	fresh := func(of map[string]bool) func(string) string {
		return func(n string) string {
			if of[n] {
				return p.Names.Fresh(n)
			}
			return ""
		}
	}
	return r.Apart(p.R, fresh(bound), fresh(opened))
}

// onlyFirst says that the statement which uses a variable is the first of a procedure, and has
// no other in it.
func onlyFirst(p proc.Procedure, name string) bool {
	first := false
	if len(p) > 0 {
		proc.Uses(p[0], func(v proc.Var) { first = first || v.Name == name })
		proc.Bodies(p[0], func(proc.Procedure) { first = false })
	}
	return first
}

// bindings are the variables that p binds in nested procedures, and the names of Θ that
// it opens: R, which uses what p binds outside of them, does not bind that.
func bindings(p proc.Procedure) (bound, opened map[string]bool) {
	bound, opened = map[string]bool{}, map[string]bool{}
	note := func(v proc.Var) { bound[v.Name] = true }
	for _, s := range p {
		proc.Bodies(s, func(inner proc.Procedure) { inner.Binds(note) })
		proc.Payloads(s, note)
	}
	p.Walk(func(s proc.Stmt) {
		if name, ok := proc.Opens(s); ok {
			opened[name] = true
		}
	})
	return bound, opened
}

// Pair makes the cotangent of v, which it consumes, from its plain tangent d.
func Pair(b *proc.Builder, d, v proc.Var) proc.Var {
	if d.Type == deriv.Cotangent(v.Type) {
		b.Elim(v)
		return d
	}
	switch t := v.Type.(type) {
	case *proc.ArrayType:
		if d.Type == proc.Unit {
			b.Elim(d)
			return v
		}
		return b.Tuple("c", d, v)
	case *proc.TupleType:
		vs := b.Untuple(v, "v")
		ds := make([]proc.Var, len(vs))
		if d.Type == proc.Unit {
			b.Elim(d)
			for i := range ds {
				ds[i] = b.Unit()
			}
		} else {
			ds = b.Untuple(d, "d")
		}
		for i := range vs {
			vs[i] = Pair(b, ds[i], vs[i])
		}
		return b.Tuple("c", vs...)
	case *proc.SumType:
		out := b.Var("c", deriv.Cotangent(t))
		branch := func(left bool) proc.Branch {
			side := t.L
			if !left {
				side = t.R
			}
			in := &proc.Builder{Names: b.Names}
			x := in.Var("v", side)
			dx := d
			if d.Type != proc.Unit {
				dx = project(in, d, left)
			}
			c := Pair(in, dx, x)
			if left {
				in.Emit(&proc.Inl{Out: out, In: c})
			} else {
				in.Emit(&proc.Inr{Out: out, In: c})
			}
			return proc.Branch{Var: x, Body: in.Body}
		}
		b.Emit(&proc.Case{In: v, L: branch(true), R: branch(false)})
		return out
	}
	return d
}

// project takes the known tag off a sum.
func project(b *proc.Builder, d proc.Var, left bool) proc.Var {
	mine := d.Type.(*proc.SumType).L
	if !left {
		mine = d.Type.(*proc.SumType).R
	}
	x := b.Var("d", mine)
	b.Project(d, x, left)
	return x
}

// Strip makes the plain tangent of a cotangent of a T.
func Strip(b *proc.Builder, c proc.Var, t proc.Type) proc.Var {
	if deriv.Tangent(t) == c.Type {
		return c
	}
	if deriv.Tangent(t) == proc.Unit {
		b.Elim(c)
		return b.Unit()
	}
	switch t := t.(type) {
	case *proc.ArrayType:
		parts := b.Untuple(c, "c", "v")
		b.Elim(parts[1])
		return parts[0]
	case *proc.TupleType:
		cs := b.Untuple(c, "c")
		for i, e := range t.Elems {
			cs[i] = Strip(b, cs[i], e)
		}
		return b.Tuple("d", cs...)
	case *proc.SumType:
		out := b.Var("d", deriv.Tangent(t))
		branch := func(left bool) proc.Branch {
			side := t.L
			if !left {
				side = t.R
			}
			in := &proc.Builder{Names: b.Names}
			x := in.Var("c", deriv.Cotangent(side))
			d := Strip(in, x, side)
			if left {
				in.Emit(&proc.Inl{Out: out, In: d})
			} else {
				in.Emit(&proc.Inr{Out: out, In: d})
			}
			return proc.Branch{Var: x, Body: in.Body}
		}
		b.Emit(&proc.Case{In: c, L: branch(true), R: branch(false)})
		return out
	}
	return c
}
