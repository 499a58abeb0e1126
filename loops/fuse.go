package loops

import (
	"fmt"

	"procad/internal/optim"
	"procad/prim"
	"procad/proc"
	"procad/proc/deriv"
)

// Sweep is the way of a sum of Reals in one sweep. Its derivative is linear in the
// cotangent of the sum, so each iteration can run backwards right after it ran
// forwards, at a cotangent of 1, with its trace still at hand:
//
//	revf.fuse$sum{f} [θ] n      = (y, ḡ…)    where ḡ… = Accum 0 (g…. y = sum{iteration.revf.fuse$sum{f}} [θ, g…] n)
//	iteration.revf.fuse$sum{f} [i, θ, g…] () = y  after revr$f [i, θ, g…] (t, 1), where (y, t) = revf$f [i, θ] ()
//	revr.fuse$sum{f} [θ̄] (ḡ…, ȳ) = ()        after θ̄ += smul (ȳ, ḡ), for each name of θ
//
// adds is swept in the same way, and revr.fuse$adds{f} [θ̄] (ḡ…, ȳ) = ((), ȳ).
const Sweep Way = "loop in one sweep"

// active are the names of the zone that have a cotangent.
func (l *loop) active() []proc.Ref {
	var refs []proc.Ref
	for _, r := range l.zone() {
		if !deriv.Discrete(r.Type) {
			refs = append(refs, r)
		}
	}
	return refs
}

func fuseForward(l *loop, m *maker) (proc.Var, error) {
	b := m.b
	n, s := l.begin(m)
	active := l.active()
	gs := make([]proc.Var, len(active))
	var y proc.Var
	var err error
	var open func(k int)
	open = func(k int) {
		if k == len(active) {
			y, err = m.call(l.lib, "y", l.kind.Of(deriv.Iteration(l.policy.F).Of(l.name)), deriv.CotangentZone(l.zone(), m.bar), l.argument(b, n, s))
			return
		}
		r := active[k]
		var zero proc.Var
		if r.Type == proc.Real {
			zero = b.Real(r.Name+".g", 0)
		} else {
			zero = b.Call(r.Name+".g", deriv.Tangent(r.Type), proc.FamilyOf("zeros", r.Type), []string{r.Name}, b.Unit())
		}
		outer := b.Body
		b.Body = nil
		open(k + 1)
		gs[k] = b.Var(r.Name+".g", zero.Type)
		b.Body = append(outer, &proc.Accum{Out: gs[k], In: zero, Name: m.bar(r.Name), Body: b.Body})
	}
	open(0)
	if err != nil {
		return proc.Var{}, err
	}
	return b.Tuple("o", y, b.Tuple("g", gs...)), nil
}

func fuseForwardIteration(l *loop, m *maker) (proc.Var, error) {
	b := m.b
	zone := deriv.CotangentZone(l.f.Zone, m.bar)
	u := m.in(zone, proc.Unit, "u")[0]
	yt, err := m.call(l.lib, "yt", l.plan.F(l.body), l.f.Zone, u)
	if err != nil {
		return proc.Var{}, err
	}
	parts := b.Untuple(yt, "y", "t")
	u, err = m.call(l.lib, "u", l.plan.R(l.body), zone, b.Tuple("ty", parts[1], b.Real("one", 1)))
	b.Elim(u)
	return parts[0], err
}

func fuseReverse(l *loop, m *maker) (proc.Var, error) {
	b := m.b
	active := l.active()
	types := make([]proc.Type, len(active))
	for k, r := range active {
		types[k] = r.Type
	}
	a := m.in(deriv.CotangentZone(l.zone(), m.bar), proc.NewTuple(proc.NewTuple(types...), proc.Real), "g", "y.bar")
	gs := []proc.Var{a[0]}
	if len(active) != 1 {
		gs = b.Untuple(a[0], "g")
	}
	y := b.Share(a[1], "d", func(d string) {
		for k, r := range active {
			if r.Type == proc.Real {
				b.Emit(&proc.Add{Ref: m.bar(r.Name), In: b.Call("c", proc.Real, l.scaling(), nil, b.Tuple("dg", b.Read("d", proc.Real, d), gs[k]))})
				continue
			}
			rank := r.Type.(*proc.ArrayType).Rank
			iteration := proc.BuildKind(rank).Of(deriv.IterationOfPart(l.policy.R, deriv.Scale, k).Of(l.name))
			b.Elim(b.Share(gs[k], r.Name+".g", func(g string) {
				dims := make([]proc.Var, rank)
				for axis := range dims {
					dims[axis] = b.Var("n", proc.Int)
					b.Emit(&proc.Size{Out: dims[axis], Ref: g, Axis: axis})
				}
				b.Elim(b.Call("u", proc.NewArray(rank, proc.Unit), iteration, []string{m.bar(r.Name), g, d}, b.Tuple("dims", dims...)))
			}))
		}
	})
	if l.kind == proc.Adds {
		return cotOfCounted(b, y), nil
	}
	b.Elim(y)
	return b.Unit(), nil
}

// fuseScaleIteration scales one element of the k-th name:
//
//	scalek.revr.fuse$sum{f} [i…, θ̄, g, ȳ] () = ()    after θ̄[i…] += smul (ȳ, g[i…])
func fuseScaleIteration(l *loop, m *maker) (proc.Var, error) {
	active := l.active()
	if l.part < 0 || l.part >= len(active) || active[l.part].Type == proc.Real {
		return proc.Var{}, fmt.Errorf("nothing is called %s", m.def.Name)
	}
	b := m.b
	r := active[l.part]
	fresh := func(name string, mode proc.Mode, t proc.Type) proc.Ref {
		return proc.Ref{Name: b.Names.Fresh(name), Mode: mode, Type: t}
	}
	bar := proc.Ref{Name: m.bar(r.Name), Mode: proc.Accumulator, Type: r.Type}
	g, d := fresh("g", proc.Shared, r.Type), fresh("d", proc.Shared, proc.Real)
	var idx []proc.Ref
	for range r.Type.(*proc.ArrayType).Rank {
		idx = append(idx, fresh("i", proc.Shared, proc.Int))
	}
	u := m.in(join(idx, []proc.Ref{bar, g, d}), proc.Unit, "u")[0]
	b.Elim(u)
	at := func() (is []proc.Var) {
		for _, i := range idx {
			is = append(is, b.Read("i", proc.Int, i.Name))
		}
		return is
	}
	x := b.Read("x", proc.Real, g.Name, at()...)
	c := b.Call("c", proc.Real, l.scaling(), nil, b.Tuple("dx", b.Read("d", proc.Real, d.Name), x))
	b.Emit(&proc.Add{Ref: bar.Name, Idx: at(), In: c})
	return b.Unit(), nil
}

// scaling is the product of the cotangent of the loop's result and a derivative that was computed for the
// cotangent 1. The derivative may be infinite or NaN where the cotangent is 0.
func (l *loop) scaling() proc.Func {
	if l.lib.Without().Has(optim.StrongZeros) {
		return prim.Mul
	}
	return prim.SMul
}
