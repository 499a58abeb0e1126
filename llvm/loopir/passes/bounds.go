package passes

import (
	"math"
	"slices"

	"procad/llvm/loopir"
)

const (
	// bounded is the largest Int that a test before a loop lets through.
	bounded = 1 << 40
	// mostValue bounds what is computed with: nothing overflows.
	mostValue = 1 << 62
	// nested is how many loops in one another are looked at for a bound of the index of the innermost one.
	nested = 5
)

// notAbove says that the Int that is computed for a form is not above its true value, which is at least the least Int.
//
//	v;    c + k·v + … - w, where c ≥ -1, k > 0, and v and w are not negative
func (k *facts) notAbove(f form) bool { return k.within(f, 1, -1) }

// notBelow says that the Int that is computed for a form is not below its true value, which is at most the largest Int.
//
//	v;    c + v - k·w - …, where c ≤ 0, k > 0, and v and w are not negative;    i + 1, where i is the index of a loop
func (k *facts) notBelow(f form) bool {
	return k.within(f, -1, 0) || len(f.terms) == 1 && f.terms[0].k == 1 && f.c == 1 && indexOf(f.terms[0].v) != nil
}

// exact says that the true value of a form is the Int that was computed.
func (k *facts) exact(f form) bool { return k.notAbove(f) && k.notBelow(f) }

// within says that a form does not overflow by the terms that do not have the given sign: there is one at most, and with it the number
// of the form is at least so large in the direction of the sign.
func (k *facts) within(f form, sign, least int64) bool {
	if f.lost {
		return false
	}
	if len(f.terms) == 1 && f.terms[0].k == 1 && f.c == 0 {
		return true
	}
	against := false
	for _, t := range f.terms {
		if !k.notNegative(t.v) {
			return false
		}
		if t.k*sign > 0 {
			continue
		}
		if against || t.k*sign != -1 || f.c*sign < least {
			return false
		}
		against = true
	}
	return true
}

// notNegative says that v ≥ 0 is known: of the number of iterations of a loop around the place, since there is one.
func (k *facts) notNegative(v val) bool { return k.atLeastZero(v, nested) }

func (k *facts) atLeastZero(v val, depth int) bool {
	if bits, ok := v.IsConst(); ok {
		return int64(bits) >= 0
	}
	if k.nonNegative[v] > 0 || indexOf(v) != nil {
		return true
	}
	if slices.ContainsFunc(k.loops, func(loop *loopir.Op) bool { return k.of(loop.Args[0]).equal(one(v)) }) {
		return true
	}
	op := v.Def
	if op == nil || op.Mask != nil || depth == 0 {
		return false
	}
	switch op.Kind {
	case loopir.Len:
		return true
	case loopir.Max:
		return k.atLeastZero(op.Args[0], depth-1) || k.atLeastZero(op.Args[1], depth-1)
	case loopir.Min:
		return k.atLeastZero(op.Args[0], depth-1) && k.atLeastZero(op.Args[1], depth-1)
	}
	return false
}

// magnitude is how large an Int can be: what own says of it, or what follows from that for the index of a loop, the larger or the smaller
// of two, and a remainder.
func (k *facts) magnitude(v val, own func(val) float64, depth int) float64 {
	if b := own(v); !math.IsInf(b, 1) {
		return b
	}
	if depth == 0 {
		return math.Inf(1)
	}
	of := func(v val) float64 {
		return k.of(v).most(func(v val) float64 { return k.magnitude(v, own, depth-1) })
	}
	if loop := indexOf(v); loop != nil {
		if !slices.Contains(k.loops, loop) {
			return math.Inf(1)
		}
		return of(loop.Args[0])
	}
	b := math.Inf(1)
	if op := v.Def; op != nil && op.Mask == nil && v.Type == loopir.IntType {
		switch op.Kind {
		case loopir.Min, loopir.Max:
			b = max(of(op.Args[0]), of(op.Args[1]))
		case loopir.Mod:
			b = of(op.Args[1])
		}
	}
	if b >= mostValue { // then nothing is known of what was computed
		return math.Inf(1)
	}
	return b
}

// atMost says that a loop is known to have so many iterations at most.
func (k *facts) atMost(loop *loopir.Op, most int64) bool {
	left := number(most).minus(k.of(loop.Args[0]))
	if loop.From != nil {
		left = left.plus(1, k.of(loop.From))
	}
	return k.proves(left)
}

// replaceable says that an Int is the larger or the smaller of two, or a remainder, which a search replaces.
func replaceable(v val) bool {
	if v.Def == nil || v.Def.Mask != nil || v.Type != loopir.IntType {
		return false
	}
	return v.Def.Kind == loopir.Max || v.Def.Kind == loopir.Min || v.Def.Kind == loopir.Mod
}

