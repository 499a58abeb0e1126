package ll

import (
	"testing"

	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"
	"github.com/stretchr/testify/assert"

	"procad/llvm/abi"
	"procad/llvm/abort"
)

// typed checks a function, and returns what is wrong in it.
func typed(fill func(f *ir.Func, b *ir.Block)) (err error) {
	defer abort.Catch(&err)
	f := ir.NewFunc("f", types.I64)
	b := f.NewBlock("entry")
	fill(f, b)
	if b.Term == nil {
		b.NewRet(Int(0))
	}
	NewChecker().Function(f)
	return nil
}

// TestTyping: of each rule an instance that it takes, and one that it does not, though
// the text of most is taken by versions of clang with one type of pointers.
func TestTyping(t *testing.T) {
	null := func(t types.Type) value.Value { return constant.NewNull(types.NewPointer(t)) }
	words, reals := null(types.I64), null(types.Double)
	pair := types.NewStruct(types.I64, types.Double)
	vector := types.NewVector(4, types.Double)
	lanes := constant.NewZeroInitializer(vector)
	one := constant.NewInt(types.I64, 1)
	callee := func(params ...types.Type) *ir.Func {
		var list []*ir.Param
		for _, p := range params {
			list = append(list, ir.NewParam("", p))
		}
		return ir.NewFunc("g", types.Void, list...)
	}
	for _, c := range []struct {
		rule        string
		right, fill func(f *ir.Func, b *ir.Block)
		message     string
	}{
		{"argument",
			func(_ *ir.Func, b *ir.Block) { b.NewCall(callee(abi.WordPtr), words) },
			func(_ *ir.Func, b *ir.Block) { b.NewCall(callee(abi.WordPtr), reals) },
			"in f, argument 0 of a call of @g is double*, and its declaration has i64*"},
		{"pointer to a pointer",
			func(_ *ir.Func, b *ir.Block) { b.NewCall(callee(types.I1, abi.BytePtr), constant.True, null(types.I8)) },
			func(_ *ir.Func, b *ir.Block) {
				b.NewCall(callee(types.I1, abi.BytePtr), constant.True, null(abi.BytePtr))
			},
			"argument 1 of a call of @g is i8**, and its declaration has i8*"},
		{"pointer to a function",
			func(_ *ir.Func, b *ir.Block) {
				b.NewCall(callee(types.NewPointer(callee().Sig)), ir.NewFunc("h", types.Void))
			},
			func(_ *ir.Func, b *ir.Block) {
				b.NewCall(callee(types.NewPointer(callee().Sig)), ir.NewFunc("h", types.I64))
			},
			"argument 0 of a call of @g is i64 ()*, and its declaration has void ()*"},
		{"number of arguments",
			func(_ *ir.Func, b *ir.Block) { b.NewCall(callee(types.I64), Int(1)) },
			func(_ *ir.Func, b *ir.Block) { b.NewCall(callee(types.I64)) },
			"a call of @g has 0 arguments, and its declaration 1"},
		{"two declarations",
			func(_ *ir.Func, b *ir.Block) { b.NewCall(callee()); b.NewCall(callee()) },
			func(_ *ir.Func, b *ir.Block) { b.NewCall(callee()); b.NewCall(callee(types.I64), Int(1)) },
			"g is declared as void () and as void (i64)"},
		{"parameters of a definition",
			func(f *ir.Func, _ *ir.Block) {},
			func(f *ir.Func, _ *ir.Block) { f.Params = append(f.Params, ir.NewParam("x", types.I64)) },
			"f has 1 parameters, and its type 0"},
		{"result of a call",
			func(_ *ir.Func, b *ir.Block) { b.NewCall(callee()) },
			func(_ *ir.Func, b *ir.Block) { b.NewCall(callee()).Typ = types.I64 },
			"a call of @g is i64, and its declaration has the result void"},
		{"load",
			func(_ *ir.Func, b *ir.Block) { b.NewLoad(types.I64, words) },
			func(_ *ir.Func, b *ir.Block) { b.NewLoad(types.I64, reals) },
			"what a load reads is i64, and double is wanted"},
		{"store",
			func(_ *ir.Func, b *ir.Block) { b.NewStore(Int(1), words) },
			func(_ *ir.Func, b *ir.Block) { b.NewStore(Int(1), words).Dst = reals },
			"what is stored is i64, and double is wanted"},
		{"getelementptr",
			func(_ *ir.Func, b *ir.Block) { b.NewGetElementPtr(types.I64, words, one) },
			func(_ *ir.Func, b *ir.Block) { b.NewGetElementPtr(types.I64, words, one).ElemType = types.Double },
			"what a getelementptr begins with is double, and i64 is wanted"},
		{"result of a getelementptr",
			func(_ *ir.Func, b *ir.Block) {
				b.NewGetElementPtr(pair, null(pair), one, constant.NewInt(types.I32, 1))
			},
			func(_ *ir.Func, b *ir.Block) {
				b.NewGetElementPtr(pair, null(pair), one, constant.NewInt(types.I32, 1)).Typ = abi.WordPtr
			},
			"a getelementptr is i64*, and double* is wanted"},
		{"index",
			func(_ *ir.Func, b *ir.Block) { b.NewGetElementPtr(types.I64, words, constant.NewInt(types.I32, 1)) },
			func(_ *ir.Func, b *ir.Block) {
				b.NewGetElementPtr(types.I64, words, one).Indices = []value.Value{Real(0)}
			},
			"an index is double"},
		{"constant getelementptr",
			func(_ *ir.Func, b *ir.Block) {
				b.NewLoad(types.I64, constant.NewGetElementPtr(types.I64, words.(constant.Constant), one))
			},
			func(_ *ir.Func, b *ir.Block) {
				k := constant.NewGetElementPtr(types.I64, words.(constant.Constant), one)
				k.Src = reals.(constant.Constant)
				b.NewLoad(types.I64, k)
			},
			"what a getelementptr begins with is i64, and double is wanted"},
		{"constant bitcast",
			func(_ *ir.Func, b *ir.Block) { b.NewLoad(types.I8, constant.NewBitCast(callee(), abi.BytePtr)) },
			func(_ *ir.Func, b *ir.Block) { b.NewAdd(constant.NewBitCast(callee(), types.I64), Int(1)) },
			"a bitcast goes from void ()* to i64"},
		{"elements of a constant",
			func(_ *ir.Func, b *ir.Block) {
				b.NewLoad(types.NewArray(1, abi.WordPtr), ir.NewGlobalDef("k", constant.NewArray(nil, words.(constant.Constant))))
			},
			func(_ *ir.Func, b *ir.Block) {
				b.NewLoad(types.NewArray(2, abi.WordPtr), ir.NewGlobalDef("k", constant.NewArray(nil, words.(constant.Constant), reals.(constant.Constant))))
			},
			"in k, an element of an array is double*, and i64* is wanted"},
		{"fields of a constant",
			func(_ *ir.Func, b *ir.Block) {
				b.NewLoad(pair, ir.NewGlobalDef("k", constant.NewStruct(pair, Int(1), Real(0))))
			},
			func(_ *ir.Func, b *ir.Block) {
				b.NewLoad(pair, ir.NewGlobalDef("k", constant.NewStruct(pair, Int(1), Int(1))))
			},
			"in k, a field of a struct is i64, and double is wanted"},
		{"arithmetic",
			func(_ *ir.Func, b *ir.Block) { b.NewFAdd(Real(0), Real(0)) },
			func(_ *ir.Func, b *ir.Block) { b.NewFAdd(Int(0), Int(0)) },
			"fadd has an operand of type i64"},
		{"two operands",
			func(_ *ir.Func, b *ir.Block) { b.NewICmp(enum.IPredEQ, words, words) },
			func(_ *ir.Func, b *ir.Block) { b.NewICmp(enum.IPredEQ, words, reals) },
			"the second operand of icmp is double*, and i64* is wanted"},
		{"select",
			func(_ *ir.Func, b *ir.Block) { b.NewSelect(constant.True, words, words) },
			func(_ *ir.Func, b *ir.Block) { b.NewSelect(constant.True, words, reals) },
			"the second value of a select is double*, and i64* is wanted"},
		{"condition of a select",
			func(_ *ir.Func, b *ir.Block) {
				b.NewSelect(constant.NewZeroInitializer(types.NewVector(4, types.I1)), lanes, lanes)
			},
			func(_ *ir.Func, b *ir.Block) {
				b.NewSelect(constant.NewZeroInitializer(types.NewVector(2, types.I1)), lanes, lanes)
			},
			"a select has the condition <2 x i1> for <4 x double>"},
		{"phi",
			func(_ *ir.Func, b *ir.Block) { b.NewPhi(ir.NewIncoming(words, b), ir.NewIncoming(words, b)) },
			func(_ *ir.Func, b *ir.Block) { b.NewPhi(ir.NewIncoming(words, b), ir.NewIncoming(reals, b)) },
			"a value of a phi is double*, and i64* is wanted"},
		{"bitcast",
			func(_ *ir.Func, b *ir.Block) { b.NewBitCast(words, abi.RealPtr) },
			func(_ *ir.Func, b *ir.Block) { b.NewBitCast(words, types.I64) },
			"a bitcast goes from i64* to i64"},
		{"zext",
			func(_ *ir.Func, b *ir.Block) { b.NewZExt(constant.True, types.I64) },
			func(_ *ir.Func, b *ir.Block) { b.NewZExt(constant.True, types.I8).From = Int(0) },
			"a zext goes from i64 to i8"},
		{"trunc",
			func(_ *ir.Func, b *ir.Block) { b.NewTrunc(Int(0), types.I8) },
			func(_ *ir.Func, b *ir.Block) { b.NewTrunc(Int(0), types.I8).From = constant.True },
			"a trunc goes from i1 to i8"},
		{"sitofp",
			func(_ *ir.Func, b *ir.Block) { b.NewSIToFP(Int(0), types.Double) },
			func(_ *ir.Func, b *ir.Block) { b.NewSIToFP(Int(0), vector) },
			"a sitofp goes from i64 to <4 x double>"},
		{"extractvalue",
			func(_ *ir.Func, b *ir.Block) { b.NewExtractValue(constant.NewUndef(pair), 1) },
			func(_ *ir.Func, b *ir.Block) { b.NewExtractValue(constant.NewUndef(pair), 1).Typ = types.I64 },
			"a part of a value is i64, and double is wanted"},
		{"insertvalue",
			func(_ *ir.Func, b *ir.Block) { b.NewInsertValue(constant.NewUndef(pair), Real(0), 1) },
			func(_ *ir.Func, b *ir.Block) {
				b.NewInsertValue(constant.NewUndef(pair), Real(0), 1).Indices = []uint64{0}
			},
			"a part of a value is double, and i64 is wanted"},
		{"insertelement",
			func(_ *ir.Func, b *ir.Block) { b.NewInsertElement(lanes, Real(0), Int(1)) },
			func(_ *ir.Func, b *ir.Block) { b.NewInsertElement(lanes, Int(0), Int(1)) },
			"an element of a vector is i64, and double is wanted"},
		{"return",
			func(_ *ir.Func, b *ir.Block) { b.NewRet(Int(1)) },
			func(_ *ir.Func, b *ir.Block) { b.NewRet(Real(1)) },
			"what is returned is double, and i64 is wanted"},
		{"branch",
			func(_ *ir.Func, b *ir.Block) { b.NewCondBr(constant.True, b, b) },
			func(_ *ir.Func, b *ir.Block) { b.NewCondBr(Int(1), b, b) },
			"the condition of a branch is i64, and i1 is wanted"},
		{"instruction without a rule",
			func(_ *ir.Func, b *ir.Block) {},
			func(_ *ir.Func, b *ir.Block) { b.NewFence(enum.AtomicOrderingAcquire) },
			"there is no rule for *ir.InstFence"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			assert.NoError(t, typed(c.right))
			err := typed(c.fill)
			if assert.Error(t, err) {
				assert.Contains(t, err.Error(), "internal error: in ")
				assert.Contains(t, err.Error(), c.message)
			}
		})
	}
}
