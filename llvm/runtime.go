package llvm

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
)

// A runtime declares the functions that code calls: those of runtime/runtime.h,
// of the C library's mathematics, and LLVM's own.
type runtime struct {
	alloc, free, grow, keep, failure *ir.Func
	memcpy, memset, mulOverflow      *ir.Func
	used                             []*ir.Func
	byName                           map[string]*ir.Func
	pure                             map[*ir.Func]bool // those without effects
}

func newRuntime() *runtime {
	r := &runtime{byName: map[string]*ir.Func{}, pure: map[*ir.Func]bool{}}
	r.alloc = r.declare("pc_alloc", bytePtr, bytePtr, types.I64, types.I64)
	r.grow = r.declare("pc_grow", bytePtr, bytePtr, bytePtr, types.I64, types.I64, types.I64)
	r.free = r.declare("pc_free", types.Void, bytePtr, bytePtr)
	r.keep = r.declare("pc_keep", bytePtr, bytePtr, bytePtr, types.I64, types.I64)
	r.failure = r.declare("pc_failure", types.Void, bytePtr, types.I32, types.I64, types.I64, types.I64, bytePtr)
	r.failure.FuncAttrs = append(r.failure.FuncAttrs, enum.FuncAttrNoReturn, enum.FuncAttrCold)
	r.alloc.FuncAttrs = append(r.alloc.FuncAttrs, enum.FuncAttrInaccessibleMemOnly)
	r.free.FuncAttrs = append(r.free.FuncAttrs, enum.FuncAttrInaccessibleMemOrArgMemOnly, enum.FuncAttrWillReturn)
	r.grow.FuncAttrs = append(r.grow.FuncAttrs, enum.FuncAttrInaccessibleMemOrArgMemOnly, enum.FuncAttrCold)
	for _, f := range []*ir.Func{r.alloc, r.grow} {
		f.ReturnAttrs = append(f.ReturnAttrs, enum.ReturnAttrNoAlias, ir.Align(64))
	}
	r.memcpy = r.declare("llvm.memcpy.p0i8.p0i8.i64", types.Void, bytePtr, bytePtr, types.I64, types.I1)
	r.memset = r.declare("llvm.memset.p0i8.i64", types.Void, bytePtr, types.I8, types.I64, types.I1)
	r.mulOverflow = r.declare("llvm.umul.with.overflow.i64", types.NewStruct(types.I64, types.I1), types.I64, types.I64)
	return r
}

func (r *runtime) declare(name string, result types.Type, params ...types.Type) *ir.Func {
	list := make([]*ir.Param, len(params))
	for i, t := range params {
		list[i] = ir.NewParam("", t)
	}
	f := ir.NewFunc(name, result, list...)
	f.FuncAttrs = append(f.FuncAttrs, enum.FuncAttrNoUnwind)
	r.byName[name] = f
	r.used = append(r.used, f)
	return f
}

// math is a function of numbers to a Real, without effects.
func (r *runtime) math(symbol string, args []val) *ir.Func {
	if f, ok := r.byName[symbol]; ok {
		return f
	}
	params := make([]types.Type, len(args))
	for i, a := range args {
		params[i] = a.Type()
	}
	f := r.declare(symbol, types.Double, params...)
	f.FuncAttrs = append(f.FuncAttrs, enum.FuncAttrReadNone, enum.FuncAttrWillReturn)
	r.pure[f] = true
	return f
}

func undefStruct(t types.Type) val { return constant.NewUndef(t) }
