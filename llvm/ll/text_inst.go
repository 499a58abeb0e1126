package ll

import (
	"fmt"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
)

// instruction writes one instruction.
//
//	%x = op flags T %a, %b
func (t *Text) instruction(x ir.Instruction) {
	switch x := x.(type) {
	case *ir.InstFAdd:
		ofTwo(t, &x.LocalIdent, "fadd", x.FastMathFlags, x.X, x.Y, x.Metadata)
	case *ir.InstFSub:
		ofTwo(t, &x.LocalIdent, "fsub", x.FastMathFlags, x.X, x.Y, x.Metadata)
	case *ir.InstFMul:
		ofTwo(t, &x.LocalIdent, "fmul", x.FastMathFlags, x.X, x.Y, x.Metadata)
	case *ir.InstFDiv:
		ofTwo(t, &x.LocalIdent, "fdiv", x.FastMathFlags, x.X, x.Y, x.Metadata)
	case *ir.InstAdd:
		ofTwo(t, &x.LocalIdent, "add", x.OverflowFlags, x.X, x.Y, x.Metadata)
	case *ir.InstSub:
		ofTwo(t, &x.LocalIdent, "sub", x.OverflowFlags, x.X, x.Y, x.Metadata)
	case *ir.InstMul:
		ofTwo(t, &x.LocalIdent, "mul", x.OverflowFlags, x.X, x.Y, x.Metadata)
	case *ir.InstAnd:
		ofTwo(t, &x.LocalIdent, "and", noFlags, x.X, x.Y, x.Metadata)
	case *ir.InstOr:
		ofTwo(t, &x.LocalIdent, "or", noFlags, x.X, x.Y, x.Metadata)
	case *ir.InstXor:
		ofTwo(t, &x.LocalIdent, "xor", noFlags, x.X, x.Y, x.Metadata)

	case *ir.InstFNeg:
		t.result(&x.LocalIdent, "fneg")
		flags(t, x.FastMathFlags)
		t.put(" ")
		t.operand(x.X)
		t.metadata(x.Metadata)
	case *ir.InstFreeze:
		t.result(&x.LocalIdent, "freeze ")
		t.operands(x.X)
		t.metadata(x.Metadata)
	case *ir.InstICmp:
		t.result(&x.LocalIdent, "icmp ")
		t.put(x.Pred.String())
		t.compared(x.X, x.Y)
		t.metadata(x.Metadata)
	case *ir.InstFCmp:
		t.result(&x.LocalIdent, "fcmp")
		flags(t, x.FastMathFlags)
		t.put(" ")
		t.put(x.Pred.String())
		t.compared(x.X, x.Y)
		t.metadata(x.Metadata)
	case *ir.InstSelect:
		t.result(&x.LocalIdent, "select")
		flags(t, x.FastMathFlags)
		t.put(" ")
		t.operands(x.Cond, x.ValueTrue, x.ValueFalse)
		t.metadata(x.Metadata)

	case *ir.InstBitCast:
		t.cast(&x.LocalIdent, "bitcast ", x.From, x.To, x.Metadata)
	case *ir.InstZExt:
		t.cast(&x.LocalIdent, "zext ", x.From, x.To, x.Metadata)
	case *ir.InstTrunc:
		t.cast(&x.LocalIdent, "trunc ", x.From, x.To, x.Metadata)
	case *ir.InstSIToFP:
		t.cast(&x.LocalIdent, "sitofp ", x.From, x.To, x.Metadata)

	case *ir.InstGetElementPtr:
		t.result(&x.LocalIdent, "getelementptr ")
		if x.InBounds {
			t.put("inbounds ")
		}
		t.typ(x.ElemType)
		t.put(", ")
		t.operand(x.Src)
		for _, i := range x.Indices {
			t.put(", ")
			t.operand(i)
		}
		t.metadata(x.Metadata)
	case *ir.InstLoad:
		if x.Atomic || x.Volatile || x.SyncScope != "" || x.Ordering != enum.AtomicOrderingNone {
			t.put(x.LLString())
			return
		}
		t.result(&x.LocalIdent, "load ")
		t.typ(x.ElemType)
		t.put(", ")
		t.operand(x.Src)
		t.align(x.Align)
		t.metadata(x.Metadata)
	case *ir.InstStore:
		if x.Atomic || x.Volatile || x.SyncScope != "" || x.Ordering != enum.AtomicOrderingNone {
			t.put(x.LLString())
			return
		}
		t.put("store ")
		t.operands(x.Src, x.Dst)
		t.align(x.Align)
		t.metadata(x.Metadata)

	case *ir.InstCall:
		t.call(x)
	case *ir.InstPhi:
		t.phi(x)
	default:
		t.put(x.LLString())
	}
}

var noFlags []enum.FastMathFlag

// result writes %x = op.
func (t *Text) result(id *ir.LocalIdent, op string) {
	t.local(id)
	t.put(" = ")
	t.put(op)
}

// ofTwo writes %x = op flags T a, b.
func ofTwo[F fmt.Stringer](t *Text, id *ir.LocalIdent, op string, list []F, a, b value.Value, m ir.Metadata) {
	t.result(id, op)
	flags(t, list)
	t.compared(a, b)
	t.metadata(m)
}

// compared writes T a, b after a blank.
func (t *Text) compared(a, b value.Value) {
	t.put(" ")
	t.operand(a)
	t.put(", ")
	t.ident(b)
}

// cast writes %x = op T a to S.
func (t *Text) cast(id *ir.LocalIdent, op string, from value.Value, to types.Type, m ir.Metadata) {
	t.result(id, op)
	t.operand(from)
	t.put(" to ")
	t.typ(to)
	t.metadata(m)
}

// localOf is the name of a value that has one in its function; nil for others, and for
// instructions that are rare.
func localOf(v value.Value) *ir.LocalIdent {
	switch x := v.(type) {
	case *ir.Param:
		return &x.LocalIdent
	case *ir.Block:
		return &x.LocalIdent
	case *ir.InstFAdd:
		return &x.LocalIdent
	case *ir.InstFSub:
		return &x.LocalIdent
	case *ir.InstFMul:
		return &x.LocalIdent
	case *ir.InstFDiv:
		return &x.LocalIdent
	case *ir.InstFNeg:
		return &x.LocalIdent
	case *ir.InstFreeze:
		return &x.LocalIdent
	case *ir.InstAdd:
		return &x.LocalIdent
	case *ir.InstSub:
		return &x.LocalIdent
	case *ir.InstMul:
		return &x.LocalIdent
	case *ir.InstAnd:
		return &x.LocalIdent
	case *ir.InstOr:
		return &x.LocalIdent
	case *ir.InstXor:
		return &x.LocalIdent
	case *ir.InstICmp:
		return &x.LocalIdent
	case *ir.InstFCmp:
		return &x.LocalIdent
	case *ir.InstSelect:
		return &x.LocalIdent
	case *ir.InstBitCast:
		return &x.LocalIdent
	case *ir.InstZExt:
		return &x.LocalIdent
	case *ir.InstTrunc:
		return &x.LocalIdent
	case *ir.InstSIToFP:
		return &x.LocalIdent
	case *ir.InstGetElementPtr:
		return &x.LocalIdent
	case *ir.InstLoad:
		return &x.LocalIdent
	case *ir.InstCall:
		return &x.LocalIdent
	case *ir.InstPhi:
		return &x.LocalIdent
	}
	return nil
}
