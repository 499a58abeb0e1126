package llvm

import (
	"maps"
	"slices"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"

	"procad/llvm/ll"
)

// What a branch in lanes is chosen by says which indices in it need no check:
//
//	if i + q ≥ 1 && i + q - 1 < n then x[i + q - 1] …      0 ≤ i + q - 1 < n in the lanes at work
//
// Indices and bounds are compared as sums of values, since each is computed where it is used.

// A relation is a comparison of Ints that holds in the lanes at work: x ≤ y, or x < y.
type relation struct {
	x, y   val
	strict bool
}

// A chosen value is x where cond holds, and else y.
type chosen struct{ cond, x, y val }

// compares notes what a tag compares.
func (b *builder) compares(tag val, p enum.IPred, x, y val) {
	if b.lanes != nil {
		b.compared[tag] = ask{p: p, x: x, y: y}
	}
}

// learn notes what follows from a tag that is 1, or 0, in all lanes at work.
//
//	not x                     is 1 if x is 0
//	x where c holds, else y   is no constant 1 if it is 0: where y is that constant, c holds and x is 0; and so on
func (b *builder) learn(tag val, is bool) {
	if a, ok := b.compared[tag]; ok {
		b.hold(a, is)
		return
	}
	var c chosen
	switch v := tag.(type) {
	case *ir.InstXor:
		if isTag(v.Y, true) {
			b.learn(v.X, !is)
		}
		return
	case *ir.InstSelect:
		c = chosen{v.Cond, v.ValueTrue, v.ValueFalse}
	case *ir.InstPhi:
		c = b.chosen[tag]
	}
	switch {
	case c.cond == nil:
	case isTag(c.x, !is):
		b.learn(c.cond, false)
		b.learn(c.y, is)
	case isTag(c.y, !is):
		b.learn(c.cond, true)
		b.learn(c.x, is)
	}
}

// isTag says that a value is this tag, in all lanes.
func isTag(v val, is bool) bool {
	switch v := v.(type) {
	case *constant.Int:
		return v.Typ.BitSize == 1 && (v.X.Sign() != 0) == is
	case *constant.Vector:
		for _, e := range v.Elems {
			if !isTag(e, is) {
				return false
			}
		}
		return true
	}
	return false
}

// hold notes a comparison, or its opposite.
func (b *builder) hold(a ask, is bool) {
	f := relation{x: a.x, y: a.y}
	switch p := a.p; {
	case p == enum.IPredSLT && is || p == enum.IPredSGE && !is:
		f.strict = true
	case p == enum.IPredSLE && is || p == enum.IPredSGT && !is:
	case p == enum.IPredSGT && is || p == enum.IPredSLE && !is:
		f = relation{a.y, a.x, true}
	case p == enum.IPredSGE && is || p == enum.IPredSLT && !is:
		f.x, f.y = a.y, a.x
	default:
		return
	}
	n := len(b.relations)
	b.relations = append(b.relations, f)
	b.trail = append(b.trail, func() { b.relations = b.relations[:n] })
}

// A laneForm is a sum of values, each so many times, and of a number, as 64 bits have it.
// The number of a lane stands under nil.
type laneForm struct {
	of   map[val]int64
	plus int64
}

// maxForm bounds how deep sums are looked into.
const maxForm = 8

func (b *builder) formOf(v val) laneForm {
	f := laneForm{of: map[val]int64{}}
	b.addForm(&f, v, 1, maxForm)
	maps.DeleteFunc(f.of, func(_ val, k int64) bool { return k == 0 })
	return f
}

// addForm adds v, k times.
func (b *builder) addForm(f *laneForm, v val, k int64, depth int) {
	v = b.rep(v)
	if c, ok := v.(ll.Int); ok {
		f.plus += k * int64(c)
		return
	}
	if c, ok := b.lanes.from[v]; ok {
		f.of[nil] += k * c.step()
		v = c.first
	}
	switch x := v.(type) {
	case *ir.InstAdd:
		if depth > 0 && !isVector(v) {
			b.addForm(f, x.X, k, depth-1)
			b.addForm(f, x.Y, k, depth-1)
			return
		}
	case *ir.InstSub:
		if depth > 0 && !isVector(v) {
			b.addForm(f, x.X, k, depth-1)
			b.addForm(f, x.Y, -k, depth-1)
			return
		}
	}
	if c, ok := v.(ll.Int); ok {
		f.plus += k * int64(c)
		return
	}
	f.of[v] += k
}

