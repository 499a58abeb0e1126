package llvm

import (
	"math"
	"math/bits"
	"strings"

	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/internal/optim"
	"procad/internal/special"
	"procad/llvm/ll"
	"procad/prim"
	"procad/proc"
)

// primitives writes the functions of prim.Table. Each takes the leaves of its
// argument and returns the one leaf of its result.
var primitives map[proc.Func]func(b *builder, in []val) val

func init() {
	primitives = map[proc.Func]func(b *builder, in []val) val{
		prim.Add:  func(b *builder, in []val) val { return b.fadd(in[0], in[1]) },
		prim.Sub:  func(b *builder, in []val) val { return b.fsub(in[0], in[1]) },
		prim.Mul:  func(b *builder, in []val) val { return b.fmul(in[0], in[1]) },
		prim.Div:  func(b *builder, in []val) val { return b.fdiv(in[0], in[1]) },
		prim.SMul: func(b *builder, in []val) val { return b.strong(in, b.fmul(in[0], in[1])) },
		prim.SDiv: func(b *builder, in []val) val { return b.strong(in, b.fdiv(in[0], in[1])) },
		prim.Neg:  func(b *builder, in []val) val { b.Size++; return b.Cur.NewFNeg(in[0]) },

		prim.Lt: compareReals(enum.FPredUGE), prim.Le: compareReals(enum.FPredUGT), prim.Eq: compareReals(enum.FPredUNE),
		prim.Min: selectReal(enum.FPredOLT), prim.Max: selectReal(enum.FPredOGT),
		prim.Sign: sign, prim.Logistic: logistic, prim.Powi: powi,

		prim.IAdd: func(b *builder, in []val) val { return b.iadd(in[0], in[1]) },
		prim.ISub: func(b *builder, in []val) val { return b.isub(in[0], in[1]) },
		prim.IMul: func(b *builder, in []val) val { return b.imul(in[0], in[1]) },
		prim.INeg: func(b *builder, in []val) val { b.Size++; return b.Cur.NewSub(b.match(ll.Int(0), in[0])) },
		prim.IAbs: func(b *builder, in []val) val {
			neg := b.Cur.NewSub(b.match(ll.Int(0), in[0]))
			return b.Choice(b.ICmp(enum.IPredSLT, in[0], ll.Int(0)), neg, in[0])
		},
		prim.IMin: selectInt(enum.IPredSLT), prim.IMax: selectInt(enum.IPredSGT),
		prim.IDiv: idiv, prim.IMod: imod,
		prim.IAnd: func(b *builder, in []val) val { b.Size++; return b.Cur.NewAnd(b.match(in[0], in[1])) },
		prim.IShl: func(b *builder, in []val) val { return b.Cur.NewShl(b.match(in[0], b.distance(in[1]))) },
		prim.IShr: func(b *builder, in []val) val { return b.Cur.NewAShr(b.match(in[0], b.distance(in[1]))) },
		prim.ILt:  icmp(enum.IPredSGE), prim.ILe: icmp(enum.IPredSGT), prim.IEq: icmp(enum.IPredNE),

		prim.ToReal:     toReal,
		prim.ToInt:      toInt,
		prim.CacheBytes: func(b *builder, _ []val) val { return b.call(b.Runtime.WithoutEffects("pc_cache_bytes", types.I64)) },
	}
	call := func(f proc.Func, symbol string) {
		primitives[f] = func(b *builder, in []val) val { return b.math(symbol, in...) }
	}
	for _, f := range special.Functions {
		if f.LLVM != "" {
			call(proc.Name(f.Name), f.LLVM)
		}
	}
	call(prim.Abs, "llvm.fabs.f64")
	call(prim.Polygamma, "pc_polygamma")
}

// cName is what C calls one of LLVM's intrinsics; another function is called what it is called.
func cName(symbol string) string {
	return strings.TrimSuffix(strings.TrimPrefix(symbol, "llvm."), ".f64")
}

