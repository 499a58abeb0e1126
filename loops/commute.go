package loops

import (
	"procad/optim"
	"procad/proc"
	"procad/split"
)

// commuteRules are build, sum and adds, whose turns touch nothing but Θ and their
// own result. Nothing is carried from turn to turn, so the reverse pass may
// run them in any order, and may run the forward pass of a turn again instead
// of keeping its trace:
//
//	revf$sum{f} [θ] n      = (sum{f} [θ] n, n)
//	revr$sum{f} [θ̄] (n, ȳ) = ()    after sum{turn.revr$sum{f}} [θ̄, ȳ] n, with ȳ shared
//	turn.revr$sum{f} [i, θ̄, ȳ] () = revr$f [i, θ̄] (t, ȳ)    where (_, t) = revf$f [i, θ] ()
//
// build differs in that turn i reads its own element of the cotangent, and adds, which adds
// to a value, in that the cotangent of the sum is that of the value too:
//
//	revf$adds{f} [θ] (n, s) = (adds{f} [θ] (n, s), n)
//	revr$adds{f} [θ̄] (n, ȳ) = ((), ȳ)    after the same
//
// A turn
// that is run again keeps the traces of the loops inside (the flavour store),
// so that no operation runs a third time. There, with X the trace of a turn,
//
//	X = ()        nothing is kept and nothing runs again
//	X scalar      the traces make an array, [X]
//	otherwise     they go on a stack, as those of fold do
var commuteRules = map[proc.Deriv]func(*loop, *maker) (proc.Var, error){
	proc.RevF:        commuteForward,
	proc.RevF.Turn(): commuteForwardTurn,
	proc.RevR:        commuteReverse,
	proc.RevR.Turn(): commuteReverseTurn,
}

// keeping says what is kept of the turns.
type keeping int

const (
	keepNothing keeping = iota // the turns run again where they leave a trace
	keepArray
	keepStack
)

func (l *loop) keeping() (keeping, proc.Type, error) {
	if l.fl == split.Recompute {
		return keepNothing, nil, nil
	}
	x, err := l.trace(l.fl)
	switch {
	case err != nil || x == proc.Unit:
		return keepNothing, x, err
	case !l.lib.Without().Has(optim.TraceArrays) && proc.Scalar(x) && idle(x) <= maxIdle && (l.kind != proc.SumOf || tangent(l.f.Out)):
		return keepArray, x, nil
	}
	return keepStack, x, nil
}

// maxIdle is how many words an element of an array of traces may have that say
// nothing: an element has room for both sides of a sum, an item of a stack only
// for the side that ran. A rare branch with a large trace belongs on a stack.
const maxIdle = 4

// idle is the number of words of a value of scalar type t that say nothing when
// every sum in it is on its smaller side.
func idle(t proc.Type) int {
	all, least := words(t)
	return all - least
}

// words counts the words of t, and those that say something at the least.
func words(t proc.Type) (all, least int) {
	switch t := t.(type) {
	case proc.RealType, proc.IntType:
		return 1, 1
	case *proc.TupleType:
		for _, e := range t.Elems {
			a, l := words(e)
			all, least = all+a, least+l
		}
	case *proc.SumType:
		a1, l1 := words(t.L)
		a2, l2 := words(t.R)
		return 1 + a1 + a2, 1 + min(l1, l2)
	}
	return all, least
}

// tangent says that t is a tangent type, so that accumulators can hold a t.
func tangent(t proc.Type) bool { return proc.Tangent(t) == t }

func (l *loop) rank() int { return l.kind.Indices() }

// counts is the type of a build's or sum's argument.
func (l *loop) counts() proc.Type {
	ints := make([]proc.Type, l.rank())
	for i := range ints {
		ints[i] = proc.Int
	}
	return proc.NewTuple(ints...)
}

// each is the kind of loop that runs turns without a result of interest.
func (l *loop) each() proc.LoopKind {
	if l.rank() == 1 {
		return proc.SumOf
	}
	return proc.BuildKind(l.rank())
}

func commuteForward(l *loop, m *maker) (proc.Var, error) {
	keep, x, err := l.keeping()
	if err != nil {
		return proc.Var{}, err
	}
	b := m.b
	n, s := l.begin(m)
	now, kept := b.Dup(n)
	switch {
	case keep == keepArray && l.kind != proc.Adds:
		return l.forwardArray(m, now, kept, x)
	case keep != keepNothing:
		return l.forwardFold(m, now, kept, s, keep, x)
	}
	y, err := m.call(l.lib, "y", l.name, l.zone(), l.argument(b, now, s))
	return b.Tuple("o", y, kept), err
}

