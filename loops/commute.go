package loops

import (
	"procad/proc"
	"procad/proc/deriv"
	"procad/split"
)

// Commuting is the way of build, sum and adds, whose iterations touch nothing but Θ and their
// own result. Nothing is carried from iteration to iteration, so the reverse pass may
// run them in any order, and may run the forward pass of an iteration again instead
// of keeping its trace:
//
//	revf$sum{f} [θ] n      = (sum{f} [θ] n, n)
//	revr$sum{f} [θ̄] (n, ȳ) = ()    after sum{iteration.revr$sum{f}} [θ̄, ȳ] n, with ȳ shared
//	iteration.revr$sum{f} [i, θ̄, ȳ] () = revr$f [i, θ̄] (t, ȳ)    where (_, t) = revf$f [i, θ] ()
//
// build differs in that iteration i reads its own element of the cotangent, and adds, which adds
// to a value, in that the cotangent of the sum is that of the value too:
//
//	revf$adds{f} [θ] (n, s) = (adds{f} [θ] (n, s), n)
//	revr$adds{f} [θ̄] (n, ȳ) = ((), ȳ)    after the same
//
// An iteration that is run again keeps the traces of the loops inside (the policy
// store), so that no operation runs a third time. There, with X the trace of an
// iteration,
//
//	X = ()        nothing is kept and nothing runs again
//	X scalar      the traces make an array, [X]
//	otherwise     they go on a stack, as those of fold do
const Commuting Way = "loop that commutes"

// keeps says that something is kept of the iterations.
func keeps(plan split.PlanName) bool { return plan == split.StoreArray || plan == split.StoreStack }

func (l *loop) rank() int { return l.kind.Indices() }

// counts is the type of a build's or sum's argument.
func (l *loop) counts() proc.Type {
	ints := make([]proc.Type, l.rank())
	for i := range ints {
		ints[i] = proc.Int
	}
	return proc.NewTuple(ints...)
}

// each is the kind of loop that runs iterations without a result of interest.
func (l *loop) each() proc.LoopKind {
	if l.rank() == 1 {
		return proc.SumOf
	}
	return proc.BuildKind(l.rank())
}

func commuteForward(l *loop, m *maker) (proc.Var, error) {
	keep, x := l.plan.Name, l.plan.Trace
	b := m.b
	n, s := l.begin(m)
	now, kept := b.Dup(n)
	switch {
	case keep == split.StoreArray && l.kind != proc.Adds:
		return l.forwardArray(m, now, kept, x)
	case keeps(keep):
		return l.forwardFold(m, now, kept, s, keep, x)
	}
	y, err := m.call(l.lib, "y", l.name, l.zone(), l.argument(b, now, s))
	return b.Tuple("o", y, kept), err
}

func commuteReverse(l *loop, m *maker) (proc.Var, error) {
	keep, x := l.plan.Name, l.plan.Trace
	b := m.b
	zone := deriv.CotangentZone(l.zone(), m.bar)
	cot := deriv.Cotangent(l.result())
	kept := l.counts()
	if keeps(keep) {
		kept = proc.NewTuple(kept, l.traces(keep, x))
	}
	a := m.in(zone, proc.NewTuple(kept, cot), "x", "y.bar")
	d := l.cotangent(b, a[1])
	iteration := deriv.Iteration(l.policy.R).Of(l.name)
	shared := func(v proc.Var, name string, body func(zone []string)) proc.Var {
		if v.Type == proc.Unit {
			body(nil)
			return v
		}
		return b.Share(v, name, func(s string) { body([]string{s}) })
	}
	d = shared(d, "d", func(ds []string) {
		switch keep {
		default:
			b.Elim(b.Call("u", l.unit(), l.each().Of(iteration), append(namesOf(zone), ds...), a[0]))
		case split.StoreArray:
			parts := b.Untuple(a[0], "n", "ts")
			b.Elim(shared(parts[1], "t.s", func(ts []string) {
				all := append(append(namesOf(zone), ds...), ts...)
				b.Elim(b.Call("u", l.unit(), l.each().Of(iteration), all, parts[0]))
			}))
		case split.StoreStack:
			parts := b.Untuple(a[0], "n", "k")
			counts, total, close := l.flatten(m, parts[0])
			all := append(append(counts, namesOf(zone)...), ds...)
			k := b.Call("k'", parts[1].Type, proc.FoldR.Of(iteration), all, b.Tuple("a", total, parts[1]))
			close()
			b.Elim(b.Call("u", proc.Unit, proc.FamilyOf("drained", x), nil, k))
		}
	})
	if l.kind == proc.Adds {
		return cotOfCounted(b, d), nil
	}
	b.Elim(d)
	return b.Unit(), nil
}