// math calls a function without effects: LLVM's own, of the runtime, or of C.
// Where C has variants of it for vectors, they are named.
func (b *builder) math(symbol string, in ...val) val {
	name := cName(symbol)
	if b.opts.Vector.Names[name] {
		symbol = name
	}
	for _, x := range in {
		if isVector(x) {
			return b.mathLanes(symbol, name, in)
		}
	}
	c := b.call(b.Runtime.Math(symbol, in), in...)
	b.vectorCall(c, name)
	return c
}

// contract lets LLVM make a·b + c one operation, unless the result is to be
// that of the interpreter.
func (b *builder) contract() []enum.FastMathFlag {
	if b.opts.Strict || b.without(optim.Contract) {
		return nil
	}
	return contractFlags
}

// reorder lets LLVM add up in any order, as sums and accumulators allow.
func (b *builder) reorder() []enum.FastMathFlag {
	switch {
	case b.opts.Strict:
		return nil
	case b.without(optim.Reorder):
		return b.contract()
	}
	return append([]enum.FastMathFlag{enum.FastMathFlagReassoc}, b.contract()...)
}

var contractFlags = []enum.FastMathFlag{enum.FastMathFlagContract}

func (b *builder) fadd(x, y val) val {
	i := b.Cur.NewFAdd(b.match(x, y))
	i.FastMathFlags = b.contract()
	b.Size++
	return i
}

func (b *builder) fsub(x, y val) val {
	i := b.Cur.NewFSub(b.match(x, y))
	i.FastMathFlags = b.contract()
	b.Size++
	return i
}

func (b *builder) fmul(x, y val) val {
	i := b.Cur.NewFMul(b.match(x, y))
	i.FastMathFlags = b.contract()
	b.Size++
	return i
}

func (b *builder) fdiv(x, y val) val {
	i := b.Cur.NewFDiv(b.match(x, y))
	i.FastMathFlags = b.contract()
	b.Size++
	return i
}

// strong is the product or quotient r of in, but 0 where the first of in is 0. If the second is a
// constant, r is 0 or -0 there anyway.
func (b *builder) strong(in []val, r val) val {
	if c, ok := in[0].(ll.Real); ok && math.Float64frombits(uint64(c)) != 0 {
		return r
	}
	if c, ok := in[1].(ll.Real); ok && !b.opts.Strict {
		if s := math.Float64frombits(uint64(c)); s != 0 && s-s == 0 {
			return r
		}
	}
	return b.Choice(b.fcmp(enum.FPredOEQ, in[0], real(0)), real(0), r)
}

// accumulate adds y to a sum x.
func (b *builder) accumulate(x, y val) val {
	i := b.Cur.NewFAdd(b.match(x, y))
	i.FastMathFlags = b.reorder()
	b.Size++
	return i
}

// iadd, isub and imul wrap around. Of numbers that are known the result is known: an
// exponent n - 1 is a number where n is.
func (b *builder) imul(x, y val) val {
	if k, l, ok := bothKnown(x, y); ok {
		return k * l
	}
	b.Size++
	v := b.Cur.NewMul(b.match(x, y))
	if isVector(y) {
		x, y = y, x
	}
	return b.scale(v, x, y)
}

func (b *builder) iadd(x, y val) val {
	if k, l, ok := bothKnown(x, y); ok {
		return k + l
	}
	b.Size++
	v := b.Cur.NewAdd(b.match(x, y))
	if isVector(y) {
		x, y = y, x
	}
	return b.shift(v, x, y, 1, b.iadd)
}

func (b *builder) isub(x, y val) val {
	if k, l, ok := bothKnown(x, y); ok {
		return k - l
	}
	b.Size++
	v := b.Cur.NewSub(b.match(x, y))
	if isVector(y) {
		return b.reflect(v, x, y)
	}
	return b.shift(v, x, y, -1, b.isub)
}