// two replaces the larger or the smaller of two, or a remainder:
//
//	f - max x, y     f - x and f - y              f + max x, y     f + x, or f + y
//	f + min x, y     f + x and f + y              f - min x, y     f - x, or f - y
//	f - mod x, n     f - (n - 1), and n - 1       f + mod x, n     f, and n - 1
//
// An Int that is subtracted may not be above the form that stands for it, and one that is added not below.
func (s *search) two(f form, t term) bool {
	x, y := s.of(t.v.Def.Args[0]), s.of(t.v.Def.Args[1])
	switch kind := t.v.Def.Kind; {
	case kind == loopir.Mod:
		g := number(0)
		if t.k < 0 {
			g = y.add(-1)
		}
		return s.sure(y, 1) && s.sure(y, -1) && s.both(y.add(-1), f.with(t.v, g))
	case (kind == loopir.Max) == (t.k < 0):
		return s.sure(x, t.k) && s.sure(y, t.k) && s.both(f.with(t.v, x), f.with(t.v, y))
	}
	_, clamped := y.constant()
	if clamped && t.k > 0 || slices.ContainsFunc(x.terms, func(t term) bool { return indexOf(t.v) != nil }) {
		x, y = y, x // a test would ask for more
	}
	n, m := len(s.used), len(s.given)
	for _, g := range []form{x, y} {
		if s.sure(g, t.k) && s.find(f.with(t.v, g)) {
			return true
		}
		s.used, s.given = s.used[:n], s.given[:m]
	}
	return false
}

// both says that two forms are at least 0.
func (s *search) both(f, g form) bool {
	if !s.find(f) {
		return false
	}
	s.used, s.given = append(s.used, s.found), append(s.given, s.found)
	return s.find(g)
}

// sure says that a form may stand for what was computed for it, where that is added or subtracted so many times. A test makes it so
// by asking whether what it is made of is small.
func (s *search) sure(g form, times int64) bool {
	if s.outside != nil {
		s.used = append(s.used, g)
		return s.tested(g)
	}
	if times < 0 {
		return s.notAbove(g)
	}
	return s.notBelow(g)
}

// beginning is what a loop carries first, where v is what it carries, or gives in the end, and no iteration raises it; else nil. So v is not
// above it, if it is not negative: no run has so many iterations that it overflows.
//
//	y = while (s = x) { … yield c, sub s, 1 }    s ≤ x and y ≤ x
func beginning(v val) val {
	loop, k := v.Def, 0
	if v.Origin == loopir.Parameter {
		if loop = v.Block.In; loop != nil {
			k = slices.Index(v.Block.Params, v)
		}
	} else if loop != nil {
		k = slices.Index(loop.Outs, v)
	}
	if loop == nil || v.Type != loopir.IntType || loop.Kind != loopir.For && loop.Kind != loopir.While {
		return nil
	}
	body := loop.Sub[0]
	first := len(body.Params) - len(loop.Outs) // a for has an index
	if v.Origin == loopir.Parameter {
		if k -= first; k < 0 {
			return nil
		}
	}
	if !lowers(body.Yield[len(body.Yield)-len(loop.Outs)+k], body.Params[first+k], deepest) {
		return nil
	}
	return loop.Args[first+k]
}

// mostLowered is by how much one operation may lower what a loop carries.
const mostLowered = 1 << 10

// lowers says that y is s, or s less a number.
func lowers(y, s val, depth int) bool {
	switch {
	case y == s:
		return true
	case y.Def == nil || y.Def.Mask != nil || depth == 0:
		return false
	}
	by := func(v val, sign int64) bool {
		bits, ok := v.IsConst()
		c := sign * int64(bits)
		return ok && 0 <= c && c <= mostLowered
	}
	switch op := y.Def; op.Kind {
	case loopir.Sub:
		return by(op.Args[1], 1) && lowers(op.Args[0], s, depth-1)
	case loopir.Add:
		return by(op.Args[1], -1) && lowers(op.Args[0], s, depth-1) || by(op.Args[0], -1) && lowers(op.Args[1], s, depth-1)
	case loopir.Select:
		return lowers(op.Args[1], s, depth-1) && lowers(op.Args[2], s, depth-1)
	case loopir.If:
		k := slices.Index(op.Outs, y)
		return lowers(op.Sub[0].Yield[k], s, depth-1) && lowers(op.Sub[1].Yield[k], s, depth-1)
	}
	return false
}
