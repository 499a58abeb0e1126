package emit

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/internal/special"
	"procad/llvm/abort"
	"procad/llvm/ll"
	"procad/llvm/loopir"
	"procad/prim"
	"procad/proc"
)

// arithmetic writes an operation of numbers.
func (w *writer) arithmetic(op *loopir.Op) val {
	in := w.allOf(op.Args)
	w.Size++
	if op.Kind == loopir.Math {
		if op.Func == prim.Powi {
			if d := op.Args[1].Def; d != nil && d.Kind == loopir.Splat {
				in[1] = w.one(d.Args[0]) // the exponent is the same in all lanes
			}
		}
		return w.inPieces(in, func(in []val) val { return w.math(op.Func, in) })
	}
	switch op.Args[0].Type.Elem {
	case loopir.Real:
		return w.reals(op, in)
	case loopir.Int:
		return w.ints(op.Kind, in)
	}
	return w.bools(op.Kind, in)
}

// reals writes an operation of Reals.
func (w *writer) reals(op *loopir.Op, in []val) val {
	x := in[0]
	flags := w.Contract
	if w.sums[op] {
		flags = w.Reorder
	}
	switch op.Kind {
	case loopir.Add:
		i := w.Cur.NewFAdd(x, in[1])
		i.FastMathFlags = flags
		return i
	case loopir.Sub:
		i := w.Cur.NewFSub(x, in[1])
		i.FastMathFlags = flags
		return i
	case loopir.Mul:
		return w.fmul(x, in[1])
	case loopir.Div:
		return w.fdiv(x, in[1])
	case loopir.Neg:
		return w.Cur.NewFNeg(x)
	case loopir.Min:
		return w.more(op, enum.FPredOLT, x, in[1])
	case loopir.Max:
		return w.more(op, enum.FPredOGT, x, in[1])
	case loopir.Lt:
		return w.Cur.NewFCmp(enum.FPredOLT, x, in[1])
	case loopir.Le:
		return w.Cur.NewFCmp(enum.FPredOLE, x, in[1])
	case loopir.Eq:
		return w.Cur.NewFCmp(enum.FPredOEQ, x, in[1])
	case loopir.ToInt:
		return w.Cur.NewFPToSI(x, types.I64)
	}
	return w.none(op.Kind)
}

// more is the larger or the smaller one of two Reals.
func (w *writer) more(op *loopir.Op, p enum.FPred, x, y val) val {
	c := w.Cur.NewFCmp(p, x, y)
	best := w.Cur.NewSelect(c, x, y)
	if w.sums[op] {
		c.FastMathFlags, best.FastMathFlags = w.NoNaNs, w.NoNaNs
	}
	w.Size++
	return best
}

func (w *writer) fmul(x, y val) val {
	i := w.Cur.NewFMul(x, y)
	i.FastMathFlags = w.Contract
	w.Size++
	return i
}

func (w *writer) fdiv(x, y val) val {
	i := w.Cur.NewFDiv(x, y)
	i.FastMathFlags = w.Contract
	w.Size++
	return i
}

// ints writes an operation of Ints, which wrap around.
func (w *writer) ints(k loopir.Kind, in []val) val {
	x := in[0]
	switch k {
	case loopir.Add:
		if folded, ok := fold(in, func(x, y ll.Int) ll.Int { return x + y }); ok {
			return folded
		}
		return w.Cur.NewAdd(x, in[1])
	case loopir.Sub:
		if folded, ok := fold(in, func(x, y ll.Int) ll.Int { return x - y }); ok {
			return folded
		}
		return w.Cur.NewSub(x, in[1])
	case loopir.Mul:
		if folded, ok := fold(in, func(x, y ll.Int) ll.Int { return x * y }); ok {
			return folded
		}
		return w.Cur.NewMul(x, in[1])
	case loopir.Div:
		return w.quotient(x, in[1])
	case loopir.Mod:
		return w.remainder(x, in[1])
	case loopir.Neg:
		return w.Cur.NewSub(w.Operands(ll.Int(0), x))
	case loopir.Min:
		return w.Choice(w.ICmp(enum.IPredSLT, x, in[1]), x, in[1])
	case loopir.Max:
		return w.Choice(w.ICmp(enum.IPredSGT, x, in[1]), x, in[1])
	case loopir.And:
		return w.Cur.NewAnd(x, in[1])
	case loopir.Shl:
		return w.Cur.NewShl(x, w.Cur.NewAnd(w.Operands(in[1], ll.Int(63))))
	case loopir.Shr:
		return w.Cur.NewAShr(x, w.Cur.NewAnd(w.Operands(in[1], ll.Int(63))))
	case loopir.Lt:
		return w.ICmp(enum.IPredSLT, x, in[1])
	case loopir.Le:
		return w.ICmp(enum.IPredSLE, x, in[1])
	case loopir.Eq:
		return w.ICmp(enum.IPredEQ, x, in[1])
	case loopir.ToReal:
		var t types.Type = types.Double
		if v, ok := x.Type().(*types.VectorType); ok {
			t = types.NewVector(v.Len, types.Double)
		}
		return w.Cur.NewSIToFP(x, t)
	}
	return w.none(k)
}

// fold computes with two numbers that are known, such as an exponent n - 1.
func fold(in []val, f func(x, y ll.Int) ll.Int) (val, bool) {
	x, ok := in[0].(ll.Int)
	y, too := in[1].(ll.Int)
	if !ok || !too {
		return nil, false
	}
	return f(x, y), true
}

