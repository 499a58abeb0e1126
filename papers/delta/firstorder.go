package delta

import (
	"procad/core"
	"procad/core/eval"
	"procad/internal/diag"
	"procad/papers/number"
)

// firstOrder refuses arguments and results with functions in them (footnote 9).
func firstOrder(pos diag.Pos, what string, t core.Type) {
	switch t := t.(type) {
	case *core.FuncType:
		unsupported(pos, "%s of type %s: a function has no tangent", what, t)
	case *core.TupleType:
		for _, e := range t.Elems {
			firstOrder(pos, what, e)
		}
	case *core.SumType:
		for _, c := range t.Cons {
			firstOrder(pos, what, c.Of)
		}
	}
}

// attach makes dual numbers of the Reals of x, from left to right. It is initVars of
// Figure 16 where second numbers them, zip where it is their tangents, and
// initZeros where it is Zero.
//
//	initVars_A : A × Id → D{A} × Id       zip_A : A × δA → D{A}       initZeros_A : A → D{A}
func attach(x eval.Value, second func(primal eval.Value) any) any {
	return number.Map(x, func(r eval.Value) eval.Value { return &Dual{r, second(r)} })
}

// lookup is the value of type δA of a value of type D{A}: what of gives for
// each dual number, () where there is none.
//
//	lookup_A : DeltaMap × D{A} → δA       delta_A : D{A} → δA
func lookup(t core.Type, x any, of func(*Dual) eval.Value) eval.Value {
	return number.Tangent(t, x, func(real any) eval.Value { return of(real.(*Dual)) })
}

// pairs calls f with each dual number of y : D{T} and the number in its place in dy :
// δT. Both have the same constructors and sizes, or the run fails.
func pairs(pos diag.Pos, what string, t core.Type, y any, dy eval.Value, f func(*Dual, eval.Value)) {
	if core.Discrete(t) {
		return
	}
	switch t := t.(type) {
	case *core.TupleType:
		for i, e := range t.Elems {
			pairs(pos, what, e, y.(eval.Tuple)[i], dy.(eval.Tuple)[i], f)
		}
	case *core.SumType:
		v, dv := y.(*eval.Variant), dy.(*eval.Variant)
		if v.Con != dv.Con {
			fail(pos, "seed-tag", "the %s is %s where the value is %s", what, t.Cons[dv.Con].Name, t.Cons[v.Con].Name)
		}
		pairs(pos, what, t.Cons[v.Con].Of, v.Of, dv.Of, f)
	case *core.ArrayType:
		a, da := y.(*eval.Array), dy.(*eval.Array)
		for axis := range a.Dims {
			if a.Dims[axis] != da.Dims[axis] {
				fail(pos, "seed-size", "dimension %d of the %s is not that of the value: %d and %d", axis, what, da.Dims[axis], a.Dims[axis])
			}
		}
		for i := range a.Elems {
			pairs(pos, what, t.Elem, a.Elems[i], da.Elems[i], f)
		}
	default:
		f(y.(*Dual), dy)
	}
}

// A Run is f run forwards on dual numbers. Its tape does not change any more, so that
// it can be run backwards for any number of seeds.
type Run struct {
	Value  eval.Value
	Result any // the value with its dual numbers
	Tape   *Tape
	Steps  int64 // of the machine
	Fused  int64 // bindings on tapes of fused calls
	Visits int64 // of Deltas in the last Reverse

	def  *core.Def
	args []any // with Var 1, 2, …
	m    *machine
}

// Start runs f forwards: the Reals of its arguments have the ids 1, …, a, from left
// to right.
//
//	let (s0, a) = initVars_S (s, 0) in runDelta (a + 1) (D{f} s0)
func Start(l *Library, f *core.Def, args []eval.Value, d number.Domain) (r *Run, err error) {
	defer number.Catch(&err)
	r = &Run{def: f}
	a := 0
	r.m, r.args, r.Result = l.run(f, args, d, func(eval.Value) any { a++; return Var{a} }, func() Slope {
		r.Tape = newTape(a, l.MaxBinds)
		return r.Tape
	})
	r.Value, r.Steps, r.Fused = primal(r.Result), r.m.steps, r.m.fusedBinds
	return r, nil
}

// Value is f without derivatives, and the steps of the machine: what Lemma 3 compares
// the translation with.
func Value(l *Library, f *core.Def, args []eval.Value, d number.Domain) (y eval.Value, steps int64, err error) {
	defer number.Catch(&err)
	m, _, t := l.run(f, args, d, func(eval.Value) any { return nil }, func() Slope { return noSlope{} })
	return primal(t), m.steps, nil
}

