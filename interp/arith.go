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
	{"sinh", special.Sinh}, {"cosh", special.Cosh}, {"tanh", math.Tanh}, {"sign", special.Sign}, {"erf", math.Erf},
	{"lgamma", special.Lgamma}, {"digamma", special.Digamma}, {"logistic", special.Logistic},
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
