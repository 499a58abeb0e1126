package llvm

import (
	"math"

	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/internal/optim"
	"procad/llvm/ll"
	"procad/prim"
	"procad/proc"
	"procad/proc/argmax"
)

// A fold that keeps the larger one of its state and of an x that does not depend
// on it gives a number that does not depend on the order of the iterations, if there
// is no NaN, but for the sign of a zero. So it is found in a form that LLVM
// vectorises, and looked for in order only where it is 0 or something was a NaN.
//
//	fold{f} [θ] (n, a) = m    if m ≠ 0, and neither a nor any x(i) is a NaN
//	where m = max(a, x(0), …, x(n-1))
//
// Both give the same, bit for bit, so it is done in strict mode too. Of a max(x, s) an x
// that is a NaN does not matter, since it takes none.
func (b *builder) argmaxFold(loop looper, body proc.Func, zone []*ref, in []val, iteration func(i val, s []val) []val) ([]val, bool) {
	if b.without(optim.Max) || b.lanes != nil || b.meter != nil || !b.innermost(body) || adds(zone) {
		return nil, false
	}
	e := argmax.Of(b.nodes[body].def)
	if e == nil || e.Number && b.nodes[body].code.All > b.limits.again+b.limits.keep {
		return nil, false
	}
	x := func(i val) val {
		refs := append([]*ref{{mode: proc.Shared, typ: proc.Int, vals: []val{i}}}, zone...)
		return b.inline(e.Rival(), refs, nil)[0]
	}
	n := in[0]
	m, sure := b.peakOf(loop, e, n, in[1], x)
	inOrder := func() []val { return b.loop(n, in[1:], iteration) }
	if !e.Number {
		return b.either(sure, func() []val { return []val{m} }, inOrder), true
	}
	w, known := b.argmaxOf(loop, e, n, in, x, m, sure)
	return b.either(known, func() []val { return []val{m, w} }, inOrder), true
}

// peakOf is the largest or smallest one of a and all x(i), and whether a fold in order gives the same.
func (b *builder) peakOf(loop looper, e *argmax.Search, n, a val, x func(i val) val) (m, sure val) {
	p := peak{none: real(math.Inf(-1)), more: enum.FPredOGT}
	if e.Op == prim.Min {
		p = peak{none: real(math.Inf(1)), more: enum.FPredOLT}
	}
	start, nan := p.number(b, a)
	out := loop(n, []val{start, b.Cur.NewZExt(nan, types.I64)}, func(i val, s []val) []val {
		y, nan := p.number(b, x(i))
		if !e.First {
			return []val{p.of(b, s[0], y), s[1]}
		}
		return []val{p.of(b, s[0], y), b.Cur.NewOr(s[1], b.Cur.NewZExt(nan, types.I64))}
	})
	return out[0], b.Cur.NewAnd(b.ICmp(enum.IPredEQ, out[1], ll.Int(0)), b.fcmp(enum.FPredONE, out[0], real(0)))
}

// argmaxOf is the number that a fold keeps of the iteration that the cotangent of m goes to, for an x
// that is cheap to compute a second time. Where m is sure, that is, for (m, w) with which the fold begins,
//
//	op (s, x)    w if a = m, else the lowest i with x(i) = m
//	op (x, s)    the highest i with x(i) = m, else w
//
// It is not known where no x(i) is m, since x(i) was rounded in another way when it was computed first.
func (b *builder) argmaxOf(loop looper, e *argmax.Search, n val, in []val, x func(i val) val, m, sure val) (w, known val) {
	none, nearer := val(n), enum.IPredULT
	if !e.First {
		none, nearer = ll.Int(-1), enum.IPredSGT
	}
	at := b.either(sure, func() []val {
		return loop(n, []val{none}, func(i val, best []val) []val {
			here := b.Choice(b.fcmp(enum.FPredOEQ, x(i), m), i, none)
			return []val{b.Choice(b.ICmp(nearer, here, best[0]), here, best[0])}
		})
	}, func() []val { return []val{none} })[0]
	stays, won := b.fcmp(enum.FPredOEQ, in[1], m), b.ICmp(enum.IPredNE, at, none)
	known = b.Cur.NewAnd(sure, b.Cur.NewOr(stays, won))
	b.Size += 4
	if e.First {
		return b.Choice(stays, in[2], at), known
	}
	return b.Choice(won, at, in[2]), known
}

// argmaxInLanes is a fold that keeps the number of an iteration, in which each lane has its own.
func (b *builder) argmaxInLanes(loop looper, body proc.Func, in []val, iteration func(i val, s []val) []val) ([]val, bool) {
	if b.lanes == nil || b.nodes[body] == nil {
		return nil, false
	}
	if e := argmax.Of(b.nodes[body].def); e == nil || !e.Number {
		return nil, false
	}
	out := loop(in[0], []val{in[1], b.splat(in[2])}, iteration)
	if in[2] == ll.Int(-1) {
		b.keeps(out[1], in[0])
	}
	return out, true
}

// A peak is the largest or the smallest number of several.
type peak struct {
	none val // -∞ or +∞
	more enum.FPred
}

// number is x, or the least of all where x is a NaN.
func (p peak) number(b *builder, x val) (y, nan val) {
	b.Size++
	nan = b.Cur.NewFCmp(enum.FPredUNO, x, x)
	return b.Choice(nan, p.none, x), nan
}

// of is the one of two numbers that is more.
func (p peak) of(b *builder, s, x val) val {
	more := b.Cur.NewFCmp(p.more, x, s)
	more.FastMathFlags = noNaNs
	best := b.Cur.NewSelect(more, x, s)
	best.FastMathFlags = noNaNs
	b.Size += 2
	return best
}