// cotangent is what the iterations read of ȳ: an array comes with its primal, which
// nobody needs any more.
func (l *loop) cotangent(b *proc.Builder, y proc.Var) proc.Var {
	if l.adds() {
		return y
	}
	if deriv.Discrete(l.result()) {
		b.Elim(y)
		return b.Unit()
	}
	parts := b.Untuple(y, "c", "v")
	b.Elim(parts[1])
	return parts[0]
}

// unit is the type of the result of a loop whose iterations give ().
func (l *loop) unit() proc.Type {
	if l.each() == proc.SumOf {
		return proc.Unit
	}
	return proc.NewArray(l.rank(), proc.Unit)
}

// commuteReverseIteration is the iteration of the loop that the reverse pass runs.
func commuteReverseIteration(l *loop, m *maker) (proc.Var, error) {
	keep, x := l.plan.Name, l.plan.Trace
	b := m.b
	zone := deriv.CotangentZone(l.zone(), m.bar)
	var ds []proc.Ref
	if d := deriv.Tangent(l.result()); d != proc.Unit {
		ds = []proc.Ref{{Name: b.Names.Fresh("d"), Mode: proc.Shared, Type: d}}
	}
	read := func(name string, refs []proc.Ref, elem proc.Type, idx []proc.Ref) proc.Var {
		if len(refs) == 0 {
			return b.Unit()
		}
		var is []proc.Var
		if _, array := refs[0].Type.(*proc.ArrayType); array {
			for _, i := range idx {
				is = append(is, b.Read("i", proc.Int, i.Name))
			}
		}
		return b.Read(name, elem, refs[0].Name, is...)
	}
	reverse := func(idx []proc.Ref, t proc.Var) error {
		y := read("y.bar", ds, deriv.Tangent(l.f.Out), idx)
		u, err := m.call(l.lib, "u", l.plan.R(l.body), join(idx, zone), b.Tuple("ty", t, y))
		if err == nil {
			b.Elim(u)
		}
		return err
	}

	if keep == split.StoreStack {
		number, counts := l.flatZone(m)
		k := m.in(join([]proc.Ref{number}, counts, zone, ds), proc.NewStack(x), "k")[0]
		kt := b.Untuple(b.Call("kt", proc.NewTuple(k.Type, x), proc.FamilyOf("pop", x), nil, k), "k'", "t")
		var err error
		l.at(m, number, counts, func(idx []proc.Ref) { err = reverse(idx, kt[1]) })
		return kt[0], err
	}
	var ts []proc.Ref
	if keep == split.StoreArray {
		ts = []proc.Ref{{Name: b.Names.Fresh("t.s"), Mode: proc.Shared, Type: proc.NewArray(l.rank(), x)}}
	}
	u := m.in(join(l.indices(), zone, ds, ts), proc.Unit, "u")[0]
	b.Elim(u)
	var t proc.Var
	var err error
	if keep == split.StoreArray {
		t = read("t", ts, x, l.indices())
	} else if t, err = traceOf(l, m); err != nil {
		return proc.Var{}, err
	}
	if err := reverse(l.indices(), t); err != nil {
		return proc.Var{}, err
	}
	return b.Unit(), nil
}
