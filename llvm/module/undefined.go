package module

import (
	"slices"
	"strings"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// The sanitizer of undefined behaviour is a part of clang's front end, which reads C. For code in LLVM IR
// this file is that sanitizer: it puts a call before each instruction whose result
// is not defined for all operands. The call ends the program with a report where it is not
// (toolchain/runtime/undefined.c):
//
//	add, sub, mul nsw nuw x, y    the true result fits into an i64, with sign and without
//	udiv, urem, sdiv, srem x, y   y ≠ 0, and not x = -2^63 and y = -1 in the last two
//	shl, lshr, ashr x, k          0 ≤ k < 64
//	fptosi x                      -2^63 ≤ x < 2^63
//	fcmp, select nnan x, y        neither is a NaN
//	load, store p, align k        p is a multiple of k
//	extractelement v, k           0 ≤ k < the length of v
//	unreachable                   is not reached
//
// It is stricter than LLVM, which lets such a result be until something depends on it.

// reports says that undefined behaviour of code in LLVM IR is looked for.
func (m *Module) reports() bool {
	return slices.Contains(strings.Split(m.opts.Sanitize, ","), "undefined")
}

// A reporter puts the calls into one function.
type reporter struct {
	m     *Module
	out   *ir.Block   // the instructions with the calls
	place value.Value // the name of the function
}

// Instrument marks a function for the sanitizers, and puts the calls into it.
func (m *Module) Instrument(f *ir.Func) {
	m.sanitized(f)
	if !m.reports() {
		return
	}
	g := m.Message(f.Name())
	zero := constant.NewInt(types.I32, 0)
	place := ir.NewGetElementPtr(g.ContentType, g, zero, zero)
	for _, b := range f.Blocks {
		r := &reporter{m, ir.NewBlock(""), place}
		phis := 0 // which come first in a block
		for phis < len(b.Insts) {
			if _, ok := b.Insts[phis].(*ir.InstPhi); !ok {
				break
			}
			phis++
		}
		r.out.Insts = slices.Clone(b.Insts[:phis])
		for _, inst := range b.Insts[phis:] {
			r.before(inst)
			r.out.Insts = append(r.out.Insts, inst)
		}
		if _, ok := b.Term.(*ir.TermUnreachable); ok && !leaves(r.out.Insts) {
			r.call("unreachable")
		}
		b.Insts = r.out.Insts
	}
	f.Blocks[0].Insts = slices.Insert(f.Blocks[0].Insts, 0, ir.Instruction(place))
}

// leaves says that the last instruction is a call that does not return.
func leaves(insts []ir.Instruction) bool {
	if len(insts) == 0 {
		return false
	}
	c, ok := insts[len(insts)-1].(*ir.InstCall)
	if !ok {
		return false
	}
	f, ok := c.Callee.(*ir.Func)
	return ok && slices.Contains(f.FuncAttrs, ir.FuncAttribute(enum.FuncAttrNoReturn))
}

func (r *reporter) before(inst ir.Instruction) {
	switch i := inst.(type) {
	case *ir.InstAdd:
		r.arithmetic("add", i.X, i.Y, i.OverflowFlags)
	case *ir.InstSub:
		r.arithmetic("sub", i.X, i.Y, i.OverflowFlags)
	case *ir.InstMul:
		r.arithmetic("mul", i.X, i.Y, i.OverflowFlags)
	case *ir.InstUDiv:
		r.each("udiv", i.X, i.Y)
	case *ir.InstURem:
		r.each("udiv", i.X, i.Y)
	case *ir.InstSDiv:
		r.each("sdiv", i.X, i.Y)
	case *ir.InstSRem:
		r.each("sdiv", i.X, i.Y)
	case *ir.InstShl:
		r.each("shift", i.Y)
	case *ir.InstLShr:
		r.each("shift", i.Y)
	case *ir.InstAShr:
		r.each("shift", i.Y)
	case *ir.InstFPToSI:
		r.each("toint", i.From)
	case *ir.InstFCmp:
		r.numbers(i.X, i.Y, i.FastMathFlags)
	case *ir.InstSelect:
		r.numbers(i.ValueTrue, i.ValueFalse, i.FastMathFlags)
	case *ir.InstLoad:
		r.aligned(i.Src, i.ElemType, int64(i.Align))
	case *ir.InstStore:
		r.aligned(i.Dst, i.Src.Type(), int64(i.Align))
	case *ir.InstExtractElement:
		if _, ok := i.Index.(constant.Constant); !ok {
			r.call("lane", r.word(i.Index), constant.NewInt(types.I64, int64(i.X.Type().(*types.VectorType).Len)))
		}
	}
}

func (r *reporter) arithmetic(name string, x, y value.Value, flags []enum.OverflowFlag) {
	if len(flags) > 0 {
		r.each(name, x, y)
	}
}

func (r *reporter) numbers(x, y value.Value, flags []enum.FastMathFlag) {
	if slices.Contains(flags, enum.FastMathFlagNNaN) {
		r.each("number", x)
		r.each("number", y)
	}
}

// aligned checks a pointer to what has a type, whose own alignment is taken where none is given.
func (r *reporter) aligned(p value.Value, t types.Type, align int64) {
	if align == 0 {
		align = alignmentOf(t)
	}
	if align > 1 {
		r.call("align", r.out.NewPtrToInt(p, types.I64), constant.NewInt(types.I64, align))
	}
}

// alignmentOf is the alignment that x86-64 and arm64 want for a type, 1 if it is not known here.
func alignmentOf(t types.Type) int64 {
	switch t := t.(type) {
	case *types.IntType:
		return max(1, int64(t.BitSize)/8)
	case *types.FloatType, *types.PointerType:
		return 8
	case *types.VectorType:
		return int64(t.Len) * alignmentOf(t.ElemType)
	}
	return 1
}

// each calls a check for operands, for those of each lane if they are vectors.
func (r *reporter) each(name string, operands ...value.Value) {
	v, ok := operands[0].Type().(*types.VectorType)
	if !ok {
		args := make([]value.Value, len(operands))
		for k, x := range operands {
			args[k] = r.word(x)
		}
		r.call(name, args...)
		return
	}
	for lane := range v.Len {
		args := make([]value.Value, len(operands))
		for k, x := range operands {
			args[k] = r.word(r.out.NewExtractElement(x, constant.NewInt(types.I32, int64(lane))))
		}
		r.call(name, args...)
	}
}

// word is an integer as an i64.
func (r *reporter) word(x value.Value) value.Value {
	if t, ok := x.Type().(*types.IntType); ok && t.BitSize < 64 {
		return r.out.NewZExt(x, types.I64)
	}
	return x
}

func (r *reporter) call(name string, args ...value.Value) {
	args = append(args, r.place)
	r.out.NewCall(r.m.Runtime.Once("pc_check_"+name, types.Void, typesOf(args)...), args...)
}