// forwardArray keeps an array of traces:
//
//	revf.store$build{f} [θ] n = (v, (n, ts))    where (v, ts) = unzip (build{revf.store$f} [θ] n)
//	revf.store$sum{f} [θ] n   = (y, (n, ts))    where y = Accum 0 (s. ts = build{turn} [θ, s] n)
//	turn [i, θ, s] ()         = t               where (y, t) = revf.store$f [i, θ] (), Add s y
func (l *loop) forwardArray(m *maker, now, kept proc.Var, x proc.Type) (proc.Var, error) {
	b := m.b
	traces := proc.NewArray(l.rank(), x)
	if l.kind != proc.SumOf {
		vt, err := m.call(l.lib, "vt", l.kind.Of(l.fl.F.Of(l.body)), l.zone(), now)
		if err != nil {
			return proc.Var{}, err
		}
		both := proc.NewTuple(l.result(), traces)
		parts := b.Untuple(b.Call("both", both, proc.FamilyOf("unzip", l.result(), traces), nil, vt), "v", "ts")
		return b.Tuple("o", parts[0], b.Tuple("x", kept, parts[1])), nil
	}
	turn := proc.Build.Of(l.fl.F.Turn().Of(l.name))
	if l.f.Out == proc.Unit {
		ts := b.Call("ts", traces, turn, namesOf(l.zone()), now)
		return b.Tuple("o", b.Unit(), b.Tuple("x", kept, ts)), nil
	}
	var ts proc.Var
	y := b.Accum(zeroOf(b, l.f.Out), "y.sum", func(s string) {
		ts = b.Call("ts", traces, turn, append(namesOf(l.zone()), s), now)
	})
	return b.Tuple("o", y, b.Tuple("x", kept, ts)), nil
}

// zeroOf is 0 of a type that sum can add.
func zeroOf(b *proc.Builder, t proc.Type) proc.Var {
	switch t := t.(type) {
	case proc.RealType:
		return as(b, t, b.Real("zero", 0))
	case proc.IntType:
		return b.Int("zero", 0)
	case *proc.TupleType:
		parts := make([]proc.Var, len(t.Elems))
		for i, e := range t.Elems {
			parts[i] = zeroOf(b, e)
		}
		return b.Tuple("zero", parts...)
	}
	return b.Unit()
}

// plus adds two values of a type that sum can add.
func plus(b *proc.Builder, x, y proc.Var) proc.Var {
	switch t := x.Type.(type) {
	case proc.RealType:
		x, y = as(b, proc.Real, x), as(b, proc.Real, y)
		return as(b, t, b.Call("plus", proc.Real, "add", nil, b.Tuple("xy", x, y)))
	case proc.IntType:
		return b.Call("plus", t, "iadd", nil, b.Tuple("xy", x, y))
	case *proc.TupleType:
		xs, ys := b.Untuple(x, "x"), b.Untuple(y, "y")
		for i := range xs {
			xs[i] = plus(b, xs[i], ys[i])
		}
		return b.Tuple("plus", xs...)
	}
	b.Elim(y)
	return x
}

// as holds a Real, or frees it.
func as(b *proc.Builder, t proc.Type, x proc.Var) proc.Var {
	switch {
	case x.Type == t:
		return x
	case t == proc.Held:
		return b.Call(x.Name, t, proc.FamilyOf("hold", x.Type), nil, x)
	}
	return b.Call(x.Name, t, proc.FamilyOf("free", x.Type, t), nil, x)
}

// forwardFold keeps a stack of traces, from the first turn to the last. The
// result of the turns is carried along: the array so far, or the sum so far.
// adds does so with an array of traces too, for it adds in order.
//
//	revf.store$build{f} [θ] n = (v, (n, k))    where (k, v) = fold{turn} [θ] (n, (empty n, blank n))
//	turn [l, θ] (k, v)        = (push (k, t), v[i] := x)    where (x, t) = revf.store$f [i, θ] ()
func (l *loop) forwardFold(m *maker, now, kept, start proc.Var, keep keeping, x proc.Type) (proc.Var, error) {
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
	if keep == keepArray {
		k = b.Call("ts", traces, proc.FamilyOf("blank", traces), nil, room)
	} else {
		k = b.Call("k", traces, proc.FamilyOf("empty", x), nil, room)
	}
	st := b.Tuple("st", k, start)
	st = b.Call("st'", st.Type, proc.Fold.Of(l.fl.F.Turn().Of(l.name)), append(zone, namesOf(l.zone())...), b.Tuple("a", total, st))
	close()
	ks := b.Untuple(st, "k'", "y")
	return b.Tuple("o", ks[1], b.Tuple("x", kept, ks[0])), nil
}

