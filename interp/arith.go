package interp

import (
	"procad/internal/native"
	"procad/internal/special"
	"procad/prim"
	"procad/proc"
)

// ops are the primitives with an instruction of their own.
var ops = map[proc.Func]opcode{
	prim.Add: opAdd, prim.Sub: opSub, prim.Mul: opMul, prim.Div: opDiv, prim.SMul: opSMul, prim.SDiv: opSDiv, prim.ZMul: opZMul, prim.Min: opMin, prim.Max: opMax,
	prim.Lt: opLt, prim.Le: opLe, prim.Eq: opEq, prim.Neg: opNeg, prim.Abs: opAbs, prim.Floor: opFloor,
	prim.Polygamma: opPolygamma, prim.Powi: opPowi, prim.ToReal: opReal, prim.ToInt: opInt,
}

// intOps are those that are the same in all arithmetics.
var intOps = map[proc.Func]opcode{
	prim.IAdd: opIAdd, prim.ISub: opISub, prim.IMul: opIMul, prim.IDiv: opIDiv, prim.IMod: opIMod, prim.IMin: opIMin, prim.IMax: opIMax,
	prim.IAnd: opIAnd, prim.IShl: opIShl, prim.IShr: opIShr,
	prim.ILt: opILt, prim.ILe: opILe, prim.IEq: opIEq, prim.INeg: opINeg, prim.IAbs: opIAbs,
}

// functions are the elementary functions by name, as numbers in special.Functions.
var functions = func() map[proc.Func]int32 {
	table := map[proc.Func]int32{}
	for i, f := range special.Functions {
		table[proc.Name(f.Name)] = int32(i)
	}
	return table
}()

// arithmetic compiles a Call of a primitive of prim.Table.
func (c *compiler) arithmetic(s *proc.Call, in slots) {
	x, y := in.w, int32(0)
	if len(in.lay.Parts) == 2 {
		x, y = in.at(0).w, in.at(1).w
	}
	out := c.bindFresh(s.Out).w
	if s.Func == prim.CacheBytes {
		c.ext(func(_ *Machine, f *frame) error {
			f.w[out] = uint64(native.CacheBytes())
			return nil
		})
		return
	}
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
	if i, ok := functions[s.Func]; ok {
		if special.Functions[i].Two != nil {
			c.emit(opFun2, out, x, y, i)
		} else {
			c.emit(opFun1, out, x, i, 0)
		}
		return
	}
	c.failf("the primitive %s has no meaning", s.Func)
}

func polygamma(n int64, x float64) float64 { return special.Polygamma(n, x) }
