package ll

import (
	"fmt"
	"testing"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/metadata"
	"github.com/llir/llvm/ir/types"
	"github.com/stretchr/testify/assert"
)

// TestTextIsLLString: a function with every instruction that text writes itself, in the
// forms that there are, is what llir writes.
func TestTextIsLLString(t *testing.T) {
	f := everyInstruction()
	want := f.LLString()
	var got Text
	got.Function(f)
	assert.Equal(t, want, string(got))

	declared := ir.NewFunc("g", types.Void, ir.NewParam("x", types.I64))
	got = nil
	got.Function(declared)
	assert.Equal(t, declared.LLString(), string(got))
}

func everyInstruction() *ir.Func {
	vector := types.NewVector(4, types.Double)
	x, n, p := ir.NewParam("x", types.Double), ir.NewParam("", types.I64), ir.NewParam("a b", types.NewPointer(types.I64))
	v, c, odd := ir.NewParam("12", vector), ir.NewParam("7c", types.I1), ir.NewParam("x.2$-_", types.I64)
	f := ir.NewFunc("f.1", types.Double, x, n, p, v, c, odd)
	f.Linkage, f.FuncAttrs = enum.LinkageInternal, []ir.FuncAttribute{enum.FuncAttrNoUnwind, ir.AttrPair{Key: "k", Value: "v"}}
	g := ir.NewFunc("g", types.Void, ir.NewParam("x", types.Double))
	h := ir.NewFunc("h", types.Double)
	printf := ir.NewFunc("printf", types.I32, ir.NewParam("s", types.I8Ptr))
	printf.Sig.Variadic = true
	global := ir.NewGlobalDef("message", constant.NewCharArrayFromString("m"))

	b, next, last := f.NewBlock("entry"), f.NewBlock(""), f.NewBlock("last block")
	named := func(l *ir.LocalIdent, names ...string) {
		for _, name := range names {
			l.SetName(name)
		}
	}
	fast := []enum.FastMathFlag{enum.FastMathFlagReassoc, enum.FastMathFlagContract}
	wrap := []enum.OverflowFlag{enum.OverflowFlagNSW, enum.OverflowFlagNUW}
	md := ir.Metadata{{Name: "prof", Node: &metadata.Tuple{MetadataID: 3}}}

	b.NewFAdd(x, Real(0x3ff0000000000000)).FastMathFlags = fast
	b.NewFSub(x, x).Metadata = md
	b.NewFMul(v, v).FastMathFlags = fast[:1]
	b.NewFDiv(Real(0xfff0000000abcdef), x)
	b.NewFNeg(x).FastMathFlags = fast
	frozen := ir.NewInstFreeze(n)
	frozen.Metadata = md
	b.Insts = append(b.Insts, frozen)
	sum := b.NewAdd(n, Int(-5))
	sum.OverflowFlags = wrap
	named(&sum.LocalIdent, "sum")
	b.NewSub(sum, odd).OverflowFlags = wrap[:1]
	b.NewMul(n, Int(1<<40)).Metadata = md
	b.NewAnd(n, constant.NewInt(types.I64, 255))
	b.NewOr(c, constant.True)
	b.NewXor(c, constant.False)
	for _, k := range []int64{0, -1, 1, 4095, 4096, 65535, 1 << 32, 1 << 48, -4096} {
		b.NewUDiv(n, constant.NewInt(types.I64, k))
		b.NewAdd(constant.NewInt(types.I64, k), n)
	}
	less := b.NewICmp(enum.IPredSLT, n, Int(3))
	b.NewFCmp(enum.FPredOGT, x, constant.NewUndef(types.Double)).FastMathFlags = fast
	b.NewSelect(less, x, Real(0)).FastMathFlags = fast
	b.NewSelect(c, constant.NewNull(types.I8Ptr), constant.NewNull(types.I8Ptr)).Metadata = md
	cast := b.NewBitCast(p, types.NewPointer(types.NewPointer(vector)))
	cast.Metadata = md
	b.NewZExt(b.NewTrunc(n, types.I8), types.I64)
	b.NewSIToFP(n, types.Double)
	b.NewFPToSI(x, types.I64)
	at := b.NewGetElementPtr(types.I64, p, n)
	at.InBounds = true
	b.NewGetElementPtr(global.ContentType, global, constant.NewInt(types.I32, 0), constant.NewInt(types.I32, 1))
	b.NewLoad(types.I64, at).Align = 8
	b.NewLoad(types.I64, p).Volatile = true
	b.NewStore(Int(7), at).Align = 8
	b.NewStore(n, p).Metadata = md
	b.NewStore(n, p).Volatile = true
	b.NewCall(g, x).FuncAttrs = []ir.FuncAttribute{ir.AttrPair{Key: "vector-function-abi-variant", Value: "_Z"}}
	b.NewCall(h).FastMathFlags = fast
	b.NewCall(g, ir.NewArg(x, enum.ParamAttrNoUndef)).Metadata = md
	b.NewCall(printf, constant.NewNull(types.I8Ptr), n)
	b.NewCall(g, x).Tail = enum.TailTail
	b.NewExtractElement(v, Int(0))
	b.NewAlloca(types.I64).NElems = Int(3)
	b.NewCondBr(less, next, last).Metadata = md

	next.NewBr(last)

	phi := last.NewPhi(ir.NewIncoming(x, b), ir.NewIncoming(Real(1), next))
	phi.FastMathFlags = fast
	named(&phi.LocalIdent, "a", "\x01")
	last.NewPhi(ir.NewIncoming(Int(1), b), ir.NewIncoming(n, next)).Metadata = md
	last.NewRet(phi)
	return f
}

// TestPlainNames: a name needs quotes where llir gives it some.
func TestPlainNames(t *testing.T) {
	for _, name := range []string{"x", "x.1", "$", "-1", "_", "x y", "é", `"`, "a\\b", ".5", "x'", "proc.rev$f"} {
		id := ir.LocalIdent{LocalName: name}
		assert.Equal(t, id.Ident() == "%"+name, plain(name), fmt.Sprintf("%q", name))
	}
}