// flatten gives the number of turns of a loop over several indices, and names
// all counts but the first in Θ, for the turns to take the number of a turn
// apart. Statements until close may use the names.
func (l *loop) flatten(m *maker, counts proc.Var) (zone []string, total proc.Var, close func()) {
	b := m.b
	if l.rank() == 1 {
		return nil, counts, func() {}
	}
	ns := b.Untuple(counts, "n")
	total = ns[0]
	type scope struct {
		outer proc.Procedure
		in    proc.Var
		name  string
	}
	var scopes []scope
	for _, n := range ns[1:] {
		var again proc.Var
		n, again = b.Dup(n)
		total = b.Call("total", proc.Int, "imul", nil, b.Tuple("nm", total, again))
		s := scope{in: n, name: b.Names.Fresh(n.Name + ".s")}
		scopes = append(scopes, s)
		zone = append(zone, s.name)
	}
	for i := range scopes {
		scopes[i].outer = b.Body
		b.Body = nil
	}
	return zone, total, func() {
		for i := len(scopes) - 1; i >= 0; i-- {
			s := scopes[i]
			out := b.Var(s.in.Name, proc.Int)
			b.Body = append(s.outer, &proc.Share{Out: out, In: s.in, Name: s.name, Body: b.Body}, &proc.Elim{In: out})
		}
	}
}

// flatZone is the zone of a turn that counts all indices in one, l.
func (l *loop) flatZone(m *maker) (number proc.Ref, counts []proc.Ref) {
	number = proc.Ref{Name: m.b.Names.Fresh("l"), Mode: proc.Shared, Type: proc.Int}
	for range l.rank() - 1 {
		counts = append(counts, proc.Ref{Name: m.b.Names.Fresh("n"), Mode: proc.Shared, Type: proc.Int})
	}
	return number, counts
}

// at runs body with the indices of turn l in scope under the names of the
// body's indices: the last index runs fastest.
func (l *loop) at(m *maker, number proc.Ref, counts []proc.Ref, body func(idx []proc.Ref)) {
	b := m.b
	if l.rank() == 1 {
		body([]proc.Ref{number})
		return
	}
	rest := b.Read("l", proc.Int, number.Name)
	idx := make([]proc.Ref, l.rank())
	values := make([]proc.Var, l.rank())
	for i := l.rank() - 1; i > 0; i-- {
		var again proc.Var
		rest, again = b.Dup(rest)
		n := b.Read("n", proc.Int, counts[i-1].Name)
		var n2 proc.Var
		n, n2 = b.Dup(n)
		values[i] = b.Call("i", proc.Int, "imod", nil, b.Tuple("ln", again, n))
		rest = b.Call("l", proc.Int, "idiv", nil, b.Tuple("ln", rest, n2))
	}
	values[0] = rest
	var open func(i int)
	open = func(i int) {
		if i == l.rank() {
			body(idx)
			return
		}
		b.Elim(b.Share(values[i], l.indices()[i].Name+".s", func(s string) {
			idx[i] = proc.Ref{Name: s, Mode: proc.Shared, Type: proc.Int}
			open(i + 1)
		}))
	}
	open(0)
}