// bools writes an operation of Bools.
func (w *writer) bools(k loopir.Kind, in []val) val {
	switch k {
	case loopir.And:
		return w.Cur.NewAnd(in[0], in[1])
	case loopir.Or:
		return w.Cur.NewOr(in[0], in[1])
	case loopir.Not:
		return w.Not(in[0])
	case loopir.Freeze:
		same := ir.NewInstFreeze(in[0])
		w.Cur.Insts = append(w.Cur.Insts, same)
		return same
	case loopir.Eq:
		return w.ICmp(enum.IPredEQ, in[0], in[1])
	}
	return w.none(k)
}

func (w *writer) none(k loopir.Kind) val {
	abort.Fail("no instruction is %s", k)
	return nil
}

// symbols are what elementary functions are called in LLVM or in the runtime.
var symbols = func() map[proc.Func]string {
	table := map[proc.Func]string{prim.Abs: "llvm.fabs.f64", prim.Polygamma: "pc_polygamma"}
	for _, f := range special.Functions {
		if f.LLVM != "" {
			table[proc.Name(f.Name)] = f.LLVM
		}
	}
	return table
}()

// math writes a primitive that is a Math.
func (w *writer) math(f proc.Func, in []val) val {
	switch f {
	case prim.Sign:
		return w.sign(in[0])
	case prim.Logistic:
		e := w.Math(w.Body, "llvm.exp.f64", w.Cur.NewFNeg(in[0]))
		one, e := w.Operands(ll.Real(0x3ff0000000000000), e)
		sum := w.Cur.NewFAdd(one, e)
		sum.FastMathFlags = w.Contract
		return w.fdiv(one, sum)
	case prim.Powi:
		return w.power(in[0], in[1])
	case prim.CacheBytes:
		return w.Call(w.In.Runtime.WithoutEffects("pc_cache_bytes", types.I64))
	}
	symbol, ok := symbols[f]
	if !ok {
		abort.Fail("no elementary function is called %s", f)
	}
	return w.Math(w.Body, symbol, in...)
}

// sign x = 1 where x > 0, -1 where x < 0, x where x is a NaN, and else 0.
func (w *writer) sign(x val) val {
	zero, _ := w.Operands(ll.Real(0), x)
	nan := w.Choice(w.Cur.NewFCmp(enum.FPredUNO, x, x), x, zero)
	neg := w.Choice(w.Cur.NewFCmp(enum.FPredOLT, x, zero), ll.Real(0xbff0000000000000), nan)
	return w.Choice(w.Cur.NewFCmp(enum.FPredOGT, x, zero), ll.Real(0x3ff0000000000000), neg)
}

// longest is the largest exponent of a power that is written out.
const longest = 64

// power is x^n. If n is known it multiplies in the order of the binary digits of n, the lowest first, as the runtime does;
// what would be multiplied by 1 is left out.
func (w *writer) power(x, exponent val) val {
	n, known := exponent.(ll.Int)
	if !known || n < -longest || n > longest {
		return w.Math(w.Body, "pc_powi", x, exponent)
	}
	one := val(ll.Real(0x3ff0000000000000))
	r, power := one, x
	for e := max(n, -n); e > 0; {
		if e&1 == 1 {
			if r == one {
				r = power
			} else {
				r = w.fmul(r, power)
			}
		}
		if e >>= 1; e > 0 {
			power = w.fmul(power, power)
		}
	}
	if n < 0 {
		r = w.fdiv(one, r)
	}
	return r
}

// The machine's division rounds towards 0, and overflows for -2^63 / -1, where it ends the process.

// quotient is x / y, rounded towards -∞, of y ≠ 0.
//
//	d = y, or 1 for -1;  q = x / d;  r = x - q d;  -x where y = -1, else q - 1 where r ≠ 0 has another sign than d, else q
func (w *writer) quotient(x, y val) val {
	minusOne, d := w.divisor(y)
	q, r := w.Cur.NewSDiv(x, d), w.Cur.NewSRem(x, d)
	low := w.Choice(w.differ(r, d), w.Cur.NewSub(q, ll.Int(1)), q)
	w.Size += 4
	return w.Choice(minusOne, w.Cur.NewSub(ll.Int(0), x), low)
}

// remainder is x - y ⌊x / y⌋, of y ≠ 0.
func (w *writer) remainder(x, y val) val {
	_, d := w.divisor(y)
	r := w.Cur.NewSRem(x, d)
	w.Size += 4
	return w.Choice(w.differ(r, d), w.Cur.NewAdd(r, d), r)
}

// divisor is y, or 1 where y is -1.
func (w *writer) divisor(y val) (minusOne, d val) {
	if c, ok := y.(ll.Int); ok && c != -1 {
		return constant.False, y
	}
	minusOne = w.ICmp(enum.IPredEQ, y, ll.Int(-1))
	return minusOne, w.Choice(minusOne, ll.Int(1), y)
}

// differ says that r is not 0 and has another sign than d.
func (w *writer) differ(r, d val) val {
	some := w.ICmp(enum.IPredNE, r, ll.Int(0))
	return w.Cur.NewAnd(some, w.ICmp(enum.IPredSLT, w.Cur.NewXor(r, d), ll.Int(0)))
}