// run runs f on arguments whose dual numbers have the given second components. The
// slope is made after them.
func (l *Library) run(
	f *core.Def, args []eval.Value, d number.Domain, second func(eval.Value) any, slope func() Slope,
) (m *machine, s0 []any, t any) {
	if _, err := l.reach(f); err != nil {
		panic(number.Interrupt{Err: err})
	}
	for i, p := range f.Params {
		firstOrder(p.Pos, "a parameter", p.Type)
		s0 = append(s0, attach(args[i], second))
	}
	firstOrder(f.Pos, "a result", f.Result)
	m = &machine{numbers: d, slope: slope(), library: l}
	return m, s0, m.call(f.Pos, f, s0)
}

// Reverse is R{f} of Figure 16, with the adjoints of the result's dual numbers seeded
// directly: dt is of type δT, and nil is 1 for a Real.
//
//	m = eval dt u emptyMap in lookup_S (m, s0)
func (r *Run) Reverse(dt eval.Value) (ds eval.Value, err error) {
	defer number.Catch(&err)
	adjoints := r.Tape.Adjoints(r.m.numbers)
	defer func() { r.Visits = adjoints.Visits }()
	pairs(r.def.Pos, "seed", r.def.Result, r.Result, dt, func(y *Dual, dy eval.Value) { adjoints.Seed(dy, y.Second.(Delta)) })
	adjoints.Run()
	return r.cotangent(func(d *Dual) eval.Value { return adjoints.Of(d.Second.(Var).ID) }), nil
}

// cotangent is lookup_S, as core has it: () if there is nothing in it.
func (r *Run) cotangent(of func(*Dual) eval.Value) eval.Value { return cotangent(r.def, r.args, of) }

func cotangent(f *core.Def, args []any, of func(*Dual) eval.Value) eval.Value {
	all := make(eval.Tuple, len(args))
	discrete := true
	for i, p := range f.Params {
		all[i] = lookup(p.Type, args[i], of)
		discrete = discrete && core.Discrete(p.Type)
	}
	switch {
	case discrete:
		return eval.Tuple{}
	case len(all) == 1:
		return all[0]
	}
	return all
}

// Dot is what Figure 16 differentiates: the dot product of the result with dt,
// computed with dual numbers, which adds its bindings to the tape. Its Delta is u.
//
//	D{\(s, dt). e s ⊙_T dt} (s0, initZeros_T dt)
func (r *Run) Dot(dt eval.Value) (u Delta, err error) {
	defer number.Catch(&err)
	var sum any = &Dual{Second: Zero{}}
	first := true
	pairs(r.def.Pos, "seed", r.def.Result, r.Result, dt, func(y *Dual, dy eval.Value) {
		term := r.m.primitive(r.def.Pos, core.Mul, []any{y, &Dual{dy, Zero{}}})
		if first {
			sum, first = term, false
		} else {
			sum = r.m.primitive(r.def.Pos, core.Add, []any{sum, term})
		}
	})
	return sum.(*Dual).Second.(Delta), nil
}

// ReverseOf is lookup_S of eval 1 u, for the Delta of Dot.
func (r *Run) ReverseOf(u Delta) (ds eval.Value, err error) {
	defer number.Catch(&err)
	adjoints := r.Tape.Adjoints(r.m.numbers)
	adjoints.Seed(r.m.numbers.Literal(r.def.Pos, 1), u)
	adjoints.Run()
	return r.cotangent(func(d *Dual) eval.Value { return adjoints.Of(d.Second.(Var).ID) }), nil
}

// JVP is F{f} of Figures 4 and 16: the value and the tangent of the result.
//
//	F{e} = \x. delta_T (D{e} (zip_S x))
func JVP(l *Library, f *core.Def, args, tangents []eval.Value, d number.Domain) (y, dy eval.Value, err error) {
	defer number.Catch(&err)
	var list []eval.Value
	for i, p := range f.Params {
		pairs(p.Pos, "tangent", p.Type, attach(args[i], func(eval.Value) any { return nil }), tangents[i],
			func(_ *Dual, dx eval.Value) { list = append(list, dx) })
	}
	next := func(eval.Value) any {
		dx := list[0]
		list = list[1:]
		return dx
	}
	_, _, t := l.run(f, args, d, next, func() Slope { return Forward{d} })
	return primal(t), lookup(f.Result, t, func(y *Dual) eval.Value { return y.Second.(eval.Value) }), nil
}
