package llvm

import (
	"math"

	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/optim"
	"procad/proc"
)

// A fold that keeps the larger one of its state and of an x that does not depend
// on it gives a number that does not depend on the order of the turns, if there
// is no NaN, but for the sign of a zero. So it is found in a form that LLVM
// vectorises, and looked for in order only where it is 0 or something was a NaN.
//
//	fold{f} [θ] (n, a) = m    if m ≠ 0, and neither a nor any x(i) is a NaN
//	where m = max(a, x(0), …, x(n-1)), x(i) = f [i, θ] (-∞)
//
// Both give the same, bit for bit, so it is done in strict mode too. For min it is +∞.
// A max(x, s) takes no x that is a NaN; there x(i) is -∞ instead.
func (b *builder) extreme(loop looper, body proc.Func, zone []*ref, in []val, turn func(i val, s []val) []val) ([]val, bool) {
	if b.without(optim.Max) || b.lanes != nil || b.meter != nil || !b.innermost(body) || adds(zone) {
		return nil, false
	}
	op, _, ok := b.nodes[body].def.Extreme()
	if !ok {
		return nil, false
	}
	n, a := in[0], in[1]
	largest := peak{none: real(math.Inf(-1)), more: enum.FPredOGT}
	if op == "min" {
		largest = peak{none: real(math.Inf(1)), more: enum.FPredOLT}
	}
	start, nan := largest.number(b, a)
	out := loop(n, []val{start, b.cur.NewZExt(nan, types.I64)}, func(i val, s []val) []val {
		x, nan := largest.number(b, turn(i, []val{largest.none})[0])
		return []val{largest.of(b, s[0], x), b.cur.NewOr(s[1], b.cur.NewZExt(nan, types.I64))}
	})
	sure := b.cur.NewAnd(b.icmp(enum.IPredEQ, out[1], intConst(0)), b.fcmp(enum.FPredONE, out[0], real(0)))
	return b.either(sure, func() []val { return out[:1] }, func() []val { return b.loop(n, in[1:], turn) }), true
}

// A peak is the largest or the smallest number of several.
type peak struct {
	none val // -∞ or +∞
	more enum.FPred
}

// number is x, or the least of all where x is a NaN.
func (p peak) number(b *builder, x val) (y, nan val) {
	b.size++
	nan = b.cur.NewFCmp(enum.FPredUNO, x, x)
	return b.choice(nan, p.none, x), nan
}

// of is the one of two numbers that is more.
func (p peak) of(b *builder, s, x val) val {
	more := b.cur.NewFCmp(p.more, x, s)
	more.FastMathFlags = noNaNs
	best := b.cur.NewSelect(more, x, s)
	best.FastMathFlags = noNaNs
	b.size += 2
	return best
}
