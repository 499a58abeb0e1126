package loops

import (
	"procad/proc"
	"procad/proc/cost"
	"procad/proc/deriv"
	"procad/split"
)

// What is kept of the iterations, and the forward pass where it is something.

// maxIdle is how many words an element of an array of traces may have that say
// nothing: an element has room for both sides of a sum, an item of a stack only
// for the side that ran. A rare branch with a large trace belongs on a stack.
const maxIdle = 4

// idle is the number of words of a value of scalar type t that say nothing when
// every sum in it is on its smaller side.
func idle(t proc.Type) int64 { return cost.Room(t) - cost.Least(t) }

// traces is the type of what is kept of the iterations.
func (l *loop) traces(keep split.PlanName, x proc.Type) proc.Type {
	if keep == split.StoreArray {
		return proc.NewArray(l.rank(), x)
	}
	return proc.NewStack(x)
}

// forwardArray keeps an array of traces:
//
//	revf.store$build{f} [θ] n = (v, (n, ts))    where (v, ts) = unzip (build{revf.store$f} [θ] n)
//	revf.store$sum{f} [θ] n   = (y, (n, ts))    where y = Accum 0 (s. ts = build{iteration} [θ, s] n)
//	iteration [i, θ, s] ()         = t               where (y, t) = revf.store$f [i, θ] (), Add s y
func (l *loop) forwardArray(m *maker, now, kept proc.Var, x proc.Type) (proc.Var, error) {
	b := m.b
	traces := proc.NewArray(l.rank(), x)
	if l.kind != proc.SumOf {
		vt, err := m.call(l.lib, "vt", l.kind.Of(l.plan.F(l.body)), l.zone(), now)
		if err != nil {
			return proc.Var{}, err
		}
		both := proc.NewTuple(l.result(), traces)
		parts := b.Untuple(b.Call("both", both, proc.FamilyOf("unzip", l.result(), traces), nil, vt), "v", "ts")
		return b.Tuple("o", parts[0], b.Tuple("x", kept, parts[1])), nil
	}
	iteration := proc.Build.Of(deriv.Iteration(l.policy.F).Of(l.name))
	if l.f.Out == proc.Unit {
		ts := b.Call("ts", traces, iteration, namesOf(l.zone()), now)
		return b.Tuple("o", b.Unit(), b.Tuple("x", kept, ts)), nil
	}
	var ts proc.Var
	y := b.Accum(zeroOf(b, l.f.Out), "y.sum", func(s string) {
		ts = b.Call("ts", traces, iteration, append(namesOf(l.zone()), s), now)
	})
	return b.Tuple("o", y, b.Tuple("x", kept, ts)), nil
}

// forwardFold keeps a stack of traces, from the first iteration to the last. The
// result of the iterations is carried along: the array so far, or the sum so far.
// adds does so with an array of traces too, for it adds in order.
//
//	revf.store$build{f} [θ] n = (v, (n, k))    where (k, v) = fold{iteration} [θ] (n, (empty n, blank n))
//	iteration [l, θ] (k, v)        = (push (k, t), v[i] := x)    where (x, t) = revf.store$f [i, θ] ()
func (l *loop) forwardFold(m *maker, now, kept, start proc.Var, keep split.PlanName, x proc.Type) (proc.Var, error) {
	b := m.b
	switch {
	case l.kind == proc.SumOf:
		start = zeroOf(b, l.f.Out)
	case l.kind != proc.Adds:
		var room proc.Var
		now, room = b.Dup(now)
		start = b.Call("v", l.result(), proc.FamilyOf("blank", l.result()), nil, room)
	}
	zone, total, close := l.flatten(m, now)
	total, room := b.Dup(total)
	traces := l.traces(keep, x)
	var k proc.Var
	if keep == split.StoreArray {
		k = b.Call("ts", traces, proc.FamilyOf("blank", traces), nil, room)
	} else {
		k = b.Call("k", traces, proc.FamilyOf("empty", x), nil, room)
	}
	st := b.Tuple("st", k, start)
	st = b.Call("st'", st.Type, proc.Fold.Of(deriv.Iteration(l.policy.F).Of(l.name)), append(zone, namesOf(l.zone())...), b.Tuple("a", total, st))
	close()
	ks := b.Untuple(st, "k'", "y")
	return b.Tuple("o", ks[1], b.Tuple("x", kept, ks[0])), nil
}

// commuteForwardIteration is the iteration of the loop that keeps traces.
func commuteForwardIteration(l *loop, m *maker) (proc.Var, error) {
	keep, x := l.plan.Name, l.plan.Trace
	b := m.b
	if keep == split.StoreArray && l.kind != proc.Adds {
		sum := proc.Ref{Name: b.Names.Fresh("y.sum"), Mode: proc.Accumulator, Type: l.f.Out}
		zone := l.f.Zone
		if l.f.Out != proc.Unit {
			zone = join(zone, []proc.Ref{sum})
		}
		u := m.in(zone, proc.Unit, "u")[0]
		yt, err := m.call(l.lib, "yt", l.plan.F(l.body), l.f.Zone, u)
		if err != nil {
			return proc.Var{}, err
		}
		parts := b.Untuple(yt, "y", "t")
		if l.f.Out == proc.Unit {
			b.Elim(parts[0])
		} else {
			b.Emit(&proc.Add{Ref: sum.Name, In: parts[0]})
		}
		return parts[1], nil
	}
	number, counts := l.flatZone(m)
	a := m.in(join([]proc.Ref{number}, counts, l.zone()), proc.NewTuple(l.traces(keep, x), l.result()), "k", "v")
	var k, v proc.Var
	var err error
	l.at(m, number, counts, func(idx []proc.Ref) {
		var xt proc.Var
		if xt, err = m.call(l.lib, "xt", l.plan.F(l.body), join(idx, l.zone()), b.Unit()); err != nil {
			return
		}
		parts := b.Untuple(xt, "x", "t")
		if keep == split.StoreArray {
			k = setAt(b, a[0], idx, parts[1])
		} else {
			k = b.Call("k'", a[0].Type, proc.FamilyOf("push", x), nil, b.Tuple("kt", a[0], parts[1]))
		}
		if l.adds() {
			v = plus(b, a[1], parts[0])
		} else {
			v = setAt(b, a[1], idx, parts[0])
		}
	})
	if err != nil {
		return proc.Var{}, err
	}
	return b.Tuple("o", k, v), nil
}
