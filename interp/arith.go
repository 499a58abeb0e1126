package interp

import (
	"math"

	"procad/internal/special"
	"procad/proc"
)

// ops are the primitives with an instruction of their own.
var ops = map[proc.Func]opcode{
	"add": opAdd, "sub": opSub, "mul": opMul, "div": opDiv, "min": opMin, "max": opMax,
	"lt": opLt, "le": opLe, "eq": opEq, "neg": opNeg, "abs": opAbs, "floor": opFloor,
	"polygamma": opPolygamma, "powi": opPowi, "real": opReal, "int": opInt,
}

// intOps are those that are the same in all arithmetics.
var intOps = map[proc.Func]opcode{
	"iadd": opIAdd, "isub": opISub, "imul": opIMul, "idiv": opIDiv, "imod": opIMod, "imin": opIMin, "imax": opIMax,
	"ilt": opILt, "ile": opILe, "ieq": opIEq, "ineg": opINeg, "iabs": opIAbs,
}

// A named function of one or two words.
type (
	function1 struct {
		name proc.Func
		f    func(float64) float64
	}
	function2 struct {
		name proc.Func
		f    func(x, y float64) float64
	}
)

var fun1 = []function1{
	{"exp", math.Exp}, {"log", special.Log}, {"log1p", math.Log1p}, {"expm1", math.Expm1}, {"sqrt", math.Sqrt},
	{"sin", math.Sin}, {"cos", math.Cos}, {"tan", math.Tan}, {"asin", math.Asin}, {"acos", math.Acos}, {"atan", math.Atan},
	{"sinh", sinh}, {"cosh", cosh}, {"tanh", math.Tanh}, {"sign", sign}, {"erf", math.Erf},
	{"lgamma", special.Lgamma}, {"digamma", special.Digamma}, {"logistic", logistic},
}

var fun2 = []function2{{"pow", special.Pow}, {"atan2", math.Atan2}}

// arithmetic compiles a Call of a primitive of prim.Table.
func (c *compiler) arithmetic(s *proc.Call, in slots) {
	x, y := in.w, int32(0)
	if len(in.lay.Parts) == 2 {
		x, y = in.at(0).w, in.at(1).w
	}
	out := c.bindFresh(s.Out).w
	if op, ok := intOps[s.Func]; ok {
		c.emit(op, out, x, y, 0)
		return
	}
	if c.m.mod61 {
		c.modular(s, out, x, y)
		return
	}
	if op, ok := ops[s.Func]; ok {
		c.emit(op, out, x, y, 0)
		return
	}
	for i, f := range fun1 {
		if f.name == s.Func {
			c.emit(opFun1, out, x, int32(i), 0)
			return
		}
	}
	for i, f := range fun2 {
		if f.name == s.Func {
			c.emit(opFun2, out, x, y, int32(i))
			return
		}
	}
	c.failf("the primitive %s has no meaning", s.Func)
}

func polygamma(n int64, x float64) float64 { return special.Polygamma(n, x) }

// powi is x^n by repeated squaring, in the order that native code has too.
func powi(x float64, n int64) float64 {
	r, e := 1.0, uint64(n)
	if n < 0 {
		e = -e
	}
	for b := x; e > 0; e >>= 1 {
		if e&1 == 1 {
			r *= b
		}
		b *= b
	}
	if n < 0 {
		r = 1 / r
	}
	return r
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	case x == 0:
		return 0
	}
	return x
}

// halfExp is e^x / 2 for large x, also where e^x is no longer finite.
func halfExp(x float64) float64 {
	h := math.Exp(x / 2)
	return h / 2 * h
}

// overflows is where math.Sinh and math.Cosh give up too early.
const overflows = 709

func sinh(x float64) float64 {
	if math.Abs(x) > overflows {
		return math.Copysign(halfExp(math.Abs(x)), x)
	}
	return math.Sinh(x)
}

func cosh(x float64) float64 {
	if math.Abs(x) > overflows {
		return halfExp(math.Abs(x))
	}
	return math.Cosh(x)
}
