package interp

import (
	"math"

	"procad/internal/special"
	"procad/prim"
	"procad/proc"
)

// ops are the primitives with an instruction of their own.
var ops = map[proc.Func]opcode{
	prim.Add: opAdd, prim.Sub: opSub, prim.Mul: opMul, prim.Div: opDiv, prim.Min: opMin, prim.Max: opMax,
	prim.Lt: opLt, prim.Le: opLe, prim.Eq: opEq, prim.Neg: opNeg, prim.Abs: opAbs, prim.Floor: opFloor,
	prim.Polygamma: opPolygamma, prim.Powi: opPowi, prim.ToReal: opReal, prim.ToInt: opInt,
}

// intOps are those that are the same in all arithmetics.
var intOps = map[proc.Func]opcode{
	prim.IAdd: opIAdd, prim.ISub: opISub, prim.IMul: opIMul, prim.IDiv: opIDiv, prim.IMod: opIMod, prim.IMin: opIMin, prim.IMax: opIMax,
	prim.ILt: opILt, prim.ILe: opILe, prim.IEq: opIEq, prim.INeg: opINeg, prim.IAbs: opIAbs,
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
	{prim.Exp, math.Exp}, {prim.Log, special.Log}, {prim.Log1p, math.Log1p}, {prim.Expm1, math.Expm1}, {prim.Sqrt, math.Sqrt},
	{prim.Sin, math.Sin}, {prim.Cos, math.Cos}, {prim.Tan, math.Tan}, {prim.Asin, math.Asin}, {prim.Acos, math.Acos}, {prim.Atan, math.Atan},
	{prim.Sinh, special.Sinh}, {prim.Cosh, special.Cosh}, {prim.Tanh, math.Tanh}, {prim.Sign, special.Sign}, {prim.Erf, math.Erf},
	{prim.Lgamma, special.Lgamma}, {prim.Digamma, special.Digamma}, {prim.Logistic, special.Logistic},
}

var fun2 = []function2{{prim.Pow, special.Pow}, {prim.Atan2, math.Atan2}}

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