func bothKnown(x, y val) (k, l ll.Int, ok bool) {
	if k, ok = x.(ll.Int); ok {
		l, ok = y.(ll.Int)
	}
	return k, l, ok
}

// fcmp compares two Reals.
func (b *builder) fcmp(p enum.FPred, x, y val) val {
	x, y = b.match(x, y)
	return b.Cur.NewFCmp(p, x, y)
}

// compareReals is a comparison of Reals. True is Inl, the tag 0, so what is compared
// is the opposite, which holds of NaNs.
func compareReals(opposite enum.FPred) func(b *builder, in []val) val {
	return func(b *builder, in []val) val {
		b.Size++
		return b.fcmp(opposite, in[0], in[1])
	}
}

// icmp is the same for Ints.
func icmp(opposite enum.IPred) func(b *builder, in []val) val {
	return func(b *builder, in []val) val { return b.compare(opposite, in[0], in[1]) }
}

func selectReal(p enum.FPred) func(b *builder, in []val) val {
	return func(b *builder, in []val) val { return b.Choice(b.fcmp(p, in[0], in[1]), in[0], in[1]) }
}

func selectInt(p enum.IPred) func(b *builder, in []val) val {
	return func(b *builder, in []val) val { return b.Choice(b.compare(p, in[0], in[1]), in[0], in[1]) }
}

func real(x float64) val { return ll.Real(math.Float64bits(x)) }

// sign x = 1 where x > 0, -1 where x < 0, x where x is a NaN, and else 0.
func sign(b *builder, in []val) val {
	x := in[0]
	zero := b.Choice(b.fcmp(enum.FPredUNO, x, x), x, real(0))
	neg := b.Choice(b.fcmp(enum.FPredOLT, x, real(0)), real(-1), zero)
	return b.Choice(b.fcmp(enum.FPredOGT, x, real(0)), real(1), neg)
}

// logistic x = 1 / (1 + exp(-x))
func logistic(b *builder, in []val) val {
	b.Size++
	e := b.math("llvm.exp.f64", b.Cur.NewFNeg(in[0]))
	return b.fdiv(real(1), b.fadd(real(1), e))
}

// maxUnrolled is the largest exponent that powerOf writes out.
const maxUnrolled = 64

func powi(b *builder, in []val) val {
	if p, ok := b.running(in[0], in[1]); ok {
		return p
	}
	return powerOf(b, in[0], in[1])
}

// powerOf is x^n. It multiplies in the order of the binary digits of n, the lowest
// first; what it multiplies by 1 is left out.
func powerOf(b *builder, x, exponent val) val {
	n, known := exponent.(ll.Int)
	if !known || n < -maxUnrolled || n > maxUnrolled || b.without(optim.Powers) {
		return b.math("pc_powi", x, exponent)
	}
	var r val = real(1)
	power := x
	for e := max(n, -n); e > 0; {
		if e&1 == 1 {
			if r == real(1) {
				r = power
			} else {
				r = b.fmul(r, power)
			}
		}
		if e >>= 1; e > 0 {
			power = b.fmul(power, power)
		}
	}
	if n < 0 {
		r = b.fdiv(real(1), r)
	}
	return r
}

// checkDivisor rules out division by zero and returns a divisor for which the
// machine's division does not overflow: -2^63 / -1 does, so 1 stands for -1.
func checkDivisor(b *builder, y val) (minusOne, divisor val) {
	if c, ok := y.(ll.Int); ok && c != 0 && c != -1 {
		return constant.False, y
	}
	some := b.ICmp(enum.IPredNE, y, ll.Int(0))
	b.check(some, prim.DivideByZero, ll.Int(0), ll.Int(0), "")
	if b.lanes != nil && b.lanes.mask != nil {
		y = b.Choice(some, y, ll.Int(1))
	}
	minusOne = b.ICmp(enum.IPredEQ, y, ll.Int(-1))
	return minusOne, b.Choice(minusOne, ll.Int(1), y)
}