// commuteForwardTurn is the turn of the loop that keeps traces.
func commuteForwardTurn(l *loop, m *maker) (proc.Var, error) {
	keep, x, err := l.keeping()
	if err != nil {
		return proc.Var{}, err
	}
	b := m.b
	if keep == keepArray && l.kind != proc.Adds {
		sum := proc.Ref{Name: b.Names.Fresh("y.sum"), Mode: proc.Accumulator, Type: l.f.Out}
		zone := l.f.Zone
		if l.f.Out != proc.Unit {
			zone = join(zone, []proc.Ref{sum})
		}
		u := m.in(zone, proc.Unit, "u")[0]
		yt, err := m.call(l.lib, "yt", l.fl.F.Of(l.body), l.f.Zone, u)
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
	l.at(m, number, counts, func(idx []proc.Ref) {
		var xt proc.Var
		if xt, err = m.call(l.lib, "xt", l.fl.F.Of(l.body), join(idx, l.zone()), b.Unit()); err != nil {
			return
		}
		parts := b.Untuple(xt, "x", "t")
		if keep == keepArray {
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

// setAt is v[i] := x.
func setAt(b *proc.Builder, v proc.Var, idx []proc.Ref, x proc.Var) proc.Var {
	in := []proc.Var{v}
	for _, i := range idx {
		in = append(in, b.Read("i", proc.Int, i.Name))
	}
	swapped := b.Call("vx", proc.NewTuple(v.Type, x.Type), proc.FamilyOf("swap", v.Type), nil, b.Tuple("a", append(in, x)...))
	old := b.Untuple(swapped, "v'", "old")
	b.Elim(old[1])
	return old[0]
}

// traces is the type of what is kept of the turns.
func (l *loop) traces(keep keeping, x proc.Type) proc.Type {
	if keep == keepArray {
		return proc.NewArray(l.rank(), x)
	}
	return proc.NewStack(x)
}

func commuteReverse(l *loop, m *maker) (proc.Var, error) {
	keep, x, err := l.keeping()
	if err != nil {
		return proc.Var{}, err
	}
	b := m.b
	zone := proc.CotangentZone(l.zone(), m.bar)
	cot := proc.Cotangent(l.result())
	kept := l.counts()
	if keep != keepNothing {
		kept = proc.NewTuple(kept, l.traces(keep, x))
	}
	a := m.in(zone, proc.NewTuple(kept, cot), "x", "y.bar")
	d := l.cotangent(b, a[1])
	turn := l.fl.R.Turn().Of(l.name)
	shared := func(v proc.Var, name string, body func(zone []string)) proc.Var {
		if v.Type == proc.Unit {
			body(nil)
			return v
		}
		return b.Share(v, name, func(s string) { body([]string{s}) })
	}
	d = shared(d, "d", func(ds []string) {
		switch keep {
		case keepNothing:
			b.Elim(b.Call("u", l.unit(), l.each().Of(turn), append(namesOf(zone), ds...), a[0]))
		case keepArray:
			parts := b.Untuple(a[0], "n", "ts")
			b.Elim(shared(parts[1], "t.s", func(ts []string) {
				all := append(append(namesOf(zone), ds...), ts...)
				b.Elim(b.Call("u", l.unit(), l.each().Of(turn), all, parts[0]))
			}))
		case keepStack:
			parts := b.Untuple(a[0], "n", "k")
			counts, total, close := l.flatten(m, parts[0])
			all := append(append(counts, namesOf(zone)...), ds...)
			k := b.Call("k'", parts[1].Type, proc.FoldR.Of(turn), all, b.Tuple("a", total, parts[1]))
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

// cotangent is what the turns read of ȳ: an array comes with its primal, which
// nobody needs any more.
func (l *loop) cotangent(b *proc.Builder, y proc.Var) proc.Var {
	if l.adds() {
		return y
	}
	if proc.Discrete(l.result()) {
		b.Elim(y)
		return b.Unit()
	}
	parts := b.Untuple(y, "c", "v")
	b.Elim(parts[1])
	return parts[0]
}

// unit is the type of the result of a loop whose turns give ().
func (l *loop) unit() proc.Type {
	if l.each() == proc.SumOf {
		return proc.Unit
	}
	return proc.NewArray(l.rank(), proc.Unit)
}

// commuteReverseTurn is the turn of the loop that the reverse pass runs.
func commuteReverseTurn(l *loop, m *maker) (proc.Var, error) {
	keep, x, err := l.keeping()
	if err != nil {
		return proc.Var{}, err
	}
	b := m.b
	zone := proc.CotangentZone(l.zone(), m.bar)
	var ds []proc.Ref
	if d := proc.Tangent(l.result()); d != proc.Unit {
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
		y := read("y.bar", ds, proc.Tangent(l.f.Out), idx)
		u, err := m.call(l.lib, "u", split.Store.R.Of(l.body), join(idx, zone), b.Tuple("ty", t, y))
		if err == nil {
			b.Elim(u)
		}
		return err
	}

	if keep == keepStack {
		number, counts := l.flatZone(m)
		k := m.in(join([]proc.Ref{number}, counts, zone, ds), proc.NewStack(x), "k")[0]
		kt := b.Untuple(b.Call("kt", proc.NewTuple(k.Type, x), proc.FamilyOf("pop", x), nil, k), "k'", "t")
		l.at(m, number, counts, func(idx []proc.Ref) { err = reverse(idx, kt[1]) })
		return kt[0], err
	}
	var ts []proc.Ref
	if keep == keepArray {
		ts = []proc.Ref{{Name: b.Names.Fresh("t.s"), Mode: proc.Shared, Type: proc.NewArray(l.rank(), x)}}
	}
	u := m.in(join(l.indices(), zone, ds, ts), proc.Unit, "u")[0]
	b.Elim(u)
	var t proc.Var
	if keep == keepArray {
		t = read("t", ts, x, l.indices())
	} else if t, err = traceOf(l, m); err != nil {
		return proc.Var{}, err
	}
	if err := reverse(l.indices(), t); err != nil {
		return proc.Var{}, err
	}
	return b.Unit(), nil
}
