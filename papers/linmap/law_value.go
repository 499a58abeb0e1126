package linmap

import (
	"procad/core"
	"procad/papers/ks"
)

// value uses an equation on what is no map; nil if none fits. They are those that
// the optimiser of Section 3 has beside the laws of linear maps.
func value(t *ks.Call) ks.Term {
	args := t.Args()
	switch f := t.Fun.(type) {
	case ks.Select:
		switch x := t.Arg.(type) {
		case *ks.Pair: // πk((e1, …, en)) = ek
			return x.Elems[f.K]
		case *ks.Let, *ks.Case: // πk(let y = e in b) = let y = e in πk(b)
			return through(x, func(b ks.Term) ks.Term { return ks.Do(t.At, f, b) })
		}
		if isA[ks.Zero](t.Arg) { // πk(0) = 0
			return nought(t)
		}
	case ks.Op:
		return arithmetic(f.Op, t, args)
	case ks.Times: // k * 0 = 0
		if isA[ks.Zero](args[1]) {
			return nought(t)
		}
	case ks.Index:
		if isA[ks.Zero](args[1]) { // 0[i] = 0
			return nought(t)
		}
		if _, build, ok := is[ks.Build](args[1]); ok { // build(n, λi. e)[j] = let i = j in e
			e := ks.Copy(build[1]).(*ks.Lambda)
			return ks.In(e.Var, args[0], e.Body)
		}
	case ks.Size:
		if _, build, ok := is[ks.Build](t.Arg); ok && f.Axis == 0 { // sz(build(n, λi. e)) = n
			return build[0]
		}
	case ks.Build: // build(n, λi. 0) = 0
		if isA[ks.Zero](args[1].(*ks.Lambda).Body) {
			return nought(t)
		}
	case ks.Add:
		if isA[ks.Zero](t.Arg) { // sum(0) = 0
			return nought(t)
		}
		return oneHot(t)
	}
	return nil
}

// nought is the 0 of the type of t, which is a tangent's.
func nought(t ks.Term) ks.Term { return ks.Do(t.Pos(), ks.Zero{Of: t.Type()}) }

// arithmetic is 0 + x = x and x + 0 = x.
func arithmetic(op core.Op, t *ks.Call, args []ks.Term) ks.Term {
	switch {
	case op == core.Add && isA[ks.Zero](args[0]):
		return args[1]
	case op == core.Add && isA[ks.Zero](args[1]):
		return args[0]
	}
	return nil
}

// oneHot is the rule of Section 4 for the sum of a vector that is 0 but in one place.
//
//	sum(build(n, λi. if i == ei then e else 0)) = let i = ei in e        i ∉ ei
func oneHot(t *ks.Call) ks.Term {
	_, build, ok := is[ks.Build](t.Arg)
	if !ok {
		return nil
	}
	f := build[1].(*ks.Lambda)
	c, ok := f.Body.(*ks.Case)
	if !ok || !ks.Equal(c.X.Type(), ks.Bool) || !isA[ks.Zero](c.Arms[1].Body) {
		return nil
	}
	eq, ok := c.X.(*ks.Call)
	if !ok || eq.Fun != (ks.Fun)(ks.Op{Op: core.Eq}) {
		return nil
	}
	a, b := eq.Args()[0], eq.Args()[1]
	if !isVar(a, f.Var) {
		a, b = b, a
	}
	if !isVar(a, f.Var) || ks.Uses(b, f.Var) > 0 {
		return nil
	}
	return ks.In(f.Var, b, c.Arms[0].Body)
}

func isVar(t ks.Term, x *ks.Var) bool {
	u, ok := t.(*ks.Use)
	return ok && u.Var == x
}
