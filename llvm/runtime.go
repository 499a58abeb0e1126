package llvm

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/constant"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"

	"procad/llvm/abi"
	"procad/llvm/abort"
	"procad/llvm/ll"
	"procad/llvm/toolchain"
)

// A runtime declares the functions that code calls: those of toolchain/runtime/runtime.h,
// of the C library's mathematics, and LLVM's own.
type runtime struct {
	alloc, free, grow, keep, failure *ir.Func
	memcpy, memset, mulOverflow      *ir.Func
	used                             []*ir.Func
	byName                           map[string]*ir.Func
	pure                             map[*ir.Func]bool              // those without effects
	foreign                          map[*ir.Func]*toolchain.Extern // those that the program declares
}

func newRuntime() *runtime {
	r := &runtime{byName: map[string]*ir.Func{}, pure: map[*ir.Func]bool{}, foreign: map[*ir.Func]*toolchain.Extern{}}
	r.alloc = r.declare("pc_alloc", abi.BytePtr, abi.BytePtr, types.I64, types.I64)
	r.grow = r.declare("pc_grow", abi.BytePtr, abi.BytePtr, abi.BytePtr, types.I64, types.I64, types.I64)
	r.free = r.declare("pc_free", types.Void, abi.BytePtr, abi.BytePtr)
	r.keep = r.declare("pc_keep", abi.BytePtr, abi.BytePtr, abi.BytePtr, types.I64, types.I64)
	r.failure = r.declare("pc_failure", types.Void, abi.BytePtr, types.I32, types.I64, types.I64, types.I64, abi.BytePtr)
	r.failure.FuncAttrs = append(r.failure.FuncAttrs, enum.FuncAttrNoReturn, enum.FuncAttrCold)
	r.alloc.FuncAttrs = append(r.alloc.FuncAttrs, enum.FuncAttrInaccessibleMemOnly)
	r.free.FuncAttrs = append(r.free.FuncAttrs, enum.FuncAttrInaccessibleMemOrArgMemOnly, enum.FuncAttrWillReturn)
	r.grow.FuncAttrs = append(r.grow.FuncAttrs, enum.FuncAttrInaccessibleMemOrArgMemOnly, enum.FuncAttrCold)
	for _, f := range []*ir.Func{r.alloc, r.grow} {
		f.ReturnAttrs = append(f.ReturnAttrs, enum.ReturnAttrNoAlias, ir.Align(64))
	}
	r.memcpy = r.declare("llvm.memcpy.p0i8.p0i8.i64", types.Void, abi.BytePtr, abi.BytePtr, types.I64, types.I1)
	r.memset = r.declare("llvm.memset.p0i8.i64", types.Void, abi.BytePtr, types.I8, types.I64, types.I1)
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

// once declares a function that few modules need.
func (r *runtime) once(name string, result types.Type, params ...types.Type) *ir.Func {
	return r.with(name, nil, result, params...)
}

// with declares a function with attributes, unless it is declared; then its type is the same.
func (r *runtime) with(name string, attrs []ir.FuncAttribute, result types.Type, params ...types.Type) *ir.Func {
	f, ok := r.byName[name]
	if !ok {
		f = r.declare(name, result, params...)
		f.FuncAttrs = append(f.FuncAttrs, attrs...)
		return f
	}
	if t := types.NewFunc(result, params...); !ll.SameType(f.Sig, t) {
		if e := r.foreign[f]; e != nil {
			abort.With(ofOurs(name, e.File, e.Pos))
		}
		abort.Fail("internal error: %s is declared as %v and as %v", name, f.Sig, t)
	}
	return f
}

// withoutEffects declares a function that computes its result from its arguments alone.
func (r *runtime) withoutEffects(name string, result types.Type, params ...types.Type) *ir.Func {
	f := r.with(name, []ir.FuncAttribute{enum.FuncAttrReadNone, enum.FuncAttrWillReturn}, result, params...)
	r.pure[f] = true
	return f
}

// math is a function of numbers to a Real, without effects.
func (r *runtime) math(symbol string, args []val) *ir.Func {
	return r.withoutEffects(symbol, types.Double, typesOf(args)...)
}

func typesOf(list []val) []types.Type {
	ts := make([]types.Type, len(list))
	for i, v := range list {
		ts[i] = v.Type()
	}
	return ts
}

func undefStruct(t types.Type) val { return constant.NewUndef(t) }