// idiv rounds towards -inf, as a shift does: x div 2^k = x >> k.
func idiv(b *builder, in []val) val {
	x := in[0]
	if k, ok := exponentOf(in[1]); ok {
		b.Size++
		return b.Cur.NewAShr(b.match(x, ll.Int(k)))
	}
	minusOne, d := checkDivisor(b, in[1])
	x, d = b.match(x, d)
	q := b.Cur.NewSDiv(x, d)
	r := b.Cur.NewSRem(x, d)
	low := b.Choice(b.roundsUp(r, d), b.Cur.NewSub(b.match(q, ll.Int(1))), q)
	if minusOne == constant.False {
		return low
	}
	return b.Choice(minusOne, b.Cur.NewSub(b.match(ll.Int(0), x)), low)
}

// imod has the sign of its divisor: x mod 2^k has the last k bits of x.
func imod(b *builder, in []val) val {
	x, y := in[0], in[1]
	if r, ok := b.remainder(x, y); ok {
		return r
	}
	if k, ok := exponentOf(y); ok {
		b.Size++
		return b.Cur.NewAnd(b.match(x, ll.Int(1<<k-1)))
	}
	_, d := checkDivisor(b, y)
	x, d = b.match(x, d)
	r := b.Cur.NewSRem(x, d)
	return b.Choice(b.roundsUp(r, d), b.Cur.NewAdd(r, d), r)
}

// distance is how far a shift goes: the last 6 bits of k.
func (b *builder) distance(k val) val {
	b.Size += 2
	return b.Cur.NewAnd(b.match(k, ll.Int(63)))
}

// exponentOf is k of 2^k.
func exponentOf(v val) (k int, ok bool) {
	c, ok := v.(ll.Int)
	return bits.TrailingZeros64(uint64(c)), ok && c > 0 && c&(c-1) == 0
}

// roundsUp says that the machine's quotient is above the true one: there is a
// remainder r, and its sign is not that of the divisor d.
func (b *builder) roundsUp(r, d val) val {
	b.Size += 4
	some := b.ICmp(enum.IPredNE, r, ll.Int(0))
	differ := b.ICmp(enum.IPredSLT, b.Cur.NewXor(r, d), ll.Int(0))
	return b.Cur.NewAnd(some, differ)
}

// toInt is floor x, where that is in the range of Int; the comparison fails for a NaN.
func toInt(b *builder, in []val) val {
	f := b.math("llvm.floor.f64", in[0])
	if b.lanes != nil && isVector(f) {
		b.lanes.reals = true
	}
	fits := b.Cur.NewAnd(b.fcmp(enum.FPredOGE, f, real(-0x1p63)), b.fcmp(enum.FPredOLT, f, real(0x1p63)))
	b.check(fits, prim.IntRange, ll.Int(0), ll.Int(0), "")
	if b.lanes != nil && b.lanes.mask != nil {
		f = b.Choice(fits, f, real(0)) // in a lane that is not at work
	}
	b.Size += 4
	return b.Cur.NewFPToSI(f, b.like(f, types.I64))
}

// toReal is a number as a Real. Of the numbers of the iterations of a block only the first is
// converted, since processors have no instruction for several Ints:
//
//	real (i + k) = real i + k        exactly below 2⁵³, and no loop gets there
func toReal(b *builder, in []val) val {
	b.Size++
	x := in[0]
	if isVector(x) && b.lanes.from[x] == (consecutive{first: b.lanes.first}) && b.lanes.first != nil {
		t := b.vectorOf(types.Double)
		count := make([]constant.Constant, b.lanes.width)
		for k := range count {
			count[k] = constant.NewFloat(types.Double, float64(k))
		}
		return b.Cur.NewFAdd(b.splat(b.Cur.NewSIToFP(b.lanes.first, types.Double)), constant.NewVector(t, count...))
	}
	return b.Cur.NewSIToFP(x, b.like(x, types.Double))
}