// over is c where f = g + c.
func (f laneForm) over(g laneForm) (c int64, ok bool) {
	return f.plus - g.plus, maps.Equal(f.of, g.of)
}

// value is v where f = v + plus.
func (f laneForm) value() (v val, ok bool) {
	for v, k := range f.of {
		return v, v != nil && k == 1 && len(f.of) == 1
	}
	return nil, false
}

// isAtLeast says that f ≥ least ≥ 0 is known of f, and so that f has not overflowed.
//
//	L ≤ y, y = f, L ≥ least
func (b *builder) isAtLeast(f laneForm, least int64) bool {
	for _, known := range b.relations {
		low, high := b.formOf(known.x), b.formOf(known.y)
		if known.strict {
			low.plus++
		}
		if c, ok := high.over(f); ok && c == 0 && len(low.of) == 0 && low.plus >= least && low.plus < maxPlus {
			return true
		}
	}
	return false
}

// followsAtWork says that 0 ≤ i < n follows from what holds in the lanes at work:
//
//	0 ≤ i     if L ≤ i + c, where 0 ≤ c ≤ L
//	i < n     if i + c ≤ m - 1, where m = n and c = 0, or c > 0 and 0 ≤ i + c
//
// If it is not known that m = n, that is to be checked before the loop in lanes.
func (b *builder) followsAtWork(i, n val) bool {
	if b.lanes == nil || len(b.relations) == 0 {
		return false
	}
	index := b.formOf(i)
	at := func(c int64) laneForm { return laneForm{index.of, index.plus + c} }
	low := slices.ContainsFunc(b.relations, func(f relation) bool {
		c, ok := b.formOf(f.y).over(index)
		return ok && 0 <= c && c < maxPlus && b.isAtLeast(at(c), c)
	})
	return low && slices.ContainsFunc(b.relations, func(f relation) bool {
		c, ok := b.formOf(f.x).over(index)
		return ok && 0 <= c && c < maxPlus && (c == 0 || b.isAtLeast(at(c), 0)) && b.isBelowSize(f, c, n)
	})
}

// isBelowSize says that i < n follows from i + c ≤ m + d, or i + c < m + d.
func (b *builder) isBelowSize(f relation, c int64, n val) bool {
	y := b.formOf(f.y)
	d, ok := y.over(b.formOf(n))
	if m, plain := y.value(); !ok && plain && (y.plus == 0 || y.plus == -1) {
		d, ok = y.plus, b.equalBefore(m, n)
	}
	exact := d == 0 || d == -1 && b.isCount(n) || len(y.of) == 0 // m + d has not overflowed
	if f.strict {
		d--
	}
	return ok && exact && d-c <= -1
}

// Where iterations add to memory, no check may be left in a branch (lane_leave.go).

// checkedBefore says that 0 ≤ i < n can be checked before the loop in lanes, and has it done: of an
// index that is known there, and of one of a loop inside, which has n iterations then.
func (b *builder) checkedBefore(i, n val) bool {
	if bound, ok := b.bounds[i]; ok && b.equalBefore(bound, n) {
		return true
	}
	if !b.lanes.adds || !b.before(i) || !b.before(n) {
		return false
	}
	b.lanes.inside = append(b.lanes.inside, indexed{i, n})
	return true
}

// equalBefore has it checked before the loop in lanes that m = n, if both are known there. What is
// equal is known from the trial.
func (b *builder) equalBefore(m, n val) bool {
	l := b.lanes
	if !l.trial || !l.adds || !b.before(m) || !b.before(n) {
		return false
	}
	l.equal = append(l.equal, [2]val{m, n})
	b.agree(m, n)
	return true
}
