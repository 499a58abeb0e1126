package loops

import (
	"procad/proc"
	"procad/proc/deriv"
	"procad/proc/linear"
	"procad/split"
)

// Update is update.k.m$loop{f}: the loop whose iterations update an array, which
// they hand on, where those of loop{f} add to an accumulator (split/update.go).
// An iteration now needs the array of the one before, so loops that commute
// become folds, in the order in which loop{f} counts:
//
//	update.k.m$fold{f} [θ] (v, (n, s))  = fold{update.k'.m$f} [θ] (n, (v, s))         likewise nTimes, foldr, ccl
//	update.k.m$sum{f} [θ] (v, n)        = fold{iteration.update.k.m$sum{f}} [θ] (n, (v, 0))
//	iteration.update.k.m$sum{f} [i, θ] (v, y) = (v', y + y')    where (v', y') = update.k'.m$f [i, θ] (v, ())
//
// adds begins with its value, build puts y' in its place, and while hands on what
// says whether it goes on.
func Update(lib split.Library, d proc.Deriv, name proc.Func) (*proc.Def, error) {
	kind, body, _ := name.Loop()
	f, err := lib.Sig(body)
	if err != nil {
		return nil, err
	}
	whole, _, _, iteration := deriv.IsIteration(d)
	if !iteration {
		whole = d
	}
	parts, _ := deriv.IsUpdate(whole)
	for i := range parts {
		parts[i].Place += kind.Indices()
	}
	if ways[kind] == Max {
		return nil, split.ErrNoUpdate
	}
	l := &loop{lib: lib, name: name, kind: kind, body: body, f: f, policy: split.Recompute}
	m := newMaker(l, d)
	zone, _, array, err := split.UpdateZone(f.Zone, parts, m.b.Names)
	if err != nil {
		return nil, err
	}
	u := &update{
		loop: l, maker: m, f: deriv.Update(parts).Of(body), iteration: deriv.Iteration(whole).Of(name),
		zone: zone[kind.Indices():], array: array,
	}
	if _, err := lib.Sig(u.f); err != nil {
		return nil, err
	}
	if iteration {
		m.def.Out, err = u.aroundBody()
	} else {
		m.def.Out, err = u.run()
	}
	m.def.Body = linear.SimplifyUnless(lib.Without(), m.b.Body)
	return m.def, err
}

type update struct {
	*loop
	*maker
	f, iteration proc.Func // the body that updates, and the iteration around it
	zone         []proc.Ref
	array        proc.Type
}

// fold runs the loop from a state that has the array first.
func (u *update) fold(loop proc.Func, zone []string, n proc.Var, state ...proc.Var) proc.Var {
	st := u.b.Tuple("st", state...)
	return u.b.Call("o", st.Type, loop, zone, u.b.Tuple("a", n, st))
}

func (u *update) run() (proc.Var, error) {
	b, zone := u.b, namesOf(u.zone)
	state := u.loop.f.In
	switch ways[u.kind] {
	case Kept, Whiles:
		a := u.in(u.zone, proc.NewTuple(u.array, proc.NewTuple(proc.Int, state)), "v", "a")
		ns := b.Untuple(a[1], "n", "s")
		body := u.f
		if u.kind == proc.While {
			body = u.iteration
		}
		return u.fold(deriv.With(u.loop.run(), deriv.StrategyOf(u.name)).Of(body), zone, ns[0], a[0], ns[1]), nil
	case Adds:
		a := u.in(u.zone, proc.NewTuple(u.array, proc.NewTuple(proc.Int, u.loop.f.Out)), "v", "a")
		ns := b.Untuple(a[1], "n", "s")
		return u.fold(proc.Fold.Of(u.iteration), zone, ns[0], a[0], ns[1]), nil
	}
	if u.kind == proc.SumOf {
		a := u.in(u.zone, proc.NewTuple(u.array, proc.Int), "v", "n")
		return u.fold(proc.Fold.Of(u.iteration), zone, a[1], a[0], zeroOf(b, u.loop.f.Out)), nil
	}
	a := u.in(u.zone, proc.NewTuple(u.array, u.counts()), "v", "n")
	n, room := b.Dup(a[1])
	y := b.Call("y", u.result(), proc.FamilyOf("blank", u.result()), nil, room)
	counts, total, done := u.flatten(u.maker, n)
	o := u.fold(proc.Fold.Of(u.iteration), append(counts, zone...), total, a[0], y)
	done()
	return o, nil
}

// aroundBody is the iteration of the loops whose bodies have no state.
func (u *update) aroundBody() (o proc.Var, err error) {
	b := u.b
	if u.kind == proc.While {
		s := u.in(u.zone, proc.NewTuple(u.array, u.loop.f.In), "s")[0]
		vs, err := u.call(u.lib, "vs", u.f, u.zone, s)
		if err != nil {
			return o, err
		}
		parts := b.Untuple(vs, "v", "s")
		on := b.Untuple(parts[1], "on", "s")
		return b.Tuple("o", on[0], b.Tuple("s", parts[0], on[1])), nil
	}
	number, counts := u.flatZone(u.maker)
	a := u.in(join([]proc.Ref{number}, counts, u.zone), proc.NewTuple(u.array, u.result()), "v", "y")
	u.at(u.maker, number, counts, func(idx []proc.Ref) {
		var vx proc.Var
		if vx, err = u.call(u.lib, "vx", u.f, join(idx, u.zone), b.Tuple("vu", a[0], b.Unit())); err != nil {
			return
		}
		parts := b.Untuple(vx, "v", "x")
		y := a[1]
		if u.adds() {
			y = plus(b, y, parts[1])
		} else {
			y = setAt(b, y, idx, parts[1])
		}
		o = b.Tuple("o", parts[0], y)
	})
	return o, err
}
