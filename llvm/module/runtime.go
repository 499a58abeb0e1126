package module

import (
	"github.com/llir/llvm/ir"
	"github.com/llir/llvm/ir/enum"
	"github.com/llir/llvm/ir/types"
	"github.com/llir/llvm/ir/value"

	"procad/internal/diag"
	"procad/llvm/abi"
	"procad/llvm/abort"
	"procad/llvm/ll"
	"procad/llvm/toolchain"
)

// A Runtime declares the functions that code calls: those of toolchain/runtime/runtime.h,
// of the C library's mathematics, and LLVM's own.
type Runtime struct {
	Alloc, Free, Grow, Keep, Failure *ir.Func // pc_alloc and so on
	Memcpy, Memset, MulOverflow      *ir.Func // LLVM's
	used                             []*ir.Func
	byName                           map[string]*ir.Func
	pure                             map[*ir.Func]bool              // those without effects
	foreign                          map[*ir.Func]*toolchain.Extern // those that the program declares
}

func newRuntime() *Runtime {
	r := &Runtime{byName: map[string]*ir.Func{}, pure: map[*ir.Func]bool{}, foreign: map[*ir.Func]*toolchain.Extern{}}
	r.Alloc = r.Declare("pc_alloc", abi.BytePtr, abi.BytePtr, types.I64, types.I64)
	r.Grow = r.Declare("pc_grow", abi.BytePtr, abi.BytePtr, abi.BytePtr, types.I64, types.I64, types.I64)
	r.Free = r.Declare("pc_free", types.Void, abi.BytePtr, abi.BytePtr)
	r.Keep = r.Declare("pc_keep", abi.BytePtr, abi.BytePtr, abi.BytePtr, types.I64, types.I64)
	r.Failure = r.Declare("pc_failure", types.Void, abi.BytePtr, types.I32, types.I64, types.I64, types.I64, abi.BytePtr)
	r.Failure.FuncAttrs = append(r.Failure.FuncAttrs, enum.FuncAttrNoReturn, enum.FuncAttrCold)
	r.Alloc.FuncAttrs = append(r.Alloc.FuncAttrs, enum.FuncAttrInaccessibleMemOnly)
	r.Free.FuncAttrs = append(r.Free.FuncAttrs, enum.FuncAttrInaccessibleMemOrArgMemOnly, enum.FuncAttrWillReturn)
	r.Grow.FuncAttrs = append(r.Grow.FuncAttrs, enum.FuncAttrInaccessibleMemOrArgMemOnly, enum.FuncAttrCold)
	for _, f := range []*ir.Func{r.Alloc, r.Grow} {
		f.ReturnAttrs = append(f.ReturnAttrs, fresh...)
	}
	r.Memcpy = r.Declare("llvm.memcpy.p0i8.p0i8.i64", types.Void, abi.BytePtr, abi.BytePtr, types.I64, types.I1)
	r.Memset = r.Declare("llvm.memset.p0i8.i64", types.Void, abi.BytePtr, types.I8, types.I64, types.I1)
	r.MulOverflow = r.Declare("llvm.umul.with.overflow.i64", types.NewStruct(types.I64, types.I1), types.I64, types.I64)
	return r
}

// fresh says that a function gives new memory.
var fresh = []ir.ReturnAttribute{enum.ReturnAttrNoAlias, ir.Align(64)}

// AllocResult declares pc_alloc_result.
func (r *Runtime) AllocResult() *ir.Func {
	f := r.Once("pc_alloc_result", abi.BytePtr, abi.BytePtr, types.I64, types.I64)
	if len(f.ReturnAttrs) == 0 {
		f.FuncAttrs = append(f.FuncAttrs, enum.FuncAttrInaccessibleMemOnly)
		f.ReturnAttrs = append(f.ReturnAttrs, fresh...)
	}
	return f
}

// Parallel declares pc_parallel.
func (r *Runtime) Parallel() *ir.Func {
	part := types.NewPointer(types.NewFunc(types.Void, abi.BytePtr, abi.WordPtr, types.I64))
	return r.Once("pc_parallel", types.Void, abi.BytePtr, part, abi.WordPtr, types.I64)
}

// Clear declares pc_clear.
func (r *Runtime) Clear() *ir.Func {
	return r.Once("pc_clear", types.Void, abi.BytePtr, abi.BytePtr, types.I64)
}

// Copy declares pc_copy.
func (r *Runtime) Copy() *ir.Func {
	return r.Once("pc_copy", types.Void, abi.BytePtr, abi.BytePtr, abi.BytePtr, types.I64)
}

// Assume declares LLVM's function that says what holds.
func (r *Runtime) Assume() *ir.Func { return r.Once("llvm.assume", types.Void, types.I1) }

// Unwanted declares pc_unwanted.
func (r *Runtime) Unwanted() *ir.Func {
	return r.With("pc_unwanted", []ir.FuncAttribute{enum.FuncAttrNoReturn, enum.FuncAttrCold}, types.Void, abi.BytePtr)
}

// Declare declares a function that is not declared yet.
func (r *Runtime) Declare(name string, result types.Type, params ...types.Type) *ir.Func {
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

// Once declares a function that few modules need.
func (r *Runtime) Once(name string, result types.Type, params ...types.Type) *ir.Func {
	return r.With(name, nil, result, params...)
}

// With declares a function with attributes, unless it is declared; then its type is the same.
func (r *Runtime) With(name string, attrs []ir.FuncAttribute, result types.Type, params ...types.Type) *ir.Func {
	f, ok := r.byName[name]
	if !ok {
		f = r.Declare(name, result, params...)
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

// DeclareExtern declares a function of C that a program calls. It is known if it is declared already.
func (r *Runtime) DeclareExtern(e *toolchain.Extern, result types.Type, params ...types.Type) (f *ir.Func, known bool) {
	if f, known = r.byName[e.Symbol]; known {
		if !ll.SameType(f.Sig, types.NewFunc(result, params...)) {
			abort.With(ofOurs(e.Symbol, e.File, e.Pos))
		}
		return f, true
	}
	f = r.Declare(e.Symbol, result, params...)
	r.foreign[f] = e
	return f, false
}

// Declared is the function of a name; nil if none is declared.
func (r *Runtime) Declared(name string) *ir.Func { return r.byName[name] }

// IsPure says that a function has no effects.
func (r *Runtime) IsPure(f *ir.Func) bool { return r.pure[f] }

// WithoutEffects declares a function that computes its result from its arguments alone.
func (r *Runtime) WithoutEffects(name string, result types.Type, params ...types.Type) *ir.Func {
	f := r.With(name, []ir.FuncAttribute{enum.FuncAttrReadNone, enum.FuncAttrWillReturn}, result, params...)
	r.pure[f] = true
	return f
}

// Math is a function of numbers to a Real, without effects.
func (r *Runtime) Math(symbol string, args []value.Value) *ir.Func {
	return r.WithoutEffects(symbol, types.Double, typesOf(args)...)
}

func typesOf(list []value.Value) []types.Type {
	ts := make([]types.Type, len(list))
	for i, v := range list {
		ts[i] = v.Type()
	}
	return ts
}

// CodeExternTaken is of a function of C whose name something else of the code has.
const CodeExternTaken = "extern-taken"

// ofOurs is of a symbol that a program has as a function of C, and procad too, with another type.
func ofOurs(symbol, file string, pos diag.Pos) error {
	return diag.Errorf(pos, CodeExternTaken, "%.100s is a function that procad calls itself, and of another type", symbol).In(file).
		Hintf("call the function of C by another name, in a function of yours in C")
}
